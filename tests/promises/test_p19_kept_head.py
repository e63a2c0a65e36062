"""P19: a tail that was cut and a whole file that was rolled back show against a head that players kept."""

import io
import json
import re
import zipfile
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client

from navalassist.auditlog import triggers
from navalassist.auditlog.models import Chain, Entry, short_code
from navalassist.campaigns.models import Campaign
from navalassist.play import state as states
from navalassist.play.checks.verify import check_campaign
from navalassist.systems.europa.setup import begin_demo
from tests.mini.system import do, edit, seat
from tests.promises.tampering import run
from tests.promises.test_p13_bound_dice import check, export_of, write

pytestmark = [pytest.mark.promise("P19"), pytest.mark.django_db]
CODE = r"[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){2}"


@pytest.fixture
def game() -> Campaign:
    """The demo campaign after two rolls."""
    demo = begin_demo()
    do(seat(demo), "cargo-contact", shipment="demo-1")
    edit(seat(demo), act="test.nothing")
    return demo


def codes(game: Campaign) -> dict[str, str]:
    """The code of the head as players come to keep it: from a page, from the printed sheet, from an export."""
    client, home = Client(), f"/c/{game.slug}/"
    archive = client.post(f"{home}archive/", {"holds": "seat"}).content
    with zipfile.ZipFile(io.BytesIO(archive)) as packed:
        manifest = json.loads(packed.read("manifest.json"))
    return {
        "page": _code(client.get(home).content.decode()),
        "sheet": _code(client.get(f"{home}sheet/").content.decode()),
        "export": short_code(manifest["heads"]["public"][1]),
    }


def _code(page: str) -> str:
    found = re.search(CODE, re.sub(r"<[^>]+>", " ", page))
    assert found is not None
    return found[0]


def cut(game: Campaign, number: int) -> None:
    """What somebody with the database does who knows how: the last entries go, with all that they did."""
    triggers.drop()
    for entry in Entry.objects.filter(campaign=game, chain="public").order_by("-sequence")[:number]:
        run("DELETE FROM auditlog_tagged WHERE entry_id = %s", entry.pk)
        run("DELETE FROM auditlog_payload WHERE entry_id = %s", entry.pk)
        run("DELETE FROM auditlog_entry WHERE id = %s", entry.pk)
    last = Entry.objects.filter(campaign=game, chain="public").latest("sequence")
    Chain.objects.filter(campaign=game, audience="public").update(sequence=last.sequence, head=last.hash)
    states.forget()


def test_page_sheet_and_export_show_the_same_code(game: Campaign) -> None:
    assert len(set(codes(game).values())) == 1


@pytest.mark.parametrize("kept_from", ["page", "sheet", "export"])
def test_a_cut_tail_is_found_by_a_code_that_was_kept(
    game: Campaign, tmp_path: Path, kept_from: str, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = codes(game)[kept_from]
    assert check(write(tmp_path / "log.jsonl", export_of(game)), "--head", kept)[0] == 0
    call_command("verify", game.slug, head=kept)
    assert f"{kept} is the code of entry" in capsys.readouterr().out
    cut(game, 1)
    # By itself the log that is left looks whole.
    status, _ = check(write(tmp_path / "log.jsonl", export_of(game)))
    assert status == 0
    status, said = check(write(tmp_path / "log.jsonl", export_of(game)), "--head", kept)
    assert status == 1
    assert f"head {kept}: no entry has this code: the log was cut" in said
    with pytest.raises(SystemExit) as stopped:
        call_command("verify", game.slug, head=kept)
    assert stopped.value.code == 1
    assert f"no entry has the code {kept}" in capsys.readouterr().out


def test_a_file_that_was_rolled_back_is_found_by_a_code_that_was_kept(
    game: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The whole database as it was before the last roll: nothing in it is wrong, and other dice could be thrown."""
    point = transaction.savepoint()
    edit(seat(game), act="test.nothing")
    kept = codes(game)["sheet"]
    transaction.savepoint_rollback(point)
    states.forget()
    assert check_campaign(game).sound
    status, said = check(write(tmp_path / "log.jsonl", export_of(game)), "--head", kept)
    assert (status, "it is another one" in said) == (1, True)
    with pytest.raises(SystemExit):
        call_command("verify", game.slug, head=kept)
    assert "no entry has the code" in capsys.readouterr().out


@pytest.mark.parametrize("code", ["7F3K", "hello", "7F3K-29QD-4M8!", ""])
def test_what_is_no_code_is_told_from_one_that_is_missing(
    game: Campaign, code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if not code:
        call_command("verify", game.slug, head=code)
        return
    with pytest.raises(SystemExit) as stopped:
        call_command("verify", game.slug, head=code)
    assert stopped.value.code == 2
    assert "is no code of a head" in capsys.readouterr().err
