"""The server itself: lines, requests taken whole within limits, and pages made by threads."""
