"""P13: the program that checks a log: what it names, what it reads, its command line."""

import hashlib
import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.core.management import call_command

from navalassist.auditlog.export import lines
from navalassist.auditlog.models import Chain, Entry, short_code
from navalassist.campaigns.models import Campaign
from tests.mini.system import begin, do, end_step, mend, seat
from tests.promises.archives import reforged
from tests.promises.lies import where
from tests.promises.test_p13_bound_dice import TOOL, Lines, check, export_of, faults, no_chance, write
from tests.promises.test_p18_every_field import Log, tool

__all__ = ["no_chance"]
pytestmark = [pytest.mark.promise("P13"), pytest.mark.django_db]


def test_plain_damage_is_named(story: Campaign, tmp_path: Path) -> None:
    export = export_of(story, "allied")
    secret = next(n for n, line in enumerate(export) if line.get("payloads"))
    reference = tool_reference(export[secret])

    def damaged(number: int, **values: Any) -> list[str]:
        copy = json.loads(json.dumps(export))
        copy[number] |= values
        return faults(tmp_path, copy)

    payload = export[secret]["payloads"][0]
    assert damaged(5, hash="0" * 64)[0] == f"{tool_reference(export[5])}: its text does not match its hash"
    assert "does not follow" in " ".join(damaged(5, hash="0" * 64))
    spaced = export[5]["content"].replace(":", ": ", 1)
    again = damaged(5, content=spaced, hash=hashlib.sha256(spaced.encode()).hexdigest())
    assert again[0] == f"{tool_reference(export[5])}: its text is not in canonical form"
    assert damaged(5, content="{}")[0].startswith("line 6: it cannot be read (KeyError")
    assert damaged(5, content='{"a":1.5}')[0].startswith("line 6: it cannot be read (ValueError: 1.5 is not a whole")
    wrong = [payload | {"salt": "00" * 16}]
    assert (
        damaged(secret, payloads=wrong)[0] == f"{reference}: the secret part for allied does not match its commitment"
    )
    assert damaged(secret, payloads=[])[0] == f"{reference}: the secret part for allied is missing"
    assert damaged(0, campaign="another")[0] == "public/1: it belongs to another campaign"
    assert damaged(0, heads={})[-1] == "public: the last entry is not the head that the first line names"
    assert "its chain is not one that the file says it holds" in damaged(0, audiences=["public"])[0]


def tool_reference(line: dict[str, Any]) -> str:
    record = json.loads(line["content"])
    return f"{record['chain']}/{record['sequence']}"


def test_an_anchor_shows_that_a_secret_chain_was_rewritten(story: Campaign, tmp_path: Path) -> None:
    def rewrite(records: Lines) -> None:
        records[where(records, chain="allied")]["time"] = "1999-01-01T00:00:00Z"

    found = faults(tmp_path, reforged(export_of(story, "allied"), rewrite))
    assert found[0].endswith("the chain allied was changed before this anchor")


def test_a_pool_that_grew_in_a_correction_is_checked_die_by_die(
    no_chance: None, campaign: Campaign, tmp_path: Path
) -> None:
    entry = do(seat(campaign), "mini-barrage", guns=3)
    for guns in (5, 2, 6):
        entry = mend(seat(campaign), entry, situation={"guns": guns})
    end_step(seat(campaign), times=4)
    export = export_of(campaign)
    assert faults(tmp_path, export) == []

    def turn_a_die(at: int) -> Callable[[Lines], None]:
        def change(records: Lines) -> None:
            faces = [r for r in records if r["kind"] == "correction"][-1]["body"]["answers"][0]["faces"]
            faces[at] = faces[at] % 6 + 1

        return change

    assert "the dice of guns are not those of" in faults(tmp_path, reforged(export, turn_a_die(1)))[0]
    assert "die 1 of guns is not the one that was bound" in faults(tmp_path, reforged(export, turn_a_die(5)))[0]


def test_everybody_can_check_what_they_may_see(story: Campaign, tmp_path: Path) -> None:
    for seats in ((), ("axis",), ("allied",), ("axis", "allied", "moderator")):
        status, said = check(write(tmp_path / "log.jsonl", export_of(story, *seats)))
        assert status == 0, said
        assert ("secret parts are not for this reader" in said) == (seats != ("axis", "allied", "moderator"))
        assert "server dice cannot be checked yet: their seed opens when the turn ends" in said


def test_a_code_that_players_kept_shows_a_cut_tail(story: Campaign, tmp_path: Path) -> None:
    export = export_of(story)
    code = short_code(Chain.objects.get(campaign=story, audience="public").head)
    kept = Entry.objects.filter(campaign=story, chain="public").order_by("id")[4].code
    assert check(write(tmp_path / "log.jsonl", export), "--head", code)[0] == 0
    assert check(write(tmp_path / "log.jsonl", export), "--head", kept.lower())[0] == 0
    cut = reforged(export[:-1], lambda _: None)
    assert faults(tmp_path, cut) == []
    status, said = check(write(tmp_path / "log.jsonl", cut), "--head", code)
    assert status == 1
    assert f"head {code}: no entry has this code: the log was cut, or it is another one" in said
    assert "The first fault is in head" in said


