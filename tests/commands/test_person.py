"""`manage.py person`: accounts for whoever sits at the machine."""

import io

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Actor, Campaign
from navalassist.play.checks.verify import check_campaign
from navalassist.seats.models import Seat
from tests.club import Club, club

__all__ = ["club"]


def person(monkeypatch: pytest.MonkeyPatch, *words: str, typed: str = "") -> str:
    out = io.StringIO()
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    call_command("person", *words, stdout=out)
    return out.getvalue()


def test_an_account_is_made_listed_given_a_password_and_deleted(
    club: Club, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "can log in" in person(monkeypatch, "add", "Root", "--administrator", typed="a long enough one\n")
    person(monkeypatch, "add", "Anna Maria", typed="a long enough one\n")
    person(monkeypatch, "seat", "anna maria", "axis", campaign.slug)
    assert person(monkeypatch, "list").splitlines() == ["Anna Maria, axis in little-war", "Root, administrator"]
    client = club.client(User.objects.get(username="anna maria"))
    assert client.get("/me/").status_code == 200
    person(monkeypatch, "password", "Anna Maria", typed="quite another one\n")
    assert client.get("/me/").status_code == 302
    assert User.objects.get(username="anna maria").check_password("quite another one")
    person(monkeypatch, "remove", "Anna Maria")
    assert person(monkeypatch, "list") == "Root, administrator\n"
    assert Seat.objects.get().actor.name == ""
    assert not Actor.objects.filter(name="Anna Maria").exists()
    acts = [e.record["body"]["act"] for e in Entry.objects.filter(campaign=campaign, kind="access")]
    assert acts == ["seat.give", "seat.end"]
    assert check_campaign(campaign).sound
    assert club.client(User.objects.get(username="root")).get("/people/").status_code == 200


@pytest.mark.parametrize(
    ("words", "typed", "said"),
    [
        (("add", "A"), "short\n", "too short"),
        (("add", " "), "a long enough one\n", "type the name"),
        (("password", "Nobody"), "a long enough one\n", "no account"),
        (("remove", "Root"), "", "last administrator"),
        (("seat", "Root", "emperor", "little-war"), "", "no such seat"),
        (("seat", "Root", "axis", "elsewhere"), "", "no campaign"),
    ],
)
def test_what_can_not_be_done_is_said(
    club: Club, campaign: Campaign, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], typed: str, said: str
) -> None:
    club.account("Root", administrator=True)
    with pytest.raises(CommandError, match=said):
        person(monkeypatch, *words, typed=typed)
