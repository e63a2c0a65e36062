"""What sails and fights in the Great War at sea: squadrons, fleets, naval actions, losses owed, and units ashore."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from navalassist.campaigns.facts import FactRow

SIDES = ("central", "allied")
NOBODY = ("", *SIDES)
KINDS = ("bb", "bc", "pd", "ca", "esc", "ss", "trn")
MISSIONS = ("bombardment", "raiding", "re-basing", "general-engagement")
STAGES = ("mission", "contact", "decide", "fire", "losses", "after", "withdraw", "unopposed", "return", "ended")
LAND_KINDS = ("unit", "neutral", "guerrilla", "fortification", "headquarters", "uprising")
LAND_PLACES = ("", "naval-base", "industrial-city", "fortified-zone", "port", "city", "off-map")


class Squadron(FactRow):
    """A naval unit of a side with the factors of its counter.

    kind: bb, bc, pd (pre-dreadnought), ca, esc, ss, trn; place: `fleet:<key>`, `base:<key>`, `pool` before it comes
    into play, or `lost`.
    """

    FACT_KIND: ClassVar[str] = "squadron"
    FACT_FIELDS: ClassVar[tuple[str, ...]] = (
        "side",
        "name",
        "nation",
        "kind",
        "combat",
        "protection",
        "contact",
        "place",
    )

    side = models.CharField(max_length=10)
    name = models.CharField(max_length=80)
    nation = models.CharField(max_length=20)
    kind = models.CharField(max_length=10)
    combat = models.PositiveSmallIntegerField("combat strength", default=0)
    protection = models.PositiveSmallIntegerField("protection factor", default=0)
    contact = models.PositiveSmallIntegerField("contact rating", default=0)
    place = models.CharField(max_length=100)

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(fields=("campaign", "key"), name="one_squadron"),
            models.CheckConstraint(condition=Q(side__in=SIDES), name="squadron_side_known"),
            models.CheckConstraint(condition=Q(kind__in=KINDS), name="squadron_kind_known"),
        )

    def __str__(self) -> str:
        return self.name


class Fleet(FactRow):
    """Squadrons that sail together: those whose place is `fleet:<key>`.

    place: `base:<key>` or `area:<key>`; duty: '', convoy or raiding; came_from: `area:<key>`, the area that it was in
    before this one, or nothing.
    """

    FACT_KIND: ClassVar[str] = "fleet"
    FACT_FIELDS: ClassVar[tuple[str, ...]] = ("side", "name", "place", "duty", "came_from")

    side = models.CharField(max_length=10)
    name = models.CharField(max_length=80)
    place = models.CharField(max_length=100)
    duty = models.CharField(max_length=10, blank=True)
    came_from = models.CharField("the area it came from", max_length=100, blank=True)

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(fields=("campaign", "key"), name="one_fleet"),
            models.CheckConstraint(condition=Q(side__in=SIDES), name="fleet_side_known"),
            models.CheckConstraint(condition=Q(duty__in=("", "convoy", "raiding")), name="fleet_duty_known"),
        )

    def __str__(self) -> str:
        return self.name


class NavalAction(FactRow):
    """A mission of a side in a sea area and all that comes of it, from the declaration to its end.

    area: key of the sea area; target: key of a base, or nothing; central, allied: keys of the squadrons that take part;
    attacker: the attacking side on the contact table (R-73); advantage: who may refuse or fire first; order: both, or
    the side that fires first; fired: sides that have fired; stage: what comes next; ends: how it ended, in words.
    """

    FACT_KIND: ClassVar[str] = "action"
    FACT_FIELDS: ClassVar[tuple[str, ...]] = (
        "number",
        "side",
        "mission",
        "area",
        "target",
        "central",
        "allied",
        "attacker",
        "advantage",
        "order",
        "fired",
        "stage",
        "ends",
    )

    number = models.PositiveIntegerField()
    side = models.CharField(max_length=10)
    mission = models.CharField(max_length=20)
    area = models.CharField(max_length=80)
    target = models.CharField(max_length=80, blank=True)
    central = models.JSONField("Central squadrons", default=list)
    allied = models.JSONField("Allied squadrons", default=list)
    attacker = models.CharField(max_length=10, blank=True)
    advantage = models.CharField(max_length=10, blank=True)
    order = models.CharField("order of fire", max_length=10, blank=True)
    fired = models.JSONField("sides that have fired", default=list)
    stage = models.CharField(max_length=20, default="mission")
    ends = models.CharField("how it ended", max_length=200, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("campaign", "key"), name="one_action"),
            models.CheckConstraint(condition=Q(side__in=SIDES), name="action_side_known"),
            models.CheckConstraint(condition=Q(mission__in=MISSIONS), name="action_mission_known"),
            models.CheckConstraint(condition=Q(attacker__in=NOBODY), name="action_attacker_known"),
            models.CheckConstraint(condition=Q(advantage__in=NOBODY), name="action_advantage_known"),
            models.CheckConstraint(condition=Q(order__in=("both", *NOBODY)), name="action_order_known"),
            models.CheckConstraint(condition=Q(stage__in=STAGES), name="action_stage_known"),
        )

    def __str__(self) -> str:
        return f"{self.number}: {self.mission}, {self.area}"


class OwedLoss(FactRow):
    """A loss that a table has given and that its owner has still to take off (R-53).

    action: key of the naval action, or nothing; factors: protection factors to take off; units: whole units to take
    off; among: keys of the squadrons that may be named; cause: the rule, in its words.
    """

    FACT_KIND: ClassVar[str] = "owed-loss"
    FACT_FIELDS: ClassVar[tuple[str, ...]] = ("side", "action", "factors", "units", "among", "cause")

    side = models.CharField(max_length=10)
    action = models.CharField(max_length=80, blank=True)
    factors = models.PositiveSmallIntegerField("protection factors", default=0)
    units = models.PositiveSmallIntegerField("whole units", default=0)
    among = models.JSONField("squadrons that may be named", default=list)
    cause = models.CharField(max_length=200)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(fields=("campaign", "key"), name="one_owed_loss"),
            models.CheckConstraint(condition=Q(side__in=SIDES), name="owed_loss_side_known"),
        )

    def __str__(self) -> str:
        return f"{self.side}: {self.cause}"


class LandUnit(FactRow):
    """A unit ashore whose supply may be in doubt (supply attrition).

    place: what it stands in, of those that the exemptions name; area_name: the off-map area, in words; symbol: that
    area has a mobilization symbol; own: it is a colony of the unit's nation, or its home; afloat: naval transport
    carries it; loc: it traces a line of communication.
    """

    FACT_KIND: ClassVar[str] = "land-unit"
    FACT_FIELDS: ClassVar[tuple[str, ...]] = (
        "side",
        "name",
        "nation",
        "kind",
        "terrain",
        "place",
        "area_name",
        "symbol",
        "own",
        "afloat",
        "loc",
        "lost",
    )

    side = models.CharField(max_length=10)
    name = models.CharField(max_length=80)
    nation = models.CharField(max_length=20)
    kind = models.CharField(max_length=20, default="unit")
    terrain = models.CharField(max_length=10, default="other")
    place = models.CharField("stands in", max_length=20, blank=True)
    area_name = models.CharField("off-map area", max_length=60, blank=True)
    symbol = models.BooleanField("mobilization symbol there", default=False)
    own = models.BooleanField("colony or home of its nation", default=False)
    afloat = models.BooleanField("carried by naval transport", default=False)
    loc = models.BooleanField("traces a line of communication", default=False)
    lost = models.BooleanField(default=False)

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(fields=("campaign", "key"), name="one_land_unit"),
            models.CheckConstraint(condition=Q(side__in=SIDES), name="land_unit_side_known"),
            models.CheckConstraint(condition=Q(kind__in=LAND_KINDS), name="land_unit_kind_known"),
            models.CheckConstraint(condition=Q(terrain__in=("desert", "mountain", "other")), name="land_terrain_known"),
            models.CheckConstraint(condition=Q(place__in=LAND_PLACES), name="land_unit_place_known"),
        )

    def __str__(self) -> str:
        return self.name
