"""The audit log: append-only chains of entries, one chain for each audience.

`content` is the entry: one canonical JSON text, and `hash` is its SHA-256. The text holds the hash of the entry before
it, so a changed, missing or moved entry shows. The other columns repeat parts of the text for filters and are checked
against it. UPDATE and DELETE are refused by the database itself (`triggers.py`).
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from functools import cached_property
from typing import Any

from django.db import models

from navalassist.campaigns.models import Campaign

FORMAT = 1
# Every kind of entry of this format; docs/log-format.md says what each is.
KINDS = (
    *("setup", "edit", "rule", "waiting", "correction", "undo", "clock", "seed", "reveal"),
    *("nonce", "access", "fork", "dispute", "fallen"),
)
# Those of a rule that was carried out, and those that may hold the server's dice.
RULE_KINDS = ("rule", "waiting", "correction")
DICE_KINDS = (*RULE_KINDS, "fallen")
# Those that name an entry which they correct or take back.
CORRECTING = ("correction", "undo", "waiting")
# Those that hold a whole campaign.
BEGINNINGS = ("setup", "fork")
GENESIS = "0" * 64
# So many entries are fetched at once by who reads on only as long as they must.
SOME = 50


class Chain(models.Model):
    """The head of one audience's chain. `sequence` is also the version of what that audience sees."""

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="chains")
    audience = models.CharField(max_length=20)
    sequence = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64, default=GENESIS)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("campaign", "audience"), name="one_chain"),)


class EntryQuerySet(models.QuerySet["Entry"]):
    """Reading the log."""

    def seen_by(self, audiences: frozenset[str]) -> EntryQuerySet:
        """Only the chains of these audiences."""
        return self.filter(chain__in=sorted(audiences))

    def correcting(self, references: Collection[str]) -> EntryQuerySet:
        """The corrections and undos of these entries. That they name one at all is said for the index, a short one."""
        return self.filter(corrects__gt="", corrects__in=references)

    def newest_first(self) -> EntryQuerySet:
        """In the order in which they were written, the last first."""
        return self.order_by("-id")

    def one_by_one(self) -> Iterator[Entry]:
        """In the order of writing, for who may stop early: some at a time are fetched.

        `iterator` would have PostgreSQL send the whole log, since no cursor is kept there (`databases`).
        """
        rest = self.order_by("id")
        while some := list(rest[:SOME]):
            yield from some
            rest = rest.filter(id__gt=some[-1].pk)


class Entry(models.Model):
    """One row of the log; its page is the receipt."""

    # The index below begins with the campaign, and serves as its index too.
    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="entries", db_index=False)
    chain = models.CharField(max_length=20)
    sequence = models.PositiveIntegerField()
    turn = models.CharField(max_length=20)
    player_turn = models.CharField(max_length=20)
    step = models.CharField(max_length=40)
    kind = models.CharField(max_length=20)
    procedure = models.CharField(max_length=60, blank=True)
    seat = models.CharField(max_length=20)
    operation = models.CharField(max_length=40, blank=True)
    corrects = models.CharField(max_length=40, blank=True)
    submission = models.CharField(max_length=40, blank=True)
    dice = models.CharField(max_length=10, blank=True)
    time = models.DateTimeField()
    content = models.TextField()
    hash = models.CharField(max_length=64)

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ("id",)
        constraints = (models.UniqueConstraint(fields=("campaign", "chain", "sequence"), name="one_entry"),)
        indexes = (
            models.Index(fields=("campaign", "id"), name="log_of_a_campaign"),
            models.Index(fields=("campaign", "kind", "id"), name="log_of_a_kind"),
            models.Index(fields=("campaign", "turn", "id"), name="log_of_a_turn"),
            models.Index(fields=("campaign", "operation", "id"), name="log_of_an_operation"),
            models.Index(fields=("campaign", "submission"), name="log_of_a_submission"),
            models.Index(
                fields=("campaign", "corrects"), condition=models.Q(corrects__gt=""), name="log_of_corrections"
            ),
        )

    def __str__(self) -> str:
        return self.reference

    @property
    def reference(self) -> str:
        """`public/144`"""
        return f"{self.chain}/{self.sequence}"

    @cached_property
    def record(self) -> dict[str, Any]:
        """The entry as JSON values."""
        values: dict[str, Any] = json.loads(self.content)
        return values

    @property
    def code(self) -> str:
        """The short code of the hash, to be kept on paper."""
        return short_code(self.hash)


class Payload(models.Model):
    """The secret part of an entry: the chain covers only its commitment, SHA-256 of salt and content."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="payloads")
    audience = models.CharField(max_length=20)
    salt = models.CharField(max_length=32)
    content = models.TextField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("entry", "audience"), name="one_payload"),)


class Tagged(models.Model):
    """An entry is about something: an index of the log for its filters and its search (`tags`), made again by
    `manage.py index` and compared with the log by `verify`. tag: the number of a tag."""

    pk = models.CompositePrimaryKey("tag", "entry_id")
    tag = models.BigIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.DO_NOTHING, related_name="+", db_index=False, db_constraint=False)


class Seed(models.Model):
    """The secret from which the server's dice of one turn and audience come. Opened by an entry at the turn's end."""

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="+")
    turn = models.CharField(max_length=20)
    audience = models.CharField(max_length=20)
    seed = models.BinaryField(max_length=32)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("campaign", "turn", "audience"), name="one_seed"),)


_SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def short_code(digest: str) -> str:
    """Twelve characters for people (`7F3K-29QD-4M8T`): the first sixty bits of a hash, without letters like digits.

    Sixty, since a log that was forged to fit a code of forty bits could be found by trying.
    """
    number = int(digest[:15], 16)
    signs = "".join(_SIGNS[(number >> shift) & 31] for shift in range(55, -1, -5))
    return "-".join(signs[at : at + 4] for at in (0, 4, 8))


def beginning_of(code: str) -> str:
    """The first fifteen characters of the hash that has this short code. LookupError for what is no code."""
    plain = code.replace("-", "")
    if len(plain) != 12 or any(sign not in _SIGNS for sign in plain):
        raise LookupError(f'"{code}" is no code of a head; it is like 7F3K-29QD-4M8T.')
    number = 0
    for sign in plain:
        number = number * 32 + _SIGNS.index(sign)
    return f"{number:015x}"
