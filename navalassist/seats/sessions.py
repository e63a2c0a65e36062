"""Sessions in the database, so that a logout ends them on the server. They are written in this process's turn."""

from __future__ import annotations

import re
from typing import Any

from django.contrib.sessions.backends.db import SessionStore as InDatabase

from navalassist.sqlite import write_lock

# As Django makes them. The database is never asked for anything else that a cookie may say.
KEY = re.compile(r"[0-9a-z]{32}")


class SessionStore(InDatabase):
    """Django's own, inside the write lock of SQLite."""

    def _validate_session_key(self, key: object) -> bool:
        return isinstance(key, str) and KEY.fullmatch(key) is not None

    def save(self, must_create: bool = False) -> None:
        with write_lock():
            super().save(must_create=must_create)

    def delete(self, session_key: str | None = None) -> None:
        with write_lock():
            super().delete(session_key)

    @classmethod
    def clear_expired(cls) -> Any:
        with write_lock():
            return super().clear_expired()
