"""Guessing passwords is slow work: what django-axes is told to count, by whom, and what a locked-out person reads.

Wrong passwords are counted for an account from one address, for an address, and for an account from everywhere. The
last two spare an account at an address from which it was logged in before, so that nobody can lock another player out
of their own tablet by trying at a tablet of their own.
"""

from __future__ import annotations

import ipaddress
from datetime import datetime, timedelta
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.models import AccessAttempt, AccessLog
from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from navalassist.forwarded import readable
from navalassist.security_log import refused
from navalassist.sqlite import write_lock

# A tablet that was not used for longer than this counts as a strange one.
REMEMBERED = timedelta(days=60)
# Clocks of two machines may differ by so much.
AHEAD = timedelta(minutes=1)


class Handler(AxesDatabaseHandler):
    """The counts in the database, written in this process's turn."""

    def user_login_failed(self, sender: Any, credentials: dict[str, Any], request: Any = None, **kwargs: Any) -> None:
        locked = bool(getattr(request, "axes_locked_out", False))
        with write_lock():
            super().user_login_failed(sender, credentials, request, **kwargs)
        if request is not None:
            name = str(credentials.get("username") or "")
            # Of a name that nobody has nothing is told: it may be a password that went into the wrong field.
            known = name if User.objects.filter(username=name).exists() else ""
            refused(request, "login", "locked out" if locked else "wrong name or password", who=known or "nobody here")

    def user_logged_in(self, sender: Any, request: Any, user: Any, **kwargs: Any) -> None:
        with write_lock():
            super().user_logged_in(sender, request, user, **kwargs)

    def user_logged_out(self, sender: Any, request: Any, user: Any, **kwargs: Any) -> None:
        with write_lock():
            super().user_logged_out(sender, request, user, **kwargs)

    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """How often it was tried in vain lately."""
        forget_the_future(getattr(request, "axes_attempt_time", None) or timezone.now())
        return int(super().get_failures(request, credentials))

    def reset_user_attempts(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """A login forgives the wrong tries at this account from this address, and nothing else.

        Somebody who guesses could otherwise log in as themselves now and then, and begin to guess anew.
        """
        username = (credentials or {}).get("username")
        found = AccessAttempt.objects.filter(username=username, ip_address=address_of(request))
        return int(found.delete()[0])


def forget_the_future(now: datetime) -> None:
    """Throw away what was noted while this machine's clock was ahead: a lock-out would last until that day comes."""
    for model in (AccessAttempt, AccessLog):
        found = model.objects.filter(attempt_time__gt=now + AHEAD)
        if found.exists():
            with write_lock():
                found.delete()


def what_locks(request: HttpRequest, credentials: dict[str, Any] | None = None) -> list[str | list[str]]:
    """By what a try at logging in is counted."""
    pair: list[str | list[str]] = [["username", "ip_address"]]
    username = str((credentials or {}).get("username") or "")
    if username and was_here(username, address_of(request)):
        return pair
    return [*pair, "ip_address", "username"]


def was_here(username: str, address: str) -> bool:
    """Was this account logged in from this address lately?"""
    since = timezone.now() - REMEMBERED
    return AccessLog.objects.filter(username=username, ip_address=address, attempt_time__gte=since).exists()


def address_of(request: HttpRequest) -> str:
    """The browser's address; of IPv6 its network, since one household has more addresses than could ever be counted."""
    address = readable(str(request.META.get("REMOTE_ADDR", "")))
    if not address:
        return "0.0.0.0"
    known = ipaddress.ip_address(address)
    if known.version == 6 and not known.is_loopback:
        return str(ipaddress.ip_network((known, 64), strict=False).network_address)
    return str(known)


def locked_page(request: HttpRequest, credentials: dict[str, Any] | None = None) -> HttpResponse:
    """What somebody reads who tried too often; the same for names that nobody has."""
    minutes = int(settings.AXES_COOLOFF_TIME.total_seconds() // 60)
    return render(request, "desk/people/locked.html", {"minutes": minutes}, status=429)
