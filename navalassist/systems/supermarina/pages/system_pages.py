"""The players' pages of Supermarina: which there are, and what a new campaign asks."""

from __future__ import annotations

from functools import partial

from django.urls import path

from navalassist.desk.looks import looked_at
from navalassist.desk.operations.pages import hooks
from navalassist.desk.rows import or_gone
from navalassist.desk.setup.dated import dated
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
from navalassist.systems.supermarina.pages import sea
from navalassist.systems.supermarina.pages.battle import BATTLE_PAGE
from navalassist.systems.supermarina.pages.ships import ship, ships, together
from navalassist.systems.supermarina.pages.task_force import task_force
from navalassist.systems.supermarina.rulings import CLOSED, OPEN, R103
from navalassist.systems.supermarina.setup import START, begin
from navalassist.systems.supermarina.turn import TURN

NEW = dated(
    begin,
    TURN,
    START,
    range(1940, 1944),
    "Ports begin as they stood in April 1941, without the values of the Port Information Chart and without ships: "
    "enter them as lists, or bring in a chart pack.",
    R103,
    {CLOSED: "closed: each side sees its own ships", OPEN: "open: everybody sees everything"},
)
look = partial(looked_at, SYSTEM)
KEPT = or_gone("supermarina/gone.html")
SHIP = "supermarina/ship.html"

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
        urls=(
            path("sea/", sea.show),
            *BATTLE_PAGE.urls,
            path("ships/", look("supermarina/ships.html", "ships", ships)),
            path("ships/<slug:key>/", KEPT(look(SHIP, "ships", ship))),
            path("ships/<slug:key>/together/", KEPT(look(SHIP, "ships", together))),
            path("task-forces/<slug:key>/", KEPT(look("supermarina/task_force.html", "ships", task_force))),
        ),
        **hooks(BATTLE_PAGE),
    )
)
