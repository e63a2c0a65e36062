"""A whole turn on paper: the lines of both player turns, looked at and entered in one form, come to what taps do.

By hand, from the demo. Malta: 1 hit, 10 to 9; 1 repair point, back to 10. 7 SP, 6 3 on column 9: contact; 4, 2, 1 of
lots 3, 3, 1: 4 lost, 1 back, 2 arrive. 3 SP, 1 1: none, 3 arrive. The Cruisers, 8 less 1 hit, meet 1 mine point with 7 dice
and no 1 among them. A 6 for the Italian fleet is a Great success. Naval repair points: 3 go for mines, 2 for a hit
on Force H. The minelayer had 1 mine point, loads 2, lays 1 at sea. Infantry, 1 1 twice: it lands.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from navalassist.auditlog.models import Entry
from navalassist.play.storage.bodies import whole_body
from navalassist.play.write.submissions import new_submission
from navalassist.systems.europa.fleet_edits import form_group
from navalassist.systems.europa.setup import DEMO_MALTA
from tests.begun import begin
from tests.in_hand import InHand, drawn, in_hand
from tests.in_hand import words_of as words
from tests.systems.europa.board import put, rolled, typed

WHEN = {"day": "2026-03-01", "hour": "20:15", "offset": "60"}
END = "allied/exploitation"
AXIS, INITIAL, ALLIED = "axis/naval-movement", "allied/initial", "allied/naval-movement"
NEW_ROW, GROUP = "{row}", "{group}"


class Line(NamedTuple):
    """A line as it was played: its step, its rule, what is typed, and its dice."""

    place: str
    kind: str
    typed: dict[str, Any]
    dice: str = ""


TURN = (
    Line(AXIS, "malta-bombed", {"hits": 1}),
    Line(AXIS, "new-row", {"sails": "3 SP", "origin": "naples", "destination": "tripoli"}),
    Line(AXIS, "row", {"row": "demo-1"}, "63 421"),
    Line(AXIS, "row", {"row": NEW_ROW}, "11"),
    Line(AXIS, "naval-move", {"group": "cruisers", "moves": "60", "ends": "tripoli", "fuel": "srp"}),
    Line(AXIS, "unit-contact", {"unit": "squadron-2", "zone": "central-med"}, "11"),
    Line(AXIS, "way-hexes", {"group": "cruisers", "hexes": "18A:0202 18A:0203", "none_met": True}),
    Line(AXIS, "mine-damage", {"group": "cruisers", "hex": "18A:0203"}, "5555555"),
    Line(AXIS, "danger-contact", {"group": "cruisers", "hex": "18A:0203"}, "2"),
    Line(INITIAL, "italian-interference", {"sea": "eastern-med"}, "6"),
    Line(INITIAL, "malta-repaired", {"points": 1, "engineer": True}),
    Line(INITIAL, "mines-loaded", {"unit": "minelayer", "points": 2, "cost": 3}),
    Line(INITIAL, "naval-repair", {"unit": "force-h-1", "hits": 1, "cost": 2}),
    Line(ALLIED, "new-group", {"name": "Layer", "units": ["minelayer"]}),
    Line(ALLIED, "naval-move", {"group": GROUP, "moves": "3 18A:0404", "zone": "central-med"}),
    Line(ALLIED, "mines-laid", {"unit": "minelayer", "points": 1}),
    Line(ALLIED, "row", {"row": "demo-2"}, "11 11"),
)


def form_of(turn: tuple[Line, ...], submission: str, keys: dict[str, str], **more: Any) -> dict[str, Any]:
    """The form with these lines in order. keys: of the new row and the new group, once a page has told them."""
    form: dict[str, Any] = {"seen": "", "submission": submission, "until": END, "line": []} | WHEN
    for number, line in enumerate(turn, start=1):
        if line.kind == "row":
            form |= boxes(line, keys, form["line"])
            continue
        form["line"].append(f"{line.place}|{line.kind}|{number}")
        form |= {f"l{number}-{name}": as_sent(value, keys) for name, value in line.typed.items()}
        form |= {f"l{number}-strip": line.dice} if line.dice else {}
    return form | more


def boxes(line: Line, keys: dict[str, str], order: list[str]) -> dict[str, str]:
    """The boxes of a row that is listed."""
    key = as_sent(line.typed["row"], keys)
    named = key if line.place == AXIS else f"allied.naval-movement.{key}"
    order.append(f"{line.place}||{named}")
    if line.place == ALLIED:
        return {f"contact-{named}-{leg}": dice for leg, dice in enumerate(line.dice.split(), start=1)}
    contact, _, lots = line.dice.partition(" ")
    return {f"contact-{named}-2": contact} | ({f"lots-{named}-2": lots} if lots else {})


def as_sent(value: Any, keys: dict[str, str]) -> Any:
    return value if isinstance(value, list) else "on" if value is True else keys.get(str(value), str(value))


def looked(table: InHand, form: dict[str, Any]) -> str:
    """The page with what would come of it, without what its lists offer."""
    return drawn(table.post("late/look/", **form))


def told(page: str) -> str:
    return words(re.sub(r"<option.*?</option>", "", page))


def keys_in(page: str) -> dict[str, str]:
    """The keys that a page has given to the new row and to the new group."""
    row = re.search(r'name="line" value="axis/naval-movement\|\|(\w{32})"', page)
    group = re.search(r'<option value="(\w{32})"[^>]*>Layer', page)
    assert row
    assert group
    return {NEW_ROW: row[1], GROUP: group[1]}


def enter(table: InHand, turn: tuple[Line, ...]) -> dict[str, str]:
    """All of it as somebody types it: once looked at for the keys of what is new, and then entered."""
    submission = new_submission()
    keys = keys_in(looked(table, form_of(turn, submission, {})))
    passed = re.search(r'name="passed" value="(\w+)"', looked(table, form_of(turn, submission, keys)))
    assert passed
    answer = table.post("late/", **form_of(turn, submission, keys, passed=passed[1]))
    assert answer.status_code == 302, told(answer.content.decode())
    return keys


def tap(table: InHand, turn: tuple[Line, ...]) -> dict[str, str]:
    """The same, one tap after the other, at the pages where it is done."""
    keys: dict[str, str] = {}
    for line in (*turn, Line(END, "", {})):
        table.until(line.place)
        given = {name: keys.get(str(value), value) for name, value in line.typed.items()}
        if line.kind == "new-row":
            keys[NEW_ROW] = put(table.campaign, typed(given["sails"], f"{given['origin']} {given['destination']}"))
        elif line.kind == "new-group":
            table.enter(form_group, given["name"], given["units"])
            keys[GROUP] = next(key for key in table.rows("group") if table.facts[f"group:{key}.name"] == "Layer")
        elif line.kind == "row":
            rolled(table.campaign, f"row:{given['row']}", line.dice)
        elif line.kind:
            table.do(line.kind, line.dice, **given)
    return keys


def state_of(table: InHand, keys: dict[str, str]) -> Any:
    """Every fact, with one name for what each has made."""
    text = json.dumps(table.facts, default=str, sort_keys=True)
    for name, key in keys.items():
        text = text.replace(key, name)
    return json.loads(text)


def verdicts(table: InHand, keys: dict[str, str]) -> Iterator[tuple[Any, ...]]:
    """Rule, situation, dice, outcome and moment of each entry."""
    for entry in Entry.objects.filter(campaign=table.campaign, kind="rule").order_by("id"):
        body = whole_body(entry)
        text = json.dumps([body.get(name) for name in ("situation", "answers", "outcome", "odds")], sort_keys=True)
        for name, key in keys.items():
            text = text.replace(key, name)
        yield entry.procedure, entry.player_turn, entry.step, json.loads(text)


@pytest.fixture
def taps(db: None) -> Iterator[InHand]:
    """A second demo, where everything is tapped."""
    with in_hand(begin("Tapped", malta=DEMO_MALTA, slug="tapped", demo=True)) as table:
        yield table


def test_a_turn_of_both_sides_on_paper_comes_to_the_same_as_taps(demo: InHand, taps: InHand) -> None:
    for table in (demo, taps):
        table.set({"task-force:force-h-1.hits": 1}, seat="allied")
    on_paper, tapped = enter(demo, TURN), tap(taps, TURN)
    assert list(verdicts(demo, on_paper)) == list(verdicts(taps, tapped))
    assert state_of(demo, on_paper) == state_of(taps, tapped)
    facts, row = demo.facts, demo.state.row
    assert demo.state.clock == ("1941-03-1", "allied", "exploitation")
    assert facts["malta:status.number"] == 10
    first, new = row("shipment:demo-1"), row(f"shipment:{on_paper[NEW_ROW]}")
    assert [str(first[name]) for name in ("res_lost", "res_returned", "res_afloat")] == ["4", "1", "2"]
    assert (new["state"], str(new["res_afloat"])) == ("arrived", "3")
    assert (facts["task-force:squadron-2.hits"], facts["task-force:force-h-1.hits"]) == (1, 0)
    assert facts["task-force:minelayer.mines"] == 2
    assert row("shipment:demo-2")["state"] == "arrived"
