"""What a rule system adds to a turn on paper: what is no rule, and what is listed without being asked for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.http import QueryDict
from pydantic import BaseModel

if TYPE_CHECKING:
    from navalassist.auditlog.models import Entry
    from navalassist.desk.at import At
    from navalassist.play.state import State
    from navalassist.play.write.writer import Writer


@dataclass(frozen=True, slots=True)
class PaperKind:
    """A kind of line that is no rule: its form, the steps that offer it, and what it does.

    act: from what was typed and the key of the row that it makes, which is the same each time the form is looked at.
    """

    key: str
    title: str
    rule: str
    form: type[BaseModel]
    steps: tuple[str, ...]
    act: Callable[[Writer, Mapping[str, Any], str], object]


@dataclass(frozen=True, slots=True)
class Listed:
    """Something that stands on the form by itself: its template, what that shows, and the fields that this draws.

    others: what was sent for it beside those; typed: is anything written there? play: enters it, with the time at which
    the dice were thrown.
    """

    key: str
    template: str
    draw: Callable[[], Any]
    names: Sequence[str]
    typed: bool
    play: Callable[[Writer, str], object]
    others: Sequence[str] = ()


def nothing_listed(writer: Writer, typed: QueryDict, first: bool) -> Sequence[Listed]:
    """A system of which only rules stand on paper."""
    return ()


def no_place_left(typed: QueryDict, known: frozenset[str]) -> Sequence[str]:
    """A system that lists nothing: nothing can be left over of it."""
    return ()


def no_dice(typed: QueryDict) -> bool:
    """A system in which only lines of rules take dice."""
    return False


def nothing_drawn(here: At) -> dict[str, Any]:
    """A system whose sheet begins with its first step."""
    return {}


def nothing_planned(state: State, side: str, step: str) -> dict[str, Any]:
    """A system in which a step has no lines but those of rules."""
    return {}


def nothing_apart(values: Mapping[str, Any]) -> Collection[str]:
    """A system that has each of its lines in every campaign."""
    return ()


def no_page_of_all(slug: str, entries: Sequence[Entry], submission: str) -> str:
    """A system without a page that tells several entries together."""
    return ""


@dataclass(frozen=True, slots=True)
class OnPaper:
    """How a rule system is played on paper.

    listed: for the step at which a writer stands, in order; first: it is the one that is on; unplaced: what was typed
    for lines that are no longer there; has_dice: are dice typed for what is listed? top, rows: templates of the printed
    sheet with what they show, above its steps and in a step; often: kinds of which it has several lines; also: the
    steps of rules that the turn sequence does not name; apart: from the facts, the kinds of lines that this campaign
    does not have.
    """

    kinds: tuple[PaperKind, ...] = ()
    listed: Callable[[Writer, QueryDict, bool], Sequence[Listed]] = nothing_listed
    unplaced: Callable[[QueryDict, frozenset[str]], Sequence[str]] = no_place_left
    has_dice: Callable[[QueryDict], bool] = no_dice
    often: tuple[str, ...] = ()
    also: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    apart: Callable[[Mapping[str, Any]], Collection[str]] = nothing_apart
    top: str = ""
    draw_top: Callable[[At], dict[str, Any]] = nothing_drawn
    rows: str = ""
    draw_rows: Callable[[State, str, str], dict[str, Any]] = nothing_planned
    all_done: Callable[[str, Sequence[Entry], str], str] = no_page_of_all
