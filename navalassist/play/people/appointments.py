"""Who may look after the club, and who made them an administrator: rows that hang together by their hashes.

Who makes themselves an administrator in the database, past the product, is found by `verify`: no row appointed them,
or the rows no longer fit together.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from django.contrib.auth.models import User
from django.utils import timezone

from navalassist.campaigns.models import Actor
from navalassist.seats.models import Appointment


def appoint(actor: Actor, by: Actor | None) -> None:
    """Write down that a person is an administrator from now on. by: None at the machine itself. In `together`."""
    last = Appointment.objects.order_by("id").last()
    made = Appointment(actor=actor, by=by, at=timezone.now())
    made.digest = digest_of(last.digest if last else "", made)
    made.save()


def digest_of(before: str, made: Appointment) -> str:
    """What a row holds and what stands before it, as one hash."""
    by = made.by.identity if made.by else ""
    return hashlib.sha256(f"{before}|{made.actor.identity}|{by}|{made.at.isoformat()}".encode()).hexdigest()


def astray() -> Iterator[tuple[str, str]]:
    """Where the administrators differ from their appointments: who or what, and a few words."""
    appointed, before = set(), ""
    for made in Appointment.objects.select_related("actor", "by").order_by("id"):
        if made.digest != digest_of(before, made):
            yield f"appointment {made.pk}", "it does not follow the one before it (one was changed, removed or put in)"
        appointed.add(made.actor_id)
        before = made.digest
    for user in User.objects.filter(is_staff=True).select_related("account__actor").order_by("pk"):
        account = getattr(user, "account", None)
        if account is None or account.actor_id not in appointed:
            yield (
                f"administrator {user.get_username()}",
                "nobody appointed them: the account was changed past the product",
            )
