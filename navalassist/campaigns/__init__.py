"""Campaigns: the game that people play, its settings, turn and conditions."""
