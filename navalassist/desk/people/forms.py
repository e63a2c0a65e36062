"""What people type about themselves, as Django's forms read it. The pages draw the fields; a mistake is a Problem."""

from __future__ import annotations

from typing import Any, TypeVar

from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth.forms import AuthenticationForm, SetPasswordMixin
from django.contrib.auth.models import User
from django.http import HttpRequest

from navalassist.desk.problem import Problem
from navalassist.play.people import accounts

# The same for a name that nobody has, a wrong password and an account that was closed.
WRONG = "Name and password do not fit together. Look at both and try again, or ask a moderator for a new password."
TYPE_BOTH = "Type your name and your password."
NOT_ALIKE = "Password: the two are not the same. Type it twice."
NOT_IT = "Your password now: this is not it. Type it again."
F = TypeVar("F", bound=forms.Form)


def fitting(form: F, otherwise: str = "") -> F:
    """The form, where it fits. Problem 422 with its first mistake; otherwise: the field to blame for none of them."""
    if not form.is_valid():
        name, errors = next(iter(form.errors.items()))
        raise Problem(422, str(errors[0]), name if name in form.fields else otherwise)
    return form


class LoginForm(AuthenticationForm):
    """Name and password; `get_user` has the account. Wrong ones are counted (`seats.throttle`)."""

    error_messages = {"invalid_login": WRONG, "inactive": WRONG}

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request, request.POST)
        for field in self.fields.values():
            field.error_messages["required"] = TYPE_BOTH

    def clean_username(self) -> str:
        """By what accounts are found."""
        known_as = accounts.login_name(self.cleaned_data["username"])
        if not known_as:
            raise forms.ValidationError(TYPE_BOTH)
        return known_as

    def clean_password(self) -> str:
        """One that is too long for any account is not worth its hash."""
        if len(self.cleaned_data["password"]) > accounts.PASSWORD_LENGTH:
            raise forms.ValidationError(WRONG)
        return str(self.cleaned_data["password"])


class NewPasswordForm(SetPasswordMixin, forms.Form):
    """A new password, typed twice the same. `play.people.accounts` says whether it is good enough, however it came."""

    error_messages = {"password_mismatch": NOT_ALIKE}
    password, again = SetPasswordMixin.create_password_fields()
    password.error_messages["required"] = "Password: type one."
    again.error_messages["required"] = NOT_ALIKE

    def clean(self) -> dict[str, Any]:
        """Are they alike?"""
        self.validate_passwords("password", "again")
        return self.cleaned_data


class OwnPasswordForm(forms.Form):
    """The password that one has now, before something that only its owner may do; wrong ones count as at the login."""

    old = forms.CharField(strip=False, error_messages={"required": NOT_IT})

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request.POST)
        self._request = request

    def clean_old(self) -> str:
        """Is it theirs?"""
        name, old = self._request.user.get_username(), str(self.cleaned_data["old"])
        user = authenticate(self._request, username=name, password=old)
        if not isinstance(user, User) or user.pk != self._request.user.pk:
            raise forms.ValidationError(NOT_IT)
        self.user = user
        return old
