"""Campaigns: the game that people play, its clock, conditions, marks, ledgers, rulings and tables."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q

from navalassist.campaigns.facts import FactRow
from navalassist.campaigns.rows import table_of
from navalassist.engine import knowledge, orders, pending


class Campaign(models.Model):
    """One game. Its identity is the UUID: an import is another campaign with another identity.

    name: as its log has it; called: what people call it here besides, which tells copies apart; away: put away, so that
    it stands folded in the list of campaigns.
    """

    identity = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    system = models.CharField(max_length=40)
    created = models.DateTimeField(auto_now_add=True)
    called = models.CharField(max_length=60, blank=True, default="")
    away = models.BooleanField(default=False)

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name

    @property
    def title(self) -> str:
        """`Mediterranean 1941, before the landing`"""
        return f"{self.name}, {self.called}" if self.called else self.name


class Actor(models.Model):
    """A person, known to the log only by this identity: the name can be changed or taken out, the log stays whole."""

    identity = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=80, blank=True)

    def __str__(self) -> str:
        return self.name or "someone at the table"


class Clock(FactRow):
    """Where the campaign stands in its turn sequence. Turn key `1941-03-1` is the first half of March 1941."""

    FACT_KIND: ClassVar[str] = "campaign"
    FACT_FIELDS: ClassVar[tuple[str, ...]] = ("turn", "player_turn", "step")

    turn = models.CharField(max_length=20)
    player_turn = models.CharField(max_length=20)
    step = models.CharField(max_length=40)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("campaign", "key"), name="one_clock"),)


class Condition(FactRow):
    """A fact of the war that rules ask for and no other model holds (is the Suez Canal open?)."""

    FACT_KIND: ClassVar[str] = "condition"
    FACT_SET_UP: ClassVar[bool] = True
    FACT_FIELDS: ClassVar[tuple[str, ...]] = ("value",)
    FACT_HISTORY: ClassVar[tuple[str, ...]] = ("value",)

    value = models.JSONField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("campaign", "key"), name="one_condition"),)


class Ledger(FactRow):
    """What a side has won: victory points (VPs)."""

    FACT_KIND: ClassVar[str] = "ledger"
    FACT_SET_UP: ClassVar[bool] = True
    FACT_FIELDS: ClassVar[tuple[str, ...]] = ("vp",)
    FACT_HISTORY: ClassVar[tuple[str, ...]] = ("vp",)

    vp = models.IntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("campaign", "key"), name="one_ledger"),)


class Account(FactRow):
    """Points of one kind that a side keeps count of. Its key: `allied/nrp`, `axis/arp/luftwaffe`.

    what: `nrp` (naval repair points, in halves), or `arp` (air replacement points, of one organisation); balance: below
    zero it is a deficit; sweeping: as much of a deficit of NRPs as was made by sweeping mines (R-46).
    """

    FACT_KIND: ClassVar[str] = "account"
    FACT_FIELDS: ClassVar[tuple[str, ...]] = ("side", "what", "organisation", "balance", "sweeping")
    FACT_HISTORY: ClassVar[tuple[str, ...]] = ("balance",)

    side = models.CharField(max_length=10)
    what = models.CharField(max_length=10)
    organisation = models.CharField(max_length=30, blank=True)
    balance = models.DecimalField(max_digits=8, decimal_places=1, default=0)
    sweeping = models.DecimalField("deficit made by sweeping mines", max_digits=8, decimal_places=1, default=0)

    class Meta:
        ordering = ("side", "what", "organisation")
        constraints = (
            models.UniqueConstraint(fields=("campaign", "key"), name="one_account"),
            models.CheckConstraint(condition=Q(what__in=("nrp", "arp")), name="account_what_known"),
        )

    def __str__(self) -> str:
        return self.key


class CampaignRuling(FactRow):
    """How this campaign reads a doubtful rule; key: the ruling's number."""

    FACT_KIND: ClassVar[str] = "ruling"
    FACT_FIELDS: ClassVar[tuple[str, ...]] = ("choice",)
    FACT_HISTORY: ClassVar[tuple[str, ...]] = ("choice",)

    choice = models.CharField(max_length=60)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("campaign", "key"), name="one_ruling"),)


