"""Somebody who plays, in a process of his own: for `bench.live`, which tells it what to do line by line.

`sessions N` answers with so many logins of one person who holds the moderator's seat; `act` writes an entry into the
demo and answers with the moment of its commit, on the clock that all processes of a machine share.
"""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from navalassist.seats.models import Account

# The backend that knows a club's people.
PEOPLE = "navalassist.seats.backend.People"
DAY = 24 * 60 * 60


def sessions(count: int) -> list[str]:
    """Keys of logins."""
    from navalassist.campaigns.models import Campaign
    from navalassist.campaigns.viewer import Viewer
    from navalassist.play.people import accounts, seats
    from navalassist.play.write.transaction import writing
    from navalassist.seats.models import ADMINISTRATOR

    account = accounts.add("Ursula", "correct horse battery")
    with writing(Viewer(Campaign.objects.get(), ADMINISTRATOR, accounts.NOBODY)) as writer:
        seats.give(writer, account.actor, "moderator")
    return [login(account) for _ in range(count)]


def login(account: Account) -> str:
    """The key of a new login at a club."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    from navalassist.seats.sessions import SessionStore

    session = SessionStore()
    session[SESSION_KEY] = str(account.user.pk)
    session[BACKEND_SESSION_KEY] = PEOPLE
    session[HASH_SESSION_KEY] = account.user.get_session_auth_hash()
    # Whatever this process runs as: a server takes none that holds for longer than a club's may.
    session.set_expiry(DAY)
    session.save(must_create=True)
    return str(session.session_key)


def act() -> float:
    """Write an entry; the moment after its commit."""
    from navalassist.campaigns.models import Campaign
    from navalassist.campaigns.viewer import Viewer
    from navalassist.play.people import accounts
    from navalassist.play.storage.bodies import Body
    from navalassist.play.write.transaction import writing
    from navalassist.systems.europa.setup import DEMO_SLUG

    with writing(Viewer(Campaign.objects.get(slug=DEMO_SLUG), "moderator", accounts.NOBODY, at_table=True)) as writer:
        writer.append("edit", Body("nothing", {}), seat="moderator")
    return time.perf_counter()


def main() -> None:
    """Until nobody asks any more."""
    import django

    django.setup()
    for line in sys.stdin:
        word, _, number = line.strip().partition(" ")
        print(json.dumps(sessions(int(number)) if word == "sessions" else act()), flush=True)


if __name__ == "__main__":
    main()
