"""36.A: a naval group moves, by itself: its strip of MPs, where it ends, and the fuel of Axis task forces (36.E)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Annotated, Any

from pydantic import BaseModel, Field

from navalassist.campaigns.facts import PUBLIC
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.forms import Choices, FormErrors
from navalassist.engine.overruled import Because
from navalassist.engine.reader import Reader
from navalassist.engine.shapes import Form
from navalassist.play.systems import Target
from navalassist.play.turns.parts import part_now
from navalassist.rules.europa.naval_units import NavalUnit
from navalassist.rules.europa.r33_ships import back_mark
from navalassist.rules.europa.r36_ferries import ferry_row
from navalassist.rules.europa.r36_fuel import Choice, Oil
from navalassist.rules.europa.r36_gibraltar import OWNER, TAKEN
from navalassist.rules.europa.r36_naval_move import BY_NIGHT, CANAL, Belt, Canal, NavalMove, doubt_of_zone
from navalassist.rules.europa.r36_way_hexes import asked_mark
from navalassist.rules.europa.strips import Strip, parsed
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import Owner, Side, Step, Zone
from navalassist.systems.europa import fleet
from navalassist.systems.europa.allowances import allowance_of
from navalassist.systems.europa.doors import DOORS
from navalassist.systems.europa.entered import begins_at_sea, marks_of
from navalassist.systems.europa.fleet import GROUP, GROUPS, MINES
from navalassist.systems.europa.fuelling import fuelling
from navalassist.systems.europa.moving import standing
from navalassist.systems.europa.rerouted import rerouted
from navalassist.systems.europa.sea_way import doubt_of_hex, ports_beside, zones_beside, zones_of_port, zones_of_way
from navalassist.systems.europa.shores import runs_a_coast
from navalassist.systems.europa.stretches import stretches_of
from navalassist.systems.europa.theatres import ports_shown, zones_shown

# The two ends of the Kiel canal.
ENDS = ("kiel", "brunsbuttel")
KIEL_CANAL = "condition:kiel-canal.value"


def port_choices(values: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    """No port, and every port that the campaign shows."""
    found = [] if values is None else [(port.key, port.name) for port in ports_shown(values)]
    return [("", "none"), *sorted(found, key=lambda choice: choice[1])]


def end_choices(values: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    """At sea, the Kiel canal, or a port."""
    return [("", "at sea, in the last hex named"), (CANAL, "in the Kiel canal"), *port_choices(values)[1:]]


def zone_choices(values: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    """Not chosen, as where it ends in a port; or any sea zone that the campaign shows."""
    return [
        ("", "choose; in a port, that of the port"),
        *((zone.key, zone.short) for zone in zones_shown(values or {})),
    ]


def zones_of_a_way(values: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    """The sea zones that the campaign shows."""
    return [(zone.key, zone.short) for zone in zones_shown(values or {})]


def any_group(values: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    """None, or any group that the viewer sees."""
    return [("", "not said"), *(GROUPS.of(values) if values else [])]


class MoveForm(Form):
    """What is typed when a group moves."""

    group: Annotated[str, Field(title="Naval group"), GROUPS]
    moves: Annotated[
        str,
        Field(
            title="MPs in order",
            description="With n by night, and the hexes that it comes to: 10 18A:2010 5n 18A:2012.",
        ),
    ]
    ends: Annotated[str, Field(title="It ends"), Choices(end_choices)] = ""
    zone: Annotated[str, Field(title="In the sea zone"), Choices(zone_choices)] = ""
    way: Annotated[
        tuple[str, ...],
        Field(
            title="Sea zones of its way",
            description="None: as they are proposed from how they touch. Each is owed a check (33.A.1).",
        ),
        Choices(zones_of_a_way, many=True),
    ] = ()
    fuel: Choice = Oil.NONE
    fuel_port: Annotated[
        str,
        Field(title="Paid by", description="None: the port that it leaves. Or a port with rail to it."),
        Choices(port_choices),
    ] = ""
    by_rail: Annotated[bool, Field(title="Those points go by rail to the port that it leaves")] = False
    protected: Annotated[
        bool,
        Field(
            title="Keeps to protected inshore waters: friendly-owned coastal hexes, by partial sea hexsides or straits",
        ),
    ] = False
    reaction: Annotated[bool, Field(title="Is reaction movement")] = False
    against: Annotated[
        str, Field(title="Reacts to", description="Not said: to any group of the other side."), Choices(any_group)
    ] = ""
    lands: Annotated[bool, Field(title="Ends with an amphibious landing")] = False
    attacks: Annotated[bool, Field(title="Moves to begin naval combat")] = False
    through: Annotated[bool, Field(title="Passes Gibraltar, between Atlantic and Mediterranean")] = False
    canal: Annotated[bool, Field(title="Uses the Kiel canal")] = False
    banks: Annotated[
        bool,
        Field(
            title="Both banks of the canal are friendly-owned",
            description="So is Brunsbüttel, and it works, where the campaign does not keep it.",
        ),
    ] = False
    because: Because = ""


@DOORS.situation("naval-move", form=MoveForm, basis=standing)
def naval_move(reader: Reader, target: Target) -> BaseModel:
    """The group as it stands, what it has moved in this phase, and what it moves now."""
    key = target["group"]
    row = fleet.group_row(reader, key)
    units = fleet.units_of(reader, key)
    if not units:
        raise FormErrors({"group": "no naval unit sails in this group: let one join it"})
    side, moves = Side(row["side"]), _typed(target["moves"], part_now(reader.state.values))
    to = target["ends"] and (target["ends"] if target["ends"] == CANAL else f"port:{target['ends']}")
    to = to or _last_hex(moves) or str(row["place"])
    if to == row["place"] and to.startswith("port:") and not target["ends"]:
        raise FormErrors({"moves": "say in which hex it ends, or choose a port"})
    zone = _zone(reader, str(row["place"]), str(row["zone"]))
    to_zone = Zone(target["zone"]) if target["zone"] else _end_zone(reader, to, zone)
    zones = _zones(reader, target, side, (str(row["place"]), zone), moves, (to, to_zone))
    move = NavalMove(
        key=key,
        name=row["name"],
        side=side,
        units=units,
        turn=reader["campaign:clock.turn"],
        player_turn=reader["campaign:clock.player_turn"],
        step=Step(reader["campaign:clock.step"]),
        place=row["place"],
        naval_step=part_now(reader.state.values),
        began=fleet.began_at(reader.state.values, key),
        zone=zone,
        strip=fleet.strip_now(reader.state.values, key),
        moves=moves,
        to=to,
        to_zone=to_zone,
        zones=zones,
        rows=tuple(rerouted(reader, units, zones, to, target["protected"])),
        chosen=bool(target.get("way")),
        allowance=allowance_of(reader, units),
        way_asked=bool(reader.get(f"{asked_mark(key)}.kind")),
        no_zone=_no_zone(reader, to, to_zone),
        **_shelter(reader, side, str(row["place"]), to, moves),
        lost_port=_enemy_port(reader, side, str(row["place"])),
        to_name=fleet.place_words(reader.state.values, to),
        facts=reader.facts(tuple(fact for fact in (OWNER, TAKEN) if fact in reader.state.values)),
        canal=_canal(reader, target, side) if target["canal"] or CANAL in (to, row["place"]) else None,
        stretches=stretches_of(reader.state.values, str(row["place"]), moves, to),
        enemy_port=_enemy_port(reader, side, to),
        mines=_mines(reader, side, moves, to),
        unfriendly=_unfriendly(reader, side, moves, to) if target["protected"] else (),
        prey=_prey(reader, side, target["against"]) if target["reaction"] else "",
        entered=_entered(reader, units),
        hidden=_hidden(reader, units),
        began_at_sea=begins_at_sea(reader.state.values, key),
        ferries=tuple(unit.key for unit in units if reader.get(f"{ferry_row(unit.key)}.place")),
        fuel=fuelling(reader, target, side, units, str(row["place"])),
        turned_back=tuple(unit.name for unit in units if reader.get(f"{back_mark(unit.key)}.kind")),
        **{name: target[name] for name in ("protected", "reaction", "lands", "attacks", "through", "because")},
    )
    named = bool(target["zone"]) or (to_zone is not None and to_zone in _beside(reader, to))
    if doubt := doubt_of_zone(move, named) or _not_of_port(reader, to, target["zone"]):
        raise FormErrors({"zone": doubt})
    return move


def _entered(reader: Reader, units: tuple[NavalUnit, ...]) -> tuple[str, ...]:
    """The marks of zones that its units have entered before in this phase, alone or in another group."""
    marks = marks_of(reader.state.rows("mark"), (unit.key for unit in units))
    return tuple(row for row in marks if reader[f"{row}.kind"])


def _hidden(reader: Reader, units: tuple[NavalUnit, ...]) -> tuple[str, ...]:
    """The marks of zones in which its units have moved by night alone."""
    heads = tuple(f"mark:{BY_NIGHT}/{unit.key}/" for unit in units)
    return tuple(row for row in reader.state.rows("mark") if row.startswith(heads) and reader.get(f"{row}.kind"))


def _typed(text: str, naval_step: int) -> Strip:
    try:
        found = tuple(spent.model_copy(update={"naval_step": naval_step}) for spent in parsed(text))
    except ValueError as error:
        raise FormErrors({"moves": str(error)}) from None
    if not found:
        raise FormErrors({"moves": "write the MPs of at least one move"})
    return found


def _last_hex(moves: Strip) -> str:
    return next((f"hex:{spent.to}" for spent in reversed(moves) if spent.to), "")


def _not_of_port(reader: Reader, to: str, zone: str) -> str:
    """Why this sea zone can't be that of the port where it ends; '' where it can, or none was chosen."""
    zones = tuple(reader.get(f"{to}.zones", ())) if zone and to.startswith("port:") else ()
    if not zones or zone in zones:
        return ""
    return f"{reader[f'{to}.name']} does not lie on the {Zone(zone).label}: choose its sea zone, or none"


