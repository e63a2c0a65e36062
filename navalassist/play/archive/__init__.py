"""A campaign as one file: made, read, and taken in."""
