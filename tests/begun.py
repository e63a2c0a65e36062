"""Campaigns that tests begin from: the product makes each once a worker, and every later one is a copy of its rows.

    from tests.begun import begin_demo          # called as the product's own, at a tenth of its price
    from tests.begun import demo                # in a folder's conftest: the same in hand, for one test

A copy is a campaign of its own: it has an identity that no other had, so the hashes of its entries are its own too, and
so are the server's dice, though its seed is the first one's. `tests/test_begun.py` holds it against the product's.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, ParamSpec

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import Model

from navalassist.auditlog.models import Chain, Entry, Tagged
from navalassist.auditlog.tags import Tags, tags_of_text
from navalassist.campaigns.models import Campaign
from navalassist.play import state as states
from navalassist.play.storage.index import indexed
from navalassist.play.storage.rows import entry_row
from navalassist.play.storage.writes import Writes
from navalassist.systems.europa import setup as europa
from navalassist.systems.storm_of_steel import setup as storm_of_steel
from navalassist.systems.supermarina import setup as supermarina
from navalassist.systems.theatre import setup as theatre
from tests.in_hand import InHand, in_hand

Words = ParamSpec("Words")
Row = tuple[Any, ...]


def once(make: Callable[Words, Campaign]) -> Callable[Words, Campaign]:
    """Make a campaign with these words once, and copy it from then on. No die of the server may fall in making it."""
    made: dict[str, Made] = {}

    @wraps(make)
    def begin(*args: Words.args, **words: Words.kwargs) -> Campaign:
        states.forget()
        key = repr((args, sorted(words.items())))
        if key not in made:
            campaign = make(*args, **words)
            made[key] = Made.of(campaign)
            return campaign
        return made[key].copied()

    return begin


@dataclass(frozen=True)
class Made:
    """A campaign as it was made: what it is, its log, its state, and all other rows as the database has them."""

    campaign: Campaign
    entries: Sequence[Entry]
    tags: Sequence[Tags]
    heads: Sequence[Chain]
    state: states.State
    rows: Mapping[type[Model], Sequence[Row]]

    @classmethod
    def of(cls, campaign: Campaign) -> Made:
        entries, heads = list(campaign.entries.order_by("id")), list(campaign.chains.order_by("id"))
        assert not any(entry.dice == "server" for entry in entries), "they would not be those of its copies"
        parts = (list(entry.payloads.values_list("audience", "content")) for entry in entries)
        tags = [tags_of_text(entry.content, secret) for entry, secret in zip(entries, parts, strict=True)]
        others = [m for m in apps.get_models() if m not in (Campaign, Chain, Entry, Tagged) and _owner(m)]
        rows = {model: _rows(model, campaign, entries) for model in others}
        state = states.load(campaign.slug).copy()
        return cls(campaign, entries, tags, heads, state, {model: found for model, found in rows.items() if found})

    def copied(self) -> Campaign:
        """The same under an identity of its own; whatever the log says of it or by hash says so of the copy."""
        old = self.campaign
        new = Campaign.objects.create(identity=uuid.uuid4(), slug=old.slug, name=old.name, system=old.system)
        said = {str(old.identity): str(new.identity)}
        entries = []
        for entry in self.entries:
            text = entry.content
            for before, after in said.items():
                text = text.replace(before, after)
            entries.append(entry_row(new, json.loads(text), text, entry.time))
            said[entry.hash] = entries[-1].hash
        writes = Writes()
        writes.entries(entries)
        indexed(writes, new, zip(entries, self.tags, strict=True))
        writes.send()
        heads = [
            Chain(campaign=new, audience=c.audience, sequence=c.sequence, head=said.get(c.head, c.head))
            for c in self.heads
        ]
        Chain.objects.bulk_create(heads)
        keys = {entry.pk: copy.pk for entry, copy in zip(self.entries, entries, strict=True)}
        for model, rows in self.rows.items():
            _insert(model, rows, {old.pk: new.pk} if _owner(model) == "campaign_id" else keys)
        states.publish(replace(self.state.copy(), campaign=new, heads=states.heads_of(heads)))  # type: ignore[arg-type]
        return new


def _owner(model: type[Model]) -> str:
    """The column that says of which campaign, or of which entry of it, a row is; none where it is of neither."""
    owners = (f.column for f in model._meta.concrete_fields if f.related_model in (Campaign, Entry))
    return next(owners, "")


def _columns(model: type[Model]) -> list[str]:
    """Its owner, and all others that the database does not number by itself."""
    fields = [f.column for f in model._meta.concrete_fields if f.column != "id" and f.column != _owner(model)]
    return [_owner(model), *fields]


def _named(model: type[Model]) -> str:
    return ", ".join(map(connection.ops.quote_name, _columns(model)))


def _rows(model: type[Model], campaign: Campaign, entries: Sequence[Entry]) -> list[Row]:
    """A model's rows of a campaign, the owner's key first."""
    owners = [campaign.pk] if _owner(model) == "campaign_id" else [entry.pk for entry in entries]
    places = ", ".join(["%s"] * len(owners))
    with connection.cursor() as cursor:
        asked = f"SELECT {_named(model)} FROM {model._meta.db_table} WHERE {_owner(model)} IN ({places}) ORDER BY id"
        cursor.execute(asked, owners)
        return list(cursor.fetchall())


def _insert(model: type[Model], rows: Sequence[Row], keys: Mapping[int, int]) -> None:
    """Those rows under the keys of other owners, in one statement."""
    places = ", ".join(["(" + ", ".join(["%s"] * len(rows[0])) + ")"] * len(rows))
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {model._meta.db_table} ({_named(model)}) VALUES {places}",
            [value for owner, *others in rows for value in (keys[owner], *others)],
        )


begin, begin_demo = once(europa.begin), once(europa.begin_demo)
begin_war, begin_war_demo = once(storm_of_steel.begin), once(storm_of_steel.begin_demo)
begin_tarigo, begin_duisburg = once(supermarina.begin_tarigo), once(supermarina.begin_duisburg)
begin_lingayen = once(theatre.begin_lingayen)


@pytest.fixture
def demo(db: None) -> Iterator[InHand]:
    """Europa's demo: Mediterranean and Red Sea, Mar I 41, Malta at 10, with fleets and two rows on the board."""
    with in_hand(begin_demo()) as table:
        yield table


@pytest.fixture
def med(db: None) -> Iterator[InHand]:
    """A campaign without fleets in Mar I 41, Axis naval movement, Malta at 10."""
    with in_hand(begin("Med", malta=10, slug="med")) as table:
        yield table


@pytest.fixture
def war(db: None) -> Iterator[InHand]:
    """The Great War in Aug 1914, with the fleets of its demo."""
    with in_hand(begin_war("War", slug="war", demo=True)) as table:
        yield table


@pytest.fixture
def great_war(db: None) -> Iterator[InHand]:
    """The demo of the Great War, Aug 1914."""
    with in_hand(begin_war_demo()) as table:
        yield table