def _zone(reader: Reader, place: str, known: str) -> Zone | None:
    """The zone of a place: of a port that lies on one, else what is known; a port on two says nothing against it."""
    zones = tuple(reader.get(f"{place}.zones", ())) if place.startswith("port:") else ()
    if zones and known not in zones:
        return Zone(zones[0]) if len(zones) == 1 else None
    return Zone(known) if known else None


def _beside(reader: Reader, place: str) -> tuple[str, ...]:
    """The sea zones of the ports in or beside a hex at sea."""
    here = fleet.hex_of(reader.state.values, place) if place.startswith("hex:") else None
    return zones_beside(reader.state.values, here) if here else ()


def _end_zone(reader: Reader, to: str, zone: Zone | None) -> Zone | None:
    """The sea zone of the port where it ends, or that of a port beside the hex; else the one where it was."""
    beside = _beside(reader, to)
    if beside and zone not in beside:
        return Zone(beside[0]) if len(beside) == 1 else None
    return _zone(reader, to, zone or "")


def _no_zone(reader: Reader, to: str, zone: Zone | None) -> str:
    """Why the hex where it ends can't lie in that sea zone."""
    here = fleet.hex_of(reader.state.values, to) if to.startswith("hex:") else None
    return doubt_of_hex(reader.state.values, here, zone) if here and zone else ""


