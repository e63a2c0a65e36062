"""What sails: shipments (rows of the convoy board), naval units and groups, templates, and what is kept in ports."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from navalassist.campaigns.facts import FactRow
from navalassist.campaigns.models import Actor, Campaign
from navalassist.taskforces.great_war import Fleet as Fleet
from navalassist.taskforces.great_war import LandUnit as LandUnit
from navalassist.taskforces.great_war import NavalAction as NavalAction
from navalassist.taskforces.great_war import OwedLoss as OwedLoss
from navalassist.taskforces.great_war import Squadron as Squadron
from navalassist.taskforces.supermarina import Battle as Battle
from navalassist.taskforces.supermarina import Cargo as Cargo
from navalassist.taskforces.supermarina import Combatant as Combatant
from navalassist.taskforces.supermarina import Commando as Commando
from navalassist.taskforces.supermarina import Force as Force
from navalassist.taskforces.supermarina import Ship as Ship
from navalassist.taskforces.supermarina import Transport as Transport
from navalassist.taskforces.theatre import TheatreAbsent as TheatreAbsent
from navalassist.taskforces.theatre import TheatreAirUnit as TheatreAirUnit
from navalassist.taskforces.theatre import TheatreBattle as TheatreBattle
from navalassist.taskforces.theatre import TheatreBeach as TheatreBeach
from navalassist.taskforces.theatre import TheatreDefence as TheatreDefence
from navalassist.taskforces.theatre import TheatreGroup as TheatreGroup
from navalassist.taskforces.theatre import TheatreHunters as TheatreHunters
from navalassist.taskforces.theatre import TheatreInterception as TheatreInterception
from navalassist.taskforces.theatre import TheatreLanding as TheatreLanding
from navalassist.taskforces.theatre import TheatreOrder as TheatreOrder
from navalassist.taskforces.theatre import TheatrePool as TheatrePool
from navalassist.taskforces.theatre import TheatreReaction as TheatreReaction
from navalassist.taskforces.theatre import TheatreResult as TheatreResult
from navalassist.taskforces.theatre import TheatreShipping as TheatreShipping
from navalassist.taskforces.theatre import TheatreSighting as TheatreSighting
from navalassist.taskforces.theatre import TheatreTrade as TheatreTrade
from navalassist.taskforces.theatre import TheatreTroop as TheatreTroop
from navalassist.taskforces.theatre import TheatreUnit as TheatreUnit
from navalassist.taskforces.theatre import TheatreUnitType as TheatreUnitType

SIDES = ("axis", "allied")


class TaskForce(FactRow):
    """A naval unit of a side: a task force, a warship, a carrier group, or a counter of submarines or transports.

    strength, reverse: strength points as printed on its two sides (reverse 0: it has none); flipped: the half-strength
    side is up (36.F.3); hits: on the side that is up. place: `port:<key>`, `group:<key>` when it sails in a naval
    group, `off` before it comes into play, `withdrawn` or `sunk`. arrives, leaves: the turns that the order of battle
    names, or nothing. refit: it lies in refit (36.B). mines: mine points that it carries (36.C.2). fuelled: the player
    turn for which its fuel is paid (36.E). supports: gunfire supports used, by year (36.F.1). organisation: whose ARPs
    its aircraft cost (36.F.2).
    """

    KINDS = ("task-force", "warship", "carrier", "submarine", "flotilla", "nt", "lc", "lb")

    FACT_KIND: ClassVar[str] = "task-force"
    FACT_TAGGED: ClassVar[bool] = True
    FACT_NAMED_AS: ClassVar[tuple[str, ...]] = ("force",)
    FACT_ASKED: ClassVar[bool] = True
    FACT_FIELDS: ClassVar[tuple[str, ...]] = (
        "side",
        "name",
        "kind",
        "nation",
        "strength",
        "reverse",
        "flipped",
        "hits",
        "code_c_fighter",
        "place",
        "arrives",
        "leaves",
        "refit",
        "mines",
        "fuelled",
        "supports",
        "organisation",
    )

    side = models.CharField(max_length=10)
    name = models.CharField(max_length=80)
    kind = models.CharField(max_length=20, default="task-force")
    nation = models.CharField(max_length=20, blank=True)
    strength = models.PositiveSmallIntegerField(default=1)
    reverse = models.PositiveSmallIntegerField("strength of the half-strength side", default=0)
    flipped = models.BooleanField(default=False)
    hits = models.PositiveSmallIntegerField(default=0)
    code_c_fighter = models.BooleanField(default=False)
    place = models.CharField(max_length=80, blank=True)
    arrives = models.CharField(max_length=20, blank=True)
    leaves = models.CharField(max_length=20, blank=True)
    refit = models.BooleanField(default=False)
    mines = models.PositiveSmallIntegerField("mine points carried", default=0)
    fuelled = models.CharField(max_length=30, blank=True)
    supports = models.JSONField(default=dict)
    organisation = models.CharField(max_length=30, blank=True)

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(fields=("campaign", "key"), name="one_task_force"),
            models.CheckConstraint(condition=Q(side__in=SIDES), name="task_force_side_known"),
            models.CheckConstraint(
                condition=Q(kind__in=("task-force", "warship", "carrier", "submarine", "flotilla", "nt", "lc", "lb")),
                name="task_force_kind_known",
            ),
        )

    def __str__(self) -> str:
        return self.name


class NavalGroup(FactRow):
    """Naval units that sail together; those whose place is `group:<key>`.

    place: `port:<key>`, `hex:18A:0407`, or `canal:kiel`; zone: the sea zone that it is in; began: its place as the
    naval step began. strip: its moves of this movement phase in order, each {mps, night, to}, over all naval
    steps of the phase, after the first one with {naval_step}; the first move has {began}, the place as the phase began.
    strip_of: the turn/player turn that they belong to.
    """

    FACT_KIND: ClassVar[str] = "group"
    FACT_TAGGED: ClassVar[bool] = True
    FACT_NAMED_AS: ClassVar[tuple[str, ...]] = ("group",)
    FACT_ASKED: ClassVar[bool] = True
    FACT_FIELDS: ClassVar[tuple[str, ...]] = ("side", "name", "place", "zone", "began", "strip", "strip_of")

    side = models.CharField(max_length=10)
    name = models.CharField(max_length=80)
    place = models.CharField(max_length=80)
    zone = models.CharField("sea zone", max_length=40, blank=True)
    began = models.CharField("place as the step began", max_length=80, blank=True)
    strip = models.JSONField("moves of the phase", default=list)
    strip_of = models.CharField("turn/player turn of these moves", max_length=30, blank=True)

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(fields=("campaign", "key"), name="one_group"),
            models.CheckConstraint(condition=Q(side__in=SIDES), name="group_side_known"),
        )

    def __str__(self) -> str:
        return self.name


class Shipment(FactRow):
    """One item that sails (R-54): cargo with its transports, an empty transport group, or a naval unit.

    Amounts are in REs (points: SPs, SRPs and RPs count as R-55 says); transports are counted.
    route: its legs in order, each {zone, protected, hexes, near_soviet_base, stops …}; leg: number of the next one.
    sailed_in: turn/player turn/step in which it last came to be at sea in a zone; a later step finds it there (33.A.2).
    alone: empty transports sail with nothing else in their hex (33.D).
    """

    CARGO = ("sp", "srp", "unit", "rp", "empty", "warship", "task-force", "carrier")
    STATES = ("planned", "at-sea", "arrived", "returned", "lost", "struck")

    FACT_KIND: ClassVar[str] = "shipment"
    FACT_TAGGED: ClassVar[bool] = True
    FACT_NAMED_AS: ClassVar[tuple[str, ...]] = ("item", "shipment")
    FACT_FILTER: ClassVar[str] = "item"
    FACT_PLAYED: ClassVar[bool] = True
    FACT_ASKED: ClassVar[bool] = True
    FACT_FIELDS: ClassVar[tuple[str, ...]] = (
        "side",
        "row",
        "turn",
        "cargo",
        "label",
        "points",
        "res_afloat",
        "res_lost",
        "res_returned",
        "transports",
        "transport_count",
        "transports_afloat",
        "transports_lost",
        "transports_returned",
        "carries",
        "origin",
        "destination",
        "route",
        "leg",
        "state",
        "sailed_in",
        "finished_in",
        "hits",
        "alone",
        "code_c_fighter",
        "nation",
        "operation",
    )

    side = models.CharField(max_length=10)
    row = models.PositiveIntegerField()
    turn = models.CharField(max_length=20)
    cargo = models.CharField(max_length=12)
    label = models.CharField(max_length=80, blank=True)
    points = models.DecimalField(max_digits=7, decimal_places=1, default=0)
    res_afloat = models.DecimalField(max_digits=7, decimal_places=1, default=0)
    res_lost = models.DecimalField(max_digits=7, decimal_places=1, default=0)
    res_returned = models.DecimalField(max_digits=7, decimal_places=1, default=0)
    transports = models.CharField(max_length=10, blank=True)
    transport_count = models.PositiveIntegerField(default=0)
    transports_afloat = models.PositiveIntegerField(default=0)
    transports_lost = models.PositiveIntegerField(default=0)
    transports_returned = models.PositiveIntegerField(default=0)
    carries = models.DecimalField(max_digits=4, decimal_places=1, default=1)
    origin = models.CharField(max_length=60)
    destination = models.CharField(max_length=60)
    route = models.JSONField(default=list)
    leg = models.PositiveSmallIntegerField(default=0)
    state = models.CharField(max_length=12, default="planned")
    sailed_in = models.CharField(max_length=40, blank=True)
    finished_in = models.CharField(max_length=30, blank=True)
    hits = models.PositiveSmallIntegerField(default=0)
    alone = models.BooleanField(default=True)
    code_c_fighter = models.BooleanField(default=False)
    nation = models.CharField(max_length=20, blank=True)
    operation = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ("row",)
        constraints = (
            models.UniqueConstraint(fields=("campaign", "key"), name="one_shipment"),
            models.CheckConstraint(condition=Q(side__in=SIDES), name="shipment_side_known"),
            models.CheckConstraint(
                condition=Q(cargo__in=("sp", "srp", "unit", "rp", "empty", "warship", "task-force", "carrier")),
                name="shipment_cargo_known",
            ),
            models.CheckConstraint(
                condition=Q(state__in=("planned", "at-sea", "arrived", "returned", "lost", "struck")),
                name="shipment_state_known",
            ),
            models.CheckConstraint(
                condition=Q(transport_count=F("transports_afloat") + F("transports_lost") + F("transports_returned")),
                name="shipment_transports_add_up",
            ),
            models.CheckConstraint(
                condition=Q(res_afloat__gte=0, res_lost__gte=0, res_returned__gte=0), name="shipment_no_negative_res"
            ),
        )
        indexes = (models.Index(fields=("campaign", "turn", "row"), name="shipments_of_a_turn"),)

    def __str__(self) -> str:
        return f"{self.label or self.cargo}, {self.origin}–{self.destination}"


class ConvoyTemplate(FactRow):
    """Rows of the board that often sail together, kept under a name.

    rows: what a player types for each, in order (the fields of `systems.europa.setup.Draft`).
    """

    FACT_KIND: ClassVar[str] = "template"
    FACT_FIELDS: ClassVar[tuple[str, ...]] = ("side", "name", "rows")

    side = models.CharField(max_length=10)
    name = models.CharField(max_length=60)
    rows = models.JSONField(default=list)

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(fields=("campaign", "key"), name="one_template"),
            models.CheckConstraint(condition=Q(side__in=SIDES), name="template_side_known"),
        )

    def __str__(self) -> str:
        return self.name


class Holding(FactRow):
    """What a side keeps count of in a port: transports, or cargo in stock. Its key: `axis/naples/nt`.

    base: how much there would be without the shipments that are still at hand; what is there follows from it and from
    them, so that no rule writes it. When old shipments are cleared away, what they did goes into base and sunk.
    what: nt, lc, lb, sp, srp, rp or unit (counted in REs; label: its name). Transports are counted, cargo in points.
    """

    WHAT = ("nt", "lc", "lb", "sp", "srp", "rp", "unit")

    FACT_KIND: ClassVar[str] = "roster"
    FACT_FIELDS: ClassVar[tuple[str, ...]] = ("side", "port", "what", "label", "base", "sunk")

    side = models.CharField(max_length=10)
    port = models.CharField(max_length=60)
    what = models.CharField(max_length=10)
    label = models.CharField(max_length=80, blank=True)
    base = models.DecimalField("count without what sails now", max_digits=10, decimal_places=2, default=0)
    sunk = models.DecimalField("sunk in earlier turns", max_digits=10, decimal_places=2, default=0)

    class Meta:
        ordering = ("port", "what", "label")
        constraints = (
            models.UniqueConstraint(fields=("campaign", "key"), name="one_holding"),
            models.CheckConstraint(condition=Q(side__in=SIDES), name="holding_side_known"),
            models.CheckConstraint(
                condition=Q(what__in=("nt", "lc", "lb", "sp", "srp", "rp", "unit")), name="holding_what_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.what} {self.label} in {self.port}"


class Sighting(FactRow):
    """What everybody knows of a side's secret shipment that has put to sea (R-56); its key is that of the shipment.

    number: of the marker, counted for each side; zone: where it was checked last, in turn `turn`; level: `marker`, that
    something sails there, or from a contact on `known`: what it is, and how much of it was left.
    """

    FACT_KIND: ClassVar[str] = "sighting"
    FACT_FIELDS: ClassVar[tuple[str, ...]] = (
        "side",
        "number",
        "turn",
        "zone",
        "level",
        "cargo",
        "label",
        "res",
        "transports",
        "transport_count",
    )

    side = models.CharField(max_length=10)
    number = models.PositiveIntegerField()
    turn = models.CharField(max_length=20)
    zone = models.CharField("sea zone", max_length=40)
    level = models.CharField(max_length=10, default="marker")
    cargo = models.CharField(max_length=12, blank=True)
    label = models.CharField(max_length=80, blank=True)
    res = models.DecimalField("REs seen", max_digits=7, decimal_places=1, default=0)
    transports = models.CharField(max_length=10, blank=True)
    transport_count = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("side", "number")
        constraints = (
            models.UniqueConstraint(fields=("campaign", "key"), name="one_sighting"),
            models.CheckConstraint(condition=Q(side__in=SIDES), name="sighting_side_known"),
            models.CheckConstraint(condition=Q(level__in=("marker", "known")), name="sighting_level_known"),
        )

    def __str__(self) -> str:
        return f"{self.side} {self.number}"


class RowDraft(models.Model):
    """What somebody of a side is typing into a row of the board and has not saved. No part of the campaign's state.

    row: the key of the shipment, or `new`; fields: the form as it was last sent.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="+", db_index=False)
    side = models.CharField(max_length=10)
    actor = models.ForeignKey(Actor, on_delete=models.CASCADE, related_name="+")
    row = models.CharField(max_length=60)
    fields = models.JSONField(default=dict)
    at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("at",)
        constraints = (models.UniqueConstraint(fields=("campaign", "actor", "row"), name="one_draft"),)
