"""The server: lines, bodies, and pages made by threads."""