def _zones(
    reader: Reader,
    target: Target,
    side: Side,
    start: tuple[str, Zone | None],
    moves: Strip,
    end: tuple[str, Zone | None],
) -> tuple[Zone, ...]:
    """The sea zones of its way: from where it is, by the ports beside the hexes that it names, to where it ends."""
    between = [_beside(reader, f"hex:{spent.to}") for spent in moves if spent.to]
    stops = (_lies_on(reader, *start), *between, _lies_on(reader, *end))
    return zones_of_way(reader, side, stops, chosen=tuple(target.get("way") or ()), canal=bool(target["canal"]))


def _shelter(reader: Reader, side: Side, place: str, to: str, moves: Strip) -> dict[str, str]:
    """Why no shore leads along the way, and the mark that would keep it as sheltered."""
    stops = [place, *(f"hex:{spent.to}" for spent in moves if spent.to), to]
    ports = [port for stop in stops if (port := _port_at(reader, stop))]
    if len(ports) < len(stops) or len(set(ports)) == 1:
        return {}
    ends = "--".join(sorted((ports[0], ports[-1])))
    row = f"mark:sheltered/{ends}"
    values = reader.state.values
    if reader.get(f"{row}.kind") or all(runs_a_coast(values, side, *pair) for pair in pairwise(ports)):
        return {}
    names = " to ".join(str(values[f"port:{port}.name"]) for port in (ports[0], ports[-1]))
    words = f"No coast that the {side.label} side owns runs from {names}: these are no protected inshore waters."
    return {"no_coast": words, "shelter": row}


def _port_at(reader: Reader, place: str) -> str:
    """The port of a place: the port itself, or one in or beside a hex; '' where none is known."""
    if place.startswith("port:"):
        return place.partition(":")[2]
    here = fleet.hex_of(reader.state.values, place) if place.startswith("hex:") else None
    return next(iter(ports_beside(reader.state.values, here)), "") if here else ""


def _lies_on(reader: Reader, place: str, zone: Zone | None) -> tuple[str, ...]:
    """The zones on which a place may lie: the one that is known, else those of the port."""
    kind, _, key = place.partition(":")
    return (zone.value,) if zone else zones_of_port(reader.state.values, key) if kind == "port" else ()


