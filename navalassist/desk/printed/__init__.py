"""Sheets to print, for every rule system: what they are made of, their pages, and what each of them shows alike."""
