"""Order books: a side's orders of a turn, written in secret, sealed with a public hash, opened with the other side's.

    BOOKS = OrderBooks((Sailing,), check=faults)

Each kind of order is a `Row` of the system with a `side` and a `turn`, secret to its side until the books are opened.
The seal is the SHA-256 of a text that holds every order of the side, and a salt: nobody can guess the orders from it,
and once they are open anybody can work it out again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import StringConstraints

from navalassist.engine.effects import Effect
from navalassist.engine.knowledge import SideKey
from navalassist.engine.reader import View
from navalassist.engine.rows import Row, Says, plain
from navalassist.engine.shapes import Worded

TurnKey = Annotated[str, StringConstraints(max_length=20)]
Hash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$", max_length=64)]


class BookState(Worded):
    """How far a book is. Before it is sealed there is no row of it; under way its orders are carried out unseen."""

    SEALED = "sealed", "sealed"
    UNDER_WAY = "under-way", "under way"
    OPENED = "opened", "open"


class Book(Row, kind="order-book", noun="order book"):
    """A side's orders of a turn, sealed: everybody sees that, the hash, and once it is open the text."""

    side: SideKey = Says("Side")
    turn: TurnKey = Says("Turn")
    state: BookState = Says("How far it is", BookState.SEALED, log="{}")
    hash: Hash = Says("SHA-256 of its text")
    text: str = Says("Its text", "", told=False)


class Seal(Row, kind="order-seal", noun="seal of the orders", several="Seals of orders"):
    """The text of a sealed book: its side's secret until the books are shown."""

    side: SideKey = Says("Side")
    text: str = Says("Its text", told=False)


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a book can't be sealed as it stands. about: the order (`sailing:1`), '' for the book as a whole."""

    text: str
    about: str = ""
    rule: str = ""


def nothing_wrong(view: View, side: str, orders: Sequence[Any]) -> Iterable[Fault]:
    """A system in which any orders may be sealed."""
    return ()


def nothing_begins(view: View, side: str, orders: Sequence[Any]) -> Iterable[Effect]:
    """A system whose orders stay as they are when they are opened."""
    return ()


def shown_at_once(view: View) -> bool:
    """A system in which everybody reads the books as they are opened."""
    return False


@dataclass(frozen=True)
class OrderBooks:
    """The order books of a system. kinds: of its orders; check: what is wrong with a side's, from what it sees.

    begins: what becomes of a side's orders as the books are opened; kept: True where each side keeps its opened book
    to itself, and everybody reads both as the turn ends.
    """

    kinds: tuple[type[Row], ...]
    check: Callable[[View, str, Sequence[Any]], Iterable[Fault]] = nothing_wrong
    begins: Callable[[View, str, Sequence[Any]], Iterable[Effect]] = nothing_begins
    kept: Callable[[View], bool] = shown_at_once

    def __post_init__(self) -> None:
        """ValueError for a kind without side or turn."""
        for kind in self.kinds:
            if not {"side", "turn"} <= set(kind.fact_names()):
                raise ValueError(f"orders of the kind {kind.KIND!r} have no side, or no turn")

    def orders(self, view: View, side: str, turn: str) -> list[Any]:
        """A side's orders of a turn, as far as the view has them."""
        return [row for kind in self.kinds for row in view.rows(kind, side=side, turn=turn)]


def key_of(turn: str, side: str) -> str:
    """The key of a book."""
    return f"{turn}-{side}"


def text_of(side: str, turn: str, orders: Iterable[Row], salt: str) -> str:
    """The text that is sealed: every order with its fields, and the salt, in one canonical form."""
    told = {one.row: {name: plain(getattr(one, name)) for name in one.fact_names()} for one in orders}
    whole = {"side": str(side), "turn": turn, "orders": told, "salt": salt}
    return json.dumps(whole, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def hash_of(text: str) -> str:
    """SHA-256 of a text in UTF-8, as 64 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()
