"""Recorded turns, replayed by both checks and by their effects, with nothing at hand but the file.

What each must end in was worked out by hand from the dice: README.md shows how, the TOML file beside it says it.
"""

import hashlib
import json
import os
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from navalassist.auditlog.fold import Fold, moves_of
from navalassist.engine import REGISTER, Book, Verdict, canonical, verify
from navalassist.engine.rule import RULES
from navalassist.play.storage.bodies import joined
from navalassist.play.storage.tables import earlier_texts, parsed
from navalassist.rules.europa.clock import turn_title
from navalassist.systems.europa.board.words import sails_text
from navalassist.systems.storm_of_steel.actions import ACTIONS
from tables import all_tables

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FILE, FLEETS, WATERS, GREAT_WAR = RECORDINGS = [
    HERE / f"{name}.jsonl" for name in ("march-1941", "march-1941-fleets", "august-1941", "autumn-1914")
]
EACH_RECORDING = pytest.mark.parametrize("file", RECORDINGS, ids=lambda file: file.stem)
STATED, FLEETS_STATED, WATERS_STATED, GREAT_WAR_STATED = (
    tomllib.loads(file.with_suffix(".toml").read_text("utf-8")) for file in RECORDINGS
)
RULE_KINDS = ("rule", "correction", "waiting")
# The odds of a whole voyage are asked for and never written: its checks are entries, one by one. A rule of a group's
# own is off in these campaigns: its own tests play it.
HOUSE = {slug for slug, rule in RULES.items() if rule.house}
OF_THE_BOOK = {slug for slug, known in REGISTER.items() if known.system in ("europa", "storm_of_steel")} - HOUSE
WRITTEN = OF_THE_BOOK - {"voyage"}
RECORD = "play it in tests/campaigns/record….py and write the file anew: python3 -m tests.campaigns.record…"


@dataclass(frozen=True)
class Entry:
    """An entry as the file holds it. parts: what is secret of its body, such as plans that are sealed as yet."""

    reference: str
    record: dict[str, Any]
    parts: tuple[dict[str, Any], ...] = ()

    @property
    def body(self) -> dict[str, Any]:
        """What is empty is left out of the file; here it is empty."""
        return joined(self.record["body"], self.parts)


def entries(file: Path) -> list[Entry]:
    """Every entry of an export, in order."""
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()[1:]]
    found = []
    for line in lines:
        record = json.loads(line["content"])
        parts = tuple(json.loads(part["content"]) for part in line.get("payloads", ()))
        found.append(Entry(f"{record['chain']}/{record['sequence']}", record, parts))
    return found


def folded(file: Path) -> Iterator[tuple[Entry, Fold]]:
    """Each entry with the state before it; after the last the state is that of the end."""
    state = Fold(())
    for entry in entries(file):
        yield entry, state
        if entry.record["kind"] == "rule" and "continues" not in entry.body:
            assert state.misread(entry.body["facts_read"]) == "", entry.reference
        moves, unlike = moves_of(entry.body)
        moment = (entry.record["turn"], entry.record["player_turn"])
        assert unlike == "", f"{entry.reference}: {unlike}"
        wrong = state.entry(entry.reference, entry.record["chain"], moment, moves)
        assert wrong == "", f"{entry.reference}: {wrong}"


def final(file: Path) -> Fold:
    """The sum of all recorded effects."""
    *_, (_, state) = folded(file)
    return state


def rule_faults(file: Path) -> list[str]:
    """Every rule entry run again by today's rules and shipped tables; what is not the SAME, by its entry."""
    faults = []
    for entry, state in folded(file):
        if entry.record["kind"] not in RULE_KINDS:
            continue
        shipped = dict(all_tables())
        for slug, version in entry.body.get("tables", {}).items():
            if earlier := earlier_texts(slug.partition("/")[0]).get(f"{slug}@{version}"):
                shipped[slug] = parsed(earlier, slug)
        changed = [slug for slug, version in entry.body.get("tables", {}).items() if shipped[slug].version != version]
        faults += [f"{entry.reference}: the shipped table {slug} is another version" for slug in changed]
        rulings = {
            row.removeprefix("ruling:"): fields["choice"]
            for row, fields in state.rows.items()
            if row.startswith("ruling:")
        }
        own = entry.body["effects"][entry.body.get("own_effects", 0) :]
        found = verify({"outcome": None, **entry.body, "effects": own}, Book(shipped, rulings))
        if found.verdict is not Verdict.SAME:
            faults.append(f"{entry.reference}: {found.verdict.value}: {found.reason}")
        elif entry.body["edition"] != REGISTER[entry.body["procedure"]].edition:
            faults.append(f"{entry.reference}: rules changed: it was carried out by edition {entry.body['edition']!r}")
    return faults


