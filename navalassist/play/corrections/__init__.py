"""Entries that are corrected, taken back or given up, and what depends on them."""
