"""P23: every export and every import is an entry, with the acting user right."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.play.people.accounts import NOBODY
from navalassist.play.storage.bodies import whole_body
from navalassist.seats.models import ADMINISTRATOR
from tests.club import Club
from tests.promises.archives import whole
from tests.promises.http import take_seat

pytestmark = [pytest.mark.promise("P23"), pytest.mark.django_db]


def from_the_page(seat: str, holds: str) -> Callable[..., str]:
    def act(campaign: Campaign, who: Client, tmp_path: Path) -> str:
        take_seat(who, campaign.slug, seat)
        assert who.post(f"/c/{campaign.slug}/archive/", {"holds": holds}).status_code == 200
        return seat

    return act


def by_command(name: str, *words: str) -> Callable[..., str]:
    def act(campaign: Campaign, who: Client, tmp_path: Path) -> str:
        file = [str(tmp_path / "war.zip")] if name == "archive" else []
        call_command(name, campaign.slug, *file, *words, stdout=io.StringIO())
        return ADMINISTRATOR

    return act


@pytest.mark.parametrize(
    ("act", "eyes"),
    [
        (from_the_page("axis", "seat"), "axis"),
        (from_the_page("moderator", "seat"), "moderator"),
        (by_command("export"), "observer"),
        (by_command("export", "--seat", "allied"), "allied"),
        (by_command("export", "--all"), "all"),
        (by_command("archive"), "observer"),
        (by_command("archive", "--all"), "all"),
    ],
)
def test_an_export_is_an_entry_of_who_took_it(
    club: Club, campaign: Campaign, tmp_path: Path, act: Callable[..., str], eyes: str
) -> None:
    who = club.person("Anna", axis=campaign, moderator=campaign)
    before = Entry.objects.filter(campaign=campaign).count()
    seat = act(campaign, who, tmp_path)
    # Of the whole a campaign can be made again: everybody is told.
    assert Entry.objects.filter(campaign=campaign).count() == before + (2 if eyes == "all" else 1)
    entry = Entry.objects.filter(campaign=campaign).latest("id")
    body: dict[str, Any] = whole_body(entry)
    assert (entry.kind, entry.chain, entry.seat) == ("access", "moderator", seat)
    assert (body["act"], body["eyes"]) == ("log.export", eyes)
    actor = NOBODY if seat == ADMINISTRATOR else str(club.account("Anna").actor.identity)
    assert entry.record["actor"] == actor
    # Nobody but the moderator learns more of it.
    assert entry.record["body"] == {"act": "secret"}


def test_an_import_is_an_entry_of_who_did_it(club: Club, campaign: Campaign) -> None:
    anna = club.person("Anna")
    looked = anna.post("/import/", {"archive": SimpleUploadedFile("war.zip", whole(campaign))})
    assert anna.post(looked["Location"], {"do": "make"}).status_code == 302
    fork = Entry.objects.get(kind="fork", chain="public")
    assert (fork.record["actor"], fork.seat) == (str(club.account("Anna").actor.identity), "moderator")
    given = Entry.objects.filter(campaign=fork.campaign, kind="access").latest("id")
    assert given.record["body"]["act"] == "seat.give"
