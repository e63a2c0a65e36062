"""Tags: what an entry is about, as the log's filters and its search ask for it (`seat:moderator`, `word:ariete`).

Each tag is kept as one number, made of the campaign, the audience that may know of it, and the tag itself: what a
secret part speaks of is found by its own audience alone. The numbers are an index of the log; it is made from the log.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple

from navalassist.campaigns.facts import fact_models, kinds_that

Record = Mapping[str, Any]
Parts = Iterable[tuple[str, Record]]
# Fields that people wrote.
WRITTEN = frozenset(("note", "title", "name", "label", "reason", "text", "question", "answer", "ruling"))
# Fields of a body that name other entries.
CITED = frozenset(("disputes", "compensates", "because", "settled", "about", "strikes"))
# An entry that touches more rows than these (a set-up) is about none of them.
MANY = 60
MOST_WORDS = 40
WORD = re.compile(r"[^\W_]{2,24}")
CORRECTED, DISPUTED = "corrected", "disputed"
# What is no play: the set-up, and inputs that are about nothing which is played.
SET_UP = "is:setup"
# Entries that say so of another one.
CORRECTING = ("correction", "undo")
# What holds other values, in a record: JSON has no more.
NESTED = (dict, list)


@cache
def tagged_kinds() -> frozenset[str]:
    """Kinds of rows that a reader asks after: an entry that changed one, or whose rule was told of one, has its tag."""
    return frozenset(kinds_that(lambda model: model.FACT_TAGGED))


@cache
def kinds_by_name() -> Mapping[str, str]:
    """Names in a situation, an outcome or a row, and the kind of thing whose key stands there."""
    return {name: kind for kind, model in fact_models().items() for name in model.FACT_NAMED_AS}


@cache
def played() -> tuple[str, ...]:
    """How the rows begin about which inputs are play."""
    return tuple(f"{kind}:" for kind in kinds_that(lambda model: model.FACT_PLAYED))


@cache
def found_by_row() -> frozenset[str]:
    """Kinds of rows whose name is no word of an entry."""
    return frozenset(kinds_that(lambda model: model.FACT_FOUND_BY_ROW))


class Tags(NamedTuple):
    """own: (audience, tag) of an entry; of_others: (audience, tag, reference of the entry that it is said of)."""

    own: set[tuple[str, str]]
    of_others: set[tuple[str, str, str]]


def words(text: str) -> list[str]:
    """The words of a text as they are searched for: small letters without accents."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return WORD.findall("".join(sign for sign in plain if not unicodedata.combining(sign)))


