"""What the panel of an operation's next tap is made of: whose tap, what is asked, rows with chances, one button."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from django.http import QueryDict

from navalassist.desk.at import At
from navalassist.desk.pads import Pad, pad_of
from navalassist.desk.rules.views import basis_of, in_names
from navalassist.desk.words import percent
from navalassist.engine import REGISTER, Figure, Procedure
from navalassist.play.rules.resolve import Preview, preview

FEW = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


@dataclass(frozen=True, slots=True)
class Row:
    """Something to choose. big, note: what stands at its right, mostly its chance; number: by which a table follows."""

    value: str
    title: str
    small: str = ""
    big: str = ""
    note: str = ""
    ticked: bool = False
    number: int = 0


@dataclass(frozen=True, slots=True)
class Next:
    """The panel of a next tap. seat: '' where either may tap; go: words of its button; part: what is inside.

    given: the hidden fields of its form; more: what its template shows beside that; of it `begun` is
    what the whole form of the rule begins with; only: the rule can be given nothing else; first: the dice that
    it asks for first, as in `2d6`; secret: it reads or makes secrets of its seat, for whose eyes it then is.
    """

    rule: str
    seat: str
    text: str
    part: str
    given: Mapping[str, str]
    go: str = ""
    more: Mapping[str, Any] = field(default_factory=dict)
    only: bool = False
    first: str = ""
    secret: bool = False

    @property
    def pad(self) -> Pad:
        """The digits that the dice of its rule show."""
        return pad_of(self.procedure, self.first)

    @property
    def procedure(self) -> Procedure:
        """The rule that its button carries out."""
        return REGISTER[self.rule]

    @property
    def whole(self) -> str:
        """The form of the rule with everything that it can be given, begun alike."""
        query = QueryDict(mutable=True)
        query.update({**self.given, **self.more.get("begun", {})})
        return f"do/{self.rule}/?{query.urlencode()}"


def target_of(here: At, rule: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """What is typed for a rule: this, and the defaults of its form."""
    fields = here.system.forms[rule].model_fields
    return {name: info.default for name, info in fields.items() if not info.is_required()} | dict(given)


def looked(here: At, rule: str, **given: Any) -> Preview:
    """What a rule says before the dice."""
    return in_names(here, preview(here.state, rule, target_of(here, rule, given), here.system))


def allowed(here: At, rule: str, **given: Any) -> Preview | None:
    """The same; None for what the rule refuses."""
    try:
        found = looked(here, rule, **given)
    except (LookupError, ValueError):
        return None
    return None if found.refusal else found


def basis(here: At, found: Preview) -> dict[str, Any]:
    """The terms that decide beforehand, with the entries that set what they read, and how many of them apply."""
    told = basis_of(here, found.procedure.slug, found)
    terms = getattr(told.get("tally"), "terms", ())
    return told | {"applied": sum(term.applies for term in terms), "of_terms": len(terms)}


def bars_of(figures: Iterable[Figure]) -> list[tuple[str, Fraction]]:
    """The chances among the figures of a rule, as lines of a distribution."""
    return [(figure.label, figure.value) for figure in figures if figure.unit == "chance"]


def chance_of(figures: Sequence[Figure]) -> str:
    """`: contact 83 %, no contact 17 %`, at the end of the words of a button; '' for no figure."""
    told = ", ".join(f"{figure.label.lower()} {percent(figure.value)}" for figure in figures)
    return told and f": {told}"


def counted(number: int, noun: str) -> str:
    """`two fleets`, `one squadron`."""
    return f"{number_word(number)} {noun}{'' if number == 1 else 's'}"


def number_word(number: int) -> str:
    """`two`; from 13 on in figures."""
    return FEW[number] if number < len(FEW) else str(number)


def all_of(number: int) -> str:
    """`all five`, `both`, `all of it`."""
    return {1: "all of it", 2: "both"}.get(number, f"all {number_word(number)}")
