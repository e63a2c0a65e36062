"""Set-up pages: what they say afterwards, beside what it is about."""

from __future__ import annotations

import re
from html import unescape

import pytest

from navalassist.auditlog.models import Entry
from navalassist.desk.setup import sections
from tests.desk.test_setup import at
from tests.in_hand import InHand

pytestmark = pytest.mark.django_db


# What a page says afterwards


@pytest.mark.parametrize(
    ("place", "act", "fields", "said"),
    [
        ("rulings/", "ruling.choice", {"set": "R-04=rule36"}, "now bombing raises it."),
        (
            "malta/",
            "ruling.choice",
            {"set": "R-04=rule36", "rewrite": "yes"},
            "bombing raises it, Malta’s number now 5.",
        ),
        ("ports/tripoli/", "port.operational", {"set": "tripoli=no"}, "Tripoli in working order; now no."),
        ("zones/", "zone.interference", {"set": "red-sea=partial"}, "now partial interference."),
        ("points/", "ledger.vp", {"key": "allied", "value": "6"}, "Victory points, Allied; now 6."),
    ],
)
def test_a_message_says_how_it_stands_now(
    demo: InHand, place: str, act: str, fields: dict[str, str], said: str
) -> None:
    demo.client.defaults["HTTP_HX_REQUEST"] = "true"
    page = unescape(demo.send(at(place), act=act, **fields).content.decode())
    assert said in re.sub(r"<[^>]+>", "", page[page.index("Saved:") :])


def test_a_history_says_why_a_rule_changed_a_number_and_calls_a_level_as_its_button_does(demo: InHand) -> None:
    entry = demo.do("malta-bombed", hits=2)
    receipt = f'href="/c/{demo.slug}/log/{entry.reference}/"'
    assert f"<a {receipt}>2 hits of naval strike missions</a>" in demo.text(at("malta/"))
    page = demo.text(at("zones/"))
    assert "<td>minor interference</td>" in page
    assert "<td>none</td>" not in page


def test_a_port_is_found_by_a_part_of_its_name(demo: InHand) -> None:
    page = demo.text(at("ports/?name=%20TRIP"))
    assert 'id="at-tripoli"' in page
    assert 'id="at-naples"' not in page
    assert 'name="name" maxlength="40" autocomplete="off" value=" TRIP"' in page
    assert "No port fits" in demo.text(at("ports/?name=atlantis"))


def test_what_came_of_a_tap_stands_beside_its_port_and_a_plain_form_leads_back_to_it(demo: InHand) -> None:
    assert demo.send(at("ports/"), act="port.owner", set="naples=allied")["Location"].endswith("/ports/#at-naples")
    demo.client.defaults["HTTP_HX_REQUEST"] = "true"
    page = unescape(demo.send(at("ports/"), act="port.owner", set="naples=axis").content.decode())
    row = page[page.index('id="at-naples"') :].partition("</tr>")[0]
    assert "<b>Saved:</b> Owner of Naples; now Axis." in row
    assert page.count("Saved:") == 1
    page = unescape(demo.send(at("ports/"), act="port.owner", set="naples=axis", note="again").content.decode())
    row = page[page.index('id="at-naples"') :].partition("</tr>")[0]
    assert "it is Axis already" in row
    assert 'value="again"' in row
    assert page.count('value="again"') == page.count("it is Axis already") == 1


def test_an_observer_s_buttons_are_disabled_and_the_page_says_why(demo: InHand) -> None:
    observer = demo.at("observer")
    for place in sections.SECTIONS:
        page = observer.text(at(f"{place}/"))
        assert "The observer seat only watches: take another seat above" in page
        held = page[page.index('<fieldset class="stack" disabled>') : page.rindex("</fieldset>")]
        forms = f'method="post" action="{demo.at_home(at(place))}/"'
        assert page.count(forms) == held.count(forms) > 0
        assert 'method="get"' not in held
    assert "disabled" not in demo.at("axis").text(at("ports/"))


