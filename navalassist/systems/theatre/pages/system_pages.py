"""The players' pages of the theatre campaign: which there are, and what a new campaign asks."""

from __future__ import annotations

from functools import partial

from django.urls import path

from navalassist.desk.looks import looked_at
from navalassist.desk.operations.pages import hooks
from navalassist.desk.rows import or_gone
from navalassist.desk.setup.dated import dated
from navalassist.desk.system_pages import OrdersPage, PageLink, SystemPages, register_system_pages
from navalassist.systems.theatre.book import SYSTEM
from navalassist.systems.theatre.edits import LISTS
from navalassist.systems.theatre.pages.battle import BATTLE_PAGE, GONE, battles, sheet
from navalassist.systems.theatre.pages.interceptions import interceptions
from navalassist.systems.theatre.pages.orders import own_orders, without_order
from navalassist.systems.theatre.pages.pools import pools
from navalassist.systems.theatre.pages.units import units
from navalassist.systems.theatre.rulings import CLOSED, OPEN, R201
from navalassist.systems.theatre.setup import START, begin
from navalassist.systems.theatre.turn import TURN

NEW = dated(
    begin,
    TURN,
    START,
    range(1939, 1947),
    "Ports begin as they stood in December 1941. Maps, sea zones and the numbers of types are stand-ins, and there are "
    "no units: enter yours as lists, or bring in a chart pack.",
    R201,
    {CLOSED: "closed: each side sees its own forces", OPEN: "open: everybody sees everything"},
)
look = partial(looked_at, SYSTEM)
PAGES = register_system_pages(
    SystemPages(
        SYSTEM,
        home="This step",
        pages=(
            PageLink("units", "units/", "Units"),
            PageLink("orders", "orders/", "Orders"),
            PageLink("pools", "pools/", "Pools"),
            PageLink("interceptions", "interceptions/", "Interceptions"),
            PageLink("battles", "pg-battles/", "Battles"),
        ),
        new=NEW,
        lists=LISTS,
        urls=(
            path("units/", look("theatre/units.html", "units", units)),
            path("pools/", look("theatre/pools.html", "pools", pools)),
            path("interceptions/", look("theatre/interceptions.html", "interceptions", interceptions)),
            path("pg-battles/", look("theatre/battles.html", "battles", battles)),
            path("pg-battle/<slug:key>/sheet/", or_gone(GONE)(look("theatre/sheet.html", "battles", sheet))),
            *BATTLE_PAGE.urls,
        ),
        orders_page=OrdersPage("theatre/orders.html", own_orders, without_order),
        **hooks(BATTLE_PAGE),
    )
)
