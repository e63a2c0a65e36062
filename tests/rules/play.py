"""Playing a rule in a test: `outcome = play(check_for_contact, a_sailing(zone="central-med"), dice="3 4, 6")`."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel

from navalassist import engine
from navalassist.rules.europa.items import Item, Leg, PortPlace
from navalassist.rules.europa.r33_naval_status import Barred, NotSubject, Subject, facts_needed, naval_status
from navalassist.rules.europa.r36_gibraltar import OWNER, any_through
from navalassist.rules.europa.sailing import Sailing, Voyage
from navalassist.rules.europa.words import Side, Zone
from tests.rules.world import a_book, the_world

Changes = Mapping[str, Any]
PORTS: Mapping[str, tuple[str, ...]] = {
    "palermo": ("sicily", "italian-islands"),
    "trapani": ("sicily", "italian-islands"),
    "cagliari": ("sardinia", "italian-islands"),
    "ajaccio": ("corsica",),
    "pantelleria": ("pantelleria", "italian-islands"),
    "bizerte": ("tunisia-short-route",),
    "tunis": ("tunisia-short-route",),
    "naples": ("italian-mainland",),
}


def port(key: str) -> PortPlace:
    """A port at one end of a voyage."""
    return PortPlace(key=key, name=key.capitalize(), groups=PORTS.get(key, ()))


def an_item(what: str = "7 sp", **changes: Any) -> Item:
    """`7 sp` on 7 NTs, `4 unit` on 4 NTs, `4 empty` NTs, `1 warship`; from Naples to Tripoli."""
    number, kind = what.split()
    given: dict[str, Any] = {"key": "row-1", "kind": kind, "origin": "naples", "destination": "tripoli"}
    if kind == "empty":
        given |= {"transports": "nt", "transport_count": int(number)}
    elif kind in ("sp", "srp", "unit", "rp"):
        given |= {"res": number, "transports": "nt", "transport_count": int(float(number) + 0.5)}
    given |= changes
    for end in ("origin", "destination"):
        if isinstance(given[end], str):
            given[end] = port(given[end])
    return Item(**given)


def _some(facts: engine.Facts, side: Side, zones: tuple[Zone, ...]) -> engine.Facts:
    keys = {key for zone in zones for key in facts_needed(side, zone)} | ({OWNER} if any_through(zones) else set())
    return engine.Facts({key: facts[key] for key in sorted(keys)})


def a_leg(zone: str, **typed: Any) -> Leg:
    """A leg through a zone."""
    return Leg(zone=Zone(zone), **typed)


def a_sailing(
    what: str = "7 sp",
    *,
    zone: str = "central-med",
    side: str = "axis",
    malta: int = 9,
    world: Changes | None = None,
    leg: Changes | None = None,
    item: Changes | None = None,
    **more: Any,
) -> Sailing:
    """An item that enters a zone in its own naval movement step of Mar I 41, with only the facts the zone needs."""
    owner = Side(side)
    given: dict[str, Any] = {"turn": "1941-03-1", "player_turn": side, "phase": "naval-movement"} | more
    return Sailing(
        side=owner,
        item=an_item(what, **(item or {})),
        leg=a_leg(zone, **(leg or {})),
        facts=_some(the_world(malta=malta, **(world or {})), owner, (Zone(zone),)),
        **given,
    )


def a_voyage(
    what: str,
    zones: str,
    *,
    side: str = "axis",
    malta: int = 9,
    world: Changes | None = None,
    item: Changes | None = None,
    legs: tuple[Leg, ...] | None = None,
    **more: Any,
) -> Voyage:
    """An item and its way, `tyrrhenian central-med`."""
    owner = Side(side)
    way = legs or tuple(a_leg(zone) for zone in zones.split())
    given: dict[str, Any] = {"turn": "1941-03-1", "player_turn": side, "phase": "naval-movement"} | more
    return Voyage(
        side=owner,
        item=an_item(what, **(item or {})),
        legs=way,
        facts=_some(the_world(malta=malta, **(world or {})), owner, tuple(leg.zone for leg in way)),
        **given,
    )


Status = TypeVar("Status", Subject, Barred, NotSubject)
Rule = engine.Procedure | Callable[..., Any] | str


def registered(rule: Rule) -> engine.Procedure:
    """A procedure, by itself, its function or its slug."""
    if isinstance(rule, engine.Procedure):
        return rule
    return (
        engine.REGISTER[rule]
        if isinstance(rule, str)
        else next(p for p in engine.REGISTER.values() if p.function is rule)
    )


def result_of(rule: Rule, situation: BaseModel, dice: str = "", **rulings: str) -> engine.Result[engine.Outcome[Any]]:
    """Everything that a run gave. A surplus die is an error."""
    dealer = engine.Typed(engine.signs_of(dice))
    result = engine.run(registered(rule), situation, a_book(**rulings), dealer)
    dealer.finish()
    return result


def play(rule: Rule, situation: BaseModel, dice: str = "", **rulings: str) -> engine.Outcome[Any]:
    """The outcome with typed dice."""
    value = result_of(rule, situation, dice, **rulings).value
    assert value is not None
    return value


def odds_for(rule: Rule, situation: BaseModel, **rulings: str) -> engine.Odds[Any]:
    """The exact odds."""
    return engine.odds(registered(rule), situation, a_book(**rulings))


def figures_of(rule: Rule, situation: BaseModel, **rulings: str) -> dict[str, Any]:
    """The figures for the page, by key."""
    procedure = registered(rule)
    assert procedure.figures is not None
    return {figure.key: figure.value for figure in procedure.figures(odds_for(rule, situation, **rulings))}


def refusal(rule: Rule, situation: BaseModel) -> str:
    """`33.A: why not`, or nothing."""
    found = registered(rule).refusal(situation)
    return f"{found.rule}: {found.reason}" if found else ""


def status_of(
    side: str,
    zone: str,
    *,
    book: engine.Book | None = None,
    leg: Changes | None = None,
    nation: str = "",
    shipping: bool = True,
    rulings: Mapping[str, str] | None = None,
    **world: Any,
) -> Subject | Barred | NotSubject:
    """The naval status of a zone in the world of Mar I 41 with changes; only the facts it declares are given to it."""
    owner, place = Side(side), Zone(zone)
    facts = _some(the_world(**world), owner, (place,))
    way = a_leg(zone, **(leg or {}))
    return engine.compute(naval_status(owner, place, facts, way, nation, shipping), book or a_book(**(rulings or {})))


def ruled(kind: type[Status], side: str, zone: str, **options: Any) -> Status:
    """The status of a zone where it is of this kind: `ruled(NotSubject, "allied", zone).rule`."""
    status = status_of(side, zone, **options)
    assert isinstance(status, kind), status
    return status


def number_of(side: str, zone: str, **options: Any) -> int:
    """The number of a zone that interferes."""
    return tally_of(side, zone, **options).total


def tally_of(side: str, zone: str, **options: Any) -> engine.Tally:
    """The terms of a zone that interferes."""
    return ruled(Subject, side, zone, **options).tally


def applied(tally: engine.Tally) -> list[tuple[str, int]]:
    """Rule and value of the terms that apply."""
    return [(term.rule, term.value) for term in tally.terms if term.applies]


def term(terms: tuple[engine.Term, ...], text: str) -> engine.Term:
    """The term whose words begin so."""
    return next(t for t in terms if t.text.startswith(text))


def sets(outcome: engine.Outcome[Any], shipment: str = "row-1") -> dict[str, Any]:
    """What an outcome sets on a shipment, by field."""
    prefix = f"shipment:{shipment}."
    return {e.key.removeprefix(prefix): e.value for e in outcome.effects if hasattr(e, "value")}


def a_mark(
    key: str, ends: str, *, subject: str = "", place: str = "", until: str = "", note: str = ""
) -> engine.Create:
    """The mark that is made: its kind is the first part of its key."""
    kind = key.partition("/")[0]
    return engine.create(f"mark:{key}", kind=kind, subject=subject, place=place, ends=ends, until=until, note=note)
