"""The next step of a naval action, each with a panel made for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import QueryDict

from navalassist.desk.access import At
from navalassist.systems.storm_of_steel.actions import has_nobody_left
from navalassist.systems.storm_of_steel.pages.actions import GIVE_UP, STAY, Going
from navalassist.systems.storm_of_steel.pages.next import gunfire, home, hunt, losses
from navalassist.systems.storm_of_steel.pages.next.frame import Next

Asks = Callable[[At, Going, QueryDict], Next]
PANELS: Mapping[str, Asks] = {
    "gw-interception": hunt.asks,
    "gw-contact": gunfire.contact,
    "gw-decision": gunfire.decision,
    "gw-combat": gunfire.gunfire,
    "gw-losses": losses.asks,
    "gw-withdrawal": home.withdrawal,
    "gw-return": home.returning,
    "gw-bombardment": home.bombardment,
    "gw-rebasing": home.rebasing,
    "gw-raid": home.raid,
    GIVE_UP: lambda here, action, _: home.given_up(here, action),
}


def next_of(here: At, action: Going, given: QueryDict) -> Next | None:
    """The panel of what an action waits for; None where the form of the rule does. given: what was ticked there."""
    if action.procedure == STAY:
        deserted = has_nobody_left(here.rows, action)
        return home.nobody_left(here, action) if deserted else home.after(here, action, given)
    panel = PANELS.get(action.procedure)
    return panel(here, action, given) if panel else None
