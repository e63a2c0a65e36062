"""The sheet of a battle and its charts: where each side begins, what keeps apart, what each seat reads."""

from __future__ import annotations

import re
from typing import Any

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.logbook.correction_form import TYPED_FIELD
from navalassist.engine.reader import View
from navalassist.systems.theatre.deployment import line_of, spacing, squares_of, stands_in
from navalassist.systems.theatre.state.battles import Battle, Deployment, Result
from navalassist.systems.theatre.state.fleets import Unit
from tests.promises.test_p25_non_interference import check_same, core
from tests.systems.theatre.fighting import Fighting

PARTS = ("", "pg-battles/", "pg-battle/1/", "pg-battle/1/sheet/", "units/", "log/", "do/", "do/pg-sheet/?battle=1")


@pytest.fixture
def table(lingayen: Campaign) -> Fighting:
    return Fighting(lingayen)


def areas(table: Fighting, **fields: Any) -> tuple[str, ...]:
    """Squares of attacker, defender and destination."""
    battle = Battle(key="1", number=1, turn="1941-12", **{"kind": "interception", "attacker": "allied", **fields})
    view = View(table.facts)
    grid = [square for row in squares_of(view, line_of(view, battle)) for square in row]
    return tuple(
        " ".join(str(square.number) for square in grid if role in square.roles)
        for role in ("attacker", "defender", "destination")
    )


@pytest.mark.rule("PG.6.5.1.2", "PG.6.5.1.1", "C28")
@pytest.mark.parametrize(
    ("fields", "attacker"),
    [
        ({"distance": 0}, "2 6 10 14"),
        ({"distance": 1, "map": "europe"}, "3 7 11 15"),
        ({"distance": 2}, "4 8 12 16"),
        ({"distance": 3, "map": "far-east"}, "4 8 12 16"),
        ({"kind": "air"}, ""),
        ({"kind": "zone", "zone": "caribbean"}, "1 2 3 4 5 8 9 12 13 14 15 16"),
    ],
)
def test_where_the_attacker_begins_follows_distance_and_kind(
    table: Fighting, fields: dict[str, Any], attacker: str
) -> None:
    assert areas(table, **fields) == (attacker, "1 5 9 13", "4 8 12 16")


@pytest.mark.rule("PG.6.5.1.1", "C27", "C28")
def test_a_line_of_a_map_comes_first_and_an_unknown_chart_leaves_blank_squares(table: Fighting) -> None:
    assert areas(table, kind="invasion") == ("", "", "")
    own = Deployment(key="own", name="Pacific, 1", map="far-east", low=1, high=1, attacker="7", defender="1")
    table.edit(own.made())
    assert areas(table, distance=1, map="far-east") == ("7", "1", "")
    assert areas(table, distance=1, map="europe")[0] == "3 7 11 15"
    view = View(table.facts)
    assert not stands_in(view, view.row(Deployment, "own"))
    assert stands_in(view, view.row(Deployment, "interception-1"))
    table.set({"pg-deployment:interception-1.attacker": "6", "pg-map-square:battle-6.hexes": "10,0 to 19,11"})
    view = View(table.facts)
    assert not stands_in(view, view.row(Deployment, "interception-1"))
    assert squares_of(view, None)[1][1].hexes == "10,0 to 19,11"


@pytest.mark.rule("PG.6.5.1.1")
def test_the_sheet_says_which_ships_keep_apart(table: Fighting) -> None:
    """Two of BB, BC and CV stay 3 hexes from each other, others are not next to one (PG.6.1.7.1 to 6.1.7.3)."""

    def on_sheet(*units: tuple[str, str]) -> str:
        lines = [Result(key=name, battle="1", side="axis", name=name, type=type_) for type_, name in units]
        return spacing(View(table.facts), lines)

    both = "BC Kongo and CV Ryujo 3 hexes from each other; no other ship next to one of them"
    assert on_sheet(("BC", "Kongo"), ("CL", "Naka"), ("CV", "Ryujo")) == both
    assert on_sheet(("BB", "Yamato"), ("DD", "Shiokaze")) == "no other ship next to BB Yamato"
    assert on_sheet(("CA", "Ashigara"), ("DD", "Shiokaze")) == ""


