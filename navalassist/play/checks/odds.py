"""The odds that entries say were shown before their dice, worked out again by the book that held then."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from navalassist.auditlog.fold import Fold, moves_of
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.models import Campaign
from navalassist.engine import REGISTER
from navalassist.engine.plain import recorded
from navalassist.play.charts.then import as_of
from navalassist.play.checks.verify import FAULTS, Fault
from navalassist.play.rules.resolve import RANDOM_KEY, figures_of, plain_figures
from navalassist.play.state import PRECEDENTS, State
from navalassist.play.storage import statements
from navalassist.play.storage.bodies import find, joined
from navalassist.play.storage.lines import StoredLine, lines
from navalassist.play.storage.tables import tables_of

OF_THE_BOOK = ("ruling:", "chart:", PRECEDENTS)


def wrong_odds(campaign: Campaign) -> list[Fault]:
    """The entries whose odds are not those of their situation. For a log that is sound otherwise.

    Left out are those of an older edition, and those that go on from another entry, whose odds they repeat.
    """
    found: list[Fault] = []
    with statements.one_snapshot():
        fold = Fold(())
        state = State(campaign, (), {}, {}, {}, tables_of(campaign, {}))
        for line in lines(campaign):
            body = _body(line)
            if _to_check(body) and _figures(body, state) != (body.get("odds", []), body.get("no_odds", "")):
                found.append(Fault(line.reference, "the odds that it shows are not those of its situation"))
            if len(found) >= FAULTS:
                break
            if any(effect["key"].startswith(OF_THE_BOOK) for effect in body.get("effects", ())):
                _change(fold, body)
                state.values = dict(_values(fold))
                state.charts_changed()
    return found


def _body(line: StoredLine) -> dict[str, Any]:
    record = recorded(line.row.content)
    parts = {audience: json.loads(content) for audience, _, content in line.payloads}
    return joined(record["body"], (parts[c["audience"]] for c in record.get("commitments", ())))


def _to_check(body: Mapping[str, Any]) -> bool:
    """True for a rule of today's edition that does not go on from another entry."""
    procedure = REGISTER.get(body.get("procedure", ""))
    today = procedure is not None and procedure.edition == body.get("edition") and "situation" in body
    return today and "continues" not in body


def _figures(body: Mapping[str, Any], state: State) -> tuple[list[list[str]], str]:
    procedure = REGISTER[body["procedure"]]
    situation = procedure.situation.model_validate(body["situation"])
    # Rows that are alike share their odds: their random keys take no part in them.
    keys = set(RANDOM_KEY.findall(json.dumps(body["situation"])))
    if "corrects" in body:
        rulings = body.get("rulings", {}).items()
        now = [number for number, choice in rulings if state.values.get(f"ruling:{number}.choice") == choice]
        state = as_of(state, find(state.campaign, body["corrects"], frozenset({PUBLIC})), now)
    figures, no_odds = figures_of(procedure, situation, state, {key: key for key in keys})
    return plain_figures(figures), no_odds


def _change(fold: Fold, body: Mapping[str, Any]) -> None:
    """What an entry does to rulings, charts and precedents."""
    moves = [move for move in moves_of(body)[0] if move[1].startswith(OF_THE_BOOK)]
    fold.entry("", "", ("", ""), moves)


def _values(fold: Fold) -> Iterator[tuple[str, Any]]:
    for row, fields in fold.rows.items():
        for name, value in fields.items():
            if not row.startswith("ruling:") or name == "choice":
                yield f"{row}.{name}", value
