"""What an entry says beside its header: as it is written, and as a viewer may read it.

What is secret is filled in only where the viewer may see it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from navalassist.auditlog.course import audience_of_record
from navalassist.auditlog.models import Entry, Payload
from navalassist.auditlog.shape import LISTS, SECRET, SHOWN
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.models import Campaign
from navalassist.engine import Change
from navalassist.play.storage import statements

Record = Mapping[str, Any]


# What a body leaves out.
EMPTY: tuple[Any, ...] = (None, "", [], {})


@dataclass
class Body:
    """What an entry says beside its header.

    secret_to: the audience of a body that is not public; open_fields: what everybody may read of it all the same,
    and with `shown` among them the act too;
    sealed: seat -> the choices that only this seat may read as yet; anchors: audience -> the head of its chain, for its
    own eyes, since even a changed hash would tell the others that something was done in secret.
    """

    act: str
    fields: dict[str, Any] = field(default_factory=dict)
    secret_to: str = PUBLIC
    open_fields: dict[str, Any] = field(default_factory=dict)
    sealed: dict[str, list[Any]] = field(default_factory=dict)
    anchors: dict[str, str] = field(default_factory=dict)

    def shown(self) -> dict[str, Any]:
        """What stands in the entry itself; what is empty is left out, but an outcome is kept as it is."""
        values = {"act": self.act, **self.fields}
        if self.secret_to != PUBLIC:
            values = {"act": self.act if SHOWN in self.open_fields else SECRET, **self.open_fields}
        return _kept(values)

    def hidden(self) -> dict[str, dict[str, Any]]:
        """audience -> its secret part, that of the body itself first."""
        parts: dict[str, dict[str, Any]] = {}
        if self.secret_to != PUBLIC:
            parts[self.secret_to] = _kept({"act": self.act, **self.fields})
        for seat, choices in self.sealed.items():
            parts.setdefault(seat, {})["sealed"] = choices
        for audience, head in self.anchors.items():
            parts.setdefault(audience, {})["anchors"] = {audience: head}
        return parts


def _kept(values: Record) -> dict[str, Any]:
    """What is empty is left out, but an outcome and what was typed are kept as they are."""
    return {k: v for k, v in values.items() if v not in EMPTY or (k in ("outcome", "typed") and v is not None)}


def plain_changes(changes: Iterable[Change]) -> list[list[Any]]:
    """Changes as an entry stores them: [key, before, after]."""
    return [[c.key, c.before, c.after] for c in changes]


def body_of(entry: Entry, audiences: frozenset[str]) -> dict[str, Any]:
    """The entry's body; a secret one in full only for its audience. Lists that it left out are empty ones."""
    parts = (json.loads(payload.content) for payload in _payloads(entry) if payload.audience in audiences)
    return joined(entry.record["body"], parts)


def _payloads(entry: Entry) -> Iterable[Payload]:
    """Its secret parts; an entry says whether it has any."""
    return entry.payloads.all() if "commitments" in entry.record else ()


def joined(body: Record, parts: Iterable[Record]) -> dict[str, Any]:
    """A body with its secret parts. Sealed choices and anchors of several seats stand one after the other."""
    whole = dict(body)
    for part in parts:
        sealed = whole.get("sealed", []) + part.get("sealed", [])
        anchors = whole.get("anchors", {}) | part.get("anchors", {})
        whole |= part
        if sealed:
            whole["sealed"] = sealed
        if anchors:
            whole["anchors"] = anchors
    if whole["act"] != SECRET:
        for name in LISTS:
            whole.setdefault(name, [])
    return whole


def whole_body(entry: Entry) -> dict[str, Any]:
    """The body with every secret part: for the code that carries rules out, never for a page."""
    return joined(entry.record["body"], (json.loads(payload.content) for payload in _payloads(entry)))


def find(campaign: Campaign, reference: str, audiences: frozenset[str]) -> Entry:
    """The entry of a reference (`public/144`). Entry.DoesNotExist when it is not there or not for these eyes."""
    chain, _, number = reference.partition("/")
    if chain not in audiences or not (number.isascii() and number.isdigit() and len(number) < 12):
        raise Entry.DoesNotExist(reference)
    for entry in statements.entries_at(campaign, chain, int(number)):
        return entry
    raise Entry.DoesNotExist(reference)


def audience_of(entry: Entry) -> str:
    """For whom the whole body is: public, or the audience of its payload."""
    return audience_of_record(entry.record)


def rows_for(record: Record) -> tuple[str, tuple[str, ...]]:
    """Whom the rows are for that a recorded entry makes; and those of them that are for everybody, by its open part."""
    if record["chain"] != PUBLIC:
        return str(record["chain"]), ()
    opened = record["body"].get("effects", ()) if SHOWN in record["body"] else ()
    return audience_of_record(record), tuple(effect["key"] for effect in opened if effect["do"] == "create")


def dice_for(entry: Entry) -> str:
    """Whose seed the server's dice of the entry come from."""
    return dice_for_record(entry.record)


def dice_for_record(record: Record) -> str:
    """Whose seed a recorded entry's dice come from: dice that everybody sees are those of the public."""
    return PUBLIC if SHOWN in record["body"] else audience_of_record(record)


def recorded_faces(body: Record) -> dict[str, tuple[int, ...]]:
    """ask key -> faces of an entry."""
    return {a["key"]: tuple(a["faces"]) for a in body["answers"] if "faces" in a}


def faces_at_hand(body: Record) -> dict[str, tuple[int, ...]]:
    """The faces that a later entry reads again: those of the entry, and those that it was given and did not use.

    So a die that was thrown once stays what it was, even when an entry in between did not ask for it.
    """
    found = {key: tuple(faces) for key, faces in body.get("unused_dice", {}).items()}
    for key, faces in recorded_faces(body).items():
        if len(faces) >= len(found.get(key, ())):
            found[key] = faces
    return found


def open_choices(body: Record) -> dict[str, str]:
    """ask key -> option of an entry, as far as everybody who reads it may know."""
    return {a["key"]: a["choice"] for a in body["answers"] if "choice" in a}


def recorded_choices(body: Record) -> dict[str, str]:
    """ask key -> option of an entry, with choices that are sealed as yet."""
    return open_choices(body) | {a["key"]: a["choice"] for a in body.get("sealed", ()) if "choice" in a}
