"""Sessions in the database, so that a logout ends them on the server. They are written in this process's turn.

Of a session's key only a hash is kept: whoever reads the database, or a copy of it, cannot come in with what stands
there. Each session knows whose it is, and none lives for ever.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as InDatabase
from django.http import HttpRequest
from django.utils import timezone

from navalassist.ready import Ready
from navalassist.seats.models import Session
from navalassist.seats.throttle import address_of
from navalassist.sqlite import write_lock

# As Django makes them. The database is never asked for anything else that a cookie may say.
KEY = re.compile(r"[0-9a-z]{32}")
# However often it is used: so long after the login the password is asked for again.
LONGEST = timedelta(days=60)
BEGAN, FROM = "_began", "_from"


def kept_key(key: str | None) -> str:
    """What the database keeps of a session's key."""
    return hashlib.sha256(str(key).encode()).hexdigest()[:40]


OF_KEY = Ready(lambda key: Session.objects.filter(session_key=key).values_list("session_data", "expire_date", "user"))


class SessionStore(InDatabase):
    """Django's own, inside the write lock of SQLite, under hashed keys."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def _validate_session_key(self, key: object) -> bool:
        return isinstance(key, str) and KEY.fullmatch(key) is not None

    def _get_session_from_db(self) -> Session | None:
        now = timezone.now()
        # One that holds for longer than any may was made while the machine's clock was ahead.
        latest = now + timedelta(seconds=settings.SESSION_COOKIE_AGE, hours=1)
        for data, until, user in OF_KEY(kept_key(self.session_key)):
            if now <= until <= latest:
                return Session(session_key=kept_key(self.session_key), session_data=data, expire_date=until, user=user)
        self._session_key = None
        return None

    def exists(self, session_key: str) -> bool:
        return Session.objects.filter(session_key=kept_key(session_key)).exists()

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        began = data.setdefault(BEGAN, int(timezone.now().timestamp()))
        until = min(self.get_expiry_date(), datetime.fromtimestamp(began, UTC) + LONGEST)
        key = kept_key(self._get_or_create_session_key())  # type: ignore[attr-defined]
        user = data.get(SESSION_KEY)
        return Session(session_key=key, session_data=self.encode(data), expire_date=until, user=user and int(user))

    def save(self, must_create: bool = False) -> None:
        with write_lock():
            super().save(must_create=must_create)

    def delete(self, session_key: str | None = None) -> None:
        key = session_key or self.session_key
        if key is not None:
            with write_lock():
                Session.objects.filter(session_key=kept_key(key)).delete()

    @classmethod
    def clear_expired(cls) -> Any:
        with write_lock():
            return super().clear_expired()


@dataclass(frozen=True)
class Open:
    """A session of somebody, as its owner may read of it. sign: what its form sends; here: the one that asks."""

    sign: str
    here: bool
    began: datetime
    until: datetime
    address: str
    device: str


def note_device(request: HttpRequest) -> None:
    """Remember where a session was begun, so that its owner knows it again."""
    request.session[FROM] = [address_of(request), device_of(request.headers.get("User-Agent", ""))]


DEVICES = ("iPad", "iPhone", "Android", "Windows", "Macintosh", "CrOS", "Linux")
BROWSERS = ("Firefox", "Edg", "OPR", "Chrome", "Safari")


def device_of(agent: str) -> str:
    """What a browser says that it is, in two words; nothing of what else it says is kept."""
    found = (next((name for name in names if name in agent), "") for names in (BROWSERS, DEVICES))
    return ", ".join(filter(None, found)).replace("Edg", "Edge").replace("OPR", "Opera").replace("CrOS", "Chromebook")


def open_sessions(user: int, here: str | None) -> list[Open]:
    """The sessions of a person that hold, the latest first. here: the key of the one that asks."""
    found = []
    for kept in Session.objects.filter(user=user, expire_date__gt=timezone.now()):
        data = kept.get_decoded()
        address, device = data.get(FROM, ("", ""))
        began = datetime.fromtimestamp(data.get(BEGAN, 0), UTC)
        sign, mine = kept.session_key[:16], kept.session_key == kept_key(here)
        found.append(Open(sign, mine, began, kept.expire_date, address, device))
    return sorted(found, key=lambda one: (not one.here, -one.began.timestamp()))


def end_sessions(user: int, sign: str = "", but: str | None = None) -> int:
    """End sessions of a person: the one of this sign, or all; `but` the one with this key. How many there were."""
    found = Session.objects.filter(user=user)
    found = found.filter(session_key__startswith=sign) if sign else found
    with write_lock():
        return found.exclude(session_key=kept_key(but)).delete()[0]
