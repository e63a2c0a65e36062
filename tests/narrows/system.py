"""The narrows joined to play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from navalassist.campaigns.models import Campaign
from navalassist.engine import REGISTER, Create, Effect, Set, create
from navalassist.engine.duties import Duty, Kind, Moment, Now, Passed
from navalassist.engine.weather import Weather
from navalassist.play.systems import SYSTEMS, Names
from navalassist.play.turns import steps
from tables.turn import load_turn, segment_of
from tests.mini import PROCEDURES
from tests.mini.system import MINI, rows, table_texts

TURN = load_turn(Path(__file__).with_name("turn.toml"))
START = Moment("1941-12-2", "axis", "initial")
REPAIR = "condition:repair.value"


def next_moment(now: Moment) -> Moment:
    return Moment(*TURN.follows(now.turn, now.player_turn, now.step))


def at_sea(side: str) -> str:
    """Everybody sees whether a side is at sea."""
    return f"condition:sea-{side}.value"


# Everybody sees the weather of an area; the entry that set it says since when it blows.
WEATHER = Weather(
    "condition:weather-{area}.value",
    {"gulf": "The gulf"},
    {"clear": "clear", "storm": "stormy", "ice": "frozen"},
    "clear",
)
weather = WEATHER.of


def quiet(values: Mapping[str, Any], moment: Moment, own: bool) -> bool:
    """Nobody moves in port or in ice, and nobody looks for what is in port, or was seen; aircraft are secrets."""
    if not segment_of(moment.step):
        return False
    side = TURN.acting(moment.player_turn, moment.step)
    if moment.step.endswith("move"):
        return not values[at_sea(side)] or values[weather("gulf")] == "ice"
    if f"mark:seen/{side}.kind" in values:
        return True
    enemy = next(other for other in TURN.player_turns if other != side)
    aircraft = any(
        key.startswith("task-force:plane") and values[key] == side for key in values if key.endswith(".side")
    )
    return not values[at_sea(enemy)] or (own and not aircraft)


def step_over(values: Mapping[str, Any], ending: Moment) -> tuple[Effect, ...]:
    """A repair is done as the player turn begins for which it is due."""
    due, after = values.get(REPAIR, ""), next_moment(ending)
    return (Set(REPAIR, ""),) if due and TURN.has_come(due, after.turn, after.player_turn) else ()


def duties(now: Now) -> Iterator[Duty]:
    """A storm in the gulf asks for shelter before its step ends."""
    if now.facts[weather("gulf")] == "storm":
        yield Duty("Seek shelter", kind=Kind.DUE, passes=(Passed("shelter", "Nobody seeks shelter", "fleet"),))


NARROWS = replace(
    MINI,
    key="narrows",
    title="Narrows",
    next_moment=next_moment,
    step_over=step_over,
    quiet=quiet,
    turn=TURN,
    duties=[(("*/nas-2/own-move",), duties)],
    weather=WEATHER,
    names=Names(turn=str, step=TURN.title_of),
)


def begun() -> Iterator[Create]:
    yield from rows()
    for side in TURN.player_turns:
        yield create(at_sea(side).removesuffix(".value"), value=False)
    yield create(weather("gulf").removesuffix(".value"), value="clear")


def begin(name: str = "Narrows") -> Campaign:
    return steps.begin(name=name, system="narrows", moment=START, rows=begun(), tables=table_texts())


def install(setitem: Callable[[Any, str, Any], None]) -> None:
    """Register the system and its rules for one test."""
    for slug, procedure in PROCEDURES.items():
        setitem(REGISTER, slug, procedure)
    setitem(SYSTEMS, "narrows", NARROWS)
