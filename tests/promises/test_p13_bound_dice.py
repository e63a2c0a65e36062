"""P13: results are bound before they can be known, and anyone can recompute every die without NavalAssist."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import shutil
import subprocess
import sys
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from navalassist.auditlog.export import lines
from navalassist.auditlog.models import Chain, Entry, Seed, short_code
from navalassist.campaigns.models import Campaign
from navalassist.engine import canonical
from navalassist.play.dice import face
from navalassist.play.resolve import DiceInput, carry_out
from navalassist.play.verify import check_campaign
from navalassist.play.writer import writing
from navalassist.systems.europa.setup import begin_demo
from tests import counts
from tests.mini.system import do, end_step, mend, seat

pytestmark = [pytest.mark.promise("P13"), pytest.mark.django_db]
TOOL = Path(__file__).resolve().parents[2] / "tools" / "verify_log.py"

_spec = importlib.util.spec_from_file_location("verify_log", TOOL)
assert _spec is not None
assert _spec.loader is not None
tool = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(tool)

Lines = list[dict[str, Any]]


def export_of(campaign: Campaign, *audiences: str) -> Lines:
    return [json.loads(line) for line in lines(campaign, frozenset({"public", *audiences}))]


def write(path: Path, export: Lines) -> Path:
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in export), "utf-8")
    return path


def check(path: Path, *options: str, python: str = sys.executable) -> tuple[int, str]:
    """Run the tool as a user would: a bare Python, no library, no project."""
    command = [python, "-I", "-S", str(TOOL), str(path), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=path.parent)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout + done.stderr


def faults(tmp_path: Path, export: Lines, kept_code: str = "") -> list[str]:
    """What the tool finds, without a process of its own."""
    with write(tmp_path / "log.jsonl", export).open("rb") as file:
        checker = tool.Checker(file, kept_code)
        checker.run()
    return [f"{where}: {what}" for where, what in checker.faults]


def reforged(export: Lines, change: Callable[[Lines, list[Any]], None]) -> Lines:
    """The export with something changed and every number, link, hash and head put right again."""
    copy = json.loads(json.dumps(export))
    records = [json.loads(line["content"]) for line in copy[1:]]
    change(copy, records)
    heads: dict[str, list[Any]] = {}
    for line, record in zip(copy[1:], records, strict=True):
        number, head = heads.get(record["chain"], [0, "0" * 64])
        record |= {"sequence": number + 1, "previous": head}
        line["content"] = canonical(record)
        line["hash"] = hashlib.sha256(line["content"].encode()).hexdigest()
        heads[record["chain"]] = [number + 1, line["hash"]]
    copy[0]["heads"] = heads
    return copy


@pytest.fixture
def no_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same dice in every run: by chance a forged seed or order could give the three dice that were thrown."""
    monkeypatch.setitem(Campaign._meta.get_field("identity").__dict__, "_get_default", lambda: uuid.UUID(int=13))
    monkeypatch.setattr("navalassist.play.writer.new_seed", lambda: b"a seed that is always the same..")


