"""P45: dice that were typed are never thrown away without a word, on any page that takes dice."""

from html import unescape

import pytest
from django.test import Client, RequestFactory

from navalassist.campaigns.models import Campaign
from navalassist.desk.dice_sent import NOT_CHOSEN, dice_sent
from navalassist.desk.logbook.follow_ups import check_typed_dice
from navalassist.desk.problem import Problem
from navalassist.engine import REGISTER
from navalassist.play.systems import system_of
from navalassist.systems.europa.setup import begin_demo
from navalassist.systems.storm_of_steel.setup import begin_demo as begin_great_war
from tests.promises.http import heads, take_seat

pytestmark = [pytest.mark.django_db, pytest.mark.promise("P45")]
STRIP = "63 421"
DEMOS = {"europa": begin_demo, "storm-of-steel": begin_great_war}


@pytest.fixture(params=DEMOS)
def campaign(request: pytest.FixtureRequest) -> Campaign:
    return DEMOS[request.param]()


def refused(answer: object) -> str:
    """The page of a refusal: the sentence is there, and so is what was typed."""
    text = unescape(answer.content.decode())  # type: ignore[attr-defined]
    assert answer.status_code == 422  # type: ignore[attr-defined]
    assert f'value="{STRIP}"' in text
    return str(text)


def test_no_rule_takes_the_servers_dice_while_others_are_typed(campaign: Campaign, client: Client) -> None:
    take_seat(client, campaign.slug, "moderator")
    before = heads()
    forms = system_of(campaign.system).forms
    rules = [rule for rule in forms if rule in REGISTER and not REGISTER[rule].dice.startswith("none")]
    assert len(rules) > 5
    for rule in rules:
        address = f"/c/{campaign.slug}/do/{rule}/"
        for url in (address, f"{address}look/"):
            assert NOT_CHOSEN in refused(client.post(url, {"dice": "server", "strip": STRIP})), url
            assert NOT_CHOSEN in refused(client.post(url, {"strip": STRIP})), url
        assert client.post(address, {"dice": "mine", "strip": STRIP}).status_code == 422
        assert client.post(address, {"dice": "typed", "strip": "1" * 401}).status_code == 422
    assert heads() == before


def test_nor_does_the_board(client: Client) -> None:
    campaign = begin_demo()
    before = heads()
    answer = client.post(f"/c/{campaign.slug}/board/roll/", {"dice": "server", "strip": STRIP, "roll": "row:demo-1"})
    assert NOT_CHOSEN in refused(answer)
    assert client.post(f"/c/{campaign.slug}/board/roll/", {"dice": "typed", "strip": "1" * 401}).status_code == 422
    assert heads() == before


@pytest.mark.parametrize(
    ("sent", "how", "why"),
    [
        ({"strip": "6"}, {"begun": "server"}, "the server threw the first ones"),
        ({"strip": "6", "dice": "typed"}, {"begun": "server"}, "the server threw the first ones"),
        ({"strip": "6", "dice": "typed"}, {"taken": False}, "none are read with this answer"),
    ],
)
def test_a_rule_that_waits_reads_what_is_typed_or_says_why_not(
    rf: RequestFactory, sent: dict[str, str], how: dict[str, bool], why: str
) -> None:
    with pytest.raises(Problem, match=why) as refusal:
        dice_sent(rf.post("/", sent), **how)  # type: ignore[arg-type]
    assert (refusal.value.status, refusal.value.about) == (422, "dice")
    assert dice_sent(rf.post("/", {"strip": "6", "dice": "server"}), begun="typed").strip == "6", "it has no choice"


@pytest.mark.parametrize("way", ["", "keep", "stand"])
def test_new_dice_for_a_later_entry_are_read_only_where_it_is_carried_out_again(way: str) -> None:
    typed = {"way-public-12": way, "dice-public-12": "6 1"}
    with pytest.raises(Problem, match="entry 12: they are typed, but neither “Carry it out again, same dice” nor"):
        check_typed_dice(typed)
    check_typed_dice(typed | {"way-public-12": "roll"})
    check_typed_dice(typed | {"way-public-12": "same"})
    check_typed_dice(typed | {"dice-public-12": " "})
