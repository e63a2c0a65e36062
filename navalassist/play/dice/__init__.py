"""Dice: the server's and how they are bound, those that lie ready, and what sides add to them."""
