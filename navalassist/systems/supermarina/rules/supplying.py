"""SM.11: transports with supplies that each side owes to its places in a game turn, and what it costs to fail one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from navalassist.engine import Add, Effect, Outcome, Play, Refusal, create
from navalassist.engine.duties import Duty, Kind, Now, by_rule
from navalassist.engine.english import counted, listed
from navalassist.engine.forms import Ask, Options
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Summary
from navalassist.engine.shapes import Form, Frozen, Words
from navalassist.systems.supermarina.book import rule
from navalassist.systems.supermarina.halves import everybody_reads, off
from navalassist.systems.supermarina.marks import stands
from navalassist.systems.supermarina.state import CargoKind, Lot, Port, Region, Side
from navalassist.systems.supermarina.support_rulings import BY_POINTS, R143, R144, STOCKED
from navalassist.systems.supermarina.turn import TURN

SLUG, SUPPLY, SUPPLIED = "sm-supply", "SM.11", "supplied"
PENALTY, PER_TRANSPORT, MOST_RES = 5, 5, 999
# Albania's needs: from when on, and until when they are what its ports take; then so many.
BALKAN_WAR, AFTERWARDS = ("1940-11-1", "1941-05-2"), 4
ISLANDS = (Region.RHODES, Region.CRETE)
AFRICA = (Region.LIBYA, Region.TUNISIA, Region.EGYPT)
# Ports of Libya that the Axis supplies. What Malta needs, and may store; after how many turns it surrenders.
LIBYAN, MALTA_NEEDS, MALTA_STORES, STARVED = 2, 3, 15, 3


def libyan(view: View) -> Options:
    """Axis ports in Libya."""
    return [(one.key, one.name) for one in view.rows(Port, owner=Side.AXIS, region=Region.LIBYA)]


class SupplyForm(Form):
    """What a side says of the game turn."""

    side: Side = Ask("Side", lambda view: [(side.value, side.label) for side in Side])
    libya: tuple[str, ...] = Ask("Axis: two ports in Libya that it supplies", libyan, many=True, default=())
    tunisia: bool = Ask("Axis: operations in Tunisia have begun", default=False)
    fallen: bool = Ask("Allied: Greece has fallen", default=False)
    res: int = Ask("Allied: REs of British ground forces in Greece, then in Crete", default=0, ge=0, le=MOST_RES)


class Supplying(Frozen):
    """A side's ports, and the REs of supplies that were landed there in the game turn; 1 RE is a transport (SM.2.D)."""

    side: Side = Says("Side")
    turn: Words = Says("Turn", told=False)
    step: Words = Says("Step", told=False)
    ports: tuple[Port, ...] = Says("Its ports", (), told=False)
    lots: tuple[Lot, ...] = Says("Supplies landed in this turn", ())
    libya: tuple[Words, ...] = Says("Ports in Libya", (), told=False)
    tunisia: bool = Says("Operations in Tunisia have begun", False, only_if=True)
    fallen: bool = Says("Greece has fallen", False, only_if=True)
    res: int = Says("REs of British ground forces", 0, only_if=True)
    points: bool = Says("Supply is counted by points (R-143)", False, told=False)
    done: bool = Says("Counted already", False, told=False)

    def of(self, *regions: Region) -> tuple[Port, ...]:
        """Its ports of some regions."""
        return tuple(port for port in self.ports if port.region in regions)

    def sent(self, ports: tuple[Port, ...]) -> int:
        """Transports that came to these ports."""
        keys = {port.key for port in ports}
        return sum(lot.res for lot in self.lots if lot.landed.rpartition("/")[2] in keys)

    @property
    def malta(self) -> Port | None:
        """Malta, where this side has to feed it."""
        return next(iter(self.of(Region.MALTA)), None) if self.side is Side.ALLIED else None


@dataclass(frozen=True, slots=True)
class Need:
    """A place with the transports that it is owed. capacity: ports of whose cargo value that is the sum."""

    place: str
    owed: int
    ports: tuple[Port, ...]
    capacity: tuple[Port, ...] = ()


def whole(place: str, ports: tuple[Port, ...], to: tuple[Port, ...] = ()) -> Need:
    """A place that is owed as much as its ports take."""
    return Need(place, sum(port.cargo for port in ports), to or ports, ports)


def axis_needs(given: Supplying) -> Iterator[Need]:
    """Albania, Rhodes and Crete; two ports of Libya, or all of Africa once Tunisia has begun (SM.11.A, R-144)."""
    if (albania := given.of(Region.ALBANIA)) and given.turn >= BALKAN_WAR[0]:
        afterwards = Need(Region.ALBANIA.label, AFTERWARDS, albania)
        yield whole(Region.ALBANIA.label, albania) if given.turn <= BALKAN_WAR[1] else afterwards
    for island in ISLANDS:
        if ports := given.of(island):
            yield Need(island.label, 1, ports)
    if given.tunisia:
        yield whole("North Africa", given.of(*AFRICA))
    elif chosen := tuple(port for port in given.of(Region.LIBYA) if port.key in given.libya):
        yield whole(Region.LIBYA.label, chosen)


def allied_needs(given: Supplying) -> Iterator[Need]:
    """Greece, or Crete once that has fallen: one for five whole REs; Malta (SM.11.B)."""
    place = Region.CRETE if given.fallen else Region.GREECE
    if owed := given.res // PER_TRANSPORT:
        yield Need(place.label, owed, given.of(place))
    if given.malta:
        yield Need(given.malta.name, MALTA_NEEDS, (given.malta,))


