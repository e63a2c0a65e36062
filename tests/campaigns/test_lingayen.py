"""The recorded turn of Dec 1941, replayed by both checks and by its effects, with nothing at hand but the file."""

import hashlib
import tomllib
from pathlib import Path

import pytest

from navalassist.engine import REGISTER, canonical
from navalassist.engine.rule import RULES
from tests.campaigns import test_recorded as recorded
from tests.campaigns.record_lingayen import FILE
from tests.campaigns.test_recorded import RECORD, checked, entries, facts_of, final, of, rule_faults

STATED = tomllib.loads(FILE.with_suffix(".toml").read_text("utf-8"))


def test_the_program_without_libraries_finds_it_sound() -> None:
    code, said = checked(FILE, "--head", STATED["head"])
    assert code == 0, said


def test_every_rule_comes_out_the_same_by_the_rules_and_tables_of_today() -> None:
    assert rule_faults(FILE) == []


def test_it_ends_as_it_was_worked_out_by_hand() -> None:
    rows = final(FILE).rows
    assert facts_of(rows, STATED["state"]) == STATED["state"]
    orders = {f"{fields['side']} {fields['number']}": (row, fields) for row, fields in of(rows, "pg-order")}
    assert {name: {at: orders[name][1][at] for at in told} for name, told in STATED["orders"].items()} == STATED[
        "orders"
    ]
    names = {row.partition(":")[2]: name for name, (row, _) in orders.items()}
    assert {names[fields["order"]]: fields["squares"] for _, fields in of(rows, "pg-sighting")} == STATED["seen"]
    # A convoy that was broken up, and an order that was struck out, leave no row.
    assert len(of(rows, "pg-group")) == 9
    assert orders.keys() == STATED["orders"].keys()


def test_it_carries_out_every_rule_of_the_system() -> None:
    of_the_book = {slug for slug, known in REGISTER.items() if known.system == "theatre" and not RULES[slug].house}
    assert {entry.body["act"] for entry in entries(FILE)} >= of_the_book, RECORD


def test_the_books_that_are_shown_are_those_that_were_sealed() -> None:
    books = of(final(FILE).rows, "order-book")
    assert [hashlib.sha256(book["text"].encode()).hexdigest() for _, book in books] == [
        book["hash"] for _, book in books
    ]


def test_what_is_no_secret_of_it_names_no_ship_that_nobody_met() -> None:
    """The cover was seen, and never fought: what everybody may read has neither its ships nor where they lie."""
    public = "".join(canonical(entry.record["body"]) for entry in entries(FILE) if entry.record["chain"] == "public")
    assert "ryujo" in public
    assert not [ship for ship in ("kongo", "ashigara", "kuma", "nachi", "boats-8", "peary") if ship in public]


@pytest.mark.slow
def test_the_script_that_recorded_it_still_plays_it(tmp_path: Path) -> None:
    """Keys and salts are fixed too, so that rows and hashes of the books are the same."""
    recorded.test_the_script_that_recorded_it_still_plays_it(tmp_path, "record_lingayen", FILE)
