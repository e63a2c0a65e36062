"""What players write in a row of the board: `7 SP`, `Ariete division, 4 REs`, `3 LC`, and the way back to such words.

Text in, values out. What cannot be read is a `Fault` that names the field and says what would be right.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, Decimal, InvalidOperation
from typing import Any

from navalassist.rules.europa.amounts import ZERO, res_text, tidy
from navalassist.rules.europa.words import CargoKind, TransportKind

# As many as an Item of rule 33 takes.
MOST = 99
LONGEST = 80
NUMBER = r"(?:\d+[.,]\d+|(?:\d+\s*)?½|(?:\d+\s+)?1/2|\d+)"
POINT_WORD = r"(sps?|supply points?|srps?|rps?|replacement points?)"
POINTS = re.compile(rf"({NUMBER})\s*{POINT_WORD}", re.IGNORECASE)
TURNED_ROUND = re.compile(rf"{POINT_WORD}\s*({NUMBER})", re.IGNORECASE)
UNIT = re.compile(rf"(?:(.*?)[\s,;:(]+)??({NUMBER})\s*res?\s*\)?", re.IGNORECASE)
ON = re.compile(r"(.+?)[\s,;]+on[\s:]+(.+)", re.IGNORECASE)
POINTS_FIRST = re.compile(rf"{NUMBER}\s*{POINT_WORD}\b", re.IGNORECASE)
EMPTY = re.compile(r"(?:(\d+)\s*)?empt(?:y|ies)(?:\s+(.*))?", re.IGNORECASE)
SHIP = re.compile(r"(warship|task force|tf|carrier(?: group)?)\b[\s:]*(.*)", re.IGNORECASE)
FIGHTER = re.compile(r"[\s,]*(?:\+\s*c|with (?:a )?code c(?: fighter)?|\(c\))\s*$", re.IGNORECASE)
SHIPS_ON = re.compile(
    rf"(?:(\d+)\s*)?(nts?|naval transports?|lcs?|landing crafts?|lbs?|landing barges?|warships?|task forces?|tf)?"
    rf"(?:[\s,;]*(?:x|at|with|of)?\s*({NUMBER})\s*(?:res?)?(?:\s*each)?)?",
    re.IGNORECASE,
)
TOO_MUCH = f"What sails: at most {MOST} REs a row; make two rows of it."
TOO_MANY = f"On: at most {MOST} transports a row; make two rows of it."
EXAMPLES = (
    "7 SP, 2 SRP, 3 RP, Ariete division, 4 REs, empty, warship Warspite, task force Force H or carrier Ark Royal +C"
)
POINT_KINDS = {"sp": CargoKind.SP, "srp": CargoKind.SRP, "rp": CargoKind.RP}
SHIP_KINDS = {"w": CargoKind.WARSHIP, "t": CargoKind.TASK_FORCE, "c": CargoKind.CARRIER}


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with one field of a row, as a sentence."""

    about: str
    text: str


class Unreadable(ValueError):
    """A field that cannot be read."""

    def __init__(self, about: str, text: str) -> None:
        super().__init__(text)
        self.fault = Fault(about, text)


@dataclass(frozen=True, slots=True)
class Rates:
    """R-55: REs of an SP and of an SRP, and REs that one transport carries unless its counter says otherwise."""

    sp: Decimal = Decimal(1)
    srp: Decimal = Decimal(5)
    nt: Decimal = Decimal(1)

    @classmethod
    def of(cls, choice: str) -> Rates:
        """From the ruling's choice, `sp=1 srp=5 nt=1`."""
        found = dict(part.partition("=")[::2] for part in choice.split())
        return cls(**{name: Decimal(found[name]) for name in ("sp", "srp", "nt") if name in found})


@dataclass(frozen=True, slots=True)
class Sails:
    """What sails. points: as the players count; res: by R-55; on: what the words already say of empty transports."""

    kind: CargoKind
    label: str = ""
    points: Decimal = ZERO
    res: Decimal = ZERO
    code_c_fighter: bool = False
    on: str = ""

    @property
    def nation(self) -> str:
        """Only Soviet units matter: the Allied Baltic asks (33.B.10)."""
        return "soviet" if re.search(r"\bsoviet\b", self.label, re.IGNORECASE) else ""


@dataclass(frozen=True, slots=True)
class Carried:
    """On what it sails."""

    transports: TransportKind
    count: int
    carries: Decimal


def amount_of(text: str, about: str) -> Decimal:
    """`7`, `2.5`, `2,5`, `2½`, `2 1/2`. Unreadable for anything outside ½ to 99 in halves."""
    plain = "".join(text.replace(",", ".").replace("1/2", "½").split())
    plain = plain.replace("½", ".5") if "." not in plain else plain
    try:
        number = Decimal(plain)
    except InvalidOperation:
        raise Unreadable(about, f"“{text}” is no number.") from None
    if number > MOST:
        raise Unreadable(about, TOO_MUCH if about == "sails" else f"On: a transport carries at most {MOST} REs.")
    if not number or number % Decimal("0.5"):
        raise Unreadable(about, f"“{text}” does not fit: amounts go from ½ to {MOST} in steps of one half.")
    return tidy(number)


