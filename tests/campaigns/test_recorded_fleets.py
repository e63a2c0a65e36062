"""A recorded turn with fleets, of both rules: every procedure runs again, and its effects end as README.md says."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from navalassist.engine import REGISTER
from tests.campaigns.test_recorded import HERE, ROOT, checked, entries, final, rule_faults

FILE = HERE / "march-1941-fleets.jsonl"
# Worked out by hand in README.md.
ENDS = {
    "campaign:clock.step": "initial",
    "malta:status.number": 10,
    "malta-stock:valletta.points": 4,
    "malta-stock:valletta.nrp": 0,
    "account:axis/nrp.balance": "7",
    "account:allied/nrp.balance": "3",
    "account:allied/nrp.sweeping": "0",
    "account:allied/arp/fleet-air-arm.balance": "-3",
    "task-force:squadron-1.hits": 3,
    "task-force:squadron-1.flipped": False,
    "task-force:squadron-1.supports": {"1941": 1},
    "task-force:squadron-1.fuelled": "1941-03-1/axis 5",
    "task-force:squadron-2.hits": 0,
    "task-force:ark-royal.place": "withdrawn",
    "task-force:formidable.place": "port:suez",
    "task-force:minelayer.mines": 0,
    "group:battle-fleet.place": "hex:18A:0203",
    "mines:axis/18A-0404.points": 1,
    "mines:axis/18A-0405.points": 1,
    "mines:allied/18A-0507.points": 2,
    "shipment:demo-1.res_afloat": "2",
    "shipment:demo-1.res_lost": "4",
    "shipment:demo-1.res_returned": "1",
    "shipment:demo-2.state": "arrived",
}


def test_it_uses_at_least_25_procedures_of_both_rules() -> None:
    used = Counter(entry.body["procedure"] for entry in entries(FILE) if entry.record["kind"] == "rule")
    assert len(used) >= 25
    rules = {REGISTER[slug].rule.partition(".")[0] for slug in used}
    assert rules == {"33", "36"}


def test_it_is_played_by_the_book() -> None:
    """No reason overrules anything in it, and whose danger zone a hex is in was worked out."""
    bodies = [entry.body for entry in entries(FILE) if entry.record["kind"] == "rule"]
    assert [body["act"] for body in bodies if body["situation"].get("because")] == []
    assert [body["act"] for body in bodies if (body["outcome"] or {}).get("overruled")] == []
    waters = [body["situation"]["waters"] for body in bodies if body["act"] == "danger-contact"]
    assert [found["typed"] for found in waters] == [None]


def test_chains_and_dice_are_in_order() -> None:
    code, said = checked(FILE)
    assert code == 0, said
    assert said.endswith("SOUND\n")


def test_every_rule_comes_out_the_same() -> None:
    assert rule_faults(FILE) == []


def test_its_effects_end_in_what_was_worked_out_by_hand() -> None:
    rows = final(FILE).rows
    found = {fact: rows[fact.rpartition(".")[0]][fact.rpartition(".")[2]] for fact in ENDS}
    assert found == ENDS
    # Swept to its last point: the belt has no row any more.
    assert not {"mines:allied/18A-0203", "mines:axis/18A-0407"} & rows.keys()
    # What ends with the turn is gone, what stays stands.
    marks = {row for row in rows if row.startswith("mark:")}
    assert "mark:sea/mediterranean" not in marks
    assert {"mark:aircraft/formidable", "mark:pending/battle-fleet", "mark:collateral/palermo"} <= marks


@pytest.mark.slow
def test_the_script_that_recorded_it_still_plays_this_turn(tmp_path: Path) -> None:
    file = tmp_path / "anew.jsonl"
    command = [sys.executable, "-m", "tests.campaigns.record_fleets", str(file)]
    alone = {**os.environ, "NAVALASSIST_DATABASE": ""}
    done = subprocess.run(command, cwd=ROOT, env=alone, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert final(file).rows == final(FILE).rows
