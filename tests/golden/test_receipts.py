"""Receipts and lines of the log that were read in review stay as they are, for every procedure there is."""

import os
from pathlib import Path

import pytest
from django.test import Client

from navalassist.engine import REGISTER
from tests.campaigns.record_duisburg import FILE
from tests.campaigns.record_lingayen import FILE as LINGAYEN
from tests.campaigns.test_recorded import RULE_KINDS, WRITTEN, entries
from tests.golden.receipts import SOURCES, TEXTS, name_of, read_from, write, written

WRITES = os.environ.get("NAVALASSIST_GOLDEN") == "write"
# Of Supermarina those of its recorded segment; its other rules are read in their own tests.
AT_DUISBURG = {entry.body["procedure"] for entry in entries(FILE) if entry.record["kind"] in RULE_KINDS}
# Of the theatre campaign all, also those that are kept as inputs.
AT_LINGAYEN = {act for entry in entries(LINGAYEN) if (act := entry.body["act"]) in REGISTER}
ANEW = "write them with NAVALASSIST_GOLDEN=write python3 start.py test tests/golden, and read git diff"


@pytest.mark.django_db
@pytest.mark.parametrize("source", SOURCES, ids=name_of)
def test_receipts_and_lines_of_the_log_stay_as_they_were_read(source: Path, client: Client) -> None:
    found = list(read_from(source, client))
    if WRITES:
        write(source, found)
    changed = [f"{one.procedure}: {one.where}" for one in found if written(one.procedure).get(one.where) != one.text]
    assert not changed, ANEW


def test_every_procedure_that_an_entry_can_be_of_has_a_golden_receipt() -> None:
    assert {file.stem for file in TEXTS.glob("*.txt")} == WRITTEN | AT_DUISBURG | AT_LINGAYEN, ANEW
