"""Air units kept in a zone: inputs with entries, pairs, the status on zone page, board and receipt (33.C)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.play import state as states
from navalassist.play import turns
from navalassist.play.resolve import DiceInput, carry_out
from navalassist.play.verify import check_campaign
from navalassist.play.writer import writing
from navalassist.rules.europa.words import Side, Zone
from navalassist.systems.europa.board import outlook
from navalassist.systems.europa.chart import contact_chance, malta_now, status_of
from tests.begun import begin_demo
from tests.systems.board import end_steps

pytestmark = pytest.mark.django_db
UNIT = {"side": "allied", "name": "Wellington", "nature": "s", "tbf": "4", "range": "20", "place": "box"}


@pytest.fixture
def demo(db: None) -> Iterator[Campaign]:
    """The demo campaign, Malta at 10; whatever a test did to it, log and state agree at the end."""
    states.forget()
    campaign = begin_demo()
    yield campaign
    assert check_campaign(campaign).sound
    states.forget()


def at(zone: str = "central-med") -> str:
    return f"/c/mediterranean-1941/air/{zone}/"


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return unescape(answer.content.decode())


def send(client: Client, act: str, address: str = "", **fields: Any) -> HttpResponse:
    """Post an input as its form does, with the hidden fields of a page just drawn."""
    page = text(client, address or at())
    found = re.search(r'name="submission" value="(\w+)"><input type="hidden" name="seen" value="([^"]*)"', page)
    assert found is not None
    answer: HttpResponse = client.post(
        address or at(), {"act": act, "submission": found[1], "seen": found[2], **fields}
    )
    return answer


def add(client: Client, **changes: str) -> str:
    """Add a unit to the Central Med; its key."""
    answer = send(client, "add", **{**UNIT, **changes})
    assert answer.status_code == 302, unescape(answer.content.decode())
    return next(reversed(rows())).removeprefix("air-unit:")


def rows() -> list[str]:
    return states.load("mediterranean-1941").rows("air-unit")


def number(side: Side = Side.AXIS, zone: Zone = Zone.CENTRAL_MED) -> int | None:
    """The status that the map shows."""
    state = states.load("mediterranean-1941")
    return status_of(side, zone, state.values, state.book).number


def last(demo: Campaign) -> Entry:
    entry = Entry.objects.filter(campaign=demo, chain="public").order_by("-id").first()
    assert entry is not None
    return entry


def viewer(demo: Campaign) -> Viewer:
    return Viewer(demo, "axis", "00000000-0000-4000-8000-000000000001", at_table=True)


@pytest.mark.rule("E33.C.1", "E33.C.T4")
def test_a_unit_in_the_box_changes_the_status_at_once(client: Client, demo: Campaign) -> None:
    # Malta 10; type V counts double: 10 + 4 x 2 = 18, held at 15. Type S: 10 + 4 = 14.
    assert number() == 10
    key = add(client)
    assert number() == 14
    entry = last(demo)
    assert (entry.kind, entry.seat, entry.record["body"]["act"]) == ("edit", "allied", "air.add")
    fields = {**UNIT, "unit": key, "zone": "central-med", "nature": "v"}
    assert send(client, "change", **fields).status_code == 302
    assert number() == 15
    page = text(client, at())
    assert "4 × 2 = 8" in page
    assert "4 × 2 type V or M = 8" in page
    assert "status 15" in page
    assert "Air units against shipping: Wellington 4 × 2 = 8" in text(
        client, "/c/mediterranean-1941/zones/central-med/"
    )


@pytest.mark.rule("E33.C.1", "E33.C.4")
def test_it_counts_for_its_own_side_and_against_the_other(client: Client, demo: Campaign) -> None:
    add(client)
    # Allied shipping within 15 hexes: 6 with Malta at 10; 4 come off.
    assert number(Side.ALLIED) == 2


@pytest.mark.rule("E33.C.1")
def test_missions_count_against_shipping_and_end_with_the_naval_step(client: Client, demo: Campaign) -> None:
    box, patrol = add(client), add(client, name="Swordfish")
    assert send(client, "move:naval-patrol", unit=patrol).status_code == 302
    # 10 + 4 in the box + 4 x 1/2 on patrol; own side: only the box, 6 - 4
    assert (number(), number(Side.ALLIED)) == (15, 2)
    with writing(viewer(demo)) as writer:
        turns.end_step(writer)
    values = states.load(demo.slug).values
    assert values[f"air-unit:{patrol}.place"] == ""
    assert values[f"air-unit:{box}.place"] == "box"
    assert number() == 14


@pytest.mark.rule("E33.C.1")
def test_a_mission_entered_before_the_naval_step_lasts_until_its_end(client: Client, demo: Campaign) -> None:
    end_steps(demo, 2)
    assert states.load(demo.slug).clock[1:] == ("allied", "initial")
    key = add(client, side="axis", place="naval-strike")
    for step in ("air", "naval-movement", "combat"):
        with writing(viewer(demo)) as writer:
            turns.end_step(writer)
        state = states.load(demo.slug)
        assert state.clock[2] == step
        assert state.values[f"air-unit:{key}.place"] == ("" if step == "combat" else "naval-strike")


@pytest.mark.rule("E33.C.2", "E33.C.3")
def test_fighters_meet_bombers_longest_with_longest_and_the_page_shows_the_pairs(
    client: Client, demo: Campaign
) -> None:
    add(client, name="Wellington", range="40")
    add(client, name="Swordfish", range="16", tbf="3", nature="v")
    fighter = {"side": "axis", "fighter": "on", "tbf": "0", "nature": "non-naval"}
    add(client, name="Me 110", range="20", **fighter)
    add(client, name="Me 109", range="16", hexes_to_base="6", **fighter)
    # 40 - 20 = 20: 4 x 1. 16 - (16 - 6) = 6: 3 x 2 x 1/2 = 3. 10 + 7 = 17, held at 15.
    page = " ".join(re.sub(r"<[^>]+>", " ", text(client, at())).split())
    assert "Me 110 20 hexes off ■ Axis Wellington, 40 20" in page.replace("● Allied ", "■ Axis ")
    assert "Me 109 10 hexes off ■ Axis Swordfish, 16 6" in page.replace("● Allied ", "■ Axis ")
    assert "Swordfish 3 × 2 × ½ = 3; Wellington 4" in page
    assert number() == 15


@pytest.mark.rule("E33.C.4")
def test_the_literal_reading_subtracts_raiders_too(client: Client, demo: Campaign) -> None:
    add(client)
    with writing(viewer(demo)) as writer:
        from navalassist.engine import Set

        writer.edit("ruling.choice", (Set("ruling:R-13.choice", "literal"),))
    assert number() == 6
    assert "to the letter" in text(client, at())


@pytest.mark.rule("E33.C.4", "E33.C.1")
def test_board_and_receipt_count_the_units_and_never_a_typed_tbf_beside_them(client: Client, demo: Campaign) -> None:
    row = dict(states.load(demo.slug).row("shipment:demo-1"))
    typed = {"route": [{**leg, "air_against": 3} for leg in row["route"]]}
    state = states.load(demo.slug)
    assert outlook.of_change(state, "demo-1", row, typed).legs[-1].total == 13
    add(client, tbf="1")
    state = states.load(demo.slug)
    looked = outlook.of_change(state, "demo-1", row, typed).legs[-1]
    assert looked.total == 11
    assert [(t.text, t.applies) for t in looked.terms if t.text.startswith("TBF typed")] == [
        ("TBF typed against shipping: the zone's air units count instead", False)
    ]
    with writing(viewer(demo)) as writer:
        for dice in ("", "2 2"):
            entry = carry_out(writer, "cargo-contact", {"shipment": "demo-1"}, DiceInput("typed", dice))
    contact = next(answer for answer in entry.record["body"]["answers"] if answer.get("terms"))
    assert contact["cells"][0]["column"] == "11"
    assert [t["value"] for t in contact["terms"] if t["applies"]] == [10, 1]
    page = text(client, f"/c/{demo.slug}/log/public/{entry.sequence}/")
    assert "Air units against shipping: Wellington 1" in page


@pytest.mark.rule("E33.C.1", "E33.B.1.a")
def test_what_maltas_number_means_counts_the_units_too(client: Client, demo: Campaign) -> None:
    add(client)
    state = states.load(demo.slug)
    malta = malta_now(state.values, state.book)
    assert malta is not None
    # 10 + 4 = 14; after a hit 9 + 4 = 13; at 15 the sum is held at 15
    assert malta.air == 4
    assert malta.chance == contact_chance(state.book, 14)
    assert malta.after_a_hit == contact_chance(state.book, 13)
    assert malta.chances[15] == contact_chance(state.book, 15)
    assert "are counted: + 4 to its status" in text(client, f"/c/{demo.slug}/")


def test_moving_to_another_zone_taking_away_and_undo(client: Client, demo: Campaign) -> None:
    key = add(client)
    send(client, "change", **{**UNIT, "unit": key, "zone": "western-med"})
    assert (number(), rows()) == (10, [f"air-unit:{key}"])
    assert "Wellington" in text(client, at("western-med"))
    assert send(client, "remove", at("western-med"), unit=key).status_code == 302
    assert rows() == []
    gone = last(demo)
    client.post(f"/c/{demo.slug}/undo/", {"entry": gone.reference})
    assert rows() == [f"air-unit:{key}"]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name": " "}, "Name: type what the counter is called"),
        ({"tbf": "x"}, "TBF: type a number from 0 to 99"),
        ({"tbf": "1.3"}, "TBF: type a number from 0 to 99"),
        ({"tbf": "NaN"}, "TBF: type a number from 0 to 99"),
        ({"range": "500"}, "Range: type a whole number from 0 to 200"),
        ({"side": "vichy"}, "Side: choose Axis or Allied"),
        ({"place": "moon"}, "Place: choose one of"),
        ({"nature": "q"}, "Type: choose one of"),
        ({"fighter": "on", "hexes_to_base": "far"}, "Hexes from its airbase: type a whole number"),
    ],
)
def test_what_does_not_fit_is_said_and_nothing_typed_is_lost(
    client: Client, demo: Campaign, changes: dict[str, str], sentence: str
) -> None:
    answer = send(client, "add", **{**UNIT, "name": "Ju 88", **changes})
    page = unescape(answer.content.decode())
    assert answer.status_code == 422
    assert sentence in page
    assert rows() == []
    assert 'value="20"' in page or changes.get("range", "20") in page


def test_an_act_that_is_none_and_a_unit_that_is_gone(client: Client, demo: Campaign) -> None:
    assert send(client, "fly").status_code == 422
    assert send(client, "move:box", unit="nobody").status_code == 422
    assert send(client, "move:box", unit=add(client)).status_code == 422
    assert client.get(at("atlantis")).status_code == 404


def test_the_observer_only_watches(client: Client, demo: Campaign) -> None:
    client.post(f"/c/{demo.slug}/seat/", {"seat": "observer"})
    assert "observer seat only watches" in text(client, at())
    assert send(client, "add", **UNIT).status_code == 403


def test_the_first_page_is_the_zone_with_most_units(client: Client, demo: Campaign) -> None:
    assert "Air units, Central Mediterranean" in text(client, f"/c/{demo.slug}/air/")
    send(client, "add", at("aegean"), **UNIT)
    assert "Air units, Aegean Sea" in text(client, f"/c/{demo.slug}/air/")
