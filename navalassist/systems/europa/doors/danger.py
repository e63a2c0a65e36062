"""36.D.2, 36.D.3: rolls in enemy danger zones, by themselves; whom they may bring out of port."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any
from urllib.parse import urlencode

from pydantic import BaseModel, Field

from navalassist.engine import Outcome, Play, Result, Tally
from navalassist.engine.duties import Duty, Kind, Now, Passed, by_rule
from navalassist.engine.forms import Choices, FormErrors, ticks_of
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.engine.overruled import Because
from navalassist.engine.reader import Reader
from navalassist.engine.rule import Shown
from navalassist.engine.shapes import Form, Ticks
from navalassist.play.state import State
from navalassist.play.systems import Target
from navalassist.play.turns.parts import part_now
from navalassist.rules.europa.danger_zones import (
    Exerts,
)
from navalassist.rules.europa.r36_danger_contact import (
    ANY,
    CHECKED,
    NIGHT,
    NOTICE,
    NUMBERS,
    SAFE,
    SLUG,
    STAYS,
    DangerCheck,
    Met,
    Start,
    checked_mark,
    modifiers,
    notice_mark,
    pending_mark,
    safe_mark,
)
from navalassist.rules.europa.r36_sea_state import sea_row
from navalassist.rules.europa.sea_state import SEA, SeaState
from navalassist.rules.europa.strips import night_left
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import PortKind, Side, Step, Zone
from navalassist.systems.europa import fleet
from navalassist.systems.europa.danger import (
    meets,
    on_the_way,
    spot_of,
    waters_at,
    way_of,
)
from navalassist.systems.europa.doors import DOORS
from navalassist.systems.europa.fleet import GROUP, GROUPS
from navalassist.systems.europa.fleet_marks import marks_on, unit_mark, units_in
from navalassist.systems.europa.places import places
from navalassist.systems.europa.sea import sea_kept, waters_of

YES, NO = "yes", "no"
BY_MOVES = {"": "as its moves show", YES: "yes", NO: "no"}
SEAS = {"": "as kept, else calm", **{state.value: state.label for state in SeaState}}
WHOSE = {
    "": "as worked out",
    Exerts.AXIS.value: "the Axis",
    Exerts.ALLIED.value: "the Allies",
    Exerts.SOVIET.value: "the Soviets",
    Exerts.NOBODY.value: "nobody",
}


def offered(words: Mapping[str, str]) -> Choices:
    """A fixed list for a form."""
    return Choices(of=lambda facts: list(words.items()))


class DangerForm(Form):
    """What is typed for a roll in a danger zone."""

    group: Annotated[str, Field(title="Naval group"), GROUPS]
    hex: Annotated[
        str, Field(title="Hex", description="Empty: where the group is. Else the hex where it comes in: 18A:2010.")
    ] = ""
    sea: Annotated[str, Field(title=SEA), offered(SEAS)] = ""
    stays: Annotated[str, Field(title=STAYS), offered(BY_MOVES)] = ""
    night: Annotated[str, Field(title=NIGHT), offered(BY_MOVES)] = ""
    friendly_hex: Annotated[bool, Field(title="The hex is a friendly-owned coast, without a port")] = False
    came_back: Annotated[bool, Field(title="It has left the zone since its last roll, and comes back")] = False
    typed: Annotated[str, Field(title="Whose danger zone it is"), offered(WHOSE)] = ""
    ticks: Ticks = ticks_of(NUMBERS)
    because: Because = ""


def basis(check: DangerCheck) -> Play[Tally]:
    """The modifiers of the die."""
    return modifiers(check)


@DOORS.situation(SLUG, form=DangerForm, basis=basis)
def danger_check(reader: Reader, target: Target) -> BaseModel:
    """The group as it stands, the hex, and what weighs on the die."""
    key = target["group"]
    row = fleet.group_row(reader, key)
    side, values = Side(row["side"]), reader.state.values
    here = _hex(reader, str(target["hex"]), str(row["place"]))
    port = port_in(values, here, side)
    return DangerCheck(
        side=side,
        group=key,
        name=row["name"],
        units=fleet.units_of(reader, key),
        waters=waters_at(values, here, str(row["zone"]), str(target["typed"]), reader.__getitem__),
        player_turn=Side(reader["campaign:clock.player_turn"]),
        phase=Step(reader["campaign:clock.step"]),
        sea=sea_state(reader, str(target["sea"]), str(row["zone"])),
        sea_kept=sea_kept(values, str(row["zone"])),
        found=bool(reader.get(f"mark:found/{key}.kind")),
        friendly_hex=target["friendly_hex"] or port is not None,
        friendly_port=port in (PortKind.MAJOR, PortKind.GREAT),
        moves=len(fleet.moved_now(values, key)),
        noticed=tuple(_noticed(reader, side.enemy)),
        spared=_spared(reader, key, back=bool(target["came_back"])),
        marks=marks_on(values, f"{GROUP}:{key}"),
        starts=_start(reader, key, here),
        on_way=here in way_of(values, key) or fleet.hex_of(values, str(row["place"])) == here,
        **_marks(reader, key, here, bool(target["came_back"])),
        **_moves(reader, key, here, target),
        because=target["because"],
        ticks=target.get("ticks", ()),
    )


def _hex(reader: Reader, typed: str, place: str) -> Hex:
    """The hex that somebody typed, or that of the group's place. FormErrors in words."""
    if typed.strip():
        try:
            return Hex.of(typed)
        except ValueError as error:
            raise FormErrors({"hex": str(error)}) from None
    here = fleet.hex_of(reader.state.values, place)
    if here is None:
        raise FormErrors({"hex": "the hex where the group is isn't known: type it"})
    return here


