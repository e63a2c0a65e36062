"""Northern and outer waters: chosen in the set-up, their conditions entered there, lists that follow (33.B.10)."""

import re
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign, Condition
from navalassist.engine import Remove, Set, create
from navalassist.play import state as states
from navalassist.play.checks.verify import check_campaign
from navalassist.rules.europa.r33_naval_status import facts_required
from navalassist.rules.europa.words import Side, Zone
from navalassist.systems.europa.places import places
from navalassist.systems.europa.setup import leg_fields
from navalassist.systems.europa.theatres import ROW, conditions_apart, ports_of
from tests.in_hand import InHand, drawn, text

NORTHERN = [zone for zone in places().zones.values() if zone.theatre == "north"]
CHOICES = "setup/zones/"


def tap(table: InHand, address: str, button: str) -> HttpResponse:
    """Tap a button of a set-up page that sets a condition."""
    assert f'value="{button}"' in table.text(address), button
    return table.send(address, act="condition.value", set=button)


def test_the_demo_has_no_northern_port_and_one_tap_plays_both_with_those_of_the_north(demo: InHand) -> None:
    facts = demo.facts
    assert facts["condition:theatres.value"] == "med"
    assert [port.key for port in ports_of("north") if f"port:{port.key}.owner" in facts] == ["gibraltar"]
    page = demo.text(CHOICES)
    assert 'id="waters-med" aria-pressed="true"' in page
    assert 'id="waters-both" aria-pressed="false"' in page
    assert tap(demo, CHOICES, "theatres=both").status_code == 302
    facts = demo.facts
    for port in ports_of("north"):
        now = port.owned("1941-03-1")
        assert facts[f"port:{port.key}.owner"] == now.value
        assert facts[f"port:{port.key}.owner_source"] == now.source
    assert demo.last().record["body"]["title"] == "Waters of this campaign"
    assert "Derry, The Campaign in Norway" in demo.text("setup/ports/bergen/")
    assert "Bergen" in demo.text("setup/ports/?zone=north-sea")
    assert "both" in demo.text("setup/")


def test_the_message_counts_the_ports_and_does_not_read_them_out(demo: InHand) -> None:
    demo.client.defaults["HTTP_HX_REQUEST"] = "true"
    answer = unescape(tap(demo, CHOICES, "theatres=north").content.decode())
    del demo.client.defaults["HTTP_HX_REQUEST"]
    message = answer[answer.index("Saved.") :]
    said = re.sub(r"<[^>]+>", "", message[: message.index("</p>")])
    assert said.startswith(
        "Saved. Waters of this campaign: Mediterranean and Red Sea → northern and outer waters, 52 ports added."
    )
    assert "Mediterranean and Red Sea → northern and outer waters; 52 ports added" in demo.text("log/")


def test_the_ports_come_once_and_stay_but_the_lists_follow_the_choice(demo: InHand) -> None:
    for choice in ("both", "med", "both"):
        assert tap(demo, CHOICES, f"theatres={choice}").status_code == 302
        listed = choice == "both"
        board = demo.text("board/")
        assert ('<option value="bergen">' in board) is listed
        assert ('<option value="beach-norwegian-sea">' in board) is listed
        assert ("Bergen" in demo.text("setup/ports/")) is listed
        assert ("Norwegian Sea" in demo.text("air/central-med/")) is listed
        assert ("Bergen" in demo.text("do/supply-line/")) is listed
    made = [
        e
        for e in Entry.objects.all()
        if any(x.get("key") == "port:bergen" for x in e.record["body"].get("effects", ()))
    ]
    assert len(made) == 1


def test_an_undo_takes_the_ports_back_with_the_choice(demo: InHand) -> None:
    tap(demo, CHOICES, "theatres=both")
    page = demo.text("")
    form = page[page.index(f'action="{demo.home}undo/"') :]
    fields = dict(re.findall(r'name="(submission|entry)" value="([^"]*)"', form[: form.index("</form>")]))
    assert demo.post("undo/", **fields).status_code == 302
    facts = demo.facts
    assert facts["condition:theatres.value"] == "med"
    assert "port:bergen.owner" not in facts


