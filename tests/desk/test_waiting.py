"""The page of a procedure that waits: who is asked, what is shown to whom, the answer, giving it up, and the links."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR
from navalassist.engine import REGISTER, Choose, Dice, Outcome, Play, Roll, Roller, Set, procedure
from navalassist.play.bodies import body_of
from navalassist.play.resolve import DiceInput, carry_out
from navalassist.play.systems import SYSTEMS
from navalassist.play.verify import check_campaign
from navalassist.play.writer import writing
from tests.begun import begin_demo
from tests.desk.logbook_demo import viewer
from tests.mini.rules import Frozen
from tests.mini.system import do, end_step, facts, hide_force, mend, seat, tell

HOME = "/c/little-war/"


def at(entry: Entry, tail: str = "") -> str:
    return f"{HOME}waiting/{entry.reference}/{tail}"


def receipt(entry: Entry) -> str:
    return f"{HOME}log/{entry.reference}/"


def sit(client: Client, name: str, home: str = HOME) -> None:
    client.post(f"{home}seat/", {"seat": name})


def get(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, address
    return html.unescape(answer.content.decode())


def send(client: Client, address: str, status: int = 302, **typed: str) -> str:
    """Post a form; where it leads, or the page."""
    answer = client.post(address, {"submission": f"s{Entry.objects.count()}", "seen": "", **typed})
    assert answer.status_code == status, answer.content.decode()
    return answer.headers.get("Location", "") or html.unescape(answer.content.decode())


def last() -> Entry:
    return Entry.objects.order_by("-id")[0]


def answers(page: str) -> bool:
    """Does the page hold the form of an answer?"""
    return 'name="choice"' in page


# Who is asked, and what is shown


def test_the_seat_that_is_asked_gets_the_form_and_the_others_see_whom_it_waits_for(
    campaign: Campaign, client: Client
) -> None:
    entry = do(seat(campaign), "mini-weather", "5 4", zone="outer")
    count = Entry.objects.count()
    for name in ("axis", "allied", "observer"):
        sit(client, name)
        page = get(client, at(entry))
        assert not answers(page)
        assert "It waits for the answer of the Moderator seat." in page
        assert "row 9, column open is not known" in page
    sit(client, MODERATOR)
    page = get(client, at(entry))
    assert re.findall(r'name="choice" value="(\w+)"', page) == ["calm", "gale", "storm"]
    assert "The first dice were typed" in page
    assert 'aria-label="Whose dice"' not in page
    for shown in ("What was given", "Outer", "Dice and their source", "M.2"):
        assert shown in page
    assert Entry.objects.count() == count


def test_terms_so_far_are_shown(campaign: Campaign, client: Client, europa_wait: Entry) -> None:
    page = get(client, f"/c/mediterranean-1941/waiting/{europa_wait.reference}/")
    assert "Who goes first?" in page
    assert not re.search(r"\b2d6\b", page)


def test_what_is_no_waiting_entry_or_not_for_these_eyes_is_not_there(campaign: Campaign, client: Client) -> None:
    hide_force(campaign)
    secret = do(seat(campaign, "allied"), "mini-scout", "5 4", force="hidden")
    done = do(seat(campaign), "mini-watch", name="x")
    for name in ("axis", "observer", MODERATOR):
        sit(client, name)
        for address in (at(secret), at(done), f"{HOME}waiting/public/999/", f"{HOME}waiting/allied/1/"):
            get(client, address, 404)
            assert client.post(address, {"choice": "storm", "submission": "x"}).status_code == 404
        assert client.post(at(secret, "give-up/"), {"reason": "mistake", "submission": "y"}).status_code == 404
        assert "waiting" not in get(client, f"{HOME}log/")
    sit(client, "allied")
    # The moderator is asked, but only this seat may read what: it taps for the moderator.
    assert answers(get(client, at(secret)))
    send(client, at(secret), choice="calm")
    assert check_campaign(campaign).sound


def test_sealed_answers_are_shown_as_answered_and_nothing_else(campaign: Campaign, client: Client) -> None:
    entry = do(seat(campaign), "mini-orders", "4", zone="inner")
    sit(client, "allied")
    assert not answers(get(client, at(entry)))
    sit(client, "axis")
    assert "send it without them" in send(client, at(entry), 422, choice="attack", strip="3 3")
    address, second = send(client, at(entry), choice="attack"), last()
    assert address == at(second)
    assert body_of(second, frozenset({"public"}))["waits_for"]["seat"] == "allied"
    for name in ("axis", "allied", MODERATOR, "observer"):
        sit(client, name)
        page = get(client, at(second))
        assert re.search(r"Axis</span>\s*<b>answered</b>", page), page
        assert answers(page) == (name == "allied")
        told = re.sub(r'<input type="radio" name="choice"[^>]*><span>\w+</span>', "", page)
        for text in (told, get(client, receipt(second)), get(client, f"{HOME}log/"), get(client, at(entry))):
            assert "attack" not in text.replace('value="attack"', "")
    sit(client, MODERATOR)
    refused = send(client, at(second), 403, choice="attack")
    assert "This is for the Allied seat to do" in refused


def test_nobody_learns_from_the_dice_wanted_what_was_sealed(campaign: Campaign, client: Client) -> None:
    entry = do(seat(campaign), "mini-orders", "4", zone="inner")
    send(client, at(entry), choice="attack")
    sit(client, "allied")
    second = last()
    page = get(client, at(second))
    assert 'name="strip"' not in page
    # Dice that are typed with it are refused, whatever was sealed: nothing can be tried out with them.
    told = {
        send(client, at(second), 422, choice=choice, strip="333").count("send it without them")
        for choice in ("attack", "wait")
    }
    assert told == {1}
    address, third = send(client, at(second), choice="attack"), last()
    assert address == at(third)
    page = get(client, at(third))
    assert "losses, 2d6" in page
    assert not answers(page)
    assert "1 more die is needed" in send(client, at(third), 422, strip="3")
    assert 'value="3"' in send(client, at(third), 422, strip="3")
    assert send(client, at(third), strip="33") == receipt(last())
    assert facts(campaign)["zone:inner.hits"] == 6
    assert check_campaign(campaign).sound


# The answer


def test_an_answer_leads_to_the_receipt_and_the_links_go_both_ways(campaign: Campaign, client: Client) -> None:
    entry = do(seat(campaign), "mini-weather", "5 4", zone="outer")
    sit(client, MODERATOR)
    assert f'href="{at(entry)}"' in get(client, receipt(entry))
    address = send(client, at(entry), choice="storm", strip="6")
    made = last()
    assert address == receipt(made)
    assert body_of(made, frozenset({"public"}))["outcome"] == "storm for 6"
    assert f'href="{receipt(entry)}"' in get(client, address)
    before = get(client, receipt(entry))
    assert f'href="{receipt(made)}"' in before
    assert f'href="{at(entry)}"' not in before
    over = get(client, at(entry))
    assert "It waits no longer" in over
    assert f'href="{receipt(made)}"' in over
    assert not answers(over)
    assert check_campaign(campaign).sound


def test_the_server_throws_on_where_it_threw_first(campaign: Campaign, client: Client) -> None:
    entry = do(seat(campaign), "mini-weather", zone="outer")
    while entry.kind != "waiting":
        entry = do(seat(campaign), "mini-weather", zone="outer")
    sit(client, MODERATOR)
    page = get(client, at(entry))
    assert "The server threw the first dice" in page
    assert 'name="strip"' not in page
    assert "send it without them" in send(client, at(entry), 422, choice="gale", strip="6", dice="typed")
    send(client, at(entry), choice="gale", dice="typed")
    assert last().record["body"]["dice"]["source"] == "server"


@pytest.mark.promise("P3")
def test_a_second_tap_gets_the_first_answer(campaign: Campaign, client: Client) -> None:
    entry = do(seat(campaign), "mini-weather", "5 4", zone="outer")
    sit(client, MODERATOR)
    first = send(client, at(entry), choice="storm", strip="6", submission="one")
    count = Entry.objects.count()
    assert send(client, at(entry), choice="calm", strip="1", submission="one") == first
    assert Entry.objects.count() == count
    stale = send(client, at(entry), 409, choice="calm", strip="1", submission="two")
    assert "It waits no longer: somebody answered it" in stale
    assert Entry.objects.count() == count


@pytest.mark.parametrize(
    ("typed", "said", "about"),
    [
        ({"choice": "", "strip": "6"}, "Decision: choose one of calm, gale, storm.", "choice"),
        ({"choice": "fog<b>", "strip": "6"}, "Decision: choose one of calm, gale, storm.", "choice"),
        ({"choice": "gale", "strip": ""}, "1 more die is needed", "dice"),
        ({"choice": "gale", "strip": "7"}, "a die has faces 1 to 6", "dice"),
        ({"choice": "gale", "strip": "6 6"}, "1 die too many", "dice"),
        ({"choice": "gale", "strip": "6", "submission": "<>"}, "load the page again", ""),
    ],
)
def test_what_does_not_fit_is_a_sentence_and_keeps_what_was_typed(
    campaign: Campaign, client: Client, typed: dict[str, str], said: str, about: str
) -> None:
    entry = do(seat(campaign), "mini-weather", "5 4", zone="outer")
    sit(client, MODERATOR)
    count = Entry.objects.count()
    page = send(client, at(entry), 422, **typed)
    assert said in page
    assert f'href="#{about}"' in page if about else "<b>" in page
    assert f'name="strip" value="{typed["strip"]}"' in page
    if typed["choice"] == "gale":
        assert re.search(r'value="gale" checked', page)
    assert "fog<b>" not in client.post(at(entry), {"submission": "h", **typed}).content.decode()
    assert Entry.objects.count() == count


def test_a_form_from_elsewhere_is_refused(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-weather", "5 4", zone="outer")
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(at(entry), {"choice": "storm", "submission": "x"}).status_code == 403
    assert strict.post(at(entry, "give-up/"), {"reason": "mistake", "submission": "x"}).status_code == 403
    assert strict.get(at(entry, "give-up/")).status_code == 405


# The log


def test_the_log_names_what_waits_with_a_link(campaign: Campaign, client: Client) -> None:
    entry = do(seat(campaign), "mini-orders", "4", zone="inner")
    page = get(client, f"{HOME}log/")
    assert "waits for Axis: orders of axis" in page
    assert page.count(f'href="{at(entry)}"') == 2
    tell(seat(campaign), entry, "attack", "")
    page = get(client, f"{HOME}log/")
    assert "waits for Allied: orders of allied" in page
    assert f'href="{at(entry)}"' not in page


def test_a_correction_that_waits_strikes_what_it_corrects(campaign: Campaign, client: Client) -> None:
    entry = do(seat(campaign), "mini-weather", "5 4 2", zone="inner")
    waiting = mend(seat(campaign), entry, situation={"water": "open"})
    assert f"corrected by {waiting.sequence}" in get(client, f"{HOME}log/")
    page = get(client, at(waiting))
    assert "It is a correction, and what it corrects is taken back already." in page
    assert "taken back already" in send(client, at(waiting, "give-up/"), 409, reason="mistake")


# Giving it up


def test_who_began_it_gives_it_up_with_a_reason(campaign: Campaign, client: Client) -> None:
    entry = do(seat(campaign), "mini-weather", "5 4", zone="outer")
    page = get(client, at(entry))
    assert re.findall(r'name="reason" value="([\w-]+)"', page) == ["mistake", "wrong-figures", "no-answer", "no-need"]
    address = send(client, at(entry, "give-up/"), reason="wrong-figures", note="it was <b>inner</b>")
    over = last()
    assert address == receipt(over)
    told = client.get(address).content.decode()
    assert "wrong figures" in told
    assert "it was &lt;b&gt;inner" in told
    assert "Its dice stay thrown" in told
    assert f'Given up by <a href="{receipt(over)}">' in get(client, receipt(entry))
    log = get(client, f"{HOME}log/")
    assert f"given up by {over.sequence}" in log
    assert f"Gave up entry {entry.sequence}" in log
    assert "Answer it" not in log
    assert f'href="{receipt(over)}"' in get(client, at(entry))
    assert check_campaign(campaign).sound


def test_begun_again_on_its_page_it_says_which_dice_lie_ready(campaign: Campaign, client: Client) -> None:
    entry = do(seat(campaign), "mini-orders", "4", zone="inner")
    send(client, at(entry, "give-up/"), reason="mistake")
    page = send(client, f"{HOME}do/mini-orders/look/", 200, zone="inner")
    assert f'href="{receipt(entry)}"' in page
    assert "lie ready" in page
    assert "lie ready" not in send(client, f"{HOME}do/mini-orders/look/", 200, zone="outer")
    address = send(client, f"{HOME}do/mini-orders/", zone="inner", dice="typed", strip="")
    again = last()
    assert address == at(again)
    assert again.record["body"]["answers"][0]["faces"] == [4]
    assert f'href="{receipt(again)}"' in get(client, receipt(entry))
    assert check_campaign(campaign).sound


def test_the_others_cannot_give_it_up(campaign: Campaign, client: Client) -> None:
    entry = do(seat(campaign), "mini-orders", "4", zone="inner")
    count = Entry.objects.count()
    for name, said in (("allied", "This is for the Axis seat to do"), ("observer", "This is for the Axis seat to do")):
        sit(client, name)
        assert 'name="reason"' not in get(client, at(entry))
        assert said in send(client, at(entry, "give-up/"), 403, reason="mistake")
    sit(client, MODERATOR)
    assert "Choose why it is given up" in send(client, at(entry, "give-up/"), 422, reason="", note="kept words")
    page = send(client, at(entry, "give-up/"), 422, reason="spite", note="kept words")
    assert 'value="kept words"' in page
    assert "Note: at most 200 signs" in send(client, at(entry, "give-up/"), 422, reason="mistake", note="x" * 201)
    assert Entry.objects.count() == count
    send(client, at(entry, "give-up/"), reason="mistake", submission="g1")
    assert "It waits no longer" in send(client, at(entry, "give-up/"), 409, reason="mistake", submission="g2")


# The campaign's page and the end of a step


class First(Frozen):
    who: str = ""


@pytest.fixture
def europa_wait(monkeypatch: pytest.MonkeyPatch, db: None) -> Entry:
    """A rule of the real campaign's system that asks the Allied seat something."""

    def ask(item: First) -> Play[Outcome[str]]:
        yield from Roll("fog", Dice(1), sum, label="fog")
        who = yield from Choose("first", {"axis": "the Axis", "allied": "the Allies"}, "allied", "Who goes first?")
        return Outcome(who, (Set("ledger:axis.vp", 1),))

    made: Any = procedure(
        "who-goes-first", system="europa", rule="1.A", title="First go", roller=Roller.NOBODY, edition="1", dice="1d6"
    )(ask)
    monkeypatch.setitem(REGISTER, "who-goes-first", REGISTER.get("who-goes-first", made))
    monkeypatch.setitem(SYSTEMS["europa"].situations, "who-goes-first", lambda reader, target: First())
    with writing(viewer(begin_demo(), "axis")) as writer:
        return carry_out(writer, "who-goes-first", {}, DiceInput("typed", "4"))


def test_the_map_names_what_waits_and_the_step_does_not_end_unasked(europa_wait: Entry, client: Client) -> None:
    home = "/c/mediterranean-1941/"
    page = get(client, home)
    assert "First go waits for Allied: Who goes first?" in page
    assert f'href="{home}waiting/{europa_wait.reference}/"' in page
    assert "1 open decision" in page
    asked = send(client, f"{home}step/", 409, until="")
    assert "Waits for a decision" in asked
    assert "First go waits for Allied" in asked
    assert not Entry.objects.filter(kind="clock").exists()
    sit(client, "allied", home)
    send(client, f"{home}waiting/{europa_wait.reference}/", choice="axis")
    page = get(client, home)
    assert "First go waits" not in page
    assert "open decision" not in page


def test_what_waits_is_answered_after_its_step_too(campaign: Campaign, client: Client) -> None:
    entry = do(seat(campaign), "mini-weather", "5 4", zone="outer")
    end_step(seat(campaign), times=5)
    sit(client, MODERATOR)
    send(client, at(entry), choice="gale", strip="2")
    assert facts(campaign)["zone:outer.interference"] == "partial"
    assert check_campaign(campaign).sound
