"""Sea zones: the areas for which rule 33 gives each side's shipping a naval status."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from navalassist.campaigns.facts import FactRow


class SeaZone(FactRow):
    """A sea zone of a campaign, and what is in force in it.

    interference: what an Italian attempt reached this player turn ('' minor, partial, major; 33.B.2.b);
    declared: the interdiction zone ('' none, tight, loose; 33.B.7); hits: bombing hits on it this turn.
    """

    FACT_KIND: ClassVar[str] = "zone"
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
