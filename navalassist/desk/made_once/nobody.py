"""Nobody in particular: for whom a page is made that many are to get."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from django.http import HttpRequest

from navalassist.desk.at import At
from navalassist.desk.made_once.slots import StandIns

# What a request says of the address that it asks for, and nothing of who asks.
OF_THE_ADDRESS = frozenset(
    ("REQUEST_METHOD", "PATH_INFO", "QUERY_STRING", "SERVER_NAME", "SERVER_PORT", "wsgi.url_scheme", "SCRIPT_NAME")
)


def of_nobody(request: HttpRequest, here: At, remembered: Mapping[str, Any], stand_ins: StandIns) -> HttpRequest:
    """The request without who sends it. here: where they are; remembered: all that its session holds."""
    asked: Any = copy.copy(request)
    # Read from the headers of whoever asked first.
    vars(asked).pop("headers", None)
    asked.META = {name: value for name, value in request.META.items() if name in OF_THE_ADDRESS}
    asked.COOKIES, asked.session, asked.stand_ins = {}, dict(remembered), stand_ins
    asked.seen_by_nobody = At(here.state, replace(here.viewer, actor=""), here.system)
    if hasattr(request, "user"):
        asked.user = SimpleNamespace(
            is_authenticated=True, pk=None, account=SimpleNamespace(actor=SimpleNamespace(name=stand_ins.name))
        )
    return asked