@pytest.mark.parametrize(
    ("button", "sentence"),
    [
        ("theatres=med", "Waters of this campaign: it stands so already"),
        ("theatres=pacific", "Waters of this campaign: choose one of med, north, both."),
    ],
)
def test_a_choice_that_changes_nothing_or_is_none_is_refused(demo: InHand, button: str, sentence: str) -> None:
    count = Entry.objects.count()
    sent = {"act": "condition.value", "submission": "a", "seen": "", "set": button}
    assert sentence in unescape(drawn(demo.post(CHOICES, **sent), 422))
    assert Entry.objects.count() == count


def test_a_campaign_from_before_the_choice_plays_the_mediterranean_and_may_choose(demo: InHand) -> None:
    demo.edit(Remove(ROW))
    assert not Condition.objects.filter(campaign=demo.campaign, key="theatres").exists()
    assert "north.svg" not in demo.text("")
    assert 'id="waters-med" aria-pressed="true"' in demo.text(CHOICES)
    assert tap(demo, CHOICES, "theatres=both").status_code == 302
    assert "north.svg" in demo.text("")


def test_a_new_campaign_is_asked_and_begins_with_its_waters(client: Client) -> None:
    assert 'name="theatres" value="med" checked' in text(client, "/new/")
    sent = {"name": "Arctic convoys", "year": "1941", "month": "12", "half": "1", "malta": "9", "scale": "rule33"}
    assert "Waters: choose" in unescape(drawn(client.post("/new/", {**sent, "theatres": "moon"}), 422))
    assert client.post("/new/", {**sent, "theatres": "north"}).status_code == 302
    facts = states.load("arctic-convoys").values
    assert facts["condition:theatres.value"] == "north"
    assert facts["port:murmansk.owner"] == "allied"
    page = text(client, "/c/arctic-convoys/?side=allied")
    # Table 3, a winter month: 7. Table 1 of 33.D gives column 7 a chance of contact of 15 rolls of 36.
    assert "Arctic: status 7, contact on" in page
    assert check_campaign(Campaign.objects.get(slug="arctic-convoys")).sound


def test_a_northern_campaign_proposes_northern_ways_and_asks_nothing_of_malta(client: Client) -> None:
    sent = {"name": "Arctic convoys", "year": "1941", "month": "12", "half": "1", "malta": "9", "scale": "rule33"}
    assert client.post("/new/", {**sent, "theatres": "north"}).status_code == 302
    board = text(client, "/c/arctic-convoys/board/")
    assert "Hamburg–Bergen" in board
    assert re.search(r'id="origin-new"[^>]*><option value="hamburg" selected>', board)
    assert "Naples–Tripoli" not in board
    for step in range(10):
        page = text(client, "/c/arctic-convoys/")
        steps = page[page.index('id="step"') : page.index("Last verdicts")]
        assert not re.search("Malta|Italian fleet|earlier attempt|South Aegean", steps), step
        client.post("/c/arctic-convoys/step/", {"submission": f"end-{step}", "confirm": "yes"})


def test_a_row_keeps_its_zones_whatever_is_played_and_air_units_make_the_map_offer_a_chart(demo: InHand) -> None:
    unit = {"side": "axis", "name": "Fw 200", "nature": "m", "fighter": False, "tbf": "2", "range": 50}
    demo.edit(create("air-unit:f", zone="north-atlantic", place="box", hexes_to_base=0, **unit))
    assert "North Atlantic (air units)" in demo.text("")
    legs = [leg_fields("western-med"), leg_fields("spanish-atlantic")]
    demo.edit(Set("shipment:demo-2.route", legs))
    board = demo.text("board/?open=demo-2")
    assert '<option value="spanish-atlantic" selected>' in board
    assert '<option value="arctic"' not in board


# --- tables 2 and 3: each condition is entered on the set-up page, and the zone's page shows whether it is met

ENTERED = {fact for side in Side for zone in NORTHERN for fact in facts_required(side, Zone(zone.key))} - {
    "campaign:clock.turn"
}


