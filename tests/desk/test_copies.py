"""A copy beside what it came of, and a campaign that is deleted: at one table, in a club, on both databases."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import DatabaseError, transaction
from django.http import HttpResponse
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.auditlog.triggers import missing
from navalassist.campaigns.models import Campaign
from navalassist.play.checks.verify import check_campaign
from tests.club import Club
from tests.in_hand import words_of as words
from tests.mini.system import begin, do, hide_force, seat
from tests.promises.http import take_seat

NAME = "Leviathan-7731"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, settings: Any) -> None:
    settings.DATA_DIR = tmp_path


def copied(client: Client, campaign: Campaign) -> Campaign:
    take_seat(client, campaign.slug, "moderator")
    sent = {"called": "before the landing", "submission": "a" * 32}
    assert client.post(f"/c/{campaign.slug}/archive/copy/", sent).status_code == 302
    return Campaign.objects.get(called="before the landing")


def beside(client: Client, one: Campaign, other: Campaign, status: int = 200) -> str:
    answer = client.get(f"/c/{one.slug}/archive/compared/{other.slug}/")
    assert answer.status_code == status
    return words(answer)


def deleted(client: Client, campaign: Campaign, named: str) -> HttpResponse:
    answer: HttpResponse = client.post(f"/c/{campaign.slug}/archive/delete/", {"named": named, "submission": "d" * 32})
    return answer


def rows_of(campaign: int) -> dict[str, int]:
    """How many rows of each kind the database holds of a campaign."""
    found = {}
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if field.related_model is Campaign:
                found[model.__name__] = model._base_manager.filter(**{field.name: campaign}).count()
    return {name: count for name, count in found.items() if count}


def test_a_copy_and_its_original_tell_what_was_done_since_and_what_differs(campaign: Campaign) -> None:
    client = Client()
    copy = copied(client, campaign)
    take_seat(client, copy.slug, "moderator")
    said = beside(client, copy, campaign)
    assert "But for the clock, all facts stand alike in both." in said
    do(seat(copy), "mini-weather", "663", zone="outer")
    for one, other in ((copy, campaign), (campaign, copy)):
        said = beside(client, one, other)
        # That the original was copied is nothing that was played.
        assert "1 entry since they parted: Entry 5 Weather" in said
        assert "Nothing was done since they parted." in said
        assert "Outer, interference" in said.split("What differs")[1]
    link = f'href="/c/{campaign.slug}/archive/compared/{copy.slug}/"'
    assert link in client.get(f"/c/{campaign.slug}/archive/").content.decode()
    stranger = begin("Another war")
    assert "Compare" not in words(client.get(f"/c/{stranger.slug}/archive/"))
    beside(client, copy, stranger, 404)
    beside(client, stranger, copy, 404)


def test_nobody_reads_beside_a_copy_what_is_secret_to_another_side(campaign: Campaign) -> None:
    client = Client()
    copy = copied(client, campaign)
    hide_force(copy, name=NAME)
    for seats, told in (
        (("allied", "allied"), True),
        (("moderator", "moderator"), False),
        (("allied", "axis"), False),
        (("axis", "allied"), False),
        (("observer", "moderator"), False),
    ):
        for one, who in zip((campaign, copy), seats, strict=True):
            take_seat(client, one.slug, who)
        for one, other in ((copy, campaign), (campaign, copy)):
            assert (NAME in beside(client, one, other)) is told, seats


def test_in_a_club_both_seats_are_needed(club: Club, campaign: Campaign) -> None:
    umpire, player = club.person("Ursula", moderator=campaign), club.person("Anna", axis=campaign)
    copy = copied(umpire, campaign)
    beside(player, campaign, copy, 404)
    assert "Compare" not in words(player.get(f"/c/{campaign.slug}/archive/"))


def test_a_campaign_is_deleted_whole_and_others_stay_as_they_were(mini: None, db: None) -> None:
    campaign, client = begin("Little War"), Client()
    hide_force(campaign)
    copy = copied(client, campaign)
    before, key = rows_of(copy.pk), campaign.pk
    assert before["Entry"] > 1
    page = words(client.get(f"/c/{campaign.slug}/archive/"))
    assert "Take everything first" in page
    refused = deleted(client, campaign, "another war")
    assert refused.status_code == 422
    assert ('value="another war"' in refused.content.decode(), "Its name: type" in words(refused)) == (True, True)
    assert deleted(client, campaign, f" {campaign.title.upper()} ").status_code == 302
    assert client.get(f"/c/{campaign.slug}/").status_code == 404
    assert deleted(client, campaign, campaign.title).status_code == 404
    assert (rows_of(key), rows_of(copy.pk)) == ({}, before)
    assert check_campaign(copy).faults == []
    # The log of the others can't be touched.
    assert missing() == []
    with pytest.raises(DatabaseError), transaction.atomic():
        Entry.objects.filter(campaign=copy).delete()


def fields_of(answer: HttpResponse) -> list[str]:
    """What stands in the two fields for a name on the page: that of a copy, and that of the campaign."""
    inputs = re.findall(r'<input name="called"[^>]*>', answer.content.decode())
    return [found[1] if (found := re.search(r'value="([^"]*)"', one)) else "" for one in inputs]


def test_each_form_that_is_refused_keeps_its_own_field_and_what_is_stored_in_the_others(campaign: Campaign) -> None:
    client = Client()
    take_seat(client, campaign.slug, "moderator")
    sent = {"called": "the first one", "submission": "f" * 32}
    assert client.post(f"/c/{campaign.slug}/archive/called/", sent).status_code == 302
    assert fields_of(deleted(client, campaign, "another war")) == ["", "the first one"]
    for form, wanted in (("copy", ["x" * 61, "the first one"]), ("called", ["", "x" * 61])):
        answer = client.post(f"/c/{campaign.slug}/archive/{form}/", {"called": "x" * 61, "submission": "e" * 32})
        assert (answer.status_code, fields_of(answer)) == (422, wanted)


def test_who_copies_goes_on_in_the_copy_from_the_same_seat(campaign: Campaign) -> None:
    client = Client()
    copy = copied(client, campaign)
    # Only a moderator reads this on the page.
    assert "Delete it" in words(client.get(f"/c/{copy.slug}/archive/"))


def test_only_a_moderator_who_sees_all_deletes(campaign: Campaign) -> None:
    client = Client()
    for who in ("axis", "allied", "observer"):
        take_seat(client, campaign.slug, who)
        assert "Delete it" not in words(client.get(f"/c/{campaign.slug}/archive/"))
        assert deleted(client, campaign, campaign.title).status_code == 403
    assert Campaign.objects.filter(pk=campaign.pk).exists()


def test_a_moderator_of_a_club_reads_who_sits_there_and_they_find_it_gone(mini: None, club: Club) -> None:
    campaign = begin("Little War")
    umpire, player = club.person("Ursula", moderator=campaign), club.person("Anna", axis=campaign)
    playing = club.person("Paula", moderator=campaign, axis=campaign)
    assert "Anna, Paula hold seats in it" in words(umpire.get(f"/c/{campaign.slug}/archive/"))
    for client in (player, playing):
        assert deleted(client, campaign, campaign.title).status_code == 403
    assert deleted(umpire, campaign, campaign.title).status_code == 302
    assert player.get(f"/c/{campaign.slug}/").status_code == 404
    for client in (umpire, player):
        assert client.get("/").status_code == 200
        assert client.get("/people/").status_code in (200, 404)
