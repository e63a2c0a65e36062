"""Several people of a side at one board: each sees what the others type, and nobody else does."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.play.people import drafts
from navalassist.play.write.writer import NotYours
from navalassist.taskforces.models import RowDraft
from tests.club import Club
from tests.systems.europa.board import put, typed
from tests.systems.europa.test_closed import closed

ROW = {"side": "axis", "sails": "9 SP", "on": "", "origin": "naples", "destination": "tripoli"}


@pytest.fixture
def campaign(club: Club) -> Campaign:
    return closed()


def board(campaign: Campaign) -> str:
    return f"/c/{campaign.slug}/board/"


def reads(client: Client, campaign: Campaign) -> str:
    return client.get(f"{board(campaign)}colleagues/").content.decode()


def test_a_side_sees_who_types_what_and_nobody_else_does(club: Club, campaign: Campaign) -> None:
    anna, bert = club.person("Anna", axis=campaign), club.person("Bert", axis=campaign)
    carla, olga = club.person("Carla", allied=campaign), club.person("Olga", observer=campaign)
    key = put(campaign, typed("7 SP"))
    before = Entry.objects.count()
    anna.post(f"{board(campaign)}row/{key}/draft/", ROW)
    assert Entry.objects.count() == before, "a draft is no entry"
    assert "<b>Anna</b> is typing in row 1: 9 SP, Naples–Tripoli" in reads(bert, campaign)
    assert "<b>Anna</b>" in bert.get(board(campaign)).content.decode()
    for other in (anna, carla, olga):
        assert "Anna" not in reads(other, campaign)


def test_a_draft_is_gone_on_with_by_another_and_ends_when_it_is_saved(club: Club, campaign: Campaign) -> None:
    anna, bert = club.person("Anna", axis=campaign), club.person("Bert", axis=campaign)
    anna.post(f"{board(campaign)}draft/", ROW)
    draft = RowDraft.objects.get()
    assert 'id="sails-new" name="sails" value="9 SP"' in bert.get(f"{board(campaign)}?take={draft.pk}").content.decode()
    anna.post(f"{board(campaign)}row/", ROW | {"submission": "a" * 32})
    assert "Anna" not in reads(bert, campaign)


def test_a_draft_of_the_other_side_cannot_be_taken(club: Club, campaign: Campaign) -> None:
    anna, carla = club.person("Anna", axis=campaign), club.person("Carla", allied=campaign)
    anna.post(f"{board(campaign)}draft/", ROW)
    for number in (str(RowDraft.objects.get().pk), "0", "x", "9" * 30):
        assert "9 SP" not in carla.get(f"{board(campaign)}?take={number}").content.decode()


def test_an_old_draft_counts_no_longer(club: Club, campaign: Campaign) -> None:
    anna, bert = club.person("Anna", axis=campaign), club.person("Bert", axis=campaign)
    anna.post(f"{board(campaign)}draft/", ROW)
    RowDraft.objects.update(at=timezone.now() - timedelta(minutes=16))
    assert "Anna" not in reads(bert, campaign)
    anna.post(f"{board(campaign)}draft/", ROW | {"sails": "", "act": "drop"})
    assert not RowDraft.objects.exists()


def test_of_a_row_that_is_not_there_no_draft_is_kept(club: Club, campaign: Campaign) -> None:
    anna = club.person("Anna", axis=campaign)
    for key in ("no-such-1", "no-such-2", "x" * 60):
        assert anna.post(f"{board(campaign)}row/{key}/draft/", ROW).status_code == 409
    assert not RowDraft.objects.exists()


def test_of_one_person_only_so_many_drafts_are_kept_those_touched_last(
    club: Club, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drafts, "MOST_OF_A_PERSON", 2)
    anna, bert = club.person("Anna", axis=campaign), club.person("Bert", axis=campaign)
    keys = [put(campaign, typed(f"{number} SP")) for number in (1, 2, 3)]
    bert.post(f"{board(campaign)}row/{keys[0]}/draft/", ROW)
    for key in (*keys, keys[1]):
        anna.post(f"{board(campaign)}row/{key}/draft/", ROW)
    assert [draft.row for draft in RowDraft.objects.filter(actor__name="Anna")] == [keys[2], keys[1]]
    assert RowDraft.objects.get(actor__name="Bert").row == keys[0]


def test_a_draft_is_kept_for_the_side_whose_seat_it_is_typed_from(club: Club, campaign: Campaign) -> None:
    """An observer or a moderator types for no side, whatever a page may ask."""
    club.person("Ursula", moderator=campaign, axis=campaign)
    for seat in ("moderator", "observer"):
        with pytest.raises(NotYours):
            drafts.keep(club.viewer("Ursula", seat, campaign), "new", {"sails": "9 SP"})
    drafts.keep(club.viewer("Ursula", "axis", campaign), "new", {"sails": "9 SP"})
    assert RowDraft.objects.get().side == "axis"
