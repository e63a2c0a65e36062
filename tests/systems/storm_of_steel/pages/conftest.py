"""Campaigns that the tests of the Great War's pages begin from: those of all pages."""

from tests.desk.conftest import _database, allied, central, club, demo, great_war, war

__all__ = ["_database", "allied", "central", "club", "demo", "great_war", "war"]
