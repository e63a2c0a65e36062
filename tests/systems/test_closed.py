"""Closed campaigns (R-56, R-62): a side's shipping is its own, and a contact shows what it met.

Worked out by hand from the anti-shipping table: Axis cargo from Naples to Tripoli is checked in the Central Med alone.
4 makes no contact below column 15; 12 makes contact in every column.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from navalassist.auditlog.models import Chain, Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.engine import REGISTER, Set
from navalassist.play.bodies import body_of
from navalassist.play.resolve import DiceInput
from navalassist.play.systems import Unknown
from navalassist.play.verify import check_campaign
from navalassist.play.writer import NotYours, Writer, writing
from navalassist.systems.europa import EUROPA, air
from navalassist.systems.europa.board import moves, outlook, owed, rolling, roster, rows, templates
from navalassist.systems.europa.closed import open_all
from navalassist.systems.europa.setup import DEMO_START
from tests.begun import begin
from tests.systems.board import end_steps, put, read_of, rolled, row, state_of, typed, viewer_of

pytestmark = pytest.mark.django_db
ENEMY = frozenset({"public", "allied"})
OWNER = frozenset({"public", "axis"})


def closed(**rulings: str) -> Campaign:
    """A closed campaign at the start of the Axis naval movement."""
    read = {"R-56": "closed", **{key.replace("_", "-"): value for key, value in rulings.items()}}
    return begin("Closed", malta=10, moment=DEMO_START, rulings=read)


def heads(campaign: Campaign) -> dict[str, tuple[int, str]]:
    return {chain.audience: (chain.sequence, chain.head) for chain in Chain.objects.filter(campaign=campaign)}


def checks(campaign: Campaign) -> list[Entry]:
    return list(Entry.objects.filter(campaign=campaign, procedure="cargo-contact").order_by("id"))


def known_to_the_enemy(campaign: Campaign) -> dict[str, Any]:
    """The sightings as the Allied side reads them."""
    state = state_of(campaign).seen_by(ENEMY)
    found = [state.row(row) for row in state.rows("sighting")]
    return found[0] if found else {}


def test_what_a_side_plans_stirs_no_chain_but_its_own() -> None:
    campaign = closed()
    before = heads(campaign)
    key = put(campaign, typed("7 SP"))
    with writing(viewer_of(campaign)) as writer:
        rows.copy(writer, key)
        templates.save(writer, "axis", "Tripoli run", [rows.draft_of(rows.standing_row(writer.state, key))])
        rows.strike(writer, key)
    after = heads(campaign)
    assert {name for name in after if after[name] != before[name]} == {"axis"}
    assert not state_of(campaign).seen_by(ENEMY).rows("shipment")
    assert not state_of(campaign).seen_by(ENEMY).rows("template")
    assert check_campaign(campaign).sound


def test_rows_are_counted_for_each_side() -> None:
    campaign = closed()
    put(campaign, typed("7 SP"))
    key = put(campaign, typed("3 SP", "gibraltar valletta", "allied"))
    assert row(campaign, key)["row"] == 1


def test_a_check_without_contact_tells_zone_column_and_dice() -> None:
    campaign = closed()
    key = put(campaign, typed("7 SP"))
    rolled(campaign, f"row:{key}", "22")
    first = checks(campaign)[-1]
    body = body_of(first, ENEMY)
    whole = body_of(first, OWNER)
    assert body["shown"] == {
        "side": "axis",
        "zone": "central-med",
        "item": key,
        "contact": False,
        "column": whole["outcome"]["column"],
    }
    assert [answer["faces"] for answer in body["answers"]] == [[2, 2]]
    assert "naples" not in first.content
    assert "res_afloat" not in first.content
    assert known_to_the_enemy(campaign)["level"] == "marker"
    assert known_to_the_enemy(campaign)["zone"] == "central-med"
    assert known_to_the_enemy(campaign)["cargo"] == ""
    assert check_campaign(campaign).sound


def test_a_contact_shows_what_was_contacted() -> None:
    """7 SP are lots of 3, 3 and 1 REs; a 2 takes 1 RE of each and a transport with it (33.E, column of cargo)."""
    campaign = closed()
    key = put(campaign, typed("7 SP"))
    rolled(campaign, f"row:{key}", "66 222")
    shown = body_of(checks(campaign)[-1], ENEMY)["shown"]
    assert shown["contact"] is True
    assert (shown["cargo"], shown["res"], shown["transports"], shown["transport_count"]) == ("sp", "7", "nt", 7)
    assert (shown["res_lost"], shown["transports_lost"]) == ("3", 3)
    seen = known_to_the_enemy(campaign)
    assert (seen["level"], seen["cargo"], seen["res"], seen["zone"]) == ("known", "sp", "4", "central-med")
    assert "tripoli" not in json.dumps([checks(campaign)[-1].content, seen])


@pytest.mark.parametrize(
    ("choice", "told"), [("column", {"column"}), ("terms", {"column", "terms"}), ("nothing", set())]
)
def test_what_the_final_column_gives_away_is_a_setting(choice: str, told: set[str]) -> None:
    campaign = closed(R_62=choice)
    key = put(campaign, typed("7 SP"))
    rolled(campaign, f"row:{key}", "22")
    shown = body_of(checks(campaign)[-1], ENEMY)["shown"]
    assert shown.keys() & {"column", "terms"} == told


def test_a_turn_of_secrets_ends_on_their_own_chains_and_verifies() -> None:
    campaign = closed()
    key = put(campaign, typed("7 SP"))
    with writing(viewer_of(campaign)) as writer:
        place = roster.Place("axis", "naples", roster.Ware("nt"))
        facts = writer.state.values
        writer.edit("roster.set", roster.set_to(roster.Roster(facts, writer.state.clock[0]), {place: 20}), seat="axis")
    rolled(campaign, f"row:{key}", "22")
    end_steps(campaign, 30)
    assert not state_of(campaign).rows("shipment")
    assert not state_of(campaign).rows("sighting")
    assert check_campaign(campaign).sound
    step = Entry.objects.filter(campaign=campaign, chain="public", kind="clock")
    assert not [entry for entry in step if "shipment:" in entry.content or "roster:" in entry.content]


def test_a_campaign_that_is_opened_keeps_no_secret_and_verifies() -> None:
    campaign = closed()
    key = put(campaign, typed("7 SP"))
    other = put(campaign, typed("3 SP", "gibraltar valletta", "allied"))
    rolled(campaign, f"row:{key}", "22")
    with writing(viewer_of(campaign, "moderator")) as writer:
        writer.edit("ruling.choice", [Set("ruling:R-56.choice", "open")])
        open_all(writer)
    state = state_of(campaign)
    assert not state.audiences
    assert not state.rows("sighting")
    assert {row(campaign, key)["side"], row(campaign, other)["side"]} == {"axis", "allied"}
    assert check_campaign(campaign).sound
    rolled(campaign, f"row:{put(campaign, typed('2 SP'))}", "22")
    assert "situation" in body_of(checks(campaign)[-1], ENEMY)


def test_a_campaign_is_opened_from_the_moderators_seat_alone() -> None:
    """Also at one table: the side that taps would see what the other hides."""
    campaign = closed()
    put(campaign, typed("7 SP"))

    def opened_by(seat: str) -> None:
        with writing(viewer_of(campaign, seat)) as writer:
            writer.edit("ruling.choice", [Set("ruling:R-56.choice", "open")])
            open_all(writer)

    with pytest.raises(NotYours):
        opened_by("allied")
    assert state_of(campaign).audiences


def test_acts_on_a_row_of_the_other_side_are_refused_as_for_one_that_is_not_there() -> None:
    campaign = closed()
    key = put(campaign, typed("7 SP"))
    put(campaign, typed("2 SP"))
    enemy = Viewer(campaign, "allied", "33333333-3333-3333-3333-333333333333", seats=frozenset({"allied"}))
    draft = read_of(campaign, typed("9 SP")).draft
    assert draft is not None
    acts: list[Callable[[Writer, str], object]] = [
        lambda w, k: rows.change(w, k, draft),
        rows.copy,
        rows.strike,
        lambda w, k: moves.move(w, k, "up"),
        moves.send_back,
        owed.recall,
        lambda w, k: rolling.roll(w, rolling.Order("row", k), DiceInput()),
    ]
    for act in acts:
        said = []
        for wanted in (key, "no-such-row"):
            with pytest.raises(Unknown) as error, writing(enemy) as writer:
                act(writer, wanted)
            said.append(str(error.value))
        assert said[0] == said[1]


def test_an_air_unit_is_its_sides_own_until_dice_are_thrown_where_it_flies() -> None:
    """33.C: it raises the status from the start, but neither the Axis odds nor the Axis pages know of it before."""
    campaign = closed()
    unit = {"side": "allied", "name": "Swordfish", "nature": "v", "tbf": "6", "range": "10", "place": "box"}
    with writing(viewer_of(campaign, "allied")) as writer:
        edit = air.add(writer.state.values, {**unit, "fighter": "", "hexes_to_base": "", "zone": "central-med"})
        writer.edit(edit.act, edit.effects, seat="allied")
    (row_key,) = state_of(campaign).rows("air-unit")
    key = put(campaign, typed("7 SP"))
    seen = state_of(campaign).seen_by(OWNER)
    assert not seen.rows("air-unit")
    before = outlook.of_row(seen, key, seen.row(f"shipment:{key}"))
    rolled(campaign, f"row:{key}", "22 222")
    assert row_key not in state_of(campaign).audiences
    body = body_of(checks(campaign)[-1], OWNER)
    assert f"{row_key}.tbf" in [fact for fact, *_ in body["facts_read"]]
    assert body["outcome"]["column"] > next(leg.total for leg in before.legs if leg.total is not None)
    assert check_campaign(campaign).sound


# Rules that throw dice (docs/adr/0010): each has decided what everybody may read of it

# These read nothing of a side's own but levels, seas and what is typed; of a whole voyage only the odds are asked.
NOTHING_SECRET = {"italian-interference", "naval-gunfire", "sea-state", "voyage"}


def test_every_rule_with_dice_says_what_everybody_learns_of_it() -> None:
    """Without `shows` what it changes in the open would stand in its secret part alone, and come from a side's seed."""
    without = set(EUROPA.situations) - set(EUROPA.showers)
    assert {slug for slug in without if not REGISTER[slug].dice.startswith("none")} == NOTHING_SECRET
