"""Gzip of a text with holes: packed once, and filled in without packing it again.

What is put into a hole stands in the packed text as it is (a stored block). Nothing else may then refer back to what a
hole holds, so the packer sees bytes there that no text has.
"""

from __future__ import annotations

import os
import secrets
import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

LEVEL = 9
# No UTF-8 text holds them.
NEVER = bytes(range(0xF8, 0x100))
# One of them for any byte.
TO_NEVER = NEVER * (256 // len(NEVER))
# As Django's own gzip does it: names of any length make it harder to learn from the length of an answer what is in it.
LONGEST_NAME = 100
HEAD, NAMED = b"\x1f\x8b\x08\x08\0\0\0\0\x02\xff", b"\0"


@dataclass(frozen=True, slots=True)
class Hole:
    """A place to be filled. size: the bytes that every filling has; 0 where they differ."""

    size: int = 0


def packed(parts: Sequence[bytes], holes: Sequence[Hole]) -> tuple[bytes, ...]:
    """The parts of a text, packed, with a hole between each two."""
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    found = []
    for part, hole in zip(parts, holes, strict=False):
        found.append(packer.compress(part) + packer.flush(zlib.Z_SYNC_FLUSH))
        # Across a filling of unknown length nothing can refer back.
        packer.compress(_filler(hole.size))
        packer.flush(zlib.Z_SYNC_FLUSH if hole.size else zlib.Z_FULL_FLUSH)
    return (*found, packer.compress(parts[-1]) + packer.flush(zlib.Z_FINISH))


def _filler(size: int) -> bytes:
    return os.urandom(size).translate(TO_NEVER)


def filled(parts: Sequence[bytes], fillings: Sequence[bytes], whole: bytes) -> bytes:
    """The gzip of a whole text from its packed parts and the fillings of its holes."""
    name = secrets.token_hex(secrets.randbelow(LONGEST_NAME // 2)).encode()
    found = [HEAD, name, NAMED]
    for part, filling in zip(parts, fillings, strict=False):
        found += (part, _stored(filling))
    return b"".join((*found, parts[-1], struct.pack("<LL", zlib.crc32(whole), len(whole) & 0xFFFFFFFF)))


def _stored(filling: bytes) -> bytes:
    """A block that holds bytes as they are (RFC 1951, 3.2.4); at most 65,535 of them."""
    return b"\0" + struct.pack("<HH", len(filling), len(filling) ^ 0xFFFF) + filling
