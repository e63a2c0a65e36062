"""33.B.2.b, 33.B.8.b: the Italian fleet's attempt, by itself; and attempts of the time before this record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import BaseModel, Field

from navalassist.engine import Play, Tally
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.forms import ticks_of
from navalassist.engine.reader import Reader
from navalassist.engine.shapes import Form, Ticks
from navalassist.play.rules.resolve import preview
from navalassist.play.systems import Target
from navalassist.rules.europa.clock import turn_number, turn_of
from navalassist.rules.europa.r33_interference import (
    KIND,
    MARK,
    NUMBERS,
    Attempt,
    EarlierAttempt,
    Past,
    Sea,
    facts_needed,
    modifiers,
)
from navalassist.rules.europa.success import Success
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import Side, Step
from navalassist.rules.europa.world import ever_allied
from navalassist.systems.europa.doors import DOORS
from navalassist.systems.europa.theatres import PLAIN, theatres_of

SLUG = "italian-interference"


class AttemptForm(Form):
    """What the Axis says in an Allied initial phase."""

    sea: Annotated[
        Sea, Field(title="Where", description="One attempt in each (R-38). The Success Table is a stand-in (R-30).")
    ] = Sea.EASTERN
    ticks: Ticks = ticks_of(NUMBERS)


class EarlierForm(Form):
    """What is typed of an attempt that this record does not have."""

    sea: Annotated[Sea, Field(title="Where")] = Sea.EASTERN
    turns_ago: Annotated[
        int, Field(ge=1, le=200, title="How many turns ago", description="1 is the turn before this one.")
    ]
    result: Annotated[Success, Field(title="Result")]


def basis(attempt: Attempt) -> Play[Tally]:
    """The modifiers, each with the attempts that it looks back at."""
    return modifiers(attempt)


@DOORS.situation(SLUG, form=AttemptForm, basis=basis)
def attempt(reader: Reader, target: Target) -> BaseModel:
    """The step, what was tried before, and the facts that decide."""
    now = reader.fields("campaign:clock", "turn", "player_turn", "step")
    sea = Sea(target["sea"])
    mine = f"{MARK}{sea.value}/{now['turn']}"
    return Attempt(
        sea=sea,
        turn=now["turn"],
        player_turn=Side(now["player_turn"]),
        phase=Step(now["step"]),
        tried=reader.source(f"{mine}.note"),
        history=tuple(past for past in history(reader) if past.mark != mine),
        facts=reader.facts(facts_needed(sea)),
        ticks=target.get("ticks", ()),
    )


@DOORS.situation("italian-attempt-before", form=EarlierForm)
def earlier(reader: Reader, target: Target) -> BaseModel:
    """The turn that is meant, and whether its attempt is known."""
    now, sea = reader["campaign:clock.turn"], Sea(target["sea"])
    turn = turn_of(turn_number(now) - target["turns_ago"])
    known = reader.source(f"{MARK}{sea.value}/{turn}.note")
    return EarlierAttempt(sea=sea, turn=turn, now=now, result=Success(target["result"]), known=known)


def history(reader: Reader) -> list[Past]:
    """Every attempt that a mark keeps, the oldest first."""
    marks = [row for row in reader.state.rows("mark") if reader.state.values[f"{row}.kind"] == KIND]
    found = [Past(mark=row, turn=row.rpartition("/")[2], result=Success(reader[f"{row}.note"])) for row in marks]
    return sorted(found, key=lambda past: (past.turn, past.mark))


@DOORS.duty(*TURN.steps_of("italian-attempt"))
def may_try(now: Now) -> Iterator[Duty]:
    """The Axis seat may try in each of the two waters; in the Red Sea until the Allies have owned Massaua."""
    for sea in Sea if not now.ahead and PLAIN in theatres_of(now.facts) else ():
        needed = facts_needed(sea)
        if any(key not in now.facts for key in needed) or (sea is Sea.RED and now.facts[ever_allied("massaua")]):
            continue
        done = now.state.sources.get(f"{MARK}{sea.value}/{now.moment.turn}.note", "")
        found = preview(now.state, SLUG, {"sea": sea}, now.system)
        yield by_rule(
            SLUG,
            f"Italian fleet: {sea.label}",
            query=f"sea={sea.value}",
            rule=sea.rule,
            seat=Side.AXIS.value,
            figures=tuple(figure for figure in found.figures if figure.unit == "chance"),
            off=found.refusal.reason if found.refusal and not done else "",
            done=done,
        )


@DOORS.duty(*TURN.steps_of("italian-attempt-before"))
def earlier_ones(now: Now) -> Iterator[Duty]:
    """While no attempt is known, the group is asked for those of the time before."""
    if PLAIN in theatres_of(now.facts) and not any(
        now.facts.get(f"{row}.kind") == KIND for row in now.state.rows("mark")
    ):
        yield by_rule("italian-attempt-before", small="earlier results change the die", seat=Side.AXIS.value)


for _sea in Sea:
    DOORS.ends(_sea.level, f"{{}} Italian interference, {_sea.label}".format, _sea.rule)
