"""Merchant shipping in a campaign: due as a quarter ends, once, and industry at half for that quarter."""

from __future__ import annotations

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.play import turns
from navalassist.play.duties import Kind
from navalassist.play.resolve import Refused
from navalassist.play.systems import Moment
from navalassist.play.verify import check_campaign
from navalassist.play.writer import writing
from tests.begun import begin_war as begin
from tests.systems.storm_of_steel.carrying import carried_out, duties, entered, facts, outcome_of, viewer_of

pytestmark = pytest.mark.django_db
SLUG = "gw-merchant"
TITLE = "Merchant shipping outcome of the quarter"
MARK = "mark:merchant-outcome/1917-Q2.kind"
ATTRITION = "allied/attrition"


@pytest.fixture
def war() -> Campaign:
    """The last step of June 1917, with the level at 12."""
    campaign = begin("June 1917", moment=Moment("1917-06", "allied", "attrition"))
    entered(campaign, merchant_level=12, allied_morale=60)
    return campaign


def end_steps(campaign: Campaign, count: int) -> None:
    with writing(viewer_of(campaign, "moderator")) as writer:
        for _ in range(count):
            turns.end_step(writer)


@pytest.mark.rule("GW.MERCHANT")
def test_the_level_tells_on_morale(war: Campaign) -> None:
    """Level 12 reads the first column: a 3 is S."""
    entry = carried_out(war, SLUG, "3")
    assert outcome_of(entry)["morale_lost"] == 5
    assert facts(war)["condition:allied-morale.value"] == 55
    assert facts(war)["condition:half-industry.value"] == ""
    assert check_campaign(war).sound


@pytest.mark.rule("GW.MERCHANT.I")
def test_a_collapse_is_kept_by_the_name_of_its_quarter(war: Campaign) -> None:
    carried_out(war, SLUG, "4")
    assert facts(war)["condition:allied-morale.value"] == 50
    assert facts(war)["condition:half-industry.value"] == "1917-Q2"


@pytest.mark.rule("GW.MERCHANT")
def test_it_is_due_as_the_quarter_ends_and_done_when_it_is_rolled(war: Campaign) -> None:
    due = duties(war, ATTRITION, "1917-06")[TITLE]
    assert (due.kind, due.seat, due.small) == (Kind.DUE, "allied", "2nd quarter of 1917; the level is 12")
    assert [passed.line for passed in due.passes] == ["Merchant shipping outcome, 2nd quarter of 1917"]
    entry = carried_out(war, SLUG, "1")
    done = duties(war, ATTRITION, "1917-06")[TITLE]
    assert (done.done, done.passes) == (entry.reference, ())
    assert TITLE not in duties(war, ATTRITION, "1917-05")
    assert TITLE not in duties(war, "central/attrition", "1917-06")


@pytest.mark.rule("GW.MERCHANT")
def test_a_quarter_has_one_roll_and_the_next_one_its_own(war: Campaign) -> None:
    carried_out(war, SLUG, "1")
    with pytest.raises(Refused, match="2nd quarter of 1917 was rolled already"):
        carried_out(war, SLUG, "3")
    carried_out(war, SLUG, "3", because="the first one was misread")
    assert facts(war)["condition:allied-morale.value"] == 55
    end_steps(war, 1)
    # July: the mark of the second quarter is gone with June.
    assert MARK not in facts(war)
    end_steps(war, 17)
    assert facts(war)["campaign:clock.turn"] == "1917-09"
    carried_out(war, SLUG, "3")
    assert facts(war)["condition:allied-morale.value"] == 50
    assert check_campaign(war).sound


@pytest.mark.rule("GW.MERCHANT")
def test_a_roll_in_an_earlier_month_needs_a_reason_and_counts_for_its_quarter(war: Campaign) -> None:
    """The mark lasts to the last month of the quarter."""
    end_steps(war, 1)
    assert facts(war)["campaign:clock.turn"] == "1917-07"
    with pytest.raises(Refused, match="Now it is Jul 1917, Central Powers player turn, Naval operations"):
        carried_out(war, SLUG, "1")
    carried_out(war, SLUG, "1", because="we stop early tonight")
    end_steps(war, 12)
    assert facts(war)["campaign:clock.turn"] == "1917-09"
    with pytest.raises(Refused, match="3rd quarter"):
        carried_out(war, SLUG, "1")
    end_steps(war, 6)
    assert "mark:merchant-outcome/1917-Q3.kind" not in facts(war)
