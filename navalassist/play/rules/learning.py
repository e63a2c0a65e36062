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
from navalassist.play.systems import System
from navalassist.play.write.writer import Writer

# The act of an entry by which a side learns.
LEARNT = "knowledge.learnt"


def learn(writer: Writer, learnt: Iterable[Learnt], by: str) -> None:
    """Each side learns what an entry (`by`) teaches it. A level that it has already teaches nothing new."""
    for one in learnt:
        effects = taught(writer.system, writer.state.values, writer.state.clock, one, by)
        if effects:
            side = writer.system.names.side(one.side)
            marker = View(writer.state.values).row(known_of(writer.system, one).marker, one.about.partition(":")[2])
            title = f"{side} learns of {known_of(writer.system, one).title(marker)}"
            chain = one.side if writer.system.is_closed(writer.state.values) else PUBLIC
            writer.edit(LEARNT, effects, seat=writer.viewer.seat, chain=chain, title=title)


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
