"""What rules of the Great War tables were given and what came of them, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from navalassist.desk.logbook.naming import several
from navalassist.desk.logbook.readout import plain
from navalassist.desk.logbook.record import Body, Box, Plain, Readout, beside, procedure_title
from navalassist.desk.logbook.tongue import RuleWords
from navalassist.desk.templatetags.parts import side_word
from navalassist.play.state import State
from navalassist.rules.storm_of_steel.clock import quarter_title
from navalassist.rules.storm_of_steel.gw_bombardment import OUTRAGE, SHOW_OF_FORCE, Bombarded, Shells, words_of

# What players call the factors that gunfire takes off.
FACTORS = "protection factor"
COMBAT, LOSSES, ATTRITION, BOMBARDMENT = "gw-combat", "gw-losses", "gw-attrition", "gw-bombardment"
RAID, CROSSING = "gw-raid", "gw-contested"
RAID_LOSSES = {
    "raider_lost": "a raider is lost",
    "flotilla_lost": "a transport flotilla is lost",
    "convoy_unit_lost": "a convoy unit is lost",
}
# Odds of a bombardment -> the field of its outcome that tells whether it came so, and its value.
OF_SHELLS: Mapping[str, tuple[str, Any]] = {
    "fortress": ("fortress_eliminated", True),
    "show-of-force": ("morale", SHOW_OF_FORCE),
    "outrage": ("morale", OUTRAGE),
    "unit-lost": ("unit_lost", True),
}
QUARTERS = ("quarter", "half_industry")
# What is only told where there is something to tell.
IF_ANY = (
    *("because", "busy", "overruled", "misplaced", "elsewhere", "fleets", "escorts", "engaged", "along"),
    *("no_way", "idle", "held", "carried"),
)
# Fields of outcomes that say nothing where it is not so.
IF_SO = (
    *("unit_lost", "fortress_eliminated", "city_devastated", "morale"),
    *("raider_lost", "flotilla_lost", "convoy_unit_lost", "points"),
    *("industrial_collapse", "morale_lost", "left_over"),
)
# What the headline of a bombardment says.
SHELLED = ("unit_lost", "fortress_eliminated", "city_devastated", "morale")


class GreatWarRules(RuleWords):
    """Words for the rules of the Great War tables."""

    # Keys of rows that are only made, names that stand beside their keys, what only forbids. The step heads a receipt.
    unspoken = (
        *("facts", "key", "loss", "name", "area_name", "to_area_name", "number"),
        *("neighbours", "nearby", "last_turn", "others", "anywhere", "stays", "sought"),
        *("player_turn", "step"),
    )

    verdicts: Mapping[str, str] = {LOSSES: "lost", "gw-withdrawal": "to", "gw-return": "to", "gw-rebasing": "to"}
    titles: Mapping[str, Mapping[str, str]] = {
        LOSSES: {"lost": "Lost:", "factors": "Protection factors"},
        "gw-withdrawal": {"to": "To"},
        "gw-return": {"to": "To"},
        "gw-rebasing": {"to": "To"},
    }

    def readout(self, words: dict[str, Any], body: Body, state: State) -> Readout | None:
        """By what came of it, where the text of a cell says more or less; every other rule as everywhere."""
        outcome, told = body.get("outcome"), TOLD.get(str(body.get("procedure", "")))
        return told(plain(words, body, state), outcome) if told and isinstance(outcome, Mapping) else None

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
            what = several(value["units"], "unit") if value["units"] else several(value["factors"], FACTORS)
            return f"{what}, {value['cause']}"
        if name in QUARTERS and isinstance(value, str) and value:
            return quarter_title(value)
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
        if key in OF_SHELLS and "fortress_eliminated" in outcome:
            field, value = OF_SHELLS[key]
            return _yes(outcome[field] == value)
        if "result" in outcome and ("advantage" in outcome or "needed" in outcome):
            return _yes(outcome["result"] == key)
        return super().came(key, expected, unit, outcome)

    def field_title(self, body: Body, name: str) -> str:
        """Who fired is called by name."""
        return name if body.get("procedure") == COMBAT else super().field_title(body, name)

    def told(self, body: Body, outcome: Any) -> Any:
        """Gunfire by who fired, losses by name; all other outcomes as they are."""
        if not isinstance(outcome, Mapping):
            return outcome
        if body.get("procedure") == COMBAT:
            return {f"{side_word(shot['side'])} fire": salvo_text(shot) for shot in outcome.get("salvos", ())}
        if body.get("procedure") == BOMBARDMENT:
            outcome = {name: value for name, value in outcome.items() if name not in SHELLED}
        if body.get("procedure") == LOSSES:
            names = _names(body)
            outcome = {**outcome, "lost": ", ".join(names.get(key, key) for key in outcome["lost"]) or "none"}
        if outcome.get("advantage"):
            outcome = {**outcome, "advantage": side_word(outcome["advantage"])}
        outcome = super().told(body, outcome)
        return {name: value for name, value in outcome.items() if name not in IF_SO or value}


def action_text(action: Plain) -> str:
    """`Action 1, Heligoland Bight`"""
    return f"Action {action['number']}, {action.get('area_name') or action.get('area')}"


def salvo_text(shot: Plain) -> str:
    """`strength 12: 3 protection factors off the enemy, who has no more; 8 by the table`; what fits no unit is said."""
    text = f"strength {shot['strength']}: {several(shot['factors'], FACTORS)} off the enemy"
    if shot.get("rolled", shot["factors"]) > shot["factors"]:
        text = f"{text}, who has no more; {shot['rolled']} by the table"
    return f"{text}, lost at once: no unit is so small" if shot.get("left_over") else text


def hit_text(shot: Plain) -> str:
    """`3 protection factors off the Allied fleet`: what is taken off, which a roll that fits no unit is not."""
    taken = 0 if shot.get("left_over") else shot["factors"]
    return f"{several(taken, FACTORS) if taken else 'Nothing'} off the {side_word(_target(shot))} fleet"


def _of_gunfire(read: Readout, outcome: Plain) -> Readout:
    """The factors that come off each fleet: the first salvo large, the other below with its die."""
    hits = [hit_text(shot) for shot in outcome.get("salvos", ())]
    if not hits:
        return read
    others = zip(read.parts, hits[1:], strict=False)
    return replace(read, word=hits[0], parts=tuple(replace(part, word=hit) for part, hit in others))


def _of_shells(read: Readout, outcome: Plain) -> Readout:
    """What the shells did to what stood there."""
    done = {name: outcome[name] for name in SHELLED if name in outcome}
    text = words_of(Bombarded(Shells(outcome["result"]), **done))
    return replace(read, word=f"{text[:1].upper()}{text[1:]}")


def _of_attrition(read: Readout, outcome: Plain) -> Readout:
    """The units that it cost."""
    lost = [str(unit["name"]) for unit in outcome["units"] if unit["lost"]]
    word = f"{several(len(lost), 'unit')} lost" if lost else "No unit lost"
    boxes = (Box("Lost", ", ".join(lost), lost=True),) if lost else ()
    return replace(read, word=word, boxes=boxes, bad=bool(lost))


def _of_a_raid(read: Readout, outcome: Plain) -> Readout:
    """The points that there were, and the units that were really there to lose: a cell's + D and + A may find none."""
    points, before = int(outcome["points"]), outcome.get("merchant_level_before")
    lost = points if before is None else min(points, int(before))
    units = [words for name, words in RAID_LOSSES.items() if outcome.get(name)]
    return replace(read, word="; ".join((several(lost, "point"), *units)), bad=bool(units))


