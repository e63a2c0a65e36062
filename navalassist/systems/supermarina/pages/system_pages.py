"""The players' pages of Supermarina: which there are, and what a new campaign asks."""

from __future__ import annotations

from typing import Any

from navalassist.desk.operations.pages import OperationPage, hooks
from navalassist.desk.system_pages import PageLink, SystemPages, register_system_pages
from navalassist.systems.supermarina.battle import BATTLES
from navalassist.systems.supermarina.book import SYSTEM
from navalassist.systems.supermarina.edits import PORTS, SHIPS, TRANSPORTS
from navalassist.systems.supermarina.pages.new import NEW

BATTLE_PAGE: OperationPage[Any] = OperationPage(BATTLES)

PAGES = register_system_pages(
    SystemPages(
        SYSTEM,
        home="This step",
        pages=(PageLink("known", "known/", "Forces"),),
        lists=(SHIPS, TRANSPORTS, PORTS),
        urls=BATTLE_PAGE.urls,
        new=NEW,
        **hooks(BATTLE_PAGE),
    )
)
