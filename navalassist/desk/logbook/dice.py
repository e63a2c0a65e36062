"""The dice of an entry and their source: which seed they come from, where it was bound, and whether they are proved."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from navalassist.auditlog.models import Entry
from navalassist.desk.grids import cell_text
from navalassist.desk.logbook.books import table_read
from navalassist.desk.logbook.cells import part_of
from navalassist.desk.logbook.naming import entry_url, entry_word
from navalassist.desk.logbook.record import Body, Die, Plain, plain_text, thrown
from navalassist.desk.templatetags.parts import side_word
from navalassist.engine import Dice
from navalassist.play.bodies import audience_of
from navalassist.play.dice import ServerDice
from navalassist.play.state import State


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
    return [
        Thrown(
            str(answer.get("label") or ask_words(str(answer["key"]))),
            str(answer["key"]),
            tuple(Die(f, _is_typed(answer, body)) for f in answer["faces"]),
            read_as(state, answer),
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
    return f"{cells[0]['row']}, {text}" if len(answer["faces"]) > 1 else text


def _is_typed(answer: Plain, body: Body) -> bool:
    return body.get("dice", {}).get("source") == "typed"


def source_of(answer: Plain, body: Body) -> str:
    """`server`, `typed`, or the entry whose dice were given again."""
    dice = body.get("dice", {})
    if answer["key"] in dice.get("reused", ()):
        return f"as in {entry_word(str(body.get('corrects') or body.get('continues') or 'the entry before'))}"
    return str(dice.get("source", ""))


def chosen_of(body: Body) -> list[tuple[str, str]]:
    """The decisions of seats: what was asked, and what they chose."""
    return [
        (str(a.get("label") or ask_words(a["key"])), str(a["choice"])) for a in body.get("answers", ()) if "choice" in a
    ]


def needs_seed(body: Body) -> bool:
    """True if any die of the entry was thrown by the server for it."""
    return body.get("dice", {}).get("source") == "server" and bool(own_throws(body))


def seeds_of(entry: Entry, audiences: frozenset[str]) -> list[Entry]:
    """The entries that bind and open the seed of this entry's dice, where the viewer may see them; one query."""
    audience = audience_of(entry)
    if audience not in audiences:
        return []
    found = Entry.objects.filter(campaign=entry.campaign, turn=entry.turn, kind__in=("seed", "reveal"), chain=audience)
    return list(found.order_by("id"))


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
    if opened is None:
        text = (
            "The server’s dice. Their seed was bound before any of them could be known, and opens when the turn ends."
        )
        return Source(text, link, None, "Then anyone can recompute every face offline.")
    wrong = wrong_faces(entry, body, bytes.fromhex(opened.record["body"]["seed"]))
    number = sum(len(answer["faces"]) for answer in own_throws(body))
    proof = f"{number} of {number} faces recomputed just now: as recorded." if not wrong else f"{wrong} faces differ!"
    return Source(
        "The server’s dice. Their seed was bound before, and is open now.",
        link,
        _link(opened, state),
        proof,
        bool(wrong),
    )


def wrong_faces(entry: Entry, body: Body, seed: bytes) -> int:
    """How many of the entry's own faces are not those that the seed gives."""
    server = ServerDice(seed, str(entry.campaign.identity), entry.reference, str(body.get("procedure", "")))
    wrong = 0
    for answer in own_throws(body):
        recorded = tuple(answer["faces"])
        sides = int(answer["dice"].rpartition("d")[2])
        given = server.faces(answer["key"], Dice(len(recorded), sides), "") or ()
        wrong += sum(1 for ours, theirs in zip(given, recorded, strict=True) if ours != theirs)
    return wrong


def own_throws(body: Body) -> list[Plain]:
    """The throws of this very entry, without those that an earlier one had thrown."""
    reused = body.get("dice", {}).get("reused", ())
    return [answer for answer in thrown(body) if answer["key"] not in reused]


def _link(entry: Entry | None, state: State) -> tuple[str, str] | None:
    return (entry_url(state, entry.reference), entry_word(entry.reference)) if entry else None
