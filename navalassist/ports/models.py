"""Ports and naval bases: who owns them, of what kind they are, and who owned them before."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from navalassist.campaigns.facts import FactRow
from navalassist.campaigns.rows import table_of
from navalassist.systems.storm_of_steel import state
from navalassist.systems.supermarina import aircraft, fuel, repairs
from navalassist.systems.supermarina import state as supermarina
from navalassist.systems.theatre.state import sea as theatre


class Port(FactRow):
    """A port of a campaign.

    zones: keys of the sea zones it lies on; groups: what rules count it among (crete, sicily …);
    ever_allied: true once the Allies have owned it, whoever owns it later (33.B.8.a).
    """

    OWNERS = ("axis", "allied", "vichy", "neutral")
    KINDS = ("jetty", "minor", "standard", "major", "great")

    FACT_KIND: ClassVar[str] = "port"
    FACT_TAGGED: ClassVar[bool] = True
    FACT_NAMED_AS: ClassVar[tuple[str, ...]] = ("port", "origin", "destination")
    FACT_COMMON: ClassVar[bool] = True
    FACT_FOUND_BY_ROW: ClassVar[bool] = True
    FACT_SET_UP: ClassVar[bool] = True
    FACT_FIELDS: ClassVar[tuple[str, ...]] = (
        "name",
        "zones",
        "groups",
        "kind",
        "owner",
        "operational",
        "ever_allied",
        "owner_source",
        "map_reference",
    )
    FACT_HISTORY: ClassVar[tuple[str, ...]] = ("owner", "operational")

    name = models.CharField(max_length=60)
    zones = models.JSONField(default=list)
    groups = models.JSONField(default=list)
    kind = models.CharField(max_length=10, default="standard")
    owner = models.CharField(max_length=10)
    operational = models.BooleanField(default=True)
    ever_allied = models.BooleanField(default=False)
    owner_source = models.TextField(blank=True)
    map_reference = models.CharField(max_length=20, blank=True)

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(fields=("campaign", "key"), name="one_port"),
            models.CheckConstraint(
                condition=Q(owner__in=("axis", "allied", "vichy", "neutral")), name="port_owner_known"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=("jetty", "minor", "standard", "major", "great")), name="port_kind_known"
            ),
            models.CheckConstraint(condition=~Q(owner="allied") | Q(ever_allied=True), name="port_ever_allied"),
        )

    def __str__(self) -> str:
        return self.name


# Ports of Supermarina, with what the Port Information Chart says of them.
SupermarinaPort = table_of(__name__, "SupermarinaPort", supermarina.Port)
# Mined hexes of Supermarina, which everybody sees.
SupermarinaMinefield = table_of(__name__, "SupermarinaMinefield", supermarina.Minefield)
# Ports and airbases with aircraft that search the sea, which their side keeps to itself.
SearchSite = table_of(__name__, "SearchSite", supermarina.SearchSite)
# Air units of Supermarina and where they are based, which their side keeps to itself.
SupermarinaAirUnit = table_of(__name__, "SupermarinaAirUnit", aircraft.AirUnit)
# Hits of ships under repair in ports of Supermarina, which their side keeps to itself.
SupermarinaRepair = table_of(__name__, "SupermarinaRepair", repairs.Repair, ordering=("key",))
# Fuel of Supermarina's ports and of the Italian pool, which their side keeps to itself.
SupermarinaFuel = table_of(__name__, "SupermarinaFuel", fuel.Fuel)
# Ports of the theatre campaign, by their land squares.
TheatrePort = table_of(__name__, "TheatrePort", theatre.Port)
# Naval bases and ports of the Great War. A bombardment may leave a city devastated, where there is one.
NavalBase = table_of(
    __name__, "NavalBase", state.Base, checks={"base_devastated_city": Q(devastated=False) | Q(city=True)}
)