def read_sails(text: str, rates: Rates) -> Sails:
    """What sails, from one line. Unreadable in words that say what would be right."""
    text = " ".join(text.split())
    if not text:
        raise Unreadable("sails", f"Say what sails: {EXAMPLES}.")
    if (found := ON.fullmatch(text)) and (ships := SHIPS_ON.fullmatch(found[2])) and ships[2]:
        return replace(read_sails(found[1], rates), on=found[2])
    if found := POINTS.fullmatch(text):
        return _points(found[1], found[2], rates)
    if POINTS_FIRST.match(text):
        raise Unreadable("sails", f"“{text[:60]}” is more than one thing: one thing a row, such as 7 SP.")
    if found := EMPTY.fullmatch(text):
        return Sails(CargoKind.EMPTY, on=" ".join(part for part in (found[1], found[2]) if part))
    if found := UNIT.fullmatch(text):
        return _unit(found[1], found[2])
    if found := SHIP.fullmatch(text):
        return _ship(found[1], found[2])
    if found := TURNED_ROUND.fullmatch(text):
        raise Unreadable("sails", f"The number comes first: write {found[2]} {found[1].upper()}.")
    if re.search(r"(?:^|[\s,;:(])[-−–]\s*\d", text):
        raise Unreadable("sails", f"“{text[:60]}” has an amount below nothing: amounts go from ½ to {MOST}.")
    if re.fullmatch(NUMBER, text):
        raise Unreadable("sails", f"{text} of what? Write {text} SP, {text} RP, or the name of a unit and its REs.")
    if re.fullmatch(r"[^\W\d].*", text) and len(text) <= LONGEST:
        raise Unreadable("sails", f"“{text}” has no size: add its REs, as in “{text}, 4 REs”, or write {EXAMPLES}.")
    raise Unreadable("sails", f"“{text[:60]}” can't be read as what sails. Write {EXAMPLES}.")


def _points(number: str, word: str, rates: Rates) -> Sails:
    letters = word.lower()
    kind = POINT_KINDS["srp" if letters.startswith("srp") else "rp" if letters.startswith("r") else "sp"]
    points = amount_of(number, "sails")
    res = points * {CargoKind.SP: rates.sp, CargoKind.SRP: rates.srp}.get(kind, Decimal(1))
    if res > MOST:
        raise Unreadable("sails", f"{TOO_MUCH} {number} {word} are {res_text(res)} REs.")
    if res % Decimal("0.5"):
        raise Unreadable("sails", f"{number} {word} would be {res_text(res)} REs: REs go in steps of one half.")
    return Sails(kind, points=points, res=tidy(res))


def _unit(name: str | None, number: str) -> Sails:
    name = (name or "").strip(" ,;:(")
    if not name:
        raise Unreadable("sails", f"Give the unit a name before its size, as in “Ariete division, {number} REs”.")
    res = amount_of(number, "sails")
    return Sails(CargoKind.UNIT, _label(name), res, res)


def _ship(word: str, name: str) -> Sails:
    kind = SHIP_KINDS[word[0].lower()]
    fighter = kind is CargoKind.CARRIER and FIGHTER.search(" " + name) is not None
    if fighter:
        name = FIGHTER.sub("", " " + name)
    return Sails(kind, _label(name), code_c_fighter=fighter)


def _label(name: str) -> str:
    name = name.strip(" ,;:")
    if len(name) > LONGEST:
        raise Unreadable("sails", f"The name is too long: at most {LONGEST} characters.")
    return name


def read_on(text: str, sails: Sails, rates: Rates) -> Carried:
    """On what it sails; an empty field means as many NTs as its REs need (R-55). Unreadable in words."""
    text = " ".join(text.split())
    if text and sails.on and text.lower() != sails.on.lower():
        raise Unreadable("on", f"“What sails” says {sails.on} already: empty “On”, or take it out there.")
    text = text or sails.on
    if not sails.kind.is_shipping:
        if text:
            raise Unreadable("on", f"A {sails.kind.label} sails by itself: leave “On” empty.")
        return Carried(TransportKind.NONE, 0, rates.nt)
    if not text:
        if sails.kind is CargoKind.EMPTY:
            raise Unreadable("on", "How many transports sail empty? Write 4 NTs, 3 LC or 2 LB.")
        return Carried(TransportKind.NT, _at_most(needed(sails.res, rates.nt)), rates.nt)
    return _carried(text, sails, rates)


def _at_most(count: int) -> int:
    if count > MOST:
        raise Unreadable("on", TOO_MANY)
    return count


def needed(res: Decimal, carries: Decimal) -> int:
    """How many transports the REs need."""
    return int((res / carries).to_integral_value(ROUND_CEILING))