@pytest.mark.rule("PG.6.5.1.1", "PG.6.5.1")
def test_the_paper_has_turns_to_tick_and_a_blank_for_each_unit(table: Fighting) -> None:
    table.on_sheet()
    text = table.text("pg-battle/1/sheet/")
    assert len(re.findall(r"<li( class=\"may\")?>\d+</li>", text)) == 22
    assert text.count('class="may"') == 11
    # Five units and three transports, each with a box for sunk; the six of the defender also with one for its arrival.
    assert text.count("cell-box") == 8 + 6


def test_what_a_side_has_beside_the_sheet_tells_the_other_seats_nothing(table: Fighting) -> None:
    """Twelve changes of what Axis keeps to itself leave the pages of a battle as they were."""
    table.enter()
    table.put("axis", "naka", transports=2)
    table.put("allied", "boats-1")
    secret = {
        "kongo": {"strength": 3, "status": "damaged", "experience": 17, "group": "", "place": "pg-port:takao"},
        "ryujo": {"name": "Leviathan", "search": 9, "group": "a2"},
        "naka": {"strength": 4, "experience": 5, "status": "damaged", "group": ""},
    }
    changes = [{Unit.fact_of(key, name): value} for key, fields in secret.items() for name, value in fields.items()]
    assert len(changes) == 12
    seats = ("allied", OBSERVER)
    before = {seat: core(table.campaign, seat, PARTS) for seat in seats}
    mine = core(table.campaign, "axis", PARTS)
    for change in changes:
        table.set(change)
        for seat in seats:
            check_same(before[seat], core(table.campaign, seat, PARTS), str(change))
    assert core(table.campaign, "axis", PARTS) != mine


@pytest.mark.rule("PG.6.5.1")
def test_a_typed_result_is_disputed_from_its_panel_and_nothing_typed_is_lost(table: Fighting) -> None:
    table.on_sheet()
    allied = table.at("allied")
    sent = {"battle": "1", "side": "allied", "panel": "pg-battle:1", "lines.1-naka.damage": "77"}
    answer = allied.send("pg-battle/1/", "do/pg-result/", **sent)
    assert answer.status_code == 422
    text = answer.content.decode()
    assert 'value="77"' in text
    assert "type a whole number from 0 to 12" in text
    entry = table.result("1-naka: damage 4")
    assert f"log/{entry.chain}/{entry.sequence}/" in table.at("axis").text("pg-battle/1/")


def test_a_typed_result_is_corrected_as_its_text(table: Fighting) -> None:
    table.on_sheet()
    entry = table.result("1-naka: damage 4, inside; 1-axis-transport-1: sunk")
    moderator, address = table.at("moderator"), f"log/{entry.reference}/correct/"
    assert 'value="1-naka: damage 4, inside; 1-axis-transport-1: sunk"' in moderator.text(address)
    typed = {"battle": "1", "side": "allied", "left": "", "left_on": "0", "lines": "1-naka: damage 2"}
    sent = {f"{TYPED_FIELD}{name}": value for name, value in typed.items()}
    answer = moderator.send(address, reason="typo", **sent)
    assert answer.status_code == 302, answer.content.decode()
    assert (table.line("naka").damage, table.line("axis-transport-1").sunk) == (2, False)
    table.check()


def test_the_cells_of_a_list_stay_typed_when_the_form_follows_and_when_another_seat_is_taken(table: Fighting) -> None:
    table.on_sheet()
    sent = {"battle": "1", "side": "allied", "lines.1-naka.damage": "4", "lines.1-naka.sunk": "on"}
    page = table.at("allied").post("do/pg-result/follow/", **sent).content.decode()
    assert re.search(r'name="lines.1-naka.damage" value="4"', page)
    assert re.search(r'name="lines.1-naka.sunk" value="on" checked', page)
    assert "lines=1-naka%3A+damage+4%2C+sunk" in page
