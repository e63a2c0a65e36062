"""The page of a procedure that waits: who is asked, what is shown to whom, the answer, giving it up, and the links."""

import re
from typing import Any

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.viewer import MODERATOR
from navalassist.engine import REGISTER, Choose, Dice, Outcome, Play, Roll, Roller, Set, procedure
from navalassist.play.corrections.undo import give_up
from navalassist.play.storage.bodies import body_of
from navalassist.play.systems import SYSTEMS
from navalassist.play.turns import steps
from navalassist.play.turns.steps import StillAsked
from tests.desk.log_pages import sent as send
from tests.in_hand import InHand, words_of
from tests.mini.rules import Frozen
from tests.mini.system import hide_force, mend, seat, tell

HOME = "/c/little-war/"


def at(entry: Entry, tail: str = "") -> str:
    return f"{HOME}waiting/{entry.reference}/{tail}"


def receipt(entry: Entry) -> str:
    return f"{HOME}log/{entry.reference}/"


def answers(page: str) -> bool:
    """Does the page hold the form of an answer?"""
    return 'name="choice"' in page


# Who is asked, and what is shown


def test_the_seat_that_is_asked_gets_the_form_and_its_answer_leads_to_the_receipt_and_back(little: InHand) -> None:
    entry = little.do("mini-weather", "5 4", zone="outer")
    count = Entry.objects.count()
    for name in ("axis", "allied", "observer"):
        little.sit(name)
        page = little.text(at(entry))
        assert not answers(page)
        assert "It waits for the answer of the Moderator seat." in page
        assert "row 9, column open is not known" in page
    little.sit(MODERATOR)
    page = little.text(at(entry))
    assert re.findall(r'name="choice" value="(\w+)"', page) == ["calm", "gale", "storm"]
    assert "The first dice were typed" in page
    assert 'aria-label="Whose dice"' not in page
    for shown in ("What was given", "Outer", "Dice and their source", "M.2"):
        assert shown in page
    assert Entry.objects.count() == count
    assert f'href="{at(entry)}"' in little.text(receipt(entry))
    address = send(little, at(entry), choice="storm", strip="6")
    made = little.last()
    assert address == receipt(made)
    assert body_of(made, frozenset({"public"}))["outcome"] == "storm for 6"
    assert f'href="{receipt(entry)}"' in little.text(address)
    before = little.text(receipt(entry))
    assert f'href="{receipt(made)}"' in before
    assert f'href="{at(entry)}"' not in before
    over = little.text(at(entry))
    assert "It waits no longer" in over
    assert f'href="{receipt(made)}"' in over
    assert not answers(over)


def test_terms_so_far_are_shown(demo: InHand, europa_wait: Entry) -> None:
    page = demo.text(f"/c/mediterranean-1941/waiting/{europa_wait.reference}/")
    assert "Who goes first?" in page
    assert not re.search(r"\b2d6\b", page)


def test_what_is_no_waiting_entry_or_not_for_these_eyes_is_not_there(little: InHand) -> None:
    hide_force(little.campaign)
    secret = little.do("mini-scout", "5 4", force="hidden", seat="allied")
    done = little.do("mini-watch", name="x")
    for name in ("axis", "observer", MODERATOR):
        little.sit(name)
        for address in (at(secret), at(done), f"{HOME}waiting/public/999/", f"{HOME}waiting/allied/1/"):
            little.text(address, 404)
            assert little.client.post(address, {"choice": "storm", "submission": "x"}).status_code == 404
        assert little.client.post(at(secret, "give-up/"), {"reason": "mistake", "submission": "y"}).status_code == 404
        assert "waiting" not in little.text(f"{HOME}log/")
    little.sit("allied")
    # The moderator is asked, but only this seat may read what: it taps for the moderator.
    assert answers(little.text(at(secret)))
    send(little, at(secret), choice="calm")


