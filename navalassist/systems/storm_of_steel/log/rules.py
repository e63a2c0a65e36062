"""What rules of the Great War tables were given and what came of them, in words."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from navalassist.desk.logbook.naming import several
from navalassist.desk.logbook.record import Body, Plain, beside, procedure_title
from navalassist.desk.logbook.tongue import RuleWords
from navalassist.play.state import State
from navalassist.systems.storm_of_steel.log.sentences import FACTOR, SENTENCES

# What is only told where there is something to tell.
IF_ANY = (
    *("because", "busy", "overruled", "misplaced", "elsewhere", "fleets", "escorts", "engaged", "along"),
    *("no_way", "idle", "held", "carried"),
)


class GreatWarRules(RuleWords):
    """Words for the rules of the Great War tables."""

    # Keys of rows that are only made, names that stand beside their keys, what only forbids. The step heads a receipt.
    unspoken = (
        *("facts", "key", "loss", "name", "area_name", "to_area_name", "number"),
        *("neighbours", "nearby", "last_turn", "others", "anywhere", "stays", "sought"),
        *("player_turn", "step"),
    )

    sentences = SENTENCES

    def where(self, situation: Plain) -> str:
        """The sea area, of a naval action that of the action."""
        area = situation.get("area") or (situation.get("action") or {}).get("area", "")
        return area if isinstance(area, str) else ""

    def line_head(self, body: Body, state: State, has_column: bool) -> tuple[str, str] | None:
        """`Fire on the enemy fleet`, `Action 1, Heligoland Bight`."""
        situation = body["situation"]
        action, target = situation.get("action"), situation.get("target")
        if action:
            return procedure_title(body), action_text(action)
        place = target.get("name") if isinstance(target, Mapping) else situation.get("area_name")
        return procedure_title(body), str(place or situation.get("name") or "")

    def figure(self, name: str, value: Any, state: State) -> str | None:
        """A naval action by its number; what is only told where there is something to tell."""
        if isinstance(value, Mapping) and "mission" in value and "number" in value:
            return action_text(value)
        if isinstance(value, Mapping) and "among" in value and "cause" in value:
            what = several(value["units"], "unit") if value["units"] else several(value["factors"], FACTOR)
            return f"{what}, {value['cause']}"
        return "" if name in IF_ANY and not value else None

    def came(self, key: str, expected: Fraction, unit: str, outcome: Plain) -> str:
        """Whether it came as the odds said, where the outcome tells."""
        salvo = next((shot for shot in outcome.get("salvos", ()) if key.startswith(f"{_target(shot)}-")), None)
        if salvo is not None:
            factors, what = salvo["factors"], key.removeprefix(f"{_target(salvo)}-")
            return (
                f"{factors}, {beside(Fraction(factors), expected)}"
                if what == "expected"
                else _yes(str(factors) == what)
            )
        if "result" in outcome and ("advantage" in outcome or "needed" in outcome):
            return _yes(outcome["result"] == key)
        return super().came(key, expected, unit, outcome)


def action_text(action: Plain) -> str:
    """`Action 1, Heligoland Bight`"""
    return f"Action {action['number']}, {action.get('area_name') or action.get('area')}"


def _target(shot: Plain) -> str:
    """The side that is fired on."""
    return "allied" if shot["side"] == "central" else "central"


def _yes(came: bool) -> str:
    return "yes" if came else "no"