def test_the_undo_box_names_what_it_cannot_reach_behind(demo: InHand) -> None:
    assert "No input to take back since entry 1, which began the campaign." in demo.text(at())
    demo.do("malta-bombed", hits=2)
    said = "No input to take back since entry 3, which carried out a rule; a rule is corrected on its receipt."
    assert said in demo.text(at())
    assert said in demo.text("")
    demo.send(at("malta/"), act="malta.number", value="4")
    drawn = demo.text(at())
    form = re.search(r'name="submission" value="(\w+u)"><input type="hidden" name="entry" value="([^"]+)"', drawn)
    assert form is not None
    demo.post("undo/", submission=form[1], entry=form[2])
    assert said in demo.text(at())
    for _ in ("tyrrhenian", "central-med"):
        demo.do("cargo-contact", shipment="demo-1")
    assert "which rolled dice; a roll is corrected on its receipt." in demo.text(at())
    demo.end_step()
    assert "which ended a step; that stays as it is." in demo.text(at())


def a_slip(demo: InHand) -> None:
    """Massaua tapped as Allied by mistake, and found only after something else was typed."""
    demo.send(at("ports/massaua/"), act="port.owner", set="massaua=allied")
    demo.send(at("ports/massaua/"), act="port.owner", set="massaua=axis")
    demo.send(at("malta/"), act="malta.number", value="4")


@pytest.mark.rule("E33.B.8.a.N")
def test_a_port_that_was_called_allied_by_mistake_is_so_no_more(demo: InHand) -> None:
    page = at("ports/massaua/")
    assert "a slip" not in demo.text(page), "the Allies never owned it: nothing is to be taken back"
    a_slip(demo)
    assert demo.facts["port:massaua.ever_allied"] is True
    assert "They never owned it: a slip" in demo.text(page)
    zone = "zones/red-sea/"
    assert "barred" in demo.text(zone)
    answer = demo.send(page, act="port.never-allied", key="massaua", value="wrong owner", note="tapped in haste")
    assert answer.status_code == 302
    body = demo.last().record["body"]
    assert (body["act"], body["reason"], body["note"]) == ("port.never-allied", "wrong owner", "tapped in haste")
    assert body["changes"] == [["port:massaua.ever_allied", True, False]]
    assert demo.facts["port:massaua.ever_allied"] is False
    shown = demo.text(page)
    assert "The Allies have never owned it." in shown
    assert "a slip" not in shown
    assert "barred" not in demo.text(zone)
    receipt = demo.receipt(demo.last())
    assert "wrong owner" in receipt


@pytest.mark.parametrize(
    ("port", "reason", "says"),
    [
        ("massaua", "", "choose a reason, one of wrong owner, wrong port"),
        ("massaua", "because", "choose a reason"),
        ("tripoli", "wrong owner", "it stands so already"),
        ("gibraltar", "wrong owner", "Gibraltar is Allied-owned now: set its owner first."),
        ("tobruk", "wrong owner", "as the campaign began"),
    ],
)
def test_ever_allied_is_taken_back_with_a_reason_and_only_where_it_can_be_a_slip(
    demo: InHand, port: str, reason: str, says: str
) -> None:
    a_slip(demo)
    demo.send(at("ports/tobruk/"), act="port.owner", set="tobruk=axis")
    count = Entry.objects.count()
    answer = demo.send(at(f"ports/{port}/"), act="port.never-allied", key=port, value=reason, note="x1y2")
    page = unescape(answer.content.decode())
    assert (answer.status_code, Entry.objects.count()) == (422, count)
    assert says in page


def test_after_an_error_the_focus_goes_to_the_message(demo: InHand) -> None:
    wanted = '<div class="msg bad" role="alert" tabindex="-1" data-focus>'
    assert wanted in unescape(demo.send(at("malta/"), act="malta.number", value="99").content.decode())
    assert wanted in demo.client.post("/new/", {"name": ""}).content.decode()
    air = demo.post("air/central-med/", act="add", side="axis")
    assert wanted in air.content.decode()
