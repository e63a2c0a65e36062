"""33.B, Axis shipping: the naval status of every sea zone, from the paragraphs and table 2."""

import pytest

from navalassist.engine import Cell, Provenance, Tally
from navalassist.rules.europa.r33_naval_status import Barred, NotSubject, Subject
from navalassist.rules.europa.words import Side, Zone
from tests.rules.play import applied, number_of, ruled, status_of, tally_of, term
from tests.rules.world import a_book

MED = "western-med", "central-med", "eastern-med", "adriatic", "aegean", "red-sea"


# 33.B.1 Central Mediterranean


@pytest.mark.rule("E33.B.1.a", "E36.A.4")
@pytest.mark.parametrize("malta", [0, 1, 9, 15])
def test_maltas_number_is_the_status_of_the_central_med(malta: int) -> None:
    tally = tally_of("axis", "central-med", malta=malta)
    assert tally.total == malta
    assert applied(tally) == [("33.B.1.a", malta)]
    assert term(tally.terms, "Malta's number").facts == ("malta:status.number",)


@pytest.mark.rule("E33.B.1.a")
@pytest.mark.parametrize(("malta", "status"), [(0, 15), (6, 9), (15, 0)])
def test_on_the_printed_record_the_status_is_15_less_the_number(malta: int, status: int) -> None:
    tally = tally_of("axis", "central-med", malta=malta, rulings={"R-04": "rule36"})
    assert tally.total == status
    first = tally.terms[0]
    assert (first.text, first.ruling) == (f"15 less Malta's number {malta}", "R-04")


@pytest.mark.rule("E36.A.4.N")
@pytest.mark.parametrize(("scale", "fixed_at"), [("rule33", "0"), ("rule36", "15")])
def test_an_axis_valletta_leaves_no_danger_whatever_the_number_says(scale: str, fixed_at: str) -> None:
    tally = tally_of("axis", "central-med", owners={"valletta": "axis"}, rulings={"R-04": scale})
    assert tally.total == 0
    assert applied(tally) == [("36.A.4", 0)]
    assert tally.terms[1].text.endswith(f"fixed at {fixed_at}")


@pytest.mark.rule("E33.B")
def test_a_house_table_may_put_a_number_in_place_of_maltas() -> None:
    class House:
        """The Axis table with 11 for the Central Med."""

        def __getattr__(self, name: str) -> object:
            return getattr(a_book().tables["europa/33-axis-sea-zones"], name)

        def cell(self, row: int | str, column: int | str) -> Cell:
            return Cell("11", Provenance.HOUSE, str(row), str(column))

    book = a_book()
    object.__setattr__(book, "tables", {**book.tables, "europa/33-axis-sea-zones": House()})
    assert number_of("axis", "central-med", book=book) == 11


# 33.B.2 Eastern Mediterranean

ALL_AXIS = {
    "conditions": {"crete-hexes": "all-axis", "crete-airbase-allied": False},
    "owners": {"suda-bay": "axis", "heraklion": "axis"},
}


def eastern(owners: dict[str, str] | None = None, conditions: dict[str, object] | None = None, **more: object) -> int:
    """The status with an Axis Crete, and changes."""
    given = {"owners": ALL_AXIS["owners"] | (owners or {}), "conditions": ALL_AXIS["conditions"] | (conditions or {})}
    return number_of("axis", "eastern-med", shipping=False, **given, **more)


@pytest.mark.rule("E33.B.2.a")
@pytest.mark.parametrize("crete", ["all-allied", "mixed"])
def test_axis_shipping_is_barred_while_any_hex_of_crete_is_not_axis(crete: str) -> None:
    status = ruled(Barred, "axis", "eastern-med", conditions={"crete-hexes": crete})
    assert (status.rule, status.ruling) == ("33.B.2.a", "R-05")


@pytest.mark.rule("E33.B.2.a")
def test_with_an_axis_crete_axis_shipping_sails_at_the_count_of_allied_owned_ports() -> None:
    status = status_of("axis", "eastern-med", **ALL_AXIS)
    assert isinstance(status, Subject)
    assert status.tally.total == 12
    assert eastern({"alexandria": "neutral", "haifa": "vichy"}) == 7


@pytest.mark.rule("E33.B.2.a", "E33.B.10.AX.med")
@pytest.mark.parametrize(
    ("axis_owned", "status"),
    [
        ((), 12),
        (("alexandria",), 10),
        (("haifa",), 10),
        (("famagusta",), 10),  # Cyprus counts only with all its ports
        (("famagusta", "limassol"), 10),
        (("alexandria", "haifa"), 7),
        (("haifa", "limassol"), 7),
        (("alexandria", "haifa", "limassol"), 1),
    ],
)
def test_the_count_of_alexandria_haifa_and_cyprus_gives_the_status(axis_owned: tuple[str, ...], status: int) -> None:
    assert eastern(dict.fromkeys(axis_owned, "axis")) == status


