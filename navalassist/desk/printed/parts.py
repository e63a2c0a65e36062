"""What a printed sheet is made of: lines with the entry that caused each, sections of them, and a head above them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from navalassist.desk.access import head_of, later_part
from navalassist.desk.at import At
from navalassist.desk.logbook.naming import entry_url, short_entry

# The entry that sets a campaign up.
FIRST_ENTRY = "public/1"


@dataclass(frozen=True, slots=True)
class Told:
    """A line: what, how it stands, the figure at its right, and the entry that caused it (address and number)."""

    what: str
    text: str = ""
    url: str = ""
    entry: str = ""
    right: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a sheet: lines, a table, words above them and small print below.

    side: its sign stands before the title; foot: the last row of the table, the sum; wide: over the whole width;
    template: what else stands in it; numbered: the lines are entries, each behind its number.
    """

    title: str
    lines: tuple[Told, ...] = ()
    words: str = ""
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    foot: tuple[str, ...] = ()
    fine: tuple[str, ...] = ()
    side: str = ""
    template: str = ""
    wide: bool = False
    numbered: bool = False

    def __bool__(self) -> bool:
        """False for one that has nothing to say."""
        return bool(self.lines or self.words or self.rows or self.fine or self.template)


def sheet_of(
    here: At, title: str, said: str, strip: Iterable[tuple[str, str]], sections: Iterable[Section], **more: Any
) -> dict[str, Any]:
    """A sheet as its template draws it. said: the sentence under its head; strip: label and words of each box."""
    head = head_of(here)
    return {
        "head": head,
        "home": f"/c/{here.campaign.slug}/",
        "title": title,
        "said": said,
        "strip": list(strip),
        "sections": [section for section in sections if section],
        "signs": [f"{side_text(here, side)}, seen" for side in here.system.sides],
        "note": f"what the {seat_word(here)} seat may know",
    } | more


def side_text(here: At, side: str) -> str:
    """A side with its sign: `■ Axis`."""
    word, sign = here.seats[side]
    return f"{sign} {word}"


def seat_word(here: At) -> str:
    """What the viewer's seat is called."""
    return here.seats[here.viewer.seat][0]


def own_first(here: At) -> tuple[str, ...]:
    """The sides, that of the viewer's seat first."""
    return tuple(sorted(here.system.sides, key=lambda side: side != here.viewer.seat))


def moment_text(here: At) -> str:
    """`Mar I 41, ■ Axis player turn`; `Dec 41, Turn of both sides`"""
    turn, player_turn, _ = here.state.clock
    whose = here.system.turn_of(player_turn) if here.system.is_shared else f"{side_text(here, player_turn)} player turn"
    return f"{here.system.names.turn(turn)}, {whose}"


def step_text(here: At) -> str:
    """`Naval movement, naval step 2`"""
    return ", ".join(filter(None, (here.system.step_title(*here.state.clock[1:]), later_part(here))))


def source(here: At, fact: str) -> tuple[str, str]:
    """Address and number of the entry that set a fact; empty where the viewer may not read it.

    That the campaign began with it is no news.
    """
    reference = here.state.sources.get(fact, "")
    if reference == FIRST_ENTRY or reference.partition("/")[0] not in here.viewer.audiences:
        return "", ""
    return entry_url(here.state, reference), short_entry(reference)
