"""Secrets of rule 36 for tests: a marker in each field of fleets, strips, marks and accounts, most of them by rule.

What is done in the open stands in the open all the same: mines lie on the map, dice are shown with the sea and the hex.
"""

from decimal import Decimal
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.engine import Effect, create
from navalassist.taskforces.models import NavalGroup, TaskForce
from tests.in_hand import InHand

GROUP, FORCE, LAYER, PLANES = "Cerberus-3317", "Chimera-9902", "Minotaur-1288", "Lamia-7004"
ACCOUNT, REASON, WHY, AGROUND = "Typhon-5561", "Echidna-4423", "Geryon-6109", "Scylla-2750"
# A hex that only the strip and the place of a secret group name, and the one where it lays mines for all to see.
HEX, MINED = "26:2613", "26:2612"
MARKERS = (GROUP, FORCE, LAYER, PLANES, ACCOUNT, REASON, WHY, AGROUND, HEX)


def do(campaign: Campaign, slug: str, strip: str = "", seat: str = "axis", **target: Any) -> Entry:
    """A rule carried out by a side, with typed dice where there are any; what is not said is as its form begins."""
    return InHand(campaign, seat).do(slug, strip, **target)


def unit(key: str, place: str, name: str = "", side: str = "axis", **more: Any) -> Effect:
    """A naval unit of a side."""
    fields = TaskForce.new_facts(side=side, name=name or key, place=place, **more)
    return create(f"task-force:{key}", **fields)


def moved(campaign: Campaign, group: str, moves: str, **more: Any) -> Entry:
    """A group moves; in the Central Med, unless another sea zone is said."""
    return do(campaign, "naval-move", group=group, moves=moves, **({"zone": "central-med"} | more))


def planted(campaign: Campaign) -> None:
    """Axis fleets in a closed campaign, in the Axis naval movement; and what they have done in it."""
    fields = NavalGroup.new_facts(side="axis", name=GROUP, place=f"hex:{MINED}", zone="central-med")
    rows = [
        create("group:cerberus", **fields),
        unit("chimera", "group:cerberus", FORCE, strength=4, reverse=2),
        unit("minotaur", "group:cerberus", LAYER, kind="warship", mines=2, strength=1),
        unit("scylla", "port:naples", AGROUND, kind="lc", strength=1),
        unit("aquila", "off", "Aquila", kind="carrier", strength=4, arrives="1941-03-1"),
    ]
    InHand(campaign).edit(*rows)
    for what, organisation in (("arp", ACCOUNT), ("nrp", "")):
        given = {"side": "axis", "what": what, "points": "41.5", "reason": REASON}
        do(campaign, "points-received", organisation=organisation, **given)
    do(campaign, "points-spent", side="axis", what="nrp", points="1.5", reason=WHY)
    do(campaign, "carrier-arrives", unit="aquila", to="port:naples", aircraft=PLANES, fighter=True, because=WHY)
    do(campaign, "mines-laid", unit="minotaur", points=1)
    do(campaign, "mines-loaded", unit="scylla", points=1, cost=Decimal(2), because=WHY)
    moved(campaign, "cerberus", f"10 {HEX}")
    do(campaign, "danger-contact", "1", group="cerberus", hex=HEX, typed="allied")


def secret_marks(campaign: Campaign) -> set[str]:
    """The kinds of marks that are secret."""
    state = InHand(campaign).state
    return {state.values[f"{row}.kind"] for row in state.rows("mark") if row in state.audiences}
