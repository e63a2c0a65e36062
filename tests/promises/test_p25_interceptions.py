"""P25 of search and interception: what was not spotted tells the enemy nothing, and what was, its owner nothing."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone
from django.utils.http import urlencode

from navalassist.campaigns.viewer import OBSERVER
from navalassist.systems.theatre.setup import begin_lingayen
from navalassist.systems.theatre.state.words import Mission
from tests.in_hand import InHand, seated
from tests.promises.http import ask
from tests.promises.kept import rolled_back
from tests.promises.test_p25_non_interference import ONCE, check_same, core
from tests.promises.test_p25_search import masked
from tests.systems.theatre.at_sea import AXIS, COVER, LANDING, at_sea, order

pytestmark = [pytest.mark.django_db, pytest.mark.promise("P25"), pytest.mark.rule("PG.6.4.2")]
SEARCH, INTERCEPT = "pg-search", "pg-intercept"
FORMS = (f"do/{SEARCH}/", f"do/{INTERCEPT}/")
PARTS = ("", "interceptions/", "known/", "log/", "do/", "lists/", "version/", "dice/", *FORMS)
# Four squares and more from Manila, out of the PBY's sight, which is 3.
UNSEEN = (
    order("landing", AXIS, "fleet", Mission.INVASION, "E1 D1 D2 D3"),
    order("cover", AXIS, "a2", route="D2 C3"),
)
# What Japan may change of it, and of what looks out, without a word to anybody else.
CHANGES: dict[str, dict[str, Any]] = {
    "another route": {"pg-order:landing.route": "E1 D1", "pg-order:landing.target": "D1"},
    "it is dropped": {"pg-order:landing.progress": "dropped"},
    "another mission": {"pg-order:landing.mission": "convoy"},
    "another group": {"pg-order:landing.group": "a1"},
    "a patrol elsewhere": {"pg-order:cover.route": "D2 C2"},
    "it turned back": {"pg-order:cover.progress": "turned-back"},
    "a kind of group": {"pg-group:fleet.kind": "merchant"},
    "a number": {"pg-group:a2.number": 7},
    "better eyes": {"pg-unit:kongo.search": 9},
    "damage": {"pg-unit:kongo.status": "damaged"},
    "bombers that see the flotillas": {"pg-air:takao-bombers.search": 9},
    "bombers at rest": {"pg-air:takao-bombers.ready": False},
}


@pytest.fixture(autouse=True)
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    at = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: at)


def read_by(table: InHand, seat: str, *sightings: str) -> dict[str, str]:
    """Pages and logs of a seat, and what it is answered where it asks for missions that were spotted, or were not."""
    found, client, home = core(table.campaign, seat, PARTS), seated(table.campaign, seat), f"/c/{table.slug}/"
    for key in sightings:
        typed = {"sighting": key, "where": "D5", "force": "pg-port:manila", "dice": "server"}
        found[f"form {key}"] = ask(client, f"{home}do/{INTERCEPT}/?{urlencode(typed)}").whole
        sent = {"submission": "a" * 32, "seen": "", **typed}
        found[f"sent {key}"] = ask(client, f"{home}do/{INTERCEPT}/", "post", data=sent).whole
    return masked({address: ONCE.sub("", text) for address, text in found.items()})


def played(seat: str, fleet: Any, change: dict[str, Any], whose: str, *sightings: str) -> dict[str, str]:
    """A campaign with this change of a side's secrets before both search, as a seat reads it."""
    with rolled_back():
        table = at_sea(begin_lingayen(), fleet)
        if change:
            table.set(change, seat=whose)
        table.do(SEARCH, seat="allied")
        return read_by(table, seat, *sightings)


@pytest.mark.parametrize("seat", ["allied", OBSERVER])
def test_twelve_changes_of_what_is_not_spotted_leave_every_other_seat_with_the_same_bytes(seat: str) -> None:
    assert len(CHANGES) == 12
    asked = ("allied-landing", "allied-nothing")
    before = played(seat, UNSEEN, {}, "axis", *asked)
    for why, change in CHANGES.items():
        check_same(before, played(seat, UNSEEN, change, "axis", *asked), why)


@pytest.mark.parametrize("seat", ["axis", OBSERVER])
def test_nobody_learns_whether_his_own_mission_was_spotted(seat: str) -> None:
    """The PBY sees the landing and its cover, or is at rest and sees neither; also where one asks for a sighting."""
    asked = ("allied-landing", "allied-cover")
    seen = played(seat, (LANDING, COVER), {}, "allied", *asked)
    blind = {"pg-air:pby.ready": False, "pg-air:b-17.ready": False, "pg-air:p-40.search": 0}
    check_same(seen, played(seat, (LANDING, COVER), blind, "allied", *asked), "nothing is spotted")
