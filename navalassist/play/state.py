"""The state of a campaign as facts, read from its tables, and written back to them.

A State belongs to one set of chain heads: where the heads in the database are the same, what was read before still
holds, so a page costs one query for the heads; where they are not, the tables are read of which entries since say
something. A row changes only with an entry that names its kind. The tables stay the truth; `verify` reads them and
never this copy.
"""

from __future__ import annotations

import threading
import uuid
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import repeat
from typing import Any, TypeVar

from navalassist.auditlog.models import short_code
from navalassist.campaigns.facts import PUBLIC, FactRow, fact_models
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.engine import Book, Change, Enumerator, to_plain
from navalassist.engine.book import Place
from navalassist.engine.reader import Values, Working, rows_in
from navalassist.engine.rows import key_of
from navalassist.play.storage import statements
from navalassist.play.storage.since import kinds_since
from navalassist.play.storage.tables import kept_tables, tables_of, versions_in
from navalassist.play.storage.writes import Writes
from tables.table import RuleTable

T = TypeVar("T")
Heads = statements.Heads
PRECEDENTS = "mark:precedent/"
MOST_READINGS = 5


@dataclass
class Worked:
    """A book, and what was worked out by it: odds, and numbers of odds by what they depend on (play.rules.resolve)."""

    enumerator: Enumerator
    figures: dict[Any, Any] = field(default_factory=dict)


@lru_cache(maxsize=16)
def worked_by(
    tables: frozenset[RuleTable], rulings: frozenset[tuple[str, str]], precedents: frozenset[tuple[Place, str]]
) -> Worked:
    """The one book of these tables, rulings and precedents: campaigns that play alike share what was worked out."""
    return Worked(Enumerator(Book({table.slug: table for table in tables}, dict(rulings), dict(precedents))))


@dataclass
class State:
    """Facts of one campaign: values, the entry that set each, and the audience of the rows that are not public."""

    campaign: Campaign
    heads: Heads
    values: dict[str, Any]
    sources: dict[str, str]
    audiences: dict[str, str]
    tables: Mapping[str, RuleTable] = field(default_factory=dict)
    # Tables whose text the campaign holds; a shipped one that came later is added when it is first read.
    kept: frozenset[str] = frozenset()
    _worked: Worked | None = None
    # Seeds of the server's dice that were read, by turn and audience: a bound seed never changes. Never shown.
    seeds: dict[tuple[str, str], bytes] = field(default_factory=dict, repr=False)
    # What those who may not see all of it see, by their audiences.
    _seen: dict[frozenset[str], State] = field(default_factory=dict, repr=False)
    # True for what somebody sees of it: all that it has may be told to him.
    seen: bool = False
    # What its steps ask for (play.agenda.agenda_of): every page draws it. A state that may be changed keeps none.
    agenda: Any = field(default=None, repr=False, compare=False)
    # What else pages worked out of it (`once`).
    worked_out: dict[Hashable, Any] = field(default_factory=dict, repr=False, compare=False)

    def once(self, about: Hashable, make: Callable[[], T]) -> T:
        """What is worked out of the facts: once for all pages of a state that is read, anew where it may change."""
        if not isinstance(self.values, Values):
            return make()
        found: T | None = self.worked_out.get(about)
        if found is None:
            found = self.worked_out[about] = make()
        return found

    def seen_by(self, audiences: frozenset[str]) -> State:
        """The state as it is for those who see these audiences: rows of others are not there at all.

        Only for reading: a rule is carried out on the whole state.
        """
        if not self.audiences:
            return self
        hidden = {row for row, audience in self.audiences.items() if audience not in audiences}
        known = self._seen.get(audiences)
        if known is None:
            known = self._seen[audiences] = self._without(hidden)
        return known

    def _without(self, hidden: Collection[str]) -> State:
        """The same without some rows, and without any seed."""
        values = Values({key: value for key, value in self.values.items() if key.rpartition(".")[0] not in hidden})
        sources = {key: self.sources[key] for key in values if key in self.sources}
        audiences = {row: audience for row, audience in self.audiences.items() if row not in hidden}
        book = None if any(row.startswith(PRECEDENTS) for row in hidden) else self.worked
        return State(self.campaign, self.heads, values, sources, audiences, self.tables, self.kept, book, seen=True)

    def copy(self) -> State:
        """A state that may be changed."""
        return State(
            self.campaign,
            self.heads,
            Working(self.values),
            dict(self.sources),
            dict(self.audiences),
            self.tables,
            self.kept,
            self._worked,
            dict(self.seeds),
        )

    @property
    def book(self) -> Book:
        """The campaign's tables and rulings."""
        return self.enumerator.book

    @property
    def enumerator(self) -> Enumerator:
        """Odds against the book."""
        return self.worked.enumerator

    @property
    def worked(self) -> Worked:
        """The book, with all that was worked out by it."""
        if self._worked is None:
            rulings = {key_of(row): self.values[f"{row}.choice"] for row in rows_in(self.values, "ruling")}
            self._worked = worked_by(
                frozenset(self.tables.values()), frozenset(rulings.items()), frozenset(self._precedents().items())
            )
        return self._worked

    def _precedents(self) -> dict[Place, str]:
        """What the moderator read for cells that no table knows."""
        found = {}
        for mark in rows_in(self.values, "mark"):
            if mark.startswith(PRECEDENTS):
                row, _, column = self.values[f"{mark}.place"].partition("|")
                found[self.values[f"{mark}.subject"], row, column] = self.values[f"{mark}.note"]
        return found

    def rulings_changed(self) -> None:
        """The book is no longer what it was."""
        self._worked = None

    def charts_changed(self) -> None:
        """Other versions of tables are in play, as the facts now say."""
        self.tables, self._worked = tables_of(self.campaign, versions_in(self.values)), None

    def rows(self, kind: str) -> list[str]:
        """The row keys of a kind (`port:naples`), in the order of loading."""
        return rows_in(self.values, kind)

    def kinds(self) -> tuple[str, ...]:
        """The kinds of which there are rows, or were."""
        known = self.values if isinstance(self.values, Values | Working) else Values(self.values)
        return tuple(known.kinds)

    def row(self, row: str) -> dict[str, Any]:
        """All fields of one row; empty when there is none."""
        fields, keys = facts_of(row)
        if keys[0] not in self.values:
            return {}
        return dict(zip(fields, map(self.values.__getitem__, keys), strict=True))

    def version(self, audiences: Iterable[str]) -> str:
        """The version of what these audiences see, as a form carries it: `axis:3,public:144`."""
        return version_of(((audience, sequence) for audience, sequence, _ in self.heads), audiences)

    @property
    def clock(self) -> tuple[str, str, str]:
        """(turn, player turn, step)"""
        at = "campaign:clock."
        return self.values[at + "turn"], self.values[at + "player_turn"], self.values[at + "step"]


