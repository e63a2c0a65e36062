"""The next step of a naval action, each with a panel made for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import QueryDict

from navalassist.desk.at import At
from navalassist.systems.storm_of_steel.actions import has_nobody_left
from navalassist.systems.storm_of_steel.pages.actions import Going
from navalassist.systems.storm_of_steel.pages.next import gunfire, home, hunt, losses
from navalassist.systems.storm_of_steel.pages.next.frame import Next
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
    passing_rule.GIVE_UP: lambda here, action, _: home.given_up(here, action),
}


def next_of(here: At, action: Going, given: QueryDict) -> Next | None:
    """The panel of what an action waits for; None where the form of the rule does. given: what was ticked there."""
    if action.procedure == staying_rule.STAY:
        deserted = has_nobody_left(here.rows, action)
        return home.nobody_left(here, action) if deserted else home.after(here, action, given)
    panel = PANELS.get(action.procedure)
    return panel(here, action, given) if panel else None