def _marks(reader: Reader, key: str, here: Hex, back: bool) -> dict[str, Any]:
    """What this naval step, and the last roll, have left on the group."""
    safe, checked, pending = (f"{mark(key)}.kind" for mark in (safe_mark, checked_mark, pending_mark))
    found: dict[str, Any] = {
        "safe": reader.source(safe) if reader.get(safe) else "",
        "checked": reader.source(checked) if reader.get(checked) else "",
        "pending": bool(reader.get(pending)),
        "came_back": back,
    }
    if found["checked"] and not back:
        found["came_back"] = _is_back(reader.state, key, checked_mark(key))
    return found


def _spared(reader: Reader, group: str, back: bool) -> tuple[str, ...]:
    """The units that rolled, or were safe, before they joined the others, and have not come back to a zone since."""
    values, found = reader.state.values, []
    for unit in units_in(values, f"{GROUP}:{group}"):
        checked = unit_mark(CHECKED, unit)
        rolled = bool(reader.get(f"{checked}.kind")) and not back
        if reader.get(f"{unit_mark(SAFE, unit)}.kind") or (rolled and not _is_back(reader.state, group, checked)):
            found.append(unit)
    return tuple(found)


def _is_back(state: State, group: str, checked: str) -> bool:
    """Whether a group has come back to a zone since it rolled. checked: the mark of that roll."""
    return meets(state.values, state.book, group, int(state.values[f"{checked}.note"] or 0)) is not None


def _moves(reader: Reader, key: str, here: Hex, target: Target) -> dict[str, Any]:
    """Staying and night, as somebody typed them, else as its moves of this naval step show; and what these show."""
    values = reader.state.values
    shown = on_the_way(values, key, here, rolled=f"{checked_mark(key)}.kind" in values)
    typed = {name: str(target[name]) for name in ("stays", "night")}
    told = {"stays": shown.stays, "night": shown.night} | {name: it == YES for name, it in typed.items() if it}
    return {**told, "left": shown.left, "known_night": shown.known_night}


def _start(reader: Reader, key: str, here: Hex) -> Start | None:
    """The start of a naval step that may be by night; None where it has moved, or has no MPs by night left."""
    values = reader.state.values
    began, strip = fleet.began_at(values, key), fleet.strip_now(values, key)
    left = night_left(strip, part_now(values)).start
    if fleet.moved_now(values, key) or fleet.hex_of(values, began) != here or not left:
        return None
    phase, step = fleet.phase_now(values), part_now(values)
    return Start(strip=strip, phase=phase, began=began, naval_step=step, mps=left)


def _since(values: Mapping[str, Any], key: str) -> int:
    """How many moves of the naval step the group had made as it rolled last."""
    return int(values[f"{checked_mark(key)}.note"] or 0)


def _noticed(reader: Reader, enemy: Side) -> Iterator[str]:
    for sea in (*Zone, ANY):
        if reader.get(f"{notice_mark(enemy.value, sea)}.kind"):
            yield str(sea)


def port_in(values: Mapping[str, Any], here: Hex, side: Side) -> PortKind | None:
    """How large the side's own port in a hex is; None where it has none there, as far as hexes are known."""
    for key, port in places().ports.items():
        if values.get(f"port:{key}.owner") == side and spot_of(values, port).hex == here:
            return PortKind(values[f"port:{key}.kind"])
    return None


