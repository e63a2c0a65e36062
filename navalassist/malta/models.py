"""Malta: the number that stands for the island's power over Axis shipping (36.A.4)."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from navalassist.campaigns.facts import FactRow
from navalassist.campaigns.models import FactHistory, FactHistoryQuerySet


class MaltaStatus(FactRow):
    """Malta's number as the group writes it down. Which way it counts is ruling R-04."""

    FACT_KIND: ClassVar[str] = "malta"
    FACT_SET_UP: ClassVar[bool] = True
    FACT_FIELDS: ClassVar[tuple[str, ...]] = ("number",)
    FACT_HISTORY: ClassVar[tuple[str, ...]] = ("number",)

    number = models.PositiveSmallIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("campaign", "key"), name="one_malta"),
            models.CheckConstraint(condition=Q(number__gte=0, number__lte=15), name="malta_0_to_15"),
        )

    def history(self) -> FactHistoryQuerySet:
        """The number over time."""
        return FactHistory.objects.of(self.campaign, f"{self.fact_key}.number")


class MaltaStock(FactRow):
    """What the Allies have for Malta beside its number: repair points in hand, and naval repair points on Valletta.

    There is no row before the first points are entered: then nothing is counted.
    """

    FACT_KIND: ClassVar[str] = "malta-stock"
    FACT_FIELDS: ClassVar[tuple[str, ...]] = ("points", "nrp")
    FACT_HISTORY: ClassVar[tuple[str, ...]] = ("points", "nrp")

    points = models.PositiveSmallIntegerField("Malta repair points in hand", default=0)
    nrp = models.PositiveSmallIntegerField("naval repair points on Valletta", default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("campaign", "key"), name="one_malta_stock"),)
