"""A chart pack that a form sends: as a file, or as the field by which a page that was refused hands it on."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.http import HttpRequest

from navalassist.desk.packs.carried import Carrier
from navalassist.desk.problem import Problem
from navalassist.play.systems import SYSTEMS
from tables.packs import MOST_BYTES, Pack, PackError, read_pack

FILE, CARRIED = "file", "pack"
PACKS = Carrier("Chart pack", MOST_BYTES, FILE, CARRIED)
OF_SYSTEM = re.compile(r'^The pack holds charts of "([a-z_]{1,40})", and this campaign plays')


@dataclass(frozen=True, slots=True)
class Sent:
    """A pack, and the field that hands it on."""

    pack: Pack
    carried: str


def sent_pack(request: HttpRequest, system: str) -> Sent:
    """The pack of a form. Problem 422, about `file`, where none came or it is none of this system."""
    content = PACKS.content(request)
    try:
        pack = read_pack(content, system)
    except PackError as error:
        raise Problem(422, f"Chart pack: {_called(str(error))}", FILE) from None
    return Sent(pack, PACKS.packed(content))


def is_sent(request: HttpRequest) -> bool:
    """True where a form sends a pack in one way or the other."""
    return PACKS.is_sent(request)


def _called(said: str) -> str:
    """The sentence with systems called as players call them."""
    found = OF_SYSTEM.match(said)
    known = SYSTEMS.get(found[1]) if found else None
    if known is None:
        return f"{said[0].lower()}{said[1:]}" if said.startswith("The ") else said
    return f"it is one of {known.title}, and the campaign plays other rules."
