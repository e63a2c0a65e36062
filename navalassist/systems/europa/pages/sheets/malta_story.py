"""Malta's number as a report tells it: what was struck out, or taken back, is no change any more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from navalassist.desk.at import At
from navalassist.desk.logbook.naming import entry_word
from navalassist.desk.logbook.references import number_over_time
from navalassist.rules.europa.world import MALTA_NUMBER
from navalassist.systems.europa.pages.chart import island
from navalassist.systems.europa.pages.chart.island import Change

BOMBED = "malta-bombed"


def malta_changes(here: At, last: str) -> list[Change]:
    """Every change of Malta's number up to a turn that stands; none where the viewer may not see the number."""
    if MALTA_NUMBER not in here.state.values:
        return []
    return [change for change in island.changes_of(here, number_over_time(here, MALTA_NUMBER)) if change.turn <= last]


def struck_text(body: Mapping[str, Any]) -> str:
    """`Bombing of entry 10 struck out: no raid was flown` of a correction to no hits; '' of any other entry."""
    if body.get("act") != BOMBED or not body.get("corrects") or body["situation"]["hits"]:
        return ""
    return f"Bombing of {entry_word(str(body['corrects']))} struck out: no raid was flown"
