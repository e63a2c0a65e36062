"""Disputes, precedents, questions, proposed corrections and house settings, as facts; bookmarks and last looks beside.

What bears on the game is a fact that only `play` changes, by entries of kind `dispute`. A bookmark is a person's own:
it is no part of the campaign's state, and nobody else is told of it.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from navalassist.campaigns.facts import FactRow
from navalassist.campaigns.models import Campaign

OPEN, UPHELD, REJECTED, WITHDRAWN = "open", "upheld", "rejected", "withdrawn"
ANSWERED, ACCEPTED, REFUSED = "answered", "accepted", "refused"
# An answer that whoever asked has opened.
READ = "read"


class Dispute(FactRow):
    """An entry that somebody says is wrong, until the moderator has ruled and the sides have acknowledged it.

    entry: reference of what is disputed; procedure: its rule, '' for an input; by: the seat that raised it;
    correction: the entry that came of it; acknowledged: the seats that have.
    """

    FACT_KIND: ClassVar[str] = "dispute"
    FACT_FIELDS: ClassVar[tuple[str, ...]] = (
        *("entry", "procedure", "by", "state", "ruling", "correction", "acknowledged"),
    )

    entry = models.CharField(max_length=40)
    procedure = models.CharField(max_length=60, blank=True)
    by = models.CharField(max_length=20)
    state = models.CharField(max_length=20, default=OPEN)
    ruling = models.TextField(blank=True)
    correction = models.CharField(max_length=40, blank=True)
    acknowledged = models.JSONField(default=list)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("campaign", "key"), name="one_dispute"),)


class Argument(FactRow):
    """What somebody says in a dispute. dispute: its key; number: its place among the others."""

    FACT_KIND: ClassVar[str] = "argument"
    FACT_FIELDS: ClassVar[tuple[str, ...]] = ("dispute", "seat", "text", "number")

    dispute = models.CharField(max_length=120)
    seat = models.CharField(max_length=20)
    text = models.TextField()
    number = models.PositiveIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("campaign", "key"), name="one_argument"),)


class Precedent(FactRow):
    """A ruling that is shown when the same case comes again: the same procedure, and what else the moderator named.

    zone, table, reads (number of a ruling): '' where any will do; verdict: upheld or rejected.
    """

    FACT_KIND: ClassVar[str] = "precedent"
    FACT_FIELDS: ClassVar[tuple[str, ...]] = (
        *("number", "dispute", "procedure", "zone", "table", "reads", "verdict", "text"),
    )

    number = models.PositiveIntegerField()
    dispute = models.CharField(max_length=120)
    procedure = models.CharField(max_length=60)
    zone = models.CharField(max_length=60, blank=True)
    table = models.CharField(max_length=80, blank=True)
    reads = models.CharField(max_length=20, blank=True)
    verdict = models.CharField(max_length=20)
    text = models.TextField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("campaign", "key"), name="one_precedent_of_a_dispute"),)


class Question(FactRow):
    """What somebody asks the moderator before it is rolled. While it is open, that one thing is held.

    about: a row (`shipment:demo-1`) or a procedure (`malta-repair`); by: the seat that asks.
    """

    FACT_KIND: ClassVar[str] = "question"
    FACT_FIELDS: ClassVar[tuple[str, ...]] = ("about", "procedure", "by", "text", "state", "answer")

    about = models.CharField(max_length=120)
    procedure = models.CharField(max_length=60, blank=True)
    by = models.CharField(max_length=20)
    text = models.TextField()
    state = models.CharField(max_length=20, default=OPEN)
    answer = models.TextField(blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("campaign", "key"), name="one_question"),)


class Proposal(FactRow):
    """A correction that waits for consent. typed: what its form said; by: the seat that proposes; to: that consents."""

    FACT_KIND: ClassVar[str] = "proposal"
    FACT_FIELDS: ClassVar[tuple[str, ...]] = ("entry", "by", "to", "state", "typed", "note")

    entry = models.CharField(max_length=40)
    by = models.CharField(max_length=20)
    to = models.CharField(max_length=20)
    state = models.CharField(max_length=20, default=OPEN)
    typed = models.JSONField(default=dict)
    note = models.TextField(blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("campaign", "key"), name="one_proposal"),)


class House(FactRow):
    """A setting of the house that no rulebook has. `correction-consent`: `no`, or `yes`."""

    FACT_KIND: ClassVar[str] = "house"
    FACT_FIELDS: ClassVar[tuple[str, ...]] = ("choice",)

    choice = models.CharField(max_length=60)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("campaign", "key"), name="one_house_setting"),)


class Bookmark(models.Model):
    """A place in the log that a person has named for their own eyes. actor: their opaque identity."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="+")
    actor = models.UUIDField()
    entry = models.CharField(max_length=40)
    name = models.CharField(max_length=80)
    made = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-made", "-id")
        constraints = (models.UniqueConstraint(fields=("campaign", "actor", "entry"), name="one_bookmark"),)


class LastLook(models.Model):
    """Up to which entry a person has read the log in a seat. place: the key of the last entry that they could see."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="+")
    actor = models.UUIDField()
    seat = models.CharField(max_length=20)
    place = models.BigIntegerField()
    looked = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("campaign", "actor", "seat"), name="one_last_look"),)
