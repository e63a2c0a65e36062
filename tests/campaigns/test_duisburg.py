"""The recorded segment of Nov 1941, replayed by both checks and by its effects, with nothing at hand but the file."""

import tomllib

from tests.campaigns.record_duisburg import FILE
from tests.campaigns.test_recorded import checked, entries, final, rule_faults

STATED = tomllib.loads(FILE.with_suffix(".toml").read_text("utf-8"))


def test_the_program_without_libraries_finds_it_sound() -> None:
    code, said = checked(FILE)
    assert code == 0, said
    assert STATED["head"] in said


def test_every_rule_comes_out_the_same_by_the_rules_and_tables_of_today() -> None:
    assert rule_faults(FILE) == []


def test_it_ends_as_it_was_worked_out_by_hand() -> None:
    rows = final(FILE).rows
    found = {key: rows[key.rpartition(".")[0]][key.rpartition(".")[2]] for key in STATED["state"]}
    assert found == STATED["state"]
    assert not [row for row in rows if row.startswith("combatant:")]


def test_it_has_every_part_of_an_evening() -> None:
    """Sailing, both searches, a battle with sealed plans, guns, torpedoes, breaking off, sheets."""
    acts = {entry.body["act"] for entry in entries(FILE)}
    assert {
        *("sm-move", "sm-area-search", "sm-form", "sm-surface-search", "sm-engage", "sm-stand", "sm-orders"),
        *("sm-torpedo-plan", "sm-fire-plan", "sm-gunfire", "sm-targets", "sm-torpedoes", "sm-parting", "sm-record"),
    } <= acts
