"""The page of ledgers of any rule system: points in hand, and each posting with its turn, reason and entry."""
