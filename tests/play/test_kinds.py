"""What kinds of rows are to the log, to the set-up and to questions: their classes say it, and old logs rely on it."""

import pytest

from navalassist.auditlog.tags import kinds_by_name, tagged_kinds
from navalassist.engine.rows import ROWS
from navalassist.play.rules.holds import asked_kinds
from navalassist.play.write.rights import set_up_kinds

# The skirmish is a system of the tests' own.
OF_TESTS = {"clash"}


def test_the_tags_of_an_entry_are_those_by_which_its_log_was_indexed() -> None:
    assert tagged_kinds() - OF_TESTS == {
        *("zone", "port", "shipment", "task-force", "group", "mines", "air-unit"),
        *("area", "base", "fleet", "squadron", "action", "land-unit"),
        *("force", "ship", "transport", "cargo", "battle", "combatant", "sm-air-unit", "sm-repair"),
        *("pg-unit", "pg-air", "pg-group", "pg-pool", "pg-order", "pg-troop"),
        *("pg-interception", "pg-battle", "pg-result"),
    }
    assert {name: kind for name, kind in kinds_by_name().items() if kind not in OF_TESTS} == {
        **{kind: kind for kind in ("zone", "port", "shipment", "group", "area", "fleet", "action")},
        "origin": "port",
        "destination": "port",
        "item": "shipment",
        "force": "task-force",
    }


def test_the_set_up_and_questions_have_their_kinds() -> None:
    assert set_up_kinds() == {
        "port",
        "condition",
        "malta",
        "zone",
        "ledger",
        "area",
        "base",
        "sm-port",
        "sm-minefield",
        "pg-port",
    }
    europa = {"shipment", "task-force", "group", "air-unit"}
    assert set(asked_kinds()) == europa | {
        "action",
        "fleet",
        "squadron",
        "area",
        "base",
        "land-unit",
        "sm-port",
        "pg-port",
    }


@pytest.mark.parametrize("kind", ROWS)
def test_a_kind_has_a_heading(kind: str) -> None:
    assert ROWS[kind].SEVERAL[0].isupper()
