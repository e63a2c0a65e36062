"""The page of a naval action: for each step a panel made for it, beside both sides as they stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import QueryDict

from navalassist.desk.at import At
from navalassist.desk.operations.pages import OperationPage
from navalassist.desk.operations.panels import Next
from navalassist.desk.operations.strip import Line
from navalassist.systems.storm_of_steel.actions import ACTIONS, has_nobody_left
from navalassist.systems.storm_of_steel.pages.actions import Going, action_of, forces
from navalassist.systems.storm_of_steel.pages.next import gunfire, home, hunt, losses, over
from navalassist.systems.storm_of_steel.rules import bombardment as bombardment_rule
from navalassist.systems.storm_of_steel.rules import combat as combat_rule
from navalassist.systems.storm_of_steel.rules import contact as contact_rule
from navalassist.systems.storm_of_steel.rules import decision as decision_rule
from navalassist.systems.storm_of_steel.rules import interception as interception_rule
from navalassist.systems.storm_of_steel.rules import losses as losses_rule
from navalassist.systems.storm_of_steel.rules import passing as passing_rule
from navalassist.systems.storm_of_steel.rules import raid as raid_rule
from navalassist.systems.storm_of_steel.rules import rebasing as rebasing_rule
from navalassist.systems.storm_of_steel.rules import staying as staying_rule
from navalassist.systems.storm_of_steel.rules import withdrawal as withdrawal_rule

Asks = Callable[[At, Going, QueryDict], Next]


def after_fire(here: At, action: Going, given: QueryDict) -> Next:
    """Each side stays or withdraws; where a side has nobody left, the other goes on."""
    return home.nobody_left(here, action) if has_nobody_left(here.rows, action) else home.after(here, action, given)


PANELS: Mapping[str, Asks] = {
    interception_rule.SLUG: hunt.asks,
    contact_rule.SLUG: gunfire.contact,
    decision_rule.SLUG: gunfire.decision,
    combat_rule.SLUG: gunfire.gunfire,
    losses_rule.SLUG: losses.asks,
    withdrawal_rule.WITHDRAWAL: home.withdrawal,
    withdrawal_rule.RETURN: home.returning,
    bombardment_rule.SLUG: home.bombardment,
    rebasing_rule.SLUG: home.rebasing,
    raid_rule.SLUG: home.raid,
    staying_rule.STAY: after_fire,
    passing_rule.GIVE_UP: lambda here, action, _: home.given_up(here, action),
}


def beside(here: At, action: Going, lines: Sequence[Line], panel: Next | None) -> dict[str, Any]:
    """Both sides, with what a choice of losses would strike out of them; of one that is over what it has cost."""
    sides = forces(here, action, lines)
    if panel and panel.rule == losses_rule.SLUG:
        return {"forces": losses.struck(sides, panel)}
    ended = {"costs": over.costs(sides), "at_sea": over.at_sea(here, action)} if action.is_over else {}
    return {"forces": sides} | ended


ACTION_PAGE = OperationPage(
    ACTIONS,
    read=action_of,
    panels=PANELS,
    parts="storm_of_steel/next/",
    template="storm_of_steel/action.html",
    gone="storm_of_steel/gone.html",
    offers=tuple(slug for slug in ACTIONS.rules if slug != passing_rule.GIVE_UP),
    shows=beside,
)
