"""The dice of an entry and their source: which seed they come from, where it was bound, and whether they are proved."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.desk.grids import cell_text
from navalassist.desk.logbook.books import table_read
from navalassist.desk.logbook.cells import part_of
from navalassist.desk.logbook.naming import entry_url, entry_word
from navalassist.desk.logbook.record import (
    Body,
    Die,
    Plain,
    dice_of,
    faces_text,
    lying,
    plain_text,
    sides_of,
    thrown,
    total_of,
)
from navalassist.desk.logbook.wording import wording_of
from navalassist.desk.words import side_word
from navalassist.engine import Dice
from navalassist.play.dice.nonces import SHOW, mixed
from navalassist.play.dice.server import ServerDice
from navalassist.play.state import State
from navalassist.play.storage.bodies import dice_for


@dataclass(frozen=True)
class Thrown:
    """One ask with its dice."""

    what: str
    key: str
    dice: tuple[Die, ...]
    reading: str
    source: str


@dataclass(frozen=True)
class Source:
    """Where the dice come from, in a sentence; the entries that bind and open their seed, and what the check says."""

    text: str
    bound: tuple[str, str] | None = None
    opened: tuple[str, str] | None = None
    proof: str = ""
    wrong: bool = False


def throws_of(body: Body, state: State) -> list[Thrown]:
    """Every throw with what it was read as."""
    rules = wording_of(state).rules
    return [
        Thrown(
            rules.fitting(body, str(answer.get("label") or ask_words(str(answer["key"])))),
            str(answer["key"]),
            dice_of(answer, body),
            rules.counted(body, read_as(state, answer)),
            source_of(answer, body),
        )
        for answer in thrown(body)
    ]


def ask_words(key: str) -> str:
    """An ask by its key alone: `effect on lot 1` for `lot-1/effect`."""
    words, part = key.rpartition("/")[2].replace("-", " "), part_of(key)
    return f"{words} on {part}" if part and part != words else words


def read_as(state: State, answer: Plain) -> str:
    """`9, C`: the row and the cell, as the table prints it; a reading without a table in words."""
    cells = answer.get("cells", ())
    if len(cells) != 1:
        return plain_text(answer.get("reading"))
    table = table_read(state, cells[0]["table"], cells[0]["version"])
    text = cell_text(table, cells[0].get("value")) if table else str(cells[0].get("value"))
    return f"{total_of(answer) or cells[0]['row']}, {text}" if len(lying(answer)) > 1 else text


def source_of(answer: Plain, body: Body) -> str:
    """`server`, `typed`, or the entry whose dice were given again."""
    dice = body.get("dice", {})
    if answer["key"] in dice.get("reused", ()):
        return f"as in {entry_word(str(body.get('corrects') or body.get('continues') or 'the entry before'))}"
    return str(dice.get("source", ""))


def needs_seed(body: Body) -> bool:
    """True if any die of the entry was thrown by the server for it."""
    return body.get("dice", {}).get("source") == "server" and bool(own_throws(body))


def seeds_of(entry: Entry, audiences: frozenset[str]) -> list[Entry]:
    """The entries that bind and open the seed of these dice, and nonces, where the viewer may see them; one query.

    After a fork a turn has a seed of its own; a fork stands last where the seed stayed with the campaign before it.
    """
    # What binds or opens a seed stands on the chain of its audience.
    audience = entry.chain if entry.chain != PUBLIC else dice_for(entry)
    if audience not in audiences:
        return []
    kinds, chains = ("seed", "reveal", "fork", "nonce"), {audience, PUBLIC}
    found = Entry.objects.filter(campaign=entry.campaign, turn=entry.turn, kind__in=kinds, chain__in=chains)
    own: list[Entry] = []
    for other in found.order_by("id"):
        if other.kind == "fork" and other.pk < entry.pk:
            own.clear()
        elif (not own or own[-1].kind != "fork") and (other.chain == audience or other.kind == "nonce"):
            own.append(other)
    return own


def origin(entry: Entry, body: Body, seeds: Iterable[Entry], state: State) -> Source | None:
    """The source of an entry's dice; None when it has none."""
    if not thrown(body):
        return None
    dice = body.get("dice", {})
    if dice.get("source") == "typed":
        seat = side_word(entry.seat)
        return Source(f"Thrown at the table and typed for the {seat} seat. Statistics keep typed dice apart.")
    bound = next((e for e in seeds if e.kind == "seed"), None)
    opened = next((e for e in seeds if e.kind == "reveal"), None)
    if not needs_seed(body):
        again = entry_word(str(body.get("corrects") or body.get("continues") or ""))
        return Source(f"The same dice as in {again}: none was thrown anew.")
    link = _link(bound, state)
    if opened is None and any(e.kind == "fork" for e in seeds):
        text = "The server's dice, thrown before this log was imported. Their seed stayed with the campaign before."
        return Source(text, link, None, "Only there can they be proved.")
    bodies = [e.record["body"] for e in seeds if e.kind == "nonce" and e.pk < entry.pk]
    nonces = mixed({body["side"]: body["nonce"] for body in bodies if body["act"] == SHOW})
    fairness = "what sides had added to them counts" if nonces else "no side had added to them: the server's dice alone"
    if opened is None:
        text = f"The server's dice; {fairness}. Their seed was bound before any of them could be known."
        return Source(text, link, None, "It opens when the turn ends; then anyone can recompute every face offline.")
    wrong = wrong_faces(entry, body, bytes.fromhex(opened.record["body"]["seed"]), nonces)
    number = sum(len(answer["faces"]) for answer in own_throws(body))
    proof = f"{number} of {number} faces recomputed just now: as recorded." if not wrong else f"{wrong} faces differ!"
    return Source(
        f"The server's dice; {fairness}. Their seed was bound before, and is open now.",
        link,
        _link(opened, state),
        proof,
        bool(wrong),
    )


def wrong_faces(entry: Entry, body: Body, seed: bytes, nonces: str = "") -> int:
    """How many of the entry's own faces are not those that the seed, and what sides had added, give."""
    server = ServerDice(seed, entry.record["campaign"], entry.reference, str(body.get("procedure", "")), None, nonces)
    wrong = 0
    for answer in own_throws(body):
        recorded = tuple(answer["faces"])
        given = server.faces(answer["key"], Dice(len(recorded), sides_of(answer)[1]), "") or ()
        wrong += sum(1 for ours, theirs in zip(given, recorded, strict=True) if ours != theirs)
    return wrong


def set_aside(body: Body) -> str:
    """Faces that count no longer, since they were rolled again: `contact 6 3; effect on lot 1 4`."""
    found, sides = body.get("set_aside", {}), {answer["key"]: sides_of(answer)[1] for answer in thrown(body)}
    told = ((key, faces_text({"faces": faces}, sides.get(key, 0))) for key, faces in found.items())
    return "; ".join(f"{ask_words(key)} {faces}" for key, faces in told)


def own_throws(body: Body) -> list[Plain]:
    """The throws of this very entry, without those that an earlier one had thrown."""
    reused = body.get("dice", {}).get("reused", ())
    return [answer for answer in thrown(body) if answer["key"] not in reused]


def _link(entry: Entry | None, state: State) -> tuple[str, str] | None:
    return (entry_url(state, entry.reference), entry_word(entry.reference)) if entry else None
