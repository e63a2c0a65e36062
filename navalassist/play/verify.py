"""`verify`: is the log whole, are its dice the bound ones, do the rules still say the same, is the state its sum?

One pass over the entries in the order of writing, with flat memory: only the facts of the state are kept.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db import DatabaseError
from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from navalassist.auditlog.models import GENESIS, Chain, Entry, Payload, Seed, short_code
from navalassist.campaigns.facts import PUBLIC, fact_models
from navalassist.campaigns.models import Campaign, FactHistory, TableVersion
from navalassist.engine import Book, Verdict, verify
from navalassist.engine.book import PRECEDENT
from navalassist.engine.plain import recorded
from navalassist.play import state as states
from navalassist.play.bodies import audience_of_record, find, joined, whole_body
from navalassist.play.dice import commitment, face
from navalassist.play.fold import Fold
from navalassist.play.resolve import recorded_faces
from navalassist.play.tables import parsed
from navalassist.play.writer import BODY_COLUMNS, HEADER_COLUMNS, commit
from tables import TableError
from tables.table import RuleTable

RULE_KINDS = ("rule", "correction", "waiting")
FAULTS = 20
BATCH = 1000
COLUMNS = (*HEADER_COLUMNS, *BODY_COLUMNS, "dice", "stamp", "content", "hash", "id")


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, and where: the reference of the entry, or the fact of the state."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


@dataclass
class Report:
    """What a check of a campaign found. rules: how many were run again; dice: how many were thrown again."""

    entries: int = 0
    rules: int = 0
    rules_changed: int = 0
    dice: int = 0
    head: str = ""
    unopened: list[str] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        return not self.faults


class Line(NamedTuple):
    """A row of the log as it is stored."""

    row: Any
    reference: str
    payloads: list[tuple[str, str, str]]


class Checker:
    """Checks one campaign. `run()` goes on after a fault, but not after twenty."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        self.identity = str(campaign.identity)
        self.report = Report()
        self.fold = Fold({(kind, name) for kind, model in fact_models().items() for name in model.FACT_HISTORY})
        self.heads: dict[str, tuple[int, str]] = {}
        self.bound: dict[tuple[str, str], str] = {}
        self.opened: set[tuple[str, str]] = set()
        self.seeds = {(seed.turn, seed.audience): bytes(seed.seed) for seed in Seed.objects.filter(campaign=campaign)}
        self.named_tables: dict[tuple[str, str], str] = {}
        self.current_tables: dict[str, str] = {}
        self._books: dict[Any, Book] = {}
        self._texts = {(v.slug, v.version): v for v in TableVersion.objects.filter(campaign=campaign).order_by("id")}

    def run(self) -> Report:
        """Check everything."""
        for line in _lines(self.campaign):
            self.report.entries += 1
            try:
                self._entry(line)
            except Exception as odd:  # whatever a forged text may do, it is a fault of that entry
                self._fault(line.reference, f"its content cannot be read ({type(odd).__name__}: {odd})")
            if len(self.report.faults) >= FAULTS:
                return self.report
        if not self.report.entries:
            self._fault(f"{PUBLIC}/1", "there is no log at all")
        for what, check in (
            ("chains", self._heads),
            ("tables", self._tables),
            ("state", self._state),
            ("history", self._history),
            ("seeds", self._seeds),
        ):
            try:
                check()
            except Exception as odd:  # a row that was altered by hand may hold anything
                self._fault(what, f"it cannot be read ({type(odd).__name__}: {odd})")
        return self.report

    def _fault(self, where: str, what: str) -> None:
        self.report.faults.append(Fault(where, what))

    def _entry(self, line: Line) -> None:
        record = self._chain(line)
        body = self._open(line, record)
        kind = record["kind"]
        if kind == "seed":
            self._bind(line, body)
        elif kind == "reveal":
            self._reveal(line, body)
        elif kind == "setup" and body["system"] != self.campaign.system:
            self._fault(line.reference, "the campaign is of another system than it began with")
        if "anchors" in body:
            self._anchors(line, body["anchors"])
        for slug, version in body.get("table_versions", {}).items():
            self.named_tables.setdefault((slug, version), line.reference)
            self.current_tables[slug] = version
        if body.get("effects"):
            chain = record["chain"]
            audience = chain if chain != PUBLIC else audience_of_record(record)
            if wrong := self.fold.entry(line.reference, audience, (record["turn"], record["player_turn"]), body):
                self._fault(line.reference, wrong)
        if kind in RULE_KINDS:
            self._rule(line, body)
            self._dice(line, record, body)

    def _chain(self, line: Line) -> dict[str, Any]:
        """Hash, link, number and the columns that repeat the text."""
        row = line.row
        if isinstance(row, Unreadable):
            raise ValueError("it holds bytes that are no text")
        if hashlib.sha256(row.content.encode()).hexdigest() != row.hash:
            self._fault(line.reference, "its text does not match its hash")
        record: dict[str, Any] = recorded(row.content)
        sequence, head = self.heads.get(row.chain, (0, GENESIS))
        if record["previous"] != head:
            self._fault(line.reference, "it does not follow the entry before it (one was changed, removed or moved)")
        if record["sequence"] != sequence + 1:
            self._fault(line.reference, f"the number {sequence + 1} was expected here")
        if record["campaign"] != self.identity:
            self._fault(line.reference, "it belongs to another campaign")
        self.heads[row.chain] = (record["sequence"], row.hash)
        body = record["body"]
        differ = [name for name in HEADER_COLUMNS if getattr(row, name) != record[name]]
        differ += [name for name in BODY_COLUMNS if getattr(row, name) != body.get(name, "")]
        if row.dice != (body["dice"]["source"] if "dice" in body else ""):
            differ.append("dice")
        if _moment(row.stamp) != _moment(record["time"]):
            differ.append("time")
        for name in differ:
            self._fault(line.reference, f"the column {name} differs from the text")
        return record

    def _open(self, line: Line, record: Mapping[str, Any]) -> dict[str, Any]:
        """The whole body, its secret part checked against the commitment."""
        commitments = {c["audience"]: c["commitment"] for c in record.get("commitments", ())}
        if not commitments and not line.payloads:
            return joined(record["body"], ())
        parts = {}
        for audience, salt, content in line.payloads:
            if commit(salt, content) != commitments.pop(audience, None):
                self._fault(line.reference, f"the secret part for {audience} does not match its commitment")
            else:
                parts[audience] = json.loads(content)
        for audience in commitments:
            self._fault(line.reference, f"the secret part for {audience} is missing")
        order = [c["audience"] for c in record.get("commitments", ())]
        return joined(record["body"], (parts[audience] for audience in order if audience in parts))

    def _bind(self, line: Line, body: Mapping[str, Any]) -> None:
        key = (body["turn_bound"], body["audience"])
        if key in self.bound:
            self._fault(line.reference, "the dice of this turn were bound before")
        self.bound.setdefault(key, body["commitment"])
        seed = self.seeds.get(key)
        if seed is None or commitment(seed) != body["commitment"]:
            self._fault(line.reference, "the seed in the database is not the one that was bound here")

    def _reveal(self, line: Line, body: Mapping[str, Any]) -> None:
        key = (body["turn_bound"], body["audience"])
        self.opened.add(key)
        if commitment(bytes.fromhex(body["seed"])) != self.bound.get(key):
            self._fault(line.reference, "the opened seed is not the one that was bound")

    def _anchors(self, line: Line, anchors: Mapping[str, list[Any]]) -> None:
        for audience, (sequence, head) in anchors.items():
            if audience != line.row.chain and self.heads.get(audience, (0, GENESIS)) != (sequence, head):
                self._fault(line.reference, f"the chain {audience} was changed before this anchor")

    def _book(self, body: Mapping[str, Any]) -> Book:
        """The tables, rulings and precedents that the entry used. LookupError when a table is gone or changed."""
        tables, rulings = body.get("tables", {}), body.get("rulings", {})
        cells = [c for a in body["answers"] for c in a.get("cells", ()) if c["provenance"] == PRECEDENT]
        precedents = {(c["table"], c["row"], c["column"]): c["value"] for c in cells}
        key = (*sorted(tables.items()), *sorted(rulings.items()), *sorted(precedents.items()))
        if key not in self._books:
            found = {slug: self._table(slug, version) for slug, version in tables.items()}
            self._books[key] = Book(found, rulings, precedents)
        return self._books[key]

    def _table(self, slug: str, version: str) -> RuleTable:
        try:
            table = parsed(self._texts[slug, version].text, slug)
        except (KeyError, TableError):
            raise LookupError(slug) from None
        if (table.slug, table.version) != (slug, version):
            raise LookupError(slug)
        return table

    def _rule(self, line: Line, body: Mapping[str, Any]) -> None:
        """Rule check: situation, answers and book give the recorded outcome."""
        self.report.rules += 1
        for at in body.get("tables", {}).items():
            self.named_tables.setdefault(at, line.reference)
        try:
            book = self._book(body)
        except LookupError as table:
            self._fault(line.reference, f"the table {table.args[0]} that it read is missing or was changed")
            return
        own = body["effects"][body.get("own_effects", 0) :]
        check = verify({"outcome": None, **body, "effects": own}, book)
        if check.verdict is Verdict.DIFFERS:
            self._fault(line.reference, f"rule check: {check.reason}")
        elif check.verdict is Verdict.RULES_CHANGED:
            self.report.rules_changed += 1

    def _dice(self, line: Line, record: Mapping[str, Any], body: Mapping[str, Any]) -> None:
        """Server dice are the ones that the bound seed gives for this entry; dice given again are those of before."""
        faces = recorded_faces(body)
        if not faces:
            return
        dice = body["dice"]
        if again := set(dice.get("reused", ())):
            self._reused(line, body, {key: faces.pop(key) for key in again})
        if dice["source"] == "typed" or not faces:
            return
        audience = audience_of_record(record)
        key = (record["turn"], audience)
        seed = self.seeds.get(key)
        if seed is None or key not in self.bound:
            self._fault(line.reference, "its dice were never bound")
            return
        if key in self.opened:
            self._fault(line.reference, "its dice were thrown when their seed was open already")
        sides = {a["key"]: int(a["dice"].rpartition("d")[2]) for a in body["answers"] if "faces" in a}
        bound = (seed, self.identity, line.reference, body["procedure"])
        for ask, shown in faces.items():
            self.report.dice += len(shown)
            for index, one in enumerate(shown):
                if face(*bound, ask, index, sides[ask]) != one:
                    self._fault(line.reference, f"die {index + 1} of {ask} is not the one that was bound")

    def _reused(self, line: Line, body: Mapping[str, Any], faces: Mapping[str, tuple[int, ...]]) -> None:
        origin = body.get("continues") or body.get("corrects", "")
        try:
            before = whole_body(find(self.campaign, origin, frozenset({PUBLIC})))
        except Entry.DoesNotExist:
            self._fault(line.reference, "the entry whose dice it uses again is not there")
            return
        known = recorded_faces(before)
        for ask, shown in sorted(faces.items()):
            if known.get(ask) != shown or before["dice"]["source"] != body["dice"]["source"]:
                self._fault(line.reference, f"the dice of {ask} are not those of {origin}")

    def _heads(self) -> None:
        kept = {c.audience: (c.sequence, c.head) for c in Chain.objects.filter(campaign=self.campaign)}
        for audience in sorted(kept.keys() | self.heads.keys()):
            head = kept.get(audience)
            if head is None:
                self._fault(audience, "the chain itself is missing")
            elif self.heads.get(audience, (0, GENESIS)) != head:
                self._fault(f"{audience}/{head[0]}", "the head is not the last entry (the tail was cut?)")
        self.report.head = short_code(kept[PUBLIC][1]) if PUBLIC in kept else ""

    def _tables(self) -> None:
        """Every table that the log names is there as it was, no other is, and the right version is in use."""
        for at, reference in self.named_tables.items():
            try:
                self._table(*at)
            except LookupError:
                self._fault(reference, f"the table {at[0]} ({at[1]}) that it names is missing or was changed")
        used = {slug: version for slug, version in self.named_tables if slug not in self.current_tables}
        used |= self.current_tables
        for (slug, version), row in self._texts.items():
            if (slug, version) not in self.named_tables:
                self._fault(f"table {slug}", f"no entry names its version {version}")
            elif row.current != (used[slug] == version):
                self._fault(f"table {slug}", f"another version than {used[slug]} is marked as the one in use")

    def _state(self) -> None:
        now = states.read(self.campaign, ())
        logged = {f"{row}.{name}": value for row, fields in self.fold.rows.items() for name, value in fields.items()}
        for key in sorted(now.values.keys() | logged.keys()):
            row, _, name = key.rpartition(".")
            stored = _text(now.values[key]) if key in now.values else "nothing"
            should = _text(logged[key]) if key in logged else "nothing"
            if stored != should:
                self._fault(key, f"the state says {stored}, the log says {should}")
            elif now.sources.get(key, "") != self.fold.sources[row].get(name, ""):
                self._fault(key, "the state names another entry as its source than the log")
        for row in sorted(now.audiences.keys() | self.fold.audiences.keys()):
            if now.audiences.get(row) != self.fold.audiences.get(row) and row in self.fold.rows:
                meant = self.fold.audiences.get(row, PUBLIC)
                self._fault(row, f"the state shows it to {now.audiences.get(row, PUBLIC)}, the log to {meant}")

    def _history(self) -> None:
        kept: dict[str, list[tuple[Any, str, str, str]]] = {}
        for row in FactHistory.objects.filter(campaign=self.campaign).order_by("id"):
            kept.setdefault(row.fact, []).append((row.value, row.entry, row.turn, row.player_turn))
        for key in sorted(kept.keys() | self.fold.history.keys()):
            if _text(kept.get(key)) != _text(self.fold.history.get(key)):
                self._fault(key, "its history differs from the log")

    def _seeds(self) -> None:
        """A seed whose turn is over and that was never opened is an alarm, not a gap."""
        now = self.fold.rows.get("campaign:clock", {}).get("turn")
        for turn, audience in sorted(self.bound.keys() - self.opened):
            if turn != now:
                self.report.unopened.append(turn if audience == PUBLIC else f"{turn} ({audience})")
                self._fault(f"turn {turn}", f"its dice ({audience}) were bound but never opened")
        for turn, audience in sorted(self.seeds.keys() - self.bound.keys()):
            self._fault(f"turn {turn}", f"there is a seed ({audience}) that no entry bound")


