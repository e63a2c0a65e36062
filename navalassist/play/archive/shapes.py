"""What a file that anybody may have sent may hold: its shapes, and how its texts are measured before they are parsed.

Whatever does not fit is told by Unfit, in a sentence: which file, line or field, what stands there, what was expected.
"""

from __future__ import annotations

import json
import re
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from navalassist.engine.plain import no_float, recorded
from navalassist.play.archive.pack import FILES, FORMAT

MIB = 1024 * 1024
LARGEST = 16 * MIB
DEEPEST = 40
# A number in a log has at most eighteen digits.
LONG_NUMBER = re.compile(r"[0-9]{19}")
# A text (or the rest, where its end is missing), a bracket, or a number that is too long.
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\Z)|[\[\]{}]|[0-9]{19,}', re.S)


class Unfit(ValueError):
    """Why a file is not taken in, in a sentence."""


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)


Uuid = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")]
Hash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Name = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,20}$")]
Moment = Annotated[str, StringConstraints(max_length=20)]
Number = Annotated[int, Field(ge=1, le=2_000_000_000)]
# The number of the only format that there is.
One = Annotated[int, Field(ge=1, le=1)]
Count = Annotated[int, Field(ge=0, le=2_000_000_000)]
Head = tuple[Count, Hash]


class OfFile(_Strict):
    bytes: Count
    sha256: Hash


class Manifest(_Strict):
    """What an archive says that it is."""

    archive: Literal["navalassist-archive"]
    format: One
    product: Annotated[str, StringConstraints(max_length=40)]
    campaign: Uuid
    name: Annotated[str, StringConstraints(min_length=1, max_length=120)]
    system: Annotated[str, StringConstraints(pattern=r"^[a-z0-9_-]{1,40}$")]
    eyes: Name
    audiences: list[Name]
    heads: dict[Name, Annotated[list[Any], Field(min_length=2, max_length=2)]]
    entries: Count
    turn: Moment
    player_turn: Moment
    step: Annotated[str, StringConstraints(max_length=40)]
    files: dict[Annotated[str, StringConstraints(max_length=40)], OfFile]
    identities: list[Uuid] = []


class Header(_Strict):
    """The first line of a log."""

    log: Literal["navalassist-log"]
    format: One
    campaign: Uuid
    name: Annotated[str, StringConstraints(min_length=1, max_length=120)]
    system: Annotated[str, StringConstraints(pattern=r"^[a-z0-9_-]{1,40}$")]
    audiences: list[Name]
    heads: dict[Name, Annotated[list[Any], Field(min_length=2, max_length=2)]]
    identities: list[Uuid] = []


