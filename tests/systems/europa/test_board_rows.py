"""The board without its pages: ways proposed and typed, odds of a row, rows added, changed, copied and struck."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.systems.europa.board import outlook, routes, rows
from navalassist.systems.europa.board.drafts import RowForm, acted, form_of, form_of_row
from tests.systems.europa.board import do, now, put, read_of, rolled, row, state_of, typed


def zones_of(form: RowForm) -> list[str]:
    return [leg.zone for leg in form.legs]


def outlook_of(campaign: Campaign, form: RowForm) -> outlook.Outlook:
    read = read_of(campaign, form)
    assert read.draft is not None, read.faults
    return outlook.of_draft(state_of(campaign), read.draft)


def words(found: outlook.Outlook) -> list[str]:
    return [f"{look.zone}: {look.kind}, {look.words}" for look in found.legs]


# Reading a row


def test_the_way_is_proposed_other_ports_bring_another_and_zones_may_be_typed_in_any_order(campaign: Campaign) -> None:
    read = read_of(campaign, typed("7 SP"))
    assert zones_of(read.form) == ["tyrrhenian", "central-med"]
    assert (read.draft.cargo, read.draft.res, read.draft.transports, read.draft.transport_count) == ("sp", "7", "nt", 7)
    assert [leg["zone"] for leg in read.draft.route] == ["tyrrhenian", "central-med"]
    form = typed("7 SP", "naples tripoli", tyrrhenian={}, central_med={"air_against": "3"})
    form = RowForm(form.side, form.sails, form.on, "taranto", "tripoli", form.legs, form.way)
    read = read_of(campaign, form)
    assert zones_of(read.form) == ["central-med"]
    assert read.form.legs[0].air_against == "3"
    read = read_of(campaign, typed("7 SP", tyrrhenian={}, western_med={}, central_med={}))
    assert zones_of(read.form) == ["tyrrhenian", "western-med", "central-med"]
    state = state_of(campaign)
    assert routes.gaps(state, "naples", "tripoli", [{"zone": "tyrrhenian"}, {"zone": "central-med"}]) == []
    assert routes.gaps(state, "naples", "tripoli", [{"zone": "tyrrhenian"}, {"zone": "red-sea"}]) == [
        "Tripoli does not lie on the Red Sea.",
        "Tyrrhenian and Red Sea do not touch.",
    ]


def test_a_shut_strait_turns_the_proposal_but_forbids_nothing(campaign: Campaign) -> None:
    state = state_of(campaign)
    assert "gibraltar-spanish" in routes.shut_passages(state, "axis")
    assert "gibraltar-spanish" not in routes.shut_passages(state, "allied")
    assert "suez" not in routes.shut_passages(state, "axis")
    now(campaign, **{"condition:suez-canal.value": "closed"})
    assert "suez" in routes.shut_passages(state_of(campaign), "allied")
    # No other way leads there: the shut one is proposed all the same, and the players decide.
    assert zones_of(read_of(campaign, typed("1 SP", "alexandria suez", "allied")).form) == ["eastern-med", "red-sea"]


@pytest.mark.parametrize(
    ("form", "about", "says"),
    [
        (typed("7"), "sails", "7 of what?"),
        (typed("7 SP", on="2"), "on", "need 7 NTs"),
        (typed("7 SP", "atlantis tripoli"), "origin", "From: choose a port"),
        (typed("7 SP", "naples atlantis"), "destination", "To: choose a port"),
        (typed("7 SP", "naples naples"), "destination", "another port"),
        (typed("7 SP", styx={}), "legs", "Zone 1: choose a sea zone"),
        (typed("7 SP", central_med={"air_against": "many"}), "air_against-1", "whole number from 0 to 99."),
        (typed("7 SP", "gibraltar valletta", "allied", western_med={"hexes": "-3"}), "hexes-1", "or empty"),
        (typed("7 SP", arctic={"status": "16"}), "status-1", "from 0 to 15, or empty"),
    ],
)
def test_what_is_wrong_is_told_by_field(campaign: Campaign, form: RowForm, about: str, says: str) -> None:
    read = read_of(campaign, form)
    assert read.draft is None
    assert says in read.fault_of(about)


def test_a_zone_asks_only_what_it_needs_and_one_tap_changes_only_what_is_typed() -> None:
    assert routes.asks("allied", "western-med") == {"hexes"}
    assert routes.asks("axis", "western-med") == frozenset()
    assert routes.asks("axis", "baltic") == {"soviet"}
    assert routes.asks("axis", "south-aegean") == {"interdiction"}
    assert routes.asks("allied", "south-aegean") == frozenset()
    assert routes.asks("axis", "arctic") == {"status"}
    assert routes.asks("allied", "arctic") == frozenset()
    assert routes.asks("allied", "black-sea") == {"status"}
    form = typed("7 SP", on="8 NTs", tyrrhenian={}, central_med={})
    assert acted(form, "sails:4 SP").sails == "4 SP"
    assert acted(form, "sails:4 SP").on == ""
    assert acted(form, "route:taranto:tripoli").pair == "taranto>tripoli"
    assert zones_of(acted(form, "leg-up:2")) == ["central-med", "tyrrhenian"]
    assert zones_of(acted(form, "leg-down:1")) == ["central-med", "tyrrhenian"]
    assert zones_of(acted(form, "leg-drop:1")) == ["central-med"]
    assert acted(form, "legs:propose").legs == ()
    assert acted(form, "side:allied").side == "allied"
    for nonsense in ("", "leg-drop:9", "leg-drop:x", "leg-up:-1", "side:pirates", "fire"):
        assert acted(form, nonsense) == acted(form, "nothing")


def test_a_form_is_read_from_a_request_and_what_its_zone_does_not_ask_is_not_kept(campaign: Campaign) -> None:
    read = read_of(campaign, typed("7 SP", central_med={"hexes": "20", "near_soviet_base": True, "status": "3"}))
    leg = read.draft.route[0]
    assert (leg["hexes"], leg["near_soviet_base"], leg["status"]) == (None, False, None)
    data = {"side": "allied", "sails": " 2 SP ", "origin": "gibraltar", "destination": "valletta", "way": "x>y"}
    data |= {"zone-1": "western-med", "hexes-1": "12", "protected-1": "on", "zone-2": "", "zone-3": "central-med"}
    form = form_of(data, "axis")
    assert (form.side, form.sails, zones_of(form)) == ("allied", "2 SP", ["western-med", "central-med"])
    assert (form.legs[0].hexes, form.legs[0].protected) == ("12", True)
    assert form_of({"side": "pirates"}, "axis").side == "axis"
    saved = form_of_row(state_of(campaign), row(campaign, "demo-2"))
    assert (saved.sails, saved.on, saved.pair) == ("Infantry brigade, 2 REs", "", "gibraltar>valletta")


# Odds


@pytest.mark.rule("E33.D.MOD1")
def test_a_row_shows_status_chance_and_loss_exactly_and_empties_alone_are_safer(campaign: Campaign) -> None:
    now(campaign, **{"malta:status.number": 9})
    found = outlook_of(campaign, typed("7 SP"))
    assert words(found) == ["tyrrhenian: free, not subject", "central-med: subject, Malta's number"]
    assert (found.legs[1].total, found.legs[1].contact) == (9, Fraction(21, 36))
    assert (found.all_arrive, found.loss) == (Fraction(15, 36), Fraction(203, 72))
    assert words(outlook_of(campaign, typed("3 SP", "palermo pantelleria")))[1] == (
        "central-med: subject, 9 − 5 short route"
    )
    assert words(outlook_of(campaign, typed("4 empty NTs", "tripoli naples")))[0] == (
        "central-med: subject, 9 − 5 empty, alone"
    )
    air = typed("7 SP", central_med={"air_against": "2", "air_for": "1"})
    assert words(outlook_of(campaign, air)) == ["central-med: subject, 9 + 2 enemy air − 1 own air"]
    # By hand from table 5: contact in column 9 on 7 to 12, 21 of 36; 5 columns lower, in 4, on 3 and 10 to 12: 8.
    alone = typed("4 empty NTs", central_med={})
    found = outlook_of(campaign, alone)
    assert (found.legs[0].total, found.legs[0].contact) == (4, Fraction(8, 36))
    found = outlook_of(campaign, replace(alone, alone=False))
    assert (found.legs[0].total, found.legs[0].contact) == (9, Fraction(21, 36))
    assert words(found) == ["central-med: subject, Malta's number"]


@pytest.mark.rule("E33.D.MOD1")
def test_whether_empties_sail_alone_is_kept_copied_and_checked(campaign: Campaign) -> None:
    now(campaign, **{"malta:status.number": 9})
    key = put(campaign, replace(typed("4 empty NTs", central_med={}), alone=False))
    copied = do(campaign, rows.copy, key)
    assert (row(campaign, key)["alone"], row(campaign, copied)["alone"]) == (False, False)
    # 6 is no contact in column 9, but 3 + 4 is; 10 is one in column 4.
    assert rolled(campaign, f"row:{key}", "51")[-1].record["body"]["situation"]["item"]["alone"] is False
    saved = form_of_row(state_of(campaign), row(campaign, copied))
    assert saved.alone is False
    assert change(campaign, copied, replace(saved, alone=True)) is not None
    entry = rolled(campaign, f"row:{copied}", "34")[-1]
    assert entry.record["body"]["outcome"]["column"] == 4
    assert entry.record["body"]["outcome"]["contact"] is False


def test_company_is_asked_of_empty_naval_transports_only(campaign: Campaign) -> None:
    for sails, on in (("7 SP", ""), ("4 empty LCs", ""), ("warship Duisburg", "")):
        read = read_of(campaign, replace(typed(sails, on=on, central_med={}), alone=False))
        assert read.draft.alone, "what the rule does not ask is not kept"
    assert form_of({"sails": "4 empty NTs"}, "axis").alone, "a page that did not ask"
    assert not form_of({"sails": "4 empty NTs", "alone-asked": "1"}, "axis").alone
    assert form_of({"sails": "4 empty NTs", "alone-asked": "1", "alone": "1"}, "axis").alone


def test_a_barred_zone_shuts_the_row_and_the_other_side_s_has_odds_but_is_not_rolled_yet(
    campaign: Campaign,
) -> None:
    found = outlook_of(campaign, typed("7 SP", "naples tobruk"))
    assert found.shut.rule == "33.B.2.a"
    assert found.all_arrive is None
    assert "eastern-med: barred" in words(found)[-1]
    found = outlook.of_row(state_of(campaign), "demo-2", row(campaign, "demo-2"))
    assert found.shut is None
    assert found.all_arrive == Fraction(25, 36)
    assert found.not_now.reason == "Allied shipping sails in the Allied player turn."


@pytest.mark.rule("E33.A.4")
def test_a_zone_is_checked_once_on_a_way(campaign: Campaign) -> None:
    found = outlook_of(campaign, typed("7 SP", central_med={}, western_med={}))
    twice = outlook_of(campaign, typed("7 SP", "naples tripoli", tyrrhenian={}, central_med={}))
    assert found.all_arrive != twice.all_arrive
    form = typed("7 SP", central_med={})
    form = RowForm(form.side, form.sails, "", form.origin, form.destination, (*form.legs, *form.legs), form.way)
    again = outlook_of(campaign, form)
    assert [look.words for look in again.legs] == ["Malta's number", "checked already"]
    assert again.all_arrive == twice.all_arrive


def test_protected_waters_the_fifteen_hexes_and_an_agreed_status_are_typed_by_leg(campaign: Campaign) -> None:
    found = outlook_of(campaign, typed("7 SP", central_med={"protected": True}))
    assert words(found) == ["central-med: free, protected waters"]
    assert (found.all_arrive, found.loss) == (1, 0)
    far = typed("2 SP", "gibraltar valletta", "allied", western_med={"hexes": "16"}, central_med={"hexes": "9"})
    found = outlook_of(campaign, far)
    assert [look.kind for look in found.legs] == ["free", "subject"]
    assert found.legs[1].words.endswith("within 15 hexes")
    found = outlook_of(campaign, typed("2 SP", arctic={"status": "7"}))
    assert found.legs[0].total == 7
    assert outlook_of(campaign, typed("2 SP", arctic={})).legs[0].kind == "free"


@pytest.mark.rule("E33.E.N2")
def test_a_unit_is_reminded_to_ship_broken_down_and_the_spread_of_losses_adds_up_to_one(campaign: Campaign) -> None:
    assert "broken down" in outlook_of(campaign, typed("Ariete division, 4 REs")).notes[0]
    assert outlook_of(campaign, typed("7 SP")).notes == ()
    state = state_of(campaign)
    for form, first in ((typed("7 SP"), "none, all arrive"), (typed("task force Force H"), "no hit, arrives")):
        voyage = outlook_of(campaign, form).voyage
        assert voyage is not None
        spread = outlook.spread(state, voyage)
        assert sum(chance for _, chance, _ in spread) == 1
        assert spread[0][0] == first
        assert spread[0][2]


def test_a_naval_unit_counts_hits_and_throws_that_make_contact_are_read_from_the_table(campaign: Campaign) -> None:
    found = outlook_of(campaign, typed("warship Duisburg"))
    assert found.hits is not None
    assert found.loss == 0
    state = state_of(campaign)
    assert outlook.contact_on(state, 9) == "7 to 12"
    assert outlook.contact_on(state, 10) == "3, 7 to 12"


def test_rows_together_multiply_chances_and_add_losses(campaign: Campaign) -> None:
    one, two = outlook_of(campaign, typed("7 SP")), outlook_of(campaign, typed("3 SP", "palermo pantelleria"))
    shut = outlook_of(campaign, typed("7 SP", "naples tobruk"))
    total = outlook.summary([one, two, shut])
    assert one.all_arrive is not None
    assert two.all_arrive is not None
    assert (total.rows, total.known, total.all_arrive) == (3, 2, one.all_arrive * two.all_arrive)
    assert total.loss == (one.loss or 0) + (two.loss or 0)


def change(campaign: Campaign, key: str, form: RowForm, **more: Any) -> Entry | None:
    draft = read_of(campaign, form).draft
    assert draft is not None
    return do(campaign, rows.change, key, draft, **more)  # type: ignore[no-any-return]
