"""P25: what changes in secret changes nothing that anybody else receives: not a byte, not a header, not a link."""

import io
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from navalassist.auditlog.export import lines
from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import OBSERVER, PUBLIC
from navalassist.engine import create
from navalassist.seazones.models import MineBelt
from navalassist.systems.europa import air, fleet_edits
from navalassist.systems.europa.board import moves, roster, rows, templates
from navalassist.taskforces.models import NavalGroup
from tests import counts
from tests.in_hand import InHand, seated
from tests.promises import fleets
from tests.promises.http import crawl
from tests.systems.europa.board import put, read_of, rolled, typed
from tests.systems.europa.test_closed import closed

pytestmark = [pytest.mark.django_db, pytest.mark.promise("P25")]
# One-time keys, which differ from drawing to drawing and depend on nothing; a cookie holds the time too.
ONCE = re.compile(
    r'(?:csrfmiddlewaretoken" value=|X-CSRFToken": ?)"[^"]*"|(?:value|id|for)="n?[0-9a-f]{32}[a-z0-9.-]*"'
    r"|navalassist_csrf=\w+; expires=[^;]+;"
)
Act = Callable[[InHand, str], object]


def change(table: InHand, key: str) -> None:
    draft = read_of(table.campaign, typed("9 SP")).draft
    assert draft is not None
    table.act(rows.change, key, draft)


def count(table: InHand, key: str) -> None:
    place, state = roster.Place("axis", "naples", roster.Ware("nt")), table.state
    table.edit(*roster.set_to(roster.Roster(state.values, state.clock[0]), {place: 20}))


def fly(table: InHand, key: str) -> None:
    unit = {"side": "axis", "name": "Stukas", "nature": "v", "tbf": "3", "range": "10", "place": "box"}
    table.enter(air.add, {**unit, "fighter": "", "hexes_to_base": "", "zone": "western-med"})


def keep(table: InHand, key: str) -> None:
    table.act(templates.save, "axis", "Night run", [rows.draft_of(rows.standing_row(table.state, key))])


def template_of(table: InHand) -> str:
    return table.rows("template")[0]


SECRET_CHANGES: dict[str, Act] = {
    "a row is added": lambda table, key: put(table.campaign, typed("3 SP")),
    "a unit is loaded": lambda table, key: put(table.campaign, typed("Ariete division, 4 REs")),
    "an air unit is put on its field": fly,
    "a row is changed": change,
    "a row is copied": lambda table, key: table.act(rows.copy, key),
    "a row changes places": lambda table, key: table.act(moves.move, key, "down"),
    "a row is removed": lambda table, key: table.act(rows.strike, key),
    "an input is taken back": lambda table, key: table.take_back(),
    "a template is kept": keep,
    "a template is renamed": lambda table, key: table.act(templates.rename, template_of(table), "Day run"),
    "a template is put on the board": lambda table, key: table.act(templates.put, template_of(table)),
    "the roster is counted": count,
}


def by_hand(act: str, *given: Any) -> Act:
    """An input on the page of fleets."""
    return lambda table, key: table.enter(getattr(fleet_edits, act), *given)


def group_moved(where: dict[str, str]) -> Act:
    return by_hand("change_group", "a", {"name": "Battle fleet", "place": "", "zone": "", **where})


NEW = {
    **dict.fromkeys(("nation", "organisation", "arrives", "leaves"), ""),
    **dict.fromkeys(("flipped", "refit", "code_c_fighter"), False),
    "side": "axis",
    "name": "Gorizia",
    "kind": "task-force",
    "strength": 4,
    "reverse": None,
    "mines": 0,
    "hits": 0,
}
AMONG_MINES, IN_THE_ZONE = "18A:0407", "18A:0405"
FLEET_CHANGES: dict[str, Act] = {
    "a unit is added": by_hand("add_unit", {**NEW, "place": "port:naples"}),
    "a carrier group is to come": by_hand(
        "add_unit", {**NEW, "kind": "carrier", "place": "off", "arrives": "1941-03-1"}
    ),
    "a unit has hits and mines": by_hand("change_unit", "zara", {**NEW, "place": "group:a", "hits": 1, "mines": 2}),
    "a group is formed of another": by_hand("form_group", "Detached", ["pola", "fiume"]),
    "a group comes among enemy mines": group_moved({"hex": AMONG_MINES}),
    "a group comes into an enemy danger zone": group_moved({"hex": IN_THE_ZONE, "zone": "central-med"}),
    "a unit joins a group": by_hand("place_unit", "trento", "group:a", "it was with them"),
    "a unit is sunk": by_hand("place_unit", "pola", "sunk"),
    "an input is taken back": lambda table, key: table.take_back(),
    "a group comes into a port": group_moved({"place": "port:tripoli", "hex": ""}),
    "a group ends": by_hand("end_group", "a"),
    "a unit is taken away": by_hand("remove_unit", "zara"),
}