def checked(file: Path, *words: str) -> tuple[int, str]:
    """What the program without libraries says of a file."""
    command = [sys.executable, "tools/verify_log.py", str(file), *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


# The recording itself


def test_it_is_the_turn_that_it_is_kept_for() -> None:
    found = entries(FILE)
    assert Counter(entry.record["kind"] for entry in found) == STATED["entries"]
    acts = Counter(entry.body["act"] for entry in found)
    assert acts["undo"] == 1
    assert acts["air.add"] == 5
    wanted = ("malta-bombed", "italian-interference", "south-aegean-zone", "malta-repaired", "south-aegean-bombed")
    assert all(acts[slug] for slug in wanted)
    dice = [entry for entry in found if entry.body.get("dice")]
    assert {entry.body["dice"]["source"] for entry in dice} == {"typed", "server"}
    late = [entry for entry in dice if entry.body.get("rolled_at")]
    assert len(late) == 2
    assert all(entry.body["rolled_at"] < entry.record["time"] for entry in late)
    sailed = {
        e.body["operation"] for e in found if e.body["act"] == "cargo-contact" and e.record["turn"] == "1941-03-1"
    }
    assert len(sailed) == 10


def carried_out(file: Path) -> list[dict[str, Any]]:
    """What the rules of a recording did."""
    return [entry.body for entry in entries(file) if entry.record["kind"] == "rule"]


@pytest.mark.parametrize("file", [FLEETS, WATERS, GREAT_WAR], ids=lambda file: file.stem)
def test_it_is_played_by_the_book(file: Path) -> None:
    """No reason overrules anything in it."""
    assert [body["act"] for body in carried_out(file) if body["situation"].get("because")] == []
    assert [body["act"] for body in carried_out(file) if (body["outcome"] or {}).get("overruled")] == []


def test_the_turn_with_fleets_uses_at_least_25_procedures_of_both_rules_and_works_danger_zones_out() -> None:
    used = {body["procedure"] for body in carried_out(FLEETS)}
    assert len(used) >= 25
    assert {REGISTER[slug].rule.partition(".")[0] for slug in used} == {"33", "36"}
    waters = [body["situation"]["waters"] for body in carried_out(FLEETS) if body["act"] == "danger-contact"]
    assert [found["typed"] for found in waters] == [None]


def test_together_they_carry_out_every_procedure_that_an_entry_can_be_of() -> None:
    assert {body["procedure"] for file in RECORDINGS for body in carried_out(file)} == WRITTEN, RECORD


def test_the_months_of_the_great_war_carry_out_every_procedure_of_it() -> None:
    of_the_great_war = {slug for slug in WRITTEN if REGISTER[slug].system == "storm_of_steel"}
    assert {body["procedure"] for body in carried_out(GREAT_WAR)} == of_the_great_war, RECORD


# Chains and dice


@EACH_RECORDING
def test_chains_and_dice_are_in_order(file: Path) -> None:
    code, said = checked(file)
    assert code == 0, said
    assert said.endswith("SOUND\n")


def test_its_head_is_the_one_that_was_kept_and_its_dice_are_told() -> None:
    code, said = checked(FILE, "--head", STATED["head"])
    assert code == 0, said
    assert "13 server dice thrown again, 35 typed" in said


def test_a_flipped_byte_is_named(tmp_path: Path) -> None:
    lines = FILE.read_bytes().splitlines(keepends=True)
    number = next(n for n, line in enumerate(lines) if rb"\"faces\":[6,3]" in line)
    lines[number] = lines[number].replace(rb"\"faces\":[6,3]", rb"\"faces\":[6,2]")
    forged = tmp_path / "flipped.jsonl"
    forged.write_bytes(b"".join(lines))
    code, said = checked(forged)
    assert code == 1
    assert f"public/{number}: its text does not match its hash" in said
    assert f"The first fault is in public/{number}." in said


def test_a_cut_tail_is_named(tmp_path: Path) -> None:
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join(FILE.read_bytes().splitlines(keepends=True)[:-1]))
    assert checked(cut)[0] == 1