@pytest.mark.rule("E33.B.2.a")
@pytest.mark.parametrize(
    "crete",
    [
        {"owners": {"suda-bay": "allied"}},
        {"owners": {"heraklion": "allied"}},
        {"conditions": {"crete-airbase-allied": True}},
    ],
)
def test_a_port_or_airbase_on_crete_makes_it_15_for_what_is_no_shipping(crete: dict[str, dict[str, object]]) -> None:
    assert eastern(**crete) == 15  # type: ignore[arg-type]


@pytest.mark.rule("E33.B.2.a", "E33.B")
def test_a_closed_suez_canal_goes_before_crete_and_the_lines_that_do_not_hold_are_kept_as_terms() -> None:
    crete = {"owners": {"suda-bay": "allied"}, "conditions": {"suez-canal": "closed"}}
    assert eastern(**crete) == 1
    assert eastern(**crete, rulings={"R-06": "crete"}) == 15
    assert eastern(conditions={"suez-canal": "closed"}, rulings={"R-06": "crete"}) == 1
    tally = tally_of("axis", "eastern-med", shipping=False)
    shown = [(t.value, t.applies) for t in tally.terms]
    # Suez 1, Crete 15, three 12, two 10, one 7, none 1, zone -5, then the aircraft of both sides
    expected = [(1, False), (15, True), (12, False), (10, False), (7, False), (1, False), (-5, False)]
    assert shown == [*expected, (0, False), (0, False)]


@pytest.mark.rule("E33.B.7.e3", "E33.B.2.a")
@pytest.mark.parametrize("declared", ["tight", "loose"])
def test_while_the_south_aegean_zone_exists_the_eastern_med_is_5_lower(declared: str) -> None:
    # 12 - 5
    assert eastern(more={"zone:south-aegean.declared": declared}) == 7
    # 1 - 5, held at 0
    closed = {"conditions": {"suez-canal": "closed"}, "more": {"zone:south-aegean.declared": declared}}
    assert eastern(**closed) == 0  # type: ignore[arg-type]


# 33.B.3 Western Mediterranean


@pytest.mark.rule("E33.B.3.a", "E33.B.10.AX.med")
@pytest.mark.parametrize("held", ["gibraltar", "oran", "algiers"])
def test_one_allied_port_of_three_makes_the_western_med_12(held: str) -> None:
    owners = {"gibraltar": "axis", "oran": "vichy", "algiers": "vichy"} | {held: "allied"}
    assert number_of("axis", "western-med", owners=owners) == 12


@pytest.mark.rule("E33.B.3.a", "E33.B.10.AX.med", "E33.B")
def test_with_none_of_the_three_it_is_1_and_a_typed_status_does_not_replace_a_printed_one() -> None:
    assert number_of("axis", "western-med", owners={"gibraltar": "axis"}) == 1
    assert number_of("axis", "western-med", leg={"status": 3}) == 12


# 33.B.4 and 33.B.5 Tyrrhenian and Adriatic


@pytest.mark.rule("E33.B.4.a", "E33.B.5.a", "E33.B.10.AX.med")
def test_the_tyrrhenian_does_not_interfere_and_the_adriatic_is_0_and_still_a_check() -> None:
    assert ruled(NotSubject, "axis", "tyrrhenian").rule == "33.B.4.a"
    tally = tally_of("axis", "adriatic")
    assert (tally.total, applied(tally)) == (0, [("33.B.5.a", 0)])


# 33.B.6 Aegean

BOTH, ONE, NEITHER = (
    {"athens": "allied", "thessalonika": "allied"},
    {"athens": "axis", "thessalonika": "allied"},
    {"athens": "axis", "thessalonika": "axis"},
)
CLOSED = {"suez-canal": "closed"}


@pytest.mark.rule("E33.B.6.a", "E33.B.10.AX.med")
@pytest.mark.parametrize(
    ("owners", "status"),
    [
        (BOTH, 12),
        (ONE, 1),
        (NEITHER, 0),
        ({"athens": "allied", "thessalonika": "axis"}, 1),
    ],
)
def test_athens_and_thessalonika_make_the_aegean(owners: dict[str, str], status: int) -> None:
    assert number_of("axis", "aegean", owners=owners) == status


@pytest.mark.rule("E33.B.6.a")
@pytest.mark.parametrize("suez", ["open", "closed"])
def test_with_neither_port_the_group_may_read_1(suez: str) -> None:
    given = {"owners": NEITHER, "conditions": {"suez-canal": suez}}
    assert number_of("axis", "aegean", rulings={"R-07": "1"}, **given) == 1


@pytest.mark.rule("E33.B.6.a")
@pytest.mark.parametrize(
    ("owners", "capped", "first_match"),
    [(BOTH, 1, 12), (ONE, 1, 1), (NEITHER, 0, 1)],
)
def test_a_closed_canal_caps_the_aegean_at_1(owners: dict[str, str], capped: int, first_match: int) -> None:
    given = {"owners": owners, "conditions": CLOSED}
    assert number_of("axis", "aegean", **given) == capped
    assert number_of("axis", "aegean", rulings={"R-08": "first-match"}, **given) == first_match


