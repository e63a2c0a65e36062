"""P18: a rule that was told of a check, a unit or points that were not as the log says is found, all hashes in order.

The liar writes through the product's own door: only what the rule is told is changed, so the rest of the log is honest.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import pytest
from pydantic import BaseModel

from navalassist.auditlog import triggers
from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.engine import create
from navalassist.engine.reader import Reader
from navalassist.play import state as states
from navalassist.play.checks.verify import check_campaign
from navalassist.play.dice.server import DiceInput
from navalassist.play.rules.resolve import carry_out
from navalassist.play.systems import Target
from navalassist.play.write.transaction import writing
from navalassist.rules.europa.r36_malta import STOCK_POINTS
from navalassist.systems.europa.setup import begin_demo
from navalassist.systems.europa.system import EUROPA
from navalassist.taskforces.models import NavalGroup, TaskForce
from tests.promises.tampering import forge, undone
from tests.systems.europa.board import as_form, viewer_of

pytestmark = [pytest.mark.promise("P18"), pytest.mark.django_db]


@pytest.fixture
def demo(db: None) -> Iterator[Campaign]:
    """The demo, with an Axis group of two units off Messina."""
    states.forget()
    campaign = begin_demo()
    group = NavalGroup.new_facts(side="axis", name="Squadra", place="hex:27A:0410", zone="central-med")
    units = {"zara": "task-force", "pola": "warship"}
    rows = [create("group:squadra", **group)]
    for key, kind in units.items():
        about = {"name": key.title(), "kind": kind, "strength": 4, "reverse": 2, "place": "group:squadra"}
        rows.append(create(f"task-force:{key}", **TaskForce.new_facts(side="axis", **about)))
    with writing(viewer_of(campaign, "axis")) as writer:
        writer.edit("test", rows, seat="axis")
    yield campaign
    states.forget()


def lie(monkeypatch: pytest.MonkeyPatch, slug: str, what: Mapping[str, Any], hidden: Collection[str] = ()) -> None:
    """From now on the rule is told this; the facts that are hidden are not said to have been read."""
    real = EUROPA.situations[slug]

    def builder(reader: Reader, target: Target) -> BaseModel:
        told = real(reader, target)
        reader.read = {key: value for key, value in reader.read.items() if key not in hidden}
        fields = told.model_dump(mode="json")
        for path, value in what.items():
            *way, name = path.split(".")
            place = fields
            for step in way:
                place = place[step]
            assert place[name] != value
            place[name] = value
        return type(told).model_validate(fields)

    monkeypatch.setitem(EUROPA.situations, slug, builder)


def act(campaign: Campaign, slug: str, strip: str = "", **typed: Any) -> None:
    dice = DiceInput("typed", strip) if strip else DiceInput()
    target = typed if slug == "cargo-contact" else as_form(slug, **typed)
    with writing(viewer_of(campaign, "moderator")) as writer:
        carry_out(writer, slug, target, dice)


def faults(campaign: Campaign) -> str:
    return "\n".join(fault.what for fault in check_campaign(campaign).faults)


def test_a_check_that_was_never_made_spares_no_shipment(demo: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    lie(monkeypatch, "cargo-contact", {"already_checked": "public/3"})
    act(demo, "cargo-contact", shipment="demo-1")
    assert "the rule was told already_checked as 'public/3', where '' was to be expected" in faults(demo)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("already_checked", "public/3"),
        ("already_back", True),
        ("unit.strength", 99),
        ("unit.name", "Fiume"),
        ("unit.kind", "submarine"),
        ("alone", True),
        ("convoy", False),
        ("group", "other"),
        ("nation", "soviet"),
        ("phase", "exploitation"),
    ],
)
def test_a_unit_was_checked_as_it_was_afloat(
    demo: Campaign, monkeypatch: pytest.MonkeyPatch, path: str, value: Any
) -> None:
    lie(monkeypatch, "unit-contact", {path: value})
    act(demo, "unit-contact", "" if path == "already_checked" else "11", unit="zara")
    assert f"the rule was told {path} as {value!r}, where " in faults(demo)


def test_malta_has_the_hits_that_its_number_says(demo: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    act(demo, "malta-bombed", hits=2)
    lie(monkeypatch, "malta-repaired", {"damage": 15})
    act(demo, "malta-repaired", points=2, engineer=True)
    assert "the rule was told damage as 15, where " in faults(demo)


def test_repairs_of_earlier_versions_name_no_hits(demo: Campaign) -> None:
    """As versions up to 0.3.0 wrote them, of the same edition."""
    act(demo, "malta-bombed", hits=2)
    act(demo, "malta-repaired", points=2, engineer=True)
    assert not faults(demo)
    entry = Entry.objects.filter(campaign=demo, procedure="malta-repaired").get()

    def as_then(record: Any) -> None:
        record["body"].get("editions", {}).pop("typed", None)
        record["body"].pop("typed", None)
        record["body"].get("situation", {}).pop("damage", None)

    triggers.drop()
    with undone():
        for one in Entry.objects.filter(campaign=demo).order_by("id"):
            forge(demo, one.reference, as_then)
        assert not [fault for fault in check_campaign(demo).faults if fault.where == entry.reference]


def test_repair_points_that_are_counted_are_not_hidden(demo: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    act(demo, "malta-bombed", hits=2)
    in_hand = states.load(demo.slug).values[STOCK_POINTS]
    lie(monkeypatch, "malta-repaired", {"in_hand": None}, [STOCK_POINTS])
    act(demo, "malta-repaired", points=2, engineer=True)
    assert f"it went by {STOCK_POINTS} as None, but the log before it says {in_hand}" in faults(demo)
