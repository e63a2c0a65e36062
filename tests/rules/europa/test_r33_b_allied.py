"""33.B, Allied shipping: the naval status of every sea zone, from the paragraphs and table 3."""

import pytest

from navalassist.engine import Facts, compute
from navalassist.rules.europa.r33_naval_status import NotSubject, naval_status
from navalassist.rules.europa.words import Side, Zone
from navalassist.rules.europa.world import ITALIAN_PORTS
from tests.rules.play import applied, number_of, ruled, tally_of, term
from tests.rules.world import a_book

NEAR = [("western-med", "33.B.3.b"), ("central-med", "33.B.1.b")]


# 33.B.1.b and 33.B.3.b: within 15 hexes of Italy


@pytest.mark.rule("E33.B.1.b", "E33.B.3.b", "E33.B.10.AL.west_central_med")
@pytest.mark.parametrize(("zone", "rule"), NEAR)
@pytest.mark.parametrize(("malta", "status"), [(15, 4), (12, 4), (11, 6), (2, 6), (1, 8), (0, 8)])
def test_near_italy_a_weak_malta_is_worse(zone: str, rule: str, malta: int, status: int) -> None:
    tally = tally_of("allied", zone, malta=malta)
    assert tally.total == status
    assert (rule, status) in applied(tally)


@pytest.mark.rule("E33.B.10.AL.west_central_med")
@pytest.mark.parametrize(("malta", "status"), [(3, 4), (4, 6), (13, 6), (14, 8)])
def test_on_the_printed_record_the_bands_turn_round(malta: int, status: int) -> None:
    # strength is 15 less the number: 12, 11, 2, 1
    assert number_of("allied", "central-med", malta=malta, rulings={"R-04": "rule36"}) == status


@pytest.mark.rule("E33.B.10.AL.west_central_med", "E36.A.4.N")
def test_with_an_axis_valletta_malta_is_of_no_strength() -> None:
    assert number_of("allied", "central-med", malta=15, owners={"valletta": "axis"}) == 8


@pytest.mark.rule("E33.B.1.b", "E33.B.3.b")
@pytest.mark.parametrize(("zone", "rule"), NEAR)
def test_15_hexes_are_near_and_16_are_not(zone: str, rule: str) -> None:
    near = tally_of("allied", zone, leg={"hexes": 15})
    assert near.total == 6
    assert term(near.terms, "Within 15 hexes").text.endswith("(typed: 15)")
    assert ruled(NotSubject, "allied", zone, leg={"hexes": 16}).rule == rule


@pytest.mark.rule("E33.B.1.b")
def test_a_distance_that_nobody_typed_is_near_and_a_typed_one_is_believed_without_facts_of_ports() -> None:
    text = term(tally_of("allied", "central-med").terms, "Within 15 hexes").text
    assert text.endswith("(not typed, so read as within reach)")
    facts = Facts({"malta:status.number": 9, "port:valletta.owner": "allied"})
    assert not isinstance(compute(naval_status(Side.ALLIED, Zone.CENTRAL_MED, facts), a_book()), NotSubject)


@pytest.mark.rule("E33.B.1.b")
@pytest.mark.parametrize("change", [{"owner": "allied"}, {"operational": False}, {"kind": "jetty"}])
def test_only_working_axis_ports_that_are_no_jetties_count(change: dict[str, object]) -> None:
    every = {f"port:{port}.{field}": value for port in ITALIAN_PORTS for field, value in change.items()}
    assert ruled(NotSubject, "allied", "central-med", more=every).rule == "33.B.1.b"
    # One port that works is enough.
    last = {f"port:pantelleria.{field}": value for field, value in FIT.items()}
    tally = tally_of("allied", "central-med", more=every | last)
    assert tally.total == 6
    assert term(tally.terms, "Within 15 hexes").facts == ("port:pantelleria.owner",)


FIT = {"owner": "axis", "operational": True, "kind": "minor"}


# 33.B.2.b, 33.B.7.a: Eastern Mediterranean and Aegean


@pytest.mark.rule("E33.B.10.AL.eastern_med", "E33.B.7.a")
@pytest.mark.parametrize("zone", ["eastern-med", "aegean"])
@pytest.mark.parametrize(("level", "status"), [("", 0), ("partial", 6), ("major", 12)])
def test_one_level_of_italian_interference_for_both_seas(zone: str, level: str, status: int) -> None:
    assert number_of("allied", zone, more={"zone:eastern-med.interference": level}) == status


