"""PG.6.4, 6.4.3: a side announces that one of its forces intercepts a mission that it has spotted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from navalassist.engine import Outcome, Play, Refusal
from navalassist.engine.duties import Duty, Kind, Now, by_rule
from navalassist.engine.english import counted, listed
from navalassist.engine.forms import Ask, FormErrors
from navalassist.engine.overruled import Because, Overrulable
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says, key_of
from navalassist.engine.rule import told_to_all
from navalassist.engine.shapes import Form, Key, Words
from navalassist.systems.theatre import spotting
from navalassist.systems.theatre.acting import Said
from navalassist.systems.theatre.announcing import asked_of
from navalassist.systems.theatre.book import rule
from navalassist.systems.theatre.fought import MOST_DAMAGE, Past, may_not, most_damage, past_of
from navalassist.systems.theatre.hunters import (
    AIR_ALONE,
    all_seen,
    concerns,
    fleets,
    fleets_there,
    flyers,
    flyers_there,
    missions,
    places,
    places_there,
    ships,
    ships_there,
)
from navalassist.systems.theatre.lookouts import forces_of, of_types, orders_of
from navalassist.systems.theatre.rulings import (
    CONVOYS,
    MISSION,
    ONCE,
    PLAIN,
    R209,
    R214,
    R217,
    R243,
    R245,
    R246,
    R247,
    R249,
    R253,
    R255,
)
from navalassist.systems.theatre.sightings import as_quarry, places_of, sightings
from navalassist.systems.theatre.spotting import Flyer, Force, Quarry, Ship
from navalassist.systems.theatre.state.battles import Hunters, Interception, Sighting
from navalassist.systems.theatre.state.fleets import AirUnit, Unit
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.sea import Zone
from navalassist.systems.theatre.state.words import GroupKind, MaybeKey, Side, SquareName, TurnKey, UnitType
from navalassist.systems.theatre.turn import AT_SEA, BREAKTHROUGH, OPERATIONS, is_late, now_turn

SLUG = "pg-intercept"
ANNOUNCE, PLACE, REACH, ONE_FLEET = "PG.6.4", "PG.6.4.3.4", "PG.6.4.3.1", "PG.6.4.3.2"
AIR, BOATS, ZONES, AIR_IN_ZONES, CHAIN = "PG.6.4.3.3", "PG.6.4.2.1", "PG.6.4.4", "PG.6.4.4.1", "PG.6.4.5"
FOUGHT = "PG.6.5.1.3"
LAST_FIRST = "Those announced last are fought first (PG.6.4.5)"
FREIGHT = (GroupKind.CONVOY, GroupKind.MERCHANT)
# Farther than any square of a map is from another.
FARTHEST = 60


# --- what is typed


class InterceptForm(Form):
    """Which mission is intercepted, where, and by whom."""

    sighting: str = Ask("Mission", missions)
    where: str = Ask("Where", places, after=places_there)
    force: str = Ask("Ships of", fleets, none=AIR_ALONE, after=fleets_there)
    units: tuple[str, ...] = Ask("Ships that are sent", ships, many=True, default=(), after=ships_there)
    aircraft: tuple[str, ...] = Ask("Air units", flyers, many=True, default=(), after=flyers_there)
    because: Because = ""


# --- what the rule goes by


class Announce(Overrulable):
    """A spotted mission, and what is sent against it. earlier: interceptions that were announced in this turn."""

    side: Side = Says("Side")
    sighting: Sighting = Says("Mission")
    harder: bool = Says("The map lowers ranges", False, told=False)
    square: SquareName = Says("Square", "", only_if=True)
    zone: MaybeKey = Says("Sea zone", "", of="pg-zone", only_if=True)
    place: Words = Says("Place in words", told=False)
    force: Force | None = Says("Ships of", None, only_if=True)
    ships: tuple[Ship, ...] = Says("Ships", ())
    air: tuple[Force, ...] = Says("Air units", ())
    number: int = Says("Number", ge=1, le=99, numbers=Interception.KIND)
    as_one: tuple[Key, ...] = Says("Missions that are attacked once between them", (), told=False)
    earlier: tuple[Interception, ...] = Says("Said in this turn", (), told=False)
    sent: tuple[Hunters, ...] = Says("Sent in this turn", (), told=False)
    movers: tuple[Key, ...] = Says("Patrols whose ships are sent", (), told=False)
    turn: TurnKey = Says("Turn", told=False)
    step: Words = Says("Phase", told=False)
    plain: bool = Says("Nothing lowers the range of aircraft (R-245)", False, only_if=True)
    convoys: bool = Says("In a zone convoys alone are intercepted (R-243)", False, only_if=True)
    lone: bool = Says("Interceptors are left alone (R-214)", False, only_if=True)
    once: bool = Says("A mission is attacked once (R-255)", False, only_if=True)
    past: tuple[Past, ...] = Says("Battles of this turn", (), only_if=True)
    most: int = Says("Damage with which a unit goes on", MOST_DAMAGE, told=False)

    @property
    def quarry(self) -> Quarry:
        """The mission as ranges go by it."""
        one = self.sighting
        return Quarry(
            order=one.order, side=self.side.enemy, kind=one.group, mission=one.mission, map=one.map, harder=self.harder
        )

    @property
    def flyers(self) -> tuple[Flyer, ...]:
        """The air units that are sent."""
        return tuple(one.air for one in self.air if one.air)

    @property
    def far(self) -> int:
        """Squares from the ships, or from the nearest aircraft, to the place; 0 in a zone."""
        bases = [self.force] if self.ships and self.force else list(self.air)
        found = (spotting.nearest(one, (self.square,)) for one in bases if self.square)
        return min((far for far in found if far is not None), default=0)


def against(read: View, one: Sighting) -> Announce:
    """A mission that was spotted, as this campaign reads the rules; nothing is sent against it yet."""
    turn = now_turn(read)
    earlier = read.rows(Interception, turn=turn)
    return Announce(
        side=one.side, sighting=one, as_one=as_one(read, one), harder=as_quarry(read, one).harder, place="",
        turn=turn, earlier=earlier, number=max((each.number for each in earlier), default=0) + 1,
        sent=read.own(Hunters, one.side, turn=turn), step=read["campaign:clock.step"], most=most_damage(read),
        plain=read.ruling(R245) == PLAIN, convoys=read.ruling(R243) == CONVOYS, lone=read.ruling(R214) == MISSION,
        once=read.ruling(R255) == ONCE,
    )  # fmt: skip


def sent_to(
    read: View, given: Announce, where: str, ships: Sequence[Ship], force: Force | None, air: Sequence[Force]
) -> Announce:
    """The same with what is sent to a square or a zone. force: of the ships."""
    at_sea = where in given.sighting.zones.split()
    flown = (one.air.key for one in air if one.air)
    rows = (*(Unit.row_of(ship.key) for ship in ships), *map(AirUnit.row_of, flown))
    sent = {"force": force, "ships": tuple(ships), "air": tuple(air), "past": past_of(read, given.turn, rows)}
    place = read.name(Zone.row_of(where)) if at_sea else where
    return given.model_copy(update={**sent, "zone" if at_sea else "square": where, "place": place})


def tries(view: View, given: Announce, force: Force) -> Iterator[tuple[str, Announce]]:
    """Each place of a mission to which a force might be sent, and how that would be announced.

    Of ships those that reach the place and are not sent yet, or all where none does.
    """
    quarry, busy = as_quarry(view, given.sighting), {key for one in given.sent for key in one.units}
    for place in (*quarry.squares, *quarry.zones):
        if force.air:
            yield place, sent_to(view, given, place, (), None, (force,))
            continue
        square, zone = ("", place) if place in quarry.zones else (place, "")
        reaching = spotting.reaching(force, quarry, square, zone)
        ships = [ship for ship in reaching or force.ships if ship.key not in busy] or list(force.ships)
        yield place, sent_to(view, given, place, ships, force, ())


def can_be_met(view: View, one: Sighting) -> bool:
    """True for a mission against which its side may still announce something."""
    given, quarry = against(view, one), as_quarry(view, one)
    near = (force for force in forces_of(view, one.side) if concerns(force, quarry))
    return any(next(why_not(made), None) is None for force in near for _, made in tries(view, given, force))


def situation(read: Reader, form: InterceptForm) -> Announce:
    one = read.row(Sighting, form.sighting)
    ours = forces_of(read, one.side)
    force = next((each for each in ours if each.row == form.force and each.ships), None)
    ships = [ship for ship in (force.ships if force else ()) if ship.key in form.units]
    air = [each for each in ours if each.air and each.air.key in form.aircraft]
    if form.where not in (*one.squares.split(), *one.zones.split()):
        raise FormErrors({"where": "choose a square or a zone in which it was spotted"})
    if len(ships) < len(form.units):
        raise FormErrors({"units": "tick ships of the one force that is chosen"})
    if len(air) < len(form.aircraft):
        raise FormErrors({"aircraft": "tick own air units that are ready"})
    given = sent_to(read, against(read, one), form.where, ships, force, air)
    return given.model_copy(update={"movers": movers_of(read, one.side, given)})


def movers_of(read: Reader, side: Side, given: Announce) -> tuple[str, ...]:
    """The orders of the patrols whose ships are sent, that of the one that others have joined first."""
    row = given.force.row if given.force and given.ships else ""
    if not row.startswith(Order.KIND):
        return ()
    groups = {read.row(Unit, ship.key).group for ship in given.ships}
    mine = [one for one in orders_of(read, side) if key_of(row) in (one.key, one.joins) and one.group in groups]
    return tuple(one.key for one in sorted(mine, key=lambda one: one.key != key_of(row)))


def as_one(read: View, one: Sighting) -> tuple[str, ...]:
    """The mission, with the convoy that it guards, or its escorts: one attack is made on all of them (PG.6.3.5.1)."""
    convoy = one.guards or one.order
    guards = [each.order for each in sightings(read, one.side) if each.guards == convoy]
    return tuple(dict.fromkeys((one.order, convoy, *guards)))


# --- what forbids it


def why_not(given: Announce) -> Iterator[Refusal]:
    """In Operations, one fleet a mission, in range of the slowest, and with what can fight there."""
    late = given.sighting.mission.is_late
    if f"*/{given.step}" != (BREAKTHROUGH if late else OPERATIONS):
        phase = "Breakthrough phase, against ships that sail in it" if late else "Operations phase"
        yield Refusal(f"Interceptions are announced in the {phase}.", ANNOUNCE)
    if not given.ships and not given.air:
        yield Refusal("Tick what is sent: ships of one force, air units, or both.", ANNOUNCE, final=True)
    elif given.force and not given.ships:
        yield Refusal(f"Tick ships of {given.force.name}, or choose aircraft alone.", ANNOUNCE, final=True)
    yield from _taken(given)
    yield from _fought(given)
    yield from _ships(given)
    yield from _aircraft(given)
    if given.quarry.boats and not spotting.attacks_boats(given.ships, given.flyers):
        yield Refusal("None of these attacks submarines: DD, DE, CLD and some bombers do.", BOATS)
    if given.zone and given.convoys and given.sighting.group not in FREIGHT:
        yield Refusal("In a sea zone convoys alone are intercepted (R-243).", ZONES)


def _taken(given: Announce) -> Iterator[Refusal]:
    """One fleet a mission, and nobody twice."""
    same = [one for one in given.earlier if one.order in given.as_one]
    if given.ships and any(one.ships for one in same):
        yield Refusal("A fleet intercepts this mission already: one is all, and two never join.", ONE_FLEET)
    elif same and given.once:
        yield Refusal("This mission is intercepted already, and it is attacked once a turn (R-255).", FOUGHT)
    busy = {key for one in given.sent for key in (*one.units, *one.aircraft)}
    sent = {each.key: each.name for each in given.ships} | {each.key: each.name for each in given.flyers}
    for key, name in sent.items():
        if key in busy:
            yield Refusal(f"{name} is sent against another mission already.", ONE_FLEET)
    if given.lone and any(given.sighting.order in one.movers for one in given.earlier):
        yield Refusal("It intercepts itself, and interceptors are left alone (R-214).", CHAIN)


def _fought(given: Announce) -> Iterator[Refusal]:
    """What battles of this turn left of them goes on, as onto the sheet of another battle."""
    rows = {Unit.row_of(ship.key): ship.name for ship in given.ships}
    rows |= {AirUnit.row_of(one.key): one.name for one in given.flyers}
    for row, name in rows.items():
        again = may_not((past for past in given.past if past.of == row), True, given.most)
        yield from (Refusal(f"{name} {words}.", FOUGHT) for words in again)


def _ships(given: Announce) -> Iterator[Refusal]:
    """Types that may be sent, and the range of the slowest."""
    for ship in given.ships:
        if not spotting.may_fight(ship, given.quarry):
            boats = " but flotillas" if ship.type is UnitType.DE else ""
            named = f"{ship.type.label} {ship.name}"
            yield Refusal(f"{named} intercepts nothing{boats}: its type never patrols.", ONE_FLEET)
    if not given.ships or given.force is None:
        return
    if given.zone:
        if not (given.force.patrols and given.force.zone == given.zone):
            yield Refusal(f"{given.force.name} is not on patrol in that sea zone.", ZONES)
        return
    reach = spotting.reach_of(given.ships, given.quarry)
    if not given.force.square or given.force.map != given.sighting.map:
        yield Refusal(f"{given.force.name} is not on that map.", REACH)
    elif given.far > reach:
        slow = min(given.ships, key=lambda ship: ship.intercept)
        yield Refusal(
            f"{given.square} is {counted(given.far, 'square')} from {given.force.name}, and {slow.name}, the slowest, "
            f"reaches {reach}.",
            REACH,
        )


def _aircraft(given: Announce) -> Iterator[Refusal]:
    """In range, or on patrol in the zone; against submarines fighters and ASW bombers alone."""
    for force in given.air:
        if force.air is None:
            continue
        if not spotting.may_fly(force.air, given.quarry):
            yield Refusal(f"{force.name} can't take part against submarines.", BOATS)
        elif given.zone and not spotting.flies(force, given.quarry, zone=given.zone):
            yield Refusal(f"{force.name} is not on patrol in that sea zone.", AIR_IN_ZONES)
        elif given.square and not spotting.flies(force, given.quarry, given.square, plain=given.plain):
            reach = spotting.flies_to(force.air, given.quarry, given.plain)
            yield Refusal(f"{given.square} is out of the range of {force.name}, which is {reach}.", AIR)


# --- what it does


def told(given: Announce) -> str:
    """`The Allied side intercepts a mission of the Axis side (invasion, transport convoy) in D5 with 2 SS.`"""
    with_ = listed([each for each in (of_types(given.ships), of_types((), given.flyers)) if each])
    whom = f"a mission of the {given.side.enemy.label} side ({given.sighting.title})"
    return f"The {given.side.label} side intercepts {whom} in {given.place} with {with_}."


def duties(now: Now) -> Iterator[Duty]:
    """A line for each mission that the viewer's side has spotted: to where one tap announces."""
    for one in all_seen(now.view):
        words, may = f"Intercept {one.title} in {places_of(now.view, one)}", not now.ahead and can_be_met(now.view, one)
        kind, late = asked_of(now.view, one.side) if may else Kind.MAY, is_late(now.view)
        line = by_rule(SLUG, words, seat=one.side.value, kind=kind, done="", again=True, offered=may and late)
        yield replace(line, url=f"interceptions/#{one.key}")


