"""The append-only log: chains, entries, verification, export."""