def at_sea() -> Campaign:
    """A closed campaign with fleets and accounts of both sides, and with mines of both."""
    campaign = closed()
    group = NavalGroup.new_facts(side="axis", name="Battle fleet", place="hex:26:2613", zone="central-med")
    rows = [create("group:a", **group), *(fleets.unit(key, "group:a") for key in ("zara", "pola", "fiume"))]
    InHand(campaign).edit(*rows, fleets.unit("trento", "port:naples", kind="warship"))
    mines = [MineBelt.new_facts(side=side, hex=AMONG_MINES, points=2) for side in ("axis", "allied")]
    InHand(campaign).edit(*(create(f"mines:{fields['side']}/18A-0407", **fields) for fields in mines))
    for side in ("axis", "allied"):
        fleets.do(campaign, "points-received", seat=side, side=side, what="nrp", points="7")
    fleets.moved(campaign, "a", "10 26:2614")
    return campaign


CORE = ("", "board/", "log/", "owed/", "report/", "year/", "calendar/", "sheet/", "late/", "paper/", "do/", "version/")


FLEET_PAGES = (
    *("", "log/", "year/", "calendar/", "sheet/", "late/", "paper/", "do/", "version/"),
    *("fleet/", "mines/", "ledgers/", "danger/"),
)


def core(campaign: Campaign, seat: str, parts: tuple[str, ...] = CORE) -> dict[str, str]:
    """The pages that people keep open, and the logs as files."""
    client, found = seated(campaign, seat), {}
    for address in (f"/c/{campaign.slug}/{part}" for part in parts):
        page = client.get(address)
        found[address] = ONCE.sub("", f"{page.status_code}{page.headers}{page.content.decode()}")
    found["export"] = "\n".join(lines(campaign, frozenset({PUBLIC} if seat == OBSERVER else {PUBLIC, seat})))
    out = io.StringIO()
    call_command("export", campaign.slug, stdout=out)
    return found | {"command": out.getvalue()}


def everything(campaign: Campaign, seat: str) -> dict[str, str]:
    """Every page that links lead to."""
    home = f"/c/{campaign.slug}/"
    answers = crawl(seated(campaign, seat), home, of_a_kind=counts.PAGES_OF_A_KIND, within=home, deep=True)
    return {answer.url: ONCE.sub("", answer.whole) for answer in answers}


def first_difference(one: str, two: str) -> tuple[str, str]:
    """Where two texts part, with a little of what is round it."""
    at = next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    return one[max(0, at - 60) : at + 60], two[max(0, at - 60) : at + 60]


def check_same(before: dict[str, str], after: dict[str, str], why: str) -> None:
    assert after.keys() == before.keys(), why
    for address, text in before.items():
        assert text == after[address], (why, address, *first_difference(text, after[address]))


def looks(seat: str, number: int) -> bool:
    """The other side looks after every change, the observer after so many, and both when all are made."""
    return seat == "allied" or number % counts.CHANGES_UNSEEN == 0


def with_rows() -> tuple[Campaign, str]:
    """A closed campaign with convoys of the Axis, and the key of one that has not sailed."""
    campaign = closed()
    sailed = put(campaign, typed("7 SP"))
    rolled(campaign, f"row:{sailed}", "22")
    key = put(campaign, typed("5 SP"))
    put(campaign, typed("2 SP"))
    return campaign, key


@pytest.mark.slow
@pytest.mark.parametrize("seat", ["allied", OBSERVER])
@pytest.mark.parametrize("what", ["rows", "fleets"])
def test_twelve_secret_changes_leave_every_other_seat_with_the_same_bytes(
    what: str, seat: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    noon = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: noon)
    campaign, key = with_rows() if what == "rows" else (at_sea(), "")
    changes, parts = (SECRET_CHANGES, CORE) if what == "rows" else (FLEET_CHANGES, FLEET_PAGES)
    own = f"/c/{campaign.slug}/{'board/' if what == 'rows' else 'fleet/'}"
    before, all_before = core(campaign, seat, parts), everything(campaign, seat)
    mine = core(campaign, "axis", parts)
    assert len(all_before) > 40
    assert own in all_before
    assert len(changes) == 12
    for number, (change_made, act) in enumerate(changes.items(), start=1):
        entries = Entry.objects.filter(campaign=campaign).count()
        act(InHand(campaign), key)
        assert Entry.objects.filter(campaign=campaign).count() > entries, "it is made, and written"
        if looks(seat, number):
            check_same(before, core(campaign, seat, parts), change_made)
            # Of fleets its own side does see it.
            mine, earlier = core(campaign, "axis", parts), mine
            assert what == "rows" or mine[own] != earlier[own], change_made
    check_same(before, core(campaign, seat, parts), "all of them")
    check_same(all_before, everything(campaign, seat), "all of them")
