"""How the log of the Great War tables speaks, where classes do not say it themselves. Importing it registers it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from navalassist.desk.logbook.facts import Followed, Read, Words
from navalassist.desk.logbook.naming import title
from navalassist.desk.logbook.record import Body, Plain, procedure_title
from navalassist.desk.logbook.row_words import RowWords
from navalassist.desk.logbook.wording import (
    CorrectionPolicy,
    LogWording,
    PastFact,
    RuleWords,
    register_wording,
    words_for,
)
from navalassist.desk.words import side_word
from navalassist.engine.rows import declared_in, key_of, saying
from navalassist.play.state import State
from navalassist.play.write.edits import Edit
from navalassist.systems.storm_of_steel import state as kinds
from navalassist.systems.storm_of_steel.book import SYSTEM
from navalassist.systems.storm_of_steel.conditions import TRACKS, track_title
from navalassist.systems.storm_of_steel.log.past_facts import past_facts
from navalassist.systems.storm_of_steel.rules import contact, interception, losses
from navalassist.systems.storm_of_steel.state import Action, Area, LandUnit, OwedLoss, Side, morale
from navalassist.systems.storm_of_steel.water_edits import base_owner, track_value

ROWS = declared_in(kinds.__name__)
TRACK = "condition.value"


class GreatWarFacts(RowWords):
    """Words for the facts of the Great War tables."""

    headings: Mapping[str, str] = {"condition": "Tracks of the war"}
    followed: Mapping[str, Followed] = {
        "contacts": Followed("Contacts", tags=(f"procedure:{interception.SLUG}", f"procedure:{contact.SLUG}")),
        "losses": Followed("Losses", tags=(f"procedure:{losses.SLUG}", "came:unit_lost", "came:convoy_unit_lost")),
        "morale": Followed("Morale", facts=tuple(map(morale, Side))),
    }
    acts: Mapping[str, str] = {
        "squadron.place": "Squadrons moved",
        "fleet.add": "Fleet formed",
    }

    def row(self, words: Words, kind: str, key: str) -> str:
        """What a row is called: a naval action by its number, a loss by whose it is; all others by their names."""
        row = f"{kind}:{key}"
        if kind == Action.KIND:
            number, area = words.known(f"{row}.number"), words.known(f"{row}.area")
            where = f", {words.row(Area.row_of(area))}" if area else ""
            return "the naval action" if number is None else f"Action {number}{where}"
        if kind == OwedLoss.KIND:
            side, action = words.known(f"{row}.side"), words.known(f"{row}.action")
            of = f" in {words.row(Action.row_of(action))}" if action else ""
            return f"{side_word(side) if side else ''} loss{of}".strip()
        return ""

    def condition(self, key: str) -> tuple[str, Mapping[Any, str]]:
        """A track of the war."""
        track = TRACKS.get(key)
        return (track_title(track), {}) if track else super().condition(key)

    def gathered(self, words: Words, row: str, read: Read) -> tuple[str, str] | None:
        """A land unit is said to be one: its name alone may be that of a place."""
        found = super().gathered(words, row, read)
        if found and row.startswith(LandUnit.row_of("")):
            return f"{title(LandUnit.KIND)} {found[0]}", found[1]
        return found


class GreatWarRules(RuleWords):
    """Words for the rules of the Great War tables."""

    def where(self, situation: Plain) -> str:
        """The sea area, of a naval action that of the action."""
        area = situation.get("area") or (situation.get("action") or {}).get("area", "")
        return area if isinstance(area, str) else ""

    def line_head(self, body: Body, state: State, has_column: bool) -> tuple[str, str]:
        """`Fire on the enemy fleet`, `Action 1, Heligoland Bight`."""
        situation = body["situation"]
        if action := situation.get("action"):
            return procedure_title(body), f"Action {action['number']}, {action.get('area_name') or action.get('area')}"
        target = situation.get("target")
        place = target.get("name") if isinstance(target, Mapping) else situation.get("area_name")
        return procedure_title(body), str(place or situation.get("name") or "")


class GreatWarCorrections(CorrectionPolicy):
    """What makes up for an entry that stands: inputs, as in Set-up."""

    def makes_up(self, state: State) -> list[tuple[str, str]]:
        """The tracks of the war, and what of rows is set by hand."""
        words = words_for(state, {})
        tracks = [(f"{TRACK}={key}", track_title(track)) for key, track in TRACKS.items() if track.fact in state.values]
        by_hand = [(row, n) for row in ROWS for n, info in row.model_fields.items() if saying(info).by_hand]
        rows = [
            (f"{kind.KIND}.{name}={key_of(row)}", words.fact(f"{row}.{name}"))
            for kind, name in by_hand
            for row in state.rows(kind.KIND)
        ]
        return tracks + sorted(rows, key=lambda pair: pair[1])

    def made_up(self, state: State, act: str, key: str, to: str, why: str) -> Edit:
        """The input that sets one of them."""
        return track_value(state.values, key, to) if act == TRACK else base_owner(state.values, key, to.casefold())

    def past_facts(self, state: State) -> list[PastFact]:
        """The tracks, and what waters and bases are said to be."""
        return past_facts(state)


WORDING = register_wording(LogWording(SYSTEM, GreatWarFacts(*ROWS), GreatWarRules(), GreatWarCorrections()))
