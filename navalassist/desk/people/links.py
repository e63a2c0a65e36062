"""Links that one person hands to another: as text, as a picture that a tablet reads, as a code to type."""

from __future__ import annotations

from dataclasses import dataclass

import segno
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

from navalassist.desk.people.codes import JOIN, link_path

OWN_NAMES = ("localhost", "127.0.0.1", "[::1]")


@dataclass(frozen=True)
class Link:
    """A link that is shown once. lonely: its host is a name by which no other device finds this server."""

    url: str
    picture: SafeString
    lonely: bool
    code: str = ""


def link_to(request: HttpRequest, kind: str, code: str) -> Link:
    """The link that carries a code to this server, by the name under which the page was asked for."""
    url = request.build_absolute_uri("/").rstrip("/") + link_path(kind, code)
    host = request.get_host()
    lonely = (host if host.endswith("]") else host.rpartition(":")[0] or host) in OWN_NAMES
    return Link(url, picture_of(url), lonely, code if kind == JOIN else "")


def picture_of(url: str) -> SafeString:
    """A QR code as SVG without any style of its own; dark on light in every theme, since readers want it so."""
    made = segno.make(url, error="m", micro=False)
    text = made.svg_inline(scale=5, border=4, dark="#000", light="#fff", svgclass="qr", lineclass=None, omitsize=True)
    return mark_safe(text.replace("<svg ", '<svg role="img" aria-label="The link as a QR code" ', 1))
