"""How entries of the Great War tables are corrected: by the rule's own form, and what makes up for one that stands."""

from __future__ import annotations

from collections.abc import Mapping

from navalassist.desk.logbook.facts import Words
from navalassist.desk.logbook.record import Plain
from navalassist.desk.logbook.tongue import Mending
from navalassist.engine.rows import declared_in, key_of, saying
from navalassist.play.edits import Edit
from navalassist.play.retyped import Place, Typed, typed_by_form
from navalassist.play.state import State
from navalassist.play.systems import system_of
from navalassist.systems.storm_of_steel.conditions import TRACKS, track_title
from navalassist.systems.storm_of_steel.state import Area, Base
from navalassist.systems.storm_of_steel.water_edits import base_owner, track_value

# procedure -> field of its form -> where the situation holds what was typed, where it is called otherwise there.
TYPED_AT: Mapping[str, Mapping[str, Place]] = {
    "gw-mission": {"fleets": "sailing", "against": "sought"},
    "gw-raid": {"raiders": "fleets", "convoys": "escorts"},
    "gw-interception": {"fleets": "sailing"},
    "gw-losses": {"loss": "owed", "units": "named"},
    "gw-withdrawal": {"who": "side"},
    "gw-fleets-stay": {"who": "side"},
    "gw-rebasing": {"to": lambda re_basing: _goal(re_basing)},
    "gw-contested": {"holder": "side"},
    "gw-attrition": {"ships": "naval", "ships_only": lambda attrition: not attrition["land"]},
}
TRACK = "condition.value"
# What an input may set to make up for an entry that stands, beside the tracks.
BY_HAND = [
    (row, name)
    for row in declared_in(Base.__module__)
    for name, info in row.model_fields.items()
    if saying(info).by_hand
]


class GreatWarMending(Mending):
    """Corrections of the Great War tables."""

    def retyped(self, state: State, procedure: str, situation: Plain) -> Typed | None:
        """What was typed, by the form of the rule."""
        form = system_of(state.campaign.system).forms.get(procedure)
        return typed_by_form(form, situation, TYPED_AT.get(procedure, {}))

    def makes_up(self, state: State) -> list[tuple[str, str]]:
        """The tracks of the war, and the owners of bases."""
        tracks = [(f"{TRACK}={key}", track_title(track)) for key, track in TRACKS.items() if track.fact in state.values]
        words = Words(state, {})
        rows = [
            (f"{kind.KIND}.{name}={key_of(row)}", words.fact(f"{row}.{name}"))
            for kind, name in BY_HAND
            for row in state.rows(kind.KIND)
        ]
        return tracks + sorted(rows, key=lambda pair: pair[1])

    def made_up(self, state: State, act: str, key: str, to: str, why: str) -> Edit:
        """The same inputs as in Set-up."""
        return track_value(state.values, key, to) if act == TRACK else base_owner(state.values, key, to.casefold())


def _goal(re_basing: Plain) -> str:
    """Where a re-basing fleet goes, as its form has it: `base:pola`, `area:adriatic`."""
    base = re_basing["base"]
    return Base.row_of(base["key"]) if base else Area.row_of(re_basing["to_area"])
