"""What of the theatre campaign was otherwise since an earlier turn: from the set-up, with what had read it."""

from uuid import uuid4

from navalassist.campaigns.models import Campaign
from navalassist.play.checks.verify import check_campaign
from tests.in_hand import InHand

SINCE = {"when": "1942-01/axis", "why": "the list said otherwise"}


YARD, DAMAGE = "pg-port:manila.yard", "pg-port:manila.yard_damage"


def test_a_yard_that_was_larger_is_wrecked_as_large_as_it_was(lingayen: Campaign) -> None:
    """Its owner destroyed it: twice its capacity, which the list had wrongly."""
    table = InHand(lingayen, "allied")
    table.set({YARD: 250})
    table.until("axis/logistics")
    made = table.do("pg-shipyard", port="manila", work="wrecked")
    assert table.facts[DAMAGE] == 500
    table = table.at("moderator")
    assert "log/since/" in table.text("setup/")
    assert f'value="{YARD}"' in table.text("log/since/")
    sent = {"fact": YARD, "to": "300", "submission": uuid4().hex, "seen": "", **SINCE}
    table.tap("log/since/", **sent, **{f"way-{made.chain}-{made.sequence}": "same"})
    assert (table.facts[YARD], table.facts[DAMAGE]) == (300, 600)
    assert check_campaign(table.campaign).sound


def test_the_owner_of_a_port_and_the_holder_of_a_square_are_listed(lingayen: Campaign) -> None:
    listed = InHand(lingayen).text("log/since/")
    assert ">Owner of Manila</option>" in listed
    assert "Holder of " in listed
