"""Every rule of the recorded campaigns says what came of it in one sentence, made from the record alone."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from navalassist import urls  # noqa: F401 (the log wording of the systems)
from navalassist.campaigns.models import Campaign
from navalassist.desk.logbook.wording import wording_of
from navalassist.engine import REGISTER
from navalassist.engine.rule import RULES, Summary
from navalassist.play.state import State
from tests.campaigns.record_lingayen import FILE as LINGAYEN
from tests.campaigns.test_recorded import GREAT_WAR, HERE, RECORDINGS, RULE_KINDS, folded

SYSTEMS = dict.fromkeys(RECORDINGS, "europa") | {GREAT_WAR: "storm_of_steel", LINGAYEN: "theatre"}
# A line a case: recording, number of the entry, procedure | the word that is called out | the sentence.
CASES = [
    tuple(part.strip() for part in line.split("|"))
    for line in (HERE / "sentences.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]


@cache
def told(file: Path) -> dict[str, tuple[dict[str, Any], Summary | None]]:
    """What each entry of a rule says, by its number; one on the chain of a side, which nobody else reads, by both."""
    found = {}
    for entry, fold in folded(file):
        if entry.record["kind"] in RULE_KINDS:
            values = {f"{row}.{name}": value for row, fields in fold.rows.items() for name, value in fields.items()}
            state = State(Campaign(system=SYSTEMS[file]), (), values, {}, {})
            found[str(entry.record["sequence"])] = entry.body, wording_of(state).rules.said(entry.body, state)
        elif entry.body["act"] in RULES:
            # One that is kept as an input has its sentence in the record.
            body = {"procedure": entry.body["act"], **entry.body}
            found[entry.reference] = body, Summary(entry.body["title"])
    return found


@pytest.mark.parametrize(("entry", "word", "sentence"), CASES, ids=[entry for entry, _, _ in CASES])
def test_an_entry_says_what_came_of_it(entry: str, word: str, sentence: str) -> None:
    recording, number, procedure = entry.split()
    body, said = told(HERE / f"{recording}.jsonl")[number]
    assert body["procedure"] == procedure
    assert said is not None
    assert (said.word, said.sentence) == (word, sentence)


@pytest.mark.parametrize("file", list(SYSTEMS), ids=lambda file: file.stem)
def test_no_rule_of_a_recorded_campaign_is_without_a_sentence(file: Path) -> None:
    assert [body["procedure"] for body, said in told(file).values() if said is None] == []


@pytest.mark.parametrize("file", list(SYSTEMS), ids=lambda file: file.stem)
def test_a_word_is_called_out_where_dice_fell_and_nowhere_else(file: Path) -> None:
    for number, (body, said) in told(file).items():
        assert said is not None
        assert bool(said.word) == bool(body.get("odds") and any(a.get("faces") for a in body["answers"])), number


def test_every_rule_that_was_recorded_has_a_case() -> None:
    recorded = {body["procedure"] for file in SYSTEMS for body, _ in told(file).values()}
    assert recorded == {entry.split()[2] for entry, _, _ in CASES}, "give each a line in tests/campaigns/sentences.txt"


def test_sentences_are_of_rules_that_there_are() -> None:
    for system in set(SYSTEMS.values()):
        rules = wording_of(State(Campaign(system=system), (), {}, {}, {})).rules
        assert set(rules.sentences) <= set(REGISTER)


SAID = [
    (
        "malta-converted",
        {},
        {"placed": "3 SRP, 7.5 SP, 1 NRP (no SPs are counted in Valletta: write them down)", "points_spent": 7},
        "Malta turns 7 repair points into 3 SRP, 7½ SP, 1 NRP.",
    ),
    (
        "gw-merchant",
        {"level": 50, "quarter": "1914-Q3", "last_turn": "1914-09", "turn": "1914-09"}
        | {"player_turn": "allied", "step": "attrition"},
        {"morale_lost": 5, "industrial_collapse": False, "morale_after": -25},
        "Allied morale falls by 5 to −25.",
    ),
]


@pytest.mark.parametrize(("procedure", "situation", "outcome", "sentence"), SAID, ids=[case[0] for case in SAID])
def test_a_sentence_has_numbers_as_people_write_them(
    procedure: str, situation: dict[str, Any], outcome: dict[str, Any], sentence: str
) -> None:
    state = State(Campaign(system=REGISTER[procedure].system), (), {}, {}, {})
    body = {"procedure": procedure, "situation": situation, "outcome": outcome}
    said = wording_of(state).rules.said(body, state)
    assert said is not None
    assert said.sentence == sentence


def test_a_sentence_that_fails_does_not_take_the_log_with_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    state = State(Campaign(system="europa"), (), {}, {}, {})
    rules = wording_of(state).rules
    monkeypatch.setitem(rules.sentences, "malta-bombed", lambda *given: 1 / 0)
    assert rules.said({"procedure": "malta-bombed", "situation": {}, "outcome": {}}, state) is None
    assert "No sentence for malta-bombed" in caplog.text
