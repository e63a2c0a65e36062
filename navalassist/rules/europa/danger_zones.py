"""36.D, 36.D.1: who exerts a danger zone in a hex, and why. Nothing here throws dice.

What isn't known stays unknown: a distance between sheets whose join nobody has given is no guess, but a question.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from navalassist.engine import Play
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.engine.shapes import Frozen, Key, Words
from navalassist.rules.europa.baltic import BALTIC_SHEET, on_or_east, on_or_north, side_by
from navalassist.rules.europa.reach import NOT_KNOWN, Span
from navalassist.rules.europa.rulings_36 import R63, R64
from navalassist.rules.europa.words import Owner, PortKind, Side, Zone
from navalassist.rules.europa.world import ITALIAN_PORTS

BASE, SAFE, NATIONAL, AFTER_SURRENDER = 1, 2, 5, 3
CANCELLED, CANCELLED_AFTER = 5, 9
FURTHEST = CANCELLED_AFTER  # Ports further away than this decide nothing.
# What counts as a naval base.
EVERY_PORT, LARGE = "ports", (PortKind.MAJOR, PortKind.GREAT)
ITALY_FELL = "condition:italy-surrendered.value"
ITALIAN_OWNERS = tuple(f"port:{port}.owner" for port in ITALIAN_PORTS)
BORDER = "condition:baltic-border.value"
GROWN_EAST = "condition:safe-zone-east.value"
GROWN_NORTH = "condition:safe-zone-north.value"
# The line between Hango and 1B:0715 lies 13 to 15 hexes west of Kronshtadt.
SURELY_EAST, SURELY_WEST = 11, 20
# Sheets of the Mediterranean and Africa, where the Baltic surely isn't.
SOUTHERN_SHEETS = frozenset({"17", "18A", "19A", "24A", "25A", "26", "27"})
# The southern line of the Adriatic, 26:3310, 3309, 3408, 3407: on and north of it.
ADRIATIC_SHEET, ADRIATIC_LINE, ADRIATIC_LAST = "26", 33, 8


class Exerts(StrEnum):
    """Whose danger zone a hex is in."""

    AXIS = "axis"
    ALLIED = "allied"
    SOVIET = "soviet"
    NOBODY = "none"
    UNKNOWN = "unknown"

    @property
    def label(self) -> str:
        """`an Axis danger zone`"""
        return LABELS[self]

    def against(self, side: Side) -> bool | None:
        """Whether it is an enemy's to this side; None where it isn't known."""
        if self is Exerts.UNKNOWN:
            return None
        return self is Exerts.AXIS if side is Side.ALLIED else self in (Exerts.ALLIED, Exerts.SOVIET)


LABELS = {
    Exerts.AXIS: "an Axis danger zone",
    Exerts.ALLIED: "an Allied danger zone",
    Exerts.SOVIET: "the Soviet danger zone",
    Exerts.NOBODY: "nobody's danger zone",
    Exerts.UNKNOWN: "not known",
}


class Border(StrEnum):
    """Where the danger zones of the Baltic meet (36.D.1.c)."""

    STANDS = "stands"
    FELL = "fell"
    SAFE_ZONE = "safe-zone"
    GONE = "gone"


class DangerPort(Frozen):
    """A port near the hex, as danger zones see it."""

    key: Key = Field(description="Its key.")
    name: Words = Field(description="Its name.")
    owner: Owner = Field(description="Who owns it.")
    soviet: bool = Field(default=False, description="Soviet, or Soviet-owned: no Allied port for the last line (R-24).")
    german: bool = Field(default=False, description="In Greater Germany or Denmark.")
    northern: bool = Field(
        default=False, description="A Mediterranean port on or north of row 2000 of maps 26 and 27 (R-64)."
    )
    kind: PortKind = Field(default=PortKind.STANDARD, description="How large it is.")
    low: Annotated[int, Field(ge=0, le=999)] = Field(description="Hexes to it, at least.")
    high: Annotated[int, Field(ge=0, le=999)] | None = Field(default=None, description="At most; empty: not known.")
    silent: Words = Field(default="", description="Why it exerts no danger zone this player turn; empty: it does.")

    @property
    def span(self) -> Span:
        """Hexes to it."""
        return Span(self.low, self.high)

    def is_base(self, bases: str) -> bool:
        """Whether it counts as a naval base (R-63)."""
        return is_base(self.kind, bases)

    @property
    def away(self) -> str:
        """`3 hexes`, `7 to 12 hexes`"""
        return hexes_text(self.span)


def is_base(kind: PortKind, bases: str) -> bool:
    """Whether a port of this kind counts as a naval base, as a campaign reads the word (R-63)."""
    return kind in LARGE or (bases == EVERY_PORT and kind is not PortKind.JETTY)


def hexes_text(span: Span) -> str:
    """`1 hex`, `7 to 12 hexes`, `2 hexes or more`"""
    if span == NOT_KNOWN:
        return "no known number of hexes"
    if span.high is None:
        return f"{span.low} hexes or more"
    if span.exact is None:
        return f"{span.low} to {span.high} hexes"
    return "1 hex" if span.low == 1 else f"{span.low} hexes"


class Waters(Frozen):
    """A hex, and all that decides whose danger zone it is in."""

    hex: Hex = Field(description="The hex.")
    zone: Zone | None = Field(default=None, description="Its sea zone; empty: not known.")
    ports: tuple[DangerPort, ...] = Field(default=(), description="The ports that may be near enough.")
    italy_surrendered: bool = Field(default=False, description="Italy has surrendered.")
    italy_neutral: bool = Field(default=False, description="Every port of Italy is neutral: it is of no side yet.")
    border: Border = Field(default=Border.STANDS, description="Where the zones of the Baltic meet.")
    grown_east: bool = Field(default=False, description="The safe zone has grown to column 1B:0012.")
    grown_north: bool = Field(default=False, description="The safe zone has grown to row 1B:1900.")
    kronshtadt: tuple[int, int | None] = Field(default=(0, None), description="Hexes to Kronshtadt, least and most.")
    hango: Hex | None = Field(default=None, description="The hex of Hango, where it is known.")
    typed: Exerts | None = Field(default=None, description="Whose danger zone it is, read off the map by the players.")
    south: bool = Field(default=False, description="By a port near it, it surely lies south of row 1B:1900.")
    far_from_baltic: bool = Field(default=False, description="A port near it lies nowhere near the Baltic.")

    @property
    def in_baltic(self) -> bool | None:
        """By its zone; else by its sheet, or a port near it; None where neither tells."""
        if self.zone is not None or self.hex.sheet == BALTIC_SHEET:
            return self.zone in (None, Zone.BALTIC)
        return False if self.far_from_baltic or self.hex.sheet in SOUTHERN_SHEETS else None


@dataclass(frozen=True, slots=True)
class DangerLine:
    """One reason: what the book asks, whether it holds (None: not known), its paragraph, and what it reads."""

    text: str
    rule: str
    holds: bool | None
    ruling: str | None = None
    facts: tuple[str, ...] = ()


# Of many ports of which the same is not known a refusal names so many.
MOST_REASONS = 2


@dataclass(frozen=True, slots=True)
class Found:
    """Whose danger zone a hex is in, and the reasons, those that decide first."""

    exerts: Exerts
    lines: tuple[DangerLine, ...]

    @property
    def why(self) -> str:
        """The reasons that decide, in a sentence."""
        return "; ".join(self._deciding)

    @property
    def why_in_short(self) -> str:
        """The first of the reasons that decide, and how many more there are."""
        first, more = self._deciding[:MOST_REASONS], len(self._deciding) - MOST_REASONS
        return "; ".join(first) + (f"; and so for {more} more" if more > 0 else "")

    @property
    def _deciding(self) -> list[str]:
        wanted = None if self.exerts is Exerts.UNKNOWN else True
        return [line.text for line in self.lines if line.holds is wanted] or [self.lines[-1].text]


def any_of(answers: Iterable[bool | None]) -> bool | None:
    """True if one holds, False if none does, None where that can't be known."""
    found = list(answers)
    return True if True in found else None if None in found else False


