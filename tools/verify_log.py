#!/usr/bin/env python3
"""Check a NavalAssist log without NavalAssist: python3 verify_log.py FILE [--head CODE]

Needs Python 3.8 or newer and nothing else: no library, no network, no database. Give - to read standard input.
Exit code 0: everything that can be checked is in order; 1: something is wrong, the first bad entry is named;
2: the file cannot be read as a log, or the command line is wrong; 3: nothing is wrong, but dice that were read again
stand in an entry whose secret part is not in the file, so that nothing proves them.

THE FILE is an archive of a campaign (a zip, in it log.jsonl), or that log itself: UTF-8 text, one JSON value a line.
 Line 1: {"log": "navalassist-log", "format": 1, "campaign": UUID, "name", "system", "audiences": the chains that are
         in the file, "heads": {audience: [number of the last entry, its hash]}, and where the log was taken over by
         another campaign "identities": all UUIDs that it was written under, the last one = campaign}
 Then a line an entry, in the order of writing:
         {"content": TEXT, "hash": H, "payloads": [{"audience", "salt", "content"}]}

AN ENTRY is its content, one JSON text in canonical form (keys sorted, no spaces, no floats, non-ASCII signs as they
are), and H = SHA-256 of that text in UTF-8, in hexadecimal. In the content:
 format, campaign, chain (public, a side, moderator), sequence (1, 2, 3 … in its chain), turn, player_turn, step, time
 (UTC), actor (opaque), seat, tapped_at, kind, submission, body, previous = hash of the entry before it in its chain
 (64 zeros for the first).
 commitments, where parts are secret: [{"audience", "commitment"}]; commitment = SHA-256("salt|content") of the payload
 for that audience. A payload that the reader may not see is not in the file; its commitment still stands.

ANCHORS. Where a step ends, the body holds anchors {audience: hash}: the heads of all chains just before.

FORKS. An entry of kind "fork" begins the log of a new campaign where an archive of an older one was taken in. It
 carries the new UUID; body.campaign_before is the old one, body.head_before = [number, hash] of the entry before it in
 its chain, body.archive the SHA-256 of the archive, body.unopened = [[turn, commitment]] of the dice of this chain that
 were bound and not open yet: they end there, for their seeds are in no archive. Nowhere else may the UUID change.

DICE. An entry of kind "seed" binds the dice of a turn: body.turn_bound, body.audience, body.commitment = SHA-256(seed),
 a seed being 32 bytes. An entry of kind "reveal" opens it: body.seed in hexadecimal. Entries of kind rule, correction,
 waiting and fallen hold body.answers; one with faces was thrown with answer.dice ("2d6": faces of 1 to 6; "1d10": 1
 to 10, where the ten lies on the table as 0; "1d100": one face of 1 to 100, on the table tens and ones, 00 for 100).
 body.dice.source is "server" or "typed"; body.dice.reused names the keys whose faces were taken over from the entry
 that body.continues or body.corrects names; body.set_aside holds faces of that entry that were rolled again and
 count no longer, all of them. An entry of kind fallen stands for one that was not written after its dice had fallen.
 Every other server face number i (0, 1, 2 …) is found so, attempt by attempt (0, 1, 2 …):
   text   = campaign|chain|sequence|procedure|key|i|attempt         (of the entry and the answer)
   number = first 8 bytes, big-endian, of HMAC-SHA256(key=seed, message=text)
   if number >= 2**64 - 2**64 % sides: next attempt, else face = number % sides + 1
 Where sides have shown nonces before the entry in its turn, "|" and nonces stand at the end of the text:
   nonces = SHA-256, in hexadecimal, of the lines "side=nonce" in the order of the sides' names, joined by line feeds
 The seed is that of the entry's turn, and of the audience for which its body is: "public", unless body.act is "secret";
 then that of its first commitment.

NONCES. Entries of kind "nonce" on the public chain: body.turn_bound, body.side, and body.commitment = SHA-256(nonce) or
 body.nonce, which shows it. In a turn they come in this order: the public seed (its body.scheme 2 or higher), all that
 bind, all that show, then dice. After a rule that used the server's dice, or whose body is not for everybody, none may
 come. A fork ends them.

CHECKED: the shape of each entry (its kind, what it must and may hold, what it may change), hashes, links, numbers,
secret parts, anchors, heads, seeds against what was bound, each server face of the turns whose seed is open, dice and
choices that are read again against the entry that has them, and that every turn that is over has opened its dice.
With the whole log (an archive or export of everything) also: what each entry says of those before it, its turn and
step, the facts it read, what a correction and an undo take back, and that the changes of all entries follow from one
another.
NOT checked: whether the rules were applied rightly, what ended with a step and what everybody was shown of a secret
(`manage.py verify` does); chains that are not in the file; and whether the end of the log was cut:
only a head code that you kept can show that (--head 7F3K-29QD-4M8T).
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import re
import sys
import tempfile
import zipfile
import zlib
from decimal import Decimal
from operator import itemgetter
from typing import Any, BinaryIO, Callable, Collection, Generator, Iterable, Iterator, Sequence  # noqa: UP035

NAME = "navalassist-log"
FORMAT = 1
GENESIS = "0" * 64
FALLEN = "fallen"
# The formula from which on the faces of a turn may depend on nonces.
NONCE_SCHEME = 2
SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
MOST_FAULTS = 20
# What a file may hold at the most: it may come from a stranger.
MIB = 1024 * 1024
LARGEST, LONGEST_LINE = 256 * MIB, 4 * MIB
SOUND, WRONG, NO_LOG, NOT_PROVED = 0, 1, 2, 3


# ======== What follows is a copy of navalassist/auditlog/shape.py, by tools/assemble.py

PUBLIC = "public"
MODERATOR = "moderator"
SYSTEM = "system"
SECRET = "secret"
SHOWN = "shown"
# A step ends, and what ends with it for one audience.
STEP_ENDS, MARKS_END = "turn.step", "turn.ends"
# A step that has ended is taken back, and what had ended with it for one audience.
STEP_BACK = "turn.back"
# What came since entries that are corrected long after stands again behind their corrections.
SINCE = "turn.since"
# A rule that was carried out is struck out: it did not happen.
STRUCK, NOT_HAPPENED = "rule.struck", "not-happened"
RULE_KINDS = ("rule", "waiting", "correction")
# The bytes that the text of a table may have.
MOST_OF_A_TABLE = 64_000
# What is left out where it is empty.
LISTS = ("answers", "effects", "changes", "facts_read")
MOST_KNOWN = 20_000


def _matches(pattern: str) -> Callable[[Any], bool]:
    fits = re.compile(pattern).fullmatch
    return lambda value: isinstance(value, str) and fits(value) is not None


def is_text(value: Any) -> bool:
    return isinstance(value, str)


def is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _maybe_text(value: Any) -> bool:
    return value is None or isinstance(value, str)


def _maybe_number(value: Any) -> bool:
    return value is None or _is_number(value)


def is_anything(value: Any) -> bool:
    return True


def _is_object(value: Any) -> bool:
    # JSON has no other keys than texts.
    return isinstance(value, dict)


def _is_row(value: Any) -> bool:
    """The fields of a row: none has a dot in its name, so that a fact `kind:key.name` is of one row alone."""
    return isinstance(value, dict) and "." not in "".join(value)


def _list_of(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    def all_fit(value: Any) -> bool:
        if not isinstance(value, list):
            return False
        for one in value:  # noqa: SIM110 - the most called of all, and a generator costs as much again
            if not fits(one):
                return False
        return True

    return all_fit


def _object_of(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: _is_object(value) and all(map(fits, value.values()))


def _row(*fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    tests = [(at, one) for at, one in enumerate(fits) if one is not is_anything]

    def row_fits(value: Any) -> bool:
        if not isinstance(value, list) or len(value) != len(fits):
            return False
        for at, one in tests:  # noqa: SIM110 - as above
            if not one(value[at]):
                return False
        return True

    return row_fits


def _rows_of(*fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Rows of so many values. A log has by far the most of these, so what was found right before is not tried again."""
    parts: list[Any] = [(itemgetter(at), one, set()) for at, one in enumerate(fits) if one is not is_anything]

    def rows_fit(value: Any) -> bool:
        if not isinstance(value, list) or not ({*map(type, value)} <= {list} and {*map(len, value)} <= {len(fits)}):
            return False
        for part, fit, known in parts:
            try:
                if known.issuperset(map(part, value)):
                    continue
                new = set(map(part, value)) - known
            except TypeError:
                return False
            if not all(map(fit, new)):
                return False
            if len(known) > MOST_KNOWN:
                known.clear()
            known |= new
        return True

    return rows_fit


def _keys(needs: dict[str, Any], may: dict[str, Any] = {}) -> Callable[[Any], bool]:  # noqa: B006 - never changed
    """An object with all of some keys, and maybe others, each with a value of its type."""

    tests = {**may, **needs}

    def fits(value: Any) -> bool:
        if not isinstance(value, dict):
            return False
        needed = 0
        for name, inner in value.items():
            test = tests.get(name)
            if test is None or not test(inner):
                return False
            needed += name in needs
        return needed == len(needs)

    return fits


