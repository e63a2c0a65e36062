"""The login wall and the forms of accounts are Django's own."""

import pytest
from django.contrib.auth.forms import AuthenticationForm, SetPasswordMixin
from django.contrib.auth.middleware import LoginRequiredMiddleware

from navalassist.desk.people import forms
from navalassist.seats.middleware import KnownPeople
from tests.club import PASSWORD, Club, club

__all__ = ["club"]


def test_the_wall_and_the_forms_are_djangos_and_a_name_is_found_however_it_is_written(club: Club) -> None:
    assert issubclass(KnownPeople, LoginRequiredMiddleware)
    assert issubclass(forms.LoginForm, AuthenticationForm)
    assert issubclass(forms.NewPasswordForm, SetPasswordMixin)
    club.account("Ångström")
    for name in ("ÅNGSTRÖM", " ångström ", "a\u030angstro\u0308m"):
        assert club.client().post("/login/", {"username": name, "password": PASSWORD}).status_code == 302


@pytest.mark.parametrize(
    ("path", "fragment", "leads_to"),
    [
        ("/", False, "/login/"),
        ("/me/", False, "/login/?next=/me/"),
        ("/c/med/log/?q=a b&kind=x", False, "/login/?next=/c/med/log/%3Fq%3Da%2520b%26kind%3Dx"),
        ("/c/med/board/", True, ""),
    ],
)
def test_a_stranger_is_sent_to_the_login_with_the_way_back(
    club: Club, path: str, fragment: bool, leads_to: str
) -> None:
    answer = club.client().get(path, headers={"HX-Request": "true"} if fragment else {})
    assert answer.headers.get("Location", "") == leads_to
    assert answer.headers.get("HX-Redirect", "") == ("/login/" if fragment else "")
    assert club.client().post("/me/password/")["Location"] == "/login/", "what was sent is not sent again"


@pytest.mark.parametrize(
    ("typed", "said", "about"),
    [
        ({}, forms.TYPE_BOTH, "username"),
        ({"username": " \u200b ", "password": "x"}, forms.TYPE_BOTH, "username"),
        ({"username": "Alice"}, forms.TYPE_BOTH, "password"),
        ({"username": "Alice", "password": "wrong"}, forms.WRONG, "password"),
        ({"username": "Nobody", "password": "wrong"}, forms.WRONG, "password"),
        ({"username": "Alice", "password": "x" * 201}, forms.WRONG, "password"),
    ],
)
def test_what_is_wrong_with_a_login_is_said_at_its_field(
    club: Club, typed: dict[str, str], said: str, about: str
) -> None:
    club.account("Alice")
    answer = club.client().post("/login/", typed)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert said in page
    assert page.count('aria-invalid="true"') == 1
    assert f'name="{about}"' in page.partition('aria-invalid="true"')[0].rpartition("<input")[2]
    assert 'value="wrong"' not in page


@pytest.mark.parametrize(
    ("typed", "said", "about"),
    [
        ({"old": ""}, forms.NOT_IT, "old"),
        ({"old": "wrong"}, forms.NOT_IT, "old"),
        ({"old": PASSWORD}, "Password: type one.", "password"),
        ({"old": PASSWORD, "password": "quite another one"}, forms.NOT_ALIKE, "again"),
        ({"old": PASSWORD, "password": "quite another one", "again": "and another"}, forms.NOT_ALIKE, "again"),
        ({"old": PASSWORD, "password": "short", "again": "short"}, "too short", "password"),
    ],
)
def test_what_is_wrong_with_a_password_is_said_at_its_field(
    club: Club, typed: dict[str, str], said: str, about: str
) -> None:
    answer = club.person("Alice").post("/me/password/", typed)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert said in page
    assert f'name="{about}"' in page.partition('aria-invalid="true"')[0].rpartition("<input")[2]
