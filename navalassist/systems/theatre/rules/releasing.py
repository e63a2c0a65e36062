"""PG.6.2.1: a convoy in port is broken up, and its transports are free again for whoever draws on their pool.

So is a group of which battles left nothing: else it would lie in its port for ever.
"""

from __future__ import annotations

from collections.abc import Iterator

from navalassist.engine import Outcome, Play, Refusal
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.english import counted
from navalassist.engine.forms import Ask, Options
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.shapes import Form
from navalassist.systems.theatre.acting import Act, Said, act_of, in_port, not_in_port
from navalassist.systems.theatre.groups import members
from navalassist.systems.theatre.pools import POOLS
from navalassist.systems.theatre.state.fleets import Group, Pool, Unit

SLUG = "pg-release"


def ends(view: View, group: Group) -> bool:
    """True for a group that has transports of a pool, or nothing at all."""
    return bool(group.pool) or not (group.transports or members(view, group))


def convoys(view: View) -> Options:
    """Groups that may be broken up."""
    return [(one.key, one.plain) for one in view.rows(Group) if ends(view, one)]


class ReleaseForm(Form):
    """Which convoy."""

    group: str = Ask("Convoy", convoys)


class Released(Act):
    """A convoy that is no more. units: those that sailed in it, which are in no group then."""

    group: Group = Says("Convoy")
    pool: Pool | None = Says("Pool")
    units: tuple[Unit, ...] = Says("Naval units", (), only_if=True)


def releasing(read: Reader, form: ReleaseForm) -> Released:
    group = read.row(Group, form.group)
    pool = read.find(Pool, group.pool)
    return Released(**act_of(read, group.side), group=group, pool=pool, units=members(read, group))


def why_not(given: Released) -> Iterator[Refusal]:
    yield from not_in_port(given, POOLS)
    if given.units and not given.group.transports:
        yield Refusal(f"{given.group.plain} has no transports: let its units leave it.", POOLS)


def duties(now: Now) -> Iterator[Duty]:
    """A line for each convoy."""
    for group in now.view.rows(Group):
        if ends(now.view, group):
            words = f"Break up {group.plain}"
            yield by_rule(SLUG, words, {"group": group.key}, seat=group.side.value, done="", again=True)


@in_port(
    SLUG, POOLS, "Break up a convoy", form=ReleaseForm, situation=releasing, why_not=why_not, duties=duties,
)  # fmt: skip
def release(given: Released) -> Play[Outcome[Said]]:
    """Its transports are free at once."""
    yield from ()
    number = given.group.transports
    of = f" of the pool {given.pool.name}" if given.pool else ""
    free = f"{counted(number, 'transport')}{of} {'is' if number == 1 else 'are'} free"
    words = f"{given.group.plain} is broken up: {free if number else 'nothing is left of it'}."
    leave = (effect for unit in given.units for effect in unit.set(group=""))
    return Outcome(Said(words), (given.group.gone(), *leave))
