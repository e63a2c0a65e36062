"""What of Supermarina was otherwise since an earlier turn: from the set-up, with the rolls that a seat may read."""

import re
from uuid import uuid4

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.engine import Set
from navalassist.play.checks.verify import check_campaign
from tests.in_hand import InHand

ALONE = {"port": "tripoli", "units": ["blenheims"]}
SINCE = {"when": "1941-11-1/axis", "why": "its counters stood there"}


@pytest.fixture
def table(duisburg: Campaign) -> InHand:
    """The Blenheims over Tripoli, fired at by the port: 8 on 12 points gets one of them and lets 1 factor through."""
    table = InHand(duisburg, "allied")
    table.edit(Set("sm-port:tripoli.aa", 12))
    table.edit(Set("sm-air-unit:blenheims.cooperates", True), chain="allied")
    table.until("axis/nas-4/enemy-combat")
    table.do("sm-flak", dice="4 4", **ALONE)
    return table.at("allied")


def put_right(table: InHand, fact: str, to: str, status: int = 302, **typed: str) -> str:
    """From the set-up to the form of a fact, and what one reads once it is sent."""
    assert "log/since/" in table.text("setup/")
    listed = table.text("log/since/")
    assert f'value="{fact}"' in listed
    sent = {"fact": fact, "to": to, "submission": uuid4().hex, "seen": "", **SINCE, **typed}
    return table.tap("log/since/", status, **sent)


def test_the_roll_that_had_read_it_is_listed_and_made_again(table: InHand) -> None:
    fired = table.last(procedure="sm-flak")
    looked = table.post("log/since/preview/", fact="sm-port:tripoli.land_aa", to="True", submission="look", **SINCE)
    assert f"way-{fired.chain}-{fired.sequence}" in looked.content.decode()
    put_right(table, "sm-port:tripoli.land_aa", "True", **{f"way-{fired.chain}-{fired.sequence}": "same"})
    again = table.last(procedure="sm-flak")
    assert again.corrects == fired.reference
    assert "3 of 3 bombing factors get through" in table.receipt(again)
    assert check_campaign(table.campaign).sound


def test_a_port_that_was_another_sides_was_captured(table: InHand) -> None:
    put_right(table, "sm-port:benghazi.owner", "allied")
    assert (table.facts["sm-port:benghazi.owner"], table.facts["sm-port:benghazi.captured"]) == ("allied", True)
    table.check()


def test_a_number_is_held_to_its_bounds_and_a_store_is_maltas(table: InHand) -> None:
    assert "type a whole number from 0 to 99" in put_right(table, "sm-port:tripoli.repair", "100", 422)
    listed = table.text("log/since/")
    assert re.findall(r"Supplies of (\w+)", listed) == ["Malta"]
