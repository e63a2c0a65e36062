"""33.E, note on R: a reinforcement that came into play afloat and was returned is placed by its owner."""

import re
from html import unescape

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.systems.europa.board import again, roster
from navalassist.systems.europa.board.roster import Roster
from navalassist.systems.europa.landings import land, landings, waiting
from navalassist.systems.europa.upkeep import EditError
from tests.in_hand import InHand
from tests.systems.europa.board import end_steps, now, put, rolled, row, state_of, typed


def returned(campaign: Campaign, way: str = "afloat-central-med tripoli", **legs: dict[str, str]) -> str:
    """A unit that came in afloat and was returned: in column 10 a 7 is contact, and a 4 turns a unit back."""
    key = put(campaign, typed("Ariete division, 4 REs", way, **legs))
    rolled(campaign, f"row:{key}", "3 4, 4")
    assert (row(campaign, key)["state"], row(campaign, key)["res_returned"]) == ("returned", "4")
    return key


def offered(campaign: Campaign, key: str) -> dict[str, int]:
    """What its owner may choose, and how many zones away."""
    return {landing.key: landing.away for landing in landings(state_of(campaign), row(campaign, key))}


def dues(demo: InHand) -> list[str]:
    return [duty.text for duty in demo.duties() if duty.url.startswith("landing/")]


@pytest.mark.rule("E33.E.R.N")
def test_friendly_ports_by_water_and_the_entry_hex_in_the_zone_of_the_contact(empty: Campaign) -> None:
    found = offered(empty, returned(empty))
    # It entered play in the Central Med and was turned back there: its entry hex, or an Axis port.
    assert found["entry-central-med"] == 0
    assert (found["landed-tripoli"], found["landed-naples"]) == (0, 1)
    # Malta is Allied, Tunis Vichy; Massaua is Axis, but beyond the canal: by water all the same, two zones away.
    assert not {"landed-valletta", "landed-tunis"} & set(found)
    assert found["landed-massaua"] == 2
    assert list(found)[:2] == ["entry-central-med", "landed-augusta"]


@pytest.mark.rule("E33.E.R.N")
def test_no_way_leads_through_a_shut_canal(empty: Campaign) -> None:
    key = returned(empty)
    now(empty, **{"condition:suez-canal.value": "closed"})
    assert "landed-massaua" not in offered(empty, key)


@pytest.mark.rule("E33.E.R.N")
def test_what_was_turned_back_in_another_zone_may_not_go_to_its_entry_hex(empty: Campaign) -> None:
    key = returned(empty, "afloat-adriatic tripoli", adriatic={"protected": True}, central_med={})
    assert row(empty, key)["state"] == "returned"
    found = offered(empty, key)
    assert not [place for place in found if place.startswith("entry-")]
    assert (found["landed-tripoli"], found["landed-bari"]) == (0, 1)


@pytest.mark.rule("E33.E.R.N")
def test_the_owner_chooses_and_the_board_follows(demo: InHand, empty: Campaign) -> None:
    key = returned(empty)
    assert dues(demo) == ["Choose where a returned reinforcement lies: row 3"]
    board = demo.text("board/")
    assert f"/c/{empty.slug}/landing/{key}/" in board
    assert "Tripoli" in demo.text(f"landing/{key}/")
    assert demo.post(f"landing/{key}/", place="landed-tripoli").status_code == 302
    assert row(empty, key)["origin"] == "landed-tripoli"
    assert (dues(demo), waiting(state_of(empty).values)) == ([], [])
    assert "Back in Tripoli, finished" in demo.text("board/")
    # Chosen is chosen; undo takes it back.
    assert "waits for no place" in demo.tap(f"landing/{key}/", 422, place="landed-naples")


@pytest.mark.rule("E33.E.R.N")
def test_what_the_book_does_not_allow_is_refused(demo: InHand, empty: Campaign) -> None:
    key = returned(empty)
    for place in ("landed-valletta", "landed-atlantis", "entry-adriatic", "naples", ""):
        assert "33.E" in demo.tap(f"landing/{key}/", 422, place=place)
    demo.get("landing/nobody/", 404)
    demo = demo.at("observer")
    assert demo.post(f"landing/{key}/", place="landed-tripoli").status_code == 403


def test_a_reinforcement_takes_nothing_from_a_roster_and_is_not_repeated(demo: InHand, empty: Campaign) -> None:
    state = state_of(empty)
    place = roster.Place("axis", "tripoli", roster.ware_of("nt"))
    demo.edit(*roster.set_to(Roster(state.values, state.clock[0]), {place: roster.Fraction(3)}))
    key = returned(empty)
    assert demo.post(f"landing/{key}/", place="landed-tripoli").status_code == 302
    state = state_of(empty)
    assert Roster(state.values, state.clock[0]).counts[place].net == 3 + 4
    end_steps(empty, 8)
    state = state_of(empty)
    assert again.repeatable(state, state.values, "axis") == []


def test_only_what_came_in_afloat_waits(empty: Campaign) -> None:
    key = put(empty, typed("Ariete division, 4 REs"))
    rolled(empty, f"row:{key}", "3 4, 4")
    assert waiting(state_of(empty).values) == []
    with pytest.raises(EditError, match="waits for no place"):
        land(state_of(empty), key, "landed-naples")


@pytest.mark.rule("E33.E.HALF.N")
def test_after_a_half_result_the_step_leads_to_the_rps(demo: InHand, empty: Campaign) -> None:
    def offered_now() -> list[str]:
        return [duty.small for duty in demo.duties() if duty.procedure == "half-eliminated-rps"]

    assert offered_now() == []
    key = put(empty, typed("Ariete division, 4 REs"))
    rolled(empty, f"row:{key}", "3 4, 6")
    assert offered_now() == ["Ariete division"]
    url = re.search(r'do/half-eliminated-rps/\?[^"]*', demo.get("do/").content.decode())
    form = demo.get(f"{unescape(url[0])}").content.decode()
    assert re.search(r'name="unit" value="Ariete division"', form)
    assert re.search(r'<option value="axis" selected', form)
    fields = {"side": "axis", "unit": "Ariete division", "points": "5"}
    assert "Halve the RPs after a half result" in demo.tap("do/half-eliminated-rps/", **fields)
