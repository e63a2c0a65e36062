"""P14: before it is opened the seed of a turn is in no page, log, error, export or archive that a player can get."""

import base64
import io
import logging
import os
import zipfile
from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.test import Client

from navalassist.auditlog.models import Entry, Seed
from navalassist.play import state as states
from navalassist.play.checks.verify import check_campaign
from tests.promises.http import SEATS, Played, take_seat
from tests.promises.recording import HEARD, Recording
from tests.promises.test_p13_bound_dice import export_of

pytestmark = [pytest.mark.promise("P14"), pytest.mark.django_db]


def forms(seed: bytes) -> set[bytes]:
    """Every way in which somebody might write a seed down."""
    number = int.from_bytes(seed, "big")
    texts = {seed.hex(), seed.hex().upper(), str(number), str(int.from_bytes(seed, "little")), repr(seed)[2:-1]}
    texts |= {base64.b64encode(seed).decode().rstrip("="), base64.urlsafe_b64encode(seed).decode().rstrip("=")}
    texts |= {", ".join(map(str, seed)), ",".join(map(str, seed)), seed.hex(" "), seed.hex(":")}
    return {seed, seed[::-1].hex().encode(), *(text.encode() for text in texts)}


def secret(game: Played) -> set[bytes]:
    """The seeds of the running turn, in every form."""
    turn = states.load(game.campaign.slug).clock[0]
    seeds = [bytes(row.seed) for row in Seed.objects.filter(campaign=game.campaign, turn=turn)]
    assert len(seeds) == 4
    return {form for seed in seeds for form in forms(seed)}


def opened(game: Played) -> bytes:
    """The seed of the turn that is over: everybody may know it now."""
    entry = Entry.objects.get(campaign=game.campaign, kind="reveal", chain="public")
    return str(entry.record["body"]["seed"]).encode()


def leaks(data: bytes, planted: set[bytes]) -> list[bytes]:
    return [form for form in planted if form in data]


@pytest.mark.parametrize("seat", SEATS)
def test_it_is_on_no_page_of_any_seat(open_pages: Recording, game: Played, seat: str) -> None:
    planted, known, seen = secret(game), opened(game), 0
    for answer in open_pages.pages[seat]:
        data = answer.response.content + str(dict(answer.response.headers)).encode()
        assert not leaks(data, planted), answer.url
        seen += known in data
    assert seen > 0, "the seed that is open is shown"


def test_it_is_in_no_cookie_and_in_no_log_of_reading_pages(open_pages: Recording, game: Played) -> None:
    for name in ("root", "django", "django.request", "django.template", "django.security", "navalassist.security"):
        assert open_pages.logged.count(HEARD % name) == len(SEATS), f"{name} was not listened to"
    assert not leaks((open_pages.cookies_after + open_pages.logged).encode(), secret(game))


def test_it_is_in_no_fault_and_in_no_log_of_one(game: Played, caplog: pytest.LogCaptureFixture) -> None:
    """Whatever goes wrong while dice are thrown, nothing is told of the seed."""
    planted = secret(game)
    caplog.set_level(logging.DEBUG)
    client = Client(raise_request_exception=False)
    take_seat(client, game.campaign.slug, "axis")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("navalassist.play.dice.server.face", lambda *_: 1 // 0)
        answer = client.post(f"{game.board}roll/", {"roll": "row:demo-1", "submission": "a-fault", "dice": "server"})
    bad = client.post(f"{game.home}dice/show/", {"words": "another", "submission": "a-show"})
    for response in (answer, bad, client.get("/nowhere/"), client.post(f"{game.board}roll/", {"roll": "row:nobody"})):
        assert not leaks(response.content, planted)
    assert not leaks(caplog.text.encode(), planted)


def exports(game: Played) -> Iterator[tuple[str, bytes]]:
    """Everything that can be taken out."""
    for options in ({}, {"seat": "axis"}, {"seat": "moderator"}, {"all": True}):
        out = io.StringIO()
        call_command("export", game.campaign.slug, stdout=out, **options)
        yield f"export {options}", out.getvalue().encode()
    for name in SEATS:
        take_seat(game.client, game.campaign.slug, name)
        for holds in ("seat", "all"):
            response = game.client.post(f"{game.home}archive/", {"holds": holds})
            data = response.content
            yield f"archive {name} {holds}", data
            if response["Content-Type"] == "application/zip":
                with zipfile.ZipFile(io.BytesIO(data)) as packed:
                    yield from ((f"archive {name} {holds} {one}", packed.read(one)) for one in packed.namelist())


def test_it_is_in_no_export_and_no_archive(game: Played) -> None:
    planted, known, seen = secret(game), opened(game), 0
    for name, data in exports(game):
        assert not leaks(data, planted), name
        seen += known in data
    # Each export, and the log in each archive: of four seats, and of the moderator's whole one.
    assert seen == 4 + 5


def test_it_is_in_no_setting_and_no_environment(game: Played) -> None:
    from django.conf import settings

    told = "".join(f"{name}={getattr(settings, name, '')!r}\n" for name in dir(settings)) + repr(dict(os.environ))
    assert not leaks(told.encode(), secret(game))
    assert not leaks(repr(states.load(game.campaign.slug)).encode(), secret(game))


def test_when_the_turn_ends_it_is_shown(game: Played) -> None:
    turn = states.load(game.campaign.slug).clock[0]
    seed = bytes(Seed.objects.get(campaign=game.campaign, turn=turn, audience="public").seed).hex()
    take_seat(game.client, game.campaign.slug, "axis")
    game.do(game.home, "step/", until="axis/initial", confirm="yes")
    assert seed in game.client.get(f"{game.home}dice/").content.decode()
    assert any(seed in str(line) for line in export_of(game.campaign))
    assert check_campaign(game.campaign).sound
