"""P13: results are bound before they can be known, and anyone can recompute every die without NavalAssist."""

import hashlib
import importlib.util
import json
import shutil
import subprocess
import sys
import uuid
from pathlib import Path
from typing import Any

import pytest

from navalassist.auditlog.export import lines
from navalassist.auditlog.models import Chain, Entry, Seed, short_code
from navalassist.campaigns.models import Campaign
from navalassist.play.checks.verify import check_campaign
from navalassist.play.dice.server import DiceInput, face
from navalassist.play.rules.resolve import carry_out
from navalassist.play.write.transaction import writing
from navalassist.systems.europa.setup import begin_demo
from tests import counts
from tests.mini.system import begin, do, end_step, mend, seat
from tests.promises.archives import PARTS, reforged
from tests.promises.kept import once
from tests.promises.lies import Lie, all_of, leaves_out, moves, says, twice, where

pytestmark = [pytest.mark.promise("P13"), pytest.mark.django_db, pytest.mark.xdist_group("a thousand rolls")]
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


@pytest.fixture
def no_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same dice in every run: by chance a forged seed or order could give the three dice that were thrown."""
    monkeypatch.setitem(Campaign._meta.get_field("identity").__dict__, "_get_default", lambda: uuid.UUID(int=13))
    monkeypatch.setattr("navalassist.play.write.writer.new_seed", lambda: b"a seed that is always the same..")


@once
def a_thousand_rolls() -> Campaign:
    """A turn with a thousand rolls of the server, and the turn after it."""
    campaign = begin()
    with writing(seat(campaign)) as writer:
        for _ in range(counts.BOUND_ROLLS // 2):
            carry_out(writer, "mini-weather", {"zone": "inner"}, DiceInput())
    end_step(seat(campaign), times=4)
    return campaign


@pytest.fixture
def thousand(no_chance: None, mini: None, db: None) -> Campaign:
    return a_thousand_rolls()


def test_every_one_of_a_thousand_rolls_is_recomputed_offline(thousand: Campaign, tmp_path: Path) -> None:
    assert faults(tmp_path, reforged(export_of(thousand), lambda _: None)) == []
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


# Where the records stand that are changed: the seed, a roll of long ago, one in the middle, and the opened seed.
BOUND, EARLIER, ROLL, REVEAL = 1, 200, 300, counts.BOUND_ROLLS // 2 + 5
ANOTHER_DIE = says(f"{ROLL}.body.answers.0.faces.1", lambda face: face % 6 + 1)
FROM_NOWHERE = all_of(ANOTHER_DIE, says(f"{ROLL}.body.dice.reused", ["weather"]))
ANOTHER_SEED = says(f"{REVEAL}.body.seed", bytes(32).hex())


def goes_on_from_what_was_done(records: Lines) -> None:
    """The very dice of an earlier roll, which no rule would read again."""
    for number in (ROLL, ROLL + 1):
        body, before = records[number]["body"], records[EARLIER]["body"]
        body |= {"answers": before["answers"], "continues": f"public/{EARLIER + 1}"}
        body["dice"]["reused"] = [answer["key"] for answer in before["answers"]]


def corrects_twice(records: Lines) -> None:
    goes_on_from_what_was_done(records)
    for number in (ROLL, ROLL + 1):
        records[number]["body"]["corrects"] = records[number]["body"].pop("continues")


NOT_BOUND = "is not the one that was bound"
NO_WAITING = "which neither waited nor was given up"
FORGERIES: dict[str, tuple[Lie, str, str]] = {
    "a die is another": (ANOTHER_DIE, "public/301", f"die 2 of weather {NOT_BOUND}"),
    "two rolls change places": (moves(ROLL + 1, ROLL), "public/301", NOT_BOUND),
    "it is called another procedure": (
        says(f"{ROLL}.body.procedure", "cargo-contact"),
        "public/301",
        "its act is not the rule that it carried out",
    ),
    "another seed is opened": (ANOTHER_SEED, f"public/{REVEAL + 1}", f"the opened seed {NOT_BOUND}"),
    "another seed was bound": (
        all_of(ANOTHER_SEED, says(f"{BOUND}.body.commitment", hashlib.sha256(bytes(32)).hexdigest())),
        "public/3",
        NOT_BOUND,
    ),
    "a roll is left out": (leaves_out(ROLL), "public/301", NOT_BOUND),
    "a roll stands there twice": (twice(ROLL), "public/302", NOT_BOUND),
    "it is called another turn": (says(f"{ROLL}.turn", "0002"), "public/301", "its dice were never bound"),
    "it was thrown when the seed was open": (moves(ROLL, REVEAL), "public/301", NOT_BOUND),
    "its dice come from nowhere": (
        FROM_NOWHERE,
        "public/301",
        "it uses dice again, and follows no entry that threw them",
    ),
    "it goes on from itself": (
        all_of(FROM_NOWHERE, says(f"{ROLL}.body.continues", "public/301")),
        "public/301",
        f"it goes on from public/301, {NO_WAITING} before",
    ),
    "it goes on from what was done": (
        goes_on_from_what_was_done,
        "public/301",
        f"it goes on from public/201, {NO_WAITING}",
    ),
    "it corrects twice": (corrects_twice, "public/301", "an entry of kind rule does not hold corrects"),
    "its dice came from heaven": (
        says(f"{ROLL}.body.dice.source", "heaven"),
        "public/301",
        "dice in its body is not what it should be",
    ),
    "the seed is never opened": (
        leaves_out(REVEAL),
        "turn 0001",
        "its dice (public) were bound but never opened",
    ),
    "the seed is bound twice": (twice(BOUND), "public/3", "the dice of this turn were bound before"),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_what_a_forger_changes_is_named(thousand: Campaign, tmp_path: Path, what: str) -> None:
    lie, first, why = FORGERIES[what]
    found = faults(tmp_path, reforged(export_of(thousand), lie))
    assert found[0].startswith(f"{first}: "), found[:3]
    assert why in found[0]


def test_dice_known_before_they_are_thrown_are_named(story: Campaign, tmp_path: Path) -> None:
    """A throw after its seed was opened, with the very faces that the seed gives."""
    export = export_of(story, "allied", "axis")
    seed = bytes(Seed.objects.get(campaign=story, turn="0001", audience="public").seed)

    def throw_late(records: Lines) -> None:
        after = where(records, kind="reveal", chain="public") + 1
        rolls = (r for r in records if r["kind"] == "rule" and r["body"].get("dice", {}).get("source") == "server")
        late = json.loads(json.dumps(next(rolls))) | {PARTS: []}
        number = sum(1 for r in records[:after] if r["chain"] == "public") + 1
        late["body"]["dice"]["reused"] = []
        for answer in late["body"]["answers"]:
            if "faces" in answer:
                bound = (seed, str(story.identity), f"public/{number}", late["body"]["procedure"], answer["key"])
                answer["faces"] = [face(*bound, index, 6) for index in range(len(answer["faces"]))]
        records.insert(after, late)

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