def _canal(reader: Reader, target: Target, side: Side) -> Canal:
    """Its ends as the campaign has them; the banks as somebody ticks them."""
    ends = [f"port:{end}" for end in ENDS if f"port:{end}.owner" in reader.state.values]
    if not ends:
        return Canal(ports=target["banks"], banks=target["banks"])
    works = all(reader[f"{end}.owner"] == side.value and reader[f"{end}.operational"] for end in ends)
    return Canal(ports=works and reader.get(KIEL_CANAL, side.value) == side.value, banks=target["banks"])


def _unfriendly(reader: Reader, side: Side, moves: Strip, to: str) -> tuple[str, ...]:
    """Ports in named hexes of the way, and the one where it ends, that its side does not own."""
    hexes, values = {spent.to for spent in moves if spent.to}, reader.state.values
    ports = [row for row in reader.state.rows("port") if row == to or values[f"{row}.map_reference"] in hexes]
    return tuple(str(reader[f"{row}.name"]) for row in ports if reader[f"{row}.owner"] != side)


def _enemy_port(reader: Reader, side: Side, to: str) -> str:
    """The name of the port where it ends, if the other side owns it."""
    if not to.startswith("port:") or reader[f"{to}.owner"] != Owner(side.enemy.value):
        return ""
    return str(reader[f"{to}.name"])


def _prey(reader: Reader, side: Side, against: str) -> str:
    """The groups to which a reaction may be, if there are any that moved, and all of them in protected waters.

    Those of which its side may know alone: what an enemy hides is not told by a refusal.
    """
    state = reader.state
    rows = [f"{GROUP}:{against}"] if against else state.rows(GROUP)
    known = [row for row in rows if state.audiences.get(row, PUBLIC) in (PUBLIC, side.value)]
    moved = {row: fleet.moved_now(state.values, row.partition(":")[2]) for row in known if _is_enemy(reader, row, side)}
    strips = [strip for strip in moved.values() if strip]
    if not strips or not all(spent.inshore for strip in strips for spent in strip):
        return ""
    return ", ".join(str(reader[f"{row}.name"]) for row, strip in moved.items() if strip and reader[f"{row}.strip"])


def _is_enemy(reader: Reader, row: str, side: Side) -> bool:
    return bool(reader.state.values.get(f"{row}.side", side) != side)


def _mines(reader: Reader, side: Side, moves: Strip, to: str) -> tuple[Belt, ...]:
    """Enemy mines in the hexes of the way, where its hexes are known."""
    end = fleet.hex_of(reader.state.values, to)
    hexes = {spent.to for spent in moves if spent.to} | ({str(end)} if end else set())
    found = []
    for row in reader.state.rows(MINES):
        if reader.state.values[f"{row}.side"] != side and reader.state.values[f"{row}.hex"] in hexes:
            found.append(Belt(hex=reader[f"{row}.hex"], points=reader[f"{row}.points"]))
    return tuple(sorted(found, key=lambda belt: belt.hex))


@DOORS.duty(*TURN.steps_of("naval-move"))
def move_groups(now: Now) -> Iterator[Duty]:
    """One line for each group of the side whose step it is, but where a unit was turned back in this player turn."""
    if now.ahead:
        return
    for row in now.state.rows(GROUP):
        if now.facts.get(f"{row}.side") == now.moment.player_turn:
            key = row.partition(":")[2]
            if any(f"{back_mark(unit)}.kind" in now.facts for unit in fleet.keys_at(now.state, row)):
                continue
            moved = now.state.sources.get(f"{row}.strip", "") if fleet.moved_now(now.facts, key) else ""
            where, left = fleet.place_words(now.facts, now.facts[f"{row}.place"]), fleet.night_words(now.facts, key)
            yield Duty(
                f"Move {now.facts[f'{row}.name']}",
                "36.A",
                f"{where}; by night: {left}",
                url=f"fleet/group/{key}/#move",
                procedure="naval-move",
                done=moved,
                again=True,
            )


@DOORS.duty(*TURN.steps_of("naval-reaction"))
def react(now: Now) -> Iterator[Duty]:
    """The side that does not move may react with its groups, as far as the viewer sees any of them."""
    enemy = Side(now.moment.player_turn).enemy
    if now.ahead or all(now.facts.get(f"{row}.side") != enemy for row in now.state.rows(GROUP)):
        return
    small = "by day, and not to what keeps to protected inshore waters"
    more: dict[str, Any] = {"rule": "36.A.2", "seat": enemy.value, "again": True, "done": ""}
    yield by_rule("naval-move", f"{enemy.label} groups may react", "reaction=on", small=small, **more)
