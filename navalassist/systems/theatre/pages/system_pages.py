"""The players' pages of the theatre campaign: which there are, and what a new campaign asks."""

from __future__ import annotations

from django.urls import path

from navalassist.desk.system_pages import PageLink, SystemPages, register_system_pages
from navalassist.systems.theatre.book import SYSTEM
from navalassist.systems.theatre.edits import LISTS
from navalassist.systems.theatre.pages import interceptions
from navalassist.systems.theatre.pages.new import NEW

PAGES = register_system_pages(
    SystemPages(
        SYSTEM,
        home="This step",
        pages=(PageLink("interceptions", "interceptions/", "Interceptions"),),
        new=NEW,
        lists=LISTS,
        urls=(path("interceptions/", interceptions.show, name="pg-interceptions"),),
    )
)
