"""Facts of the Great War in plain words, where the classes of its kinds do not say them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from navalassist.desk.logbook.facts import Words
from navalassist.desk.logbook.naming import title
from navalassist.desk.logbook.row_words import RowWords
from navalassist.desk.logbook.tongue import Followed, Read
from navalassist.desk.templatetags.parts import side_word
from navalassist.systems.storm_of_steel.conditions import TRACKS, track_title
from navalassist.systems.storm_of_steel.state import Action, Area, LandUnit, OwedLoss, Side, morale


class GreatWarFacts(RowWords):
    """Words for the facts of the Great War tables."""

    headings: Mapping[str, str] = {"condition": "Tracks of the war"}
    followed: Mapping[str, Followed] = {
        "contacts": Followed("Contacts", tags=("procedure:gw-interception", "procedure:gw-contact")),
        "losses": Followed("Losses", tags=("procedure:gw-losses", "came:unit_lost", "came:convoy_unit_lost")),
        "morale": Followed("Morale", facts=tuple(map(morale, Side))),
    }
    acts: Mapping[str, str] = {
        "squadron.add": "Squadron added",
        "squadron.change": "Squadron changed",
        "squadron.remove": "Squadron taken away",
        "squadron.place": "Squadrons moved",
        "fleet.add": "Fleet formed",
        "fleet.change": "Fleet changed",
        "land-unit.add": "Land unit added",
        "land-unit.change": "Land unit changed",
        "land-unit.remove": "Land unit taken away",
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
