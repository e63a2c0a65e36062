"""The players' pages of the theatre campaign: which there are, and what a new campaign asks."""

from __future__ import annotations

from django.urls import path

from navalassist.desk.operations.pages import hooks
from navalassist.desk.system_pages import PageLink, SystemPages, register_system_pages
from navalassist.systems.theatre.book import SYSTEM
from navalassist.systems.theatre.edits import LISTS
from navalassist.systems.theatre.pages import battle, units
from navalassist.systems.theatre.pages.battle import BATTLE_PAGE
from navalassist.systems.theatre.pages.new import NEW

PAGES = register_system_pages(
    SystemPages(
        SYSTEM,
        home="This step",
        pages=(PageLink("units", "units/", "Units"), PageLink("battles", "pg-battles/", "Battles")),
        new=NEW,
        lists=LISTS,
        urls=(path("units/", units.show, name="pg-units"), *BATTLE_PAGE.urls, *battle.urlpatterns),
        **hooks(BATTLE_PAGE),
    )
)
