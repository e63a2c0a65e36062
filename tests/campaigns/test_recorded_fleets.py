"""A recorded turn with fleets, of both rules: every procedure runs again, and its effects end as README.md says."""

from __future__ import annotations

from collections import Counter

from navalassist.engine import REGISTER
from tests.campaigns.test_recorded import FLEETS, entries, final

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
    used = Counter(entry.body["procedure"] for entry in entries(FLEETS) if entry.record["kind"] == "rule")
    assert len(used) >= 25
    rules = {REGISTER[slug].rule.partition(".")[0] for slug in used}
    assert rules == {"33", "36"}


def test_it_is_played_by_the_book() -> None:
    """No reason overrules anything in it, and whose danger zone a hex is in was worked out."""
    bodies = [entry.body for entry in entries(FLEETS) if entry.record["kind"] == "rule"]
    assert [body["act"] for body in bodies if body["situation"].get("because")] == []
    assert [body["act"] for body in bodies if (body["outcome"] or {}).get("overruled")] == []
    waters = [body["situation"]["waters"] for body in bodies if body["act"] == "danger-contact"]
    assert [found["typed"] for found in waters] == [None]


def test_its_effects_end_in_what_was_worked_out_by_hand() -> None:
    rows = final(FLEETS).rows
    found = {fact: rows[fact.rpartition(".")[0]][fact.rpartition(".")[2]] for fact in ENDS}
    assert found == ENDS
    # Swept to its last point: the belt has no row any more.
    assert not {"mines:allied/18A-0203", "mines:axis/18A-0407"} & rows.keys()
    # What ends with the turn is gone, what stays stands.
    marks = {row for row in rows if row.startswith("mark:")}
    assert "mark:sea/mediterranean" not in marks
    assert {"mark:aircraft/formidable", "mark:pending/battle-fleet", "mark:collateral/palermo"} <= marks
