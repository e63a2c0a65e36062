"""The shape of the log: what an entry of each kind holds, and nothing else. docs/log-format.md says what the keys mean.

`faults_of` looks at one entry alone: every key is known and has a value of its type, every key that the kind needs is
there, effects touch only rows that the kind may touch, and what an entry says twice it says alike. What one entry says
of another is the business of `course`. This module needs nothing but Python 3.8, since `tools/verify_log.py`, which is
given out alone, holds a copy of it.
"""

from __future__ import annotations

import re
from operator import itemgetter
from typing import Any, Callable, Generator, Iterator  # noqa: UP035 - Python 3.8

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