def both(one: bool | None, other: bool | None) -> bool | None:
    """True if both hold, None where that can't be known."""
    return False if False in (one, other) else None if None in (one, other) else True


def opposite(one: bool | None) -> bool | None:
    """Not; what isn't known stays so."""
    return None if one is None else not one


def danger_zone(waters: Waters) -> Play[Found]:
    """Who exerts a danger zone in the hex, with naval bases as the campaign has them (R-63)."""
    return whose(waters, (yield from R63.look()))


def whose(waters: Waters, bases: str = EVERY_PORT) -> Found:
    """Who exerts a danger zone in the hex (R-24, R-25)."""
    if waters.typed is not None:
        return Found(waters.typed, (DangerLine("Read off the map and typed", "36.D.1", True, "R-39"),))
    claims, ends = tuple(axis_claims(waters, bases)), tuple(endings(waters))
    axis = both(any_of(c.holds for c in claims), opposite(any_of(e.holds for e in ends)))
    lines = (*ends, *claims)
    if axis:
        return Found(Exerts.AXIS, _deciding(lines))
    if axis is None or waters.in_baltic is None:
        return Found(Exerts.UNKNOWN, _deciding(lines))
    if not waters.in_baltic:
        text = "It is in no Axis zone of the ports entered in this campaign, and outside the Baltic"
        return Found(Exerts.ALLIED, _deciding((*lines, DangerLine(text, "36.D.1.b", True, "R-25"))))
    return _in_the_baltic(waters, lines, bases)


