"""How the log of the Great War tables speaks, and how its entries are corrected."""
