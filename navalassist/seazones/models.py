"""Sea zones, for which rule 33 gives each side's shipping a naval status, the air units kept in them; and sea areas."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from navalassist.campaigns.facts import FactRow
from navalassist.campaigns.rows import table_of
from navalassist.seazones.theatre import TheatreCanal as TheatreCanal
from navalassist.seazones.theatre import TheatreMap as TheatreMap
from navalassist.seazones.theatre import TheatreSquare as TheatreSquare
from navalassist.seazones.theatre import TheatreStrait as TheatreStrait
from navalassist.seazones.theatre import TheatreWater as TheatreWater
from navalassist.seazones.theatre import TheatreZone as TheatreZone
from navalassist.systems.storm_of_steel import state


class SeaZone(FactRow):
    """A sea zone of a campaign, and what is in force in it.

    interference: what an Italian attempt reached this player turn ('' minor, partial, major; 33.B.2.b);
    declared: the interdiction zone ('' none, tight, loose; 33.B.7); hits: bombing hits on it this turn.
    """

    FACT_KIND: ClassVar[str] = "zone"
    FACT_TAGGED: ClassVar[bool] = True
    FACT_NAMED_AS: ClassVar[tuple[str, ...]] = ("zone",)
    FACT_COMMON: ClassVar[bool] = True
    FACT_SHOWN: ClassVar[bool] = True
    FACT_SET_UP: ClassVar[bool] = True
    FACT_FIELDS: ClassVar[tuple[str, ...]] = (
        "name",
        "short_name",
        "panel",
        "position",
        "neighbours",
        "interference",
        "declared",
        "hits",
    )
    FACT_HISTORY: ClassVar[tuple[str, ...]] = ("interference", "declared", "hits")

    name = models.CharField(max_length=60)
    short_name = models.CharField(max_length=40)
    panel = models.CharField(max_length=10, default="map")
    position = models.PositiveSmallIntegerField(default=0)
    neighbours = models.JSONField(default=list)
    interference = models.CharField(max_length=10, blank=True)
    declared = models.CharField(max_length=10, blank=True)
    hits = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(fields=("campaign", "key"), name="one_zone"),
            models.CheckConstraint(condition=Q(panel__in=("map", "list")), name="zone_panel_known"),
            models.CheckConstraint(
                condition=Q(interference__in=("", "partial", "major")), name="zone_interference_known"
            ),
            models.CheckConstraint(condition=Q(declared__in=("", "tight", "loose")), name="zone_declared_known"),
        )

    def __str__(self) -> str:
        return self.name


class AirUnit(FactRow):
    """An air unit that hunts or guards shipping in a sea zone (33.C).

    nature: `non-naval`, or the type of a naval air unit, `s`, `v`, `m`; tbf: tactical bombing
    factor as printed; range: as printed, in hexes; hexes_to_base: of a fighter, from its nearest operational airbase to
    the zone, 0 where one lies in the zone; place: `box`, `naval-patrol`, `naval-strike`, or '' at its base.
    """

    FACT_KIND: ClassVar[str] = "air-unit"
    FACT_TAGGED: ClassVar[bool] = True
    FACT_ASKED: ClassVar[bool] = True
    FACT_FIELDS: ClassVar[tuple[str, ...]] = (
        "side",
        "name",
        "nature",
        "fighter",
        "tbf",
        "range",
        "zone",
        "place",
        "hexes_to_base",
    )

    side = models.CharField(max_length=10)
    name = models.CharField(max_length=60)
    nature = models.CharField("type", max_length=10, default="non-naval")
    fighter = models.BooleanField(default=False)
    tbf = models.DecimalField("TBF", max_digits=3, decimal_places=1)
    range = models.PositiveSmallIntegerField()
    zone = models.CharField("sea zone", max_length=40)
    place = models.CharField(max_length=20, blank=True)
    hexes_to_base = models.PositiveSmallIntegerField("hexes from its airbase to the zone", default=0)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(fields=("campaign", "key"), name="one_air_unit"),
            models.CheckConstraint(condition=Q(side__in=("axis", "allied")), name="air_unit_side_known"),
            models.CheckConstraint(condition=Q(nature__in=("non-naval", "s", "v", "m")), name="air_unit_type_known"),
            models.CheckConstraint(
                condition=Q(place__in=("", "box", "naval-patrol", "naval-strike")), name="air_unit_place_known"
            ),
        )

    def __str__(self) -> str:
        return self.name


class MineBelt(FactRow):
    """Mines of one side in one hex (36.C). Its key: `axis/18A-0407`.

    points: mine points, each a level of port interdiction against both sides.
    """

    FACT_KIND: ClassVar[str] = "mines"
    FACT_TAGGED: ClassVar[bool] = True
    FACT_FIELDS: ClassVar[tuple[str, ...]] = ("side", "hex", "zone", "points")
    FACT_HISTORY: ClassVar[tuple[str, ...]] = ("points",)

    side = models.CharField("who laid them", max_length=10)
    hex = models.CharField(max_length=12)
    zone = models.CharField("sea zone", max_length=40, blank=True)
    points = models.PositiveSmallIntegerField("mine points", default=0)

    class Meta:
        ordering = ("hex", "side")
        constraints = (
            models.UniqueConstraint(fields=("campaign", "key"), name="one_mine_belt"),
            models.CheckConstraint(condition=Q(side__in=("axis", "allied")), name="mine_belt_side_known"),
        )

    def __str__(self) -> str:
        return f"{self.side} {self.hex}"


# The sea areas of the Great War.
SeaArea = table_of(__name__, "SeaArea", state.Area, ordering=("position",))
