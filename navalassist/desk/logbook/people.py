"""Entries about people in words. The log knows them by opaque identities; their names are looked up, or are gone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.models import Actor
from navalassist.desk.words import side_word
from navalassist.play.storage.forks import taken_over
from navalassist.seats.models import ADMINISTRATOR, FORMER

# What was done, for the log's line: {person}, {outgoing}, {seat}.
ACCESS = {
    "seat.give": "{person} takes the {seat} seat",
    "seat.end": "{person} holds the {seat} seat no more",
    "seat.hand-over": "{outgoing} hands the {seat} seat over to {person}",
    "invite.make": "Invitation made for the {seat} seat",
    "invite.revoke": "Invitation for the {seat} seat taken back",
    "invite.use": "Invitation for the {seat} seat used",
    "person.login": "{person} logged in",
    "log.export": "An export was taken{eyes}{up_to}",
    "person.reset": "A link to a new password was made for {person}",
    "person.stop": "The account of {person} was closed",
    "person.resume": "The account of {person} was opened again",
    "person.promote": "{person} may look after the club's accounts",
}

SYSTEM = "system"
EYES = {"all": "with everything"}


def told(entry: Entry, body: Mapping[str, Any]) -> tuple[str, str]:
    """What was done, and by whom. Acts that are not here are told by their own name."""
    act = str(body.get("act", ""))
    eyes = str(body.get("eyes", ""))
    words = {
        "person": name_of(_of_here(entry, body, "person")),
        "outgoing": name_of(_of_here(entry, body, "outgoing")),
        "eyes": f", {EYES[eyes] if eyes in EYES else f'as the {side_word(eyes)} seat sees it'}" if eyes else "",
        "up_to": _up_to(body),
        "seat": side_word(str(body.get("held_seat") or body.get("invited_to", ""))),
    }
    text = ACCESS[act].format(**words) if act in ACCESS else act.replace(".", ": ").replace("-", " ").capitalize()
    by = acted_by(entry)
    return text, f"by {by}" if by and by not in text else ""


def _up_to(body: Mapping[str, Any]) -> str:
    """How far what was taken out goes: the last public entry in it."""
    heads = body.get("heads")
    head = heads.get(PUBLIC) if isinstance(heads, Mapping) else None
    return f", up to {PUBLIC}/{head[0]}" if isinstance(head, list) and head else ""


def _of_here(entry: Entry, body: Mapping[str, Any], name: str) -> str:
    """The identity of a person that an entry names. In a log that was imported it is nobody's of this installation."""
    return "" if taken_over(entry) else str(body.get(name, ""))


def acted_by(entry: Entry) -> str:
    """Who did it, where a name is known: at one table nobody has one, nor in what was taken over by an import.

    What the programme writes of itself (seat `system`) is nobody's doing, whoever's tap it came with.
    """
    if taken_over(entry) or entry.seat == SYSTEM:
        return ""
    actor = str(entry.record.get("actor", ""))
    found = Actor.objects.filter(identity=_identity(actor)).first()
    if found is None:
        return "whoever is at the server" if entry.seat == ADMINISTRATOR else ""
    return found.name or FORMER


def name_of(identity: str) -> str:
    """The name of an actor, or the neutral one."""
    found = Actor.objects.filter(identity=_identity(identity)).first() if identity else None
    return found.name or FORMER if found else FORMER if identity else ""


def _identity(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        return UUID(int=0)
