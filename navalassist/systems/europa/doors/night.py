"""36.A.2: gunfire by day or night, and a patrol or strike that finds a group, each by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any
from urllib.parse import urlencode

from pydantic import BaseModel, Field

from navalassist.engine import Outcome, Result
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.overruled import Because
from navalassist.engine.reader import Reader
from navalassist.engine.rule import Shown
from navalassist.engine.shapes import Form
from navalassist.play.systems import Target
from navalassist.rules.europa.r36_night import Found, Gun, Gunfire, Search
from navalassist.rules.europa.strips import is_at_night
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import Side
from navalassist.systems.europa import fleet
from navalassist.systems.europa.closed import is_closed
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
    ships: Annotated[str, Field(max_length=80, title="Called", description="What fires, for the log.")] = ""


class SearchForm(Form):
    """What is typed when aircraft have found a group."""

    group: Annotated[str, Field(title="Naval group that was found"), GROUPS]
    because: Because = ""


@DOORS.situation("naval-gunfire", form=GunfireForm)
def gunfire(reader: Reader, target: Target) -> BaseModel:
    """What is typed, in this turn."""
    typed = {name: target[name] for name in ("side", "gun", "strength", "night", "ships")}
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
    """The enemy learns where the group is that their aircraft have found, not what sails in it."""
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
    """Where a campaign has naval groups: a line for each at sea, with its strength, and one for any other guns."""
    if now.ahead or not now.state.rows(GROUP):
        return
    for row in now.state.rows(GROUP):
        if str(now.facts.get(f"{row}.place", "")).startswith("hex:"):
            yield from _guns_of(now, row)
    yield by_rule("naval-gunfire", small="by night with a half or a quarter of the strength", again=True)


def _guns_of(now: Now, row: str) -> Iterator[Duty]:
    """The guns of a group, by day or night as it has moved last. In a closed campaign its name is not given away."""
    key, side = row.partition(":")[2], str(now.facts[f"{row}.side"])
    units = (fleet.unit_of(Reader(now.state), unit) for unit in fleet.keys_at(now.state, row))
    strength, night = sum(unit.current for unit in units), is_at_night(fleet.moved_now(now.facts, key))
    if not strength:
        return
    name, where = str(now.facts[f"{row}.name"]), fleet.place_words(now.facts, str(now.facts[f"{row}.place"]))
    query = {"side": side, "strength": strength, **({"night": "on"} if night else {})}
    query |= {} if is_closed(now.facts) else {"ships": name}
    small = f"strength {strength}, {where}{', by night' if night else ''}"
    address = urlencode({"group": key, **query})
    yield by_rule("naval-gunfire", f"Fire with {name}", address, small=small, seat=side, done="", again=True)
