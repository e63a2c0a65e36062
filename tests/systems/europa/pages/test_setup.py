"""The set-up pages: each change is one entry with its reason; what does not fit is said and nothing typed is lost.

They say what came of it beside what it is about.
"""

import re
from functools import partial
from html import unescape

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.systems.europa.pages.setup import sections
from navalassist.systems.europa.upkeep import capture
from tests.in_hand import InHand, drawn

HOSTILE = '"><script>alert(1)</script>\u202e'


def at(place: str = "") -> str:
    return f"setup/{place}"


# Each page and its inputs

INPUTS = [
    ("ports/?country=libya", "port.owner", {"set": "benghazi=axis"}, "port:benghazi.owner", "axis"),
    ("ports/tripoli/", "port.owner", {"set": "tripoli=allied"}, "port:tripoli.owner", "allied"),
    ("ports/tripoli/", "port.kind", {"set": "tripoli=jetty"}, "port:tripoli.kind", "jetty"),
    ("ports/tripoli/", "port.operational", {"set": "tripoli=no"}, "port:tripoli.operational", False),
    ("conditions/", "condition.value", {"set": "suez-canal=closed"}, "condition:suez-canal.value", "closed"),
    ("conditions/", "condition.value", {"set": "italy-surrendered=yes"}, "condition:italy-surrendered.value", True),
    ("rulings/", "ruling.choice", {"set": "R-55=sp=1 srp=2.5 nt=1"}, "ruling:R-55.choice", "sp=1 srp=2.5 nt=1"),
    ("rulings/", "ruling.choice", {"set": "R-04=rule36", "meant": "yes"}, "ruling:R-04.choice", "rule36"),
    ("malta/", "malta.number", {"value": "6"}, "malta:status.number", 6),
    ("malta/", "ruling.choice", {"set": "R-04=rule36", "rewrite": "yes"}, "malta:status.number", 5),
    ("zones/", "zone.interference", {"set": "red-sea=partial"}, "zone:red-sea.interference", "partial"),
    ("zones/", "zone.declared", {"set": "south-aegean=loose"}, "zone:south-aegean.declared", "loose"),
    ("points/", "ledger.vp", {"key": "allied", "value": "6"}, "ledger:allied.vp", 6),
]


@pytest.mark.parametrize(("place", "act", "fields", "key", "value"), INPUTS)
def test_an_input_sets_its_fact_by_one_entry_with_its_reason(
    demo: InHand, place: str, act: str, fields: dict[str, str], key: str, value: object
) -> None:
    count = Entry.objects.filter(campaign=demo.campaign).count()
    answer = demo.send(at(place), act=act, note="  as  agreed ", **fields)
    assert answer.status_code == 302
    assert answer["Location"].startswith(demo.at_home(at(place)))
    assert demo.facts[key] == value
    assert Entry.objects.filter(campaign=demo.campaign).count() == count + 1
    entry = demo.last()
    assert (entry.kind, entry.record["body"]["act"], entry.record["body"]["note"]) == ("edit", act, "as agreed")


@pytest.mark.parametrize(("place", "act", "fields", "key", "value"), INPUTS)
def test_an_input_is_taken_back_with_one_tap(
    demo: InHand, place: str, act: str, fields: dict[str, str], key: str, value: object
) -> None:
    before = dict(demo.facts)
    demo.send(at(place), act=act, **fields)
    drawn = demo.text(at(place))
    form = re.search(r'name="submission" value="(\w+u)">\s*<input type="hidden" name="entry" value="([^"]+)"', drawn)
    sent = {"submission": form[1], "entry": form[2], "next": demo.at_home(at(place))}
    answer = demo.post("undo/", **sent)
    assert (answer.status_code, answer["Location"]) == (302, demo.at_home(at(place)))
    assert demo.facts == before


@pytest.mark.parametrize(
    "place", ["", "ports/", "ports/?zone=red-sea&owner=axis", "ports/massaua/", *(p for p, *_ in INPUTS[4:])]
)
def test_looking_at_a_page_writes_nothing(demo: InHand, place: str) -> None:
    before = Entry.objects.count()
    demo.text(at(place))
    assert Entry.objects.count() == before