@lru_cache(maxsize=1 << 16)
def number(campaign: str, audience: str, tag: str) -> int:
    """The number under which a tag is kept: 64 bits, signed as a database wants them. campaign: its identity."""
    digest = hashlib.blake2b(f"{campaign}|{audience}|{tag}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def tags_of(record: Record, parts: Parts = ()) -> Tags:
    """The tags of a recorded entry. parts: audience and content of its secret parts."""
    chain, body = record["chain"], record["body"]
    own = {(chain, tag) for tag in _of_head(record)}
    own.update((chain, tag) for tag in _of_body(body))
    if record["kind"] == "setup" or (record["kind"] == "edit" and not any(t.startswith(played()) for _, t in own)):
        own.add((chain, SET_UP))
    of_others = {(chain, *said) for said in _of_others(record["kind"], body)}
    for audience, part in parts:
        if audience == chain:
            own.update((chain, tag) for tag in _of_body(part))
        else:
            own.update((audience, tag) for tag in _of_body(part) if (chain, tag) not in own)
        of_others.update((audience, *said) for said in _of_others(record["kind"], part))
    return Tags(own, of_others)


def tags_of_text(content: str, payloads: Iterable[tuple[str, str]]) -> Tags:
    """The tags of an entry as it is stored: its text, and audience and text of its secret parts."""
    return tags_of(json.loads(content), [(audience, json.loads(text)) for audience, text in payloads])


def _of_head(record: Record) -> Iterator[str]:
    yield f"seat:{record['seat']}"
    yield f"actor:{record['actor']}"
    yield f"step:{record['player_turn']}/{record['step']}"


def _of_others(kind: str, body: Record) -> Iterator[tuple[str, str]]:
    if body.get("corrects") and kind in CORRECTING:
        yield CORRECTED, str(body["corrects"])
    if body.get("disputes"):
        yield DISPUTED, str(body["disputes"])


def _of_body(body: Record) -> set[str]:
    found: set[str] = set()
    if procedure := body.get("procedure"):
        found.add(f"procedure:{procedure}")
    if dice := body.get("dice"):
        found.add(f"dice:{dice['source']}")
    for table in body.get("tables") or ():
        found.add(f"table:{table}")
    if chart := body.get("table"):
        found.add(f"table:{chart}")
    for name in CITED & body.keys():
        told = body[name] or ()
        for one in [told] if isinstance(told, str) else told:
            found.add(f"cites:{one if isinstance(one, str) else one[0]}")
    # Nobody looks for an entry by the text of a table.
    said = (WRITTEN - {"text"} if "table" in body else WRITTEN) & body.keys()
    written = [text for name in said if isinstance(text := body[name], str)]
    effects = body.get("effects") or ()
    if len(effects) <= MANY:
        for row in {_row_of(effect) for effect in effects}:
            if row.partition(":")[0] in tagged_kinds():
                found.add(row)
        for effect in effects:
            if effect["do"] == "create" and not effect["key"].startswith("mark:"):
                _walk(effect["fields"], found, written)
    if situation := body.get("situation"):
        _walk(situation, found, written)
    _of_what_came(body, found)
    if written:
        # In order, so that the same words are left out wherever there are too many.
        several = sorted({word for text in written for word in words(text)})
        found.update(f"word:{word}" for word in several[:MOST_WORDS])
    return found


def _of_what_came(body: Record, found: set[str]) -> None:
    """From the outcome; or from what is shown of it, where the rest is secret."""
    outcome = body.get("outcome")
    if isinstance(outcome, dict):
        _walk(outcome, found, None)
        if _cost_something(outcome):
            found.add("came:lost")
    shown = body.get("shown")
    for told in (outcome, shown):
        if isinstance(told, dict):
            found.update(f"came:{name}" for name, value in told.items() if value is True)
    if isinstance(shown, dict):
        named = {name: kind for name, kind in kinds_by_name().items() if fact_models()[kind].FACT_SHOWN}
        found.update(f"{named[name]}:{key}" for name, key in shown.items() if name in named and isinstance(key, str))


def _cost_something(outcome: Record) -> bool:
    """Cargo or transports were lost, or ships were hit."""
    return bool(outcome.get("res_lost") not in (None, "0", 0) or outcome.get("transports_lost") or _hits(outcome))


def _hits(outcome: Record) -> bool:
    """Hits that a contact cost, or a toll. Others are what was scored on a target, or damage of long ago."""
    toll = outcome.get("toll")
    return bool(toll.get("hits") if isinstance(toll, dict) else "contact" in outcome and outcome.get("hits"))


def _row_of(effect: Record) -> str:
    key = str(effect["key"])
    return key if effect["do"] in ("create", "remove") else key.rpartition(".")[0]


def _walk(value: Any, found: set[str], written: list[str] | None) -> None:
    """The things that a situation, an outcome or a row names, and what people wrote there."""
    if isinstance(value, list):
        for part in value:
            if type(part) in NESTED:
                _walk(part, found, written)
        return
    kinds = kinds_by_name()
    for name, part in value.items():
        if type(part) in NESTED:
            if name in kinds and isinstance(part, dict):
                _name(kinds[name], part.get("key"), found)
            if name != "facts":
                _walk(part, found, None if kinds.get(name) in found_by_row() else written)
        elif name in kinds:
            _name(kinds[name], part, found)
        elif written is not None and name in WRITTEN and isinstance(part, str) and part:
            written.append(part)


def _name(kind: str, key: Any, found: set[str]) -> None:
    if isinstance(key, str) and key:
        found.add(f"{kind}:{key}")


def numbers(campaign: str, tags: Iterable[tuple[str, str]]) -> set[int]:
    """The numbers of tags."""
    return {number(campaign, audience, tag) for audience, tag in tags}
