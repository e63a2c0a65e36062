"""Finds the account of a session, with the name that others read, in one query."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import User

from navalassist.campaigns.models import Actor
from navalassist.ready import Ready
from navalassist.seats.models import Account

# Of each model all that is in its table, in this order.
TOGETHER = ((User, ""), (Account, "account__"), (Actor, "account__actor__"))
OF_KEY = Ready(
    lambda key: User.objects.filter(pk=key).values_list(
        *(f"{path}{field.attname}" for model, path in TOGETHER for field in model._meta.concrete_fields)
    )
)


class People(ModelBackend):
    """Django's own accounts, each with its actor at hand."""

    def get_user(self, user_id: int) -> User | None:
        for row in OF_KEY(user_id):
            user = _with_actor(row)
            return user if self.user_can_authenticate(user) else None
        return None


def _with_actor(row: tuple[Any, ...]) -> User:
    """The user of a row; one without an account (Django's own commands make them) has none."""
    values, made = iter(row), list[Any]()
    for model, _ in TOGETHER:
        names = [field.attname for field in model._meta.concrete_fields]
        made.append(model.from_db("default", names, [next(values) for _ in names]))
    user: User = made[0]
    account, actor = made[1:]
    if account.pk is not None:
        account.actor = actor
        user.account = account
        account.user = user
    return user
