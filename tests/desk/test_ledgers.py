"""The page of ledgers of any rule system: what is posted by hand, struck out, refused, and kept to a side."""

from collections.abc import Iterator

import pytest

from navalassist.auditlog.models import Entry
from navalassist.engine import Set
from navalassist.engine.ledgers import BadPosting, Ledger
from navalassist.play.checks.verify import check_campaign
from tests.begun import begin_war_demo
from tests.in_hand import InHand, in_hand

POINTS = Ledger("vp", "Victory points", "ledger:{side}.vp", low=-10, high=20)
SUM = Ledger("sum", "Ships sunk", "condition:sunk.value")
MORALE = "condition:allied-morale.value"


@pytest.fixture
def war(db: None) -> Iterator[InHand]:
    with in_hand(begin_war_demo()) as table:
        yield table.at("allied")


def send(war: InHand, act: str, status: int = 302, key: str = "morale/allied", **fields: str) -> str:
    answer = war.send("ledgers/", "ledgers/", act=act, key=key, **fields)
    assert answer.status_code == status, answer.content.decode()
    return answer.content.decode()


@pytest.mark.rule("X.3")
def test_a_ledger_is_each_sides_or_one_sides_or_shared() -> None:
    assert POINTS.sides(("axis", "allied")) == ("axis", "allied")
    assert SUM.sides(("axis", "allied")) == ("",)
    assert Ledger("oil", "Oil", "condition:oil.value", side="axis").sides(("axis", "allied")) == ("axis",)
    assert (POINTS.of("axis"), SUM.of("")) == ("ledger:axis.vp", "condition:sunk.value")


@pytest.mark.rule("X.3")
@pytest.mark.parametrize(
    ("now", "typed", "instead", "after"),
    [(4, "3", 0, 7), (4, "+3", 0, 7), (4, "−6", 0, -2), (4, "", 3, 1), (4, "1", 3, 2), (-8, "-2", 0, -10)],
)
def test_points_come_and_go_within_what_a_ledger_holds(now: int, typed: str, instead: int, after: int) -> None:
    assert POINTS.posted(now, typed, instead=instead) == after


@pytest.mark.rule("X.3")
@pytest.mark.parametrize(
    ("typed", "instead", "says"),
    [
        ("", 0, "such as 3 or -2"),
        ("0", 0, "such as 3 or -2"),
        ("1.5", 0, "such as 3 or -2"),
        ("٣", 0, "such as 3 or -2"),
        ("3", 3, "nothing would change"),
        ("17", 0, "it holds −10 to 20, and would be at 21"),
        ("-15", 0, "would be at −11"),
    ],
)
def test_a_posting_that_does_not_fit_is_told_why(typed: str, instead: int, says: str) -> None:
    with pytest.raises(BadPosting, match=says) as wrong:
        POINTS.posted(4, typed, instead=instead)
    assert wrong.value.about == "points"


@pytest.mark.rule("X.3")
def test_a_posting_by_hand_is_struck_out_once_and_the_log_says_which(war: InHand) -> None:
    send(war, "ledger.posted", points="5", note="a parade")
    posted = war.last()
    assert (war.facts[MORALE], posted.seat, posted.record["body"]["note"]) == (105, "allied", "a parade")
    send(war, "ledger.struck", points="", note="counted twice", entry=posted.reference)
    assert war.facts[MORALE] == 100
    struck = war.last()
    assert struck.record["body"]["strikes"] == posted.reference
    assert "strikes it out" in war.receipt(posted)
    assert "It strikes out" in war.receipt(struck)
    for reference in (posted.reference, struck.reference, "public/1", "public/99", "x"):
        said = send(war, "ledger.struck", 422, points="", note="again", entry=reference)
        assert "No posting by hand that still counts is this one" in said


@pytest.mark.rule("X.3")
def test_the_check_finds_a_posting_that_is_struck_out_twice(db: None) -> None:
    war = InHand(begin_war_demo()).at("allied")
    send(war, "ledger.posted", points="5", note="a parade")
    posted = war.last()
    for value in (100, 95):
        with war.writing("allied") as writer:
            writer.edit("ledger.struck", [Set(MORALE, value)], strikes=posted.reference, note="again")
    assert any("was struck out by" in str(fault) for fault in check_campaign(war.campaign).faults)


@pytest.mark.rule("X.3")
def test_a_strike_that_is_taken_back_leaves_the_posting_as_it_stood(war: InHand) -> None:
    """It counts again, nothing says that it is struck out, and it can be struck out anew."""
    send(war, "ledger.posted", points="5", note="a parade")
    posted = war.last()
    send(war, "ledger.struck", points="", note="counted twice", entry=posted.reference)
    war.take_back("allied")
    assert war.facts[MORALE] == 105
    assert "strikes it out" not in war.receipt(posted)
    assert "struck out by" not in war.words("ledgers/")
    send(war, "ledger.struck", points="", note="counted twice", entry=posted.reference)
    assert war.facts[MORALE] == 100


@pytest.mark.rule("X.3")
@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"note": ""}, "write for what the points are"),
        ({"points": "x"}, "type how many points come or go"),
        ({"key": "morale/nobody"}, "There is no such ledger"),
        ({"key": "oil/allied"}, "There is no such ledger"),
        ({"act": "ledger.burnt"}, "This page cannot do"),
    ],
)
def test_what_does_not_fit_is_refused_and_stays_typed(war: InHand, fields: dict[str, str], says: str) -> None:
    sent = {"act": "ledger.posted", "points": "5", "note": "a parade"} | fields
    before = Entry.objects.count()
    said = send(war, status=422, **sent)
    assert says in said
    assert "Nothing was done." in said
    assert Entry.objects.count() == before
    if sent.get("key", "morale/allied") == "morale/allied" and sent["note"]:
        assert 'value="a parade"' in said


@pytest.mark.rule("X.3")
def test_an_observer_reads_the_ledgers_and_posts_nothing(war: InHand) -> None:
    keys, watcher = war.keys("ledgers/"), war.at("observer")
    assert "Post by hand" not in watcher.words("ledgers/")
    sent = {"act": "ledger.posted", "key": "morale/allied", "points": "1", "note": "x"}
    assert watcher.post("ledgers/", **keys, **sent).status_code == 403
    assert war.facts[MORALE] == 100
