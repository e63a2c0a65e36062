"""What a row has before it: status and contact zone by zone, the exact chance that all of it arrives, and the loss.

Nothing is written. What is worked out once is kept by the state's enumerator as long as the rulings stay the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from navalassist.engine import NoOdds, Odds, Play, Refusal, Sub, Tally, Term, TooManyBranches, call, compute
from navalassist.engine.reader import Reader
from navalassist.play.rules.holds import refusal_of
from navalassist.play.state import State
from navalassist.play.systems import Target
from navalassist.rules.europa.amounts import res_text
from navalassist.rules.europa.fates import VoyageFate
from navalassist.rules.europa.items import Leg
from navalassist.rules.europa.r33_contact import ANTI_SHIPPING, convoy_of, final_status, lots_of, roll_contact
from navalassist.rules.europa.r33_legality import refusal_of_leg
from navalassist.rules.europa.r33_naval_status import Barred, NotSubject, Subject, naval_status
from navalassist.rules.europa.r33_voyage import sail, why_not
from navalassist.rules.europa.sailing import Voyage
from navalassist.rules.europa.words import CargoKind, Contact, Step, TransportKind
from navalassist.systems.europa.aboard import ship_of
from navalassist.systems.europa.board.rows import half_rolled, here_of, legs_behind, stays
from navalassist.systems.europa.board.words import MOST, counted
from navalassist.systems.europa.setup import Draft, shipment_fields
from navalassist.systems.europa.situations import next_leg
from navalassist.systems.europa.situations import voyage as voyage_of

# The terms of a status in few words, by how their sentence begins; any other sentence stands as it is.
SHORT_WORDS = (
    ("Short route", "short route"),
    ("Empty naval transports", "empty, alone"),
    ("Carrier with a code C", "code C fighter"),
    ("Air units against", "enemy air"),
    ("Air units for", "own air"),
    ("Within 15 hexes", "within 15 hexes"),
)
TOO_LARGE = f"This row does not fit the rules: at most {MOST} REs, {MOST} transports and {MOST} TBF of air a row."
TOO_MANY_WAYS = "Its dice may fall in too many ways to work out exact odds. It can be rolled all the same."
STAYS = "It stops at sea in this step. Take out its stop, under Why, to sail on."
HALF_ROLLED = "Some of its dice have fallen, and others are still owed: the odds from before hold no more."
SHARED_FATE = "Warships that carry one row share its fate: make a row for each ship to roll for them apart (R-54)."
BROKEN_DOWN = "Combat units ship broken down, where breakdowns exist (33.E, note 2)."


@dataclass(frozen=True, slots=True)
class LegLook:
    """One zone of the way. kind: subject, free, barred, sailed, later (not in this step).

    total and contact: only where a check is due; words: where the status comes from, or in few
    words why none is due; why: that reason as a sentence.
    """

    number: int
    zone: str
    kind: str
    words: str
    rule: str = ""
    total: int | None = None
    contact: Fraction | None = None
    terms: tuple[Term, ...] = ()
    entry: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Outlook:
    """Of one row. `shut`: why the way itself cannot be sailed; `not_now`: why it cannot be rolled at this moment."""

    legs: tuple[LegLook, ...] = ()
    all_arrive: Fraction | None = None
    loss: Fraction | None = None
    hits: Fraction | None = None
    shut: Refusal | None = None
    not_now: Refusal | None = None
    no_odds: str = ""
    voyage: Voyage | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Summary:
    """All rows of a side that still sail: the chance that all of them arrive in full, and the loss to be expected."""

    rows: int
    known: int
    all_arrive: Fraction
    loss: Fraction


def of_row(state: State, key: str, row: Mapping[str, Any]) -> Outlook:
    """The outlook of a saved row that still sails, as it stands."""
    return state.once((of_row, key), lambda: _outlook(state, {"shipment": key}, row, key))


def of_draft(state: State, draft: Draft) -> Outlook:
    """The outlook of a row that is being typed."""
    row = shipment_fields(draft, 0, state.clock[0], "")
    return _outlook(state, {"draft": row}, row, "draft")


def of_change(state: State, key: str, row: Mapping[str, Any], changes: Mapping[str, Any]) -> Outlook:
    """The outlook of a saved row as it would be with some fields changed."""
    changed = {**row, **changes}
    return _outlook(state, {"draft": changed, "shipment": key}, changed, key)


def _outlook(state: State, target: Target, row: Mapping[str, Any], key: str) -> Outlook:
    if stays(row, state.clock):
        legs = (*_sailed(state, row, key, row["leg"]), *_later(row, row["leg"]))
        return Outlook(legs=legs, not_now=Refusal(STAYS, "R-57"))
    try:
        first = next_leg(row, state.clock)
        situation = voyage_of(Reader(state), target)
    except (ValueError, LookupError) as bad:
        return Outlook(no_odds=str(bad.args[0]) if isinstance(bad, LookupError) else TOO_LARGE)
    assert isinstance(situation, Voyage)
    # Planned for its own player turn: only then is a refusal one of the way itself.
    planned = situation.model_copy(update={"player_turn": situation.side, "phase": Step.NAVAL_MOVEMENT})
    ahead = _ahead(state, planned, first)
    outlook = replace(
        ahead,
        legs=(*_sailed(state, row, key, first), *ahead.legs, *_later(row, first + len(planned.legs))),
        not_now=refusal_of(state, "cargo-contact", target) or why_not(situation) or _waits(state, key, row, situation),
        notes=_notes(row),
    )
    if outlook.shut or not half_rolled(state, key):
        return outlook
    return replace(outlook, all_arrive=None, loss=None, hits=None, no_odds=HALF_ROLLED)


def _ahead(state: State, planned: Voyage, first: int) -> Outlook:
    """What the way that lies ahead and the book say by themselves."""
    return state.book.once((_worked_out, planned, first), lambda: _worked_out(state, planned, first))


def _worked_out(state: State, planned: Voyage, first: int) -> Outlook:
    outlook = Outlook(tuple(legs_of(state, planned, first)), shut=why_not(planned), voyage=planned)
    if outlook.shut:
        return outlook
    try:
        odds = odds_of(state, planned)
    except TooManyBranches:
        return replace(outlook, no_odds=TOO_MANY_WAYS)
    except NoOdds as reason:
        return replace(outlook, no_odds=str(reason))
    hits = odds.expect(lambda fate: fate.hits)
    return replace(
        outlook,
        all_arrive=odds.chance(lambda fate: fate.all_arrive),
        loss=odds.expect(lambda fate: Fraction(fate.res_lost)),
        hits=hits or None,
    )


def _waits(state: State, key: str, row: Mapping[str, Any], voyage: Voyage) -> Refusal | None:
    """Why it can't be rolled before the counter of the fleet has moved that it is, or that carries it."""
    ship = ship_of(Reader(state), key, row, voyage.legs[0])
    return Refusal(ship.waits, "36.A") if ship is not None and ship.waits else None


