"""The ledgers of both sides: points in hand, deficits, and each posting with its entry."""
