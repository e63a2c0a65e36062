"""The year's book: luck by hand from a recorded campaign, and what is counted of corrections, voyages and Malta."""

import csv
import io
from collections.abc import Iterator

import pytest

from tests.begun import begin_demo
from tests.campaigns.test_recorded import FILE, GREAT_WAR
from tests.golden.receipts import imported
from tests.in_hand import InHand, in_hand
from tests.promises import fleets
from tests.systems.europa.board import clear, put, rolled, typed
from tests.systems.europa.test_closed import closed

pytestmark = [pytest.mark.django_db, pytest.mark.rule("X.11")]
CONTACT = "Check an item for anti-shipping contact: Contact"


@pytest.fixture
def paper(db: None) -> Iterator[InHand]:
    """The demo with Malta at 9: an Axis item in the Central Med is contacted on 7 to 12, 21 of 36 throws."""
    with in_hand(begin_demo()) as table:
        clear(table.campaign)
        table.set({"malta:status.number": 9})
        yield table


def lines(table: InHand, name: str) -> list[list[str]]:
    """A table of the book as a spreadsheet has it."""
    answer = table.get(f"year/{name}.csv")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


def test_luck_of_the_recorded_turn_by_hand() -> None:
    """The Allied dice of March 1941: contact at 1/3 three times, 1/9, 1/12 and 23/36, in all 66/36; 5 of the 6 came.

    All six come 23 times in 27 × 9 × 12 × 36 = 104976; five, without one of a third 2 × 23 × 3 times, without that of a
    ninth 8 × 23, of a twelfth 11 × 23, of 23/36 13 times: 588. So 611 of 104976, once in 172. The third 1/3 was the
    server's and did not come; the typed five came all, 23 times in 34992, once in 1521. The one that was corrected
    (entry 18) counts once, in its correction.
    """
    table = InHand(imported(FILE), "allied")
    said = table.words("year/")
    assert "The year's book 1941 (so far)" in said
    assert f"{CONTACT} all 6 1.8 5 0 to 4 so many or more: once in 172 campaigns; outside the band" in said
    assert f"{CONTACT} server's 1 0.3 0 0 to 1 so few or fewer: once in 2 campaigns; chance" in said
    assert f"{CONTACT} typed 5 1.5 5 0 to 3 so many or more: once in 1 521 campaigns; outside the band" in said
    rule, what = CONTACT.split(": ")
    whole = ["allied", rule, what, "all", "1941", "6", "1.8333", "5", "0", "4", "0.0058", "0.9998"]
    assert lines(table, "luck-allied")[1] == whole
    # Warships of the Allies were checked twice, at 1/18 and 1/12 of a hit, and took none.
    assert [f"{rule}: Expected hits (hits)", "2", "0.1", "0"] in lines(table, "luck-amounts-axis")


def test_luck_of_the_great_war_by_hand() -> None:
    """The Allies looked for a mission at 1/6 and three times at 1/12, and met it at 1/6 and twice.

    All four come once in 6 × 12 × 12 × 12 = 10368; three without the first 5 times, without another 11 times each: in
    all 39 of 10368, once in 266. Of a fleet that fires the book tells how often the other lost nothing.
    """
    table = InHand(imported(GREAT_WAR), "allied")
    said = table.words("year/")
    assert (
        "Roll to intercept a mission: Intercepted typed 4 0.4 3 0 to 2 "
        "so many or more: once in 266 campaigns; outside the band"
    ) in said
    assert "Fire on the enemy fleet: Central Powers loses none typed 2 0.5 0 0 to 2" in said
    assert "Roll to intercept a mission: Intercepted 1 of 0.3 1 of 0.1 1 of 0.1 –" in said, "by month"


def test_a_roll_that_was_corrected_counts_as_it_stands_and_never_twice(paper: InHand) -> None:
    """7 SP at 21 of 36: 6 3 is contact. Its dice are put right to 1 1: none, and all 7 arrive."""
    put(paper.campaign, typed("7 SP"))
    entry = rolled(paper.campaign, "all", "63 421")[-1]
    assert f"{CONTACT} typed 1 0.6 1 0 to 1" in paper.words("year/")
    assert ["Mar", "7", "2", "4", "1", "0", "7", "4", "1", "1", "0"] in lines(paper, "axis-months")
    paper.correct(entry, "mistyped-die", strip="11")
    assert f"{CONTACT} typed 1 0.6 0 0 to 1 so few or fewer: once in 2 campaigns; chance" in paper.words("year/")
    assert ["Mar", "7", "7", "0", "0", "0", "7", "0", "0", "1", "0"] in lines(paper, "axis-months")


def test_a_year_is_chosen_and_what_there_is_not_is_a_page_all_the_same(paper: InHand) -> None:
    assert "No roll of this year had odds that left anything to luck." in paper.words("year/?year=1066")
    assert 'value="1941" selected' in paper.text("year/?year=%3Cscript%3E")
    paper.get("year/nothing.csv", 404)
    for page in ("", "log/", "report/"):
        assert f'href="{paper.home}year/"' in paper.text(page), page


def test_a_side_reads_of_a_closed_campaign_only_the_rolls_whose_odds_it_may_read() -> None:
    """Allied dice are thrown for Axis cargo, Axis dice for a fleet: the odds, so the luck too, are the Axis side's."""
    campaign = closed()
    put(campaign, typed("7 SP"))
    rolled(campaign, "all", "66 421")
    fleets.planted(campaign)
    axis, *others = (InHand(campaign).at(seat) for seat in ("axis", "allied", "observer"))
    said = axis.words("year/")
    assert all(words in said for words in ("Naples–Tripoli", f"{CONTACT} typed 1", "in a danger zone: Contact typed 1"))
    for other in others:
        said = other.words("year/")
        assert "Rolls with odds none" in said
        assert "No roll of this year had odds that left anything to luck." in said
        assert "shipping by" not in said
        for name in ("luck-allied", "luck-axis", "axis-routes"):
            other.get(f"year/{name}.csv", 404)
