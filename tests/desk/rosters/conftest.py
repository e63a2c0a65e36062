"""Campaigns with lists: the Great War's, and ships of the miniature system, with or without secrets."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from navalassist.campaigns.facts import PUBLIC
from navalassist.desk.system_pages import SYSTEM_PAGES, SystemPages
from navalassist.play.state import State
from navalassist.play.systems import SYSTEMS
from tests.begun import begin_war_demo
from tests.in_hand import InHand, in_hand
from tests.mini.fixtures import little, mini
from tests.mini.ships import SHIPS
from tests.systems.storm_of_steel.acting import War

__all__ = ["little", "mini"]


@pytest.fixture
def war(db: None) -> Iterator[War]:
    with in_hand(begin_war_demo(), War) as table:
        yield table


@pytest.fixture
def ships(little: InHand, monkeypatch: pytest.MonkeyPatch) -> InHand:
    """A campaign whose one list is its ships."""
    monkeypatch.setitem(SYSTEM_PAGES, "mini", SystemPages("mini", lists=(SHIPS,)))
    little.sit("axis")
    return little


@pytest.fixture
def secret(ships: InHand, monkeypatch: pytest.MonkeyPatch) -> InHand:
    """The same where a ship is its side's secret."""

    def belongs_to(state: State, row: str, fields: Mapping[str, Any]) -> str:
        return str(fields["side"]) if row.startswith("mini-ship:") else PUBLIC

    monkeypatch.setitem(SYSTEMS, "mini", replace(SYSTEMS["mini"], belongs_to=belongs_to, is_closed=lambda values: True))
    return InHand(ships.campaign).at("axis")


Typed = Callable[..., dict[str, str]]


@pytest.fixture
def typed() -> Typed:
    """Cells of a line as its form sends them."""

    def line(key: str = "new", **cells: str) -> dict[str, str]:
        side = {"side": "Axis"} if key == "new" and "side" not in cells else {}
        return {"line": key, **{f"{key}.{name}": text for name, text in {**side, **cells}.items()}}

    return line