@pytest.mark.rule("E33.B.7.a", "E33.B.7.e1")
def test_in_the_interdiction_zone_the_allies_meet_what_the_aegean_has_and_the_red_sea_level_is_apart() -> None:
    assert number_of("allied", "aegean", more={"zone:red-sea.interference": "major"}) == 0
    declared = {"zone:south-aegean.declared": "tight", "zone:eastern-med.interference": "partial"}
    assert number_of("allied", "south-aegean", more=declared) == 6
    assert ruled(NotSubject, "allied", "south-aegean").rule == "33.B.7"


# 33.B.4.b, 33.B.5.b: Tyrrhenian and Adriatic

INSHORE = [("tyrrhenian", "33.B.4.b"), ("adriatic", "33.B.5.b")]


@pytest.mark.rule("E33.B.4.b", "E33.B.5.b")
@pytest.mark.parametrize(("zone", "rule"), INSHORE)
def test_major_interference_always_but_after_italys_surrender_the_group_may_switch_it_off(zone: str, rule: str) -> None:
    assert applied(tally_of("allied", zone)) == [(rule, 12)]
    fell = {"conditions": {"italy-surrendered": True}}
    tally = tally_of("allied", zone, **fell)
    assert tally.total == 12
    assert term(tally.terms, "Italy has surrendered").applies
    status = ruled(NotSubject, "allied", zone, rulings={"R-10": "until-surrender"}, **fell)
    assert (status.rule, status.ruling) == (rule, "R-10")
    assert number_of("allied", zone, rulings={"R-10": "until-surrender"}) == 12


# 33.B.8.b: Red Sea


@pytest.mark.rule("E33.B.10.AL.red_sea")
@pytest.mark.parametrize(
    ("massaua", "assab", "status"),
    [("axis", "axis", 4), ("axis", "allied", 4), ("allied", "axis", 1)],
)
def test_massaua_makes_it_4_and_another_axis_port_1(massaua: str, assab: str, status: int) -> None:
    assert number_of("allied", "red-sea", owners={"massaua": massaua, "assab": assab}) == status


@pytest.mark.rule("E33.B.10.AL.red_sea")
def test_without_an_axis_port_the_red_sea_is_not_subject_and_a_jetty_is_no_port_of_size_1() -> None:
    world = {"owners": {"massaua": "allied"}, "more": {"port:assab.kind": "jetty"}}
    assert ruled(NotSubject, "allied", "red-sea", **world)  # type: ignore[arg-type]
    assert ruled(NotSubject, "allied", "red-sea", owners={"massaua": "allied", "assab": "allied"}).ruling == "R-12"


@pytest.mark.rule("E33.B.10.AL.red_sea")
@pytest.mark.parametrize(("level", "status"), [("partial", 6), ("major", 12)])
@pytest.mark.parametrize("owner", ["axis", "allied"])
def test_the_italian_fleets_level_replaces_the_table(level: str, status: int, owner: str) -> None:
    world = {"owners": {"massaua": owner, "assab": owner}, "more": {"zone:red-sea.interference": level}}
    assert number_of("allied", "red-sea", **world) == status


# 33.B.9.b: Indian Ocean and Persian Gulf


@pytest.mark.rule("E33.B.9.b")
@pytest.mark.parametrize("zone", ["indian-ocean", "persian-gulf"])
def test_the_far_seas_are_not_subject(zone: str) -> None:
    assert ruled(NotSubject, "allied", zone).rule == "33.B.9.b"


# 33.B.10, table 3: the northern zones


@pytest.mark.rule("E33.B.10.AL.arctic")
@pytest.mark.parametrize(
    ("turn", "norway", "status"),
    [
        ("1941-12-1", False, 7),
        ("1942-01-2", False, 7),
        ("1942-02-2", False, 7),
        ("1942-03-1", False, 4),
        ("1941-11-2", False, 4),
        ("1941-12-1", True, 4),
    ],
)
def test_the_arctic_by_season_and_upper_norway(turn: str, norway: bool, status: int) -> None:
    world = {"more": {"campaign:clock.turn": turn}, "conditions": {"allied-hold-upper-norway": norway}}
    assert number_of("allied", "arctic", **world) == status


