"""What the terminal says when a club's server has started: how its first administrator comes in, and of TLS."""

from __future__ import annotations

from django.conf import settings

from navalassist.desk.people.codes import JOIN, link_path
from navalassist.play.people import accounts, seats

NO_TLS = (
    "Mind: this server speaks plain http, so whoever shares the network can read passwords and pages as they pass.\n"
    "That may do for a cellar with its own router; for anything else put TLS before it (docs/operating.md)."
)


def lines(home: str) -> list[str]:
    """The lines, where any are needed. home: the address of the server, with a slash at its end."""
    found = [] if settings.TLS else [NO_TLS]
    code = accounts.first_code()
    accounts.tidy()
    if code:
        found.append(
            "Nobody looks after this club yet. Open this link to become its administrator; it is good once, until the\n"
            f"next start of the server and for {seats.OPEN_FOR.days} days at most:  {home}{link_path(JOIN, code)[1:]}"
        )
    return found
