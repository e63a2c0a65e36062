"""33.D along a whole way: an item is checked zone after zone with what is still afloat. It has no effects."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial

from navalassist.engine import Figure, Odds, Outcome, Play, Refusal, Roller, Rounds, Sub, Tally, call, procedure
from navalassist.rules.europa.amounts import fraction, tidy
from navalassist.rules.europa.fates import NO_TOLL, Convoy, Toll, VoyageFate
from navalassist.rules.europa.items import Leg
from navalassist.rules.europa.r33_anti_shipping import EARLIER, EDITION, SYSTEM
from navalassist.rules.europa.r33_contact import convoy_of, final_status, results_column, roll_contact, roll_for_lots
from navalassist.rules.europa.r33_legality import declared_zone, refusal_of_item, refusal_of_leg
from navalassist.rules.europa.r33_naval_status import Barred, Subject, naval_status
from navalassist.rules.europa.r36_gibraltar import refusal_of_passage
from navalassist.rules.europa.sailing import Voyage
from navalassist.rules.europa.words import Zone


class Passage:
    """A leg with its check worked out: the final status, and the column of results.

    Kept hashable at little cost, since the odds ask for its hash at every step.
    """

    __slots__ = ("_hash", "results", "status", "zone")

    def __init__(self, zone: Zone, status: Tally, results: str) -> None:
        self.zone = zone
        self.status = status
        self.results = results
        self._hash = hash((zone, status, results))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Passage) and (self.zone, self.status, self.results) == (
            other.zone,
            other.status,
            other.results,
        )


@dataclass(frozen=True, slots=True)
class Under:
    """A voyage under way: what is afloat, the toll so far, the next passage, and whether nothing sails on."""

    afloat: Convoy
    toll: Toll = NO_TOLL
    passage: int = 0
    over: bool = False


def why_not(voyage: Voyage) -> Refusal | None:
    """Why the book forbids this voyage: its item, then its zones in order; None when it may sail."""
    item, side = voyage.item, voyage.side
    moves = refusal_of_item(item, side, voyage.turn, voyage.player_turn, voyage.phase)
    if moves is not None:
        return moves
    refusals = (
        refusal_of_passage(side, before, leg.zone, voyage.facts, voyage.turn, voyage.player_turn)
        or refusal_of_leg(item, side, leg, voyage.facts)
        for before, leg in zip(voyage.way, voyage.legs, strict=False)
    )
    return next((refusal for refusal in refusals if refusal), None)


def figures(odds: Odds[VoyageFate]) -> tuple[Figure, ...]:
    """The chance that everything arrives, and what is lost on average."""
    found = (
        Figure("all-arrive", "Everything arrives", odds.chance(lambda fate: fate.all_arrive)),
        Figure("loss", "Expected loss", odds.expect(lambda fate: fraction(fate.res_lost)), "RE"),
    )
    hits = odds.expect(lambda fate: fate.hits)
    return (*found, Figure("hits", "Expected hits", hits, "hits")) if hits else found


def losses(odds: Odds[VoyageFate]) -> Odds[Decimal]:
    """The odds of each number of REs lost."""
    return odds.map(lambda fate: fate.res_lost)


@procedure(
    "voyage",
    system=SYSTEM,
    rule="33.D",
    title="Sail an item through all its zones",
    roller=Roller.ENEMY,
    edition=EDITION,
    earlier=EARLIER,
    dice="for each zone 2d6 for contact, then 1d6 a lot",
    why_not=why_not,
    figures=figures,
)
def sail(voyage: Voyage) -> Play[Outcome[VoyageFate]]:
    """Each zone's check on what is still afloat, once a zone (33.A.4). It has no effects: it tells what may be."""
    passages = yield from passages_of(voyage)
    start = Under(convoy_of(voyage.item))
    if isinstance(passages, Barred):
        return Outcome(VoyageFate(all_arrive=False))
    step = partial(_next_zone, passages)
    end = yield from Rounds("leg", step, start, len(passages), _is_over)
    return Outcome(_fate_of(end))


def _next_zone(passages: tuple[Passage | None, ...], under: Under) -> Play[Under]:
    """The check of one zone, and what sails on."""
    passage = passages[under.passage]
    if passage is None:
        return replace(under, passage=under.passage + 1)
    toll = yield from Sub(passage.zone.value, call(toll_of_check, under.afloat, passage))
    afloat = replace(
        under.afloat,
        res=tidy(under.afloat.res - toll.res_lost - toll.res_returned),
        count=under.afloat.count - toll.transports_lost - toll.transports_returned,
    )
    over = afloat.res == 0 if afloat.kind.is_shipping else toll.turned_back
    return Under(afloat, under.toll.plus(toll), under.passage + 1, over)


def toll_of_check(afloat: Convoy, passage: Passage) -> Play[Toll]:
    """Contact in one zone and its toll, all lots added up."""
    contact = yield from roll_contact(passage.status, passage.zone)
    if not contact:
        return NO_TOLL
    settled = yield from roll_for_lots(afloat, passage.results)
    return settled.toll


def _is_over(under: Under) -> bool:
    return under.over


def _fate_of(end: Under) -> VoyageFate:
    toll = end.toll
    return VoyageFate(
        all_arrive=toll.is_nothing,
        res_arrived=end.afloat.res,
        res_lost=toll.res_lost,
        res_returned=toll.res_returned,
        transports_arrived=0 if end.over else end.afloat.count,
        transports_lost=toll.transports_lost,
        transports_returned=toll.transports_returned,
        hits=toll.hits,
    )


def passages_of(voyage: Voyage) -> Play[tuple[Passage | None, ...] | Barred]:
    """The checks of the voyage, leg by leg, None for a leg without one; or the bar that stops the voyage."""
    passages: list[Passage | None] = []
    checked = set(voyage.checked)
    for number, leg in enumerate(voyage.legs, start=1):
        passage = yield from Sub(f"leg-{number}", call(passage_of, voyage, leg, leg.zone in checked))
        if isinstance(passage, Barred):
            return passage
        if passage is not None:
            checked.add(leg.zone)
        passages.append(passage)
    return tuple(passages)


def passage_of(voyage: Voyage, leg: Leg, checked: bool) -> Play[Passage | Barred | None]:
    """One leg's check; None where none is due; or the bar that stops the voyage."""
    item = voyage.item
    if checked or (leg.protected and item.kind.is_shipping):
        return None
    status = yield from naval_status(voyage.side, leg.zone, voyage.facts, leg, item.nation, item.kind.is_shipping)
    if isinstance(status, Subject):
        final = yield from final_status(voyage.side, item, leg, status.tally)
        declared = declared_zone(leg.zone, voyage.facts)
        return Passage(leg.zone, final, results_column(voyage.side, item.kind, leg.zone, declared))
    return status if isinstance(status, Barred) else None
