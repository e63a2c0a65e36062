"""Closed campaigns (R-56): what a rule on secrets makes for all, mines and notices, is everybody's (36.C, 36.D)."""

import io
import re
from collections.abc import Iterator
from typing import Any

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.viewer import MODERATOR
from navalassist.engine import create
from navalassist.engine.duties import Moment
from navalassist.play import state as states
from navalassist.play.archive import pack
from navalassist.play.checks.verify import check_campaign
from navalassist.play.storage.bodies import audience_of, body_of
from navalassist.play.storage.index import sums
from navalassist.systems.europa.setup import begin
from tests.desk.test_losses_of_the_log import LOSSES, upgrade_again
from tests.in_hand import InHand, in_hand, viewer_of
from tests.promises import archives
from tools import verify_log

WHERE = "18A:0406"
BELT = "mines:allied/18A-0406"
NOTICE = "mark:notice/axis/central-med"
AXIS = frozenset({"public", "axis"})
TICKS = ("protected", "reaction", "lands", "attacks", "through", "canal", "banks")
ROLLED = {"stays": "no", "night": "", "friendly_hex": False}


@pytest.fixture
def closed() -> Iterator[InHand]:
    """Allied naval movement: Force H with a minelayer off Malta, the Zara one hex off. At the end all is sound."""
    moment = Moment("1941-03-1", "allied", "naval-movement")
    with in_hand(begin("Med", malta=10, slug="med", moment=moment, rulings={"R-56": "closed"})) as table:
        table.seat = "allied"
        layer = {"name": "minelayer", "kind": "warship", "strength": 2, "reverse": 0, "mines": 3}
        table.group("h", "allied", f"hex:{WHERE}", "central-med", "Group h", **{"force-h": {}, "minelayer": layer})
        table.group("z", "axis", "hex:18A:0405", "central-med", zara={"strength": 12, "reverse": 6})
        yield table
        assert check_campaign(table.campaign, 2).sound


def lay(closed: InHand) -> Entry:
    return closed.do("mines-laid", unit="minelayer", points=2)


def roll(closed: InHand, strip: str) -> Entry:
    """The group rolls in an Axis danger zone."""
    more = {"hex": "", "sea": "", "came_back": True, "typed": "axis", "because": "it left and came back"}
    return closed.do("danger-contact", strip, group="h", **more, **ROLLED)


def seen() -> Any:
    return states.load("med").seen_by(AXIS)


@pytest.mark.rule("E36.C.2")
def test_mines_that_a_rule_lays_lie_open_on_the_map(closed: InHand) -> None:
    entry = lay(closed)
    assert audience_of(entry) == "allied"
    assert seen().row(BELT)["points"] == 2
    assert BELT not in states.load("med").audiences
    body = body_of(entry, AXIS)
    assert [effect["key"] for effect in body["effects"]] == [BELT]
    assert {change[0].rpartition(".")[0] for change in body["changes"]} == {BELT}
    assert not [secret for secret in ("task-force:", "group:", "minelayer") if secret in entry.content]
    enemy = closed.at("axis")
    assert WHERE in enemy.words("mines/")
    receipt = enemy.receipt(entry)
    assert WHERE in receipt
    assert "Group h" not in receipt


@pytest.mark.rule("E36.C.2")
def test_the_enemy_sails_into_them_and_is_checked(closed: InHand) -> None:
    lay(closed)
    closed.until("axis/naval-movement")
    moved = dict.fromkeys(TICKS, False) | dict.fromkeys(("ends", "fuel", "fuel_port"), "") | {"zone": "central-med"}
    enemy = closed.at("axis")
    enemy.do("naval-move", group="z", moves=f"4 {WHERE}", **moved)
    assert f"in {WHERE}" in enemy.words()
    entry = enemy.do("mine-damage", "1" * 12, group="z", hex=WHERE, occasion="entered")
    assert (audience_of(entry), entry.record["body"]["shown"]["mine_points"]) == ("axis", 2)
    # What marks the secret group stays with its side.
    marks = [row for row in states.load("med").rows("mark") if row.startswith("mark:mined/")]
    assert [states.load("med").audiences[row] for row in marks] == ["axis"]


