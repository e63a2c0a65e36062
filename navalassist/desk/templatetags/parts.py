"""Small tags and filters that turn numbers, sides and rule tables into what pages show. No rule is decided here."""

import re
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import Any

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify

from navalassist.auditlog.models import short_code
from navalassist.desk.grids import LONG, SHORT, GridView, OddCells, cell_text, counts_in_words, grid_view, odd_cells
from navalassist.desk.problem import Problem
from navalassist.desk.system_pages import SYSTEM_PAGES, SystemPages, style_of
from navalassist.desk.words import MINUS, OTHERS, Number, as_fraction, decimal, fraction, percent, side_word, whole
from navalassist.engine import Cell, Provenance
from navalassist.engine.duties import EITHER
from tables.table import RuleTable

register = template.Library()
for of_words in (percent, fraction, decimal, side_word):
    register.filter(of_words.__name__, of_words)


PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((50, 50),),
    2: ((28, 28), (72, 72)),
    3: ((28, 28), (50, 50), (72, 72)),
    4: ((28, 28), (72, 28), (28, 72), (72, 72)),
    5: ((28, 28), (72, 28), (50, 50), (28, 72), (72, 72)),
    6: ((28, 26), (72, 26), (28, 50), (72, 50), (28, 74), (72, 74)),
}
# Beyond this denominator an exact fraction says nothing to a reader.
LARGEST_OVER = 9999
RULING = re.compile(r"\b(R-\d+)\b")


def shares(chances: Sequence[Fraction], kept: int | None = None) -> list[str]:
    """Lines of a distribution as `percent` tells a chance, such that what is shown adds up: to 100 for a whole one.

    Each is told by the whole percent next below or above it, and where rounding each by itself does not add up,
    those with the largest remainders are the ones rounded up. The line `kept` is rounded as everywhere, for it
    stands beside the list too. A line under 1 % has no number: the others make what they are together, to within 1.
    """
    told = [percent(chance) for chance in chances]
    exact = {n: chance * 100 for n, chance in enumerate(chances) if Fraction(1, 100) <= chance <= Fraction(99, 100)}
    together = sum(exact.values(), Fraction(0))
    shown = min(max(sum(map(whole, exact.values())), floor(together)), ceil(together))
    free = [n for n in exact if n != kept]
    more = shown - sum(whole(exact[n]) if n == kept else floor(exact[n]) for n in exact)
    rounded_up = sorted(free, key=lambda n: exact[n] % 1, reverse=True)[:more]
    for n in free:
        told[n] = f"{floor(exact[n]) + (n in rounded_up)} %"
    return told


register.filter("head_code", short_code)


@register.filter
def percent_1(value: Number) -> str:
    """A chance with one digit after the point, for numbers that are multiplied out: `36.1 %`."""
    tenths = int(as_fraction(value) * 1000 + Fraction(1, 2))
    return f"{tenths // 10}.{tenths % 10} %"


@register.simple_tag
def exact(value: Number, over: int | str = 0) -> str:
    """`fraction` for templates that may not be told a common denominator; '' where it is too long to help anyone."""
    return fraction(value, int(over or 0)) if as_fraction(value).denominator <= LARGEST_OVER else ""


@register.filter
def decimal_2(value: Number) -> str:
    """An expectation with two digits after the point, rounded half up."""
    hundredths = int(abs(as_fraction(value)) * 100 + Fraction(1, 2))
    return f"{MINUS if as_fraction(value) < 0 else ''}{hundredths // 100}.{hundredths % 100:02}"


@register.filter
def signed(value: int, applies: bool = True) -> str:
    """A term's number: `+ 9`, `− 5`, `0`; in brackets when the term does not apply."""
    text = str(value) if not value else f"{MINUS if value < 0 else '+'} {abs(value)}"
    return text if applies else f"({text})"


@register.filter
def plain(value: int) -> str:
    """A number with a real minus sign."""
    return str(value).replace("-", MINUS)


@register.filter
def side_symbol(side: str) -> str:
    """The shape that stands for a side without colour."""
    if look := style_of(side):
        return look.sign
    return OTHERS[side][0] if side in OTHERS else ""


@register.filter
def side_colours(side: str) -> str:
    """The colours that what belongs to a side wears, as the style class has them after `side-`."""
    if look := style_of(side):
        return look.colours
    return "neutral" if side in ("", EITHER) else side


@register.simple_tag
@lru_cache(maxsize=4_000, typed=True)
def drawn(template: str, **values: Hashable) -> SafeString:
    """A part of a page that depends on these values alone, as its template draws it: drawn once for all pages.

    It sees no request, seat or campaign that it is not given.
    """
    return render_to_string(template, values)


@register.simple_tag
def side_mark(side: str, text: str = "") -> SafeString:
    """Shape and word of a side in its colour: `■ Axis`; `text` in place of the word."""
    return drawn("parts/_tag.html", side=side, text=text)


@register.simple_tag
def words(*names: str) -> SafeString:
    """Words of the page with their places in the glossary."""
    return drawn("parts/_words.html", words=tuple((name, slugify(name)) for name in names))


@register.filter
def side_class(side: str) -> str:
    """The class that gives a text the colour of a side."""
    look = style_of(side)
    return look.mark if look else ""