def _of_a_crossing(read: Readout, outcome: Plain) -> Readout:
    """The points that there were to lose (R-91), and whether it comes to a fight: +GE may find nobody free."""
    points, before = int(outcome["points"]), outcome.get("mobilization_before")
    lost = points if before is None else min(points, int(before))
    words = (f"{several(lost, 'point')} lost" if lost else "No points lost", "a general engagement")
    return replace(read, word="; ".join(words if outcome["general_engagement"] else words[:1]), bad=bool(lost))


# Rules whose headline is what came of them, not the text of a cell.
TOLD: Mapping[str, Callable[[Readout, Plain], Readout]] = {
    COMBAT: _of_gunfire,
    BOMBARDMENT: _of_shells,
    ATTRITION: _of_attrition,
    RAID: _of_a_raid,
    CROSSING: _of_a_crossing,
}


def _target(shot: Plain) -> str:
    """The side that is fired on."""
    return "allied" if shot["side"] == "central" else "central"


def _yes(came: bool) -> str:
    return "yes" if came else "no"


def _names(body: Body) -> dict[str, str]:
    """Names of the squadrons that may be named."""
    owed = (body.get("situation") or {}).get("owed", {})
    return {str(one["key"]): str(one.get("name") or one["key"]) for one in owed.get("among", ())}
