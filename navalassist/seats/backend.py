"""Finds the account of a session, with the name that others read, in one query."""

from __future__ import annotations

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import User


class People(ModelBackend):
    """Django's own accounts, each with its actor at hand."""

    def get_user(self, user_id: int) -> User | None:
        user = User.objects.select_related("account__actor").filter(pk=user_id).first()
        return user if user is not None and self.user_can_authenticate(user) else None
