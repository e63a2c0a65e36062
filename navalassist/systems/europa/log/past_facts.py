"""What of Europa may be put right as of a turn that is over: what Set-up sets and rolls read."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from navalassist.desk.logbook.wording import PastFact
from navalassist.engine import Create, Set
from navalassist.play.state import State
from navalassist.play.systems import system_of
from navalassist.play.write.edits import Edit, EditError
from navalassist.rules.europa.r33_status import HIGH, LOW
from navalassist.rules.europa.r36_danger_ports import CAPTURED
from navalassist.rules.europa.words import Owner, PortKind
from navalassist.rules.europa.world import (
    MALTA_NUMBER,
    SOUTH_AEGEAN_DECLARED,
    SOUTH_AEGEAN_HITS,
    VALLETTA,
    kind_of,
    operational,
    owner_of,
)
from navalassist.systems.europa import theatres
from navalassist.systems.europa.newly_taken import newly_taken
from navalassist.systems.europa.places import places
from navalassist.systems.europa.upkeep import EXTENTS, INTERFERENCE_ZONES, LEVELS, MOST_HITS, capture, zone_declared

YES_OR_NO = ((True, "yes"), (False, "no"))
WAR, ZONES = "Conditions of the war", "Sea zones"


def open_ports(state: State) -> list[str]:
    """The rows of ports that everybody sees."""
    return [row for row in state.rows("port") if row not in state.audiences]


def past_facts(state: State) -> list[PastFact]:
    """All of them that there are, and that everybody sees."""
    malta = PastFact(MALTA_NUMBER, "Malta's number", bounds=(LOW, HIGH), group="Malta")
    found = [malta, *_of_the_war(), *_of_zones(), *_of_ports(state)]
    return [one for one in found if one.fact in state.values and one.fact.rpartition(".")[0] not in state.audiences]


def _of_ports(state: State) -> Iterator[PastFact]:
    owners = tuple((owner.value, owner.capitalize()) for owner in Owner)
    kinds = tuple((kind.value, kind.value) for kind in PortKind)
    for row in open_ports(state):
        key, name = row.partition(":")[2], state.values[f"{row}.name"]
        yield PastFact(owner_of(key), f"Owner of {name}", owners, again=False, group=name)
        yield PastFact(operational(key), f"{name} in working order", YES_OR_NO, group=name)
        yield PastFact(kind_of(key), f"Kind of port, {name}", kinds, again=False, group=name)


def _of_the_war() -> Iterator[PastFact]:
    for condition in places().conditions.values():
        if condition.key != theatres.KEY:
            yield PastFact(condition.fact, condition.title, tuple(condition.choices.items()) or YES_OR_NO, group=WAR)


def _of_zones() -> Iterator[PastFact]:
    levels = tuple((level, word) for level, word in LEVELS.items())
    for zone in INTERFERENCE_ZONES:
        title = f"Italian interference, {places().zones[zone].short}"
        yield PastFact(f"zone:{zone}.interference", title, levels, group=ZONES)
    yield PastFact(SOUTH_AEGEAN_DECLARED, "South Aegean zone", tuple(EXTENTS.items()), group=ZONES)
    yield PastFact(SOUTH_AEGEAN_HITS, "Bombing hits on the South Aegean zone", bounds=(0, MOST_HITS), group=ZONES)


def put_right(state: State, past: PastFact, to: Any, why: str, when: tuple[str, str]) -> Edit:
    """The input that sets one of them. when: turn and player turn since when. EditError for what cannot be."""
    row = past.fact.rpartition(".")[0]
    if past.fact == owner_of(row.partition(":")[2]):
        return _captured(state, row.partition(":")[2], to, why, when)
    if past.fact == SOUTH_AEGEAN_DECLARED:
        return zone_declared(state.values, to)
    if past.fact == MALTA_NUMBER and state.values[owner_of(VALLETTA)] == Owner.AXIS:
        raise EditError("to", "Malta's number: it is fixed while the Axis owns Valletta.", "36.A.4")
    return Edit("fact.since", past.label, (Set(past.fact, to),))


def _captured(state: State, port: str, to: str, why: str, when: tuple[str, str]) -> Edit:
    """As if it had been captured then: a mark of the capture that is over by now is not made."""
    clock = {"campaign:clock.turn": when[0], "campaign:clock.player_turn": when[1]}
    turn = system_of(state.campaign.system).names.turn(when[0])
    edit = capture(ChainMap(clock, dict(state.values)), port, to, state.book, turn, why)
    return replace(edit, effects=tuple(e for e in edit.effects if not (isinstance(e, Create) and _is_over(e, state))))


def _is_over(made: Create, state: State) -> bool:
    """True for a mark that would have ended before this turn, or of a capture that silences no danger zone any more."""
    fields, (turn, player_turn, _) = dict(made.fields), state.clock
    if fields.get("kind") == CAPTURED:
        before, _, when = str(fields["note"]).partition("|")
        return not newly_taken(turn, player_turn, before, when)
    until = str(fields.get("until") or "")
    return bool(until) and until < turn
