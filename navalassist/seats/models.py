"""Accounts, seats and invitations.

A person is an account of Django's (`auth.User`) with an `Actor`: the opaque identity that the log keeps. The name that
others read stands on the actor; where the person is deleted the account goes, and the actor stays without a name.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models import Q
from django.utils import timezone

from navalassist.campaigns.models import Actor, Campaign

FORMER = "a former player"
ADMINISTRATOR = "administrator"
# An invitation to the club itself, without any seat as yet.
MEMBER = "member"
# No letters that look like digits, since a code is also read aloud and typed.
SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 16


class Account(models.Model):
    """Joins a login to the actor that the log knows. A club administrator is a user with `is_staff`."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="account")
    actor = models.OneToOneField(Actor, on_delete=models.PROTECT, related_name="account")

    def __str__(self) -> str:
        return self.actor.name


class SeatQuerySet(models.QuerySet["Seat"]):
    """Reading seats."""

    def held(self) -> SeatQuerySet:
        """Those that somebody holds now."""
        return self.filter(until=None)

    def of_user(self, user_id: int | None) -> SeatQuerySet:
        """Those of the person with this login; a stranger has none."""
        # To look for None would find the seats of those whose account is gone.
        return self.none() if user_id is None else self.filter(actor__account__user=user_id)


class Seat(models.Model):
    """That a person holds, or held, a seat of a campaign. A row is made and ended, never changed: it is the tenure."""

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="seats")
    seat = models.CharField(max_length=20)
    actor = models.ForeignKey(Actor, on_delete=models.PROTECT, related_name="seats")
    since = models.DateTimeField()
    until = models.DateTimeField(null=True)
    given_by = models.ForeignKey(Actor, on_delete=models.PROTECT, null=True, related_name="+")
    ended_by = models.ForeignKey(Actor, on_delete=models.PROTECT, null=True, related_name="+")
    # The one before, where the seat was handed over.
    after = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="+")
    # References of the entries that tell of it.
    entry = models.CharField(max_length=40)
    end_entry = models.CharField(max_length=40, blank=True)

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("campaign", "seat", "actor"), condition=Q(until=None), name="one_seat_of_a_kind"
            ),
        )
        indexes = (models.Index(fields=("campaign", "actor"), name="seats_of_a_person"),)

    def __str__(self) -> str:
        return f"{self.seat} of {self.campaign}"


class Invitation(models.Model):
    """A single-use code for a seat, or without a campaign for an account: `administrator`, `member`.

    Only the code's hash is kept.

    hands_over: the tenure that ends when the code is used, where somebody hands their own seat over.
    """

    digest = models.CharField(max_length=64, unique=True)
    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, null=True, related_name="invitations")
    seat = models.CharField(max_length=20)
    hands_over = models.ForeignKey(Seat, on_delete=models.PROTECT, null=True, related_name="+")
    made_by = models.ForeignKey(Actor, on_delete=models.PROTECT, null=True, related_name="+")
    made = models.DateTimeField()
    expires = models.DateTimeField()
    used_by = models.ForeignKey(Actor, on_delete=models.PROTECT, null=True, related_name="+")
    used = models.DateTimeField(null=True)
    revoked = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"{self.seat}, {self.condition(timezone.now())}"

    def condition(self, now: datetime) -> str:
        """open, used, revoked or expired."""
        if self.used is not None:
            return "used"
        if self.revoked is not None:
            return "revoked"
        return "expired" if self.expires <= now else "open"


class Session(AbstractBaseSession):
    """What a browser's cookie stands for, and whose it is. The key is a hash of the cookie's (`seats.sessions`)."""

    # No foreign key: a session that is written while its account is deleted is void, and no fault.
    user = models.BigIntegerField(null=True, db_index=True)

    @classmethod
    def get_session_store_class(cls) -> Any:
        from navalassist.seats.sessions import SessionStore

        return SessionStore


class ResetLink(models.Model):
    """Who made a link to a new password: it holds no longer than their right to. Only its token's hash is kept."""

    digest = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    made = models.DateTimeField()

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"a new password for {self.user}"


class Appointment(models.Model):
    """That a person was made an administrator, and by whom (None: at the machine). `play.people` writes them."""

    actor = models.ForeignKey(Actor, on_delete=models.PROTECT, related_name="+")
    by = models.ForeignKey(Actor, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()
    # Of this row and of the digest before it.
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.actor}, administrator since {self.at:%Y-%m-%d}"


def new_code() -> str:
    """Eighty random bits as a person can type them: XXXX-XXXX-XXXX-XXXX."""
    signs = "".join(secrets.choice(SIGNS) for _ in range(CODE_LENGTH))
    return "-".join(signs[at : at + 4] for at in range(0, CODE_LENGTH, 4))


def digest_of(code: str) -> str:
    """What is kept of a code; small letters, blanks and the letters that look like digits are forgiven."""
    plain = code.upper().replace("O", "0").replace("I", "1").replace("L", "1")
    return hashlib.sha256("".join(sign for sign in plain if sign in SIGNS).encode()).hexdigest()
