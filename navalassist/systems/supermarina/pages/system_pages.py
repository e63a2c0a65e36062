"""The players' pages of Supermarina: which there are, and what a new campaign asks."""

from __future__ import annotations

from django.urls import path

from navalassist.desk.operations.pages import hooks
from navalassist.desk.system_pages import PageLink, SystemPages, register_system_pages
from navalassist.systems.supermarina.book import SYSTEM
from navalassist.systems.supermarina.edits import (
    AIR_UNITS,
    COMMANDOS,
    MINEFIELDS,
    PORTS,
    SHIPS,
    SITES,
    STORES,
    TRANSPORTS,
)
from navalassist.systems.supermarina.pages import sea, ships, task_force
from navalassist.systems.supermarina.pages.battle import BATTLE_PAGE
from navalassist.systems.supermarina.pages.new import NEW

PAGES = register_system_pages(
    SystemPages(
        SYSTEM,
        home="This step",
        pages=(
            PageLink("sea", "sea/", "Chart"),
            PageLink("known", "known/", "Forces"),
            PageLink("ships", "ships/", "Ships"),
        ),
        new=NEW,
        lists=(SHIPS, TRANSPORTS, PORTS, MINEFIELDS, SITES, AIR_UNITS, STORES, COMMANDOS),
        urls=(path("sea/", sea.show, name="sm-sea"), *BATTLE_PAGE.urls, *ships.urlpatterns, *task_force.urlpatterns),
        **hooks(BATTLE_PAGE),
    )
)
