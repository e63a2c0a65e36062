"""The command line: `manage.py` and what its commands share."""
