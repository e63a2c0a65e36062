"""33.D for naval units of a group, by itself; and the checks that their moves make due (33.A.1, 33.A.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any
from urllib.parse import urlencode

from pydantic import BaseModel, Field

from navalassist.engine import Outcome, Result
from navalassist.engine.duties import Duty, Kind, Now, Passed, by_rule
from navalassist.engine.forms import Choices, FormErrors
from navalassist.engine.reader import Reader, rows_in
from navalassist.engine.rule import Shown
from navalassist.engine.shapes import Form
from navalassist.play.systems import Target
from navalassist.rules.europa.items import Leg, PortPlace
from navalassist.rules.europa.naval_units import NavalUnit
from navalassist.rules.europa.r33_ships import back_mark
from navalassist.rules.europa.r33_unit_contact import SLUG, UnitFate, UnitSailing
from navalassist.rules.europa.r36_naval_move import by_night_mark, entered_mark
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import Side, Step, Zone
from navalassist.systems.europa import fleet
from navalassist.systems.europa.aboard import row_words
from navalassist.systems.europa.board.routes import asks
from navalassist.systems.europa.closed import is_closed, tells_column
from navalassist.systems.europa.contacts import Due, due_checks, way_of
from navalassist.systems.europa.doors import DOORS
from navalassist.systems.europa.doors.naval_move import port_choices
from navalassist.systems.europa.doors.supply_path import zone_or_none
from navalassist.systems.europa.entered import SAILED, marks_of, zone_in
from navalassist.systems.europa.fifteen import measured_afloat
from navalassist.systems.europa.fleet import GROUP, UNIT, UNITS
from navalassist.systems.europa.fleet_marks import marks_on
from navalassist.systems.europa.places import places
from navalassist.systems.europa.situations import checked_mark, clock_of, port_place, status_facts

TYPED = {"hexes": "hexes", "status": "status", "near_soviet_base": "soviet"}


def units_afloat(values: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    """The naval units that sail in groups, or have sailed in this phase."""
    facts = values or {}
    sailed = {str(facts[f"{row}.subject"]) for row in rows_in(facts, "mark") if row.startswith(SAILED)}
    return [
        (key, name)
        for key, name in (UNITS.of(values) if values else [])
        if str(facts[f"{UNIT}:{key}.place"]).startswith(f"{GROUP}:") or f"{UNIT}:{key}" in sailed
    ]


def home_choices(values: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    """The port that its group left, or another."""
    return [("", "the port that it left"), *port_choices(values)[1:]]


class ContactForm(Form):
    """What is typed for a check of a naval unit."""

    unit: Annotated[str, Field(title="Naval unit"), Choices(units_afloat)]
    zone: Annotated[
        str,
        Field(title="Sea zone", description="Empty: the first in which it owes a check, else that of its group."),
        Choices(zone_or_none),
    ] = ""
    home: Annotated[
        str, Field(title="Port of origin", description="There it goes if it is turned back."), Choices(home_choices)
    ] = ""
    protected: Annotated[bool, Field(title="Keeps to protected inshore waters in this zone")] = False
    hexes: Annotated[
        int | None,
        Field(
            ge=0,
            le=999,
            title="Hexes to an Axis port",
            description="Allied units in the Western or Central Med (33.B.1.b). Empty: as the maps' hexes tell, else "
            "within 15.",
        ),
    ] = None
    near_soviet_base: Annotated[
        bool, Field(title="Within 3 hexes of a Soviet naval base (Axis units in the Baltic)")
    ] = False
    status: Annotated[
        int | None, Field(ge=0, le=15, title="Agreed status", description="Only where no table prints one (R-51).")
    ] = None
    enemy_air: Annotated[
        int,
        Field(
            ge=0,
            le=99,
            title="Enemy air, modified TBF",
            description="Only where the campaign keeps no air units in the zone (33.C).",
        ),
    ] = 0
    own_air: Annotated[int, Field(ge=0, le=99, title="Own air, modified TBF", description="Likewise.")] = 0


@DOORS.situation(SLUG, form=ContactForm)
def unit_sailing(reader: Reader, target: Target) -> BaseModel:
    """The unit as it sails, the zone, and the facts that its status reads."""
    unit = fleet.unit_of(reader, target["unit"])
    about = reader.fields(f"{UNIT}:{unit.key}", "place", "code_c_fighter", "nation")
    at_sea = about["place"].startswith(f"{GROUP}:")
    entered = [zone_in(row) for row in marks_of(reader.state.rows("mark"), (unit.key,))]
    if not at_sea and not entered:
        raise FormErrors({"unit": "it sails in no naval group: put it to sea first"})
    key = about["place"].partition(":")[2] if at_sea else ""
    here = str(fleet.group_row(reader, key)["zone"]) if key else entered[0] if len(entered) == 1 else ""
    sails = fleet.units_of(reader, key) if key else (unit,)
    zone = _zone(str(target["zone"] or _owed(reader, unit.key, here) or here))
    turn, player_turn, step = clock = clock_of(reader)
    mark = f"{checked_mark(unit.key, zone, clock)}.kind"
    return UnitSailing(
        side=unit.side,
        unit=unit,
        code_c_fighter=about["code_c_fighter"],
        convoy=any(not other.kind.is_transport for other in sails),
        nation=about["nation"].casefold(),
        group=key,
        alone=len(sails) == 1,
        marks=marks_on(reader.state.values, f"{GROUP}:{key}") if key else (),
        home=_home(reader, target["home"], unit.key, zone, key),
        leg=_leg(reader, unit, zone, target),
        turn=turn,
        player_turn=Side(player_turn),
        phase=Step(step),
        already_checked=reader.source(mark) if reader.get(mark) else "",
        already_back=bool(reader.get(f"{back_mark(unit.key)}.kind")),
        tapped_by=unit.side if is_closed(reader.state.values) else "",
        aboard=row_words(reader.state.values, unit.key),
        facts=status_facts(reader, unit.side, [zone]),
    )


def _owed(reader: Reader, unit: str, here: str) -> str:
    """A zone in which a unit owes its check, those behind it before the one where it is; '' where it owes none."""
    owed = (due.zone for due in due_checks(reader.state, reader.state.values) if due.unit == unit)
    return min(owed, key=lambda zone: zone == here, default="")


def _zone(key: str) -> Zone:
    if not key:
        raise FormErrors({"zone": "nobody knows in which sea zone its group is: choose it"})
    return Zone(key)


def _home(reader: Reader, typed: str, unit: str, zone: Zone, group: str) -> PortPlace | None:
    """The port that somebody chose, or that its group left in this phase: that in which it entered the zone."""
    began = str(reader.get(f"{entered_mark(unit, zone)}.note", ""))
    if not began and group:
        began = fleet.phase_began_at(reader.state.values, group)
    port = typed or (began.partition(":")[2] if began.startswith("port:") else "")
    return port_place(reader, port) if port else None


def _leg(reader: Reader, unit: NavalUnit, zone: Zone, target: Target) -> Leg:
    """What was typed of the zone; the hexes to an Axis port by its way in this phase where nobody typed them."""
    asked = asks(unit.side.value, zone)
    given = {name: target[name] for name, what in TYPED.items() if what in asked}
    for name, what in TYPED.items():
        if target[name] and what not in asked:
            raise FormErrors({name: f"the {zone.label} does not ask for it: leave it out"})
    air = {"air_against": target["enemy_air"], "air_for": target["own_air"]}
    night = bool(reader.get(f"{by_night_mark(unit.key, zone)}.kind"))
    leg = Leg(zone=zone, protected=target["protected"], night=night, **given, **air)
    return measured_afloat(reader, unit.side, leg, way_of(reader.state.values, unit.key))


@DOORS.shows(SLUG)
def shown_of_a_check(facts: Mapping[str, Any], check: UnitSailing, result: Result[Outcome[UnitFate]]) -> Shown:
    """In a closed campaign everybody learns of the zone, contact or none, and of a contact which unit it met."""
    fields: dict[str, Any] = {"side": check.side.value, "zone": check.leg.zone.value}
    if result.value is None:
        return Shown(fields)
    fate = result.value.result
    if fate.contact is not None and tells_column(facts):
        fields["column"] = fate.column
    fields["anti_shipping"] = {True: "contact", False: "no contact", None: f"no check, {fate.rule}"}[fate.contact]
    if fate.contact:
        fields |= {"unit": check.unit.name, "hits": fate.hits, "turned_back": bool(fate.turned_back)}
    return Shown(fields)


@DOORS.duty(*TURN.steps_of(SLUG))
def check_units(now: Now) -> Iterator[Duty]:
    """A line for each unit and zone that it has entered, or where it begins the exploitation step."""
    if not now.ahead:
        for due in due_checks(now.state, now.facts):
            yield _duty(now, due)


def _duty(now: Now, due: Due) -> Duty:
    row = f"{UNIT}:{due.unit}"
    name, place = now.facts[f"{row}.name"], str(now.facts[f"{row}.place"])
    sails = f"{'of' if place.startswith(f'{GROUP}:') else 'in'} {fleet.place_words(now.facts, place)}"
    query = urlencode({"unit": due.unit, **({"zone": due.zone} if due.zone else {})})
    enemy = Side(now.facts[f"{row}.side"]).enemy
    # What the enemy may not see its own side taps for.
    seat = enemy.enemy.value if is_closed(now.facts) else enemy.value
    if due.status is None:
        small = f"{sails}: in which sea zone isn't known"
        return by_rule(SLUG, f"{name}: check for contact?", query, rule="33.A.1", small=small, seat=seat, done="")
    where = places().zones[due.zone].short
    line = f"{name} {sails}: no check for contact in the {where}"
    return by_rule(
        SLUG,
        f"{name}: check for contact in the {where}",
        query,
        rule="33.A.2" if due.begins else "33.A.1",
        small=f"{sails}; the {enemy.label} dice",
        figures=now.chances(SLUG, {"unit": due.unit, "zone": due.zone}),
        kind=Kind.DUE,
        strong=True,
        seat=seat,
        done="",
        passes=(Passed(f"contact/{due.unit}/{due.zone}", line, "contact check"),),
    )
