"""Entries that are corrected, taken back or given up, and what hangs on them."""
