"""Carrying out a rule: what it reads, its odds and dice, and who may read its entry."""
