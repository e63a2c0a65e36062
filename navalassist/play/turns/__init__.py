"""Campaigns begin, steps and their parts end, turns open and close."""
