"""Facts: how rows of the state are named and read as `kind:key.field`, the same in rules, log and exports.

A model that holds state inherits `FactRow` and says which of its fields are facts. Everything else follows: loading a
campaign's state, applying effects, replay and the state check know no model by name.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar

from django.apps import apps
from django.db import models

from navalassist.engine import to_plain

PUBLIC = "public"


class FactRow(models.Model):
    """One thing of a campaign whose fields are facts.

    key: stable name within its kind; audience: who may see it (`public`, or a side);
    sources: field -> reference of the entry that set it (`public/12`).
    """

    FACT_KIND: ClassVar[str] = ""
    FACT_FIELDS: ClassVar[tuple[str, ...]] = ()
    # Fields whose every change is also kept in FactHistory, since rules look back at them.
    FACT_HISTORY: ClassVar[tuple[str, ...]] = ()
    # Readers of the log ask after such rows: an entry that changed one, or whose rule was told of one, has its tag.
    FACT_TAGGED: ClassVar[bool] = False
    # Names in a situation, an outcome or another row at which the key of such a row stands.
    FACT_NAMED_AS: ClassVar[tuple[str, ...]] = ()
    # What its filter is called in the address of the log, where not as its kind is.
    FACT_FILTER: ClassVar[str] = ""
    # So many entries are about one that other filters are asked first.
    FACT_COMMON: ClassVar[bool] = False
    # Inputs about one are play, and no set-up.
    FACT_PLAYED: ClassVar[bool] = False
    # Where a rule shows everybody one of these, its entry is found by it.
    FACT_SHOWN: ClassVar[bool] = False
    # Its name is no word of an entry: whoever searches for the name finds the row, and entries by it.
    FACT_FOUND_BY_ROW: ClassVar[bool] = False
    # It is changed in the set-up, which a campaign may keep for its moderator.
    FACT_SET_UP: ClassVar[bool] = False
    # A question to the moderator may be about one, and holds it until it is answered.
    FACT_ASKED: ClassVar[bool] = False

    # Every model has a unique (campaign, key), which serves as the index of the campaign too.
    campaign = models.ForeignKey("campaigns.Campaign", on_delete=models.PROTECT, related_name="+", db_index=False)
    key = models.CharField(max_length=120)
    audience = models.CharField(max_length=20, default=PUBLIC)
    sources = models.JSONField(default=dict)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return str(getattr(self, "name", "") or self.fact_key)

    @property
    def fact_key(self) -> str:
        """`port:naples`"""
        return f"{self.FACT_KIND}:{self.key}"

    @classmethod
    def new_facts(cls, **given: Any) -> dict[str, Any]:
        """All facts of a new row: those given, the others at their plain values."""
        row = cls(**given)
        return {name: row.fact(name) for name in cls.FACT_FIELDS}

    def fact(self, field: str) -> Any:
        """The plain value of a field."""
        return to_plain(getattr(self, field))


@cache
def fact_models() -> dict[str, type[FactRow]]:
    """kind -> model, for every installed model that holds facts."""
    found = [m for m in apps.get_models() if issubclass(m, FactRow)]
    return {m.FACT_KIND: m for m in sorted(found, key=lambda m: m.FACT_KIND)}


def kinds_that(are: Callable[[type[FactRow]], bool]) -> tuple[str, ...]:
    """The kinds of which this holds, as their models say it."""
    return tuple(kind for kind, model in fact_models().items() if are(model))


def split_key(fact_key: str) -> tuple[str, str, str]:
    """`port:naples.owner` -> ("port", "naples", "owner"). ValueError for another form."""
    kind, _, rest = fact_key.partition(":")
    key, dot, field = rest.rpartition(".")
    if not dot or not key:
        raise ValueError(f"{fact_key!r} is no fact key")
    return kind, key, field