class OfTable(_Strict):
    slug: Annotated[str, StringConstraints(pattern=r"^[a-z0-9_/-]{1,80}$")]
    version: Annotated[str, StringConstraints(min_length=1, max_length=80)]
    current: bool
    text: Annotated[str, StringConstraints(max_length=MIB // 8)]


class OfTables(_Strict):
    tables: Annotated[list[OfTable], Field(max_length=500)]


class OfPayload(_Strict):
    audience: Name
    salt: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
    content: str


class ArchiveLine(_Strict):
    """A line of the log."""

    content: str
    hash: Hash
    payloads: Annotated[list[OfPayload], Field(max_length=20)]


class Commitment(_Strict):
    audience: Name
    commitment: Hash


class Record(_Strict):
    """The text of an entry."""

    format: One
    campaign: Uuid
    chain: Name
    sequence: Number
    turn: Moment
    player_turn: Moment
    step: Annotated[str, StringConstraints(max_length=40)]
    time: Annotated[str, StringConstraints(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$")]
    actor: Annotated[str, StringConstraints(max_length=40)]
    seat: Annotated[str, StringConstraints(max_length=20)]
    tapped_at: Annotated[str, StringConstraints(max_length=20)]
    kind: Annotated[str, StringConstraints(max_length=20)]
    submission: Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z_-]{0,40}$")]
    body: dict[str, Any]
    previous: Hash
    commitments: Annotated[list[Commitment], Field(max_length=20)] = []


# What was expected where a field does not fit, in words.
EXPECTED = {
    "campaign": "the campaign's UUID",
    "identities": "a list of UUIDs",
    "sequence": "a whole number from 1 on",
    "entries": "a whole number from 0 on",
    "bytes": "a whole number from 0 on",
    "time": "a moment like 2026-03-01T20:15:00Z",
    "hash": "64 characters of 0-9 and a-f",
    "sha256": "64 characters of 0-9 and a-f",
    "previous": "64 characters of 0-9 and a-f",
    "commitment": "64 characters of 0-9 and a-f",
    "salt": "32 characters of 0-9 and a-f",
    "format": f"{FORMAT}",
    "name": "a name of 1 to 120 characters",
    "chain": "the name of an audience",
    "audience": "the name of an audience",
    "heads": "for each chain the number and the hash of its last entry",
    "current": "true or false",
    "body": "what was done, as names and values",
    "slug": "a table's name like europa/33-shipping-results",
}
M = TypeVar("M", bound=BaseModel)


def utf8(data: bytes, where: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unfit(f"{where}: the sign at byte {error.start + 1} is not UTF-8.") from None


def _measure(text: str, where: str) -> None:
    """Unfit where brackets stand too deep within one another, or a number is too long: before anything is parsed."""
    if text.count("[") + text.count("{") <= DEEPEST and not LONG_NUMBER.search(text):
        return
    depth = 0
    for found in TOKEN.finditer(text):
        sign = text[found.start()]
        if sign in "[{":
            depth += 1
            if depth > DEEPEST:
                raise Unfit(
                    f"{where}: brackets stand more than {DEEPEST} deep within one another; no archive has that."
                )
        elif sign in "]}":
            depth -= 1
        elif sign != '"':
            raise Unfit(f"{where}: the number {short(found[0])} is too long; at most 18 digits were expected.")


def parsed_json(text: str, where: str) -> Any:
    _measure(text, where)
    try:
        return json.loads(text, parse_float=no_float, parse_constant=no_float)
    except json.JSONDecodeError as error:
        place = f", line {error.lineno}" if where in FILES else ""
        raise Unfit(f"{where}{place}: it cannot be read as JSON from sign {error.colno} on.") from None
    except ValueError as error:
        raise Unfit(f"{where}: {error}.") from None
    except RecursionError:
        raise Unfit(f"{where}: brackets stand too deep within one another.") from None


def record_of(text: str, where: str) -> Any:
    """The value of a text that a hash covers: only its one canonical form will do."""
    _measure(text, where)
    try:
        return recorded(text)
    except (ValueError, RecursionError):
        raise Unfit(f"{where}: the text of the entry is not JSON in canonical form.") from None


def fitting(model: type[M], values: Any, where: str) -> M:
    """The values as the model has them. Unfit names the first field that does not fit, and what was expected."""
    try:
        return model.model_validate(values)
    except ValidationError as error:
        fault = error.errors(include_url=False, include_context=False)[0]
    path = [str(part) for part in fault["loc"] if part != "[key]"]
    name = ".".join(path)[:80]
    if not path:
        raise Unfit(f"{where}: {short(values)} stands there; names and values in braces were expected.")
    if fault["type"] == "missing":
        raise Unfit(f"{where}: {name} is missing{_expected(path, '; {} was expected')}.")
    if fault["type"] == "extra_forbidden":
        raise Unfit(f"{where}: {short(path[-1])} is not known here; is the file of a newer version?")
    if fault["type"] == "too_long":
        raise Unfit(f"{where}: {name} has too many parts.")
    told = _expected(path, "; {} was expected") or "; another kind of value was expected"
    raise Unfit(f"{where}: {name} is {short(fault['input'])}{told}.")


def _expected(path: list[str], words: str) -> str:
    known = next((EXPECTED[part] for part in reversed(path) if part in EXPECTED), "")
    return words.format(known) if known else ""


def short(value: Any) -> str:
    """A value from the file in a sentence: one line, without characters that cannot be seen, and not long."""
    text = str(value) if not isinstance(value, (dict, list)) else json.dumps(value, ensure_ascii=False, default=str)
    text = "".join(sign if sign.isprintable() else "�" for sign in text[:200])
    return f'"{text[:60]}…"' if len(text) > 60 else f'"{text}"'


def in_mib(size: int) -> str:
    return f"{size / MIB:.1f} MB".replace(".0 ", " ") if size >= MIB // 10 else f"{max(size // 1024, 1)} KB"
