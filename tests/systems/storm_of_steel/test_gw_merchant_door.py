"""Merchant shipping in a campaign: due as a quarter ends, once, and industry at half for that quarter."""

from collections.abc import Iterator

import pytest

from navalassist.play.duties import Kind
from navalassist.play.systems import Moment
from tests.begun import begin_war
from tests.in_hand import in_hand
from tests.systems.storm_of_steel.acting import War, outcome_of

SLUG = "gw-merchant"
TITLE = "Merchant shipping outcome of the quarter"
MARK = "mark:merchant-outcome/1917-Q2.kind"
ATTRITION = "allied/attrition"


@pytest.fixture
def war(db: None) -> Iterator[War]:
    """The last step of June 1917, with the level at 12."""
    with in_hand(begin_war("June 1917", moment=Moment("1917-06", "allied", "attrition")), War) as war:
        war.entered(merchant_level=12, allied_morale=60)
        yield war


@pytest.mark.rule("GW.MERCHANT")
def test_the_level_tells_on_morale(war: War) -> None:
    """Level 12 reads the first column: a 3 is S."""
    entry = war.do(SLUG, "3")
    assert outcome_of(entry)["morale_lost"] == 5
    assert war.facts["condition:allied-morale.value"] == 55
    assert war.facts["condition:half-industry.value"] == ""


@pytest.mark.rule("GW.MERCHANT.I")
def test_a_collapse_is_kept_by_the_name_of_its_quarter(war: War) -> None:
    war.do(SLUG, "4")
    assert war.facts["condition:allied-morale.value"] == 50
    assert war.facts["condition:half-industry.value"] == "1917-Q2"


@pytest.mark.rule("GW.MERCHANT")
def test_it_is_due_as_the_quarter_ends_and_done_when_it_is_rolled(war: War) -> None:
    due = war.lines(ATTRITION, "1917-06")[TITLE]
    assert (due.kind, due.seat, due.small) == (Kind.DUE, "allied", "2nd quarter of 1917; the level is 12")
    assert [passed.line for passed in due.passes] == ["Merchant shipping outcome, 2nd quarter of 1917"]
    entry = war.do(SLUG, "1")
    done = war.lines(ATTRITION, "1917-06")[TITLE]
    assert (done.done, done.passes) == (entry.reference, ())
    assert TITLE not in war.lines(ATTRITION, "1917-05")
    assert TITLE not in war.lines("central/attrition", "1917-06")


@pytest.mark.rule("GW.MERCHANT")
def test_a_quarter_has_one_roll_and_the_next_one_its_own(war: War) -> None:
    war.do(SLUG, "1")
    assert "2nd quarter of 1917 was rolled already" in war.refuse(SLUG, "3")
    war.do(SLUG, "3", because="the first one was misread")
    assert war.facts["condition:allied-morale.value"] == 55
    war.end_steps()
    # July: the mark of the second quarter is gone with June.
    assert MARK not in war.facts
    war.end_steps(17)
    assert war.facts["campaign:clock.turn"] == "1917-09"
    war.do(SLUG, "3")
    assert war.facts["condition:allied-morale.value"] == 50


@pytest.mark.rule("GW.MERCHANT")
def test_a_roll_in_an_earlier_month_needs_a_reason_and_counts_for_its_quarter(war: War) -> None:
    """The mark lasts to the last month of the quarter."""
    war.end_steps()
    assert war.facts["campaign:clock.turn"] == "1917-07"
    assert "Now it is Jul 1917, Central Powers player turn, Naval operations" in war.refuse(SLUG, "1")
    war.do(SLUG, "1", because="we stop early tonight")
    war.end_steps(12)
    assert war.facts["campaign:clock.turn"] == "1917-09"
    assert "3rd quarter" in war.refuse(SLUG, "1")
    war.end_steps(6)
    assert "mark:merchant-outcome/1917-Q3.kind" not in war.facts