@pytest.fixture
def thousand(no_chance: None, campaign: Campaign) -> Campaign:
    """A turn with a thousand rolls of the server, and the turn after it."""
    with writing(seat(campaign)) as writer:
        for _ in range(counts.BOUND_ROLLS // 2):
            carry_out(writer, "mini-weather", {"zone": "inner"}, DiceInput())
    end_step(seat(campaign), times=4)
    return campaign


def test_every_one_of_a_thousand_rolls_is_recomputed_offline(thousand: Campaign, tmp_path: Path) -> None:
    status, said = check(write(tmp_path / "log.jsonl", export_of(thousand)))
    assert status == 0, said
    assert f"{counts.BOUND_ROLLS // 2 * 3} server dice thrown again" in said
    assert said.endswith("SOUND\n")
    head = Chain.objects.get(campaign=thousand, audience="public").head
    assert f"head of public/{counts.BOUND_ROLLS // 2 + 8}: {short_code(head)}" in said
    report = check_campaign(thousand)
    assert (report.sound, report.dice) == (True, counts.BOUND_ROLLS // 2 * 3)


def test_it_runs_on_old_pythons_too(story: Campaign, tmp_path: Path) -> None:
    path = write(tmp_path / "log.jsonl", export_of(story, "allied"))
    found = [
        name for name in ("python3.8", "python3.9", "python3.10", "python3.12", "python3.13") if shutil.which(name)
    ]
    works = [n for n in found if subprocess.run([n, "-c", ""], capture_output=True, check=False).returncode == 0]
    for python in works or [sys.executable]:
        assert check(path, python=python)[0] == 0


def change_a_die(export: Lines, records: list[Any]) -> None:
    faces = records[300]["body"]["answers"][0]["faces"]
    faces[1] = faces[1] % 6 + 1


def change_the_order(export: Lines, records: list[Any]) -> None:
    records[300:302] = [records[301], records[300]]


def change_the_procedure(export: Lines, records: list[Any]) -> None:
    records[300]["body"]["procedure"] = "cargo-contact"


def change_the_opened_seed(export: Lines, records: list[Any]) -> None:
    reveal = next(r for r in records if r["kind"] == "reveal")
    reveal["body"]["seed"] = bytes(32).hex()


def change_both_seeds(export: Lines, records: list[Any]) -> None:
    change_the_opened_seed(export, records)
    bound = next(r for r in records if r["kind"] == "seed")
    bound["body"]["commitment"] = hashlib.sha256(bytes(32)).hexdigest()


def leave_one_out(export: Lines, records: list[Any]) -> None:
    del records[300], export[301]


def put_one_in_twice(export: Lines, records: list[Any]) -> None:
    records.insert(300, json.loads(json.dumps(records[300])))
    export.insert(301, dict(export[301]))


def call_the_turn_another(export: Lines, records: list[Any]) -> None:
    records[300]["turn"] = "0002"


def throw_after_the_seed_is_open(export: Lines, records: list[Any]) -> None:
    last = next(n for n, r in enumerate(records) if r["kind"] == "reveal")
    moved = records.pop(300)
    records.insert(last, moved)


def take_dice_from_nowhere(export: Lines, records: list[Any]) -> None:
    change_a_die(export, records)
    records[300]["body"]["dice"]["reused"] = ["weather"]


def go_on_from_itself(export: Lines, records: list[Any]) -> None:
    take_dice_from_nowhere(export, records)
    records[300]["body"]["continues"] = "public/301"


def go_on_from_what_was_done(export: Lines, records: list[Any]) -> None:
    """The very dice of an earlier roll, which no rule would read again."""
    for number in (300, 301):
        body, before = records[number]["body"], records[200]["body"]
        body["answers"] = before["answers"]
        body["continues"] = "public/201"
        body["dice"]["reused"] = [answer["key"] for answer in before["answers"]]


def correct_twice(export: Lines, records: list[Any]) -> None:
    go_on_from_what_was_done(export, records)
    for number in (300, 301):
        records[number]["body"]["corrects"] = records[number]["body"].pop("continues")


def say_they_came_from_heaven(export: Lines, records: list[Any]) -> None:
    records[300]["body"]["dice"]["source"] = "heaven"


def never_open_the_seed(export: Lines, records: list[Any]) -> None:
    number = next(n for n, r in enumerate(records) if r["kind"] == "reveal")
    del records[number], export[number + 1]


def bind_twice(export: Lines, records: list[Any]) -> None:
    records.insert(2, json.loads(json.dumps(records[1])))
    export.insert(3, dict(export[2]))


@pytest.mark.parametrize(
    ("change", "first", "why"),
    [
        (change_a_die, "public/301", "die 2 of weather is not the one that was bound"),
        (change_the_order, "public/301", "is not the one that was bound"),
        (change_the_procedure, "public/301", "its act is not the rule that it carried out"),
        (change_the_opened_seed, "public/506", "the opened seed is not the one that was bound"),
        (change_both_seeds, "public/3", "is not the one that was bound"),
        (leave_one_out, "public/301", "is not the one that was bound"),
        (put_one_in_twice, "public/302", "is not the one that was bound"),
        (call_the_turn_another, "public/301", "its dice were never bound"),
        (throw_after_the_seed_is_open, "public/301", "is not the one that was bound"),
        (take_dice_from_nowhere, "public/301", "it uses dice again, and follows no entry that threw them"),
        (go_on_from_itself, "public/301", "it goes on from public/301, which neither waited nor was given up before"),
        (go_on_from_what_was_done, "public/301", "it goes on from public/201, which neither waited nor was given up"),
        (correct_twice, "public/301", "an entry of kind rule does not hold corrects"),
        (say_they_came_from_heaven, "public/301", "dice in its body is not what it should be"),
        (never_open_the_seed, "turn 0001", "its dice (public) were bound but never opened"),
        (bind_twice, "public/3", "the dice of this turn were bound before"),
    ],
)
def test_what_a_forger_changes_is_named(
    thousand: Campaign, tmp_path: Path, change: Callable[..., None], first: str, why: str
) -> None:
    export = export_of(thousand)
    assert faults(tmp_path, reforged(export, lambda *_: None)) == []
    found = faults(tmp_path, reforged(export, change))
    assert found[0].startswith(f"{first}: "), found[:3]
    assert why in found[0]


def test_dice_known_before_they_are_thrown_are_named(story: Campaign, tmp_path: Path) -> None:
    """A throw after its seed was opened, with the very faces that the seed gives."""
    export = export_of(story, "allied", "axis")
    seed = bytes(Seed.objects.get(campaign=story, turn="0001", audience="public").seed)

    def throw_late(copy: Lines, records: list[Any]) -> None:
        where = next(n for n, r in enumerate(records) if r["kind"] == "reveal" and r["chain"] == "public") + 1
        rolled = next(
            n
            for n, r in enumerate(records)
            if r["body"].get("dice", {}).get("source") == "server" and r["kind"] == "rule"
        )
        late = json.loads(json.dumps(records[rolled]))
        number = sum(1 for r in records[:where] if r["chain"] == "public") + 1
        late["body"]["dice"]["reused"] = []
        for answer in late["body"]["answers"]:
            if "faces" in answer:
                bound = (seed, str(story.identity), f"public/{number}", late["body"]["procedure"], answer["key"])
                answer["faces"] = [face(*bound, index, 6) for index in range(len(answer["faces"]))]
        records.insert(where, late)
        copy.insert(where + 1, dict(copy[rolled + 1], payloads=[]))

    found = faults(tmp_path, reforged(export, throw_late))
    assert any("its dice were thrown when their seed was open already" in fault for fault in found), found


def test_dice_that_a_correction_asks_for_no_more_are_no_fault(db: None, tmp_path: Path) -> None:
    demo = begin_demo()
    axis = seat(demo)
    do(axis, "cargo-contact", shipment="demo-1")
    made = mend(axis, do(axis, "cargo-contact", shipment="demo-1"), situation={"leg.protected": True})
    assert made.record["body"]["unused_dice"]
    assert "answers" not in made.record["body"]
    while not Entry.objects.filter(kind="reveal").exists():
        end_step(axis)
    assert faults(tmp_path, export_of(demo)) == []
    assert check_campaign(demo).sound
