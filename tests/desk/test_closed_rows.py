"""Closed campaigns (R-56): what a rule on secrets makes for all, mines and notices, is everybody's (36.C, 36.D)."""

import io
import re
from collections.abc import Iterator
from typing import Any

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR, Viewer
from navalassist.engine import Create, Effect, create
from navalassist.play import archive
from navalassist.play import state as states
from navalassist.play.bodies import audience_of, body_of
from navalassist.play.correct import Correction, correct
from navalassist.play.resolve import DiceInput, carry_out
from navalassist.play.systems import Moment
from navalassist.play.turns import end_step
from navalassist.play.verify import check_campaign
from navalassist.play.writer import writing
from navalassist.systems.europa.setup import begin
from navalassist.taskforces.models import NavalGroup, TaskForce
from tests.desk.test_closed import seated
from tests.in_hand import page, words_of
from tests.promises import archives
from tests.systems.board import as_form
from tools import verify_log

WHERE = "18A:0406"
BELT = "mines:allied/18A-0406"
NOTICE = "mark:notice/axis/central-med"
AXIS = frozenset({"public", "axis"})
TICKS = ("protected", "reaction", "lands", "attacks", "through", "canal", "banks")
ROLLED = {"stays": "no", "night": "", "friendly_hex": False}


@pytest.fixture
def closed(db: None) -> Iterator[Campaign]:
    """Allied naval movement: Force H with a minelayer off Malta, the Zara one hex off. At the end all is sound."""
    states.forget()
    moment = Moment("1941-03-1", "allied", "naval-movement")
    campaign = begin("Med", malta=10, slug="med", moment=moment, rulings={"R-56": "closed"})
    for side, key, place, units in (
        (
            "allied",
            "h",
            f"hex:{WHERE}",
            {"force-h": {"strength": 4, "reverse": 2}, "minelayer": {"strength": 2, "mines": 3}},
        ),
        ("axis", "z", "hex:18A:0405", {"zara": {"strength": 12, "reverse": 6}}),
    ):
        group = NavalGroup.new_facts(side=side, name=f"Group {key}", place=place, zone="central-med")
        rows = [create(f"group:{key}", **group)]
        rows += [_unit(name, side, f"group:{key}", **more) for name, more in units.items()]
        edit(campaign, side, *rows)
    yield campaign
    for processes in (1, 2):
        found = check_campaign(campaign, processes)
        assert found.sound, found
    states.forget()


def _unit(key: str, side: str, place: str, **more: Any) -> Create:
    kind = "warship" if "mines" in more else "task-force"
    return create(f"task-force:{key}", **TaskForce.new_facts(side=side, name=key, place=place, kind=kind, **more))


def viewer(campaign: Campaign, seat: str) -> Viewer:
    return Viewer(campaign, seat, "00000000-0000-4000-8000-000000000001", at_table=True)


def edit(campaign: Campaign, seat: str, *effects: Effect) -> None:
    with writing(viewer(campaign, seat)) as writer:
        writer.edit("test", effects)


def do(campaign: Campaign, seat: str, slug: str, strip: str = "", **target: Any) -> Entry:
    with writing(viewer(campaign, seat)) as writer:
        dice = DiceInput("typed", strip) if strip else DiceInput()
        return carry_out(writer, slug, as_form(slug, **target), dice)


def lay(campaign: Campaign) -> Entry:
    return do(campaign, "allied", "mines-laid", unit="minelayer", points=2)


def roll(campaign: Campaign, strip: str) -> Entry:
    """The group rolls in an Axis danger zone."""
    more = {"hex": "", "sea": "", "came_back": True, "typed": "axis", "because": "it left and came back"}
    return do(campaign, "allied", "danger-contact", strip, group="h", **more, **ROLLED)


def to_the_axis(campaign: Campaign) -> None:
    """On to the naval movement of the next Axis player turn."""
    while states.load("med").clock[1:] != ("axis", "naval-movement"):
        with writing(viewer(campaign, MODERATOR)) as writer:
            end_step(writer)


def seen() -> Any:
    return states.load("med").seen_by(AXIS)