def _in_the_baltic(waters: Waters, lines: tuple[DangerLine, ...], bases: str) -> Found:
    """Where no Axis zone is: the Soviet side of the border, and the hexes beside naval bases (R-25)."""
    soviet = [soviet_line(waters), *_bases_of(waters, bases, soviet=True)]
    allied = list(_bases_of(waters, bases, soviet=False))
    found = {
        Exerts.SOVIET: any_of(line.holds for line in soviet),
        Exerts.ALLIED: any_of(line.holds for line in allied),
    }
    unknown = Exerts.UNKNOWN if None in found.values() else Exerts.NOBODY
    exerts = next((whose for whose, holds in found.items() if holds), unknown)
    return Found(exerts, _deciding((*lines, *soviet, *allied)))


def _bases_of(waters: Waters, bases: str, *, soviet: bool) -> Iterator[DangerLine]:
    """What naval bases of the Allied side claim, the Soviet ones or the others."""
    for port in waters.ports:
        if port.owner is Owner.ALLIED and port.soviet is soviet:
            yield from _base_of(port, bases)


def _base_of(port: DangerPort, bases: str) -> Iterator[DangerLine]:
    """What a port claims as a naval base, where it is one that exerts a danger zone."""
    if not port.silent and port.is_base(bases):
        text = f"{_mouth(port)}; a naval base reaches {BASE}"
        yield DangerLine(text, "36.D", port.span.within(BASE), R63.number, _facts_of(port))


def _mouth(port: DangerPort) -> str:
    return f"{port.name}, {port.owner.value.capitalize()}-owned, lies {port.away} away"


def _facts_of(port: DangerPort) -> tuple[str, ...]:
    return (f"port:{port.key}.owner", f"port:{port.key}.map_reference")


def _deciding(lines: tuple[DangerLine, ...]) -> tuple[DangerLine, ...]:
    """Those that hold first, then those not known, then those that don't hold."""
    order = {True: 0, None: 1, False: 2}
    return tuple(sorted(lines, key=lambda line: order[line.holds]))


def axis_claims(waters: Waters, bases: str = EVERY_PORT) -> Iterator[DangerLine]:
    """What may put the hex into an Axis zone."""
    for port in waters.ports:
        if port.owner is Owner.AXIS:
            yield from _claims_of(port, waters.italy_surrendered, bases)
    yield from _adriatic(waters)
    if waters.in_baltic:
        yield _western(waters)
    elif waters.in_baltic is None:
        text = "Its sea zone isn't said, and the Baltic has a border of its own: name the zone"
        yield DangerLine(text, "36.D.1", None, "R-26")


def _western(waters: Waters) -> DangerLine:
    """The Axis side of the border in the Baltic."""
    soviet = soviet_side(waters)
    text = {
        True: "Baltic: on the Soviet side of the border",
        False: "Baltic: on the Axis side of the border",
        None: "Baltic: on which side of the border this hex lies isn't known",
    }
    western = both(opposite(soviet), opposite(_on_the_line(waters)))
    return DangerLine(text[soviet], "36.D.1.a", western, "R-26", (BORDER,))