def _text(value: Any) -> str:
    """The value as JSON: 1, true and 1.0 are three values."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def _lines(campaign: Campaign) -> Iterator[Line]:
    """The rows in the order of writing, each with its payloads, a thousand at a time."""
    entries = Entry.objects.filter(campaign=campaign).annotate(stamp=Cast("time", TextField())).order_by("id")
    last = 0
    while True:
        rows = _rows(entries.filter(id__gt=last), COLUMNS)
        if not rows:
            return
        number = rows[-1].id
        within = Payload.objects.filter(entry__campaign=campaign, entry__gt=last, entry__lte=number).order_by("id")
        payloads: dict[int, list[tuple[str, str, str]]] = {}
        for payload in _rows(within, ("id", "entry_id", "audience", "salt", "content"), None):
            if not isinstance(payload, Unreadable):
                payloads.setdefault(payload.entry_id, []).append((payload.audience, payload.salt, payload.content))
        for row in rows:
            yield Line(row, f"{row.chain}/{row.sequence}", payloads.get(row.id, []))
        last = number


class Unreadable(NamedTuple):
    """A row that the database itself cannot read, since a text in it is none."""

    id: int
    chain: str = "row"

    @property
    def sequence(self) -> int:
        return self.id


def _rows(query: QuerySet[Any], columns: tuple[str, ...], limit: int | None = BATCH) -> list[Any]:
    """The first rows of a query; where the database cannot read them together, one by one."""
    try:
        return list(query.values_list(*columns, named=True)[:limit])
    except DatabaseError:
        found: list[Any] = []
        for number in list(query.values_list("id", flat=True)[:limit]):
            try:
                found += query.filter(pk=number).values_list(*columns, named=True)
            except DatabaseError:
                found.append(Unreadable(number))
        return found


def _moment(text: str) -> str:
    """A time as the database or an entry writes it, in one form."""
    text = text.replace(" ", "T").removesuffix("Z").removesuffix("+00")
    return text.rstrip("0").rstrip(".") if "." in text else text


def check_campaign(campaign: Campaign) -> Report:
    """Everything that `manage.py verify` checks of a campaign."""
    return Checker(campaign).run()
