"""Nonces: what the sides add to the server's dice of a turn, so that whoever keeps the server cannot choose them.

The order makes it fair. The server's seed is bound first; then each side that wants to binds a nonce by its hash; only
then are the nonces shown, and from then on every face of the turn depends on the seed and on all of them. Whoever chose
the seed did not know the nonces, and nobody chose a nonce knowing that of another side. The first entry that may have
used the server's dice closes the turn: what was not shown by then never counts. The nonces of a turn are marks of the
campaign, and end with it. `turns.add_nonce` binds and shows them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from navalassist.auditlog.course import audience_of_record
from navalassist.auditlog.models import DICE_KINDS, Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.models import Campaign
from navalassist.play.state import State
from navalassist.play.systems import system_of

NONCE = "nonce"
COMMIT, SHOW = "nonce.commit", "nonce.show"
BOUND, SHOWN = "bound", "shown"
# The formula from which on the faces of a turn may depend on nonces.
SCHEME = 2


@dataclass(frozen=True, slots=True)
class Nonce:
    """What a side added to the dice of this turn. text: '' while it is only bound; entry: what bound or showed it."""

    side: str
    commitment: str
    text: str
    entry: str


def commitment_of(text: str) -> str:
    """The hash by which a nonce is bound: the SHA-256 of its text in UTF-8."""
    return hashlib.sha256(text.encode()).hexdigest()


def mixed(nonces: Mapping[str, str]) -> str:
    """What the shown nonces make together in the formula of the dice: '' when there are none.

    nonces: side -> text. The SHA-256 of the lines `side=nonce` in the order of the sides' names.
    """
    if not nonces:
        return ""
    lines = "\n".join(f"{side}={text}" for side, text in sorted(nonces.items()))
    return hashlib.sha256(lines.encode()).hexdigest()


def nonces_of(state: State) -> list[Nonce]:
    """The nonces of this turn, side by side."""
    found = []
    for side in system_of(state.campaign.system).sides:
        mark = mark_of(side)
        if f"{mark}.place" in state.values:
            shown = state.values[f"{mark}.place"] == SHOWN
            note = str(state.values[f"{mark}.note"])
            commitment = commitment_of(note) if shown else note
            found.append(Nonce(side, commitment, note if shown else "", state.sources[f"{mark}.place"]))
    return found


def shown_nonces(state: State) -> dict[str, str]:
    """side -> nonce, of those that count in this turn."""
    marks = ((side, mark_of(side)) for side in system_of(state.campaign.system).sides)
    return {
        side: str(state.values[f"{mark}.note"]) for side, mark in marks if state.values.get(f"{mark}.place") == SHOWN
    }


def why_closed(state: State) -> str:
    """'' while nonces may be bound or shown in this turn, else why not, in words."""
    entries = Entry.objects.filter(campaign=state.campaign, turn=state.clock[0], chain=PUBLIC)
    seed = entries.filter(kind="seed").order_by("-id").first()
    if seed is None or seed.record["body"].get("scheme", 1) < SCHEME:
        return "the dice of this turn were bound by an older version; from the next turn on sides may add to them"
    after = entries.filter(kind__in=DICE_KINDS, id__gt=seed.pk)
    first = next((entry for entry in after.one_by_one() if closes(entry.record)), None)
    if first is not None:
        # Of an act done in secret nobody learns whether it threw any.
        fell = "were" if audience_of_record(first.record) == PUBLIC else "may have been"
        return f"the first dice of this turn {fell} thrown in entry {first.sequence}; try again in the next turn"
    return ""


def closes(record: Mapping[str, Any]) -> bool:
    """True for an entry that may have used the server's dice: it did, or its body is not for everybody.

    Everybody can tell, so that nobody learns from it what was done in secret.
    """
    if record["kind"] not in DICE_KINDS:
        return False
    dice = record["body"].get("dice") or {}
    return audience_of_record(record) != PUBLIC or dice.get("source") == "server"


def mark_of(side: str) -> str:
    """The row that keeps the nonce of a side."""
    return f"mark:{NONCE}/{side}"


class NonceBook:
    """The nonces of a whole log: what counted when an entry was written."""

    def __init__(self, campaign: Campaign) -> None:
        # The key of each entry that showed a nonce, or began the campaign anew; its turn, the side, and the text.
        self._shown: list[tuple[int, str, str, str]] = []
        rows = Entry.objects.filter(campaign=campaign, kind__in=(NONCE, "fork"), chain=PUBLIC).order_by("id")
        for key, kind, turn, content in rows.values_list("id", "kind", "turn", "content"):
            if kind == "fork":
                self._shown.append((key, turn, "", ""))
            elif (body := _body_of(content)).get("act") == SHOW:
                self._shown.append((key, turn, str(body.get("side", "")), str(body.get("nonce", ""))))

    def at(self, key: int, turn: str) -> str:
        """What the nonces of a turn made together for the entry of this key."""
        if not self._shown:
            return ""
        counted: dict[str, str] = {}
        for shown_at, of_turn, side, text in self._shown:
            if shown_at >= key:
                break
            if of_turn == turn:
                if side:
                    counted[side] = text
                else:
                    counted.clear()
        return mixed(counted)


def _body_of(content: str) -> Mapping[str, Any]:
    try:
        body = json.loads(content)["body"]
    except (ValueError, LookupError, TypeError):
        # A text that was altered by hand is named by the check of its entry.
        return {}
    return body if isinstance(body, dict) else {}


class NonceOrder:
    """Checks of a whole log that nonces came in their order: seed, all that bind, all that show, dice."""

    def __init__(self) -> None:
        self._schemes: dict[str, int] = {}
        self._bound: dict[tuple[str, str], str] = {}
        self._shown: set[tuple[str, str]] = set()
        self._closed: set[str] = set()

    def bound(self, turn: str, scheme: int) -> None:
        """The public seed of a turn was bound, with the number of its formula."""
        self._schemes[turn] = scheme

    def close(self, turn: str) -> None:
        """The server's dice of a turn may have been thrown."""
        self._closed.add(turn)

    def begin_anew(self, turn: str) -> None:
        """A fork: what was added to the turn before it counts no more."""
        self._closed.discard(turn)
        self._schemes.pop(turn, None)
        self._shown = {key for key in self._shown if key[0] != turn}
        self._bound = {key: value for key, value in self._bound.items() if key[0] != turn}

    def entry(self, now: str, body: Mapping[str, Any]) -> list[str]:
        """What is wrong with an entry that binds or shows a nonce, in words. now: its turn."""
        turn, side = body["turn_bound"], body["side"]
        key, wrong = (turn, side), []
        if turn != now:
            wrong.append("a nonce is for another turn than the one it stands in")
        if self._schemes.get(turn, 0) < SCHEME:
            wrong.append("a nonce came before the dice of its turn were bound, or their formula takes none")
        if turn in self._closed:
            wrong.append("a nonce came after the server's dice of its turn may have been thrown")
        if "nonce" in body:
            if key in self._shown:
                wrong.append("this side showed its nonce before")
            if commitment_of(body["nonce"]) != self._bound.get(key):
                wrong.append("the nonce is not the one that was bound")
            self._shown.add(key)
            return wrong
        if key in self._bound:
            wrong.append("this side bound a nonce before")
        if any(of_turn == turn for of_turn, _ in self._shown):
            wrong.append("a nonce was bound after another one was shown")
        self._bound.setdefault(key, body["commitment"])
        return wrong
