"""A file that a form sends: as a file, or as the field by which a page that was drawn since hands it on.

The field holds the file packed small, so that nothing of it lies on the server and a second try needs no second upload.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from dataclasses import dataclass

from django.http import HttpRequest

from navalassist.desk.problem import Problem


@dataclass(frozen=True, slots=True)
class Carrier:
    """Such a file. called: in sentences, `Chart pack`; most: its bytes; file, carried: the fields that bring it."""

    called: str
    most: int
    file: str
    carried: str

    def is_sent(self, request: HttpRequest) -> bool:
        """True where a form sends one in one way or the other."""
        return self.file in request.FILES or bool(request.POST.get(self.carried))

    def packed(self, content: bytes) -> str:
        """The field that hands it on."""
        return base64.b64encode(zlib.compress(content, 9)).decode()

    def content(self, request: HttpRequest) -> bytes:
        """The file of a form. Problem 422 where none came, or too much of one."""
        if file := request.FILES.get(self.file):
            if (size := file.size or 0) > self.most:
                raise self._problem(f"it has at most {self.most:,} bytes; the file has {size:,}.")
            # A page that is drawn again after a problem reads it once more.
            file.seek(0)
            return bytes(file.read())
        carried = request.POST.get(self.carried, "")
        if not carried:
            length = str(request.META.get("CONTENT_LENGTH") or "0")
            if length.isdecimal() and int(length) > self.most:
                raise self._problem(f"it has at most {self.most:,} bytes; more was sent.")
            raise self._problem("choose the file that is to be brought in.")
        try:
            return self._unpacked(base64.b64decode(carried, validate=True))
        except (binascii.Error, zlib.error, ValueError):
            raise self._problem("it did not come whole. Choose the file once more.") from None

    def _problem(self, text: str) -> Problem:
        return Problem(422, f"{self.called}: {text}", self.file)

    def _unpacked(self, small: bytes) -> bytes:
        """What was packed small, and no more of it than a file may have."""
        reader = zlib.decompressobj()
        content = reader.decompress(small, self.most + 1)
        if not reader.eof and len(content) <= self.most:
            raise ValueError("cut short")
        return content