def sea_state(reader: Reader, typed: str, zone: str) -> SeaState:
    """What was typed, else what the campaign keeps of that sea, else calm."""
    if zone:
        reader.get(f"{sea_row(waters_of(zone))}.note")
    if typed:
        return SeaState(typed)
    return sea_kept(reader.state.values, zone) or SeaState.CALM


@DOORS.duty(*TURN.steps_of(SLUG))
def roll_for_groups(now: Now) -> Iterator[Duty]:
    """One line for each group of the phasing side in an enemy zone that is not safe and has not rolled."""
    if now.ahead:
        return
    for row in now.state.rows(GROUP):
        if now.facts.get(f"{row}.side") == now.moment.player_turn:
            yield from _duty_of(now, row.partition(":")[2])


def _duty_of(now: Now, key: str) -> Iterator[Duty]:
    rolled = f"{checked_mark(key)}.kind" in now.facts
    since = _since(now.facts, key) if rolled else None
    at = None if f"{safe_mark(key)}.kind" in now.facts else meets(now.facts, now.state.book, key, since)
    if at is None or {*units_in(now.facts, f"{GROUP}:{key}")} == {*_spared(Reader(now.state), key, back=False)}:
        return
    there = now.facts[f"{GROUP}:{key}.place"] == f"hex:{at.hex}"
    given = {"group": key} | ({} if there else {"hex": str(at.hex)})
    query = urlencode(given)
    name = str(now.facts[f"{GROUP}:{key}.name"])
    if at.enemy is None:
        small = f"whose danger zone {at.hex} is in isn't known: say it on the form, or enter the hexes of ports near it"
        passed = Passed(f"danger/{key}", f"{name} in {at.hex}: whose danger zone it is", "danger-zone roll", True)
        text = f"{name}: is it in a danger zone?"
        yield by_rule(SLUG, text, query, small=small, kind=Kind.DUE, passes=(passed,), done="")
        return
    passed = Passed(f"danger/{key}", f"{name} in {at.hex}: no roll in the danger zone", "danger-zone roll", True)
    text = f"{name} rolls in {at.found.exerts.label}"
    # Another group's roll of this step is not the one that is due here.
    due: dict[str, Any] = {"kind": Kind.DUE, "strong": True, "passes": (passed,), "done": ""}
    yield by_rule(SLUG, text, query, small=str(at.hex), figures=now.chances(SLUG, given), **due)


@DOORS.duty(*TURN.steps_of("danger-notice"))
def come_out(now: Now) -> Iterator[Duty]:
    """The enemy of a group that was contacted may bring out groups in port."""
    for row in now.state.rows("mark"):
        if now.ahead or now.facts.get(f"{row}.kind") != NOTICE:
            continue
        sea, side = str(now.facts[f"{row}.place"]), str(now.facts[f"{row}.note"])
        where = "any sea" if sea == ANY else places().zones[sea].short
        able = [str(now.facts[f"{group}.name"]) for group in now.state.rows(GROUP) if _in_port(now, group, side, sea)]
        small = ", ".join(able) or "none of yours is known to lie there"
        text = f"Groups in ports of {where} may come out"
        yield Duty(text, "36.D.2", small, url="fleet/", seat=side, about="danger-notice")


def _in_port(now: Now, group: str, side: str, sea: str) -> bool:
    place = str(now.facts.get(f"{group}.place", ""))
    zones = now.facts.get(f"{place}.zones", ()) if place.startswith("port:") else ()
    return bool(zones) and now.facts[f"{group}.side"] == side and (sea == ANY or sea in zones)


@DOORS.shows(SLUG)
def shown_of_a_roll(facts: Mapping[str, Any], check: DangerCheck, result: Result[Outcome[Met]]) -> Shown:
    """What everybody sees: the sea zone, the modifiers' sum by the dice, contact or none; of a contact what it met."""
    zone = check.waters.zone.value if check.waters.zone else ""
    fields: dict[str, Any] = {"side": check.side.value, "zone": zone}
    if result.value is None:
        return Shown(fields)
    met = result.value.result
    if met.result is None:
        return Shown(fields | {"danger_zone": "none of the enemy's"})
    fields["danger_zone"] = "contact" if met.contact else "no contact"
    fields["roll"] = f"{met.result.value}, {met.result.label}"
    if met.contact:
        struck = "; ".join(f"{unit.name}: {unit.hits}, {unit.left} left" for unit in met.toll.units)
        fields |= {"group": check.name, "hex": str(check.waters.hex), "hits": struck, "notice": met.notice}
    return Shown(fields)
