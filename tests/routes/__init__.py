"""Routes: the smallest rule system with maps: squares and sea zones that players enter as lists, ways drawn on them."""