@pytest.mark.rule(
    "E33.B.10.AX.baltic",
    "E33.B.10.AX.norwegian",
    "E33.B.10.AX.denmark",
    "E33.B.10.AX.north_sea",
    "E33.B.10.AX.english_channel",
    "E33.B.10.AX.french_atlantic",
    "E33.B.10.AL.arctic",
    "E33.B.10.AL.baltic",
    "E33.B.10.AL.norwegian",
    "E33.B.10.AL.denmark",
    "E33.B.10.AL.north_sea",
    "E33.B.10.AL.english_channel",
    "E33.B.10.AL.french_spanish_atlantic",
    "E33.B.10.AL.african_atlantic",
)
def test_every_condition_that_a_northern_zone_reads_is_entered_on_one_page(demo: InHand) -> None:
    page = demo.text("setup/conditions/")
    for fact in ENTERED:
        condition = next(c for c in places().conditions.values() if c.fact == fact)
        for value in condition.choices or ("yes", "no"):
            assert f'<button name="set" value="{condition.key}={value}"' in page, fact
    far = page[page.index("Asked only by waters that this campaign does not play") :]
    assert 'id="at-war-with-ussr"' in far
    assert 'id="suez-canal"' not in far
    demo.edit(Set("condition:theatres.value", "both"))
    assert "Asked only by waters" not in demo.text("setup/conditions/")


# (button, zone, side, term of its table, status once it is met): tables 2 and 3, read off the page of the rule.
MET = [
    ("at-war-with-ussr=yes", "baltic", "axis", "At war with the USSR", 4),
    ("norway-preemptive=allied", "norwegian-sea", "axis", "Allied pre-emptive strike", 10),
    ("norway-preemptive=axis", "norwegian-sea", "axis", "Axis pre-emptive strike", 4),
    ("axis-holds-denmark=no", "denmark-sea", "axis", "The Axis does not control both", 4),
    ("axis-holds-lower-norway=no", "denmark-sea", "axis", "The Axis does not control both", 4),
    ("english-north-sea-ports=some", "north-sea", "axis", "The Axis owns some large English ports there", 7),
    ("english-north-sea-ports=all", "north-sea", "axis", "The Axis owns all large English ports there", 4),
    ("channel-air-superiority=axis", "english-channel", "axis", "Axis air superiority", 8),
    ("english-channel-ports=all", "english-channel", "axis", "The Axis owns all large English ports there", 3),
    ("allied-hold-upper-norway=yes", "arctic", "allied", "The Allies control Upper Norway", 4),
    ("sweden=western-allied", "baltic", "allied", "Sweden is Western Allied", 7),
    ("sweden=western-allied", "denmark-sea", "allied", "Sweden is Western Allied", 7),
    ("norway-axis-owned=no", "norwegian-sea", "allied", "No Allied pre-emptive strike", 4),
    ("english-atlantic-ports=some", "north-sea", "allied", "The Axis owns a large English port on either sea", 3),
    ("english-north-sea-ports=all", "north-atlantic", "allied", "The Axis owns a large English port on either sea", 3),
    ("axis-channel-ports-in-supply=no", "english-channel", "allied", "No Axis port on the Channel can trace", 4),
    ("channel-air-superiority=axis", "english-channel", "allied", "Axis air superiority", 12),
    ("channel-air-superiority=allied", "english-channel", "allied", "Allied air superiority", 6),
    ("spain=axis", "french-atlantic", "allied", "The Axis controls Spain", 6),
    ("spain=axis", "spanish-atlantic", "allied", "The Axis controls Spain", 6),
    ("france-axis-owned=no", "spanish-atlantic", "allied", "Neither of these", 1),
    ("vichy-atlantic-colony=no", "african-atlantic", "allied", "Vichy France controls none", 1),
]


@pytest.mark.rule("E33.B.10.AX.north_sea", "E33.B.10.AL.english_channel", "E33.B.10.AL.french_spanish_atlantic")
@pytest.mark.parametrize(("button", "zone", "side", "term", "status"), MET)
def test_a_condition_entered_is_met_on_the_page_of_its_zone(
    demo: InHand, button: str, zone: str, side: str, term: str, status: int
) -> None:
    assert _terms(demo, zone, side)[0].get(term) != "yes"
    assert tap(demo, "setup/conditions/", button).status_code == 302
    shown, number = _terms(demo, zone, side)
    assert next(applies for text, applies in shown.items() if text.startswith(term)) == "yes"
    assert number == status