def test_sealed_answers_are_shown_as_answered_and_nothing_else(little: InHand) -> None:
    entry = little.do("mini-orders", "4", zone="inner")
    # Either side may be first.
    little.sit("allied")
    assert answers(little.text(at(entry)))
    little.sit("axis")
    assert "send it without them" in send(little, at(entry), 422, choice="attack", strip="3 3")
    address, second = send(little, at(entry), choice="attack"), little.last()
    assert address == at(second)
    assert body_of(second, frozenset({"public"}))["waits_for"]["seat"] == "allied"
    for name in ("axis", "allied", MODERATOR, "observer"):
        little.sit(name)
        page = little.text(at(second))
        assert re.search(r"Axis</span>\s*<b>answered</b>", page), page
        assert answers(page) == (name in ("axis", "allied"))
        assert ("Only ■ Axis sees this: attack" in words_of(page)) == (name == "axis")
        if name == "axis":
            continue
        told = re.sub(r'<input type="radio" name="choice"[^>]*> <span>\w+</span>', "", page)
        for text in (told, little.text(receipt(second)), little.text(f"{HOME}log/"), little.text(at(entry))):
            assert "attack" not in text.replace('value="attack"', "")
    little.sit(MODERATOR)
    assert "This is for the Allied seat to do" in send(little, at(second), 403, choice="attack")


def test_nobody_learns_from_the_dice_wanted_what_was_sealed(little: InHand) -> None:
    entry = little.do("mini-orders", "4", zone="inner")
    send(little, at(entry), choice="attack")
    little.sit("allied")
    second = little.last()
    assert 'name="strip"' not in little.text(at(second))
    # Dice that are typed with it are refused, whatever was sealed: nothing can be tried out with them.
    told = {
        send(little, at(second), 422, choice=choice, strip="333").count("send it without them")
        for choice in ("attack", "wait")
    }
    assert told == {1}
    address, third = send(little, at(second), choice="attack"), little.last()
    assert address == at(third)
    page = little.text(at(third))
    assert "losses, 2d6" in page
    assert not answers(page)
    assert "1 more die is needed" in send(little, at(third), 422, strip="3")
    assert 'value="3"' in send(little, at(third), 422, strip="3")
    assert send(little, at(third), strip="33") == receipt(little.last())
    assert little.facts["zone:inner.hits"] == 6


# The answer


def test_the_server_throws_on_where_it_threw_first(little: InHand) -> None:
    entry = little.do("mini-weather", zone="outer")
    while entry.kind != "waiting":
        entry = little.do("mini-weather", zone="outer")
    little.sit(MODERATOR)
    page = little.text(at(entry))
    assert "The server threw the first dice" in page
    assert 'name="strip"' not in page
    assert "send it without them" in send(little, at(entry), 422, choice="gale", strip="6", dice="typed")
    send(little, at(entry), choice="gale", dice="typed")
    assert little.last().record["body"]["dice"]["source"] == "server"


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
    little: InHand, typed: dict[str, str], said: str, about: str
) -> None:
    entry = little.do("mini-weather", "5 4", zone="outer")
    little.sit(MODERATOR)
    count = Entry.objects.count()
    page = send(little, at(entry), 422, **typed)
    assert said in page
    assert f'href="#{about}"' in page if about else "<b>" in page
    assert f'name="strip" value="{typed["strip"]}"' in page
    if typed["choice"] == "gale":
        assert re.search(r'value="gale" checked', page)
    assert "fog<b>" not in little.client.post(at(entry), {"submission": "h", **typed}).content.decode()
    assert Entry.objects.count() == count


