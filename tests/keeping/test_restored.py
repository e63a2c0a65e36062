"""What a restored campaign says of itself, with secrets of both sides, sealed choices and nonces in its log."""

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.db import DatabaseError
from django.utils import timezone

from navalassist import wsgi
from navalassist.auditlog.models import Chain, Entry, Seed
from navalassist.campaigns.models import Campaign
from navalassist.keeping import integrity, restored
from navalassist.keeping.models import Restored
from navalassist.play.checks.verify import check_campaign
from navalassist.play.storage import statements
from tests.mini.story import play_story
from tests.mini.system import begin as another_begun
from tests.mini.system import do, facts, hide_force, seat

pytestmark = [pytest.mark.django_db, pytest.mark.promise("P16")]


@pytest.fixture
def played(campaign: Campaign) -> Campaign:
    play_story(campaign)
    hide_force(campaign, "another")
    return campaign


def remember() -> None:
    Restored.objects.create(digest="ab" * 32, at=timezone.now())


def test_nothing_is_said_where_nothing_was_restored(played: Campaign) -> None:
    number = Entry.objects.count()
    assert restored.tell() == []
    assert Entry.objects.count() == number


def test_every_chain_goes_on_under_another_identity_with_new_dice(played: Campaign) -> None:
    other = another_begun("Other War")
    state, identity = facts(played), played.identity
    heads = {c.audience: [c.sequence, c.head] for c in Chain.objects.filter(campaign=played, sequence__gt=0)}
    seeds = {bytes(seed.seed) for seed in Seed.objects.filter(campaign=played)}
    remember()
    assert restored.tell() == [played.name, other.name]
    played.refresh_from_db()
    assert played.identity != identity
    forks = {entry.chain: entry for entry in Entry.objects.filter(campaign=played, kind="fork")}
    assert {chain: fork.record["body"]["head_before"] for chain, fork in forks.items()} == heads
    assert set(heads) >= {"public", "allied"}
    for fork in forks.values():
        assert fork.record["body"]["campaign_before"] == str(identity)
        assert fork.record["campaign"] == str(played.identity)
        assert fork.record["body"]["restored"].endswith("Z")
    # No seed that may be known is used again, and each audience that had one has a new one.
    bound = Entry.objects.filter(campaign=played, kind="seed", id__gt=forks["public"].pk)
    assert {entry.chain for entry in bound} >= {"public", "allied"}
    now = {bytes(seed.seed) for seed in Seed.objects.filter(campaign=played, turn=facts(played)["campaign:clock.turn"])}
    assert now
    assert not now & seeds
    assert {key: value for key, value in facts(played).items() if "nonce" not in key} == {
        key: value for key, value in state.items() if "nonce" not in key
    }
    for campaign in Campaign.objects.all():
        assert check_campaign(campaign).faults == []
    assert integrity.faults() == []


def test_it_is_said_once_and_the_game_goes_on(played: Campaign) -> None:
    remember()
    restored.tell()
    number = Entry.objects.count()
    assert restored.tell() == []
    assert Entry.objects.count() == number
    do(seat(Campaign.objects.get(pk=played.pk)), "mini-weather", zone="inner")
    assert check_campaign(Campaign.objects.get(pk=played.pk)).faults == []
    remember()
    assert len(restored.tell()) == 1
    assert check_campaign(Campaign.objects.get(pk=played.pk)).faults == []


@pytest.fixture
def put_back(played: Campaign) -> Iterator[Campaign]:
    """A campaign whose database was put back from a copy, in a process that does not know it yet."""
    remember()
    statements.ask_again()
    yield played
    statements.ask_again()


def test_nothing_is_written_before_it_is_said(put_back: Campaign) -> None:
    """Whatever starts the process: another server, a command, a shell."""
    number = Entry.objects.count()
    with pytest.raises(statements.Untold, match="put back from a copy"):
        do(seat(put_back), "mini-weather", zone="inner")
    assert Entry.objects.count() == number
    assert len(restored.tell()) == 1
    do(seat(Campaign.objects.get(pk=put_back.pk)), "mini-weather", zone="inner")


def test_where_it_cannot_be_said_nothing_is_written(put_back: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> int:
        raise DatabaseError("the disk is full")

    monkeypatch.setattr(restored, "rebuild", fails)
    with pytest.raises(DatabaseError):
        restored.tell()
    with pytest.raises(statements.Untold):
        do(seat(put_back), "mini-weather", zone="inner")


def test_another_wsgi_server_says_it_before_its_first_page(put_back: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    wsgi.begin.cache_clear()
    monkeypatch.setattr(wsgi, "_django", lambda *_: [b"a page"])
    assert wsgi.application({}, lambda *_: None) == [b"a page"]
    assert Entry.objects.filter(campaign=put_back, kind="fork", chain="public").exists()


def test_a_command_says_it_before_it_writes(put_back: Campaign, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("export", put_back.slug)
    said = capsys.readouterr()
    assert f"{put_back.name} was restored from a copy" in said.err
    assert '\\"act\\":\\"log.fork\\"' in said.out
    assert check_campaign(Campaign.objects.get(pk=put_back.pk)).faults == []