@pytest.mark.promise("P13")
def test_hits_that_are_a_secret_are_losses_for_their_own_side_alone(closed: InHand) -> None:
    lay(closed)
    closed.until("axis/naval-movement")
    axis = closed.at("axis")
    axis.set({"group:z.place": f"hex:{WHERE}", "group:z.began": f"hex:{WHERE}"}, seat="axis")
    entry = axis.do("mine-damage", "6" * 12, group="z", hex=WHERE, occasion="began")
    own, before = f'href="{closed.home}log/{entry.reference}/"', sums(closed.campaign)
    assert own in axis.drawn(LOSSES)
    assert own not in closed.at("allied").drawn(LOSSES)
    upgrade_again(closed)
    assert sums(closed.campaign) == before


@pytest.mark.rule("E36.D.2")
def test_whom_a_contact_brings_out_is_told_to_those_who_may_come_out(closed: InHand) -> None:
    entry = roll(closed, "511")
    state = states.load("med")
    assert (NOTICE in state.audiences, bool(seen().row(NOTICE))) == (False, True), entry.record["body"]
    assert {state.audiences[row] for row in state.rows("mark") if row != NOTICE} == {"allied"}


@pytest.mark.parametrize("later", [False, True])
def test_a_correction_makes_for_everybody_what_is_everybodys(closed: InHand, later: bool) -> None:
    entries = [lay(closed), roll(closed, "511")]
    if later:
        closed.until("axis/naval-movement")
    for entry, changes in zip(entries, ({"points": 1}, {"because": "it was away for a step"}), strict=True):
        closed.correct(entry, **changes)
    assert seen().row(BELT)["points"] == 1
    assert bool(seen().row(NOTICE)) is not later
    assert not (later and states.load("med").rows("mark"))


@pytest.mark.promise("P22")
@pytest.mark.parametrize("eyes", ["axis", "allied"])
def test_the_archive_of_either_seat_verifies(closed: InHand, eyes: str) -> None:
    lay(closed)
    roll(closed, "511")
    closed.until("axis/naval-movement")
    data = pack.make(closed.campaign, viewer_of(closed.campaign, eyes).audiences, eyes).file.read()
    checker = verify_log.Checker(io.BytesIO(archives.files_of(data)[pack.LOG]))
    checker.run()
    assert not checker.faults


def test_an_import_of_all_shows_each_side_the_same(closed: InHand) -> None:
    lay(closed)
    roll(closed, "511")
    made = archives.imported(archives.whole(closed.campaign))
    states.forget()
    before, after = states.load("med"), states.load(made.campaign.slug)
    assert made.report.sound
    assert after.audiences == before.audiences
    assert {BELT, NOTICE} <= {*after.seen_by(AXIS).rows("mines"), *after.seen_by(AXIS).rows("mark")}


@pytest.mark.promise("P24")
def test_who_ends_the_step_of_the_other_side_at_one_table_reads_nothing_of_what_it_owes(closed: InHand) -> None:
    """Force H lies among Axis mines and owes a check; the Axis seat is asked about nothing, its own seat is."""
    belt = create("mines:axis/18A-0406", side="axis", hex=WHERE, zone="central-med", points=2)
    closed.edit(belt, seat=MODERATOR)
    for seat in ("allied", "axis"):
        table = closed.at(seat)
        form = dict(re.findall(r'name="(submission|seen|clock)" value="([^"]*)"', table.drawn()))
        assert ("Group h" in table.post("step/", **form).content.decode()) is (seat == "allied"), seat
        assert "Group h" not in table.drawn() or seat == "allied"
