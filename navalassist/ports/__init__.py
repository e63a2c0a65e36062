"""Ports, their damage and the history of their owners."""