def odds_of(state: State, voyage: Voyage) -> Odds[VoyageFate]:
    """The exact odds of a voyage, worked out once. NoOdds when there are none."""
    return state.enumerator.odds(lambda: _whole(voyage))


def _notes(row: Mapping[str, Any]) -> tuple[str, ...]:
    notes = [BROKEN_DOWN] if row["cargo"] == CargoKind.UNIT else []
    several = row["transports"] == TransportKind.WARSHIP and row["transport_count"] > 1
    return (*notes, SHARED_FATE) if several else tuple(notes)


def _whole(voyage: Voyage) -> Play[Any]:
    return (yield from Sub("voyage", call(sail, voyage)))


def _sailed(state: State, row: Mapping[str, Any], key: str, first: int) -> list[LegLook]:
    """The zones before leg `first`; the last of them may be the one that it is at sea in."""
    clock = "/".join(state.clock)
    found = []
    for number, leg in enumerate(row["route"][: first - 1], start=1):
        entry = state.sources.get(f"mark:checked/{key}/{leg['zone']}/{clock}.kind", "")
        words = "at sea here" if here_of(row) and number == legs_behind(row) + 1 else "sailed"
        found.append(LegLook(number, leg["zone"], "sailed", words, entry=entry))
    return found


def _later(row: Mapping[str, Any], first: int) -> list[LegLook]:
    """The zones from leg `first` on, beyond the one where it stops at sea."""
    legs = enumerate(row["route"][first - 1 :], start=first)
    return [LegLook(number, leg["zone"], "later", "in a later step") for number, leg in legs]


def first_contact(state: State, voyage: Voyage) -> Fraction | None:
    """The chance of contact in the first zone ahead that asks for a check; None where none does."""
    return next((look.contact for look in legs_of(state, voyage, 1) if look.contact is not None), None)


def legs_of(state: State, voyage: Voyage, first: int) -> list[LegLook]:
    """Each zone that lies ahead, with its status and the chance of contact."""
    checked = set(voyage.checked)
    found = []
    for number, leg in enumerate(voyage.legs, start=max(first, 1)):
        look = _leg_look(state, voyage, leg, number, leg.zone in checked)
        if look.kind == "subject":
            checked.add(leg.zone)
        found.append(look)
    return found


