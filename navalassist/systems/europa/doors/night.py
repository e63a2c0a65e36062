"""36.A.2: gunfire by day or night, and a patrol or strike that finds a group, each by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import BaseModel, Field

from navalassist.engine import Outcome, Result
from navalassist.engine.overruled import Because
from navalassist.engine.shapes import Form
from navalassist.play.duties import Duty, Now, by_rule
from navalassist.play.systems import Reader, Shown, Target
from navalassist.rules.europa.r36_night import Found, Gun, Gunfire, Search
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import Side
from navalassist.systems.europa import fleet
from navalassist.systems.europa.doors import DOORS
from navalassist.systems.europa.fleet import GROUP, GROUPS


class GunfireForm(Form):
    """What is typed for a throw on the Naval Gunnery Table."""

    strength: Annotated[int, Field(ge=1, le=99, title="Strength points that fire")]
    side: Annotated[Side, Field(title="Who fires")]
    gun: Annotated[Gun, Field(title="What fires")] = Gun.NAVAL
    night: Annotated[
        bool,
        Field(title="By night", description="Coast defences ½, naval units ¼, Allied ones ½ from Jul I 44."),
    ] = False


class SearchForm(Form):
    """What is typed when aircraft have found a group."""

    group: Annotated[str, Field(title="Naval group that was found"), GROUPS]
    because: Because = ""


@DOORS.situation("naval-gunfire", form=GunfireForm)
def gunfire(reader: Reader, target: Target) -> BaseModel:
    """What is typed, in this turn."""
    typed = {name: target[name] for name in ("side", "gun", "strength", "night")}
    return Gunfire(**typed, turn=reader["campaign:clock.turn"])


@DOORS.situation("naval-found", form=SearchForm)
def search(reader: Reader, target: Target) -> BaseModel:
    """The group with its moves. Its own side enters it: in a closed campaign nobody else may choose it."""
    key = target["group"]
    row = fleet.group_row(reader, key)
    return Search(
        key=key,
        name=row["name"],
        side=Side(row["side"]),
        strip=fleet.moved_now(reader.state.values, key),
        found_already=f"mark:found/{key}.kind" in reader.state.values,
        because=target["because"],
    )


@DOORS.shows("naval-found")
def shown_of_found(facts: Mapping[str, Any], search: Search, result: Result[Outcome[Found]]) -> Shown:
    """The enemy learns where the group is that his aircraft have found, not what sails in it."""
    place = fleet.place_words(facts, str(facts[f"{GROUP}:{search.key}.place"]))
    return Shown({"side": search.side.value, "found": place})


@DOORS.duty(*TURN.steps_of("naval-found"))
def find(now: Now) -> Iterator[Duty]:
    """Where there are groups at sea."""
    at_sea = [row for row in now.state.rows(GROUP) if str(now.facts.get(f"{row}.place", "")).startswith("hex:")]
    if at_sea and not now.ahead:
        yield by_rule("naval-found", small="what moves by night is not looked for", again=True)


@DOORS.duty(*TURN.steps_of("naval-gunfire"))
def fire(now: Now) -> Iterator[Duty]:
    """Where a campaign has naval groups."""
    if now.state.rows(GROUP) and not now.ahead:
        yield by_rule("naval-gunfire", small="by night with a half or a quarter of the strength", again=True)
