"""Campaigns that the tests of the rule systems begin from."""

from tests.begun import demo, great_war, med

__all__ = ["demo", "great_war", "med"]
