"""The bare peer: a table, and views that put one row into it."""