def _leg_look(state: State, voyage: Voyage, leg: Leg, number: int, checked: bool) -> LegLook:
    item, zone = voyage.item, leg.zone.value
    if stop := refusal_of_leg(item, voyage.side, leg, voyage.facts):
        return LegLook(number, zone, "barred", stop.reason, stop.rule)
    if leg.protected:
        return LegLook(
            number, zone, "free", "protected waters", "36.A.1.d", why="No check in protected inshore waters."
        )
    if checked:
        why = "An item is checked once in a zone and phase."
        return LegLook(number, zone, "free", "checked already", "33.A.4", why=why)
    status = compute(_status(voyage, leg), state.book)
    if isinstance(status, Barred):
        return LegLook(number, zone, "barred", status.reason, status.rule)
    if isinstance(status, NotSubject):
        return LegLook(number, zone, "free", "not subject", status.rule, why=status.reason)
    contact = state.enumerator.odds(lambda: roll_contact(status.tally, leg.zone)).chance(bool)
    total, terms = status.tally.total, status.tally.terms
    return LegLook(number, zone, "subject", in_words(status.tally), "", total, contact, terms)


def _status(voyage: Voyage, leg: Leg) -> Play[Subject | Barred | NotSubject]:
    """The final status of a leg, with the terms of the item."""
    item = voyage.item
    status = yield from naval_status(voyage.side, leg.zone, voyage.facts, leg, item.nation, item.kind.is_shipping)
    if not isinstance(status, Subject):
        return status
    return Subject((yield from final_status(voyage.side, item, leg, status.tally)))


def in_words(tally: Tally) -> str:
    """Where a status comes from: `Malta's number`, `9 − 5 short route`."""
    applied = [term for term in tally.terms if term.applies]
    counted_terms = [term for term in applied if term.value] or applied[:1]
    if len(counted_terms) > 1:
        first, *more = counted_terms
        signs = [f"{'−' if term.value < 0 else '+'} {abs(term.value)} {short_words(term.text)}" for term in more]
        return " ".join([str(first.value).replace("-", "−"), *signs])
    beside = [short_words(term.text) for term in applied if term not in counted_terms]
    return ", ".join([*(short_words(term.text) for term in counted_terms), *beside])


def short_words(text: str) -> str:
    """A term's sentence in few words."""
    return next((words for start, words in SHORT_WORDS if text.startswith(start)), text)


def summary(outlooks: Iterable[Outlook]) -> Summary:
    """The rows together: they are independent, so the chances multiply and the losses add up."""
    rows = known = 0
    chance, loss = Fraction(1), Fraction(0)
    for outlook in outlooks:
        rows += 1
        if outlook.all_arrive is not None:
            known += 1
            chance *= outlook.all_arrive
            loss += outlook.loss or 0
    return Summary(rows, known, chance, loss)


def spread(state: State, voyage: Voyage) -> list[tuple[str, Fraction, bool]]:
    """What may be lost, each line with its exact chance: (label, chance, good). Naval units count hits."""
    chances: dict[tuple[int, Decimal], Fraction] = {}
    for fate, chance in odds_of(state, voyage):
        lost = Decimal(fate.hits) if not voyage.item.kind.is_shipping else fate.res_lost
        key = (0, Decimal(0)) if fate.all_arrive else (1, lost)
        chances[key] = chances.get(key, Fraction(0)) + chance
    return [(_line(voyage, *key), chance, key[0] == 0) for key, chance in sorted(chances.items())]


def _line(voyage: Voyage, turned: int, lost: Decimal) -> str:
    naval = not voyage.item.kind.is_shipping
    if not lost and not turned and voyage.legs[-1].stops:
        return "no hit, stops at sea" if naval else "none, all stop at sea"
    if not lost:
        none = "no hit" if naval else "none"
        return f"{none}, {'turned back' if turned else 'arrives' if naval else 'all arrive'}"
    return counted(lost, "hit" if naval else "RE")


def lots_text(voyage: Voyage) -> str:
    """The lots that a contact would throw for: `3, 3, 1`; '' for an item that is one lot without REs."""
    return ", ".join(res_text(lot.res) for lot in lots_of(convoy_of(voyage.item)) if lot.res)


def contact_on(state: State, column: int) -> str:
    """The throws that make contact in a column: `7 to 12`, `3, 7 to 12`; '' where no table is at hand."""
    table = state.tables.get(ANTI_SHIPPING.slug)
    if table is None:
        return ""
    hits = [
        total for total in range(2, 13) if state.book.text_of(table, table.cell(total, column))[0] == Contact.CONTACT
    ]
    runs: list[list[int]] = []
    for total in hits:
        if runs and total == runs[-1][-1] + 1:
            runs[-1].append(total)
        else:
            runs.append([total])
    return ", ".join(_run(run) for run in runs)


def _run(run: Sequence[int]) -> str:
    return str(run[0]) if len(run) == 1 else f"{run[0]} {'to' if len(run) > 2 else 'and'} {run[-1]}"


def sources_of(state: State, terms: Iterable[Term], slug: str) -> dict[str, tuple[str, str]]:
    """fact -> (address, label) of the entries that set what the terms read, for the page."""
    found = {}
    for term in terms:
        for fact in term.facts:
            chain, _, number = state.sources.get(fact, "").partition("/")
            if number:
                found[fact] = (f"/c/{slug}/log/{chain}/{number}/", f"entry {number}")
    return found
