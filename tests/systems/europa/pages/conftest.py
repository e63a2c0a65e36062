"""Campaigns that the tests of Europa's pages begin from: those of all pages."""

from tests.desk.conftest import _database, allied, board, campaign, club, contact, demo, med, voyage, war

__all__ = ["_database", "allied", "board", "campaign", "club", "contact", "demo", "med", "voyage", "war"]
