"""Parts of a step in a system that is not Europa: their marks, their act, and how the log tells it."""

from dataclasses import replace

import pytest
from django.test import Client

from navalassist.campaigns.models import Campaign
from navalassist.engine import Create, create
from navalassist.engine.reader import Unknown
from navalassist.play.state import load
from navalassist.play.systems import SYSTEMS
from navalassist.play.turns.parts import clock_text, next_part, part_now
from navalassist.play.write.transaction import writing
from tests.mini.system import MINI, edit, end_step, facts, seat


@pytest.fixture
def in_parts(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    monkeypatch.setitem(SYSTEMS, "mini", replace(MINI, parts=frozenset({"plan"})))
    return campaign


def mark(key: str, ends: str) -> Create:
    return create(f"mark:{key}", kind=key, subject="", place="", ends=ends, until="", note="")


def begin_next(campaign: Campaign) -> str:
    with writing(seat(campaign)) as writer:
        return str(next_part(writer).record["body"]["act"])


def test_the_next_part_begins_by_an_act_of_its_own_and_ends_the_marks_of_the_last(in_parts: Campaign) -> None:
    edit(seat(in_parts), mark("short", "part"), mark("long", "step"))
    assert begin_next(in_parts) == "turn.part"
    values = facts(in_parts)
    assert "mark:short.kind" not in values
    assert "mark:long.kind" in values
    assert part_now(values) == 2
    assert clock_text(load(in_parts.slug)) == "0001/axis/plan/2"


def test_a_part_ends_with_its_step_at_the_latest(in_parts: Campaign) -> None:
    edit(seat(in_parts), mark("short", "part"))
    end_step(seat(in_parts))
    assert "mark:short.kind" not in facts(in_parts)


def test_a_step_without_parts_begins_none(in_parts: Campaign) -> None:
    end_step(seat(in_parts))
    with pytest.raises(Unknown, match="has no parts"):
        begin_next(in_parts)


def test_the_log_tells_a_part_as_its_system_calls_it(in_parts: Campaign, client: Client) -> None:
    begin_next(in_parts)
    page = client.get("/c/little-war/log/").content.decode()
    assert "Part 2 begins" in page
    assert "naval step" not in page