def _carried(text: str, sails: Sails, rates: Rates) -> Carried:
    found = SHIPS_ON.fullmatch(text)
    if found is None or not (found[1] or found[2]):
        raise Unreadable("on", f"“{text[:60]}” can't be read: write 7 NTs, 3 LC, 2 LB, 4 NTs, 2 REs each, or warships.")
    kind = transport_kind(found[2] or "nt")
    carries = amount_of(found[3], "on") if found[3] else rates.nt
    if kind is TransportKind.WARSHIP:
        if sails.kind is CargoKind.EMPTY:
            raise Unreadable("on", "Empty transports are NTs, LCs or LBs; a warship is a row of its own.")
        return Carried(kind, _at_most(int(found[1] or 1)), rates.nt)
    count = _at_most(int(found[1]) if found[1] else needed(sails.res, carries))
    if not count:
        raise Unreadable("on", f"How many {kind.label}? Write a number from 1 to {MOST} before it.")
    if count * carries < sails.res:
        raise Unreadable(
            "on",
            f"{res_text(sails.res)} REs need {needed(sails.res, carries)} {kind.label}: {count} carry "
            f"{res_text(count * carries)}. If their counters say more, write “{count} {kind.label}, 2 REs each”.",
        )
    return Carried(kind, count, carries)


def transport_kind(word: str) -> TransportKind:
    """`NTs`, `landing craft` … as a kind."""
    letters = word.lower()
    if letters.startswith(("lc", "landing c")):
        return TransportKind.LC
    if letters.startswith("l"):
        return TransportKind.LB
    return TransportKind.NT if letters.startswith("n") else TransportKind.WARSHIP


def counted(amount: Decimal | int | str, one: str) -> str:
    """`1 NT`, `7 NTs`; SP, SRP and RP stay as they are."""
    number = Decimal(amount)
    many = one if one in ("SP", "SRP", "RP") or number == 1 else f"{one}s"
    return f"{res_text(number)} {many}"


def sails_text(row: Mapping[str, Any]) -> str:
    """What sails, in the words that `read_sails` reads."""
    kind, label = CargoKind(row["cargo"]), str(row["label"])
    match kind:
        case CargoKind.SP | CargoKind.SRP | CargoKind.RP:
            return counted(row["points"], kind.value.upper())
        case CargoKind.UNIT:
            return f"{label or 'Unit'}, {counted(row['points'], 'RE')}"
        case CargoKind.EMPTY:
            return "empty"
    word = "carrier" if kind is CargoKind.CARRIER else kind.value.replace("-", " ")
    return f"{word} {label}".strip() + (" +C" if row["code_c_fighter"] else "")


def on_text(row: Mapping[str, Any], count: str = "transport_count") -> str:
    """On what it sails, in the words that `read_on` reads. count: which number to show."""
    kind = TransportKind(row["transports"])
    if kind is TransportKind.NONE:
        return ""
    if kind is TransportKind.WARSHIP:
        return "warships" if row[count] == 1 else f"{row[count]} warships"
    carries = Decimal(row["carries"])
    each = "" if carries == 1 else f", {counted(carries, 'RE')} each"
    return counted(row[count], kind.value.upper()) + each


def follows(row: Mapping[str, Any], rates: Rates) -> bool:
    """True when the row sails on as many NTs as its REs need: then "On" is left empty, and follows what sails."""
    if row["transports"] != TransportKind.NT or not CargoKind(row["cargo"]).is_cargo:
        return False
    return Decimal(row["carries"]) == rates.nt and bool(row["transport_count"] == needed(_total(row), rates.nt))


def name_of(row: Mapping[str, Any]) -> str:
    """A row in short: `7 SP`, `Ariete division`, `4 empty NTs`, `task force Force H`."""
    kind = CargoKind(row["cargo"])
    if kind is CargoKind.UNIT:
        return str(row["label"]) or "Unit"
    if kind is CargoKind.EMPTY:
        count, _, word = counted(row["transport_count"], str(row["transports"]).upper()).partition(" ")
        return f"{count} empty {word}"
    return sails_text(row)


def amount_text(row: Mapping[str, Any], res: Decimal | str, ships: int) -> str:
    """So much of a row's cargo and transports: `4 SP, 4 NTs`; '' for nothing."""
    kind, carrier = CargoKind(row["cargo"]), TransportKind(row["transports"])
    amount = Decimal(res)
    parts = []
    if amount and kind.is_cargo:
        same = kind in (CargoKind.SP, CargoKind.RP) and Decimal(row["points"]) == _total(row)
        parts.append(counted(amount, kind.value.upper() if same else "RE"))
    if ships and carrier is not TransportKind.NONE:
        parts.append(counted(ships, carrier.value.upper() if carrier.is_transport else carrier.value))
    return ", ".join(parts)


def hits_text(row: Mapping[str, Any]) -> str:
    """`2 hits`, `2 hits each` for several warships that carry cargo; '' for none."""
    each = " each" if row["transports"] == TransportKind.WARSHIP and row["transport_count"] > 1 else ""
    return counted(row["hits"], "hit") + each if row["hits"] else ""


def _total(row: Mapping[str, Any]) -> Decimal:
    return Decimal(row["res_afloat"]) + Decimal(row["res_lost"]) + Decimal(row["res_returned"])