@pytest.mark.rule("E33.B.10.AL.baltic")
@pytest.mark.parametrize(
    ("sweden", "nation", "status"),
    [
        ("neutral", "british", 9),
        ("axis", "", 9),
        ("western-allied", "british", 7),
        ("neutral", "Soviet", 3),
        ("western-allied", "soviet", 3),
    ],
)
def test_the_baltic_by_sweden_and_for_soviet_units(sweden: str, nation: str, status: int) -> None:
    assert number_of("allied", "baltic", nation=nation, conditions={"sweden": sweden}) == status


@pytest.mark.rule("E33.B.10.AL.norwegian")
@pytest.mark.parametrize(
    ("owned", "strike", "status"),
    [(True, "none", 7), (True, "allied", 7), (False, "none", 4), (False, "axis", 4), (False, "allied", 1)],
)
def test_an_axis_norway_goes_before_strikes(owned: bool, strike: str, status: int) -> None:
    world = {"norway-axis-owned": owned, "norway-preemptive": strike}
    assert number_of("allied", "norwegian-sea", conditions=world) == status


@pytest.mark.rule("E33.B.10.AL.denmark")
@pytest.mark.parametrize(("sweden", "status"), [("neutral", 9), ("western-allied", 7)])
def test_the_denmark_sea_by_sweden(sweden: str, status: int) -> None:
    assert number_of("allied", "denmark-sea", conditions={"sweden": sweden}) == status


@pytest.mark.rule("E33.B.10.AL.north_sea")
@pytest.mark.parametrize("zone", ["north-sea", "north-atlantic"])
@pytest.mark.parametrize(
    ("north", "atlantic", "status"),
    [("none", "none", 1), ("some", "none", 3), ("none", "some", 3), ("all", "all", 3)],
)
def test_an_axis_port_on_either_sea_counts_for_both(zone: str, north: str, atlantic: str, status: int) -> None:
    world = {"english-north-sea-ports": north, "english-atlantic-ports": atlantic}
    assert number_of("allied", zone, conditions=world) == status


@pytest.mark.rule("E33.B.10.AL.english_channel")
@pytest.mark.parametrize(
    ("supplied", "owned", "fell", "air", "status"),
    [
        (True, True, True, "none", 9),
        (True, True, False, "none", 9),
        (True, False, False, "none", 6),
        (True, False, True, "none", 9),  # freed, with Axis ports still in supply
        (False, True, True, "none", 4),
        (False, False, False, "none", 4),
        (True, True, True, "axis", 12),
        (True, True, True, "allied", 6),
        (False, True, True, "allied", 1),
    ],
)
def test_the_channel_by_supplied_ports_france_and_aircraft(
    supplied: bool, owned: bool, fell: bool, air: str, status: int
) -> None:
    world = {
        "axis-channel-ports-in-supply": supplied,
        "france-axis-owned": owned,
        "france-surrendered": fell,
        "channel-air-superiority": air,
    }
    assert number_of("allied", "english-channel", conditions=world) == status


@pytest.mark.rule("E33.B.10.AL.french_spanish_atlantic")
@pytest.mark.parametrize("zone", ["french-atlantic", "spanish-atlantic"])
@pytest.mark.parametrize(
    ("spain", "france", "status"),
    [("axis", True, 6), ("axis", False, 6), ("neutral", True, 4), ("allied", False, 1)],
)
def test_spain_goes_before_france(zone: str, spain: str, france: bool, status: int) -> None:
    assert number_of("allied", zone, conditions={"spain": spain, "france-axis-owned": france}) == status


@pytest.mark.rule("E33.B.10.AL.african_atlantic")
@pytest.mark.parametrize(("vichy", "status"), [(True, 4), (False, 1)])
def test_the_african_atlantic_by_vichy_colonies(vichy: bool, status: int) -> None:
    assert number_of("allied", "african-atlantic", conditions={"vichy-atlantic-colony": vichy}) == status


@pytest.mark.rule("E33.B")
def test_the_black_sea_has_no_line_for_the_allies_either() -> None:
    assert ruled(NotSubject, "allied", "black-sea").ruling == "R-51"
