"""Taking a campaign's archive and making a campaign of one, on pages, at one table and in a club."""

import io
import json
import re
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from navalassist.auditlog.models import Chain, Entry, short_code
from navalassist.campaigns.models import Campaign
from navalassist.desk.portable import kept, views
from navalassist.play.archive import importing
from navalassist.play.checks.verify import check_campaign
from navalassist.play.storage.bodies import whole_body
from navalassist.seats.models import Seat
from tests.club import Club
from tests.in_hand import drawn
from tests.in_hand import words_of as words
from tests.mini.system import begin, do, hide_force, seat
from tests.promises.archives import described, files_of, forged, whole
from tests.promises.http import take_seat

pytestmark = pytest.mark.promise("P36")
MARKER = "Leviathan-7731"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, settings: Any) -> None:
    settings.DATA_DIR = tmp_path


def taken(client: Client, slug: str, holds: str = "seat") -> HttpResponse:
    response: HttpResponse = client.post(f"/c/{slug}/archive/", {"holds": holds})
    return response


def text_of(data: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return b"".join(packed.read(name) for name in packed.namelist())


def sent(client: Client, data: bytes, name: str = "war.zip") -> HttpResponse:
    response: HttpResponse = client.post("/import/", {"archive": SimpleUploadedFile(name, data)})
    return response


def test_each_seat_takes_what_it_sees_and_that_is_an_entry(campaign: Campaign) -> None:
    hide_force(campaign, name=MARKER)
    client = Client()
    for who, sees in (("axis", False), ("observer", False), ("allied", True)):
        take_seat(client, campaign.slug, who)
        response = taken(client, campaign.slug)
        assert response["Content-Disposition"] == f'attachment; filename="{campaign.slug}-{who}.zip"'
        assert response["Cache-Control"] == "no-store"
        assert (MARKER.encode() in text_of(response.content)) is sees
        entry = Entry.objects.filter(campaign=campaign, kind="access").latest("id")
        body = whole_body(entry)
        assert (entry.chain, entry.seat, body["act"], body["eyes"]) == ("moderator", who, "log.export", who)
        assert entry.record["body"]["act"] == "secret"
        assert taken(client, campaign.slug, "all").status_code == 403
    take_seat(client, campaign.slug, "moderator")
    response = taken(client, campaign.slug, "all")
    assert response["Content-Disposition"] == f'attachment; filename="{campaign.slug}.zip"'
    assert MARKER.encode() in text_of(response.content)


def test_a_moderator_who_plays_a_side_does_not_get_the_secrets_of_the_other(club: Club, campaign: Campaign) -> None:
    hide_force(campaign, name=MARKER)
    playing = club.person("Paula", moderator=campaign, axis=campaign)
    umpire = club.person("Ursula", moderator=campaign)
    for client, status in ((playing, 403), (umpire, 200)):
        take_seat(client, campaign.slug, "moderator")
        assert taken(client, campaign.slug, "all").status_code == status
    assert MARKER.encode() not in text_of(taken(playing, campaign.slug).content)
    assert taken(club.person("Sam"), campaign.slug).status_code == 404
    entry = Entry.objects.filter(campaign=campaign, kind="access").latest("id")
    assert entry.record["actor"] == str(club.account("Paula").actor.identity)


def test_a_campaign_is_sent_looked_at_and_made(campaign: Campaign) -> None:
    hide_force(campaign)
    do(seat(campaign), "mini-weather", zone="inner")
    data, client, before = whole(campaign), Client(), Campaign.objects.count()
    looked = sent(client, data)
    assert looked.status_code == 302
    preview = client.get(looked["Location"])
    said = words(preview)
    assert "The log is sound" in said
    assert "Little War" in said
    assert "What would be made" in said
    assert str(campaign.identity) in said
    assert Campaign.objects.count() == before
    made = client.post(looked["Location"], {"do": "make"})
    assert made.status_code == 302
    new = Campaign.objects.exclude(pk=campaign.pk).get()
    assert made["Location"] == f"/c/{new.slug}/"
    home = words(client.get("/"))
    assert home.count("a copy, taken in on ") == 1
    assert f"({new.slug}) a copy" in home
    code = short_code(Chain.objects.get(campaign=campaign, audience="public").head)
    assert f"of what ended in {code}" in home
    fork = Entry.objects.get(campaign=new, kind="fork", chain="public")
    assert fork.record["body"]["name_before"] == campaign.name
    receipt = words(client.get(f"/c/{new.slug}/log/public/{fork.sequence}/"))
    assert f"was done in {campaign.name} , campaign {campaign.identity}" in receipt
    assert f"was number {fork.sequence - 1} with the code {code}" in receipt
    log = words(client.get(f"/c/{new.slug}/log/"))
    assert f"taken over from “{campaign.name}”, campaign {str(campaign.identity)[:8]} …" in log
    assert f"entry {fork.sequence - 1}, head {code}" in log
    # A second tap finds it made, and a third file makes another one and says so.
    assert client.post(looked["Location"], {"do": "make"})["Location"] == made["Location"]
    again = sent(client, data)
    assert "This very file was imported here before" in words(client.get(again["Location"]))
    assert Campaign.objects.count() == before + 1
    assert list(kept.folder().glob("*.zip")) == [kept.folder() / f"{again['Location'].split('/')[2]}.zip"]


def test_what_was_sent_can_be_dropped_and_is_nobody_elses(campaign: Campaign) -> None:
    client, other = Client(), Client()
    url = sent(client, whole(campaign))["Location"]
    assert other.get(url).status_code == 404
    assert other.post(url, {"do": "make"}).status_code == 404
    assert client.post(url, {"do": "drop"})["Location"] == "/import/"
    assert client.get(url).status_code == 404
    assert not list(kept.folder().iterdir())
    assert Campaign.objects.count() == 1


def test_who_comes_to_a_server_that_has_not_got_the_file_can_send_it_again_there(campaign: Campaign) -> None:
    client = Client()
    url = sent(client, whole(campaign))["Location"]
    for path in kept.folder().iterdir():
        path.unlink()
    for answer in (client.get(url), client.post(url, {"do": "make"}), client.post(url, {"do": "drop"})):
        said = drawn(answer, 404)
        assert "by the machine that took it. Nothing was imported; send it once more." in words(said)
        assert 'action="/import/"' in answer.content.decode()
    assert Campaign.objects.count() == 1


def test_what_was_sent_goes_after_an_hour_and_nobody_fills_the_disk(campaign: Campaign) -> None:
    data, client = whole(campaign), Client()
    urls = [sent(client, data)["Location"] for _ in range(5)]
    assert len(list(kept.folder().glob("*.zip"))) == kept.MOST_OF_ONE
    assert [client.get(url).status_code for url in urls] == [404, 404, 200, 200, 200]
    for path in kept.folder().glob("*.json"):
        told = json.loads(path.read_text("utf-8"))
        path.write_text(json.dumps({**told, "at": time.time() - kept.SECONDS - 1}), "utf-8")
    assert client.get(urls[-1]).status_code == 404
    sent(Client(), data)
    assert len(list(kept.folder().glob("*.zip"))) == 1


def age(path: Path) -> None:
    told = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**told, "at": time.time() - kept.SECONDS - 1}), "utf-8")


