"""The one way to write an entry, and who may."""