@register.filter("system_pages")
def system_pages_shown(head: Mapping[str, Any]) -> SystemPages:
    """The pages that the head of a page leads to; of a head that names no system, those of the first one."""
    return head.get("system_pages") or next(iter(SYSTEM_PAGES.values()))


@register.simple_tag(takes_context=True)
def seat_leads_to(context: Context, home: str) -> str:
    """Where a change of seat leads: to the page itself. The address of an answer to a form may be none to read."""
    request, here = context.get("request"), context.get("here")
    if stay := context.get("stay"):
        return str(stay)
    if request is None or request.method != "POST":
        return request.path if request else ""
    if here in ("log", "setup"):
        return f"{home}{here}/"
    return home + next((link.path for link in system_pages_shown(context["head"]).pages if link.here == here), "")


@register.filter
def pips(face: int | str) -> tuple[tuple[int, int], ...]:
    """Where the dots of a die's face stand, in hundredths of its edge; none for a face above six, or for a digit."""
    return PIPS.get(face, ()) if isinstance(face, int) else ()


@register.simple_tag
def entries_of(term: Any, links: Mapping[str, tuple[str, str]] | None = None) -> list[tuple[str, str]]:
    """(address, label) of the entries that set the facts a term read, each once. `links`: fact key -> the same pair."""
    facts: Iterable[str] = term.get("facts", ()) if isinstance(term, Mapping) else term.facts
    return list(dict.fromkeys(links[key] for key in facts if key in links)) if links else []


@dataclass(frozen=True, slots=True)
class Bar:
    """One line of a distribution. `width` is in two-hundredths of the column, the widest bar fills it."""

    label: str
    chance: Fraction
    share: str
    width: int
    good: bool


@register.filter
def bars(rows: Iterable[Sequence[Any]]) -> list[Bar]:
    """Lines of a distribution from (label, chance) or (label, chance, good); a chance above 0 is always seen.

    A single good line is told elsewhere on its page too, so its share is rounded as there.
    """
    lines = [(str(row[0]), as_fraction(row[1]), bool(row[2]) if len(row) > 2 else False) for row in rows]
    widest = max((chance for _, chance, _ in lines), default=Fraction(0))
    good_ones = [n for n, line in enumerate(lines) if line[2]]
    told = shares([chance for _, chance, _ in lines], good_ones[0] if len(good_ones) == 1 else None)
    return [
        Bar(label, chance, share, max(1, int(chance / widest * 200)) if chance else 0, good)
        for (label, chance, good), share in zip(lines, told, strict=True)
    ]


@register.filter
def with_widths(rows: Sequence[Sequence[Any]]) -> list[tuple[Sequence[Any], int]]:
    """Lines of chances, each with the width of its bar in two-hundredths of the column, which a certainty fills."""
    chances = [(row, as_fraction(row[1])) for row in rows]
    return [(row, max(1, int(chance * 200)) if chance else 0) for row, chance in chances]


@dataclass(frozen=True)
class Mend:
    """One thing that is wrong with what was sent. id: of the field to go to; way: the page to go to."""

    text: str
    id: str = ""
    rule: str = ""
    way: tuple[str, str] = ("", "")


@register.simple_tag
def to_mend(problem: Any, errors: Iterable[Mapping[str, str]] | None, field: str | None = "") -> list[Mend]:
    """All that is wrong: of a problem, and field by field. field: where the problem leads; then its others lead too."""
    found = []
    if isinstance(problem, Problem):
        found = [Mend(problem.text, field or "", problem.rule, problem.way)]
        found += [Mend(text, about if field else "") for about, text in problem.others]
    return found + [Mend(error["text"], error.get("id", "")) for error in errors or ()]


@register.simple_tag
def grid(
    table: RuleTable,
    hits: Mapping[str, str] | Collection[str] | None = None,
    around: int | str | None = None,
    brief: bool = False,
    printed: bool = False,
    chances: bool = False,
) -> GridView:
    """A rule table made ready for drawing, see `navalassist.desk.grids.grid_view`."""
    window = None if around == "" else around
    return grid_view(table, hits or None, window, bool(brief), bool(printed), bool(chances))


@register.simple_tag
def cell_anchor(table: RuleTable, cell: Cell) -> str:
    """The html id of a cell or of a modifier."""
    return table.anchor(cell.row, cell.column)


@register.filter
def provenance_counts_text(table: RuleTable) -> str:
    """`161 of 176 cells printed, 15 restored`."""
    return counts_in_words(table)


@register.filter
def odd_cells_of(table: RuleTable) -> tuple[OddCells, ...]:
    """The cells that are not printed as they stand, see `navalassist.desk.grids.odd_cells`."""
    return odd_cells(table)


@register.filter
def result_text(value: str | None, table: RuleTable) -> str:
    """A result as the table prints it, with a real minus sign."""
    return cell_text(table, value)


@register.filter
def with_links(text: str) -> SafeString:
    """A sentence, made safe, whose ruling numbers (R-04) lead to the page of rulings."""
    return mark_safe(RULING.sub(r'<a class="rule-no" href="/rulings/#\1">\1</a>', conditional_escape(text)))


@register.filter
def provenance_long(provenance: str) -> str:
    """What a provenance means, in words."""
    return LONG[Provenance(provenance)]


@register.filter
def provenance_short(provenance: str) -> str:
    """The word that stands in a cell: `rest.` for restored, nothing for printed."""
    return SHORT[Provenance(provenance)]
