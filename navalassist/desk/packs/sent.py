"""A chart pack that a form sends: as a file, or as the field by which a page that was refused hands it on.

The field holds the pack packed small, so that nothing of it lies on the server and a second try needs no second upload.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from dataclasses import dataclass

from django.http import HttpRequest

from navalassist.desk.problem import Problem
from navalassist.play.systems import SYSTEMS
from tables.packs import MOST_BYTES, Pack, PackError, read_pack

FILE, CARRIED = "file", "pack"
CHOOSE = "Chart pack: choose the file that is to be brought in."
BROKEN = "Chart pack: it did not come whole. Choose the file once more."
OF_SYSTEM = re.compile(r'^The pack holds charts of "([a-z_]{1,40})", and this campaign plays')


@dataclass(frozen=True, slots=True)
class Sent:
    """A pack, and the field that hands it on."""

    pack: Pack
    carried: str


def sent_pack(request: HttpRequest, system: str) -> Sent:
    """The pack of a form. Problem 422, about `file`, where none came or it is none of this system."""
    content = _content(request)
    try:
        pack = read_pack(content, system)
    except PackError as error:
        raise Problem(422, f"Chart pack: {_called(str(error))}", FILE) from None
    return Sent(pack, base64.b64encode(zlib.compress(content, 9)).decode())


def is_sent(request: HttpRequest) -> bool:
    """True where a form sends a pack in one way or the other."""
    return FILE in request.FILES or bool(request.POST.get(CARRIED))


def _content(request: HttpRequest) -> bytes:
    if file := request.FILES.get(FILE):
        if (size := file.size or 0) > MOST_BYTES:
            raise Problem(422, f"Chart pack: it has at most {MOST_BYTES:,} bytes; the file has {size:,}.", FILE)
        # A page that is drawn again after a problem reads it once more.
        file.seek(0)
        return bytes(file.read())
    carried = request.POST.get(CARRIED, "")
    if not carried:
        length = str(request.META.get("CONTENT_LENGTH") or "0")
        if length.isdecimal() and int(length) > MOST_BYTES:
            raise Problem(422, f"Chart pack: it has at most {MOST_BYTES:,} bytes; more was sent.", FILE)
        raise Problem(422, CHOOSE, FILE)
    try:
        return _unpacked(base64.b64decode(carried, validate=True))
    except (binascii.Error, zlib.error, ValueError):
        raise Problem(422, BROKEN, FILE) from None


def _unpacked(small: bytes) -> bytes:
    """What was packed small, and no more of it than a pack may have."""
    reader = zlib.decompressobj()
    content = reader.decompress(small, MOST_BYTES + 1)
    if not reader.eof and len(content) <= MOST_BYTES:
        raise ValueError("cut short")
    return content


def _called(said: str) -> str:
    """The sentence with systems called as players call them."""
    found = OF_SYSTEM.match(said)
    known = SYSTEMS.get(found[1]) if found else None
    if known is None:
        return f"{said[0].lower()}{said[1:]}" if said.startswith("The ") else said
    return f"it is one of {known.title}, and the campaign plays other rules."
