"""`verify`: is the log whole, are its dice the bound ones, do the rules still say the same, is the state its sum?

One pass over the entries in the order of writing, with flat memory: only the facts of the state are kept.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from navalassist.auditlog.models import GENESIS, Chain, Entry, Payload, Seed
from navalassist.campaigns.facts import fact_models
from navalassist.campaigns.models import Campaign, FactHistory, TableVersion
from navalassist.engine import Book, Verdict, canonical, verify
from navalassist.play import state as states
from navalassist.play.dice import commitment, face
from navalassist.play.writer import BODY_COLUMNS, HEADER_COLUMNS, commit
from tables.load import parse

RULE_KINDS = ("rule", "correction")


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, and where: the reference of the entry, or the fact of the state."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


@dataclass
class Report:
    """What a check of a campaign found."""

    entries: int = 0
    rules: int = 0
    rules_changed: int = 0
    dice: int = 0
    unopened: list[str] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        return not self.faults


class Checker:
    """Checks one campaign. `run()` stops at the first fault of each kind of check that cannot go on."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        self.report = Report()
        self.facts: dict[str, Any] = {}
        self.sources: dict[str, str] = {}
        self.heads: dict[str, tuple[int, str]] = {}
        self.bound: dict[str, str] = {}
        self.seeds = {seed.turn: bytes(seed.seed) for seed in Seed.objects.filter(campaign=campaign, audience="public")}
        self.history: dict[str, list[tuple[Any, str]]] = {}
        self.kept_history = _kept_history_fields()
        self._books: dict[Any, Book] = {}
        self._texts = {
            (v.slug, v.version): v.text for v in TableVersion.objects.filter(campaign=campaign).order_by("id")
        }

    def run(self) -> Report:
        """Check everything."""
        for entry, payloads in _entries(self.campaign):
            self.report.entries += 1
            try:
                self._entry(entry, payloads)
            except (KeyError, ValueError, TypeError, AttributeError) as odd:
                self._fault(entry.reference, f"its content cannot be read ({type(odd).__name__}: {odd})")
            if len(self.report.faults) >= 20:
                return self.report
        self._heads()
        self._state()
        self._unopened()
        return self.report

    def _fault(self, where: str, what: str) -> None:
        self.report.faults.append(Fault(where, what))

    def _entry(self, entry: Entry, payloads: list[Payload]) -> None:
        record = json.loads(entry.content)
        self._chain(entry, record)
        body = self._open(entry, record, payloads)
        kind = record["kind"]
        if kind == "seed":
            self.bound[body["turn_bound"]] = body["commitment"]
            seed = self.seeds.get(body["turn_bound"])
            if seed is None or commitment(seed) != body["commitment"]:
                self._fault(entry.reference, "the seed in the database is not the one that was bound here")
        elif kind == "reveal" and commitment(bytes.fromhex(body["seed"])) != self.bound.get(body["turn_bound"]):
            self._fault(entry.reference, "the opened seed is not the one that was bound")
        if "anchors" in body:
            self._anchors(entry, body["anchors"])
        if "effects" in body:
            self._fold(entry, body)
        if kind in RULE_KINDS:
            self._rule(entry, body)
            self._dice(entry, record, body)

    def _chain(self, entry: Entry, record: Mapping[str, Any]) -> None:
        """Hash, link, number and the columns that repeat the text."""
        if hashlib.sha256(entry.content.encode()).hexdigest() != entry.hash:
            self._fault(entry.reference, "its text does not match its hash")
        if canonical(record) != entry.content:
            self._fault(entry.reference, "its text is not in canonical form")
        sequence, head = self.heads.get(entry.chain, (0, GENESIS))
        if record["previous"] != head:
            self._fault(entry.reference, "it does not follow the entry before it (one was changed, removed or moved)")
        if record["sequence"] != sequence + 1:
            self._fault(entry.reference, f"the number {sequence + 1} was expected here")
        if record["campaign"] != str(self.campaign.identity):
            self._fault(entry.reference, "it belongs to another campaign")
        for name in HEADER_COLUMNS:
            if getattr(entry, name) != record[name]:
                self._fault(entry.reference, f"the column {name} differs from the text")
        for name in BODY_COLUMNS:
            if getattr(entry, name) != str(record["body"].get(name, "")):
                self._fault(entry.reference, f"the column {name} differs from the text")
        if entry.dice != record["body"].get("dice", {}).get("source", ""):
            self._fault(entry.reference, "the column dice differs from the text")
        if entry.time.isoformat().replace("+00:00", "Z") != record["time"]:
            self._fault(entry.reference, "the column time differs from the text")
        self.heads[entry.chain] = (record["sequence"], entry.hash)

    def _open(self, entry: Entry, record: Mapping[str, Any], payloads: list[Payload]) -> dict[str, Any]:
        """The whole body, its secret part checked against the commitment."""
        body = dict(record["body"])
        commitments = {c["audience"]: c["commitment"] for c in record.get("commitments", ())}
        for payload in payloads:
            if commit(payload.salt, payload.content) != commitments.pop(payload.audience, None):
                self._fault(entry.reference, f"the secret part for {payload.audience} does not match its commitment")
            else:
                body |= json.loads(payload.content)
        for audience in commitments:
            self._fault(entry.reference, f"the secret part for {audience} is missing")
        return body

    def _anchors(self, entry: Entry, anchors: Mapping[str, list[Any]]) -> None:
        for audience, (sequence, head) in anchors.items():
            if audience == entry.chain:
                continue
            if self.heads.get(audience, (0, GENESIS)) != (sequence, head):
                self._fault(entry.reference, f"the chain {audience} was changed before this anchor")

    def _fold(self, entry: Entry, body: Mapping[str, Any]) -> None:
        """State check: the recorded changes, applied one after the other."""
        removed = {e["key"] for e in body["effects"] if e["do"] == "remove"}
        created = {e["key"] for e in body["effects"] if e["do"] == "create"}
        for key, before, after in body.get("changes", ()):
            row, _, name = key.rpartition(".")
            if row not in created and self.facts.get(key) != before:
                self._fault(entry.reference, f"it found {key} at {before!r}, but the log before it says otherwise")
            if row in removed and row not in created:
                self.facts.pop(key, None)
                self.sources.pop(key, None)
                continue
            self.facts[key] = after
            self.sources[key] = entry.reference
            if (row.partition(":")[0], name) in self.kept_history and before != after:
                self.history.setdefault(key, []).append((after, entry.reference))

    def _book(self, body: Mapping[str, Any]) -> Book | None:
        """The tables and rulings that the entry used; None when a table's text is gone."""
        key = (tuple(sorted(body.get("tables", {}).items())), tuple(sorted(body.get("rulings", {}).items())))
        if key not in self._books:
            tables = {}
            for slug, version in key[0]:
                text = self._texts.get((slug, version))
                if text is None:
                    return None
                table = parse(text.encode(), slug)
                if table.version != version:
                    return None
                tables[slug] = table
            self._books[key] = Book(tables, dict(key[1]))
        return self._books[key]

    def _rule(self, entry: Entry, body: Mapping[str, Any]) -> None:
        """Rule check: situation, answers and book give the recorded outcome."""
        self.report.rules += 1
        book = self._book(body)
        if book is None:
            self._fault(entry.reference, "a table that it read is missing or was changed")
            return
        own = body["effects"][body.get("own_effects", 0) :]
        seen = {"answers": [], "outcome": None} | dict(body) | {"effects": own}
        check = verify(seen, book)
        if check.verdict is Verdict.DIFFERS:
            self._fault(entry.reference, f"rule check: {check.reason}")
        elif check.verdict is Verdict.RULES_CHANGED:
            self.report.rules_changed += 1

    def _dice(self, entry: Entry, record: Mapping[str, Any], body: Mapping[str, Any]) -> None:
        """Server dice are the ones that the bound seed gives for this entry."""
        dice = body.get("dice", {})
        if dice.get("source") != "server":
            return
        seed = self.seeds.get(record["turn"])
        if seed is None:
            self._fault(entry.reference, "there is no seed for its dice")
            return
        identity = str(self.campaign.identity)
        for answer in body["answers"]:
            if "faces" not in answer or answer["key"] in dice.get("reused", ()):
                continue
            sides = int(answer["dice"].rpartition("d")[2])
            for index, shown in enumerate(answer["faces"]):
                self.report.dice += 1
                if face(seed, identity, entry.reference, answer["key"], index, sides) != shown:
                    self._fault(entry.reference, f"die {index + 1} of {answer['key']} is not the one that was bound")

    def _heads(self) -> None:
        for chain in Chain.objects.filter(campaign=self.campaign).order_by("audience"):
            if self.heads.get(chain.audience, (0, GENESIS)) != (chain.sequence, chain.head):
                self._fault(f"{chain.audience}/{chain.sequence}", "the head is not the last entry (the tail was cut?)")

    def _state(self) -> None:
        now = states.read(self.campaign, ())
        for key in sorted(now.values.keys() | self.facts.keys()):
            if now.values.get(key) != self.facts.get(key) or (key in now.values) != (key in self.facts):
                stored, logged = now.values.get(key), self.facts.get(key)
                self._fault(key, f"the state says {stored!r}, the log says {logged!r}")
            elif now.sources.get(key, "") != self.sources.get(key, ""):
                self._fault(key, "the state names another entry as its source than the log")
        kept: dict[str, list[tuple[Any, str]]] = {}
        for row in FactHistory.objects.filter(campaign=self.campaign).order_by("id"):
            kept.setdefault(row.fact, []).append((row.value, row.entry))
        for key in sorted(kept.keys() | self.history.keys()):
            if kept.get(key) != self.history.get(key):
                self._fault(key, "its history differs from the log")

    def _unopened(self) -> None:
        """A seed whose turn is over and that was never opened is an alarm, not a gap."""
        now = self.facts.get("campaign:clock.turn")
        opened = {
            json.loads(text)["body"]["turn_bound"]
            for text in Entry.objects.filter(campaign=self.campaign, kind="reveal").values_list("content", flat=True)
        }
        self.report.unopened = sorted(set(self.bound) - opened - {now})
        for turn in self.report.unopened:
            self._fault(f"turn {turn}", "its dice were bound but never opened")


def _kept_history_fields() -> set[tuple[str, str]]:

    return {(kind, name) for kind, model in fact_models().items() for name in model.FACT_HISTORY}


def _entries(campaign: Campaign) -> Iterator[tuple[Entry, list[Payload]]]:
    """Entries in the order of writing, each with its payloads, a thousand at a time."""
    last = 0
    while True:
        batch = list(Entry.objects.filter(campaign=campaign, id__gt=last).order_by("id")[:1000])
        if not batch:
            return
        payloads: dict[int, list[Payload]] = {}
        for payload in Payload.objects.filter(entry__campaign=campaign, entry_id__gt=last, entry_id__lte=batch[-1].pk):
            payloads.setdefault(payload.entry_id, []).append(payload)
        for entry in batch:
            yield entry, payloads.get(entry.pk, [])
        last = batch[-1].pk


def check_campaign(campaign: Campaign) -> Report:
    """Everything that `manage.py verify` checks of a campaign."""
    return Checker(campaign).run()
