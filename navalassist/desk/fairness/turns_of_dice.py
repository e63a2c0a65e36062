"""What the page about the dice says: this turn's seeds and nonces, and those of the turns that are over."""

from __future__ import annotations

from dataclasses import dataclass, field

from navalassist.auditlog.models import Entry
from navalassist.auditlog.payloads import with_payloads
from navalassist.campaigns.facts import PUBLIC
from navalassist.desk.access import SEATS
from navalassist.desk.at import At
from navalassist.desk.logbook.naming import entry_url, entry_word
from navalassist.play.dice.nonces import SHOW, Nonce, nonces_of, why_closed
from navalassist.play.dice.server import commitment
from navalassist.play.storage.bodies import body_of

# How many turns that are over are shown, and how many entries are looked through for them.
TURNS, LOOKED = 6, 200
KINDS = ("seed", "reveal", "nonce", "fork")


@dataclass(frozen=True, slots=True)
class Bound:
    """A seed: whose dice, its hash, the entry that bound it; once it is open the seed itself and its entry."""

    whose: str
    committed: str
    entry: tuple[str, str]
    seed: str = ""
    opened: tuple[str, str] | None = None
    fits: bool = True


@dataclass(slots=True)
class OfTurn:
    """The dice of one turn. nonces: side, text and entry of those that were shown."""

    name: str
    seeds: list[Bound] = field(default_factory=list)
    nonces: list[tuple[str, str, tuple[str, str]]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class OfSide:
    """What a side has added to this turn."""

    side: str
    nonce: Nonce | None
    entry: tuple[str, str] | None
    own: bool

    @property
    def counts(self) -> bool:
        """True where the dice of this turn depend on it."""
        return bool(self.nonce and self.nonce.text)


def sides(here: At) -> list[OfSide]:
    """Each side with what it has added."""
    found = {nonce.side: nonce for nonce in nonces_of(here.state)}
    return [
        OfSide(
            side,
            found.get(side),
            _cited(here, found[side].entry) if side in found else None,
            here.viewer.seat == side,
        )
        for side in here.system.sides
    ]


def closed(here: At) -> str:
    """'' while something can be added to this turn, else why not, as a sentence."""
    reason = why_closed(here.state)
    return f"{reason[:1].upper()}{reason[1:]}." if reason else ""


def turns(here: At) -> list[OfTurn]:
    """The newest turn first, each with the seeds that this viewer may know of."""
    entries = Entry.objects.filter(campaign=here.campaign, kind__in=KINDS).seen_by(here.viewer.audiences)
    newest = with_payloads(entries.newest_first()[:LOOKED])
    found: dict[str, OfTurn] = {here.state.clock[0]: OfTurn(here.system.names.turn(here.state.clock[0]))}
    bound: dict[tuple[str, str], Bound] = {}
    for entry in reversed(newest):
        body = body_of(entry, here.viewer.audiences)
        key = (entry.turn, entry.chain)
        of_turn = found.setdefault(entry.turn, OfTurn(here.system.names.turn(entry.turn)))
        cited = _cited(here, entry.reference)
        if entry.kind == "fork" and entry.chain == PUBLIC:
            of_turn.seeds.clear()
            of_turn.nonces.clear()
        elif entry.kind == "seed":
            bound[key] = Bound(_whose(entry.chain), body["commitment"], cited)
            of_turn.seeds.append(bound[key])
        elif entry.kind == "reveal" and key in bound:
            _open(of_turn, bound[key], body["seed"], cited)
        elif body.get("act") == SHOW:
            of_turn.nonces.append((body["side"], body["nonce"], cited))
    return [of_turn for _, of_turn in sorted(found.items(), reverse=True)[: TURNS + 1]]


def _open(of_turn: OfTurn, bound: Bound, seed: str, cited: tuple[str, str]) -> None:
    fits = commitment(bytes.fromhex(seed)) == bound.committed
    at = of_turn.seeds.index(bound)
    of_turn.seeds[at] = Bound(bound.whose, bound.committed, bound.entry, seed, cited, fits)


def _whose(chain: str) -> str:
    return "Everybody's dice" if chain == PUBLIC else f"Secret dice, {SEATS[chain][0]}"


def _cited(here: At, reference: str) -> tuple[str, str]:
    return entry_url(here.state, reference), entry_word(reference)
