"""A way drawn by taps on squares, hexes or sea zones, as a field of any rule's form."""
