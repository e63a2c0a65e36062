"""What a rule system brings to the set-up: its pages there, and what it asks before a campaign begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, QueryDict

from navalassist.desk.at import At
from navalassist.engine import Book
from navalassist.play.systems import System
from navalassist.play.write.edits import Edit

if TYPE_CHECKING:
    from navalassist.campaigns.models import Campaign

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SetUpInput:
    """An input on a set-up page: what was typed, its reason, and the campaign that it is for.

    key, value: from two fields, or of one button `naples=allied`; when: the turn in words; sources: fact -> the entry
    that set it.
    """

    key: str
    value: str
    note: str
    when: str
    post: QueryDict
    facts: Facts
    book: Book
    system: System
    sources: Mapping[str, str]


def nothing_shown(request: HttpRequest, here: At, facts: Facts) -> dict[str, Any]:
    """A page whose template needs no more than every set-up page has."""
    return {}


def no_line(here: At, facts: Facts) -> str:
    """A section of which the overview says no more than its name."""
    return ""


def no_place(key: str) -> str:
    """A page that begins at its top after a tap."""
    return ""


def no_more(here: At, key: str) -> Section | None:
    """A section without pages for single things."""
    return None


@dataclass(frozen=True)
class Section:
    """A page of the set-up, at setup/<name>/.

    context: what its template shows beside what all of them show; line: how it stands, for the overview;
    acts: what its buttons do, by the act that the log names; one: the page of a single thing, at setup/<name>/<key>/;
    place: where the page is to be looked at after a tap on a key.
    """

    name: str
    title: str
    template: str
    context: Callable[[HttpRequest, At, Facts], dict[str, Any]] = nothing_shown
    line: Callable[[At, Facts], str] = no_line
    acts: Mapping[str, Callable[[SetUpInput], Edit]] = field(default_factory=dict)
    one: Callable[[At, str], Section | None] = no_more
    place: Callable[[str], str] = no_place


@dataclass(frozen=True)
class NewCampaign:
    """What a rule system asks before a campaign begins.

    template: its fields, in the form, '' for none; begins: those of the turn it begins in, which stand beside its name;
    says: the choices in a sentence, as in `, from {month} {year}`, each by its field; plain: field -> what stands in it
    at first; choices: what its templates choose from; tells: what they say of what is typed so far; begin: from what
    was typed to the making of the campaign, still without name, address and who begins it. What does not fit is a
    `Problem` that names its field.
    """

    template: str
    plain: Mapping[str, str]
    choices: Callable[[], dict[str, Any]]
    begin: Callable[[QueryDict], Callable[..., Campaign]]
    begins: str = ""
    says: str = ""
    tells: Callable[[Mapping[str, str]], dict[str, Any]] = lambda typed: {}
