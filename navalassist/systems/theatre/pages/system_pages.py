"""The players' pages of the theatre campaign: which there are, and what a new campaign asks."""

from __future__ import annotations

from django.urls import path

from navalassist.desk.operations.pages import hooks
from navalassist.desk.system_pages import OrdersPage, PageLink, SystemPages, register_system_pages
from navalassist.systems.theatre.book import SYSTEM
from navalassist.systems.theatre.edits import LISTS
from navalassist.systems.theatre.pages import battle, interceptions, pools, units
from navalassist.systems.theatre.pages.battle import BATTLE_PAGE
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
            PageLink("battles", "pg-battles/", "Battles"),
        ),
        new=NEW,
        lists=LISTS,
        urls=(
            path("units/", units.show, name="pg-units"),
            path("pools/", pools.show, name="pg-pools"),
            path("interceptions/", interceptions.show, name="pg-interceptions"),
            *BATTLE_PAGE.urls,
            *battle.urlpatterns,
        ),
        orders_page=OrdersPage("theatre/orders.html", own_orders),
        **hooks(BATTLE_PAGE),
    )
)