class Chart(FactRow):
    """A table that this campaign changed; key: its slug.

    version: the one in play, '' for the one that the campaign began with; next: the one from the next step on, '' for
    none; typed: row -> the seat that typed it last.
    """

    FACT_KIND: ClassVar[str] = "chart"
    FACT_FIELDS: ClassVar[tuple[str, ...]] = ("version", "next", "typed")

    version = models.CharField("version in play", max_length=80, blank=True)
    next = models.CharField("version from the next step on", max_length=80, blank=True)
    typed = models.JSONField("who typed its rows", default=dict)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("campaign", "key"), name="one_chart"),)


class Mark(FactRow):
    """A fact with an end: "checked in this zone this phase". The entry that caused it is its source.

    subject, place: fact keys of what it is about; ends: part (of a step; one system calls it naval-step), step,
    player-turn, turn or never; until: the last turn, player turn (`1941-03-2/axis`) or segment of this player turn.
    """

    FACT_KIND: ClassVar[str] = "mark"
    FACT_FIELDS: ClassVar[tuple[str, ...]] = ("kind", "subject", "place", "ends", "until", "note")

    ENDS = ("part", "naval-step", "step", "player-turn", "turn", "never")

    kind = models.CharField(max_length=40)
    subject = models.CharField(max_length=120)
    place = models.CharField(max_length=120, blank=True)
    ends = models.CharField(max_length=20)
    until = models.CharField(max_length=20, blank=True)
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("campaign", "key"), name="one_mark"),
            models.CheckConstraint(
                condition=Q(ends__in=("part", "naval-step", "step", "player-turn", "turn", "never")),
                name="mark_ends_known",
            ),
        )


class ListMark(FactRow):
    """Where a line of a list comes from. Its key: `squadron/goeben`, the row that the line is."""

    FACT_KIND: ClassVar[str] = "list-mark"
    FACT_FIELDS: ClassVar[tuple[str, ...]] = ("origin",)

    origin = models.CharField("where it comes from", max_length=20)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("campaign", "key"), name="one_list_mark"),
            models.CheckConstraint(
                condition=Q(origin__in=("printed", "stand-in", "house", "of-template")), name="list_mark_origin_known"
            ),
        )


class ListTemplate(FactRow):
    """What a row of a type usually has: a new line of a list begins with it.

    kind: of the rows; name: the type, as the list has it; cells: `column=what stands in it`.
    """

    FACT_KIND: ClassVar[str] = "list-template"
    FACT_FIELDS: ClassVar[tuple[str, ...]] = ("kind", "name", "cells")

    kind = models.CharField(max_length=40)
    name = models.CharField(max_length=200)
    cells = models.JSONField(default=list)

    class Meta:
        ordering = ("name",)
        constraints = (models.UniqueConstraint(fields=("campaign", "key"), name="one_list_template"),)


class TableVersion(models.Model):
    """The text of a rule table as a campaign uses it. Old entries name their version and so can be checked for ever.

    current: the one that the campaign began with; which is in play since then, its `Chart` says.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="table_versions")
    slug = models.CharField(max_length=80)
    version = models.CharField(max_length=80)
    text = models.TextField()
    current = models.BooleanField(default=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("campaign", "slug", "version"), name="one_table_version"),
            models.UniqueConstraint(fields=("campaign", "slug"), condition=Q(current=True), name="one_current_table"),
        )


class FactHistoryQuerySet(models.QuerySet["FactHistory"]):
    """Looking back at facts."""

    def of(self, campaign: Campaign, fact: str) -> FactHistoryQuerySet:
        """Every value the fact ever had, in order."""
        return self.filter(campaign=campaign, fact=fact).order_by("id")


class FactHistory(models.Model):
    """Every value of the facts that rules look back at (a port's owner), with the turn and the entry that set it.

    An index of the log for quick reading: `verify` rebuilds it from the entries.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="+")
    fact = models.CharField(max_length=160)
    value = models.JSONField()
    turn = models.CharField(max_length=20)
    player_turn = models.CharField(max_length=20)
    entry = models.CharField(max_length=40)

    objects = FactHistoryQuerySet.as_manager()

    class Meta:
        indexes = (models.Index(fields=("campaign", "fact", "id"), name="history_of_a_fact"),)


# What any rule system may keep: what sides have learnt, damage that waits, and order books.
Knowledge = table_of(__name__, "Knowledge", knowledge.Knowledge, ordering=("key",))
PendingDamage = table_of(__name__, "PendingDamage", pending.Pending, ordering=("key",))
OrderBook = table_of(__name__, "OrderBook", orders.Book, ordering=("key",))
OrderSeal = table_of(__name__, "OrderSeal", orders.Seal, ordering=("key",))
