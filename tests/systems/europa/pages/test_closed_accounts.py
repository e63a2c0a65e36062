"""Closed campaigns (R-56): accounts of NRPs and ARPs are their side's; what is done with them in the open is shown.

By hand: the Success Table of danger-zone sweeping takes half a point up to 2 NRPs from the sweeper; Malta's repair
points lie open, what they become does not.
"""

import io
from collections.abc import Iterator
from decimal import Decimal

import pytest

from navalassist.auditlog.export import lines
from navalassist.auditlog.models import Entry
from navalassist.campaigns.viewer import MODERATOR, OBSERVER
from navalassist.engine import create
from navalassist.engine.duties import Moment
from navalassist.play import state as states
from navalassist.play.archive import pack
from navalassist.play.checks.verify import check_campaign
from navalassist.play.dice.server import DiceInput
from navalassist.play.rules.resolve import carry_out
from navalassist.play.storage.bodies import audience_of, body_of
from navalassist.play.write.submissions import new_submission
from navalassist.play.write.transaction import writing
from navalassist.play.write.writer import NotYours
from navalassist.rules.europa.mines import mark
from navalassist.systems.europa.setup import begin
from navalassist.taskforces.models import TaskForce
from tests.in_hand import InHand, in_hand, viewer_of
from tests.promises import archives
from tools import verify_log

ENEMY, OWNER = frozenset({"public", "axis"}), frozenset({"public", "allied"})
NOW = Moment("1941-03-1", "allied", "naval-movement")
NRP, BELT = "account:allied/nrp", "mines:axis/18A-0406"


@pytest.fixture
def closed() -> Iterator[InHand]:
    """Allied naval movement of a closed campaign; the Axis have mines off Malta. At the end all is sound."""
    with in_hand(begin("Med", malta=10, slug="med", moment=NOW, rulings={"R-56": "closed"})) as table:
        table.seat = "allied"
        belt = create(BELT, side="axis", hex="18A:0406", zone="central-med", points=3)
        table.edit(belt, mark("mark:swept/allied", "ledger:allied"), seat=MODERATOR)
        yield table
        assert check_campaign(table.campaign, 2).sound


def receive(table: InHand, what: str = "nrp", organisation: str = "") -> Entry:
    given = {"side": "allied", "what": what, "points": "7", "organisation": organisation, "reason": "Kraken"}
    return table.do("points-received", **given)


def seen(audiences: frozenset[str]) -> states.State:
    return states.load("med").seen_by(audiences)


def test_points_that_come_to_an_account_are_their_sides_from_the_first_on(closed: InHand) -> None:
    for entry in (receive(closed), receive(closed), receive(closed, "arp", "RAF")):
        assert audience_of(entry) == "allied"
        body = body_of(entry, ENEMY)
        assert (body["act"], body["procedure"]) == ("secret", "points-received")
        assert "changes" not in body
        assert not [word for word in ("account", "RAF", "Kraken") if word in entry.content]
    assert seen(ENEMY).rows("account") == []
    assert seen(OWNER).values[f"{NRP}.balance"] == "14"
    shown = "\n".join(lines(closed.campaign, ENEMY))
    assert "account:allied" not in shown
    assert "Kraken" not in shown


@pytest.mark.parametrize("seat", ["axis", OBSERVER, MODERATOR])
def test_the_ledgers_of_a_side_are_read_by_nobody_else(closed: InHand, seat: str) -> None:
    receive(closed)
    receive(closed, "arp", "RAF")
    page = closed.at(seat).words("ledgers/")
    assert "Repair, replacement and supply points their side keeps them to itself" in page
    assert page.count("SPs and SRPs by port") == (1 if seat == "axis" else 0)
    assert not [word for word in ("RAF", "Kraken", "+7") if word in page]
    mine = closed.at("allied").words("ledgers/")
    assert "Naval repair points 7" in mine
    assert "Air replacement points, RAF 7" in mine


def test_no_other_seat_is_told_how_much_is_in_an_account(closed: InHand) -> None:
    receive(closed)
    given = {"side": "allied", "what": "nrp", "points": "9", "organisation": "", "port": "", "reason": ""}
    enemy = closed.at("axis")
    answer = enemy.post("do/points-spent/", **given)
    assert answer.status_code in (403, 422)
    assert "in hand: 7" not in answer.content.decode()
    for stale in ({}, {"seen": "public:2"}):
        with (
            pytest.raises(NotYours),
            writing(viewer_of(closed.campaign), submission=new_submission(), **stale) as writer,
        ):
            carry_out(writer, "points-spent", {"carrier": "", "because": "", **given}, DiceInput())
    assert "in hand: 7" in closed.refuse("points-spent", carrier="", **given)
    assert "7" not in enemy.words("do/points-spent/?side=allied&what=nrp").partition("How many")[2][:9]


