"""Set-up pages: what they say afterwards, beside what it is about."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.desk.setup import sections
from navalassist.play import turns
from navalassist.play.resolve import DiceInput, carry_out
from navalassist.play.verify import check_campaign
from navalassist.play.writer import writing
from tests.desk.test_setup import at, demo, fact, last, send, text

__all__ = ["demo"]
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
    client: Client, demo: Campaign, place: str, act: str, fields: dict[str, str], said: str
) -> None:
    client.defaults["HTTP_HX_REQUEST"] = "true"
    page = unescape(send(client, at(demo, place), act, **fields).content.decode())
    assert said in re.sub(r"<[^>]+>", "", page[page.index("Saved:") :])


def test_a_history_says_why_a_rule_changed_a_number_and_calls_a_level_as_its_button_does(
    client: Client, demo: Campaign
) -> None:
    with writing(Viewer(demo, "axis", "", at_table=True)) as writer:
        entry = carry_out(writer, "malta-bombed", {"hits": 2}, DiceInput())
    receipt = f'href="/c/{demo.slug}/log/{entry.reference}/"'
    assert f"<a {receipt}>2 hits of naval strike missions</a>" in text(client, at(demo, "malta/"))
    page = text(client, at(demo, "zones/"))
    assert "<td>minor interference</td>" in page
    assert "<td>none</td>" not in page


def test_a_port_is_found_by_a_part_of_its_name(client: Client, demo: Campaign) -> None:
    page = text(client, at(demo, "ports/?name=%20TRIP"))
    assert 'id="at-tripoli"' in page
    assert 'id="at-naples"' not in page
    assert 'name="name" maxlength="40" autocomplete="off" value=" TRIP"' in page
    assert "No port fits" in text(client, at(demo, "ports/?name=atlantis"))


def test_what_came_of_a_tap_stands_beside_its_port_and_a_plain_form_leads_back_to_it(
    client: Client, demo: Campaign
) -> None:
    assert send(client, at(demo, "ports/"), "port.owner", set="naples=allied")["Location"].endswith("/ports/#at-naples")
    client.defaults["HTTP_HX_REQUEST"] = "true"
    page = unescape(send(client, at(demo, "ports/"), "port.owner", set="naples=axis").content.decode())
    row = page[page.index('id="at-naples"') :].partition("</tr>")[0]
    assert "<b>Saved:</b> Owner of Naples; now Axis." in row
    assert page.count("Saved:") == 1
    page = unescape(send(client, at(demo, "ports/"), "port.owner", set="naples=axis", note="again").content.decode())
    row = page[page.index('id="at-naples"') :].partition("</tr>")[0]
    assert "it is Axis already" in row
    assert 'value="again"' in row
    assert page.count('value="again"') == page.count("it is Axis already") == 1


def test_an_observer_s_buttons_are_disabled_and_the_page_says_why(client: Client, demo: Campaign) -> None:
    client.post(f"/c/{demo.slug}/seat/", {"seat": "observer"})
    for place in sections.SECTIONS:
        page = text(client, at(demo, f"{place}/"))
        assert "The observer seat only watches: take another seat above" in page
        held = page[page.index('<fieldset class="stack" disabled>') : page.rindex("</fieldset>")]
        forms = f'method="post" action="{at(demo, place)}/"'
        assert page.count(forms) == held.count(forms) > 0
        assert 'method="get"' not in held
    client.post(f"/c/{demo.slug}/seat/", {"seat": "axis"})
    assert "disabled" not in text(client, at(demo, "ports/"))


def test_the_undo_box_names_what_it_cannot_reach_behind(client: Client, demo: Campaign) -> None:
    assert "No input to take back since entry 1, which began the campaign." in text(client, at(demo))
    viewer = Viewer(demo, "axis", "", at_table=True)
    with writing(viewer) as writer:
        carry_out(writer, "malta-bombed", {"hits": 2}, DiceInput())
    said = "No input to take back since entry 3, which carried out a rule; a rule is corrected on its receipt."
    assert said in text(client, at(demo))
    assert said in text(client, f"/c/{demo.slug}/")
    send(client, at(demo, "malta/"), "malta.number", value="4")
    drawn = text(client, at(demo))
    form = re.search(r'name="submission" value="(\w+u)"><input type="hidden" name="entry" value="([^"]+)"', drawn)
    assert form is not None
    client.post(f"/c/{demo.slug}/undo/", {"submission": form[1], "entry": form[2]})
    assert said in text(client, at(demo))
    with writing(viewer) as writer:
        for _ in ("tyrrhenian", "central-med"):
            carry_out(writer, "cargo-contact", {"shipment": "demo-1"}, DiceInput())
    assert "which rolled dice; a roll is corrected on its receipt." in text(client, at(demo))
    with writing(viewer) as writer:
        turns.end_step(writer)
    assert "which ended a step; that stays as it is." in text(client, at(demo))


def a_slip(client: Client, demo: Campaign) -> None:
    """Massaua tapped as Allied by mistake, and found only after something else was typed."""
    send(client, at(demo, "ports/massaua/"), "port.owner", set="massaua=allied")
    send(client, at(demo, "ports/massaua/"), "port.owner", set="massaua=axis")
    send(client, at(demo, "malta/"), "malta.number", value="4")


@pytest.mark.rule("E33.B.8.a.N")
def test_a_port_that_was_called_allied_by_mistake_is_so_no_more(client: Client, demo: Campaign) -> None:
    page = at(demo, "ports/massaua/")
    assert "a slip" not in text(client, page), "the Allies never owned it: nothing is to be taken back"
    a_slip(client, demo)
    assert fact(demo, "port:massaua.ever_allied") is True
    assert "They never owned it: a slip" in text(client, page)
    zone = f"/c/{demo.slug}/zones/red-sea/"
    assert "barred" in text(client, zone)
    answer = send(client, page, "port.never-allied", key="massaua", value="wrong owner", note="tapped in haste")
    assert answer.status_code == 302
    body = last(demo).record["body"]
    assert (body["act"], body["reason"], body["note"]) == ("port.never-allied", "wrong owner", "tapped in haste")
    assert body["changes"] == [["port:massaua.ever_allied", True, False]]
    assert fact(demo, "port:massaua.ever_allied") is False
    shown = text(client, page)
    assert "The Allies have never owned it." in shown
    assert "a slip" not in shown
    assert "barred" not in text(client, zone)
    receipt = text(client, f"/c/{demo.slug}/log/{last(demo).chain}/{last(demo).sequence}/")
    assert "wrong owner" in receipt
    assert check_campaign(demo).sound


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
    client: Client, demo: Campaign, port: str, reason: str, says: str
) -> None:
    a_slip(client, demo)
    send(client, at(demo, "ports/tobruk/"), "port.owner", set="tobruk=axis")
    count = Entry.objects.count()
    answer = send(client, at(demo, f"ports/{port}/"), "port.never-allied", key=port, value=reason, note="x1y2")
    page = unescape(answer.content.decode())
    assert (answer.status_code, Entry.objects.count()) == (422, count)
    assert says in page


def test_after_an_error_the_focus_goes_to_the_message(client: Client, demo: Campaign) -> None:
    wanted = '<div class="msg bad" role="alert" tabindex="-1" data-focus>'
    assert wanted in unescape(send(client, at(demo, "malta/"), "malta.number", value="99").content.decode())
    assert wanted in client.post("/new/", {"name": ""}).content.decode()
    air = client.post(f"/c/{demo.slug}/air/central-med/", {"act": "add", "side": "axis"})
    assert wanted in air.content.decode()
