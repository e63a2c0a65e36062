"""What a page works out with many groups at sea: each hex and each step once. Counted in calls, never in time."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from navalassist.engine import Effect, Set, create
from navalassist.engine.duties import Moment
from navalassist.play import agenda
from navalassist.rules.europa import reach
from navalassist.rules.europa.mines import mark
from navalassist.rules.europa.r36_naval_move import entered_mark
from navalassist.systems.europa import contacts, danger
from navalassist.taskforces.models import NavalGroup, TaskForce
from tests.begun import begin
from tests.in_hand import InHand

GROUPS, UNITS, MOVES = 15, 4, 3
# The place of a group, and its moves, each in a hex of its own.
HEXES = GROUPS * (MOVES + 1)


@pytest.fixture
def med() -> InHand:
    """The Allied naval movement, with fifteen groups that made three moves each."""
    table = InHand(begin("Med", malta=10, slug="med", moment=Moment("1941-03-1", "allied", "naval-movement")), "allied")
    table.edit(*(effect for number in range(GROUPS) for effect in at_sea(number)))
    return table


def at_sea(number: int) -> Iterator[Effect]:
    """A group off Valletta, and its units."""
    move, began = {"mps": 5, "night": False}, "port:valletta"
    strip = [move | {"to": f"18A:{10 + number:02}{10 + place:02}"} for place in range(MOVES)]
    strip[0] |= {"began": began}
    at = {"place": f"hex:18A:{10 + number:02}15", "zone": "central-med"}
    moved = {"strip": strip, "strip_of": "1941-03-1/allied", "began": began}
    yield create(f"group:g{number}", **NavalGroup.new_facts(side="allied", name=f"G{number}", **at, **moved))
    for unit in range(UNITS):
        key, group = f"u{number}-{unit}", f"group:g{number}"
        fields = {"name": key.title(), "strength": 4, "reverse": 2, "place": group}
        yield create(f"task-force:{key}", **TaskForce.new_facts(side="allied", **fields))
        yield mark(entered_mark(key, "central-med"), f"task-force:{key}", group, began)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[Any]:
    """How often a distance was counted, a hex was judged, and the duties of each step were worked out."""
    calls: Counter[Any] = Counter()

    def count(module: Any, name: str, key: Any = None) -> None:
        real = getattr(module, name)

        def counting(*given: Any, **named: Any) -> Any:
            calls[name if key is None else key(*given)] += 1
            return real(*given, **named)

        monkeypatch.setattr(module, name, counting)

    count(danger, "span")
    count(danger, "whose")
    count(contacts, "status_of")
    count(reach, "kilometres")
    count(agenda, "_makers_at", lambda now: now.moment)
    return calls


def seen(med: InHand, counted: Counter[Any]) -> Counter[Any]:
    """What one more view of the map page works out."""
    counted.clear()
    med.get()
    return Counter(counted)


def test_the_map_page_works_out_each_step_once_and_judges_each_hex_once(med: InHand, counted: Counter[Any]) -> None:
    calls = seen(med, counted)
    steps = {key: number for key, number in calls.items() if isinstance(key, Moment)}
    assert Moment("1941-03-1", "allied", "naval-movement") in steps
    assert len(steps) > 1
    assert set(steps.values()) == {1}
    assert calls["whose"] <= HEXES
    assert 0 < calls["status_of"] <= GROUPS, "one status for the units of a group"


def test_hexes_to_ports_are_counted_again_only_when_a_port_has_moved(med: InHand, counted: Counter[Any]) -> None:
    seen(med, counted)
    med.edit(Set("task-force:u0-0.name", "Warspite"))
    calls = seen(med, counted)
    assert calls["span"] == calls["kilometres"] == 0, "no port has moved"
    seen(med, counted)
    before = danger.spans(med.facts, danger.Hex.of("18A:0521"))["tripoli"]
    med.edit(Set("port:tripoli.map_reference", "18A:0520"))
    assert seen(med, counted)["span"] > 0
    after = danger.spans(med.facts, danger.Hex.of("18A:0521"))["tripoli"]
    assert (before.exact, after.exact) == (None, 1)
