"""A regatta, the smallest rule system: `tests/docs/test_new_system.py` puts it into a copy of the project."""
