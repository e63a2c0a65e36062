"""The shared server of a club: `python -m navalassist.club` starts the pages and the door, and looks after both."""
