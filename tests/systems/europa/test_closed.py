"""Closed campaigns (R-56, R-62): a side's shipping is its own, and a contact shows what it met.

Worked out by hand from the anti-shipping table: Axis cargo from Naples to Tripoli is checked in the Central Med alone.
4 makes no contact below column 15; 12 makes contact in every column.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from navalassist.auditlog.models import Chain, Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.engine import REGISTER, Set
from navalassist.engine.reader import Unknown
from navalassist.play.dice.server import DiceInput
from navalassist.play.storage.bodies import body_of
from navalassist.play.write.writer import NotYours, Writer
from navalassist.systems.europa import air
from navalassist.systems.europa.board import moves, outlook, pending, rolling, roster, rows, templates
from navalassist.systems.europa.closed import open_all
from navalassist.systems.europa.setup import DEMO_START
from navalassist.systems.europa.system import EUROPA
from tests.begun import begin
from tests.in_hand import InHand, act, in_hand
from tests.systems.europa.board import do, end_steps, put, read_of, rolled, row, state_of, typed

ENEMY = frozenset({"public", "allied"})
OWNER = frozenset({"public", "axis"})


def closed(**rulings: str) -> Campaign:
    """A closed campaign at the start of the Axis naval movement."""
    read = {"R-56": "closed", **{key.replace("_", "-"): value for key, value in rulings.items()}}
    return begin("Closed", malta=10, moment=DEMO_START, rulings=read)


@pytest.fixture
def secret(db: None) -> Iterator[Campaign]:
    with in_hand(closed()) as table:
        yield table.campaign


def heads(campaign: Campaign) -> dict[str, tuple[int, str]]:
    return {chain.audience: (chain.sequence, chain.head) for chain in Chain.objects.filter(campaign=campaign)}


def checks(campaign: Campaign) -> list[Entry]:
    return list(Entry.objects.filter(campaign=campaign, procedure="cargo-contact").order_by("id"))


def fly(campaign: Campaign, zone: str) -> None:
    """An Allied air unit over a sea zone."""
    unit = {"side": "allied", "name": "Swordfish", "nature": "v", "tbf": "6", "range": "10", "place": "box"}
    InHand(campaign, "allied").enter(air.add, {**unit, "fighter": "", "hexes_to_base": "", "zone": zone})


def known_to_the_enemy(campaign: Campaign) -> dict[str, Any]:
    """The sightings as the Allied side reads them."""
    state = state_of(campaign).seen_by(ENEMY)
    found = [state.row(row) for row in state.rows("sighting")]
    return found[0] if found else {}


def test_what_a_side_plans_stirs_no_chain_but_its_own_and_its_rows_are_counted_for_it_alone(secret: Campaign) -> None:
    before = heads(secret)
    key = put(secret, typed("7 SP"))
    do(secret, rows.copy, key)
    do(secret, templates.save, "axis", "Tripoli run", [rows.draft_of(rows.standing_row(state_of(secret), key))])
    do(secret, rows.strike, key)
    after = heads(secret)
    assert {name for name in after if after[name] != before[name]} == {"axis"}
    assert not state_of(secret).seen_by(ENEMY).rows("shipment")
    assert not state_of(secret).seen_by(ENEMY).rows("template")
    theirs = put(secret, typed("3 SP", "gibraltar valletta", "allied"))
    assert row(secret, theirs)["row"] == 1


def test_a_check_without_contact_tells_zone_column_and_dice(secret: Campaign) -> None:
    key = put(secret, typed("7 SP"))
    rolled(secret, f"row:{key}", "22")
    first = checks(secret)[-1]
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
    assert whole["typed"] == {"shipment": key}
    assert "typed" not in body
    assert known_to_the_enemy(secret)["level"] == "marker"
    assert known_to_the_enemy(secret)["zone"] == "central-med"
    assert known_to_the_enemy(secret)["cargo"] == ""


def test_a_contact_shows_what_was_contacted(secret: Campaign) -> None:
    """7 SP are lots of 3, 3 and 1 REs; a 2 takes 1 RE of each and a transport with it (33.E, column of cargo)."""
    key = put(secret, typed("7 SP"))
    rolled(secret, f"row:{key}", "66 222")
    shown = body_of(checks(secret)[-1], ENEMY)["shown"]
    assert shown["contact"] is True
    assert (shown["cargo"], shown["res"], shown["transports"], shown["transport_count"]) == ("sp", "7", "nt", 7)
    assert (shown["res_lost"], shown["transports_lost"]) == ("3", 3)
    seen = known_to_the_enemy(secret)
    assert (seen["level"], seen["cargo"], seen["res"], seen["zone"]) == ("known", "sp", "4", "central-med")
    assert "tripoli" not in json.dumps([checks(secret)[-1].content, seen])


@pytest.mark.parametrize(
    ("choice", "told"), [("column", {"column"}), ("terms", {"column", "terms"}), ("nothing", set())]
)
def test_what_the_final_column_gives_away_is_a_setting(choice: str, told: set[str], db: None) -> None:
    campaign = closed(R_62=choice)
    key = put(campaign, typed("7 SP"))
    rolled(campaign, f"row:{key}", "22")
    shown = body_of(checks(campaign)[-1], ENEMY)["shown"]
    assert shown.keys() & {"column", "terms"} == told


def test_a_turn_of_secrets_ends_on_their_own_chains_and_verifies(secret: Campaign) -> None:
    key = put(secret, typed("7 SP"))
    place, state = roster.Place("axis", "naples", roster.Ware("nt")), state_of(secret)
    counted = roster.set_to(roster.Roster(state.values, state.clock[0]), {place: 20})
    InHand(secret).edit(*counted)
    rolled(secret, f"row:{key}", "22")
    end_steps(secret, 30)
    assert not state_of(secret).rows("shipment")
    assert not state_of(secret).rows("sighting")
    step = Entry.objects.filter(campaign=secret, chain="public", kind="clock")
    assert not [entry for entry in step if "shipment:" in entry.content or "roster:" in entry.content]


def test_a_campaign_is_opened_from_the_moderators_seat_alone_and_keeps_no_secret(secret: Campaign) -> None:
    """Also at one table: the side that taps would see what the other hides."""
    key = put(secret, typed("7 SP"))
    other = put(secret, typed("3 SP", "gibraltar valletta", "allied"))
    rolled(secret, f"row:{key}", "22")

    def opened(writer: Writer) -> None:
        writer.edit("ruling.choice", [Set("ruling:R-56.choice", "open")])
        open_all(writer)

    with pytest.raises(NotYours):
        do(secret, opened, seat="allied")
    assert state_of(secret).audiences
    do(secret, opened, seat="moderator")
    state = state_of(secret)
    assert not state.audiences
    assert not state.rows("sighting")
    assert {row(secret, key)["side"], row(secret, other)["side"]} == {"axis", "allied"}
    rolled(secret, f"row:{put(secret, typed('2 SP'))}", "22")
    assert "situation" in body_of(checks(secret)[-1], ENEMY)


def test_acts_on_a_row_of_the_other_side_are_refused_as_for_one_that_is_not_there(secret: Campaign) -> None:
    key = put(secret, typed("7 SP"))
    put(secret, typed("2 SP"))
    enemy = Viewer(secret, "allied", "33333333-3333-3333-3333-333333333333", seats=frozenset({"allied"}))
    draft = read_of(secret, typed("9 SP")).draft
    assert draft is not None
    changes: list[Callable[[Writer, str], object]] = [
        lambda w, k: rows.change(w, k, draft),
        rows.copy,
        rows.strike,
        lambda w, k: moves.move(w, k, "up"),
        moves.send_back,
        pending.recall,
        lambda w, k: rolling.roll(w, rolling.Order("row", k), DiceInput()),
    ]
    for change in changes:
        said = []
        for wanted in (key, "no-such-row"):
            with pytest.raises(Unknown) as error:
                act(enemy, change, wanted)
            said.append(str(error.value))
        assert said[0] == said[1]


def test_an_air_unit_is_its_sides_own_until_dice_are_thrown_where_it_flies(secret: Campaign) -> None:
    """33.C: it raises the status from the start, but neither the Axis odds nor the Axis pages know of it before."""
    fly(secret, "central-med")
    (row_key,) = state_of(secret).rows("air-unit")
    key = put(secret, typed("7 SP"))
    seen = state_of(secret).seen_by(OWNER)
    assert not seen.rows("air-unit")
    before = outlook.of_row(seen, key, seen.row(f"shipment:{key}"))
    rolled(secret, f"row:{key}", "22 222")
    assert row_key not in state_of(secret).audiences
    body = body_of(checks(secret)[-1], OWNER)
    assert f"{row_key}.tbf" in [fact for fact, *_ in body["facts_read"]]
    assert body["outcome"]["column"] > next(leg.total for leg in before.legs if leg.total is not None)


# Rules that throw dice (docs/adr/0010): each has decided what everybody may read of it

# These read nothing of a side's own but levels, seas and what is typed; of a whole voyage only the odds are asked.
NOTHING_SECRET = {"italian-interference", "naval-gunfire", "sea-state", "voyage"}


def test_every_rule_with_dice_says_what_everybody_learns_of_it() -> None:
    """Without `shows` what it changes in the open would stand in its secret part alone, and come from a side's seed."""
    without = set(EUROPA.situations) - set(EUROPA.showers)
    assert {slug for slug in without if not REGISTER[slug].dice.startswith("none")} == NOTHING_SECRET