def needs(given: Supplying) -> tuple[Need, ...]:
    """What a side owes in this turn."""
    return tuple(axis_needs(given) if given.side is Side.AXIS else allied_needs(given))


@dataclass(frozen=True, slots=True)
class Supplied(Result):
    """Places with the transports that came and were owed, those that failed, and Malta's stock and hungry turns."""

    places: tuple[tuple[str, int, int], ...]
    failed: tuple[str, ...]
    stock: int = 0
    hungry: int = 0

    def summary(self, given: Supplying) -> Summary:
        """`The Axis side loses 5 VPs: too few transports to Libya. Libya 3 of 7, Albania 4 of 4.`"""
        of = f" {', '.join(f'{place} {came} of {owed}' for place, came, owed in self.places)}." if self.places else ""
        return Summary(told(given, self) + of, bad=bool(self.failed))


def told(given: Supplying, found: Supplied) -> str:
    """What everybody reads: victory points are counted openly (R-144)."""
    lost = f"loses {PENALTY * len(found.failed)} VPs: too few transports to {listed(found.failed)}"
    words = f"The {given.side.label} side {lost if found.failed else 'has supplied its places'}."
    if given.malta and found.hungry:
        turns = counted(found.hungry, "turn")
        ends = "; it surrenders in the Axis initial phase" if found.hungry >= STARVED else ""
        words += f" {given.malta.name} has been out of supply for {turns}{ends}."
    return words


def situation(read: Reader, form: SupplyForm) -> Supplying:
    clock = read.fields("campaign:clock", "turn", "step")
    lots = read.own(Lot, form.side, kind=CargoKind.SUPPLIES)
    return Supplying(
        **dict(form),
        **clock,
        ports=read.rows(Port, owner=form.side),
        lots=tuple(lot for lot in lots if lot.landed.startswith(f"{clock['turn']}/")),
        points=read.get(f"ruling:{R143.number}.choice", R143.default) == BY_POINTS,
        done=stands(read, f"mark:{SUPPLIED}/{form.side}"),
    )


def why_not(given: Supplying) -> Iterator[Refusal]:
    """Once a game turn, with two ports of Libya, or all that there are, and the capacities that are asked for."""
    if given.points:
        yield Refusal("This campaign counts supply by points (R-143): transports are owed to no place.", SUPPLY)
    if given.done:
        yield Refusal(f"The supply of the {given.side.label} side was counted in this turn.", SUPPLY)
    ports = given.of(Region.LIBYA) if given.side is Side.AXIS and not given.tunisia else ()
    wanted = min(LIBYAN, len(ports))
    if len([one for one in ports if one.key in given.libya]) != wanted:
        yield Refusal(f"Choose {counted(wanted, 'port')} in Libya.", "SM.11.A.3")
    if unknown := [port.name for need in needs(given) for port in need.capacity if not port.cargo]:
        yield Refusal(f"Type the cargo value of {unknown[0]} in the list of ports first.", "SM.1.D")


def duties(now: Now) -> Iterator[Duty]:
    """A line for each side as the game turn ends, begun with the ports of Libya that take least."""
    ports = sorted(now.view.rows(Port, owner=Side.AXIS, region=Region.LIBYA), key=lambda port: port.cargo)
    libya = tuple(port.key for port in ports[:LIBYAN])
    for side in Side if now.state.book.ruling(R143) != BY_POINTS else ():
        begins: dict[str, Any] = {"side": side.value, **({"libya": libya} if side is Side.AXIS else {})}
        done = now.state.sources.get(f"mark:{SUPPLIED}/{side}.kind", "")
        why = "" if done else off(now, situation, SupplyForm(**begins), why_not)
        words = f"Count the supply of the {side.label} side"
        yield by_rule(SLUG, words, begins, kind=Kind.DUE, seat=side.value, done=done, off=why)


@rule(
    SLUG,
    SUPPLY,
    "Count supply transports",
    form=SupplyForm,
    situation=situation,
    why_not=why_not,
    shows=everybody_reads(told),
    due=("allied/exploitation",),
    duties=duties,
    dice="none",
)
def supply(given: Supplying) -> Play[Outcome[Supplied]]:
    """5 VPs for each place to which fewer transports came than it is owed; Malta eats 3 of its stock."""
    yield from R143.look()
    stocked = (yield from R144.look()) == STOCKED
    malta = given.malta
    had = min(MALTA_STORES, malta.stock + given.sent((malta,))) if malta else 0
    starves = malta is not None and had < MALTA_NEEDS
    found = [(need.place, given.sent(need.ports), need.owed) for need in needs(given)]
    fed = malta.name if malta and stocked and not starves else ""
    failed = tuple(place for place, came, owed in found if came < owed and place != fed)
    hungry = malta.hungry + 1 if malta and starves else 0
    result = Supplied(tuple(found), failed, max(0, had - MALTA_NEEDS), hungry)
    effects: list[Effect] = [Add(f"ledger:{given.side}.vp", -PENALTY * len(failed))] if failed else []
    effects += malta.set(stock=result.stock, hungry=hungry) if malta else ()
    told = {"kind": SUPPLIED, "subject": "", "place": "", "note": "", **TURN.lasts(SUPPLIED, given.step)}
    return Outcome(result, (*effects, create(f"mark:{SUPPLIED}/{given.side}", **told)))


def surrenders(view: View) -> Iterator[Effect]:
    """Malta goes to the Axis as the game turn ends after the third turn in which it was out of supply (SM.11.B.2)."""
    for port in view.rows(Port, owner=Side.ALLIED, region=Region.MALTA):
        if port.hungry >= STARVED:
            yield from port.set(owner=Side.AXIS, captured=True, hungry=0)