def test_what_was_given_up_goes_though_nobody_sends_another(campaign: Campaign) -> None:
    client = Client()
    sent(client, whole(campaign))
    (told,) = kept.folder().glob("*.json")
    age(told)
    assert Client().get("/import/").status_code == 200
    assert not list(kept.folder().iterdir())
    sent(client, whole(campaign))
    age(*kept.folder().glob("*.json"))
    kept.tidy()
    assert not list(kept.folder().iterdir())


def test_all_together_fill_no_disk(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    """At one table whoever comes without a cookie is somebody new."""
    monkeypatch.setattr(kept, "MOST", 4)
    data = whole(campaign)
    urls = [sent(Client(), data)["Location"] for _ in range(6)]
    assert len(set(urls)) == 6
    assert len(list(kept.folder().glob("*.zip"))) == 4


def test_a_file_that_somebody_else_dropped_just_now_is_no_full_disk(campaign: Campaign) -> None:
    (kept.folder() / "gone.json").symlink_to("nowhere")
    assert sent(Client(), whole(campaign)).status_code == 302


def test_a_page_takes_a_log_that_holds_nobody_up(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shorter one than the command line takes; and what is wrong in the file is told before anybody has to wait."""
    monkeypatch.setattr(views, "MOST_ENTRIES", Entry.objects.count() - 1)
    assert "is imported at the server itself" in words(drawn(sent(Client(), whole(campaign)), 422))
    monkeypatch.undo()

    def waits() -> None:
        raise AssertionError("the others wait already")

    monkeypatch.setattr(importing, "together", waits)
    files = files_of(whole(campaign))
    lines = files["log.jsonl"].splitlines(keepends=True)
    broken = described({**files, "log.jsonl": b"".join([*lines[:-1], lines[-1].replace(b"seat", b"tase")])})
    assert sent(Client(), broken).status_code == 422


def test_a_log_that_is_not_sound_is_shown_and_cannot_be_made(campaign: Campaign) -> None:
    do(seat(campaign), "mini-weather", "5 5 4", zone="inner")

    def lie(records: list[dict[str, Any]]) -> None:
        next(r for r in records if r["kind"] == "rule")["body"]["outcome"] = "storm for 6"

    client = Client()
    url = sent(client, forged(whole(campaign), lie))["Location"]
    said = words(client.get(url))
    assert "The log is not sound" in said
    assert "the outcome would differ" in said
    assert "Make the campaign" not in said
    assert "Nothing was imported" in words(drawn(client.post(url, {"do": "make"}), 422))
    assert Campaign.objects.count() == 1


def test_names_in_an_archive_are_only_text(mini: None) -> None:
    nasty = "<script>alert(1)</script>'\"&{{7*7}}"
    campaign = begin(nasty)
    client = Client()
    url = sent(client, whole(campaign), "<img src=x onerror=alert(1)>.zip")["Location"]
    html = client.get(url).content.decode()
    assert "<script>alert" not in html
    assert "&lt;script&gt;" in html
    made = client.post(url, {"do": "make"})
    assert re.fullmatch(r"/c/[a-z0-9-]+/", made["Location"])
    assert "<script>alert" not in client.get("/").content.decode()


def test_in_a_club_whoever_imports_is_the_moderator_and_nobody_else_anything(club: Club, campaign: Campaign) -> None:
    data = whole(campaign)
    alice, bob = club.person("Alice"), club.person("Bob", axis=campaign)
    assert club.client().get("/import/").status_code == 302
    made = alice.post(sent(alice, data)["Location"], {"do": "make"})
    new = Campaign.objects.exclude(pk=campaign.pk).get()
    tenures = Seat.objects.filter(campaign=new).values_list("actor", "seat")
    assert list(tenures) == [(club.account("Alice").actor.pk, "moderator")]
    assert bob.get(made["Location"]).status_code == 404
    assert alice.get(f"{made['Location']}log/").status_code == 200
    fork = Entry.objects.get(campaign=new, kind="fork", chain="public")
    assert fork.record["actor"] == str(club.account("Alice").actor.identity)
    assert check_campaign(new).sound


def test_a_full_disk_is_said_and_leaves_nothing(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    assert "disk is full" in words(drawn(sent(Client(), whole(campaign)), 503))
    assert not list(kept.folder().iterdir())


def copied(client: Client, slug: str, called: str, key: str = "a" * 32) -> HttpResponse:
    response: HttpResponse = client.post(f"/c/{slug}/archive/copy/", {"called": called, "submission": key})
    return response


def test_a_copy_stands_beside_its_campaign_and_is_told_apart_by_what_it_is_called(campaign: Campaign) -> None:
    do(seat(campaign), "mini-weather", zone="inner")
    client = Client()
    take_seat(client, campaign.slug, "moderator")
    first, again = (copied(client, campaign.slug, "before the landing") for _ in (1, 2))
    assert first["Location"] == again["Location"]
    copy = Campaign.objects.exclude(pk=campaign.pk).get()
    assert (copy.name, copy.called) == (campaign.name, "before the landing")
    assert check_campaign(copy).faults == []
    assert f"{campaign.name}, before the landing" in words(client.get(first["Location"]))
    assert f"{campaign.name}, before the landing" in words(client.get("/"))
    do(seat(copy), "mini-weather", zone="outer")
    assert check_campaign(campaign).faults == []


@pytest.mark.parametrize(("called", "said"), [("", "say what tells the copy apart"), ("x" * 61, "at most 60")])
def test_a_copy_has_a_name_of_its_own(campaign: Campaign, called: str, said: str) -> None:
    client = Client()
    take_seat(client, campaign.slug, "moderator")
    answer = copied(client, campaign.slug, called)
    assert answer.status_code == 422
    assert said in words(answer)
    assert Campaign.objects.count() == 1


def test_who_does_not_see_all_neither_copies_nor_puts_away(campaign: Campaign) -> None:
    hide_force(campaign, name=MARKER)
    client = Client()
    take_seat(client, campaign.slug, "axis")
    assert copied(client, campaign.slug, "for me").status_code == 403
    put = {"called": "", "away": "on", "submission": "b" * 32}
    assert client.post(f"/c/{campaign.slug}/archive/called/", put).status_code == 403
    assert not Campaign.objects.get().away


def test_a_campaign_that_is_put_away_stands_folded_and_comes_back(campaign: Campaign) -> None:
    client = Client()
    take_seat(client, campaign.slug, "moderator")
    page = f"/c/{campaign.slug}/archive/called/"
    client.post(page, {"called": "the first war", "away": "on", "submission": "c" * 32})
    assert "Put away 1" in words(client.get("/"))
    assert "the first war" in words(client.get(f"/c/{campaign.slug}/"))
    client.post(page, {"called": "", "submission": "d" * 32})
    assert "Put away" not in words(client.get("/"))
