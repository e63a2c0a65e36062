"""What the page of ledgers shows: of each side, and of all together, how each ledger stands and what was posted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from navalassist.desk.at import At
from navalassist.desk.ledgers.postings import postings, signed
from navalassist.desk.words import MINUS
from navalassist.engine.ledgers import Ledger, found_in

# Under what heading ledgers stand that are nobody's own.
SHARED = "Both sides"
KEPT_TO_ITSELF = "not kept, or their side keeps it to itself"


@dataclass(frozen=True, slots=True)
class Counted:
    """One count of points. fact: what holds it; postings: its changes, the newest first.

    taps: what else may be done with it, each a word and an address below the campaign's; key: of a declared ledger and
    its side, by which forms name it; by_hand: points are posted without a rule; short: it is a deficit.
    """

    fact: str
    title: str
    balance: str
    short: bool = False
    note: str = ""
    rule: str = ""
    key: str = ""
    by_hand: bool = False
    taps: tuple[tuple[str, str], ...] = ()
    postings: tuple[Mapping[str, Any], ...] = ()


@dataclass(slots=True)
class SideBook:
    """All ledgers of a side. side: '' for those that are shared; beside: what else its system shows of the side."""

    side: str
    ledgers: list[Counted] = field(default_factory=list)
    beside: Any = None


def declared(here: At, side: str) -> Iterator[Counted]:
    """The ledgers of a side that its system declares; '' for those that are shared."""
    held = {(ledger.key, whose): number for ledger, whose, number in found_in(*_all(here), here.state.values)}
    for ledger in here.system.ledgers:
        if side not in ledger.sides(here.system.sides):
            continue
        number = held.get((ledger.key, side))
        if number is None:
            # The same words for what is a secret and for what there is not.
            yield Counted("", ledger.title, "", note=KEPT_TO_ITSELF)
            continue
        counted = Counted(ledger.of(side), ledger.title, signed(Decimal(number)), number < 0, rule=ledger.rule)
        yield replace(counted, key=f"{ledger.key}/{side}", by_hand=ledger.by_hand)


def books(here: At) -> list[SideBook]:
    """The declared ledgers: side by side, then those that are shared."""
    found = [SideBook(side, list(declared(here, side))) for side in (*here.system.sides, "")]
    return with_postings(here, [book for book in found if book.ledgers])


def with_postings(here: At, found: Iterable[SideBook]) -> list[SideBook]:
    """The same, each ledger with its postings: two queries for all of them."""
    every = list(found)
    past = postings(here, [one.fact for book in every for one in book.ledgers])
    return [
        replace(book, ledgers=[replace(one, postings=tuple(past.get(one.fact, ()))) for one in book.ledgers])
        for book in every
    ]


def totals(here: At) -> list[tuple[str, str]]:
    """How the ledgers stand that each side has: `Victory points`, `Axis 0 · Allied 8`."""
    lines: dict[str, list[str]] = {}
    for ledger, side, number in found_in(*_all(here), here.state.values):
        if side and not ledger.side:
            words = f"{here.system.names.side(side)} {number}".replace("-", MINUS)
            lines.setdefault(ledger.title, []).append(words)
    return [(title, " · ".join(words)) for title, words in lines.items()]


def _all(here: At) -> tuple[tuple[Ledger, ...], tuple[str, ...]]:
    return here.system.ledgers, here.system.sides
