"""Scenarios in play: what a file says, checked against its rule system; taken in, and made of a campaign."""