@pytest.mark.parametrize(
    "text",
    ["", "\n", "{}\n", "[]\n", '"log"\n', '{"log": "x", "format": 1}\n', "Dear all,\n", "\xff\xfe\n", '{"log": 1}'],
)
def test_what_is_no_log_is_told_from_a_bad_one(tmp_path: Path, text: str) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(text.encode("latin-1"))
    status, said = check(path)
    assert status == 2
    assert said.startswith(f"{path}: it")
    assert said.count("\n") == 1


def test_the_command_line_of_the_tool(story: Campaign, tmp_path: Path) -> None:
    assert check(tmp_path / "nothing.jsonl") == (2, f"{tmp_path / 'nothing.jsonl'}: No such file or directory\n")
    newer = write(tmp_path / "log.jsonl", [{"log": "navalassist-log", "format": 2}])
    assert check(newer) == (2, f"{newer}: its format is 2; this program knows format 1\n")
    data = write(tmp_path / "log.jsonl", export_of(story)).read_bytes()
    piped = subprocess.run([sys.executable, str(TOOL), "-"], input=data, capture_output=True, check=False)
    assert piped.returncode == 0
    assert piped.stdout.endswith(b"SOUND\n")


def test_the_export_command_gives_what_the_tool_reads(
    story: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begin("Other War")
    for options in ([], ["--seat", "axis"], ["--seat", "moderator"], ["--all"]):
        call_command("export", story.slug, *options)
        path = tmp_path / "log.jsonl"
        path.write_text(capsys.readouterr().out, "utf-8")
        assert check(path)[0] == 0
    for wrong in (["nowhere"], [story.slug, "--seat", "nobody"]):
        with pytest.raises(SystemExit) as stopped:
            call_command("export", *wrong)
        said = capsys.readouterr()
        assert stopped.value.code == 2
        assert said.out == ""
        assert "nowhere" in said.err or "give one of axis, allied, moderator, observer" in said.err


def test_the_same_campaign_is_exported_byte_for_byte_alike(story: Campaign) -> None:
    assert list(lines(story, frozenset({"public"}))) == list(lines(story, frozenset({"public"})))


# It is run on strangers' files: within limits, and what it cannot see is not sound


@pytest.fixture
def narrow() -> ModuleType:
    """The program, with limits that a test reaches at once."""
    checker = tool()
    checker.MIB, checker.LARGEST, checker.LONGEST_LINE = 1024, 64 * 1024, 4 * 1024
    return checker


def refused(checker: ModuleType, path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    assert checker.main([str(path)]) == checker.NO_LOG
    return capsys.readouterr().err.removeprefix(f"{path}: ").strip()


def packed(path: Path, *files: tuple[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return path


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_file_that_is_too_large_is_refused_before_it_is_unpacked(
    narrow: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = json.dumps({"log": "navalassist-log", "format": 1, "campaign": "", "audiences": [], "heads": {}}).encode()
    bomb = packed(tmp_path / "bomb.zip", ("log.jsonl", first + b"\n" + b"\n" * 10_000_000))
    assert bomb.stat().st_size < narrow.LARGEST
    assert refused(narrow, bomb, capsys) == "it holds more than 64 MiB"
    twice = packed(tmp_path / "twice.zip", ("log.jsonl", first), ("log.jsonl", first))
    assert refused(narrow, twice, capsys) == "it is a zip without one log.jsonl in it"
    (tmp_path / "long.jsonl").write_bytes(first + b"\n" + b" " * 5_000)
    assert refused(narrow, tmp_path / "long.jsonl", capsys) == "line 2 is longer than 4 MiB"
    (tmp_path / "deep.jsonl").write_bytes(b"[" * 4_000)
    assert refused(narrow, tmp_path / "deep.jsonl", capsys) == "its first line is not that of a log"


def test_dice_that_were_read_again_from_what_is_hidden_are_not_called_sound(
    wide: Campaign, capsys: pytest.CaptureFixture[str]
) -> None:
    """Everybody's export does not hold what the secret entry threw: the dice of who reads it again are its own word."""
    log, checker = Log(list(lines(wide, frozenset({"public"})))), tool()
    hidden = next(r for r in log.records if r["kind"] == "rule" and r["body"]["act"] == "secret")
    again = next(r for r in log.records if r["kind"] == "correction" and r["body"]["procedure"] == "mini-barrage")
    assert checker.check(io.BytesIO(log.export()), "") == checker.SOUND
    again["body"]["corrects"] = f"public/{hidden['sequence']}"
    assert checker.check(io.BytesIO(log.export()), "") == checker.NOT_PROVED
    assert capsys.readouterr().out.endswith("DICE NOT PROVED: they were read again from entries for other eyes\n")