def test_a_double_tap_makes_one_entry_and_htmx_gets_the_page_with_what_was_saved_in_one_answer(demo: InHand) -> None:
    sent = {"act": "malta.number", "value": "4", "submission": "a" * 32, "seen": ""}
    for _ in range(2):
        assert demo.post(at("malta/"), **sent).status_code == 302
    assert Entry.objects.filter(campaign=demo.campaign, submission="a" * 32).count() == 1
    sent |= {"value": "5", "submission": "b" * 32}
    answer = demo.post(at("malta/"), **sent, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert answer["HX-Replace-Url"].startswith(demo.at_home(at("malta/?")))
    assert b"<b>Saved.</b>" in answer.content
    assert b"Malta stands at 5" in answer.content


# What does not fit

WRONG = [
    ("ports/", "port.owner", {"set": "benghazi=italy"}, "Owner of Benghazi: choose one of"),
    ("ports/", "port.owner", {"set": "atlantis=axis"}, "there is none called 'atlantis'"),
    ("ports/", "port.owner", {}, "Port: there is none called ''"),
    ("ports/", "malta.number", {"value": "3"}, "This page cannot do 'malta.number'"),
    ("ports/tripoli/", "port.kind", {"set": "tripoli=vast"}, "Kind of Tripoli: choose one of"),
    ("conditions/", "condition.value", {"set": "suez-canal=perhaps"}, "Suez Canal: choose one of"),
    ("rulings/", "ruling.choice", {"set": "R-04=both"}, "R-04: choose one of"),
    ("malta/", "malta.number", {"value": "77"}, "Malta's number: type a whole number from 0 to 15"),
    ("malta/", "malta.number", {"value": HOSTILE}, "Malta's number: type a whole number from 0 to 15"),
    ("zones/", "zone.hits", {"value": "2"}, "it is not declared"),
    ("zones/", "zone.interference", {"set": "baltic=major"}, "Italian interference: choose one of"),
    ("points/", "ledger.vp", {"key": "allied", "value": "lots"}, "Victory points, Allied: type a whole number"),
    ("points/", "ledger.vp", {"key": "allied", "value": "3", "note": "x" * 301}, "Reason: at most 300 characters"),
]


@pytest.mark.parametrize(("place", "act", "fields", "words"), WRONG, ids=[f"{a} {w}" for _, a, _, w in WRONG])
def test_what_does_not_fit_is_said_with_422_and_nothing_typed_is_lost(
    demo: InHand, place: str, act: str, fields: dict[str, str], words: str
) -> None:
    before = Entry.objects.count()
    typed = {"note": "my reason", **fields}
    answer = demo.send(at(place), act=act, **typed)
    drawn = unescape(answer.content.decode())
    assert answer.status_code == 422
    assert words in drawn
    assert f'value="{typed["note"]}"' in drawn or act not in [a for _, a, *_ in INPUTS]
    if "value" in fields and act in ("malta.number", "zone.hits", "ledger.vp") and place != "ports/":
        assert f'value="{fields["value"]}"' in drawn
    assert Entry.objects.count() == before


@pytest.mark.parametrize("place", ["nothing/", "ports/atlantis/", "ports/naples2/", "port/"])
def test_an_unknown_page_or_port_is_not_found(demo: InHand, place: str) -> None:
    demo.get(at(place), 404)
    assert demo.post(at(place), act="port.owner").status_code == 404
    assert demo.client.get(f"/c/nowhere/setup/{place}").status_code == 404


def test_a_stale_page_is_told_what_changed_and_does_nothing(demo: InHand) -> None:
    sent = {"act": "malta.number", "value": "4", "submission": "c" * 32, "seen": "public:2"}
    demo.send(at("malta/"), act="malta.number", value="9")
    answer = drawn(demo.post(at("malta/"), **sent), 409)
    assert "older than the campaign" in answer
    assert "log/public/3/" in answer
    assert demo.facts["malta:status.number"] == 9


def test_hostile_reasons_come_out_as_text_everywhere(demo: InHand) -> None:
    demo.send(at("ports/tobruk/"), act="port.owner", set="tobruk=axis", note=HOSTILE)
    note = demo.last().record["body"]["note"]
    assert "\u202e" not in note
    for place in ("ports/tobruk/", "ports/", "malta/"):
        assert "<script>alert" not in demo.get(at(place)).content.decode(), place
    assert note in demo.text(at("ports/tobruk/"))


# Ports


@pytest.mark.rule("E33.B.8.a.N")
def test_a_port_keeps_the_history_of_its_owners_with_their_source(demo: InHand) -> None:
    page = at("ports/massaua/")
    assert "Main port of Eritrea" in demo.text(page)
    assert "The Allies have never owned it." in demo.text(page)
    demo.send(page, act="port.owner", set="massaua=allied", note="surrendered on 8 April")
    demo.send(page, act="port.owner", set="massaua=axis", note="a slip")
    drawn = demo.text(page)
    table = drawn[drawn.index("Its history") :]
    why = re.findall(r"<td>(surrendered on 8 April|a slip|as the campaign began)</td>", table)
    assert why == ["a slip", "surrendered on 8 April", "as the campaign began", "as the campaign began"]
    assert "Axis since Mar I 41, entered at the table: a slip." in drawn
    assert "The Allies own it or have owned it." in drawn
    assert "Axis shipping may not sail here once the Allies have owned Massaua" in demo.text("zones/red-sea/")


@pytest.mark.parametrize(
    ("query", "number"),
    [("", 75), ("?country=libya", 5), ("?zone=red-sea&owner=axis", 2), ("?country=libya&owner=vichy", 0)],
)
def test_ports_are_narrowed_by_country_zone_and_owner(demo: InHand, query: str, number: int) -> None:
    page = demo.text(at(f"ports/{query}"))
    assert (f"{number} of 75 ports" if query else "75 ports") in page
    assert page.count('aria-label="Owner of ') == number


@pytest.mark.rule("E36.A.4.N")
def test_an_axis_valletta_takes_the_form_of_the_number_away(demo: InHand) -> None:
    demo.send(at("ports/valletta/"), act="port.owner", set="valletta=axis")
    page = demo.text(at("malta/"))
    assert "The Axis owns Valletta, so the number stays at 0" in page
    assert 'id="number"' not in page
    sent = {"act": "malta.number", "value": "4", "submission": "d" * 32}
    assert "36.A.4" in drawn(demo.post(at("malta/"), **sent), 422)


def test_the_malta_scale_is_asked_in_plain_words_and_every_condition_and_the_overview_say_how_it_stands(
    demo: InHand,
) -> None:
    for place in ("malta/", "rulings/"):
        drawn = demo.text(at(place))
        assert "Does bombing raise or lower your number?" in drawn
        assert "contacted on 23 rolls of 36, 64 %" in drawn
        assert "contacted on 10 rolls of 36, 28 %" in drawn
    page = demo.text(at("conditions/"))
    assert page.count('<article class="sheet"') == 24
    assert "The canal stayed in British hands" in page
    demo.send(at("conditions/"), act="condition.value", set="suez-canal=closed", note="mined")
    page = demo.text(at("conditions/"))
    assert re.search(r'value="suez-canal=closed"[^>]*aria-pressed="true"', page)
    assert "<td>mined</td>" in page
    demo.send(at("rulings/"), act="ruling.choice", set="R-07=1")
    demo.send(at("conditions/"), act="condition.value", set="suez-canal=closed")
    page = demo.text(at())
    assert "not the default: R-07" in page
    assert "not as in history: Suez Canal" in page
    assert "number 10, bombing lowers it" in page


# What a page says afterwards


@pytest.mark.parametrize(
    ("place", "act", "fields", "said"),
    [
        ("rulings/", "ruling.choice", {"set": "R-04=rule36", "meant": "yes"}, "bombing lowers it → bombing raises it."),
        (
            "malta/",
            "ruling.choice",
            {"set": "R-04=rule36", "rewrite": "yes"},
            "bombing raises it, Malta's number now 5.",
        ),
        ("ports/tripoli/", "port.operational", {"set": "tripoli=no"}, "Tripoli in working order: yes → no."),
        ("zones/", "zone.interference", {"set": "red-sea=partial"}, "minor interference → partial interference."),
        ("points/", "ledger.vp", {"key": "allied", "value": "6"}, "Victory points, Allied: 0 → 6."),
    ],
)
def test_a_message_says_how_it_stands_now(
    demo: InHand, place: str, act: str, fields: dict[str, str], said: str
) -> None:
    demo.client.defaults["HTTP_HX_REQUEST"] = "true"
    page = unescape(demo.send(at(place), act=act, **fields).content.decode())
    assert said in re.sub(r"<[^>]+>", "", page[page.index("Saved.") :])


def test_a_port_is_found_by_a_part_of_its_name_and_a_history_says_why_a_number_changed(demo: InHand) -> None:
    page = demo.text(at("ports/?name=%20TRIP"))
    assert 'id="at-tripoli"' in page
    assert 'id="at-naples"' not in page
    assert 'name="name" maxlength="40" autocomplete="off" value=" TRIP"' in page
    assert "No port fits" in demo.text(at("ports/?name=atlantis"))
    entry = demo.do("malta-bombed", hits=2)
    receipt = f'href="/c/{demo.slug}/log/{entry.reference}/"'
    assert f"<a {receipt}>2 hits of naval strike missions</a>" in demo.text(at("malta/"))
    page = demo.text(at("zones/"))
    assert "<td>minor interference</td>" in page
    assert "<td>none</td>" not in page


def line_of(page: str, port: str) -> str:
    """A port's line in the list."""
    return unescape(page[page.index(f'id="at-{port}"') :].partition("</tr>")[0])


def test_what_came_of_a_tap_stands_beside_its_port_with_an_undo(demo: InHand) -> None:
    """Without script the address that a plain form leads to says it, until something else was done."""
    answer = demo.send(at("ports/?country=libya"), act="port.owner", set="tobruk=axis")
    address = answer["Location"].removeprefix(demo.home)
    assert address.endswith(f"at=tobruk&last={demo.last().reference}#at-tobruk")
    row = line_of(demo.text(address), "tobruk")
    assert "<b>Saved.</b> Owner of Tobruk: Allied → Axis." in row
    assert ">Undo</button>" in row
    sent = dict(
        re.findall(r'name="(submission|entry|next)" value="([^"]*)"', row.partition(f'action="{demo.home}undo/"')[2])
    )
    assert demo.post("undo/", **sent)["Location"] == demo.at_home(address)
    assert demo.facts["port:tobruk.owner"] == "allied"
    row = line_of(demo.text(address), "tobruk")
    assert "<b>Taken back:</b> Owner of Tobruk: Axis → Allied." in row
    assert "Undo" not in row


def test_a_tap_in_the_page_says_what_came_of_it_in_one_answer(demo: InHand) -> None:
    demo.client.defaults["HTTP_HX_REQUEST"] = "true"
    page = demo.send(at("ports/"), act="port.owner", set="naples=allied").content.decode()
    assert "<b>Saved.</b> Owner of Naples: Axis → Allied." in line_of(page, "naples")
    assert page.count("Saved.") == 1
    demo.send(at("ports/"), act="port.owner", set="naples=axis")
    page = unescape(demo.send(at("ports/"), act="port.owner", set="naples=axis", note="again").content.decode())
    row = page[page.index('id="at-naples"') :].partition("</tr>")[0]
    assert "it is Axis already" in row
    assert 'value="again"' in row
    assert page.count('value="again"') == page.count("it is Axis already") == 1


def test_an_observer_changes_nothing_his_buttons_are_disabled_and_the_page_says_why(demo: InHand) -> None:
    observer = demo.at("observer")
    assert observer.send(at("malta/"), act="malta.number", value="4").status_code == 403
    assert demo.facts["malta:status.number"] == 10
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
    form = re.search(r'name="submission" value="(\w+u)">\s*<input type="hidden" name="entry" value="([^"]+)"', drawn)
    demo.post("undo/", submission=form[1], entry=form[2])
    assert said in demo.text(at())
    for _ in ("tyrrhenian", "central-med"):
        demo.do("cargo-contact", shipment="demo-1")
    assert "which rolled dice; a roll is corrected on its receipt." in demo.text(at())
    demo.end_step()
    assert "Back to Axis " in demo.text(at())


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
    assert "wrong owner" in demo.receipt(demo.last())


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
    assert wanted in demo.post("air/central-med/", act="add", side="axis").content.decode()


def test_the_ports_of_the_map_stand_first_and_the_others_are_folded(demo: InHand) -> None:
    first, _, folded = demo.text(at("ports/")).partition('<details class="sheet" id="others">')
    assert 'id="at-tobruk"' in first
    assert 'id="at-derna"' in folded
    # Where its line was tapped the fold stays open; and a name finds it without.
    assert 'id="others" open' in demo.text(at("ports/?at=derna"))
    assert 'id="others"' not in demo.text(at("ports/?name=derna"))
    assert first.count('aria-label="Owner of ') < 35


def test_a_capture_asks_for_the_port_first_and_then_shows_its_owners_alone(demo: InHand) -> None:
    assert f'href="{demo.at_home(at("ports/?port="))}"' in demo.text("do/") + demo.text()
    page = demo.text(at("ports/?port="))
    assert page.count('aria-label="Owner of ') == 0
    # The enemy's ports stand first.
    groups = re.findall(r'optgroup label="(\w+)"', page)
    assert groups[0] == "Allied"
    page = demo.text(at("ports/?port=tobruk"))
    assert re.findall(r'aria-label="Owner of ([^"]+)"', page) == ["Tobruk"]
    address = demo.send(at("ports/?port=tobruk"), act="port.owner", set="tobruk=axis")["Location"]
    assert "port=tobruk" in address
    assert demo.text(at("ports/?port=atlantis")).count('aria-label="Owner of ') == 0


def test_a_copy_in_which_a_port_was_captured_tells_of_its_mark_beside_the_original(demo: InHand) -> None:
    """Tripoli falls to the Allies in the copy alone: its owner differs, that it ever was theirs, and the capture."""
    demo.client.post(f"{demo.home}seat/", {"seat": "moderator"})
    sent = {"called": "what if", "submission": "c" * 32}
    assert demo.client.post(f"{demo.home}archive/copy/", sent).status_code == 302
    copy = InHand(Campaign.objects.get(called="what if"), "moderator", demo.client)
    copy.enter(partial(capture, book=copy.state.book), "tripoli", "allied")
    said = copy.words(f"{copy.home}archive/compared/{demo.campaign.slug}/")
    for line in ("Owner of Tripoli Allied Axis", "Tripoli was ever Allied-owned yes no", "Captured: Tripoli yes no"):
        assert line in said