@pytest.mark.rule("E36.C.3.dz")
@pytest.mark.parametrize("counted", [True, False])
def test_a_sweep_in_a_danger_zone_shows_the_die_and_the_mines_but_no_balance(closed: InHand, counted: bool) -> None:
    """A 6 in a calm sea (+3, -1 without CAP) is a Great Success: the point goes for nothing; a 1 makes 3, a failure."""
    if counted:
        receive(closed)
    ticks = {"sea": "calm", "cap": False, "coast_defence": 0, "zone": "yes"}
    entry = closed.do("mines-swept-in-zone", "1", belt="axis/18A:0406", **ticks)
    body = body_of(entry, ENEMY)
    assert body["shown"] == {"side": "allied", "hex": "18A:0406", "roll": "F, failure", "mine_points_left": 2}
    assert [answer["faces"] for answer in body["answers"]] == [[1]]
    assert {change[0].rpartition(".")[0] for change in body["changes"]} == {BELT}
    assert seen(ENEMY).row(BELT)["points"] == 2
    assert seen(ENEMY).rows("account") == []
    assert seen(OWNER).values[f"{NRP}.balance"] == ("6" if counted else "-1")
    assert "account" not in entry.content


@pytest.mark.rule("E36.A.4.b1")
def test_what_malta_makes_is_secret_and_the_points_that_it_takes_are_not(closed: InHand) -> None:
    closed.do("malta-points", points=4)
    entry = closed.do("malta-converted", srp=0, at_once=0, nrp=2, engineer=True)
    assert audience_of(entry) == "allied"
    body = body_of(entry, ENEMY)
    assert (body["act"], body["shown"]) == ("malta-converted", {"side": "allied"})
    assert body["changes"] == [["malta-stock:valletta.points", 4, 2]]
    assert seen(ENEMY).rows("account") == []
    assert seen(OWNER).values[f"{NRP}.balance"] == "2"
    assert "4" in closed.at("axis").receipt(entry)


@pytest.mark.rule("E36.C")
def test_mines_that_are_taken_aboard_are_paid_in_secret(closed: InHand) -> None:
    fields = TaskForce.new_facts(side="allied", name="Basilisk", kind="warship", place="port:gibraltar")
    closed.edit(create("task-force:layer", **fields))
    receive(closed)
    assert "changes" not in body_of(closed.do("mines-loaded", unit="layer", points=2, cost=Decimal(3)), ENEMY)
    assert seen(OWNER).values[f"{NRP}.balance"] == "4"
    with pytest.raises(NotYours):
        closed.do("points-received", seat="axis", side="allied", what="nrp", points="1")


def test_in_an_open_campaign_accounts_are_everybodys() -> None:
    with in_hand(begin("Med", malta=10, slug="med", moment=NOW)) as table:
        table.seat = "allied"
        assert audience_of(receive(table)) == "public"
        assert seen(ENEMY).values[f"{NRP}.balance"] == "7"


def test_archives_of_either_seat_verify_and_an_import_of_all_keeps_the_accounts_secret(closed: InHand) -> None:
    receive(closed, "arp", "RAF")
    closed.do("malta-points", points=4)
    closed.do("malta-converted", srp=0, at_once=0, nrp=2, engineer=True)
    closed.do("mines-swept-in-zone", belt="axis/18A:0406", sea="calm", zone="yes")
    closed.until("axis/naval-movement")
    for eyes in ("axis", "allied"):
        data = pack.make(closed.campaign, viewer_of(closed.campaign, eyes).audiences, eyes).file.read()
        checker = verify_log.Checker(io.BytesIO(archives.files_of(data)[pack.LOG]))
        checker.run()
        assert not checker.faults
        assert checker.dice
    made = archives.imported(archives.whole(closed.campaign))
    states.forget()
    before, after = states.load("med"), states.load(made.campaign.slug)
    assert made.report.sound
    assert after.audiences == before.audiences
    assert {"account:allied/nrp", "account:allied/arp/raf"} <= after.audiences.keys()