# Both hear what is announced.
@rule(
    SLUG, ANNOUNCE, "Announce an interception", form=InterceptForm, situation=situation, why_not=why_not,
    shows=told_to_all, may=AT_SEA, duties=duties,
)  # fmt: skip
def intercept(given: Announce) -> Play[Outcome[Said]]:
    """One fleet of a patrol or a port, or aircraft, against one mission in a square or zone in which it was spotted."""
    for ruling in (R209, R214, R217, R243, R245, R246, R247, R249, R253, R255):
        yield from ruling.look()
    row = given.force.row if given.force and given.ships else ""
    from_port = row if not row.startswith(Order.KIND) else ""
    made = Interception(
        key=f"{given.turn}-{given.number}", side=given.side, turn=given.turn, number=given.number,
        order=given.sighting.order, by=next(iter(given.movers), ""), joined=given.movers[1:], ships=bool(given.ships),
        force=of_types(given.ships, given.flyers), map="" if given.zone else given.sighting.map, square=given.square,
        zone=given.zone, distance=min(given.far, FARTHEST),
    )  # fmt: skip
    sent = Hunters(
        key=made.key, side=given.side, turn=given.turn, place=from_port,
        units=tuple(ship.key for ship in given.ships), aircraft=tuple(one.key for one in given.flyers),
    )  # fmt: skip
    return Outcome(Said(told(given), (LAST_FIRST,)), (made.made(), sent.made()))