# 33.B.8 and 33.B.9 Red Sea, Indian Ocean, Persian Gulf


@pytest.mark.rule("E33.B.8.a", "E33.B.10.AX.med")
@pytest.mark.parametrize(
    ("owners", "status"),
    [({}, 12), ({"aden": "axis"}, 7), ({"port-sudan": "axis"}, 7), ({"aden": "axis", "port-sudan": "axis"}, 1)],
)
def test_aden_and_port_sudan_make_the_red_sea(owners: dict[str, str], status: int) -> None:
    assert number_of("axis", "red-sea", owners=owners) == status


@pytest.mark.rule("E33.B.8.a.N")
def test_once_massaua_was_allied_the_red_sea_is_shut_for_good() -> None:
    retaken = {"owners": {"massaua": "axis"}, "more": {"port:massaua.ever_allied": True}}
    status = ruled(Barred, "axis", "red-sea", **retaken)  # type: ignore[arg-type]
    assert status.rule == "33.B.8.a"


@pytest.mark.rule("E33.B.9.a")
@pytest.mark.parametrize("zone", ["indian-ocean", "persian-gulf"])
def test_axis_shipping_may_never_use_the_two_eastern_seas(zone: str) -> None:
    assert ruled(Barred, "axis", zone).rule == "33.B.9.a"


# 33.B.10, table 2: the northern zones


@pytest.mark.rule("E33.B.10.AX.baltic")
@pytest.mark.parametrize(
    ("war", "near", "status"), [(True, False, 4), (False, False, 1), (True, True, 7), (False, True, 4)]
)
def test_the_baltic_by_war_with_the_ussr_and_soviet_bases(war: bool, near: bool, status: int) -> None:
    given = {"conditions": {"at-war-with-ussr": war}, "leg": {"near_soviet_base": near}}
    assert number_of("axis", "baltic", **given) == status


@pytest.mark.rule("E33.B.10.AX.norwegian")
@pytest.mark.parametrize(("strike", "status"), [("allied", 10), ("none", 8), ("axis", 4)])
def test_the_norwegian_sea_by_who_struck_first(strike: str, status: int) -> None:
    assert number_of("axis", "norwegian-sea", conditions={"norway-preemptive": strike}) == status


@pytest.mark.rule("E33.B.10.AX.denmark")
@pytest.mark.parametrize(("norway", "denmark", "status"), [(True, True, 1), (True, False, 4), (False, True, 4)])
def test_the_denmark_sea_needs_both_lands(norway: bool, denmark: bool, status: int) -> None:
    held = {"axis-holds-lower-norway": norway, "axis-holds-denmark": denmark}
    assert number_of("axis", "denmark-sea", conditions=held) == status


@pytest.mark.rule("E33.B.10.AX.north_sea")
@pytest.mark.parametrize(("ports", "status"), [("none", 10), ("some", 7), ("all", 4)])
def test_the_north_sea_by_english_ports(ports: str, status: int) -> None:
    assert number_of("axis", "north-sea", conditions={"english-north-sea-ports": ports}) == status


@pytest.mark.rule("E33.B.10.AX.english_channel")
@pytest.mark.parametrize(
    ("ports", "air", "status"),
    [("none", "none", 13), ("some", "allied", 13), ("none", "axis", 8), ("all", "none", 3), ("all", "axis", 3)],
)
def test_the_channel_by_ports_before_aircraft(ports: str, air: str, status: int) -> None:
    given = {"english-channel-ports": ports, "channel-air-superiority": air}
    assert number_of("axis", "english-channel", conditions=given) == status


@pytest.mark.rule("E33.B.10.AX.french_atlantic")
@pytest.mark.parametrize(("fell", "status"), [(False, 4), (True, 7)])
def test_the_french_atlantic_rises_by_3_when_france_surrenders(fell: bool, status: int) -> None:
    assert number_of("axis", "french-atlantic", conditions={"france-surrendered": fell}) == status


# zones without a line

NO_LINE = ("arctic", "north-atlantic", "spanish-atlantic", "african-atlantic", "black-sea")


@pytest.mark.rule("E33.B")
@pytest.mark.parametrize("zone", NO_LINE)
def test_a_zone_without_a_line_has_no_status_unless_one_is_typed(zone: str) -> None:
    assert ruled(NotSubject, "axis", zone).ruling == "R-51"
    assert number_of("axis", zone, leg={"status": 6}) == 6


def test_every_zone_has_an_answer_for_both_sides() -> None:
    for side in Side:
        for zone in Zone:
            status = status_of(side, zone)
            assert isinstance(status, (Subject, Barred, NotSubject))
            if isinstance(status, Subject):
                assert isinstance(status.tally, Tally)
                assert (status.tally.low, status.tally.high) == (0, 15)
