"""Merchant shipping in a campaign: due as a quarter ends, once, and industry at half for that quarter."""

from collections.abc import Iterator

import pytest

from navalassist.engine.duties import Kind, Moment
from tests.begun import begin_war
from tests.in_hand import in_hand
from tests.systems.storm_of_steel.acting import War, outcome_of

SLUG = "gw-merchant"
TITLE = "Merchant shipping outcome of the quarter"


@pytest.fixture
def war(db: None) -> Iterator[War]:
    """The last step of June 1917, with the level at 12."""
    with in_hand(begin_war("June 1917", moment=Moment("1917-06", "allied", "attrition")), War) as war:
        war.entered(merchant_level=12, allied_morale=60)
        yield war


def told(war: War) -> tuple[int, str]:
    """Allied morale, and the quarter of which industry is at half."""
    return war.facts["condition:allied-morale.value"], war.facts["condition:half-industry.value"]


@pytest.mark.rule("GW.MERCHANT", "GW.MERCHANT.I")
@pytest.mark.parametrize(("die", "lost", "after"), [("3", 5, (55, "")), ("4", 10, (50, "1917-Q2"))])
def test_it_is_due_as_the_quarter_ends_tells_on_morale_and_a_collapse_is_kept_by_its_quarter(
    war: War, die: str, lost: int, after: tuple[int, str]
) -> None:
    """Level 12 reads the first column: a 3 is S, a 4 is SS/I."""
    due = war.lines()[TITLE]
    assert (due.kind, due.seat, due.small) == (Kind.DUE, "allied", "2nd quarter of 1917; the level is 12")
    assert [passed.line for passed in due.passes] == ["Merchant shipping outcome, 2nd quarter of 1917"]
    entry = war.do(SLUG, die)
    assert (outcome_of(entry)["morale_lost"], told(war)) == (lost, after)
    done = war.lines()[TITLE]
    assert (done.done, done.passes) == (entry.reference, ())


@pytest.mark.rule("GW.MERCHANT")
def test_a_quarter_has_one_roll_and_the_next_one_its_own(war: War) -> None:
    war.do(SLUG, "1")
    assert "2nd quarter of 1917 was rolled already" in war.refuse(SLUG, "3")
    war.do(SLUG, "3", because="the first one was misread")
    assert told(war) == (55, "")
    war.end_step()
    assert war.rows("mark") == [], "in July the mark of the second quarter is gone with June"
    # A roll in an earlier month counts for its quarter, to whose last month its mark stands.
    assert "Now it is Jul 1917, Central Powers player turn, Naval operations" in war.refuse(SLUG, "1")
    war.do(SLUG, "1", because="we stop early tonight")
    war.end_steps(12)
    assert war.state.clock[0] == "1917-09"
    assert "3rd quarter" in war.refuse(SLUG, "1")
    war.end_steps(6)
    assert "merchant-outcome/1917-Q3" not in war.rows("mark")