@pytest.mark.rule("E36.C.2")
def test_mines_that_a_rule_lays_lie_open_on_the_map(closed: Campaign) -> None:
    entry = lay(closed)
    assert audience_of(entry) == "allied"
    assert seen().row(BELT)["points"] == 2
    assert BELT not in states.load("med").audiences
    body = body_of(entry, AXIS)
    assert [effect["key"] for effect in body["effects"]] == [BELT]
    assert {change[0].rpartition(".")[0] for change in body["changes"]} == {BELT}
    assert not [secret for secret in ("task-force:", "group:", "minelayer") if secret in entry.content]
    enemy = seated(closed, "axis")
    assert WHERE in words_of(page(enemy, "/c/med/mines/"))
    receipt = words_of(page(enemy, f"/c/med/log/{entry.reference}/"))
    assert WHERE in receipt
    assert "Group h" not in receipt


@pytest.mark.rule("E36.C.2")
def test_the_enemy_sails_into_them_and_is_checked(closed: Campaign) -> None:
    lay(closed)
    to_the_axis(closed)
    moved = dict.fromkeys(TICKS, False) | dict.fromkeys(("ends", "fuel", "fuel_port"), "") | {"zone": "central-med"}
    do(closed, "axis", "naval-move", group="z", moves=f"4 {WHERE}", **moved)
    enemy = seated(closed, "axis")
    assert f"in {WHERE}" in words_of(page(enemy, "/c/med/"))
    entry = do(closed, "axis", "mine-damage", "1" * 12, group="z", hex=WHERE, occasion="entered")
    assert (audience_of(entry), entry.record["body"]["shown"]["mine_points"]) == ("axis", 2)
    # What marks the secret group stays with its side.
    marks = [row for row in states.load("med").rows("mark") if row.startswith("mark:mined/")]
    assert [states.load("med").audiences[row] for row in marks] == ["axis"]


@pytest.mark.rule("E36.D.2")
def test_whom_a_contact_brings_out_is_told_to_those_who_may_come_out(closed: Campaign) -> None:
    entry = roll(closed, "511")
    state = states.load("med")
    assert (NOTICE in state.audiences, bool(seen().row(NOTICE))) == (False, True), entry.record["body"]
    assert {state.audiences[row] for row in state.rows("mark") if row != NOTICE} == {"allied"}


@pytest.mark.parametrize("later", [False, True])
def test_a_correction_makes_for_everybody_what_is_everybodys(closed: Campaign, later: bool) -> None:
    entries = [lay(closed), roll(closed, "511")]
    if later:
        to_the_axis(closed)
    for entry, changes in zip(entries, ({"points": 1}, {"because": "it was away for a step"}), strict=True):
        with writing(viewer(closed, "allied")) as writer:
            correct(writer, entry, Correction("typo", situation=changes))
    assert seen().row(BELT)["points"] == 1
    assert bool(seen().row(NOTICE)) is not later
    assert not (later and states.load("med").rows("mark"))


@pytest.mark.promise("P22")
@pytest.mark.parametrize("eyes", ["axis", "allied"])
def test_the_archive_of_either_seat_verifies(closed: Campaign, eyes: str) -> None:
    lay(closed)
    roll(closed, "511")
    to_the_axis(closed)
    data = archive.make(closed, viewer(closed, eyes).audiences, eyes).file.read()
    checker = verify_log.Checker(io.BytesIO(archives.files_of(data)[archive.LOG]))
    checker.run()
    assert not checker.faults


def test_an_import_of_all_shows_each_side_the_same(closed: Campaign) -> None:
    lay(closed)
    roll(closed, "511")
    made = archives.imported(archives.whole(closed))
    states.forget()
    before, after = states.load("med"), states.load(made.campaign.slug)
    assert made.report.sound
    assert after.audiences == before.audiences
    assert {BELT, NOTICE} <= {*after.seen_by(AXIS).rows("mines"), *after.seen_by(AXIS).rows("mark")}


@pytest.mark.promise("P24")
def test_who_ends_the_step_of_the_other_side_at_one_table_reads_nothing_of_what_it_owes(closed: Campaign) -> None:
    """Force H lies among Axis mines and owes a check; the Axis seat is asked about nothing, its own seat is."""
    edit(closed, MODERATOR, create("mines:axis/18A-0406", side="axis", hex=WHERE, zone="central-med", points=2))
    for seat in ("allied", "axis"):
        client = seated(closed, seat)
        page = client.get("/c/med/").content.decode()
        form = dict(re.findall(r'name="(submission|seen|clock)" value="([^"]*)"', page))
        answer = client.post("/c/med/step/", form)
        told = answer.content.decode()
        assert ("Group h" in told) is (seat == "allied"), seat
        assert "Group h" not in client.get("/c/med/").content.decode() or seat == "allied"
