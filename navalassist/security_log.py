"""What was refused, for whoever looks after a server: one line a refusal, a JSON object on the logger
`navalassist.security`, so that an attack can be seen and its address be shut out (docs/operating.md).

No line holds a password, a code or anything else that lets somebody in. Of one address and of all together only so many
lines a minute are written; the next one says how many were left out.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections import Counter
from typing import Any

from django.utils import timezone

from navalassist.forwarded import readable

NAME = "navalassist.security"
WINDOW_SECONDS = 60
MOST_OF_AN_ADDRESS, MOST = 20, 300
LONGEST = 80

_log = logging.getLogger(NAME)


class Budget:
    """How many lines may still be written: of each address, and in all, in a window of time."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._began = 0.0
        self._written: Counter[str] = Counter()
        self._left_out = 0

    def take(self, address: str) -> int | None:
        """How many lines were left out before this one; None where this one is left out too."""
        with self._guard:
            now = time.monotonic()
            if now - self._began >= WINDOW_SECONDS:
                self._began = now
                self._written.clear()
            if self._written[address] >= MOST_OF_AN_ADDRESS or self._written.total() >= MOST:
                self._left_out += 1
                return None
            self._written[address] += 1
            before, self._left_out = self._left_out, 0
            return before


_budget = Budget()


def log_refusal(act: str, outcome: str, *, address: str, who: str = "", where: str = "") -> None:
    """Write that something was refused. It never raises: a full disk is no reason to answer nothing.

    act: what was tried, one word (`login`, `code`, `right`, `token`, `host`, `size`); outcome: why not, in words of
    ours; address: of the browser; who: the login name of an account; where: the pattern of the page's address, never
    the address itself, for that may hold a code.
    """
    left_out = _budget.take(address)
    if left_out is None:
        return
    now = timezone.now().strftime("%Y-%m-%dT%H:%M:%SZ")
    told: dict[str, Any] = {"time": now, "act": act, "outcome": outcome, "address": readable(address)}
    # What a stranger may have chosen comes last, so that it can be taken for nothing else.
    told |= {name: text[:LONGEST] for name, text in (("who", who), ("where", where)) if text}
    if left_out:
        told["left_out_before"] = left_out
    try:
        _log.warning(json.dumps(told))
    except OSError:
        logging.getLogger(__name__).exception("the security log can't be written")


def refused(request: Any, act: str, outcome: str, *, who: str = "") -> None:
    """The same of a request, by whoever is logged in unless a name is given."""
    match = getattr(request, "resolver_match", None)
    where = match.route if match is not None else ""
    address = str(request.META.get("REMOTE_ADDR", ""))
    log_refusal(act, outcome, address=address, who=who or _name_of(request), where=where)


def _name_of(request: Any) -> str:
    from django.db import DatabaseError

    try:
        user = getattr(request, "user", None)
        return str(user.get_username()) if user is not None and user.is_authenticated else ""
    except DatabaseError:
        return ""


# What Django itself refuses, by the name of its logger: what was tried, and why not.
OF_DJANGO = {
    "csrf": ("token", ""),
    "DisallowedHost": ("host", "no name of this server"),
    "RequestDataTooBig": ("size", "a form that is too large"),
    "TooManyFieldsSent": ("size", "a form with too many fields"),
    "TooManyFilesSent": ("size", "a form with too many files"),
}


class FromDjango(logging.Handler):
    """Puts what Django's loggers `django.security.…` say into our words; the trace of each would only fill the log."""

    def emit(self, record: logging.LogRecord) -> None:
        request = getattr(record, "request", None)
        kind = record.name.rpartition(".")[2]
        act, outcome = OF_DJANGO.get(kind, ("request", kind))
        if kind == "csrf" and isinstance(record.args, tuple) and record.args:
            # After the dash stands what the browser sent.
            outcome = str(record.args[0]).partition(" - ")[0].rstrip(".")
        if request is not None:
            refused(request, act, outcome)
        else:
            log_refusal(act, outcome, address="")