@pytest.mark.promise("P3")
def test_a_form_from_elsewhere_is_refused_and_a_second_tap_gets_the_first_answer(little: InHand) -> None:
    entry = little.do("mini-weather", "5 4", zone="outer")
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(at(entry), {"choice": "storm", "submission": "x"}).status_code == 403
    assert strict.post(at(entry, "give-up/"), {"reason": "mistake", "submission": "x"}).status_code == 403
    assert strict.get(at(entry, "give-up/")).status_code == 405
    little.sit(MODERATOR)
    first = send(little, at(entry), choice="storm", strip="6", submission="one")
    count = Entry.objects.count()
    assert send(little, at(entry), choice="calm", strip="1", submission="one") == first
    assert Entry.objects.count() == count
    stale = send(little, at(entry), 409, choice="calm", strip="1", submission="two")
    assert "It waits no longer: somebody answered it" in stale
    assert Entry.objects.count() == count


# The log


def test_the_log_names_what_waits_with_a_link(little: InHand) -> None:
    entry = little.do("mini-orders", "4", zone="inner")
    page = little.text(f"{HOME}log/")
    assert "waits for Axis and Allied: orders of axis" in page
    assert page.count(f'href="{at(entry)}"') == 4, "in the head, at its line and under it, under the thumb"
    tell(seat(little.campaign), entry, "attack", "")
    page = little.text(f"{HOME}log/")
    assert "waits for Allied: orders of allied" in page
    assert f'href="{at(entry)}"' not in page


def test_a_correction_that_waits_strikes_what_it_corrects(little: InHand) -> None:
    entry = little.do("mini-weather", "5 4 2", zone="inner")
    waiting = mend(seat(little.campaign), entry, situation={"water": "open"})
    assert f"corrected by {waiting.sequence}" in little.text(f"{HOME}log/")
    assert "It is a correction, and what it corrects is taken back already." in little.text(at(waiting))
    assert "taken back already" in send(little, at(waiting, "give-up/"), 409, reason="mistake")


# Giving it up


def test_who_began_it_gives_it_up_with_a_reason(little: InHand) -> None:
    entry = little.do("mini-weather", "5 4", zone="outer")
    page = little.text(at(entry))
    assert re.findall(r'name="reason" value="([\w-]+)"', page) == ["mistake", "wrong-figures", "no-answer", "no-need"]
    address = send(little, at(entry, "give-up/"), reason="wrong-figures", note="it was <b>inner</b>")
    over = little.last()
    assert address == receipt(over)
    told = little.client.get(address).content.decode()
    assert "wrong figures" in told
    assert "it was &lt;b&gt;inner" in told
    assert "Its dice stay thrown" in told
    assert f'Given up by <a href="{receipt(over)}">' in little.text(receipt(entry))
    log = little.text(f"{HOME}log/")
    assert f"given up by {over.sequence}" in log
    assert f"Gave up entry {entry.sequence}" in log
    assert "Answer it" not in log
    assert f'href="{receipt(over)}"' in little.text(at(entry))


def test_begun_again_on_its_page_it_says_which_dice_lie_ready(little: InHand) -> None:
    entry = little.do("mini-orders", "4", zone="inner")
    send(little, at(entry, "give-up/"), reason="mistake")
    page = send(little, f"{HOME}do/mini-orders/look/", 200, zone="inner")
    assert f'href="{receipt(entry)}"' in page
    assert "lie ready" in page
    assert "lie ready" not in send(little, f"{HOME}do/mini-orders/look/", 200, zone="outer")
    address = send(little, f"{HOME}do/mini-orders/", zone="inner", dice="typed", strip="")
    again = little.last()
    assert address == at(again)
    assert again.record["body"]["answers"][0]["faces"] == [4]
    assert f'href="{receipt(again)}"' in little.text(receipt(entry))


