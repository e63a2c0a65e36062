"""Supermarina II: ship by ship war in the Mediterranean."""
