"""Keeping the data: is a database whole, copies of it, and moving it to another one."""
