"""A naval action as its page shows it: what comes next of it, and both sides with what they have lost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from navalassist.desk.at import At
from navalassist.desk.operations.going import next_tap
from navalassist.desk.operations.strip import Line
from navalassist.engine import REGISTER
from navalassist.engine.reader import View
from navalassist.engine.rows import key_of
from navalassist.play.storage.bodies import body_of
from navalassist.systems.storm_of_steel import actions as war
from navalassist.systems.storm_of_steel.actions import ACTIONS
from navalassist.systems.storm_of_steel.pages.forces import Ship, Together, ship_of
from navalassist.systems.storm_of_steel.rules import contact, losses
from navalassist.systems.storm_of_steel.state import LOST, Action, Area, Base, OwedLoss, Side, Squadron, Stage


@dataclass(frozen=True, slots=True)
class Force(Together):
    """One side of an action, as it stands now. roles: of the contact table; left: what is left of it by each choice.

    lost: what it has lost in the action.
    """

    side: Side
    squadrons: tuple[Ship, ...]
    roles: tuple[str, ...]
    left: tuple[tuple[int, Force], ...] = ()
    lost: tuple[Ship, ...] = ()

    @property
    def all(self) -> tuple[Ship, ...]:
        """Those that are there, then those that are lost."""
        return (*self.squadrons, *self.lost)


class Going(Action, part="action"):
    """A naval action with what comes next. seat: whose tap that is; why: its form begins with a tick."""

    area_name: str
    target_name: str
    procedure: str
    seat: str
    why: str

    @property
    def words(self) -> str:
        """What comes next: `waits for gunfire`; how it ended."""
        return self.ends or Stage(self.stage).label

    @property
    def is_over(self) -> bool:
        """True for one that nothing more comes of."""
        return self.stage is Stage.ENDED

    @property
    def title(self) -> str:
        """What its next tap does: the title of the procedure."""
        return REGISTER[self.procedure].title if self.procedure else ""


def action_of(here: At, key: str) -> Going:
    """An action of the campaign."""
    view = here.rows
    row = view.row(Action, key)
    procedure, seat = next_tap(here, ACTIONS.tap(here.rows, row))
    return view.row(
        Going,
        key,
        area_name=view.name(Area.row_of(row.area)),
        target_name=view.name(Base.row_of(row.target)) if row.target else "",
        procedure=procedure,
        seat=seat,
        why=contact.inshore(view, row) if row.stage is Stage.CONTACT else "",
    )


def actions(here: At) -> tuple[list[Going], list[Going]]:
    """The naval actions in progress, and those that have ended, the latest first."""
    found = [action_of(here, row.key) for row in ACTIONS.all(here.rows)]
    return [one for one in found if not one.is_over], [one for one in found if one.is_over]


def forces(here: At, action: Action, lines: Iterable[Line]) -> list[Force]:
    """Both sides as they stand now, with what they have lost by these receipts."""
    view, found = here.rows, []
    lost = [ship_of(view, key, where="Lost in this action", out=True) for key in _lost(here, lines)]
    for side in Side:
        roles = ["attacks on the contact table"] if action.attacker == side else []
        roles += ["has the advantage"] if action.advantage == side else []
        roles += ["fired"] if side in action.fired else []
        there = [ship_of(view, key) for key in war.squadrons_of(action, side) if view.has(Squadron, key)]
        there.sort(key=lambda one: one.where)
        gone = tuple(one for one in lost if one.side is side)
        found.append(Force(side, tuple(there), tuple(roles), lost=gone))
    return found


def _lost(here: At, lines: Iterable[Line]) -> list[str]:
    """The squadrons that were taken off in these entries and are lost still."""
    values, found = here.state.values, []
    for entry, line in lines:
        if entry.procedure == losses.SLUG and not line.struck:
            effects = body_of(entry, here.viewer.audiences).get("effects") or ()
            found += [str(one["key"]).removesuffix(".place") for one in effects if one.get("value") == LOST]
    return [key_of(row) for row in dict.fromkeys(found) if values.get(f"{row}.place") == LOST]


def owed_words(loss: OwedLoss) -> str:
    """`3 protection factors`, `1 squadron`"""
    parts = (_several(loss.factors, "protection factor"), _several(loss.units, "squadron"))
    return " and ".join(filter(None, parts))


def owed_apart(view: View) -> list[tuple[OwedLoss, str]]:
    """Losses that belong to no naval action, each with how much it is."""
    return [(loss, owed_words(loss)) for loss in war.losses_of(view, "")]


def _several(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}" if count else ""
