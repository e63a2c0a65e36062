"""What a rule was told, compared with the facts that its entry says it was read from, or with the entry before it.

A system says for a procedure which of its situation's fields stand in which facts (`Doors.told`). Whether the facts are
right is another question, which the log before the entry answers. What a person typed stands in no fact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from navalassist.engine import REGISTER
from navalassist.play.corrections.situations import changed_situation
from navalassist.play.read import Read
from navalassist.play.systems import Teller

Body = Mapping[str, Any]
FACTS = "facts"
LACKING = "<nothing>"


def misled(tellers: Mapping[str, Teller], body: Body, read: Read, before: Callable[[], Body]) -> str:
    """'' or, in words, what a rule was told that is neither what was read nor what the entry before it was told.

    read: what it read, which notes what it must have found lacking; before: the body of the entry that it goes on from
    or corrects. What an earlier edition of the rule had to be told is not known.
    """
    slug = body["procedure"]
    if slug not in REGISTER or REGISTER[slug].edition != body["edition"]:
        return ""
    if body.get("corrects"):
        return _differently(body, before())
    if slug not in tellers or (body.get("continues") and before().get("situation") == body["situation"]):
        return ""
    return _untrue(tellers[slug], body, read)


def _untrue(teller: Teller, body: Body, read: Read) -> str:
    try:
        expected = teller(read, body["situation"])
    except KeyError as missing:
        return f"the rule was told what depends on {missing.args[0]}, which was not read"
    return _differing(expected, body["situation"])


def _differing(expected: Mapping[str, Any], said: Mapping[str, Any], way: str = "") -> str:
    """'' or, in words, the first field that is said otherwise than expected. What is said beyond that is let be."""
    for name, value in expected.items():
        found = said.get(name, LACKING)
        if found == value:
            continue
        if not (isinstance(value, Mapping) and isinstance(found, Mapping)):
            return f"the rule was told {way}{name} as {found!r}, where {value!r} was to be expected"
        if wrong := _differing(value, found, f"{way}{name}."):
            return wrong
    return ""


def _differently(body: Body, origin: Body) -> str:
    """What a correction was told otherwise than the entry that it corrects, and does not say so.

    Facts by their keys are read anew, and are compared with the log.
    """
    if "situation" not in origin:
        return ""
    procedure, before, now = REGISTER[body["procedure"]], origin["situation"], body["situation"]
    typed = [path for path in body.get("changed", ()) if path.partition(".")[0] != FACTS]
    anew = {FACTS: now[FACTS]} if FACTS in now else {}
    try:
        expected = changed_situation(procedure, before, anew | {path: _at(now, path) for path in typed})
        said = procedure.situation.model_validate(now)
    except (ValueError, LookupError) as reason:
        return f"what it says that it changed in the situation is not there ({reason})"
    return _differing(expected.model_dump(mode="json", exclude={FACTS}), said.model_dump(mode="json", exclude={FACTS}))


def _at(values: Any, path: str) -> Any:
    for name in path.split("."):
        values = values[int(name)] if isinstance(values, list) else values[name]
    return values
