"""How the log of Europa speaks, and how its entries are corrected."""