def _claims_of(port: DangerPort, surrendered: bool, bases: str) -> Iterator[DangerLine]:
    facts, mouth = _facts_of(port), _mouth(port)
    if port.silent:
        if port.span.within(NATIONAL) is not False:
            yield DangerLine(f"{mouth}, but exerts no danger zone: {port.silent}", "36.D", False, None, facts)
        return
    yield from _base_of(port, bases)
    if port.german:
        text = f"{mouth}; in Greater Germany and Denmark a port reaches {NATIONAL}"
        yield DangerLine(text, "36.D.1.a", port.span.within(NATIONAL), None, facts)
    reach, rule = (AFTER_SURRENDER, "36.D.1.a.5") if surrendered else (NATIONAL, "36.D.1.a.2")
    if port.northern:
        text = f"{mouth}; a northern Mediterranean port reaches {reach}"
        yield DangerLine(text, rule, port.span.within(reach), R64.number, facts)


def _adriatic(waters: Waters) -> Iterator[DangerLine]:
    """The Adriatic on and north of its line, while Italy is of the Axis."""
    inside = in_adriatic(waters.hex, waters.zone)
    if inside is False:
        return
    if waters.italy_surrendered or waters.italy_neutral:
        why = "has surrendered" if waters.italy_surrendered else "is neutral, as its ports are"
        known = (ITALY_FELL,) if waters.italy_surrendered else ITALIAN_OWNERS
        yield DangerLine(f"The Adriatic is no Axis zone: Italy {why}", "36.D.1.a.4", False, None, known)
        return
    doubt = "" if inside else ", if the hex lies on or north of 26:3310 to 26:3407"
    yield DangerLine(
        f"The Adriatic is an Axis zone until Italy surrenders{doubt}", "36.D.1.a.4", inside, None, (ITALY_FELL,)
    )


def in_adriatic(here: Hex, zone: Zone | None) -> bool | None:
    """On or north of the line from 26:3310 to 26:3407; None where the zone or the sheet leaves it open."""
    if zone is not None and zone is not Zone.ADRIATIC:
        return False
    if here.sheet != ADRIATIC_SHEET:
        return None if zone else False
    north = here.line <= ADRIATIC_LINE or (here.line == ADRIATIC_LINE + 1 and here.place <= ADRIATIC_LAST)
    return both(north, None if zone is None else True)


def endings(waters: Waters) -> Iterator[DangerLine]:
    """The last line of the list: Allied ports end Axis zones around them, wherever those come from (R-24)."""
    reach = CANCELLED_AFTER if waters.italy_surrendered else CANCELLED
    for port in waters.ports:
        if port.owner is Owner.ALLIED and not port.soviet:
            text = f"{_mouth(port)}; Axis zones end {reach} hexes around it"
            yield DangerLine(text, "36.D.1.a.6", port.span.within(reach), "R-24", _facts_of(port))


def soviet_line(waters: Waters) -> DangerLine:
    """Whether the hex is in the Soviet danger zone of the Baltic."""
    holds = soviet_side(waters)
    text = {
        True: "It is on the Soviet side of the border in the Baltic",
        False: "It isn't on the Soviet side of the border in the Baltic",
        None: "On which side of the border in the Baltic it lies isn't known",
    }[holds]
    return DangerLine(text, "36.D.1.c", holds, "R-26", (BORDER, GROWN_EAST, GROWN_NORTH))


def soviet_side(waters: Waters) -> bool | None:
    """East of Hango and 1B:0715; from the turn after one of them fell, in the safe zone; nowhere once it is gone."""
    if waters.border is Border.GONE:
        return False
    if waters.border is Border.SAFE_ZONE:
        return in_safe_zone(waters)
    side = side_of_the_line(waters)
    return None if side is None else side > 0


def in_safe_zone(waters: Waters) -> bool | None:
    """Within two hexes of Kronshtadt, and in what the zone has gained since (36.D.1.c)."""
    return any_of(
        (
            Span(*waters.kronshtadt).within(SAFE),
            waters.grown_east and on_or_east(waters.hex),
            waters.grown_north and on_or_north(waters.hex, waters.south),
        )
    )


def side_of_the_line(waters: Waters) -> int | None:
    """1 east of the line between Hango and 1B:0715, -1 west of it, 0 on it; None where it isn't known."""
    here, hango = waters.hex, waters.hango
    if here.sheet == BALTIC_SHEET and hango is not None and hango.sheet == BALTIC_SHEET:
        return side_by(here, hango)
    low, high = waters.kronshtadt
    if high is not None and high <= SURELY_EAST:
        return 1
    return -1 if low > SURELY_WEST else None


def _on_the_line(waters: Waters) -> bool:
    """True for a hex of the border itself, which is neither west nor east of it."""
    return waters.border in (Border.STANDS, Border.FELL) and side_of_the_line(waters) == 0
