"""What a rule teaches: a side learns of a force what its level tells, on its own chain, and nobody else does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from navalassist.campaigns.facts import PUBLIC
from navalassist.engine import Effect
from navalassist.engine.duties import Moment
from navalassist.engine.knowledge import Knowledge
from navalassist.engine.learnt import Learnt, Level
from navalassist.engine.reader import View
from navalassist.play.state import State
from navalassist.play.storage.bodies import body_of, find
from navalassist.play.systems import System
from navalassist.play.write.writer import Writer

# The act of an entry by which a side learns.
LEARNT = "knowledge.learnt"


def learn(writer: Writer, learnt: Iterable[Learnt], by: str, *, corrects: str = "") -> None:
    """Each side learns what an entry (`by`) teaches it. A level that it has already teaches nothing new.

    corrects: the entry in whose place it stands: what that one taught holds no more, and what was known before it does
    again; what was seen stays in memory.
    """
    for one in (*taken_back(writer.state, corrects), *learnt):
        effects = taught(writer.system, writer.state.values, writer.state.clock, one, by)
        if effects:
            side = writer.system.names.side(one.side)
            marker = View(writer.state.values).row(known_of(writer.system, one).marker, one.about.partition(":")[2])
            verb = "knows no more" if one.level is Level.NOTHING else "learns"
            title = f"{side} {verb} of {known_of(writer.system, one).title(marker)}"
            chain = one.side if writer.system.is_closed(writer.state.values) else PUBLIC
            # It follows from the entry before it: no page has looked at it.
            writer.edit(LEARNT, effects, seat=writer.viewer.seat, chain=chain, looked_at=False, title=title)


def held(state: State, by: str) -> tuple[Knowledge, ...]:
    """What an entry taught and still holds."""
    return (
        tuple(row for row in View(state.values).rows(Knowledge, by=by) if row.level is not Level.NOTHING) if by else ()
    )


def taken_back(state: State, by: str) -> Iterator[Learnt]:
    """As lessons: what an entry taught holds no more, and the level that held before it does again."""
    for row in held(state, by):
        yield Learnt(row.side, row.about, Level.NOTHING)
        entry = find(state.campaign, state.sources[row.fact("level")], frozenset({PUBLIC, row.side}))
        changes = body_of(entry, frozenset({PUBLIC, row.side})).get("changes", ())
        before = next((before for key, before, _ in changes if key == row.fact("level")), None)
        if before not in (None, Level.NOTHING.value):
            yield Learnt(row.side, row.about, Level(before))


def known_of(system: System, learnt: Learnt) -> Any:
    """How the system words what is learnt of such a row."""
    return system.known(learnt.about.partition(":")[0])


def taught(
    system: System, values: Mapping[str, Any], clock: tuple[str, str, str], learnt: Learnt, by: str
) -> tuple[Effect, ...]:
    """The effects by which a side learns, from all facts as they are."""
    moment = Moment(*clock)
    when = f"{system.names.turn(moment.turn)}, {system.step_title(moment.player_turn, moment.step)}"
    found: tuple[Effect, ...] = known_of(system, learnt).teaches(View(values), learnt, when, by)
    return found


def said_to_teach(effects: Iterable[Any], rows: Mapping[str, Mapping[str, Any]]) -> Iterator[Learnt]:
    """What an entry of this act says that somebody learns. rows: as they were before it."""
    found: dict[str, dict[str, Any]] = {}
    for effect in effects:
        if effect["do"] == "create":
            found[effect["key"]] = dict(effect["fields"])
        elif effect["do"] == "set":
            row, _, name = effect["key"].rpartition(".")
            found.setdefault(row, dict(rows.get(row, {})))[name] = effect["value"]
    for row, fields in found.items():
        if row.startswith(f"{Knowledge.KIND}:"):
            yield Learnt(str(fields["side"]), str(fields["about"]), Level(fields["level"]))
