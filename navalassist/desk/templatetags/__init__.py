"""Presentational tags and filters for every page."""