# Rules


@EACH_RECORDING
def test_every_rule_comes_out_the_same(file: Path) -> None:
    assert rule_faults(file) == []


def test_a_typed_die_that_is_forged_with_all_hashes_is_named_by_the_rule_check(tmp_path: Path) -> None:
    def other_dice(record: dict[str, Any]) -> None:
        for answer in record["body"].get("answers", ()):
            if answer.get("faces") == [6, 3]:
                answer["faces"] = [6, 1]

    forged = forge(tmp_path, other_dice)
    assert checked(forged)[0] == 0, "typed dice are bound to nothing, and all its hashes fit"
    number = next(n for n, e in enumerate(entries(FILE), 1) if '"faces":[6,3]' in canonical(e.record))
    assert [fault.partition(":")[0] for fault in rule_faults(forged)] == [f"public/{number}"]


def test_an_entry_of_an_edition_that_never_was_is_named(tmp_path: Path) -> None:
    def forged(record: dict[str, Any]) -> None:
        if record["body"]["act"] == "south-aegean-zone":
            record["body"]["edition"] = "32 of 1999"

    assert [fault.partition(":")[0] for fault in rule_faults(forge(tmp_path, forged))] == ["public/30"]


def forge(folder: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    """The file with something else in its entries, all hashes made to fit."""
    header, *lines = FILE.read_text("utf-8").splitlines()
    heads, told = json.loads(header), []
    previous = "0" * 64
    for line in lines:
        record = json.loads(json.loads(line)["content"])
        change(record)
        record["previous"] = previous
        content = canonical(record)
        previous = hashlib.sha256(content.encode()).hexdigest()
        told.append(json.dumps({"content": content, "hash": previous, "payloads": json.loads(line)["payloads"]}))
    heads["heads"]["public"] = [len(lines), previous]
    forged = folder / "forged.jsonl"
    forged.write_text("\n".join([json.dumps(heads), *told]) + "\n", "utf-8")
    return forged


# State


def test_its_effects_end_in_what_was_worked_out_by_hand() -> None:
    assert stated(final(FILE)) == {name: STATED[name] for name in ("state", "marks", "air", "shipments")}


def test_the_effects_of_the_turn_with_fleets_end_in_what_was_worked_out_by_hand() -> None:
    rows = final(FLEETS).rows
    assert facts_of(rows, FLEETS_STATED["state"]) == FLEETS_STATED["state"]
    # Swept to its last point: the belt has no row any more.
    assert not {"mines:allied/18A-0203", "mines:axis/18A-0407"} & rows.keys()
    # What ends with the turn is gone, what stays stands.
    assert "mark:sea/mediterranean" not in rows
    assert {"mark:aircraft/formidable", "mark:pending/battle-fleet", "mark:collateral/palermo"} <= rows.keys()


def test_the_effects_of_the_turn_in_both_theatres_end_in_what_was_worked_out_by_hand() -> None:
    rows = final(WATERS).rows
    assert facts_of(rows, WATERS_STATED["state"]) == WATERS_STATED["state"]
    for kind, name, told in (("task-force", "name", "units"), ("shipment", "row", "rows")):
        found = {str(fields[name]): fields for _, fields in of(rows, kind)}
        for key, wanted in WATERS_STATED[told].items():
            assert {field: found[key][field] for field in wanted} == wanted, key
    assert {fields["name"] for _, fields in of(rows, "group")} == set(WATERS_STATED["groups"])


def test_the_effects_of_the_great_war_end_in_what_was_worked_out_by_hand() -> None:
    rows = final(GREAT_WAR).rows
    assert facts_of(rows, GREAT_WAR_STATED["state"]) == GREAT_WAR_STATED["state"]
    lost = {row.partition(":")[2] for row, fields in of(rows, "squadron") if fields["place"] == "lost"}
    assert lost == set(GREAT_WAR_STATED["lost"])
    ashore = {row.partition(":")[2] for row, fields in of(rows, "land-unit") if fields["lost"]}
    assert ashore == set(GREAT_WAR_STATED["ashore"])
    actions = {row.partition(":")[2]: fields for row, fields in of(rows, "action")}
    assert {key: fields["ends"] for key, fields in actions.items()} == GREAT_WAR_STATED["actions"]
    assert {fields["stage"] for fields in actions.values()} == {"ended"}
    # Every loss is taken off, and the marks of the quarter and of the steps are gone.
    assert [row for row in rows if row.startswith(("owed-loss:", "mark:"))] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "file"),
    [("record", FILE), ("record_fleets", FLEETS), ("record_waters", WATERS), ("record_great_war", GREAT_WAR)],
)
def test_the_script_that_recorded_it_still_plays_it(tmp_path: Path, module: str, file: Path) -> None:
    anew = tmp_path / "anew.jsonl"
    command = [sys.executable, "-m", f"tests.campaigns.{module}", str(anew)]
    # It records in a folder of its own, whatever database the tests run on.
    alone = {**os.environ, "NAVALASSIST_DATABASE": ""}
    done = subprocess.run(command, cwd=ROOT, env=alone, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert final(anew).rows == final(file).rows
    assert answered(anew) == answered(file)


def answered(file: Path) -> list[list[tuple[str, Any]]]:
    """What was thrown and chosen, entry by entry."""
    return [[(answer["key"], answer.get("faces")) for answer in e.body.get("answers", ())] for e in entries(file)]


def stated(state: Fold) -> dict[str, Any]:
    """A state in the words of the small file."""
    rows = state.rows
    names = {row.removeprefix("port:"): fields["name"].partition(" (")[0] for row, fields in of(rows, "port")}
    return {
        "state": facts_of(rows, STATED["state"]),
        "marks": {row.removeprefix("mark:"): fields["note"] for row, fields in of(rows, "mark")},
        "air": {fields["name"]: fields["place"] for _, fields in of(rows, "air-unit")},
        "shipments": [shipment(fields, names) for _, fields in sorted(of(rows, "shipment"), key=by_number)],
    }


Rows = dict[str, dict[str, Any]]


def facts_of(rows: Rows, facts: Iterable[str]) -> dict[str, Any]:
    """What these facts are."""
    return {fact: rows[fact.rpartition(".")[0]][fact.rpartition(".")[2]] for fact in facts}


def of(rows: Rows, kind: str) -> list[tuple[str, dict[str, Any]]]:
    """The rows of a kind."""
    return [(row, fields) for row, fields in rows.items() if row.startswith(f"{kind}:")]


def by_number(row: tuple[str, dict[str, Any]]) -> tuple[str, int]:
    return row[1]["turn"], row[1]["row"]


def shipment(fields: dict[str, Any], names: dict[str, str]) -> dict[str, str]:
    """A shipment as the small file states it: REs and transports."""
    turn = turn_title(fields["turn"]).rpartition(" ")[0]
    way = f"{names[fields['origin']]} to {names[fields['destination']]}"
    pairs = {
        name: f"{fields[f'res_{name}']} / {fields[f'transports_{name}']}" for name in ("afloat", "lost", "returned")
    }
    what = fields["label"] or sails_text(fields)
    return {"row": f"{turn} {fields['row']}: {what}, {way}", "state": fields["state"], **pairs}


def test_every_stage_of_a_naval_action_follows_one_that_its_declaration_lets_it_follow() -> None:
    moves = Counter(
        (before, after)
        for entry in entries(GREAT_WAR)
        if entry.record["kind"] == "rule"
        for key, before, after in entry.body.get("changes") or ()
        if key.startswith("action:") and key.endswith(".stage") and before is not None and after is not None
    )
    assert len(moves) > 10
    assert [move for move in moves if not ACTIONS.may_follow(*move)] == []