is_word = _matches(r"[a-z0-9][a-z0-9_-]{0,39}")
is_reference = _matches(r"[a-z0-9-]{1,20}/[1-9][0-9]{0,10}")
is_source = _matches(r"|[a-z0-9-]{1,20}/[1-9][0-9]{0,10}")
is_hash = _matches(r"[0-9a-f]{64}")
is_uuid = _matches(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
is_time = _matches(r"[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-6][0-9](\.[0-9]{6})?Z")
is_row = _matches(r"[a-z][a-z-]*:.+")
is_fact = _matches(r"[a-z][a-z-]*:.+\.[a-z_0-9]+")
is_faces = _list_of(lambda face: is_count(face) and face > 0)

EFFECTS = {
    "set": _keys({"do": is_text, "key": is_fact, "value": is_anything}),
    "add": _keys({"do": is_text, "key": is_fact, "amount": _is_number}),
    "create": _keys({"do": is_text, "key": is_row, "fields": _is_row}),
    "remove": _keys({"do": is_text, "key": is_row}),
}


def _is_effect(value: Any) -> bool:
    do = value.get("do") if isinstance(value, dict) else None
    return isinstance(do, str) and do in EFFECTS and EFFECTS[do](value)


# `2d6`, or of a pool `12 x 1d6`.
_DICE = re.compile(r"(?:([0-9]+) x )?([1-9][0-9]*)d([1-9][0-9]*)")
_TERM = {"rule": is_text, "text": is_text, "value": _is_number, "applies": _is_flag, "ruling": _maybe_text}
_CELL = {"table": is_text, "version": is_text, "row": is_text, "column": is_text, "provenance": is_text}
_ASKS = ("table", "pool", "roll", "look", "choose", "sealed")
_answer = _keys(
    {"key": is_text, "kind": lambda kind: kind in _ASKS},
    {
        "label": is_text,
        "dice": _matches(_DICE.pattern),
        "faces": is_faces,
        "choice": is_text,
        "reading": is_anything,
        "cells": _list_of(_keys(_CELL, {"value": _maybe_text})),
        "terms": _list_of(_keys(_TERM, {"facts": _list_of(is_fact)})),
        "bounds": _row(_maybe_number, _maybe_number),
    },
)
_waits = _keys(
    {"key": is_text, "kind": lambda kind: kind in ("choose", "sealed", "roll"), "seat": is_text},
    {
        "label": is_text,
        "options": _list_of(_row(is_text, is_text)),
        "dice": is_text,
        "free": is_text,
        "cell": _row(is_text, is_text, is_text),
    },
)
_WAYS = ("keep", "same", "roll", "stand")

# What a key of a body holds, whatever the kind of its entry.
VALUES: dict[str, Callable[[Any], bool]] = {
    "about": _list_of(is_text),
    "act": is_text,
    "agreed_in": is_reference,
    "anchors": _object_of(is_hash),
    "answer": is_text,
    "answers": _list_of(_answer),
    "archive": is_hash,
    "audience": is_word,
    "because": is_reference,
    "begun_for": is_text,
    "campaign_before": is_uuid,
    "changed": lambda fields: _list_of(is_text)(fields) and sorted(set(fields)) == fields,
    "changes": _rows_of(is_fact, is_anything, is_anything),
    "commitment": is_hash,
    "compensates": is_reference,
    "continues": is_reference,
    "corrects": is_reference,
    "dependents": _list_of(is_reference),
    "dice": _keys({"source": lambda source: source in ("server", "typed")}, {"reused": _list_of(is_text)}),
    "dispute": is_text,
    "disputes": is_reference,
    "edition": is_text,
    "editions": _object_of(is_text),
    "effects": _list_of(_is_effect),
    "eyes": is_word,
    "facts_read": _rows_of(is_fact, is_anything, is_source),
    "filters": is_anything,
    "format": is_word,
    "head_before": _row(is_count, is_hash),
    "heads": _object_of(_row(is_count, is_hash)),
    "held_seat": is_word,
    "invitation": _matches(r"[0-9a-f]{12}"),
    "invited_to": is_word,
    "name": is_text,
    "name_before": is_text,
    "no_odds": is_text,
    "nonce": is_text,
    "note": is_text,
    "odds": _list_of(_row(is_text, is_text, _matches(r"-?[0-9]+(/[0-9]+)?"), is_text)),
    "operation": is_text,
    "outcome": is_anything,
    "outgoing": is_uuid,
    "own_changes": is_count,
    "own_effects": is_count,
    "person": is_uuid,
    "procedure": is_text,
    "question": is_text,
    "reason": is_text,
    "restored": is_time,
    "rolled_at": is_time,
    "rule": is_text,
    "ruling": is_text,
    "rulings": _object_of(is_text),
    "scheme": lambda scheme: _is_number(scheme) and scheme in (1, 2),
    "passed": lambda places: _list_of(is_text)(places) and len(set(places)) == len(places),
    "stays": lambda rows: _list_of(is_text)(rows) and sorted(set(rows)) == rows,
    "left": _list_of(_row(is_text, is_text)),
    "scenario": _keys(
        {"title": is_text, "rows": _object_of(_row(is_text, is_text))},
        {"about": is_text, "sources": _object_of(_row(is_text, is_text)), "part": is_text},
    ),
    "sealed": _list_of(_answer),
    "seed": is_hash,
    "set_aside": _object_of(is_faces),
    "settled": _list_of(_row(is_reference, lambda way: way in _WAYS, is_text)),
    "shipment": is_text,
    "shown": _is_object,
    "side": is_word,
    "since": _row(is_text, is_text),
    "situation": _is_object,
    "system": is_text,
    "table": is_text,
    "table_versions": _object_of(is_text),
    "tables": _object_of(is_text),
    "text": is_text,
    "title": is_text,
    "turn_bound": is_text,
    "strikes": is_reference,
    "typed": _is_object,
    "undone": is_text,
    "unopened": _list_of(_row(is_text, is_hash)),
    "unused_dice": _object_of(is_faces),
    "verdict": lambda verdict: verdict in ("upheld", "rejected"),
    "version": _matches(r"[0-9]{1,6}-[0-9a-f]{12}"),
    "waits_for": _waits,
}

HEADER: dict[str, Callable[[Any], bool]] = {
    "format": lambda number: _is_number(number) and number == 1,
    "campaign": is_uuid,
    "chain": is_word,
    "sequence": lambda number: is_count(number) and number > 0,
    "turn": is_text,
    "player_turn": is_text,
    "step": is_text,
    "time": is_time,
    # Whoever sits at one table may have no name as yet.
    "actor": lambda actor: actor == "" or is_uuid(actor),
    "seat": is_word,
    "tapped_at": is_word,
    "kind": is_word,
    "submission": _matches(r"[0-9A-Za-z_-]{0,40}"),
    "body": _is_object,
    "previous": is_hash,
}
COMMITMENTS = _list_of(_keys({"audience": is_word, "commitment": is_hash}))


class Shape:
    """What an entry of one kind, or of one act, holds in its body beside `act`. seat: who alone may have done it."""

    def __init__(self, needs: tuple[str, ...] = (), may: tuple[str, ...] = (), seat: str = "") -> None:
        self.needs, self.may, self.seat = needs, may, seat
        self.holds = {"act", SHOWN, *needs, *may}


_CHANGE = ("effects", "changes")
_SAID = ("title", "note", "reason")
_RULE = ("procedure", "rule", "edition", "operation", "own_effects", "own_changes")
_MAY = ("situation", "typed", "facts_read", "answers", "tables", "rulings", "odds", "no_odds", "dice", "rolled_at")
_TOLD = ("reason", "note", "changed", "dependents", "settled", "agreed_in", "because")
_STRUCK = ("note", "dependents", "settled", "agreed_in", "because")
_MENDS = (*_TOLD, "set_aside", "corrects", "unused_dice")
_GOES_ON = ("continues", "unused_dice")

# Every kind of entry; those whose acts differ have a shape for each act.
KINDS: dict[str, Any] = {
    "setup": {
        "campaign.begin": Shape(("name", "system", *_CHANGE), ("table_versions", "editions", "scenario"), MODERATOR)
    },
    "edit": Shape((), (*_CHANGE, *_SAID, "shipment", "rule", "because", "compensates", "strikes", "since", "scenario")),
    "undo": {
        "undo": Shape((*_CHANGE, "corrects", "undone")),
        STEP_BACK: Shape((*_CHANGE, "corrects", "undone")),
        "rule.given-up": Shape(("corrects", "undone", "procedure", "reason"), ("note", *_CHANGE)),
        STRUCK: Shape(("corrects", "undone", "procedure", "reason"), (*_CHANGE, *_STRUCK)),
    },
    "rule": Shape((*_RULE, "outcome"), (*_CHANGE, *_MAY, *_GOES_ON)),
    "waiting": Shape((*_RULE, "waits_for", *_CHANGE), (*_MAY, *_GOES_ON, *_MENDS, "begun_for", "sealed")),
    "correction": Shape((*_RULE, "outcome", "corrects", "reason"), (*_CHANGE, *_MAY, *_MENDS)),
    "clock": Shape((), (*_CHANGE, "passed", "left", "stays")),
    "seed": {"dice.bind": Shape(("turn_bound", "audience", "commitment"), ("scheme",), SYSTEM)},
    "reveal": {"dice.open": Shape(("turn_bound", "audience", "seed"), (), SYSTEM)},
    "nonce": {
        "nonce.commit": Shape(("turn_bound", "side", "commitment", *_CHANGE)),
        "nonce.show": Shape(("turn_bound", "side", "nonce", *_CHANGE)),
    },
    "access": {
        "seat.give": Shape(("held_seat", "person"), ("outgoing",)),
        "seat.end": Shape(("held_seat", "person")),
        "seat.hand-over": Shape(("held_seat", "person", "outgoing")),
        "invite.make": Shape(("invited_to", "invitation"), ("outgoing",)),
        "invite.revoke": Shape(("invited_to", "invitation")),
        "invite.use": Shape(("invited_to", "invitation")),
        "person.login": Shape(("person",)),
        "person.reset": Shape(("person",)),
        "person.stop": Shape(("person",)),
        "person.resume": Shape(("person",)),
        "person.promote": Shape(("person",)),
        "log.export": Shape((), ("eyes", "heads", "archive", "format", "filters")),
    },
    "fork": {
        "log.fork": Shape(
            ("campaign_before", "head_before", "archive"),
            ("unopened", "name_before", "restored", "editions", *_CHANGE),
            MODERATOR,
        )
    },
    "fallen": {"dice.fell": Shape((), ("procedure", "answers", "dice", "begun_for", *_CHANGE), SYSTEM)},
    "dispute": {
        "dispute.raise": Shape(("disputes", "dispute", "text", *_CHANGE)),
        "dispute.argue": Shape(("dispute", "text", "about", *_CHANGE)),
        "dispute.withdraw": Shape(("dispute", "about", *_CHANGE)),
        "dispute.acknowledge": Shape(("dispute", "about", *_CHANGE)),
        "dispute.rule": Shape(("dispute", "about", "verdict", "ruling", *_CHANGE), (), MODERATOR),
        "question.ask": Shape(("question", "about", *_CHANGE)),
        "question.answer": Shape(("answer", "about", *_CHANGE), (), MODERATOR),
        "question.read": Shape(("about", *_CHANGE)),
        "question.drop": Shape(("about", *_CHANGE)),
        "correction.propose": Shape(("about", *_CHANGE), ("note",)),
        "correction.accept": Shape(("about", *_CHANGE)),
        "correction.refuse": Shape(("about", "text", *_CHANGE)),
        "correction.withdraw": Shape(("about", *_CHANGE)),
    },
}
# The acts of an input whose shape is their own.
ACTS = {
    "chart.change": Shape(("table", "version", "text", "title", *_CHANGE)),
    "chart.read-back": Shape(("table", "title", *_CHANGE)),
}
# The kinds that stand on the public chain alone, and the acts that stand on another.
PUBLIC_ALONE = ("setup", "nonce", "fallen", *RULE_KINDS)
PRIVATE_ACTS = ("person.login",)
# What may stand in the open where the body is secret; and what more where it is open in part, as it is or a part of it.
IN_THE_OPEN = ("act", "procedure", "rule", "edition", "operation", "corrects", "continues")
OPEN_WORDS = ("dice", "unused_dice", "set_aside", "rolled_at", "waits_for")
OPEN_OF_ANSWERS = ("key", "kind", "dice", "faces")
OPEN_IN_PART = (SHOWN, *OPEN_WORDS, "answers", "effects", "changes")
# Rows that the program keeps for itself, by their kind, marks also by their first word, and the kinds of entries whose
# effects may touch them. Of all other rows nobody can say so much: a person may change them by an edit, and rules do.
KEPT_ROWS = {
    "campaign:": ("setup", "clock", "undo"),
    "mark:nonce/": ("nonce", "fork", "clock", "undo"),
    "mark:waiting/": ("rule", "waiting", "correction", "undo"),
    "mark:given-up/": ("rule", "waiting", "undo", "fallen", "clock"),
    "mark:part/": ("clock", "undo"),
    "chart:": ("edit", "undo", "clock"),
    "mark:read-back/": ("edit", "undo"),
    "dispute:": ("dispute",),
    "argument:": ("dispute",),
    "precedent:": ("dispute",),
    "question:": ("dispute",),
    "proposal:": ("dispute",),
}
# The kinds whose effects touch such rows and no others.
KEPT_ROWS_ALONE = ("nonce", "fork", "fallen", "dispute")


def shape_of(kind: str, act: str) -> Any:
    """The shape of an entry; None for a kind or an act that nobody knows."""
    shape = KINDS.get(kind)
    if kind == "edit" and act in ACTS:
        return ACTS[act]
    return shape.get(act) if isinstance(shape, dict) else shape


def faults_of(record: Any, parts: dict[str, Any], reruns: bool = False) -> Iterator[str]:
    """What is wrong with an entry by itself, in words. parts: audience -> its secret part, of those at hand.

    reruns: the rule is carried out again, and so its answers are compared whole, each key of them.
    """
    yield from _header(record)
    passed = ("answers",) if reruns and record["kind"] in RULE_KINDS else ()
    body, audiences = record["body"], [c["audience"] for c in record.get("commitments", ())]
    whole_is_for = audiences[0] if audiences and (body.get("act") == SECRET or SHOWN in body) else ""
    yield from _chain(record, whole_is_for)
    if (body.get("act") == SECRET or SHOWN in body) and not audiences:
        yield "its body is said to be secret, and it has no secret part"
    well = yield from _values(body, "", passed)
    if whole_is_for:
        yield from _in_the_open(body)
    for audience, part in parts.items():
        if audience != whole_is_for:
            yield from _own_part(audience, part, record["kind"])
    if not whole_is_for:
        yield from _body(record, body, well)
    elif whole_is_for in parts:
        yield from _secret(record, parts[whole_is_for], body, passed)


def _values(body: Any, where: str, passed: tuple[str, ...]) -> Generator[str, None, bool]:
    """The keys of a body are known, and each has a value of its type, but for those passed over. Returns whether so."""
    well = True
    for name, value in body.items():
        fits = VALUES.get(name)
        if name in passed:
            continue
        if fits is None or (where and name == SHOWN):
            yield f"nobody knows what {name!r} in its {where}body is"
        elif not fits(value):
            yield f"{name} in its {where}body is not what it should be"
        else:
            continue
        well = False
    return well


def _in_the_open(body: Any) -> Iterator[str]:
    for name in body:
        if name not in IN_THE_OPEN and not (SHOWN in body and name in OPEN_IN_PART):
            yield f"{name} stands in the open part of an entry that is secret"


def _header(record: Any) -> Iterator[str]:
    for name, fits in HEADER.items():
        if name not in record:
            yield f"its {name} is missing"
        elif not fits(record[name]):
            yield f"its {name} is not what it should be"
    for name in record:
        if name not in HEADER and name != "commitments":
            yield f"nobody knows what {name!r} is"
    commitments = record.get("commitments")
    if commitments is not None:
        audiences = [c.get("audience") for c in commitments] if COMMITMENTS(commitments) else []
        if not audiences or len(set(audiences)) != len(audiences) or PUBLIC in audiences:
            yield "its commitments are not what they should be"


def _chain(record: Any, whole_is_for: str) -> Iterator[str]:
    """What stands on which chain: a side's own holds nothing that all may read, but forks and the binding of dice."""
    kind, chain, act = record["kind"], record["chain"], record["body"].get("act")
    if kind not in KINDS:
        yield f"nobody knows an entry of kind {kind!r}"
    elif chain == PUBLIC:
        if act in PRIVATE_ACTS:
            yield f"{act} stands in the open"
        elif kind == "access" and record.get("commitments"):
            yield "who may do what is secret on the chain that everybody reads"
    elif kind in PUBLIC_ALONE:
        yield f"an entry of kind {kind} stands on a chain that not everybody reads"
    elif kind not in ("seed", "reveal", "fork") and whole_is_for != chain:
        yield "its body is not for those whose chain it stands on"


def _own_part(audience: str, part: Any, kind: str) -> Iterator[str]:
    """The secret part of a body that is not secret itself: what one seat chose, or the head of its chain."""
    if not (isinstance(part, dict) and len(part) == 1 and part.keys() <= {"sealed", "anchors"}):
        yield f"the secret part for {audience} holds neither its choices nor its anchor"
    elif not all(VALUES[name](value) for name, value in part.items()):
        yield f"the secret part for {audience} is not what it should be"
    elif "anchors" in part and (set(part["anchors"]) != {audience} or kind != "clock"):
        yield f"the anchor for {audience} is not that of its own chain"
    elif "sealed" in part and (kind != "waiting" or not part["sealed"]):
        yield f"{audience} has sealed choices in an entry that waits for none"


def _secret(record: Any, part: Any, body: Any, passed: tuple[str, ...]) -> Iterator[str]:
    """The secret part of a body: all of it, of which the open part says nothing else."""
    if not isinstance(part, dict):
        yield "its secret part is no body"
        return
    kind, well = record["kind"], (yield from _values(part, "secret ", passed))
    for name in IN_THE_OPEN:
        if name in body and body[name] != part.get(name) and not (name == "act" and body[name] == SECRET):
            yield f"its open part says otherwise than its secret one ({name})"
    if kind in (*RULE_KINDS, "undo", "fallen"):
        for name in IN_THE_OPEN[1:]:
            if name in part and name not in body:
                yield f"its open part does not say its {name}"
    if SHOWN in body:
        yield from _shown_alike(body, part)
    yield from _body(record, part, well)


def open_answers(answers: Any) -> Any:
    """What everybody may read of the answers of a body that is open in part: its dice."""
    return [{name: a[name] for name in OPEN_OF_ANSWERS if name in a} for a in answers if "faces" in a]


def _shown_alike(body: Any, part: Any) -> Iterator[str]:
    """A body that is open in part shows all its dice, and of effects and changes nothing that it does not have."""
    for name in OPEN_WORDS:
        if body.get(name) != part.get(name):
            yield f"its open part says otherwise than its secret one ({name})"
    if body.get("answers", []) != open_answers(part.get("answers", ())):
        yield "its open part says otherwise than its secret one (answers)"
    for name in ("effects", "changes"):
        shown = body.get(name, [])
        if shown != [one for one in part.get(name, ()) if one in shown]:
            yield f"its open part says otherwise than its secret one ({name})"


def _body(record: Any, body: Any, well: bool) -> Iterator[str]:
    """A whole body: the keys of its kind and act, and what it says twice. well: each value is of its type."""
    kind, act = record["kind"], body.get("act")
    shape = shape_of(kind, act) if isinstance(act, str) else None
    if shape is None:
        if kind in KINDS:
            yield f"nobody knows the act {act!r} of an entry of kind {kind}"
        return
    for name in shape.needs:
        if name not in body:
            yield f"it does not say its {name}"
    for name in sorted(body.keys() - shape.holds):
        if name in VALUES:
            yield f"an entry of kind {kind} does not hold {name}"
    if shape.seat and record["seat"] != shape.seat:
        yield f"only {shape.seat} does this, not {record['seat']}"
    if well:
        yield from _effects(record, body)
        yield from _said_twice(record, body)


def _effects(record: Any, body: Any) -> Iterator[str]:
    """The rows that its effects touch: those that the program keeps only as their kind may, and by `setup` new ones."""
    kind = record["kind"]
    if bool(body.get("effects")) != bool(body.get("changes")):
        yield "its changes are not those of its effects"
    for effect in body.get("effects", ()):
        row = effect["key"]
        what, _, key = row.partition(":")
        kept = KEPT_ROWS.get("mark:" + "".join(key.partition("/")[:2]) if what == "mark" else what + ":")
        if kind not in kept if kept else kind in KEPT_ROWS_ALONE:
            yield f"an entry of kind {kind} does nothing to {row}"
        elif kind == "setup" and effect["do"] != "create":
            yield f"the set-up does something else to {row} than to make it"


def _said_twice(record: Any, body: Any) -> Iterator[str]:
    kind = record["kind"]
    if kind in RULE_KINDS:
        yield from _of_a_rule(kind, body)
    elif kind in ("seed", "reveal"):
        if (body["audience"], body["turn_bound"]) != (record["chain"], record["turn"]):
            yield "dice were bound for another turn or chain than the one they are bound in"
    elif kind == "nonce":
        if body["side"] != record["seat"]:
            yield "a nonce is another side's than that of its seat"
    elif kind == "clock":
        yield from _of_the_clock(record, body)
    elif kind == "setup":
        if "campaign:clock" not in [effect["key"] for effect in body["effects"]]:
            yield "the set-up sets no clock"
    elif kind == "edit" and body["act"] in ACTS:
        if record["chain"] != PUBLIC:
            yield "a chart is changed on a chain that not everybody reads"
        if len(body.get("text", "").encode()) > MOST_OF_A_TABLE:
            yield "its text is longer than a table may be"
    elif kind == "edit":
        rows = {effect["key"].partition(".")[0] for effect in body.get("effects", ())}
        if "shipment" in body and f"shipment:{body['shipment']}" not in rows:
            yield f"it says that it is about {body['shipment']}, of which it changes nothing"
        if ("because" in body) != ("compensates" in body):
            yield "it makes up for an entry and does not say since which correction"
    elif kind == "fallen" and "answers" in body:
        yield from _faces(body["answers"])
        if body["dice"] != {"source": "server"}:
            yield "its dice fell from other hands than the server's"
    elif kind == "fallen" and body.keys() != {"act"} and not {"procedure", "answers", "dice"} <= body.keys():
        yield "it does not say which dice fell"
    elif (
        body["act"] == "log.export"
        and record["chain"] == PUBLIC
        and (body.get("eyes") != "all" or body.keys() != {"act", "eyes", "heads"})
    ):
        yield "everybody reads only that the whole archive was taken, and up to where"


def _of_a_rule(kind: str, body: Any) -> Iterator[str]:
    if body["act"] != body["procedure"]:
        yield "its act is not the rule that it carried out"
    if body["own_effects"] > len(body.get("effects", ())) or body["own_changes"] > len(body.get("changes", ())):
        yield "it counts more effects of its own than it has"
    if "continues" in body and "corrects" in body:
        yield "it goes on from an entry and corrects one"
    follows = "continues" in body or "corrects" in body
    thrown = [answer for answer in body.get("answers", ()) if "faces" in answer]
    if thrown and "dice" not in body:
        yield "it does not say who threw its dice"
    if "dice" in body and not (thrown or follows):
        yield "it says who threw its dice, and has none"
    if (body.get("dice", {}).get("reused") or body.get("unused_dice")) and not follows:
        yield "it uses dice again, and follows no entry that threw them"
    if body.get("set_aside") and "corrects" not in body:
        yield "it sets dice aside, and corrects nothing"
    if "rolled_at" in body and body.get("dice", {}).get("source") == "server":
        yield "it says when its dice were typed, and the server threw them"
    yield from _faces(body.get("answers", ()))
    if kind == "waiting" and "corrects" not in body:
        more = [name for name in _TOLD if name in body]
        if more:
            yield f"an entry that corrects nothing does not hold {more[0]}"
    if kind == "waiting" and ("begun_for" in body) == ("corrects" in body):
        yield "it does not say rightly what it was begun for"
    if str(body.get("begun_for", body["procedure"])).partition(" ")[0] != body["procedure"]:
        yield "it was begun for another rule than its own"


def _faces(answers: Any) -> Iterator[str]:
    """Each ask is answered once, by as many faces as its dice have."""
    for answer in answers:
        number, sides = dice_of(answer)
        if len(answer.get("faces", ())) != number or any(face > sides for face in answer.get("faces", ())):
            yield f"the faces of {answer['key']} are not those of {answer.get('dice', 'any dice')}"
    keys = [answer["key"] for answer in answers]
    if len(set(keys)) != len(keys):
        yield "it answers one ask twice"


def _of_the_clock(record: Any, body: Any) -> Iterator[str]:
    ends = body["act"] in (MARKS_END, SINCE)
    if not re.fullmatch(r"turn\.[a-z-]+", body["act"]):
        yield f"nobody knows the act {body['act']!r} of an entry of kind clock"
    if ends and (record["chain"] == PUBLIC) and record.get("commitments"):
        yield "it ends no step, and holds anchors"
    if not ends and record["chain"] != PUBLIC:
        yield "a step ends on a chain that not everybody reads"
    if not ends and not record.get("commitments"):
        yield "a step ends, and no other chain is anchored"
    if "effects" not in body and "stays" not in body:
        yield "it does not say its effects"
    sets_clock = any(effect["key"].startswith("campaign:clock.") for effect in body.get("effects", ()))
    if sets_clock != (body["act"] == STEP_ENDS):
        yield "the clock goes on otherwise than by the end of a step"
    if "passed" in body and not (sets_clock and body["passed"]):
        yield "steps are passed over otherwise than with the end of one"
    if "stays" in body and (body["act"] != SINCE or not body["stays"]):
        yield "rows stay otherwise than behind a correction"


def dice_of(answer: Any) -> tuple[int, int]:
    """How many dice an answer threw, and how many sides each has: (12, 6) for `12 x 1d6`; (0, 0) without dice."""
    found = _DICE.fullmatch(answer.get("dice", ""))
    return (int(found[1] or 1) * int(found[2]), int(found[3])) if found else (0, 0)


def references_of(body: Any) -> Iterator[tuple[str, str]]:
    """What an entry says of others: name of the key, reference."""
    for name in ("agreed_in", "because", "compensates", "continues", "corrects", "disputes", "strikes"):
        if name in body:
            yield name, body[name]
    for reference in body.get("dependents", ()):
        yield "dependents", reference
    for reference, _, _ in body.get("settled", ()):
        yield "settled", reference


# ======== What follows is a copy of navalassist/auditlog/fold.py, by tools/assemble.py

Record = Any
Fields = Any
Moment = Any
# An effect with what it found, as its entry says: what it does, its fact or row, what was there, what is given.
Move = Any
# What was there is not said. (A value that `marshal` can carry from one process to another.)
UNSAID = ...
UNLIKE = "its changes are not those of its effects"


class NotApplicable(ValueError):
    """A recorded effect that the state before it does not allow."""


class Unlike(ValueError):
    """The recorded changes are not those of an effect; in words."""


def moves_of(body: Record) -> tuple[list[Move], str]:
    """An entry's effects with what they found by its changes; and, in words, how the two differ ('': they do not).

    This depends on no other entry. What the effects found is left to `Fold`, which knows the entries before.
    """
    changes = body.get("changes", ())
    moves: list[Move] = []
    at, wrong = 0, ""
    for effect in body.get("effects", ()):
        do, key = effect["do"], effect["key"]
        before = UNSAID
        try:
            if not wrong:
                before, used = _found(do, key, effect, changes, at)
                at += used
        except Unlike as reason:
            wrong = str(reason)
        moves.append((do, key, before, _given(do, effect)))
    return moves, wrong or (UNLIKE if at < len(changes) else "")


def changes_of_first(body: Record, count: int) -> int:
    """How many of an entry's changes are those of its first effects. ValueError where the two differ."""
    changes, at = body.get("changes", ()), 0
    for effect in body.get("effects", ())[:count]:
        at += _found(effect["do"], effect["key"], effect, changes, at)[1]
    return at


def _given(do: str, effect: Record) -> Any:
    return effect.get({"set": "value", "add": "amount", "create": "fields"}.get(do, ""))


def _found(do: str, key: str, effect: Record, changes: Sequence[Sequence[Any]], at: int) -> tuple[Any, int]:
    """What the effect found by the changes from `at` on, and how many of them are its own. Unlike if they are not."""
    if do == "create":
        count = len(effect["fields"])
        made = [[f"{key}.{name}", None, value] for name, value in sorted(effect["fields"].items())]
        if made != changes[at : at + count]:
            raise Unlike(_difference(made, changes[at : at + count]))
        return None, count
    if do == "remove":
        found = _row_before(key, changes, at)
        return found, len(found)
    if at >= len(changes):
        raise Unlike(UNLIKE)
    fact, before, after = changes[at]
    if fact != key or after != (effect["value"] if do == "set" else before + effect["amount"]):
        raise Unlike(_otherwise(fact, before, after))
    return before, 1


def _row_before(row: str, changes: Sequence[Sequence[Any]], at: int) -> Fields:
    """The fields of a row that goes: they stand in the order of their names."""
    found: Fields = {}
    last = ""
    for number in range(at, len(changes)):
        fact, before, after = changes[number]
        of, _, name = fact.rpartition(".")
        if of != row or after is not None or name <= last:
            break
        found[name] = before
        last = name
    return found


class Fold:
    """Rows with their fields, the entry that set each, whom each row is for, and the history of some facts."""

    def __init__(self, kept_history: Collection[tuple[str, str]]) -> None:
        self.rows: dict[str, Fields] = {}
        # The same by the keys of facts (`port:naples.owner`).
        self.facts: dict[str, Any] = {}
        # kind -> its rows, in the order in which they were made.
        self.kinds: dict[str, dict[str, None]] = {}
        self.sources: dict[str, dict[str, str]] = {}
        self.audiences: dict[str, str] = {}
        self.history: dict[str, list[tuple[Any, str, str, str]]] = {}
        self._kept_history: dict[str, list[str]] = {}
        for kind, name in kept_history:
            self._kept_history.setdefault(kind, []).append(name)

    def entry(
        self, reference: str, audience: str, moment: Moment, moves: Sequence[Move], for_all: Collection[str] = ()
    ) -> str:
        """Apply an entry's moves; '' or, in words, the first that found something else than the log before it says.

        audience: whom the rows are for that it makes, but for those that are for everybody (for_all); moment: its turn
        and player turn.
        """
        wrong = ""
        try:
            for do, key, before, given in moves:
                if do in ("set", "add"):
                    said = self._change(do, key, before, given, reference, moment)
                elif do == "create":
                    said = self._create(key, given, PUBLIC if key in for_all else audience, reference, moment)
                elif do == "remove":
                    said = self._remove(key, before)
                else:
                    raise NotApplicable(f"it holds an effect that nobody knows ({do!r})")
                wrong = wrong or said
        except NotApplicable as reason:
            return str(reason)
        return wrong

    def misread(self, facts_read: Sequence[Sequence[Any]]) -> str:
        """'' or, in words, the first fact that an entry read otherwise than the log before it says."""
        for key, value, source in facts_read:
            if self.facts.get(key, UNSAID) != value:
                return f"it read {key} as {value!r}, but the log before it says {self.facts.get(key)!r}"
            row, _, name = key.rpartition(".")
            if self.sources[row].get(name, "") != source:
                return f"it says that {source} set {key}; the log before it says {self.sources[row].get(name)!r}"
        return ""

    def misread_value(self, facts: Sequence[Sequence[Any]]) -> str:
        """'' or, in words, the first of these facts whose value is neither what the log before says, nor ever was."""
        for key, value, source in facts:
            row, _, name = key.rpartition(".")
            known = self.facts.get(key, UNSAID)
            # A correction may read what stood when the corrected rule was carried out.
            before = any(was[:2] == (value, source) for was in self.history.get(key, ()))
            if not before and (known != value or self.sources[row].get(name, "") != source):
                said = None if known is UNSAID else known
                return f"it read {key} as {value!r}, which neither the entry before it nor the log says ({said!r})"
        return ""

    def misjudged(self, book: Sequence[Sequence[Any]]) -> str:
        """'' or, in words, the first ruling or precedent that an entry went by and that did not hold before it.

        book: fact, value, and what holds where there is no such fact.
        """
        for key, value, otherwise in book:
            known = self.facts.get(key, otherwise)
            if known != value:
                return f"it went by {key} as {value!r}, but the log before it says {known!r}"
        return ""

    def _change(self, do: str, key: str, before: Any, given: Any, reference: str, moment: Moment) -> str:
        row, _, name = key.rpartition(".")
        fields = self.rows.get(row)
        if fields is None or name not in fields:
            raise NotApplicable(f"it changes {key}, which the log before it does not know")
        found = fields[name]
        after = fields[name] = self.facts[key] = given if do == "set" else found + given
        self.sources[row][name] = reference
        if found != after and name in self._kept_history.get(row.partition(":")[0], ()):
            self.history.setdefault(key, []).append((after, reference, *moment))
        return "" if found == before or before is UNSAID else _otherwise(key, before, after)

    def _create(self, row: str, given: Fields, audience: str, reference: str, moment: Moment) -> str:
        if row in self.rows:
            raise NotApplicable(_there_already(row))
        self.rows[row] = dict(given)
        self.facts.update({f"{row}.{name}": value for name, value in given.items()})
        self.kinds.setdefault(row.partition(":")[0], {})[row] = None
        self.sources[row] = dict.fromkeys(given, reference)
        if audience != PUBLIC:
            self.audiences[row] = audience
        for name in self._kept_history.get(row.partition(":")[0], ()):
            if given.get(name) is not None:
                self.history.setdefault(f"{row}.{name}", []).append((given[name], reference, *moment))
        return ""

    def _remove(self, row: str, before: Any) -> str:
        if row not in self.rows:
            raise NotApplicable(f"it removes {row}, which the log before it does not know")
        self.audiences.pop(row, None)
        del self.sources[row]
        known = self.rows.pop(row)
        for name in known:
            del self.facts[f"{row}.{name}"]
        del self.kinds[row.partition(":")[0]][row]
        if known == before or before is UNSAID:
            return ""
        return _difference(_gone(row, known), _gone(row, before))


def _gone(row: str, fields: Fields) -> list[list[Any]]:
    """The changes by which a row goes."""
    return [[f"{row}.{name}", value, None] for name, value in fields.items()]


def _difference(done: Sequence[Any], recorded: Sequence[Any]) -> str:
    for ours, theirs in zip(done, recorded, strict=False):
        if ours != theirs:
            return _otherwise(*theirs)
    return UNLIKE


def _there_already(row: str) -> str:
    return f"it makes {row}, which is there already"


def _otherwise(key: str, before: Any, after: Any) -> str:
    return f"it says that {key} went from {before!r} to {after!r}; the log before it says otherwise"


# ======== What follows is a copy of navalassist/auditlog/came_since.py, by tools/assemble.py

# A decimal as facts hold one, in a text.
DECIMAL = re.compile(r"-?[0-9]+(\.[0-9]+)?")


def is_number(value: Any) -> bool:
    """A number, as facts hold one: whole, or a decimal as text."""
    if isinstance(value, str):
        return bool(DECIMAL.fullmatch(value))
    return isinstance(value, int) and not isinstance(value, bool)


def with_the_difference(now: Any, left: Any, right: Any) -> Any:
    """What a number is that was changed since, if it should have been left otherwise than it was."""
    if isinstance(now, int):
        return now + right - left
    return f"{(Decimal(now) + Decimal(right) - Decimal(left)).normalize():f}"


def set_effect(row: str, name: str, value: Any) -> Any:
    """The effect that sets a field of a row."""
    return {"do": "set", "key": f"{row}.{name}", "value": value}


def followed(body: Any, name: str, look: Callable[[str], Any]) -> Iterator[Any]:
    """The entries that one follows by a key (`continues`, `corrects`): reference and record of each, the latest first.

    body: of that one; look: as of `CameSince`. A forged log may lead in a circle: it is gone round once.
    """
    seen: set[str] = set()
    while (named := body.get(name, "")) and named not in seen:
        seen.add(named)
        record, body = look(named)
        yield named, record


class CameSince:
    """It notes what the calendar clears away and sets, and what of that a submission that corrects has to leave so."""

    def __init__(self, fold: Fold, look: Callable[[str], Any]) -> None:
        """look: reference -> (record, whole body), LookupError where there is none."""
        self.fold, self._look = fold, look
        # Rows that the calendar cleared away, each with the entry; facts that it has set, each with the number of the
        # last public entry before that.
        self._cleared: dict[str, str] = {}
        self._set_by_calendar: dict[str, int] = {}
        # Of the submission that corrects: rows that were made anew for it, each as it stood when it was cleared away,
        # and facts that were changed since, each as it stood, and as the last of the corrected entries had left it,
        # None where the calendar has set it.
        self.lent: dict[str, dict[str, Any]] = {}
        self._changed: dict[str, tuple[Any, Any]] = {}

    def note(self, reference: str, record: Any, body: Any, moves: Any, last: int) -> None:
        """Rows that ends of steps clear away, and facts that they set. last: the last public entry before this one."""
        ends = record["kind"] == "clock"
        for do, key, _, _ in moves:
            if do in ("create", "remove"):
                self._cleared.pop(key, None)
                if do == "remove" and ends and not key.startswith("mark:"):
                    self._cleared[key] = reference
            elif ends and body["act"] != SINCE:
                self._set_by_calendar[key] = last
            elif body["act"] == STEP_BACK:
                self._set_by_calendar.pop(key, None)

    def as_cleared(self, row: str) -> dict[str, Any]:
        """The fields of a row as it stood when the calendar cleared it away; none for another row."""
        if row not in self._cleared:
            return {}
        changes = self._look(self._cleared[row])[1].get("changes", ())
        parts = ((key.rpartition("."), before) for key, before, after in changes if after is None)
        return {name: before for (of, _, name), before in parts if of == row}

    def corrected(self, named: str, before: Any, back: Any, seen: set[str]) -> None:
        """What came since an entry that is taken back. seen: the facts that those after it changed."""
        for effect in back:
            row = effect["key"]
            if effect["do"] == "create" and row in self._cleared and row not in self.lent:
                self.lent[row] = self.as_cleared(row)
        first = self._first_number(named, before)
        own = {key: after for key, _, after in before.get("changes", [])[before.get("own_changes", 0) :]}
        for key, after in own.items():
            row, _, name = key.rpartition(".")
            now = self.fold.rows.get(row, {}).get(name)
            if key in seen or row.startswith("mark:") or now is None or after is None:
                continue
            seen.add(key)
            if self._set_by_calendar.get(key, -1) >= first:
                self._changed[key] = (now, None)
            elif now != after and type(now) is type(after) and is_number(now) and is_number(after):
                self._changed[key] = (now, after)

    def _first_number(self, named: str, before: Any) -> int:
        """The number of the entry that was corrected first."""
        *_, first = [named, *(earlier for earlier, _ in followed(before, "corrects", self._look))]
        return int(first.partition("/")[2])

    def stands_again(self) -> list[Any]:
        """The effects by which what came since stands again, as far as it does not yet."""
        effects = [{"do": "remove", "key": row} for row in self.lent if row in self.fold.rows]
        for key, (now, left) in self._changed.items():
            row, _, name = key.rpartition(".")
            fields = self.fold.rows.get(row, {})
            right = fields.get(name)
            if name in fields and (left is None or (type(right) is type(left) and is_number(right))):
                value = now if left is None else with_the_difference(now, left, right)
                effects += [set_effect(row, name, value)] if right != value else []
        return effects

    def left_open(self) -> Iterator[str]:
        """What was made anew for corrections, and should be gone again by now, or as it stood since."""
        wrong = self.stands_again() if self.came else []
        self.lent, self._changed = {}, {}
        if wrong:
            yield f"before it, what came since the corrected entry did not stand again ({wrong[0]['key']})"

    @property
    def came(self) -> bool:
        """Is anything still to stand again?"""
        return bool(self.lent or self._changed)

    def unlike(self, body: Any) -> Iterator[str]:
        """Rows that were made anew go, and facts stand as they came to be since; what goes with those, systems know."""
        wanted = {effect["key"]: effect for effect in self.stands_again()}
        for row in body.get("stays", ()):
            # The calendar would clear it away again if nothing were other than it was.
            if self.fold.rows.get(row, self.lent.get(row)) == self.lent.get(row):
                yield f"{row} stays, and it was not made anew, or is as it was when it was cleared away"
            self.lent.pop(row, None)
            wanted.pop(row, None)
        for effect in body.get("effects", ()):
            key = effect["key"]
            known = key in self.lent or key in self._changed
            if effect != wanted.get(key) and (known or (effect["do"] in ("add", "remove") and key[:5] != "mark:")):
                yield f"what came since the corrected entry is not what it says of {key}"
            self.lent.pop(key, None)
            self._changed.pop(key, None)


# ======== What follows is a copy of navalassist/auditlog/course.py, by tools/assemble.py

OBSERVER, ADMINISTRATOR = "observer", "administrator"
CHART, READ_BACK, RULING = "chart:", "mark:read-back/", "ruling:"
PRECEDENT = "mark:precedent/"
# That a campaign is being set up; the act by which it begins, and what the fact says then.
SET_UP, STARTS, SET_UP_OVER = "condition:set-up", "campaign.starts", "over"
CHANGE, TICK = "chart.change", "chart.read-back"
BOOK, BOOK_SEALED, BOOKS_OPENED = "order-book:", "orders.sealed", "orders.opened"
# Where each side keeps its opened book to itself until the turn ends; and its text meanwhile.
BOOKS_BEGUN, BOOKS_SHOWN, SEAL = "orders.begun", "orders.shown", "order-seal:"
# Act on the books of all sides -> their state before and after it.
BOOK_STATES = {
    BOOKS_OPENED: ("sealed", "opened"), BOOKS_BEGUN: ("sealed", "under-way"), BOOKS_SHOWN: ("under-way", "opened"),
}  # fmt: skip
WAITING, GIVEN_UP, NONCE, CLOCK = "mark:waiting/", "mark:given-up/", "mark:nonce/", "campaign:clock"
FELL_AWAY = "fell-away"
REASONS = ("typo", "wrong-cargo", "mistyped-die", "wrong-owner", "captured", "forgot", "reading", "follows")
WHY_GIVEN_UP = ("mistake", "wrong-figures", "no-answer", "no-need", FELL_AWAY)
# Reasons of entries of kind `undo` by which a rule that was carried out goes with the corrections of its submission.
GOES_WITH = (FELL_AWAY, NOT_HAPPENED)
# The kinds of rows that a person may put right with a correction, if its rule read a fact of one.
PUT_RIGHT = ("shipment", "task-force")
# Before what came since stands again, other entries that are corrected with it may follow a correction.
STILL_MENDING = ("correction", "waiting", "undo", "clock", "seed")
# What may follow a correction in a submission that has no key.
AFTER_A_CORRECTION = ("correction", "waiting", "undo", "clock", "edit", "seed")
# What an entry that goes on from one that waited keeps of it.
KEPT_WHILE_WAITING = ("situation", "typed", "odds", "no_odds", "rolled_at", "operation")
# The kinds of entries that a reference may name, by the key that holds it.
NAMES = {
    "agreed_in": ("dispute",),
    "because": ("correction", "waiting", "undo"),
    "compensates": RULE_KINDS,
    "continues": ("waiting", "fallen", "rule", "correction"),
    "dependents": RULE_KINDS,
    "settled": RULE_KINDS,
    "strikes": ("edit",),
}

# An entry that was written before: its record and its whole body, None where the reader may not see all of it.
Before = Any


def audience_of_record(record: Any) -> str:
    """For whom the whole body of an entry is."""
    body = record["body"]
    return str(record["commitments"][0]["audience"]) if body["act"] == SECRET or SHOWN in body else PUBLIC


def faces_of(body: Any) -> dict[str, list[int]]:
    """ask key -> faces of an entry."""
    return {a["key"]: list(a["faces"]) for a in body.get("answers", ()) if "faces" in a}


def faces_at_hand(body: Any) -> dict[str, list[int]]:
    """The faces that a later entry reads again: those of the entry, and those that it was given and did not use."""
    found = {key: list(faces) for key, faces in body.get("unused_dice", {}).items()}
    for key, faces in faces_of(body).items():
        if len(faces) >= len(found.get(key, ())):
            found[key] = faces
    return found


def read_again(known: Any, faces: Any) -> int:
    """How many of an answer's first faces are those that were known before: as many as both have, or none."""
    both = min(len(known), len(faces))
    return both if list(known[:both]) == list(faces[:both]) else 0


def unlike_before(body: Any, origin: str, before: Any) -> Iterator[str]:
    """What an entry says wrongly of the dice of the one that it follows, in words.

    origin: the reference of the entry that it goes on from, or corrects; before: the body of that entry.
    Dice are read again, never thrown anew, and kept where they are not asked for.
    """
    known, faces = faces_at_hand(before), faces_of(body)
    dice, told = body.get("dice", {}), before.get("dice", {}).get("source")
    same_source, reused = told == dice.get("source"), dice.get("reused", [])
    if "set_aside" in body:
        said = body.get("corrects") and (body.get("note") or SHOWN in body)
        if body["set_aside"] != known or not same_source or reused or not said or body.get("unused_dice"):
            yield f"it does not say rightly which dice of {origin} were rolled again, and why"
        return
    for key in sorted(reused):
        if not read_again(known.get(key, ()), faces.get(key, ())) or not same_source:
            yield f"the dice of {key} are not those of {origin}"
    again = sorted(key for key, row in faces.items() if read_again(known.get(key, ()), row))
    retyped = "corrects" in body and told == "typed" and not reused
    if sorted(reused) != again and same_source and not retyped:
        yield f"it does not say rightly which dice of {origin} it reads again"
    if told == "server":
        if not same_source:
            yield f"the server threw the dice of {origin}, and they were given up for others"
        for key in sorted(faces.keys() & known.keys() - set(reused)):
            yield f"the dice of {key} were thrown anew, though {origin} holds them"
    left = {key: row for key, row in known.items() if len(row) > len(faces.get(key, ()))}
    if body.get("unused_dice", {}) != left:
        # What was lost could be thrown anew, and what was never thrown could be read again.
        yield f"it lost dice of {origin}, or says that it threw others"
    if not dice.get("source") and (known or faces):
        yield f"it does not say who threw the dice of {origin}"


def fresh_faces(body: Any, before: Any) -> dict[str, list[int]]:
    """The faces that were thrown for an entry itself. before: the body of the one that it follows."""
    faces = faces_of(body)
    if "set_aside" in body:
        return faces
    known = faces_at_hand(before)
    again = {key: read_again(known.get(key, ()), faces.get(key, ())) for key in body.get("dice", {}).get("reused", ())}
    return {key: row[again.get(key, 0) :] for key, row in faces.items() if len(row) > again.get(key, 0)}


def choices_of(body: Any, sealed: bool = True) -> dict[str, str]:
    """ask key -> option of an entry, with the choices that are sealed as yet."""
    answers = [*body.get("answers", ()), *(body.get("sealed", ()) if sealed else ())]
    return {a["key"]: a["choice"] for a in answers if "choice" in a}


def inverse(body: Any, there: Callable[[str], bool], ended: Callable[[str], Any]) -> list[Any]:
    """The effects that take back what an entry's own effects did, the last first.

    there: is the row there now? ended: the fields of a mark as it stood when it ended, and of another row as it stood
    when the calendar cleared it away; none for one that went otherwise. What a correction did first stays done; marks
    that have ended since are gone already, and what the entry had found and changed is made anew.
    """
    own = body.get("effects", [])[body.get("own_effects", 0) :]
    created = {e["key"] for e in own if e["do"] == "create"}
    removed = {e["key"] for e in own if e["do"] == "remove"}

    def has_ended(row: str) -> bool:
        return row.startswith("mark:") and not there(row)

    def is_over(row: str) -> bool:
        return not there(row) and (row.startswith("mark:") or bool(ended(row)))

    found = dict.fromkeys(e["key"].rpartition(".")[0] for e in own if e["do"] in ("set", "add"))
    fields = {row: dict(ended(row)) for row in found if row not in created | removed and is_over(row)}
    removed |= fields.keys()
    effects: list[Any] = []
    for key, before, _ in reversed(body.get("changes", [])[body.get("own_changes", 0) :]):
        row, _, name = key.rpartition(".")
        if row in created:
            gone = {"do": "remove", "key": row}
            if gone not in effects and not has_ended(row):
                effects.append(gone)
        elif row in removed:
            fields.setdefault(row, {})[name] = before
        else:
            effects.append({"do": "set", "key": key, "value": before})
    return effects + [{"do": "create", "key": row, "fields": values} for row, values in fields.items()]


def mark(row: str, kind: str, subject: str, place: str = "", ends: str = "never", note: str = "") -> Any:
    """The effect that makes a mark."""
    fields = {"kind": kind, "subject": subject, "place": place, "ends": ends, "until": "", "note": note}
    return {"do": "create", "key": row, "fields": fields}


def precedents_of(body: Any) -> list[Any]:
    """The effects by which a rule that came to its end keeps what the moderator read for cells that nobody knew."""
    cells = [c for a in body.get("answers", ()) for c in a.get("cells", ()) if c["provenance"] == "unknown"]
    if "waits_for" in body:
        return []
    made = {}
    for cell in cells:
        row = f"{PRECEDENT}{cell['table']}/{cell['row']}/{cell['column']}"
        place = f"{cell['row']}|{cell['column']}"
        made[row] = mark(row, "precedent", cell["table"], place, note=cell.get("value"))
    return list(made.values())


def kept_dice(procedure: str, reference: str, thing: Any, audience: str) -> Any:
    """The effect that keeps dice for whoever begins the same thing again; its row ends in `reference`.

    thing: what the rule was begun for, None where that is not known: then the row says `*` instead of a digest.
    """
    digest = "*" if thing is None else hashlib.sha256(f"{audience}|{thing}".encode()).hexdigest()[:16]
    row = f"{GIVEN_UP}{procedure}/{digest}/{reference.replace('/', '-')}"
    return mark(row, "given-up", procedure, ends="turn", note=reference)


class Course:
    """What has come of the log so far. `take` every entry, in the order of writing."""

    def __init__(
        self,
        fold: Fold,
        look: Callable[[str], Before],
        sides: Any,
        mended_with: Callable[[Any], list[str]],
    ) -> None:
        """look: reference -> (record, whole body), LookupError where there is none; sides: of the rule system;
        mended_with: the record of a correction -> what all entries of its submission correct, in their order.
        """
        self.fold = fold
        self._look = look
        self._sides = tuple(sides)
        self._seats = {*sides, MODERATOR, OBSERVER, SYSTEM, ADMINISTRATOR}
        self._mended_with = mended_with
        self._looked_at: tuple[str, Before] = ("", None)
        self._last: dict[str, int] = {}
        self._heads: dict[str, str] = {}
        # Of entries that are corrected: those that read what they set, with audience and submission.
        self._readers: dict[str, list[tuple[str, str, str]]] = {}
        self._ended_by: dict[str, str] = {}
        # Inputs that were struck out, each with the living entry that strikes it.
        self._struck: dict[str, str] = {}
        # Marks that something changed, and how they stood when they ended.
        self._changed_marks: set[str] = set()
        self._as_ended: dict[str, dict[str, Any]] = {}
        # What came since entries that are corrected long after.
        self.since = CameSince(fold, self._before)
        # What is checked of an entry, by its kind.
        self._checks: dict[str, Callable[[str, Any, Any], Iterator[str]]] = {
            **dict.fromkeys(RULE_KINDS, self._rule),
            "undo": self._undo,
            "clock": self._clock,
            "dispute": self._dispute,
            "nonce": self._nonce,
            "fork": self._fork,
            "fallen": self._fallen,
            "edit": self._edit,
        }
        # The submission that is being written, and whether a correction of it was seen.
        self._submission, self._mending = "", False
        # For whom its first correction was made.
        self._mended_by = ""
        # The player turns that have begun.
        self._player_turns: set[tuple[str, str]] = set()
        # True once a rule was carried out, or a step has ended: charts that are changed wait for the next step.
        self._played = False
        # True once a rule was carried out: that the campaign begins is not taken back any more. Nor is it behind steps
        # that have ended, of which so many were not brought back.
        self._rolled = False
        self._ended_steps = 0
        # The ends of steps that may still be taken back, the last one last; and whether one just was.
        self._step_ends: list[str] = []
        self._went_back = False
        # Of each table the version that the campaign began with, and of charts those that came into play, each with the
        # number of entries before it. Of rules since a chart was changed: how many entries stood before the first of
        # those that corrected one another.
        self.began: dict[str, str] = {}
        # Whether the set-up names any: that of a system that has tables does.
        self._names_tables = False
        self._versions: dict[str, list[tuple[int, str]]] = {}
        # Of rulings that were chosen anew, each reading with the number of entries before it; of the first, None.
        self._readings: dict[str, list[tuple[Any, Any]]] = {}
        self._then: dict[str, int] = {}
        # Of each rule the turn of the first of those that corrected one another.
        self._thrown_in: dict[str, str] = {}
        self._taken = 0
        # Entries that were corrected while the log was read: nobody noted who reads what they set.
        self.unnoted: Any = frozenset()

    def mends(self, record: Any) -> bool:
        """A correction may stand in the same submission, before this entry."""
        return bool(self._mending and record["submission"] == self._submission)

    def take(
        self, record: Any, digest: str, body: Any, quotes: Any, rows_for: tuple[str, Any], lessons: Any = None
    ) -> Iterator[str]:
        """One entry, in words what is wrong with it. digest: its hash; body: the whole of it; quotes: the references
        that its facts name; rows_for: whom the rows are for that it makes, but for those that are for everybody;
        lessons: the effects by which everybody learns something of a secret, None where that is not known.
        """
        reference = f"{record['chain']}/{record['sequence']}"
        same = record["submission"] == self._submission and (self._submission or record["kind"] in AFTER_A_CORRECTION)
        if not same:
            self._submission, self._mending = record["submission"], False
        if not (same and record["kind"] in STILL_MENDING):
            yield from self.since.left_open()
        self._lessons = lessons
        yield from self._seat(record)
        yield from self._references(reference, body)
        kind = record["kind"]
        check = self._checks.get(kind)
        if kind not in RULE_KINDS and body["act"] == "log.export":
            check = self._export
        if check is not None:
            yield from check(reference, record, body)
        yield from self._books(record, body)
        yield from self._set_up(record, body)
        yield from self._strikes(reference, record, body)
        yield from self._fold_in(reference, record, body, rows_for)
        for source in quotes:
            self._readers.setdefault(source, []).append((reference, audience_of_record(record), record["submission"]))
        self._player_turns.add((record["turn"], record["player_turn"]))
        self._last[record["chain"]], self._heads[record["chain"]] = record["sequence"], digest
        self._played = self._played or kind in RULE_KINDS or body["act"] == STEP_ENDS
        self._rolled = self._rolled or kind in RULE_KINDS
        self._note_ends(reference, record, body)
        if kind == "setup":
            self.began.update(body.get("table_versions", {}))
            self._names_tables = bool(self.began)
        if (self._versions or self._readings) and kind in RULE_KINDS:
            self._then[reference] = self.then(body)
        if kind in RULE_KINDS:
            self._thrown_in[reference] = self._thrown_in.get(body.get("corrects", ""), record["turn"])
        self._taken += 1

    def then(self, body: Any) -> int:
        """How many entries stood at the moment by whose tables a rule is carried out: a correction goes by old ones."""
        return self._then.get(body["corrects"], 0) if "corrects" in body else self._taken

    def versions(self, then: int) -> dict[str, str]:
        """The version of each table that was in play when so many entries stood, as far as the log names them."""
        found = dict(self.began)
        for slug, moves in self._versions.items():
            version = next((version for taken, version in reversed(moves) if taken < then), "")
            found.update({slug: version} if version else {})
        return found

    def read_then(self, body: Any, fact: str, otherwise: Any) -> Any:
        """How a ruling was read when what a correction corrects was carried out first; None where it never changed.

        otherwise: how it was read before it was in the campaign.
        """
        readings = self._readings.get(fact, ())
        choice = next((c for taken, c in reversed(readings) if taken is None or taken < self.then(body)), None)
        return otherwise if choice is None and readings else choice

    def misnamed(self, body: Any) -> Iterator[str]:
        """What a rule says wrongly of the tables that it read: they are those in play."""
        in_play = self.versions(self.then(body)) if self._versions else self.began
        if body.get("tables") and not self._names_tables:
            yield "it read tables, and the set-up names none"
        for slug, version in body.get("tables", {}).items():
            if slug not in in_play:
                self.began[slug] = version
            elif in_play[slug] != version:
                yield f"it read {slug} in version {version}; {in_play[slug]} was in use"

    def _fold_in(self, reference: str, record: Any, body: Any, rows_for: tuple[str, Any]) -> Iterator[str]:
        """Apply its effects; then the clock stands where the entry says."""
        moves, unlike = moves_of(body)
        if SHOWN in record["body"]:
            unlike = unlike or moves_of(record["body"])[1]
        if unlike:
            yield unlike
        if moves:
            self._note_marks(moves)
            self.since.note(reference, record, body, moves, self._last.get(PUBLIC, 0))
            audience, for_all = rows_for
            wrong = self.fold.entry(reference, audience, (record["turn"], record["player_turn"]), moves, for_all)
            if wrong:
                yield wrong
            if any(move[1].startswith((CHART, RULING)) for move in moves):
                self._note_charts(moves)
                self._note_readings(moves)
        clock = self.fold.rows.get(CLOCK, {})
        for name in ("turn", "player_turn", "step"):
            if clock.get(name) != record[name]:
                word = name.replace("_", " ")
                yield f"it says that the {word} was {record[name]!r}; the log before it says {clock.get(name)!r}"

    def _note_charts(self, moves: Any) -> None:
        for row in {(key if do in ("create", "remove") else key.rpartition(".")[0]) for do, key, _, _ in moves}:
            if row.startswith(CHART):
                version = self.fold.rows.get(row, {}).get("version", "")
                self._versions.setdefault(row[len(CHART) :], []).append((self._taken, version))

    def _note_readings(self, moves: Any) -> None:
        for do, key, before, given in moves:
            if key.startswith(RULING) and do in ("set", "create"):
                fact, first, choice = (key, before, given) if do == "set" else (f"{key}.choice", None, given["choice"])
                self._readings.setdefault(fact, [(None, first)]).append((self._taken, choice))

    def _note_marks(self, moves: Any) -> None:
        for do, key, _, _ in moves:
            if not key.startswith("mark:"):
                continue
            if do in ("set", "add"):
                self._changed_marks.add(key.rpartition(".")[0])
            elif do == "remove" and key in self._changed_marks:
                self._changed_marks.discard(key)
                self._as_ended[key] = dict(self.fold.rows.get(key, {}))

    # Who, and of what it speaks

    def _seat(self, record: Any) -> Iterator[str]:
        seat, kind = record["seat"], record["kind"]
        if seat not in self._seats or record["tapped_at"] not in self._seats:
            yield f"nobody knows the seat {seat if seat not in self._seats else record['tapped_at']}"
        if seat == SYSTEM and kind not in ("seed", "reveal", "fallen"):
            yield "the program itself does nothing of this kind"
        if seat == ADMINISTRATOR and kind != "access":
            yield "whoever looks after the accounts does nothing in the game"
        if record["tapped_at"] == SYSTEM:
            yield "it was tapped from no seat"

    def _references(self, reference: str, body: Any) -> Iterator[str]:
        for name, named in references_of(body):
            try:
                record, _ = self._before(named)
            except LookupError:
                yield f"{named}, which it names ({name}), is not there before it"
                continue
            if name in NAMES and record["kind"] not in NAMES[name]:
                yield f"{named}, which it names ({name}), is an entry of kind {record['kind']}"
        if "corrects" in body:
            first = self._ended_by.setdefault(body["corrects"], reference)
            if first != reference:
                yield f"{first} had corrected {body['corrects']} already, or taken it back"

    def _before(self, reference: str) -> Before:
        """An entry that was written before. LookupError where there is none."""
        chain, _, number = reference.partition("/")
        if int(number) > self._last.get(chain, 0):
            raise LookupError(reference)
        # An entry is asked several times of the one that it follows.
        if self._looked_at[0] != reference:
            self._looked_at = (reference, self._look(reference))
        return self._looked_at[1]

    def _same_submission(self, record: Any, reference: str) -> bool:
        return bool(self._before(reference)[0]["submission"] == record["submission"])

    def _is_there(self, row: str) -> bool:
        return row in self.fold.rows

    def _as_it_ended(self, row: str) -> dict[str, Any]:
        return self.since.as_cleared(row) or self._as_ended.get(row, {})

    # Rules

    def _rule(self, reference: str, record: Any, body: Any) -> Iterator[str]:
        """A rule that was carried out, goes on, or was carried out again."""
        try:
            wanted = list(self._wanted(record, body))
            if "continues" in body:
                yield from self._goes_on(record, body, *self._before(body["continues"]))
            if "corrects" in body:
                yield from self._corrects(record, body, *self._before(body["corrects"]))
        except LookupError:
            return
        yield from self._own_effects(record, body, wanted)
        if "waits_for" in body:
            yield from self._waits(body)

    def _wanted(self, record: Any, body: Any) -> Iterator[Any]:
        """The effects with which it has to begin: the end of a wait, and what a correction takes back."""
        if "continues" in body:
            _, before = self._before(body["continues"])
            row = self._waiting_row(body["continues"], before)
            if not row:
                kept = (row for row in self.fold.rows if row.startswith(GIVEN_UP))
                row = next((row for row in kept if self._keeps(row, body["continues"])), "")
            yield {"do": "remove", "key": row}
        elif "corrects" in body:
            yield from self._taken_back(record, body)

    def _waiting_row(self, reference: str, before: Any) -> str:
        """The mark by which an entry waits; '' where it waits no longer."""
        row = f"{WAITING}{before.get('operation', '')}"
        return row if self.fold.sources.get(row, {}).get("kind") == reference else ""

    def _keeps(self, row: str, reference: str) -> bool:
        return bool(self.fold.rows[row].get("note") == reference)

    def _taken_back(self, record: Any, body: Any) -> Iterator[Any]:
        """The first correction of a submission takes back all that are corrected with it, the latest first."""
        # Old logs have submissions without a key, of which each is one correction alone.
        if self.mends(record) and record["submission"]:
            return
        self._mending, self._mended_by = True, record["seat"]
        rows: dict[str, bool] = {}
        seen: set[str] = set()
        for named in reversed(self._mended_with(record) if record["submission"] else [body["corrects"]]):
            _, before = self._before(named)
            effects = inverse(before, lambda row: rows.get(row, row in self.fold.rows), self._as_it_ended)
            rows.update({e["key"]: e["do"] == "create" for e in effects if e["do"] in ("create", "remove")})
            self.since.corrected(named, before, effects, seen)
            yield from effects

    def _stands_again(self, record: Any, body: Any) -> Iterator[str]:
        """What came since entries that were corrected stands again: by the seat of the correction, just behind it."""
        if not self.mends(record) or not self.since.came:
            yield "nothing was corrected before it since which anything came"
        if record["seat"] != self._mended_by:
            yield "it is of another seat than the correction before it"
        yield from self.since.unlike(body)

    def _own_effects(self, record: Any, body: Any, first: list[Any]) -> Iterator[str]:
        """Those at the beginning that are not the rule's own: just these, and what a side's secret shows everybody."""
        own = list(body.get("effects", [])[: body["own_effects"]])
        precedents = precedents_of(body) if audience_of_record(record) == PUBLIC else []
        if own[: len(first)] != first:
            yield "what it does before its rule is not what takes back, or goes on from, the entry that it names"
            return
        rest = own[len(first) :]
        while "corrects" in body and rest and rest[0]["do"] == "set" and self._puts_right(rest[0], body):
            del rest[0]
        more = rest[len(precedents) :]
        if rest[: len(precedents)] != precedents:
            yield "what it does before its rule is not what its answers keep for cells that nobody knew"
        elif SHOWN not in record["body"] and more:
            yield "it does more before its rule than it says why"
        elif self._lessons is not None and more != self._lessons:
            yield "what everybody learnt of it is not what its system says"
        elif any(effect["do"] not in ("set", "create") for effect in more):
            yield "what everybody learns of it is something else than facts"
        if body["own_changes"] != changes_of_first(body, body["own_effects"]):
            yield "it counts the changes of its own otherwise than they are"

    def _puts_right(self, effect: Any, body: Any) -> bool:
        """A person may put right with a correction what the rule was about: a row of which it read a fact."""
        row = effect["key"].rpartition(".")[0]
        read = {fact.rpartition(".")[0] for fact, _, _ in body.get("facts_read", ())}
        return row.partition(":")[0] in PUT_RIGHT and row in read

    def _goes_on(self, record: Any, body: Any, origin: Any, before: Any) -> Iterator[str]:
        named = body["continues"]
        if origin["kind"] not in ("waiting", "fallen") and named not in self._ended_by:
            yield f"it goes on from {named}, which neither waited nor was given up"
        if before.get("procedure") != body["procedure"]:
            yield f"it goes on from {named}, which carried out another rule"
        answered = bool(self._waiting_row(named, before))
        wanted, said = choices_of(before, answered), choices_of(body)
        own = self._own_plan(record, body, before) if answered else ""
        for key, choice in wanted.items():
            if key != own and (answered or key in said) and said.get(key) != choice:
                yield f"{key} was chosen otherwise in {named}"
        if not answered:
            return
        for name in KEPT_WHILE_WAITING:
            if body.get(name) != before.get(name):
                yield f"its {name} is not that of {named}, from which it goes on"
        read = before.get("facts_read", [])
        more = body.get("facts_read", [])[len(read) :]
        if body.get("facts_read", [])[: len(read)] != read or any(
            not fact.startswith("mark:precedent/") for fact, _, _ in more
        ):
            yield f"the facts that it read are not those of {named}, from which it goes on"
        if body.get("begun_for", before.get("begun_for")) != before.get("begun_for"):
            yield f"it was begun for something else than {named}"
        if not own and record["seat"] != (before["waits_for"]["seat"] or origin["seat"]):
            yield f"{named} waited for another seat"

    def _own_plan(self, record: Any, body: Any, before: Any) -> str:
        """The one sealed plan that a seat gives or changes out of turn, while another's is still out; '' for none."""
        if before["waits_for"]["kind"] != "sealed" or "sealed" not in body:
            return ""
        earlier = {a["key"]: a.get("choice") for a in before.get("sealed", ())}
        now = {a["key"]: a.get("choice") for a in body["sealed"]}
        # One that a seat seals again as it was is no other.
        new = [key for key, choice in now.items() if key not in earlier or earlier[key] != choice]
        whose = {c["audience"] for c in record.get("commitments", ())}
        fits = len(new) < 2 and record["seat"] in whose and earlier.keys() <= now.keys()
        return next(iter(new or now)) if fits else ""

    def _corrects(self, record: Any, body: Any, origin: Any, before: Any) -> Iterator[str]:
        named = body["corrects"]
        if origin["kind"] not in ("rule", "correction"):
            yield f"it corrects {named}, which is an entry of kind {origin['kind']}"
            return
        if audience_of_record(origin) != audience_of_record(record):
            yield f"it is for others than {named}, which it corrects"
        for name in ("procedure", "operation", "rolled_at"):
            if body.get(name) != before.get(name):
                yield f"its {name} is not that of {named}, which it corrects"
        if record["seat"] != origin["seat"]:
            yield f"it is of another seat than {named}, which it corrects"
        if body.get("reason") not in REASONS:
            yield _unknown_reason(body)
        yield from self._told_of_others(record, body, origin)

    def _told_of_others(self, record: Any, body: Any, origin: Any) -> Iterator[str]:
        """Who read what it corrects, who consented to it, and because of what it was made."""
        yield from self._dependents(record, body, origin)
        if "agreed_in" in body and not (
            self._before(body["agreed_in"])[1].get("act") == "correction.accept"
            and self._same_submission(record, body["agreed_in"])
        ):
            yield f"{body['agreed_in']} is no consent to it"
        if "because" in body and not self._same_submission(record, body["because"]):
            yield f"{body['because']}, because of which it was made, was another act"

    def _dependents(self, record: Any, body: Any, origin: Any) -> Iterator[str]:
        """The later entries that read what the corrected one set, as far as its readers know of them."""
        eyes = (PUBLIC, audience_of_record(origin))
        readers = [entry for entry in self._readers.get(body["corrects"], ()) if entry[1] in eyes]
        known = {name for name, _, _ in readers}
        earlier = {name for name, _, submission in readers if submission != record["submission"]}
        said = body.get("dependents", [])
        if body["corrects"] in self.unnoted:
            return
        if not (earlier <= set(said) <= known and len(set(said)) == len(said)):
            yield "it does not name the entries that read what it corrects"

    def _waits(self, body: Any) -> Iterator[str]:
        """While it waits it does nothing but say so."""
        waits = body["waits_for"]
        note = f"{body['procedure']} {waits['key']}"[:200]
        said = mark(f"{WAITING}{body['operation']}", "waiting", body["procedure"], waits["seat"], note=note)
        if body["effects"][body["own_effects"] :] != [said]:
            yield "it waits, and does something else than to say so"
        if "begun_for" in body:
            yield from self._begun_for(body["begun_for"])

    def _begun_for(self, thing: str) -> Iterator[str]:
        keys = {row.partition(":")[2] for row in self.fold.rows if not row.startswith("mark:")}
        for word in thing.split(" ")[1:]:
            if "=" in word and word.partition("=")[2] not in keys:
                yield f"it was begun for {word}, which is not there"

    def _fallen(self, reference: str, record: Any, body: Any) -> Iterator[str]:
        kept = [e for e in body.get("effects", ()) if e["do"] == "create"]
        if len(kept) != len(body.get("effects", ())) or len(kept) > 1:
            yield "dice that fell do more than to lie ready"
        for effect in kept:
            wanted = kept_dice(body["procedure"], reference, body.get("begun_for"), audience_of_record(record))
            yield from _unlike_kept(effect, wanted)
        if "begun_for" in body:
            yield from self._begun_for(body["begun_for"])

    # Taken back

    def _undo(self, reference: str, record: Any, body: Any) -> Iterator[str]:
        try:
            origin, before = self._before(body["corrects"])
        except LookupError:
            return
        if body["act"] == "undo":
            yield from self._undone_input(record, body, origin, before)
        elif body["act"] == STEP_BACK:
            yield from self._gone_back(record, body, origin, before)
        elif body["act"] == STRUCK:
            yield from self._struck_out(record, body, origin, before)
        else:
            yield from self._given_up(record, body, origin, before)

    def _undone_input(self, record: Any, body: Any, origin: Any, before: Any) -> Iterator[str]:
        named = body["corrects"]
        if origin["kind"] != "edit" or body["undone"] != before["act"]:
            yield f"{named}, which it takes back, is something else than it says"
            return
        if (record["seat"], record["chain"]) != (origin["seat"], origin["chain"]):
            yield f"it is of another seat or chain than {named}, which it takes back"
        if body["effects"] != inverse(before, self._is_there, self._as_it_ended):
            yield f"its effects are not those that take back {named}"

    def _gone_back(self, record: Any, body: Any, origin: Any, before: Any) -> Iterator[str]:
        """The end of the last step is taken back, and right behind it what ended with that for each audience."""
        named, act = body["corrects"], before["act"]
        if origin["kind"] != "clock" or act not in (STEP_ENDS, MARKS_END) or body["undone"] != act:
            yield f"{named}, which it takes back, is something else than it says"
            return
        if act == STEP_ENDS and self._step_ends[-1:] != [named]:
            yield f"{named} is not the last step that ended, or something was carried out since"
        if act == MARKS_END and not self._went_back:
            yield f"{named} is taken back, and the end of its step is not"
        if record["seat"] not in (origin["seat"], MODERATOR) or record["chain"] != origin["chain"]:
            yield f"it is of another seat or chain than {named}, which it takes back"
        if body["effects"] != inverse(before, self._is_there, self._as_it_ended):
            yield f"its effects are not those that take back {named}"

    def _note_ends(self, reference: str, record: Any, body: Any) -> None:
        """Which ends of steps may still be taken back: none before something that was carried out, or opened dice."""
        act = body["act"]
        if record["chain"] == PUBLIC:
            self._ended_steps += {STEP_ENDS: 1, STEP_BACK: -1}.get(act, 0)
            if act == STEP_ENDS:
                self._step_ends.append(reference)
            elif act == STEP_BACK:
                self._step_ends = self._step_ends[:-1]
            elif record["kind"] in (*RULE_KINDS, "reveal", "fallen", "clock") or act == STRUCK:
                self._step_ends = []
        self._went_back = act == STEP_BACK or (self._went_back and record["kind"] == "seed")

    def _struck_out(self, record: Any, body: Any, origin: Any, before: Any) -> Iterator[str]:
        """It did not happen: what a rule did is taken back, with all that is corrected with it."""
        named = body["corrects"]
        if not body["undone"] == body["procedure"] == before.get("procedure") or body["reason"] != NOT_HAPPENED:
            yield f"{named}, which it strikes out, is something else than it says"
        if origin["kind"] not in ("rule", "correction"):
            yield f"it strikes out {named}, which is an entry of kind {origin['kind']}"
            return
        if record["seat"] != origin["seat"] or audience_of_record(record) != audience_of_record(origin):
            yield f"it is of another seat or for others than {named}, which it strikes out"
        wanted, effects = list(self._taken_back(record, body)), body.get("effects", [])
        kept = effects[len(wanted) :]
        could_be_read = bool(faces_at_hand(before)) and self._thrown_in.get(named) == record["turn"]
        if effects[: len(wanted)] != wanted or len(kept) > 1 or (kept and not could_be_read):
            yield f"its effects are not those that strike out {named}"
        elif could_be_read and "typed" in before and not kept:
            # Without it they could be thrown anew.
            yield f"it does not keep the dice of {named}, which were thrown in this turn"
        thing = self._begun_again(before, wanted)
        for effect in kept[:1]:
            yield from _unlike_kept(effect, kept_dice(body["procedure"], named, thing, audience_of_record(origin)))
        yield from self._told_of_others(record, body, origin)

    def _begun_again(self, before: Any, taken_back: list[Any]) -> Any:
        """What a struck rule is begun for if it is begun again, by what was typed; None where that is not known."""
        if "typed" not in before:
            return None
        rows = set(self.fold.rows)
        for effect in taken_back:
            {"create": rows.add, "remove": rows.discard}.get(effect["do"], len)(effect["key"])
        keys = {row.partition(":")[2] for row in rows if not row.startswith("mark:")}
        typed = sorted(before["typed"].items())
        things = (f"{name}={value}" for name, value in typed if isinstance(value, str) and value and value in keys)
        return " ".join((before["procedure"], *things))

    def _given_up(self, record: Any, body: Any, origin: Any, before: Any) -> Iterator[str]:
        named, fell_away = body["corrects"], body["reason"] == FELL_AWAY
        if not body["undone"] == body["procedure"] == before.get("procedure"):
            yield f"{named}, which it gives up, carried out another rule"
        if origin["kind"] not in (("rule", "correction") if fell_away else ("waiting",)):
            yield f"it gives up {named}, which is an entry of kind {origin['kind']}"
            return
        if body["reason"] not in WHY_GIVEN_UP:
            yield _unknown_reason(body)
        if fell_away and not self._mending:
            yield f"{named} falls away, and nothing before it was corrected"
        if not fell_away and record["seat"] not in {MODERATOR, *self._begun_by(origin)}:
            yield f"{named}, which it gives up, is another seat's"
        effects = list(body.get("effects", []))
        if not fell_away:
            ended = {"do": "remove", "key": self._waiting_row(named, before)}
            if effects[:1] != [ended]:
                yield f"{named}, which it gives up, waits no longer, or is said to wait still"
            del effects[:1]
        thing = None if fell_away else before.get("begun_for", "")
        if bool(effects) != bool(faces_at_hand(before)) and not (fell_away and not effects):
            yield f"it does not keep the dice of {named}"
        for effect in effects[:1]:
            yield from _unlike_kept(effect, kept_dice(body["procedure"], named, thing, audience_of_record(origin)))
        if effects[1:]:
            yield f"it does more than to give up {named}"

    def _begun_by(self, record: Any) -> Iterator[str]:
        """The seats for which, and from which, a rule was begun that waits, and those that went on with it."""
        for one in (record, *(earlier for _, earlier in followed(record["body"], "continues", self._before))):
            yield one["seat"]
            yield one["tapped_at"]

    # What people say to one another, inputs, the clock

    def _edit(self, reference: str, record: Any, body: Any) -> Iterator[str]:
        charts = [e for e in body.get("effects", ()) if e["key"].startswith((CHART, READ_BACK))]
        if "since" in body and tuple(body["since"]) not in self._player_turns:
            yield "it puts a fact right since a player turn that never was"
        if body["act"] == CHANGE:
            yield from self._chart(record, body)
        elif body["act"] == TICK:
            yield from self._ticks(record, body)
        elif charts:
            yield "it changes a chart, and does not say so"
        if "compensates" not in body:
            return
        try:
            _, before = self._before(body["because"])
        except LookupError:
            return
        stands = [named for named, way, _ in before.get("settled", ()) if way == "stand"]
        if not self._same_submission(record, body["because"]) or body["compensates"] not in stands:
            yield f"{body['because']} does not say that it makes up for {body['compensates']}"

    def _strikes(self, reference: str, record: Any, body: Any) -> Iterator[str]:
        """An input is struck out once, by one that changes the same; a strike that is taken back strikes nothing."""
        if record["kind"] == "undo":
            self._struck = {struck: by for struck, by in self._struck.items() if by != body.get("corrects")}
        if "strikes" not in body:
            return
        struck = body["strikes"]
        try:
            _, before = self._before(struck)
        except LookupError:
            return
        if struck in self._struck:
            yield f"{struck} was struck out by {self._struck[struck]} already"
        if {change[0] for change in body.get("changes", ())} - {change[0] for change in before.get("changes", ())}:
            yield f"it changes something else than {struck}, which it strikes out"
        self._struck.setdefault(struck, reference)

    def _set_up(self, record: Any, body: Any) -> Iterator[str]:
        """Nothing is played before the campaign begins, which it does once, by an act of its own."""
        kind, row = record["kind"], self.fold.rows.get(SET_UP, {})
        played = kind in RULE_KINDS or kind == "clock" or body["act"] in (BOOK_SEALED, *BOOK_STATES)
        if row.get("value") not in (None, SET_UP_OVER) and played:
            yield "it was carried out while the campaign was being set up"
        touched = [e for e in body.get("effects", ()) if e["key"].partition(".")[0] == SET_UP]
        begins = touched == [set_effect(SET_UP, "value", SET_UP_OVER)] and kind == "edit" and body["act"] == STARTS
        if begins and row.get("value") == SET_UP_OVER:
            yield "the campaign had begun already"
        if begins or not (touched or body["act"] == STARTS) or kind == "setup":
            return
        if kind != "undo" or self._rolled or self._ended_steps or self.fold.kinds.get(BOOK[:-1]):
            yield "it says otherwise than by its beginning whether the campaign is being set up"

    def _books(self, record: Any, body: Any) -> Iterator[str]:
        """An order book is sealed with a hash, and opened once with all others of its turn; nothing else touches it."""
        on_books = [e for e in body.get("effects", ()) if e["key"].startswith(BOOK)]
        if not on_books:
            return
        if record["kind"] != "edit" or body["act"] not in (BOOK_SEALED, *BOOK_STATES):
            yield "it changes an order book, and does not say so"
        elif body["act"] in BOOK_STATES:
            yield from self._opening(body["act"], on_books)
        elif any(e["do"] != "create" or e["fields"]["state"] != "sealed" or e["fields"]["text"] for e in on_books):
            yield "it does more with an order book than to seal it"

    def _opening(self, act: str, effects: Any) -> Iterator[str]:
        """The books of all sides in one turn, each by its text, which that of one under way has not yet."""
        said: dict[str, dict[str, Any]] = {}
        for effect in effects:
            row, _, name = effect["key"].rpartition(".")
            if effect["do"] != "set" or name not in ("state", "text"):
                yield "it does more with an order book than to open it"
                return
            said.setdefault(row, {})[name] = effect["value"]
        books = {row: self.fold.rows.get(row, {}) for row in said}
        turns = {before.get("turn") for before in books.values()}
        if len(turns) != 1 or {before.get("side") for before in books.values()} != set(self._sides):
            yield "it does not open the books of all sides in one turn together"
        before_it, after_it = BOOK_STATES[act]
        for row, before in books.items():
            states = (before.get("state"), said[row].get("state"))
            if states != (before_it, after_it) or ("text" in said[row]) is (act == BOOKS_BEGUN):
                yield f"{row} is not {before_it}, or is opened without its text"
                continue
            kept = self.fold.rows.get(row.replace(BOOK, SEAL, 1), {}).get("text")
            text = kept if act == BOOKS_BEGUN else said[row]["text"]
            if text is not None:
                yield from self._opened(row, before, text, stand=act != BOOKS_SHOWN)

    def _opened(self, row: str, book: Any, text: str, *, stand: bool) -> Iterator[str]:
        """Its text has the hash that was sealed, is of its side and turn; stand: its orders stand as it says."""
        if hashlib.sha256(text.encode()).hexdigest() != book["hash"]:
            yield f"the text of {row} is not the one that was sealed: its SHA-256 is another"
            return
        try:
            whole = json.loads(text)
            of, orders = (whole["side"], whole["turn"]), dict(whole["orders"])
        except (ValueError, KeyError, TypeError):
            yield f"the text of {row} is not that of an order book"
            return
        if of != (book["side"], book["turn"]):
            yield f"the text of {row} is of another side or turn"
        for name, fields in orders.items() if stand else ():
            if self.fold.rows.get(name) != fields:
                yield f"{name} is not as it stands in the book that was sealed"

    def _chart(self, record: Any, body: Any) -> Iterator[str]:
        """A new version is in play at once where nothing was played yet, else from the next step on."""
        row, ticks = f"{CHART}{body['table']}", f"{READ_BACK}{body['table']}/"
        before = self.fold.rows.get(row, {"version": "", "next": "", "typed": {}})
        effects = body["effects"]
        ticked = [e for e in effects if e["do"] == "remove" and e["key"].startswith(ticks)]
        rest = [e for e in effects if e not in ticked]
        said = dict(before)
        for effect in rest:
            said.update(_of_row(effect, row))
        now = {"version": before["version"] if self._played else body["version"], "typed": said["typed"]}
        now["next"] = body["version"] if self._played else ""
        wanted = [set_effect(row, name, now[name]) for name in sorted(now) if now[name] != before[name]]
        if row not in self.fold.rows:
            wanted = [{"do": "create", "key": row, "fields": now}]
        if rest != wanted or len(ticked) + len(rest) != len(effects):
            yield "its effects are not those of a new version of a chart"
        digest = hashlib.sha256(body["text"].replace("\r\n", "\n").encode()).hexdigest()
        if not digest.startswith(body["version"].partition("-")[2]):
            yield "its text is another version of the table than it says"
        new = {line for line, by in said["typed"].items() if before["typed"].get(line) != by}
        if any(said["typed"][line] != record["seat"] for line in new):
            yield "it says that another seat typed what it changes"

    def _ticks(self, record: Any, body: Any) -> Iterator[str]:
        """Rows are read back by another seat than the one that typed them; so are cells that play asked for."""
        ticks = f"{READ_BACK}{body['table']}/"
        typed = self.fold.rows.get(f"{CHART}{body['table']}", {}).get("typed", {})
        for effect in body["effects"]:
            line = effect["key"][len(ticks) :]
            wanted = mark(ticks + line, "read-back", body["table"], line, note=record["seat"])
            if not effect["key"].startswith(ticks) or effect not in (wanted, {"do": "remove", "key": ticks + line}):
                yield "its effects are not those of rows that are read back"
            elif typed.get(line, self._asked_by(body["table"], line) or record["seat"]) == record["seat"]:
                yield f"row {line} of {body['table']} is read back by the seat that typed it, or was never typed"

    def _asked_by(self, table: str, line: str) -> str:
        """The seat of the entry that asked for a cell (`4/12`), and keeps what was read for it; '' for none."""
        kept = self.fold.sources.get(f"{PRECEDENT}{table}/{line}", {}).get("note", "")
        return str(self._before(kept)[0]["seat"]) if kept else ""

    def _charts_moved(self, body: Any) -> Iterator[str]:
        """With a step the versions of charts that waited for it come into play, and nothing else of charts changes."""
        wanted = []
        if body["act"] == STEP_ENDS:
            for row in self.fold.kinds.get(CHART[:-1], ()):
                if version := self.fold.rows[row]["next"]:
                    wanted += [set_effect(row, "version", version), set_effect(row, "next", "")]
        said = [effect for effect in body["effects"] if effect["key"].startswith(CHART)]
        if sorted(map(repr, said)) != sorted(map(repr, wanted)):
            yield "another version of a chart comes into play than the one that waited for the step"

    def _nonce(self, reference: str, record: Any, body: Any) -> Iterator[str]:
        row = f"{NONCE}{body['side']}"
        wanted = [mark(row, "nonce", body["side"], "bound", "turn", body.get("commitment", ""))]
        if body["act"] == "nonce.show":
            wanted = [
                {"do": "set", "key": f"{row}.place", "value": "shown"},
                {"do": "set", "key": f"{row}.note", "value": body["nonce"]},
            ]
        if body["effects"] != wanted:
            yield "its effects are not those of a nonce"

    def _fork(self, reference: str, record: Any, body: Any) -> Iterator[str]:
        marks = {row for row in self.fold.rows if row.startswith(NONCE)} if record["chain"] == PUBLIC else set()
        if {effect["key"] for effect in body.get("effects", ())} != marks:
            yield "it does not end just what sides had added to the dice of this turn"

    def _export(self, reference: str, record: Any, body: Any) -> Iterator[str]:
        """An export goes up to an entry of the public chain that was there."""
        for chain, (number, digest) in body.get("heads", {}).items():
            last, head = self._last.get(chain, 0), self._heads.get(chain)
            if number < last:
                head = self._before(f"{chain}/{number + 1}")[0]["previous"]
            if chain != PUBLIC or number > last or digest != head:
                yield f"it goes up to {chain}/{number}, which is another entry or none"

    def _clock(self, reference: str, record: Any, body: Any) -> Iterator[str]:
        yield from self._charts_moved(body)
        clock = self.fold.rows.get(CLOCK, {})
        # In a segment some steps are the enemy's; which, the turn sequence knows.
        whose = self._sides if "/" in str(clock.get("step")) else {clock.get("player_turn")}
        ends = body["act"] in (MARKS_END, SINCE)
        if record["seat"] not in whose and not (ends and self.mends(record)):
            yield "a step is ended by the side whose player turn it is"
        if body["act"] == SINCE:
            yield from self._stands_again(record, body)
        if ends:
            return
        anchored = {c["audience"] for c in record.get("commitments", ())}
        if anchored != {*self._sides, MODERATOR}:
            missing = ", ".join(sorted({*self._sides, MODERATOR} - anchored)) or "none"
            yield f"it does not anchor the chains as they are (missing: {missing})"

    def _dispute(self, reference: str, record: Any, body: Any) -> Iterator[str]:
        try:
            wanted = self._talk(record, body)
        except (LookupError, TypeError, AttributeError):
            yield "what it is about is not there before it"
            return
        if not _alike(body["effects"], wanted):
            yield f"its effects are not those of {body['act']}"

    def _talk(self, record: Any, body: Any) -> Any:
        """The effects that an act between people has; `...` stands for what nobody can tell beforehand."""
        act, seat, rows = body["act"], record["seat"], self.fold.rows
        kind, _, said = act.partition(".")
        if act == "dispute.raise":
            key = body["dispute"]
            fields = {
                "entry": body["disputes"],
                "procedure": self._procedure(body["disputes"]),
                "by": seat,
                "state": "open",
            }
            fields.update(ruling="", correction="", acknowledged=[])
            return [{"do": "create", "key": f"dispute:{key}", "fields": fields}, _argument(key, seat, body["text"], 1)]
        if act in ("question.ask", "correction.propose") and len(body["about"]) != 1:
            raise LookupError(act)
        if act == "question.ask":
            fields = {"about": body["about"][0], "procedure": ..., "by": seat, "text": body["question"]}
            return [{"do": "create", "key": ..., "fields": dict(fields, state="open", answer="")}]
        if act == "correction.propose":
            fields = {"entry": body["about"][0], "by": seat, "to": ..., "state": "open", "typed": ...}
            return [{"do": "create", "key": ..., "fields": dict(fields, note=body.get("note", ""))}]
        if kind == "dispute":
            return self._of_a_dispute(said, seat, body, f"dispute:{body['dispute']}")
        row = body["effects"][0]["key"].rpartition(".")[0]
        about = rows[row]["entry" if kind == "correction" else "about"]
        if body["about"] != [about] or not row.startswith("proposal:" if kind == "correction" else "question:"):
            raise LookupError(row)
        if not self._may_say(act, seat, rows[row]):
            raise LookupError(seat)
        states = {"answer": "answered", "read": "read", "drop": "withdrawn", "accept": "accepted", "refuse": "refused"}
        effects = [set_effect(row, "state", states.get(said, "withdrawn"))]
        return [*effects, set_effect(row, "answer", body["answer"])] if said == "answer" else effects

    def _may_say(self, act: str, seat: str, row: Any) -> bool:
        """Whose it is to say: who asked or proposed, or is asked to consent. At one table anybody drops a question."""
        if act in ("question.read", "correction.withdraw"):
            return bool(seat == row["by"])
        return act in ("question.answer", "question.drop") or seat in (row["to"], MODERATOR)

    def _of_a_dispute(self, said: str, seat: str, body: Any, row: str) -> Any:
        known = self.fold.rows[row]
        correction = body["about"][1:]
        if body["about"][0] != known["entry"] or (correction and said != "rule") or len(correction) > 1:
            raise LookupError(row)
        if said == "argue":
            number = 1 + sum(1 for other in self.fold.rows if other.startswith(f"argument:{body['dispute']}-"))
            return [_argument(body["dispute"], seat, body["text"], number)]
        if said == "withdraw":
            return [set_effect(row, "state", "withdrawn")]
        if said == "acknowledge":
            return [set_effect(row, "acknowledged", sorted([*known["acknowledged"], seat]))]
        effects = [set_effect(row, "state", body["verdict"]), set_effect(row, "ruling", body["ruling"])]
        effects += [set_effect(row, "correction", reference) for reference in correction]
        if len(body["effects"]) > len(effects):
            numbers = [fields["number"] for other, fields in self.fold.rows.items() if other.startswith("precedent:")]
            fields = {
                "dispute": body["dispute"],
                "procedure": known["procedure"],
                "zone": ...,
                "table": ...,
                "reads": ...,
            }
            fields.update(number=max(numbers, default=0) + 1, verdict=body["verdict"], text=body["ruling"])
            effects.append({"do": "create", "key": f"precedent:{body['dispute']}", "fields": fields})
        return effects

    def _procedure(self, reference: str) -> Any:
        """The rule of a disputed entry; what everybody may read of it, where its body is secret."""
        _, before = self._before(reference)
        return before.get("procedure", "")


def _unknown_reason(body: Any) -> str:
    return f"nobody knows the reason {body.get('reason')!r}"


def _of_row(effect: Any, row: str) -> Any:
    """What an effect makes of the fields of a row."""
    if effect["do"] == "create" and effect["key"] == row:
        return effect["fields"]
    of, _, name = effect["key"].rpartition(".")
    return {name: effect["value"]} if effect["do"] == "set" and of == row else {}


def _argument(key: str, seat: str, text: str, number: int) -> Any:
    fields = {"dispute": key, "seat": seat, "text": text, "number": number}
    return {"do": "create", "key": f"argument:{key}-{number}", "fields": fields}


def _alike(said: Any, wanted: Any) -> bool:
    """Is what was said what was wanted? `...` stands for anything."""
    if wanted is ...:
        return True
    if isinstance(wanted, dict):
        return (
            isinstance(said, dict)
            and said.keys() == wanted.keys()
            and all(_alike(said[k], v) for k, v in wanted.items())
        )
    if isinstance(wanted, list):
        return isinstance(said, list) and len(said) == len(wanted) and all(map(_alike, said, wanted))
    return bool(said == wanted)


def _unlike_kept(effect: Any, wanted: Any) -> Iterator[str]:
    """A mark that keeps dice, held against what it should be; `*` in its row stands for a digest that is not known."""
    begin, star, end = wanted["key"].partition("*")
    named = effect["key"].startswith(begin) and effect["key"].endswith(end) if star else effect["key"] == wanted["key"]
    if not named or effect.get("fields") != wanted["fields"]:
        yield "it does not keep its dice as they are kept"


__all__ = ["Course", "Fold", "NotApplicable"]


# ======== The copies end here


class NoLog(Exception):
    """The file is not a log."""


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def no_float(text: str) -> Any:
    raise ValueError(f"{text} is not a whole number")


def short_code(digest: str) -> str:
    """The first sixty bits of a hash as twelve signs for people."""
    number = int(digest[:15], 16)
    signs = "".join(SIGNS[(number >> shift) & 31] for shift in range(55, -1, -5))
    return "-".join(signs[at : at + 4] for at in (0, 4, 8))


def face(
    seed: bytes, campaign: str, chain: str, sequence: int, procedure: str, key: str, index: int, sides: int, nonces: str
) -> int:
    """One face of the server's dice."""
    end = f"|{nonces}" if nonces else ""
    fair = 2**64 - 2**64 % sides
    attempt = 0
    while True:
        text = f"{campaign}|{chain}|{sequence}|{procedure}|{key}|{index}|{attempt}{end}"
        number = int.from_bytes(hmac.new(seed, text.encode("utf-8"), "sha256").digest()[:8], "big")
        if number < fair:
            return number % sides + 1
        attempt += 1


def seed_for(record: Any) -> str:
    """Whose seed the entry's dice come from: its audience's, unless all may read the act and its dice."""
    return str(record["commitments"][0]["audience"]) if record["body"]["act"] == "secret" else "public"


def mixed(nonces: dict[str, str]) -> str:
    """What the nonces of a turn make together; nothing where there are none."""
    return sha256("\n".join(f"{side}={text}" for side, text in sorted(nonces.items()))) if nonces else ""


def closes(record: Any) -> bool:
    """True for an entry after which no nonce may come in its turn."""
    if record["kind"] not in (*RULE_KINDS, FALLEN):
        return False
    body = record["body"]
    return body["act"] == "secret" or "shown" in body or (body.get("dice") or {}).get("source") == "server"


def entry_of(line: bytes) -> tuple[Any, Any]:
    """A line of the file, and the record in it."""
    entry = json.loads(line)
    return entry, json.loads(entry["content"], parse_float=no_float, parse_constant=no_float)


def joined(body: Any, parts: Iterable[Any]) -> dict[str, Any]:
    """A body with its secret parts. Sealed choices and anchors of several seats stand one after the other."""
    whole = dict(body)
    for part in parts:
        sealed = whole.get("sealed", []) + part.get("sealed", [])
        anchors = {**whole.get("anchors", {}), **part.get("anchors", {})}
        whole.update(part)
        whole.update({"sealed": sealed} if sealed else {}, **({"anchors": anchors} if anchors else {}))
    if whole["act"] != SECRET:
        for name in LISTS:
            whole.setdefault(name, [])
    return whole


class Checker:
    """Two passes over the file: one over chains, secrets and seeds, one over dice and what came of them."""

    def __init__(self, file: BinaryIO, kept_code: str = "") -> None:
        self.file = file
        self.kept_code = kept_code.upper()
        self.code_found = not kept_code
        self.header: Any = {}
        self.faults: list[tuple[str, str]] = []
        self.heads: dict[str, tuple[int, str]] = {}
        # Reference -> where its line begins in the file.
        self.places: dict[str, int] = {}
        # Submission -> what its entries correct; and all that any entry corrects.
        self.mended: dict[str, list[str]] = {}
        self.corrected: set[str] = set()
        self.sides: set[str] = set()
        # Campaign, turn, audience: after a fork the dice of a turn are bound anew.
        self.bound: dict[tuple[str, str, str], str] = {}
        self.opened: dict[tuple[str, str, str], bytes] = {}
        self.bound_by_now: set[tuple[str, str, str]] = set()
        self.open_by_now: set[tuple[str, str, str]] = set()
        # chain -> the campaign that its last entry named; campaign -> the turn in which it ended with a fork.
        self.written_as: dict[str, str] = {}
        self.forked: dict[str, str] = {}
        # Campaign and turn -> side -> commitment, or nonce; those that can take none any more.
        self.schemes: dict[tuple[str, str], int] = {}
        self.nonces_bound: dict[tuple[str, str], dict[str, str]] = {}
        self.nonces_shown: dict[tuple[str, str], dict[str, str]] = {}
        self.nonces_closed: set[tuple[str, str]] = set()
        self.nonces_by_now: dict[tuple[str, str], dict[str, str]] = {}
        self.turn = ""
        self.tables: dict[str, str] = {}
        self.waited: set[str] = set()
        self.followed: dict[str, str] = {}
        # None where the file does not hold the whole log.
        self.course: Any = None
        self.rules = self.unproved = self.believed = 0
        self.entries = self.hidden = self.dice = self.waiting = self.typed = 0

    def fault(self, where: str, what: str) -> None:
        self.faults.append((where, what))

    def run(self) -> None:
        """Check everything; the faults are in `faults`."""
        self.header = self.read_header()
        for check in (self.check_chain, self.check_dice):
            for number, place, line in self.lines():
                where = f"line {number}"
                try:
                    entry, record = entry_of(line)
                    where = f"{record['chain']}/{record['sequence']}"
                    self.places.setdefault(where, place)
                    check(where, entry, record)
                except Exception as odd:  # a forged line may hold anything: it is a fault of that entry
                    self.fault(where, f"it cannot be read ({type(odd).__name__}: {odd})")
                if len(self.faults) >= MOST_FAULTS:
                    return
            if self.faults:
                return
            if not self.hidden and {"moderator", *self.sides} <= set(self.header["audiences"]):
                self.course = Course(Fold(()), self.look, sorted(self.sides), self.mended_with)
        self.check_ends()

    def lines(self) -> Iterator[tuple[int, int, bytes]]:
        """Number, place and text of each line behind the first. Others may read elsewhere meanwhile."""
        self.file.seek(0)
        self.file.readline(LONGEST_LINE + 1)
        place, number = self.file.tell(), 1
        while True:
            self.file.seek(place)
            line = self.file.readline(LONGEST_LINE + 1)
            if not line:
                return
            number += 1
            if len(line) > LONGEST_LINE:
                raise NoLog(f"line {number} is longer than {LONGEST_LINE // MIB} MiB")
            yield number, place, line
            place += len(line)

    def look(self, reference: str) -> tuple[Any, Any]:
        """The record of an entry, and all of its body that is in the file. KeyError where there is none."""
        self.file.seek(self.places[reference])
        entry, record = entry_of(self.file.readline())
        return record, joined(record["body"], [json.loads(payload["content"]) for payload in entry["payloads"]])

    def mended_with(self, record: Any) -> list[str]:
        return self.mended.get(record["submission"], [])

    def read_header(self) -> Any:
        self.file.seek(0)
        try:
            header = json.loads(self.file.readline(LONGEST_LINE + 1))
            if header["log"] != NAME:
                raise NoLog("it is no log of NavalAssist")
            if header["format"] != FORMAT:
                raise NoLog(f"its format is {header['format']}; this program knows format {FORMAT}")
            for name in ("campaign", "audiences", "heads"):
                header[name]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise NoLog("its first line is not that of a log") from None
        return header

    def check_chain(self, where: str, entry: Any, record: Any) -> None:
        """Hash, shape, link, number, secret parts, seeds and anchors of one entry."""
        self.entries += 1
        if sha256(entry["content"]) != entry["hash"]:
            self.fault(where, "its text does not match its hash")
        if canonical(record) != entry["content"]:
            self.fault(where, "its text is not in canonical form")
        self.check_campaign(where, record)
        if record["chain"] not in self.header["audiences"]:
            self.fault(where, "its chain is not one that the file says it holds")
        number, head = self.heads.get(record["chain"], (0, GENESIS))
        if record["previous"] != head:
            self.fault(where, "it does not follow the entry before it (one was changed, removed or moved)")
        if record["sequence"] != number + 1:
            self.fault(where, f"the number {number + 1} was expected here")
        self.heads[record["chain"]] = (record["sequence"], entry["hash"])
        self.code_found = self.code_found or short_code(entry["hash"]) == self.kept_code
        body = self.open_body(where, entry, record)
        self.note(record, body)
        if record["kind"] == "seed":
            self.check_seed(where, record, body)
        elif record["kind"] == "reveal":
            self.check_reveal(where, record, body)
        elif record["kind"] == "fork":
            self.check_fork(where, record, body, number, head)
        elif record["kind"] == "nonce":
            self.check_nonce(where, record, body)
        elif closes(record):
            self.nonces_closed.add((record["campaign"], record["turn"]))
        for audience, anchor in body.get("anchors", {}).items():
            visible = audience in self.header["audiences"] and audience != record["chain"]
            if visible and self.heads.get(audience, (0, GENESIS))[1] != anchor:
                self.fault(where, f"the chain {audience} was changed before this anchor")

    def note(self, record: Any, body: Any) -> None:
        """What the second pass must know before it begins."""
        audiences = {c["audience"] for c in record.get("commitments", ())}
        self.sides |= (audiences | set(self.header["audiences"]) | {record["player_turn"]}) - {PUBLIC, MODERATOR, ""}
        if "corrects" in body:
            self.corrected.add(body["corrects"])
            if record["kind"] != "undo" or body.get("reason") in GOES_WITH:
                self.mended.setdefault(record["submission"], []).append(body["corrects"])
        self.turn = record["turn"]

    def check_campaign(self, where: str, record: Any) -> None:
        """The campaign of an entry is that of the entry before it, or that of its fork."""
        known = self.header.get("identities") or [self.header["campaign"]]
        before = self.written_as.get(record["chain"])
        self.written_as[record["chain"]] = record["campaign"]
        if record["kind"] == "fork":
            if before != record["body"]["campaign_before"]:
                self.fault(where, "it does not go on from the campaign that it names")
        elif before not in (None, record["campaign"]) or record["campaign"] not in known:
            self.fault(where, "it belongs to another campaign")

    def check_fork(self, where: str, record: Any, body: Any, number: int, head: str) -> None:
        """A fork names what it goes on from, and the dice that end with it."""
        before = body["campaign_before"]
        known = self.header.get("identities") or [self.header["campaign"]]
        if [before, record["campaign"]] not in [known[n : n + 2] for n in range(len(known))]:
            self.fault(where, "it goes on from another campaign than the first line says")
        if body["head_before"] != [number, head]:
            self.fault(where, "it does not name the head of the chain that it goes on from")
        left = sorted(
            [turn, bound]
            for (campaign, turn, audience), bound in self.bound.items()
            if campaign == before and audience == record["chain"] and (campaign, turn, audience) not in self.opened
        )
        if left != body.get("unopened", []):
            self.fault(where, "it does not name the dice that were bound and not opened")
        self.forked[before] = record["turn"]

    def check_nonce(self, where: str, record: Any, body: Any) -> None:
        """A nonce comes after the seed, in the turn that it names, and before any dice; all bind before one shows."""
        turn, side = (record["campaign"], record["turn"]), body["side"]
        bound = self.nonces_bound.setdefault(turn, {})
        shown = self.nonces_shown.setdefault(turn, {})
        if record["chain"] != "public":
            self.fault(where, "a nonce stands on a chain that not everybody reads")
        if body["turn_bound"] != record["turn"]:
            self.fault(where, "a nonce is for another turn than the one it stands in")
        if self.schemes.get(turn, 0) < NONCE_SCHEME:
            self.fault(where, "a nonce came before the dice of its turn were bound, or their formula takes none")
        if turn in self.nonces_closed:
            self.fault(where, "a nonce came after the server's dice of its turn may have been thrown")
        if "nonce" not in body:
            if side in bound:
                self.fault(where, "this side bound a nonce before")
            if shown:
                self.fault(where, "a nonce was bound after another one was shown")
            bound.setdefault(side, body["commitment"])
            return
        if side in shown:
            self.fault(where, "this side showed its nonce before")
        if sha256(body["nonce"]) != bound.get(side):
            self.fault(where, "the nonce is not the one that was bound")
        shown[side] = body["nonce"]

    def open_body(self, where: str, entry: Any, record: Any) -> dict[str, Any]:
        """The body with the secret parts that are in the file, each checked against its commitment, and its shape."""
        commitments = {c["audience"]: c["commitment"] for c in record.get("commitments", ())}
        self.hidden += len(commitments) - len(entry["payloads"])
        parts: dict[str, Any] = {}
        for payload in entry["payloads"]:
            audience = payload["audience"]
            if commitments.pop(audience, None) != sha256(payload["salt"] + "|" + payload["content"]):
                self.fault(where, f"the secret part for {audience} does not match its commitment")
            else:
                parts[audience] = json.loads(payload["content"], parse_float=no_float, parse_constant=no_float)
        for audience in commitments:
            if audience in self.header["audiences"] and audience != PUBLIC:
                self.fault(where, f"the secret part for {audience} is missing")
        for what in faults_of(record, parts):
            self.fault(where, what)
        return joined(record["body"], parts.values())

    def check_seed(self, where: str, record: Any, body: Any) -> None:
        key = (record["campaign"], body["turn_bound"], body["audience"])
        if key in self.bound:
            self.fault(where, "the dice of this turn were bound before")
        self.bound[key] = body["commitment"]
        if (record["turn"], record["chain"]) != (body["turn_bound"], body["audience"]):
            self.fault(where, "dice were bound for another turn or chain than the one they are bound in")
        if record["chain"] == "public":
            self.schemes[key[:2]] = body.get("scheme", 1)

    def check_reveal(self, where: str, record: Any, body: Any) -> None:
        key = (record["campaign"], body["turn_bound"], body["audience"])
        seed = bytes.fromhex(body["seed"])
        if hashlib.sha256(seed).hexdigest() != self.bound.get(key):
            self.fault(where, "the opened seed is not the one that was bound")
        self.opened[key] = seed

    def check_dice(self, where: str, entry: Any, record: Any) -> None:
        """The dice of one entry, now that every opened seed is known, and what it says of the entries before it."""
        kind = record["kind"]
        body = joined(record["body"], [json.loads(payload["content"]) for payload in entry["payloads"]])
        if kind == "seed":
            self.bound_by_now.add((record["campaign"], body["turn_bound"], body["audience"]))
        elif kind == "reveal":
            self.open_by_now.add((record["campaign"], body["turn_bound"], body["audience"]))
        elif kind == "nonce" and "nonce" in body:
            self.nonces_by_now.setdefault((record["campaign"], record["turn"]), {})[body["side"]] = body["nonce"]
        elif kind == "undo":
            self.waited.add(str(body.get("corrects", "")))
        elif kind in (*RULE_KINDS, FALLEN):
            self.rules += kind != FALLEN
            self.check_origin(where, kind, body)
            if faces_of(body) or body.get("dice"):
                self.check_faces(where, record, body)
        if self.course is not None:
            if kind == "setup":
                if body["system"] != self.header.get("system"):
                    self.fault(where, "it is of another rule system than the first line says")
            elif kind in RULE_KINDS:
                self.check_read(where, body)
            quotes = {source for _, _, source in body.get("facts_read", ())} & self.corrected
            for what in self.course.take(record, entry["hash"], body, quotes, (PUBLIC, ())):
                self.fault(where, what)

    def check_read(self, where: str, body: Any) -> None:
        """The facts and rulings that a rule went by are those of the entries before it, its tables those in play."""
        fold, origin = self.course.fold, body.get("continues") or body.get("corrects")
        wrong = self.misread_again(where, body, origin) if origin else fold.misread(body.get("facts_read", ()))
        rulings = body.get("rulings", {}).items()
        wrong = wrong or fold.misjudged([(f"ruling:{number}.choice", choice, choice) for number, choice in rulings])
        wrong = wrong or next(self.course.misnamed(body), "")
        for cell in [cell for answer in body.get("answers", ()) for cell in answer.get("cells", ())]:
            if body.get("tables", {}).get(cell["table"]) != cell["version"]:
                wrong = wrong or f"it read a cell of {cell['table']} in another version than it names"
        if wrong:
            self.fault(where, wrong)

    def misread_again(self, where: str, body: Any, origin: str) -> str:
        """Facts that it read otherwise than the entry that it follows stand so, or the entry that it names set them."""
        read = self.before(origin, where)[1].get("facts_read", ())
        back = {fact: after for fact, _, after in body["changes"][: body["own_changes"]]}
        for fact in body.get("facts_read", ()):
            key, value, source = fact
            if fact in read or (key in back and back[key] == value) or not self.course.fold.misread([fact]):
                continue
            if not source or [key, value] not in [
                [c[0], c[2]] for c in self.before(source, where)[1].get("changes", ())
            ]:
                return f"it read {key} as {value!r}, which neither the entry before it nor the log says"
        return ""

    def check_origin(self, where: str, kind: str, body: Any) -> None:
        """An entry is gone on from only where it waited or was given up, and an entry is followed only once."""
        # Where the body is hidden, so is the chain on which it may have been given up.
        if body["act"] != "secret" and "continues" in body and body["continues"] not in self.waited:
            self.fault(where, f"it goes on from {body['continues']}, which neither waited nor was given up before it")
        if kind in ("waiting", FALLEN):
            self.waited.add(where)
        origin = body.get("continues") or body.get("corrects")
        if origin and self.followed.setdefault(origin, where) != where:
            self.fault(where, f"{self.followed[origin]} had gone on from {origin} already, or corrected it")

    def check_faces(self, where: str, record: Any, body: Any) -> None:
        """Dice that are read again are those of the entry before; the others, of the server, are the bound ones."""
        origin, before = body.get("continues") or body.get("corrects"), {}
        if origin:
            try:
                before = self.before(origin, where)[1]
            except LookupError:
                self.fault(where, f"{origin}, whose dice it reads again, is not there before it")
                return
            if before["act"] == "secret":
                # Its dice are for other eyes: that these are the same is the word of this entry.
                rows = [*faces_of(body).values(), *body.get("unused_dice", {}).values()]
                self.believed += sum(map(len, rows))
                return
            for what in unlike_before(body, origin, before):
                self.fault(where, what)
        fresh = fresh_faces(body, before)
        if body["dice"]["source"] == "typed":
            self.typed += sum(map(len, fresh.values()))
        elif fresh:
            self.check_fresh(where, record, body, fresh)

    def before(self, reference: str, where: str) -> tuple[Any, Any]:
        """An entry that stands before another in the file. LookupError where there is none."""
        if self.places.get(reference, self.places[where]) >= self.places[where]:
            raise LookupError(reference)
        return self.look(reference)

    def check_fresh(self, where: str, record: Any, body: Any, fresh: dict[str, list[int]]) -> None:
        turn = (record["campaign"], record["turn"], seed_for(record))
        if turn not in self.bound_by_now:
            self.fault(where, "its dice were never bound")
        if turn in self.open_by_now:
            self.fault(where, "its dice were thrown when their seed was open already")
        if turn not in self.opened:
            number = sum(map(len, fresh.values()))
            if self.forked.get(record["campaign"]) == record["turn"]:
                self.unproved += number
            else:
                self.waiting += number
            return
        sides = {a["key"]: dice_of(a)[1] for a in body.get("answers", ()) if "faces" in a}
        bound = (self.opened[turn], record["campaign"], record["chain"], record["sequence"], body["procedure"])
        nonces = mixed(self.nonces_by_now.get((record["campaign"], record["turn"]), {}))
        for key, shown in fresh.items():
            for index, one in enumerate(shown):
                self.dice += 1
                if face(*bound, key, index, sides[key], nonces) != one:
                    self.fault(where, f"die {index + 1} of {key} is not the one that was bound")

    def check_ends(self) -> None:
        """The heads, and the seeds of turns that are over."""
        for audience in self.header["audiences"]:
            if list(self.heads.get(audience, (0, GENESIS))) != list(self.header["heads"].get(audience, ())):
                self.fault(audience, "the last entry is not the head that the first line names")
        for audience, campaign in sorted(self.written_as.items()):
            if campaign != self.header["campaign"]:
                self.fault(audience, "its last entry belongs to the campaign before a fork: the fork is missing")
        for campaign, turn, audience in sorted(set(self.bound) - set(self.opened)):
            running = self.turn if campaign == self.header["campaign"] else self.forked.get(campaign)
            if turn != running:
                self.fault(f"turn {turn}", f"its dice ({audience}) were bound but never opened")
        for what in self.course.since.left_open() if self.course is not None else ():
            self.fault("the end", what)
        if not self.code_found:
            self.fault(f"head {self.kept_code}", "no entry has this code: the log was cut, or it is another one")


def report(checker: Checker) -> int:
    """What was found, for people. Returns the exit code."""
    for where, what in checker.faults:
        print(f"{where}: {what}")
    if checker.faults:
        print(f"NOT SOUND. The first fault is in {checker.faults[0][0]}.")
        return WRONG
    print(f"{checker.header.get('name', '')} ({checker.header['campaign']})")
    print(f"{checker.entries} entries, {checker.dice} server dice thrown again, {checker.typed} typed")
    if checker.waiting:
        print(f"{checker.waiting} server dice cannot be checked yet: their seed opens when the turn ends")
    if checker.unproved:
        print(
            f"{checker.unproved} server dice were thrown in a turn that a fork cut short: their seed is not in this log"
        )
    for before, turn in checker.forked.items():
        print(f"a fork in turn {turn}: taken over from campaign {before}")
    if checker.hidden:
        print(f"{checker.hidden} secret parts are not for this reader; the chain covers them")
    print(f"{checker.rules} rules were not carried out again, which only `manage.py verify` can do")
    if checker.course is None:
        print("what came of the entries was not added up, since the file does not hold the whole log")
    for audience in sorted(checker.heads):
        number, digest = checker.heads[audience]
        print(f"head of {audience}/{number}: {short_code(digest)}")
    if checker.believed:
        print(f"SOUND, BUT {checker.believed} DICE NOT PROVED: they were read again from entries for other eyes")
        return NOT_PROVED
    print("SOUND")
    return SOUND


def main(arguments: list[str]) -> int:
    """Check the file of the command line. Returns the exit code."""
    parser = argparse.ArgumentParser(
        description="Check an exported NavalAssist log. Exit code 0 sound, 1 not, 2 no log, 3 sound but not all proved."
    )
    parser.add_argument("file", help="the archive or export; - reads an export from standard input")
    parser.add_argument("--head", default="", metavar="CODE", help="a head code that you kept: some entry must have it")
    options = parser.parse_args(arguments)
    try:
        if options.file == "-":
            with tempfile.TemporaryFile() as copy:
                pour(sys.stdin.buffer, copy)
                return check(copy, options.head)
        with open(options.file, "rb") as file:
            if file.read(4) == b"PK\x03\x04":
                return check_archive(file, options.head)
            file.seek(0)
            return check(file, options.head)
    except NoLog as error:
        print(f"{options.file}: {error}", file=sys.stderr)
    except OSError as error:
        print(f"{options.file}: {error.strerror}", file=sys.stderr)
    return NO_LOG


def pour(source: Any, copy: BinaryIO) -> None:
    """Copy a log that may be a stranger's. NoLog where it is larger than any."""
    size = 0
    while True:
        part = source.read(MIB)
        if not part:
            return
        size += len(part)
        if size > LARGEST:
            raise NoLog(f"it holds more than {LARGEST // MIB} MiB")
        copy.write(part)


def check_archive(file: BinaryIO, kept_code: str) -> int:
    """Check the log in an archive, unpacked beside."""
    with tempfile.TemporaryFile() as copy:
        try:
            with zipfile.ZipFile(file) as packed:
                if packed.namelist().count("log.jsonl") != 1:
                    raise NoLog("it is a zip without one log.jsonl in it")
                with packed.open("log.jsonl") as log:
                    pour(log, copy)
        except (zipfile.BadZipFile, KeyError, EOFError, RuntimeError, NotImplementedError, zlib.error):
            raise NoLog("it is a zip without a whole log.jsonl in it") from None
        return check(copy, kept_code)


def check(file: BinaryIO, kept_code: str) -> int:
    """Check an open file and print what was found."""
    checker = Checker(file, kept_code)
    checker.run()
    return report(checker)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