@pytest.mark.rule("E33.B.10.AX.french_atlantic")
def test_a_condition_that_no_longer_holds_is_not_met_and_those_of_zones_not_shown_are_told_apart(demo: InHand) -> None:
    """Table 2, French Atlantic: 4, and 3 more once France has surrendered; France has, as the campaign begins."""
    assert _terms(demo, "french-atlantic", "axis") == ({"Always": "yes", "France has surrendered": "yes"}, 7)
    tap(demo, "setup/conditions/", "france-surrendered=no")
    assert _terms(demo, "french-atlantic", "axis") == ({"Always": "yes", "France has surrendered": "no"}, 4)
    facts = dict(demo.facts)
    apart = conditions_apart(facts)
    assert {"sweden", "spain", "kiel-canal", "france-surrendered"} <= apart
    assert not {"suez-canal", "crete-hexes", "italy-surrendered"} & apart
    facts["condition:theatres.value"] = "north"
    assert {"suez-canal", "crete-hexes", "crete-airbase-allied"} <= conditions_apart(facts)
    # The demo's shipments sail in the Tyrrhenian: what its status reads stays in sight.
    assert "italy-surrendered" not in conditions_apart(facts)


def _terms(demo: InHand, zone: str, side: str) -> tuple[dict[str, str], int]:
    """The terms of one side on a zone's page with yes or no, and the status that they come to."""
    page = demo.text(f"zones/{zone}/")
    part = page[page.index(f'id="h-{side}"') :]
    part = part[: part.index("</section>")]
    rows = re.findall(r'<tr[^>]*><th scope="row">([^<]+?)(?: ?<a[^>]*>[^<]*</a>)*</th><td>(yes|no)</td>', part)
    number = re.search(r"shipping: status (\d+)", re.sub(r"<[^>]+>", "", part))
    return {words: applies for words, applies in rows if not words.startswith("Air units")}, int(number[1])


@pytest.mark.rule("E33.B.10.AL.north_sea", "E33.B.10.AL.arctic")
def test_a_convoy_to_murmansk_is_typed_on_the_board_and_checked_in_its_zones(demo: InHand) -> None:
    """Table 3: North Atlantic 1 while the Axis owns no large English port, Arctic 4 in March.

    33.D, column 1: contact on 2, 11 and 12; column 4: on 3, 10, 11 and 12. So 5 and 7 are none.
    """
    tap(demo, CHOICES, "theatres=both")
    page = demo.text("board/?side=allied")
    hidden = re.search(r'name="submission" value="(\w+)"', page)
    seen = re.search(r'name="seen" value="([^"]*)"', page)
    row = {"side": "allied", "sails": "3 SP", "on": "", "origin": "liverpool", "destination": "murmansk"}
    demo.tap("board/row/", submission=hidden[1], seen=seen[1], **row)
    facts = demo.facts
    key = next(f.split(".")[0] for f, v in facts.items() if f.endswith(".destination") and v == "murmansk")
    assert [leg["zone"] for leg in facts[f"{key}.route"]] == ["north-atlantic", "arctic"]
    demo.end_steps(4)
    found = []
    for strip in ("41", "61"):
        found.append(demo.do("cargo-contact", strip, shipment=key.removeprefix("shipment:")).record["body"])
    zones = [body["situation"]["leg"]["zone"] for body in found]
    assert list(zip(zones, map(_column, found), strict=True)) == [("north-atlantic", 1), ("arctic", 4)]
    assert demo.facts[f"{key}.state"] == "arrived"


def _column(body: dict[str, Any]) -> int:
    """The naval status that the check was read at."""
    cells = [cell for answer in body["answers"] for cell in answer.get("cells", ())]
    return int(next(cell["column"] for cell in cells if cell["column"].isdigit()))