def test_the_others_cannot_give_it_up(little: InHand) -> None:
    entry = little.do("mini-orders", "4", zone="inner")
    count = Entry.objects.count()
    for name, said in (("allied", "This is for the Axis seat to do"), ("observer", "This is for the Axis seat to do")):
        little.sit(name)
        assert 'name="reason"' not in little.text(at(entry))
        assert said in send(little, at(entry, "give-up/"), 403, reason="mistake")
    little.sit(MODERATOR)
    assert "Choose why it is given up" in send(little, at(entry, "give-up/"), 422, reason="", note="kept words")
    assert 'value="kept words"' in send(little, at(entry, "give-up/"), 422, reason="spite", note="kept words")
    assert "Note: at most 200 characters" in send(little, at(entry, "give-up/"), 422, reason="mistake", note="x" * 201)
    assert Entry.objects.count() == count
    send(little, at(entry, "give-up/"), reason="mistake", submission="g1")
    assert "It waits no longer" in send(little, at(entry, "give-up/"), 409, reason="mistake", submission="g2")


# The campaign's page and the end of a step


class First(Frozen):
    who: str = ""


@pytest.fixture
def europa_wait(monkeypatch: pytest.MonkeyPatch, demo: InHand) -> Entry:
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
    return demo.do("who-goes-first", "4")


def test_the_map_names_what_waits_and_the_step_ends_once_it_is_answered(demo: InHand, europa_wait: Entry) -> None:
    home = "/c/mediterranean-1941/"
    page = demo.text(home)
    assert "First go waits for Allied: Who goes first?" in page
    assert f'href="{home}waiting/{europa_wait.reference}/"' in page
    assert "A question of this step waits: the step ends once it is answered, or given up." in words_of(page)
    ends = {"until": "", "confirm": "yes"}
    for address in ("step/", "part/"):
        asked = send(demo, home + address, 409, **ends)
        said = "First go waits for Allied: Who goes first? Answer it or give it up, and then go on"
        assert said in words_of(asked)
        assert f'href="{home}waiting/{europa_wait.reference}/"' in asked
    assert not Entry.objects.filter(kind="clock").exists()
    demo.sit("allied")
    send(demo, f"{home}waiting/{europa_wait.reference}/", choice="axis")
    page = demo.text(home)
    assert "First go waits" not in page
    assert "A question of this step" not in page
    send(demo, f"{home}step/", **ends)
    assert Entry.objects.filter(kind="clock").exists()


def test_a_step_ends_once_its_question_was_given_up_too(little: InHand) -> None:
    entry = little.do("mini-weather", "5 4", zone="outer")
    with pytest.raises(StillAsked):
        little.end_step()
    little.act(give_up, entry, "no-need")
    little.end_step()


def test_what_waits_since_an_earlier_step_is_answered_and_keeps_none_from_ending(
    little: InHand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Logs of older versions have such questions."""
    entry = little.do("mini-weather", "5 4", zone="outer")
    with monkeypatch.context() as older:
        older.setattr(steps, "check_answered", lambda writer: None)
        little.end_step()
    little.end_steps(4)
    little.sit(MODERATOR)
    send(little, at(entry), choice="gale", strip="2")
    assert little.facts["zone:outer.interference"] == "partial"


def test_an_answer_is_told_in_the_words_of_the_option_and_by_whom_and_asks_for_no_dice_that_none_need(
    demo: InHand, europa_wait: Entry
) -> None:
    demo.sit("allied")
    page = demo.text(f"waiting/{europa_wait.reference}/")
    assert 'aria-label="Whose dice"' not in page
    assert 'name="strip"' not in page
    send(demo, f"waiting/{europa_wait.reference}/", choice="axis")
    said = demo.receipt(demo.last(procedure="who-goes-first"))
    assert "Who goes first? the Axis" in said
    assert "Answered by" in said
    assert "Rolled by" not in said


def test_the_answer_to_a_correction_that_waited_says_what_it_corrects(little: InHand) -> None:
    entry = little.do("mini-weather", "5 4 2", zone="inner")
    waiting = mend(seat(little.campaign), entry, situation={"water": "open"})
    made = tell(seat(little.campaign, MODERATOR), waiting, "storm", "")
    assert "A correction" in little.receipt(made)
