"""The players' pages of the theatre campaign: which there are, and what a new campaign asks."""

from __future__ import annotations

from django.urls import path

from navalassist.desk.system_pages import OrdersPage, PageLink, SystemPages, register_system_pages
from navalassist.systems.theatre.book import SYSTEM
from navalassist.systems.theatre.edits import LISTS
from navalassist.systems.theatre.pages import interceptions, pools, units
from navalassist.systems.theatre.pages.new import NEW
from navalassist.systems.theatre.pages.orders import own_orders

PAGES = register_system_pages(
    SystemPages(
        SYSTEM,
        home="This step",
        pages=(
            PageLink("units", "units/", "Units"),
            PageLink("orders", "orders/", "Orders"),
            PageLink("pools", "pools/", "Pools"),
            PageLink("interceptions", "interceptions/", "Interceptions"),
        ),
        new=NEW,
        lists=LISTS,
        urls=(
            path("units/", units.show, name="pg-units"),
            path("pools/", pools.show, name="pg-pools"),
            path("interceptions/", interceptions.show, name="pg-interceptions"),
        ),
        orders_page=OrdersPage("theatre/orders.html", own_orders),
    )
)
