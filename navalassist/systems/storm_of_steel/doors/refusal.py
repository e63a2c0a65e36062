"""GW.REFUSE: who withdraws, who goes home, and who stays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from pydantic import BaseModel, Field

from navalassist.engine.overruled import Because
from navalassist.engine.shapes import Form
from navalassist.play.duties import EITHER, Duty, Now
from navalassist.play.systems import Choices, Misfits, Reader, Target
from navalassist.systems.storm_of_steel.acting import action_of, sides_left, staying, stays_of
from navalassist.systems.storm_of_steel.actions import NavalAction, tap_of
from navalassist.systems.storm_of_steel.afloat import Options, Values, action_choices, bases_on
from navalassist.systems.storm_of_steel.doors import DOORS
from navalassist.systems.storm_of_steel.rules.gw_refusal import Return, Withdrawal
from navalassist.systems.storm_of_steel.rules.gw_staying import Staying
from navalassist.systems.storm_of_steel.rules.rows import action_row, area_row
from navalassist.systems.storm_of_steel.sailing import harbour_of, movers_of, nearest_first, ways_home
from navalassist.systems.storm_of_steel.state import Side, Stage
from navalassist.systems.storm_of_steel.turn import TURN
from navalassist.systems.storm_of_steel.waiting import by_itself, deserted, due, waiting

WITHDRAWAL, RETURN, STAY = "gw-withdrawal", "gw-return", "gw-fleets-stay"


def who_withdraws(_: Values | None) -> Options:
    """The side that refused, or after the gunfire either by name."""
    return [("", "the side that refused combat"), *((side.value, side.label) for side in Side)]


class WithdrawalForm(Form):
    """What is typed when a force withdraws."""

    action: Annotated[
        str,
        Field(title="Naval action"),
        Choices(lambda values: action_choices(values, Stage.WITHDRAW.value, Stage.AFTER.value)),
    ]
    who: Annotated[str, Field(title="Who withdraws"), Choices(who_withdraws)] = ""
    base: Annotated[
        str,
        Field(
            title="It goes to",
            description="A friendly naval base on the sea area; a re-basing force to the nearest base or port of the "
            "area before.",
        ),
        nearest_first(Stage.WITHDRAW, Stage.AFTER),
    ]
    because: Because = ""


def going(reader: Reader, action: NavalAction, side: Side, target: Target) -> dict[str, Any]:
    """What of a force goes to a base, and where."""
    return {
        "side": side,
        "action": action,
        "movers": movers_of(reader, action.of(side)),
        "base": harbour_of(reader, target["base"]),
        **nearest(reader, action.area, side),
        "because": target["because"],
    }


def nearest(reader: Reader, area: str, side: Side) -> dict[str, Any]:
    """Neighbouring areas, where a side has no naval base on the area; anywhere, where it has none there (R-81)."""
    if has_base(reader, (area,), side, "naval-base"):
        return {}
    nearby = tuple(reader[f"{area_row(area)}.neighbours"])
    return {"nearby": nearby, "anywhere": not has_base(reader, nearby, side, "naval-base")}


def has_base(reader: Reader, areas: Iterable[str], side: Side, kind: str = "") -> bool:
    """True where a side has a base on one of these areas; kind: a naval base alone."""
    return any(bases_on(reader.state.values, area, side.value, kind) for area in areas)


@DOORS.situation(WITHDRAWAL, form=WithdrawalForm)
def withdrawal(reader: Reader, target: Target) -> BaseModel:
    """The force of the side that refused, or of the one that is named."""
    action = action_of(reader, target["action"])
    refused = action.advantage if action.stage is Stage.WITHDRAW else ""
    if not (target["who"] or refused):
        raise Misfits({"who": "nobody has refused combat: choose the side that withdraws"})
    away = Withdrawal(
        **going(reader, action, Side(target["who"] or refused), target), stays=stays_of(reader, action.key)
    )
    if not away.areas_before:
        return away
    return away.model_copy(update={"anywhere": not has_base(reader, away.areas_before, away.side)})


class ReturnForm(Form):
    """What is typed when the side that remains goes home."""

    action: Annotated[
        str, Field(title="Naval action"), Choices(lambda values: action_choices(values, Stage.RETURN.value))
    ]
    base: Annotated[
        str,
        Field(title="It goes to", description="A friendly naval base on the sea area."),
        nearest_first(Stage.RETURN),
    ]
    because: Because = ""


@DOORS.situation(RETURN, form=ReturnForm)
def returning(reader: Reader, target: Target) -> BaseModel:
    """The force that remains."""
    action = action_of(reader, target["action"])
    side = action.remaining[0] if action.remaining else action.side
    return Return(**going(reader, action, side, target))


def who_stays(_: Values | None) -> Options:
    """The side whose part comes next, or either by name."""
    return [("", "the side whose part comes next"), *((side.value, side.label) for side in Side)]


class StayForm(Form):
    """What is typed when a side does not withdraw, or gives up its part."""

    action: Annotated[
        str,
        Field(title="Naval action"),
        Choices(lambda values: action_choices(values, *OPEN), shown=lambda values: action_choices(values, *MET)),
    ]
    who: Annotated[
        str,
        Field(title="Who stays", description="Each side says so for itself; after both have, the mission goes on."),
        Choices(who_stays),
    ] = ""
    because: Because = ""


OPEN = [stage.value for stage in Stage if stage is not Stage.ENDED]
# Of a mission that nobody has met there is nothing to say: it is carried out, or given up.
MET = [stage for stage in OPEN if stage not in (Stage.MISSION.value, Stage.UNOPPOSED.value)]


@DOORS.situation(STAY, form=StayForm)
def keeping_the_sea(reader: Reader, target: Target) -> BaseModel:
    """The action, the side, and who has said so before."""
    action = action_of(reader, target["action"])
    said = stays_of(reader, action.key)
    if not target["who"] and action.stage is Stage.AFTER and not said:
        raise Misfits({"who": "either side may stay: choose which"})
    side = Side(target["who"] or next_to_say(action, said))
    return Staying(side=side, action=action, stays=said, because=target["because"])


def next_to_say(action: NavalAction, said: tuple[Side, ...]) -> Side:
    """The enemy of the side that has said that it stays; else whose part comes next."""
    if said:
        return said[0].enemy
    return Side(tap_of(action) or action.side)


@DOORS.duty(*TURN.steps_of(WITHDRAWAL))
def withdraw_or_stay(now: Now) -> Iterator[Duty]:
    """Who refused withdraws; after the gunfire each side does or stays; who remains goes home."""
    for key, words, side in deserted(now):
        if sides_left(now.facts, action_row(key)):
            yield due(STAY, key, words, EITHER, "Go on with the side that is left", f"who={side.value}")
        else:
            yield by_itself(due(STAY, key, words, EITHER, "Nobody is left on either side", f"who={side.value}"))
    for key, words, action in waiting(now, Stage.WITHDRAW):
        yield due(WITHDRAWAL, key, words, action["advantage"])
    for key, words, _ in waiting(now, Stage.AFTER):
        for side in Side:
            if side not in staying(now.facts, key):
                yield due(STAY, key, words, side.value, f"The {side.label} fleet stays", f"who={side.value}")
            text = f"Withdraw the {side.label} fleet"
            home = "".join(f"&base={base}" for base, _ in ways_home(now.facts, action_row(key), side)[:1])
            yield due(WITHDRAWAL, key, words, side.value, text, f"who={side.value}{home}", optional=True)
    for key, words, _ in waiting(now, Stage.RETURN):
        yield due(RETURN, key, words, sides_left(now.facts, action_row(key))[0].value)
