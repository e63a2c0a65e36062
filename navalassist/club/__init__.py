"""The shared server of a club: `python -m navalassist.club` starts its processes and looks after them."""
