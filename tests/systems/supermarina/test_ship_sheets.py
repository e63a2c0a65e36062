"""Ship sheets: whose they are, what they show of hits, and which values nobody has typed."""

from __future__ import annotations

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.engine import Set
from navalassist.systems.supermarina.edits import COMMANDOS
from navalassist.systems.supermarina.pages.task_force import halves_of
from navalassist.systems.supermarina.rulings import OPEN, R103
from navalassist.systems.supermarina.setup import begin
from navalassist.systems.supermarina.state import Nation, Port, Ship, ShipType, Side
from navalassist.systems.supermarina.templates import SHIPS
from tests.in_hand import InHand

TRENTO = "ships/trento/"


@pytest.fixture
def table(duisburg: Campaign) -> InHand:
    """The Duisburg convoy at sea."""
    return InHand(duisburg)


def test_the_list_has_a_sides_own_ships_by_task_force_and_port(table: InHand) -> None:
    axis, allied, observer = (table.at(seat).words("ships/") for seat in ("axis", "allied", "observer"))
    assert "■ Axis Task force 2 hex 18A:1801, 6 ships Trieste" in axis
    assert "● Allied Malta in port, 4 ships Aurora" in allied
    assert "Aurora" not in axis
    assert "Trento" not in allied
    assert "This seat sees no ship" in observer


@pytest.mark.parametrize("below", ["", "together/"])
def test_an_enemys_sheet_is_answered_as_a_key_that_there_is_not(table: InHand, below: str) -> None:
    assert "Trento" in table.at("axis").words(f"{TRENTO}{below}")
    for seat in ("allied", "observer"):
        other = table.at(seat)
        words = other.words(f"{TRENTO}{below}", 404)
        assert "No such thing here" in words
        assert words == other.words(f"ships/nowhere/{below}", 404)


def test_in_an_open_campaign_everybody_reads_every_sheet(db: None) -> None:
    table = InHand(begin("Open", rulings={R103.number: OPEN}))
    ship = Ship(key="pola", side=Side.AXIS, name="Pola", nation=Nation.ITALIAN, type=ShipType.CA, **SHIPS[ShipType.CA])
    table.act(lambda writer: writer.edit("ship.add", [ship.made()], seat="axis"))
    for seat in ("allied", "observer"):
        assert "■ Axis Not in play 1 ship Pola" in table.at(seat).words("ships/")
        words = table.at(seat).words("ships/pola/")
        assert "Primary guns" in words
        assert "Only ■ Axis" not in words


def test_a_sheet_shows_what_is_hit_and_what_a_gun_hit_takes_next(table: InHand) -> None:
    """Trento's boxes: primary 10 8 6 4 2, secondary 6 4 2. Three hits take 10, 8 and the primary 6."""
    row = "ship:trento"
    hits = {"gun_hits": 3, "flotation_hits": 1, "torpedoes_used": 1, "fuel_used": 4, "ammunition": False}
    with table.writing("axis") as writer:
        effects = [Set(f"{row}.{name}", value) for name, value in hits.items()]
        writer.edit("ship.change", effects, seat="axis", chain="axis")
    words = table.at("axis").words(TRENTO)
    assert "Primary guns a G hit each 10 hit 8 hit 6 hit 4 in force 2 left" in words
    assert "Flotation, speed an F hit each 32 hit 26 in force 20 left" in words
    assert "now secondary 6, then primary 4." in words
    assert "Fuel left 6 segments at sea Torpedo attacks left 0 Ammunition secondary guns alone" in words
    assert "Speed now 26 MPs Hits 3 G, 1 F Marked by entry" in words


def test_values_of_the_type_are_stand_ins_until_somebody_types_the_sheet(table: InHand) -> None:
    axis = table.at("axis")
    assert "Stand-in values of the type CA" in axis.words(TRENTO)
    with table.writing("axis") as writer:
        writer.edit("ship.change", [Set("ship:trento.primary", (8, 6, 4, 3, 1))], seat="axis", chain="axis")
    assert "Stand-in values" not in axis.words(TRENTO)
    assert "stand-in" in axis.words("ships/")


def test_the_sheets_of_a_task_force_are_printed_together(table: InHand) -> None:
    words = table.at("axis").words(f"{TRENTO}together/")
    assert "Sheets of Axis task force 2" in words
    assert all(name in words for name in ("Trieste", "Granatiere", "Alpino"))
    assert "Maestrale" not in words


def test_a_ship_in_a_battle_says_where_it_is_hit(tarigo: Campaign) -> None:
    words = InHand(tarigo).at("allied").words("ships/jervis/")
    assert "It is in battle 1 : what is hit there is marked here as that ends." in words


@pytest.mark.rule("C20")
def test_the_chart_of_a_task_force_has_its_manifest_and_is_its_own_sides(table: InHand) -> None:
    """Vehicles sail on two transports; 20 per cent of seven are 1.4, 10 per cent are .7: one either way."""
    words = table.at("axis").words("task-forces/axis-1/")
    assert "1 Duisburg" in words
    assert "vehicles , 2 REs one cargo" in words
    assert "20 % of 7 transports is 1.4: 1 lost; if its escort fights meanwhile, 10 % of 7 transports is 0.7" in words
    for seat in ("allied", "observer"):
        other = table.at(seat)
        assert other.words("task-forces/axis-1/", 404) == other.words("task-forces/axis-9/", 404)


@pytest.mark.rule("SM.1.C")
@pytest.mark.parametrize(
    ("nation", "ships", "points"),
    [
        ("british", ("dd", "de", "tb", "cl"), "3"),
        ("italian", ("dd", "tb", "dd", "bb"), "1½"),
        ("italian", ("de",), "½"),
        ("german", ("mtb", "ca"), "0"),
    ],
)
def test_destroyers_escorts_and_torpedo_boats_have_asw_points_italian_ones_half(
    nation: str, ships: tuple[str, ...], points: str
) -> None:
    about = {"key": "one", "side": "axis", "name": "One", "nation": nation, "protection": 1, "flotation": (30,)}
    assert halves_of(sum(Ship(**about, type=kind).asw_halves for kind in ships)) == points


@pytest.mark.rule("SM.10.D", "C21")
def test_units_of_the_10_mas_are_their_sides_own_record(table: InHand) -> None:
    typed = {"side": "axis", "name": "Scirè", "place": "off Alexandria", "attacks": "two battleships", "came": ""}
    with table.writing("axis") as writer:
        made = COMMANDOS.add(writer.state.values, typed)
        writer.edit(made.act, made.effects, seat="axis", title=made.title, chain="axis")
    assert "off Alexandria" in table.at("axis").text("lists/sm-commando/")
    assert "off Alexandria" not in table.at("allied").text("lists/sm-commando/")


@pytest.mark.rule("C15")
def test_a_sheet_has_the_boxes_that_its_line_of_the_list_has(table: InHand) -> None:
    """A heavy cruiser's template until somebody types its own."""
    assert "Stand-in values of the type CA" in table.at("axis").words(TRENTO)
    table.edit(Set("ship:trento.primary", [12, 9, 6]), seat="axis")
    assert "12 in force 9 left 6 left" in table.at("axis").words(TRENTO)


@pytest.mark.rule("SM.1.D", "C8")
def test_a_port_has_the_values_of_its_chart(table: InHand) -> None:
    """None is known until it is typed: 0 limits nothing."""
    assert table.facts["sm-port:tripoli.cargo"] == 0
    assert {"cargo", "fuel", "aa", "repair"} <= set(Port.fact_names())
