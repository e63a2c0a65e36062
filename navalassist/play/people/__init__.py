"""Accounts, seats and invitations, and what the log says of them."""
