"""Correcting what is long past: a voyage that left the board, in the open and where sides have secrets."""

import re
from fractions import Fraction

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.play import state as states
from navalassist.play.storage.bodies import whole_body
from navalassist.systems.europa.board import roster
from tests.desk.logbook_demo import contact, end_turn, facts, text, voyage
from tests.desk.test_correction import correct, look
from tests.in_hand import in_hand, seated, words_of
from tests.systems.europa.board import end_steps, put, rolled, typed
from tests.systems.europa.test_closed import closed

__all__ = ["contact", "voyage"]


@pytest.mark.rule("X.6")
def test_a_wrong_cargo_is_corrected_in_every_check_of_a_voyage_that_left_the_board(
    contact: Entry, client: Client
) -> None:
    campaign = contact.campaign
    end_turn(campaign), end_turn(campaign)
    before = facts(campaign)
    assert "shipment:demo-1.state" not in before
    page = look(client, contact, res="5", transport_count="5")
    assert "2 entries would be made again, in this order, each with its own dice" in page
    made = correct(client, contact, res="5", transport_count="5", note="two stayed in port")
    assert whole_body(made)["outcome"]["res_lost"] == "4"
    assert facts(campaign) == before
    zone = correct(client, made, reason="typo", zone="western-med")
    assert whole_body(zone)["situation"]["leg"]["zone"] == "western-med"
    assert facts(campaign) == before


def known_by(campaign: Campaign, seat: str) -> str:
    """All that a seat reads of the log, and of the campaign as it stands."""
    log = text(seated(campaign, seat), f"/c/{campaign.slug}/log/")
    return words_of(log) + str(states.load(campaign.slug).seen_by(frozenset({"public", seat})).values)


@pytest.mark.parametrize(("first", "now"), [("66 222", "22"), ("22", "66 222")])
def test_where_sides_have_secrets_a_voyage_of_long_ago_is_put_right_on_the_chain_of_its_side(
    first: str, now: str, db: None
) -> None:
    with in_hand(closed()) as table:
        campaign = table.campaign
        key = put(campaign, typed("7 SP"))
        place, state = roster.Place("axis", "naples", roster.Ware("nt")), states.load(campaign.slug)
        table.edit(*roster.set_to(roster.Roster(state.values, state.clock[0]), {place: Fraction(20)}))
        rolled(campaign, f"row:{key}", first)
        check = Entry.objects.filter(campaign=campaign, procedure="cargo-contact").latest("id")
        end_steps(campaign, 30)
        before = set(known_by(campaign, "allied").split())
        table.correct(check, "mistyped-die", strip=now)
        arrived = states.load(campaign.slug).values["roster:axis/tripoli/nt.base"]
        assert arrived == ("4" if now.startswith("66") else "7")
        ends = [
            e for e in Entry.objects.filter(campaign=campaign, kind="clock") if whole_body(e)["act"] == "turn.since"
        ]
        assert {end.chain for end in ends} == {"axis"}
        learnt = set(known_by(campaign, "allied").split()) - before
        assert not [word for word in learnt if re.search("naples|tripoli|roster|cleared|stands", word, re.IGNORECASE)]