def version_of(sequences: Iterable[tuple[str, int]], audiences: Iterable[str]) -> str:
    """Sequences of chains in the order of their audiences, those that are seen, as a form and a stream carry them."""
    wanted = set(audiences)
    return ",".join(f"{audience}:{sequence}" for audience, sequence in sequences if audience in wanted)


@lru_cache(maxsize=10_000)
def facts_of(row: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The fields of a row and the keys of its facts. KeyError for a kind that no model holds."""
    fields = fact_models()[row.partition(":")[0]].FACT_FIELDS
    return fields, tuple(f"{row}.{name}" for name in fields)


# The campaigns that are played at the same time; one that was left longest is read from its tables again.
MOST_KEPT = 48
_CACHE: OrderedDict[int, State] = OrderedDict()
_CACHE_LOCK = threading.Lock()


def load(slug: str) -> State:
    """The campaign's state. Campaign.DoesNotExist for an unknown slug."""
    key, identity, heads, names = _heads_now(slug)
    known = _known(key, identity, heads)
    # Another process may have changed what it is called here, of which no log says anything.
    if known is not None and (known.campaign.called, known.campaign.away) == names:
        return known
    before = _at_hand(key, identity)
    with statements.one_snapshot():
        key, _, heads, _ = _heads_now(slug)
        campaign = Campaign.objects.get(pk=key)
        # In somebody else's transaction there is no snapshot: what changed while it was read is read again.
        for _ in range(MOST_READINGS):
            state = read(campaign, heads, before)
            since, heads = heads, _heads_now(slug)[2]
            if heads == since:
                publish(state)
                break
    return state


def _heads_now(slug: str) -> statements.Standing:
    found = statements.heads_of_campaign(slug)
    if found is None:
        raise Campaign.DoesNotExist(slug)
    return found


def heads_of(chains: Iterable[statements.Head]) -> Heads:
    """The heads of chains as a State keeps them."""
    return tuple(sorted((c.audience, c.sequence, c.head) for c in chains))


def at_heads(campaign: Campaign, heads: Heads) -> State:
    """The state that belongs to these heads: the one at hand, or read from the tables."""
    known = _known(campaign.pk, campaign.identity, heads)
    if known is not None:
        return known
    begun = any(sequence for _, sequence, _ in heads)
    before = _at_hand(campaign.pk, campaign.identity)
    state = read(campaign, heads, before) if begun else _without_rows(campaign, heads)
    publish(state)
    return state


def _known(key: int, identity: uuid.UUID, heads: Heads) -> State | None:
    """The state at hand, if it belongs to these heads."""
    known = _at_hand(key, identity)
    return known if known is not None and known.heads == heads else None


def _at_hand(key: int, identity: uuid.UUID) -> State | None:
    """The state at hand of a campaign, whatever has been written since."""
    with _CACHE_LOCK:
        known = _CACHE.get(key)
        if known is not None:
            _CACHE.move_to_end(key)
    return known if known is not None and known.campaign.identity == identity else None


def publish(state: State) -> None:
    """Remember a state that has been committed. From now on it is only read."""
    state.values = Values(state.values)
    with _CACHE_LOCK:
        _CACHE[state.campaign.pk] = state
        _CACHE.move_to_end(state.campaign.pk)
        while len(_CACHE) > MOST_KEPT:
            _CACHE.popitem(last=False)


def forget(campaign_id: int | None = None) -> None:
    """Drop what is remembered (of one campaign, or all)."""
    with _CACHE_LOCK:
        if campaign_id is None:
            _CACHE.clear()
        else:
            _CACHE.pop(campaign_id, None)


def _without_rows(campaign: Campaign, heads: Heads) -> State:
    """A campaign before its first entry."""
    return State(campaign, heads, {}, {}, {}, tables_of(campaign, {}), kept_tables(campaign))


def read(campaign: Campaign, heads: Heads, before: State | None = None) -> State:
    """Read every fact of a campaign from its tables.

    before: as it stood earlier, where that is at hand: tables of which no entry since says anything are not read again.
    """
    written = kinds_since(campaign, before.heads, heads) if before is not None else None
    values: dict[str, Any] = {}
    sources: dict[str, str] = {}
    audiences: dict[str, str] = {}
    models = fact_models()
    if before is not None and written is not None:
        values = {fact: value for fact, value in before.values.items() if fact.partition(":")[0] not in written}
        sources = {fact: source for fact, source in before.sources.items() if fact in values}
        audiences = {row: whose for row, whose in before.audiences.items() if row.partition(":")[0] not in written}
        models = {kind: model for kind, model in models.items() if kind in written}
    for kind, model in models.items():
        # No row becomes a model here: a campaign has hundreds of them, and its state is all that is asked for.
        for key, audience, of, *facts in statements.rows_of(
            model, campaign, ("key", "audience", "sources", *model.FACT_FIELDS)
        ):
            for name, value in zip(model.FACT_FIELDS, facts, strict=True):
                fact = f"{kind}:{key}.{name}"
                values[fact] = to_plain(value)
                sources[fact] = str(of.get(name, ""))
            if audience != PUBLIC:
                audiences[f"{kind}:{key}"] = audience
    return State(
        campaign, heads, values, sources, audiences, tables_of(campaign, versions_in(values)), kept_tables(campaign)
    )


def write(
    writes: Writes, state: State, changes: Iterable[Change], audience_of_new: Mapping[str, str], gone: Collection[str]
) -> None:
    """Bring the tables to what the state says, for the rows that these changes touched; new ones by model, at once.

    audience_of_new: the rows that were made; gone: the rows that were taken away (and perhaps made anew).
    """
    touched: dict[str, set[str]] = {}
    made: dict[type[FactRow], list[dict[str, Any]]] = {}
    for change in changes:
        row, _, name = change.key.rpartition(".")
        touched.setdefault(row, set()).add(name)
    for row, names in touched.items():
        kind, _, key = row.partition(":")
        model = fact_models()[kind]
        if row in gone:
            model._default_manager.filter(campaign=state.campaign, key=key).delete()
        fields, keys = facts_of(row)
        if keys[0] not in state.values:
            continue
        new = row in audience_of_new
        values = {name: _stored(model, name)(state.values[f"{row}.{name}"]) for name in (fields if new else names)}
        sources = dict(zip(fields, map(state.sources.get, keys, repeat("")), strict=False))
        if new:
            about = {"campaign_id": state.campaign.pk, "key": key, "audience": audience_of_new[row]}
            made.setdefault(model, []).append({**about, "sources": sources, **values})
        else:
            writes.fact_row(model, state.campaign, key, {"sources": sources, **values})
    for model, rows in made.items():
        # They stand in the tables as in the state, also where a row was taken away and made anew.
        place = {key_of(row): number for number, row in enumerate(state.rows(model.FACT_KIND))}
        writes.rows(model, sorted(rows, key=lambda row: place[row["key"]]))


@cache
def _stored(model: type[FactRow], name: str) -> Callable[[Any], Any]:
    """What makes a field's value of a fact."""
    made: Callable[[Any], Any] = model._meta.get_field(name).to_python  # type: ignore[union-attr]
    return made


def parse_version(seen: str) -> dict[str, int]:
    """`axis:3,public:144` as a form carried it; what cannot be read counts as not given."""
    parts: dict[str, int] = {}
    for part in seen.split(","):
        audience, _, number = part.partition(":")
        if number.isascii() and number.isdigit() and len(number) < 12:
            parts[audience] = int(number)
    return parts


def page_version(state: State, viewer: Viewer) -> str:
    """What a form carries of the version it was drawn from."""
    return state.version(viewer.audiences)


def head_code(state: State) -> str:
    """The short code of the public chain's head, for the page and for paper."""
    return next((short_code(head) for audience, _, head in state.heads if audience == PUBLIC), "")
