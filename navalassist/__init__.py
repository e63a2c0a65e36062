"""NavalAssist: naval rules of board wargames, carried out, explained and kept in a log."""

__version__ = "0.9.1"
