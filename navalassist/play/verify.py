"""`verify`: is the log whole, are its dice the bound ones, do the rules still say the same, is the state its sum?

One pass over the entries in the order of writing, with flat memory: only the facts of the state are kept.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from typing import Any

from navalassist.auditlog.models import GENESIS, Chain, short_code
from navalassist.auditlog.tags import number
from navalassist.campaigns.facts import PUBLIC, fact_models
from navalassist.campaigns.models import Campaign, FactHistory, TableVersion
from navalassist.engine import REGISTER
from navalassist.play import state as states
from navalassist.play import statements, tenures
from navalassist.play.dice import commitment
from navalassist.play.examine import Examiner, Finding, seed_fits
from navalassist.play.fold import Fold, Made
from navalassist.play.forks import FORK, wrong_fork
from navalassist.play.index import Sums, key_of, sums
from navalassist.play.nonces import NONCE, NonceOrder
from navalassist.play.shares import alone, last_key, shared, sharing_of

FAULTS = 20


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, and where: the reference of the entry, or the fact of the state."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


@dataclass
class Report:
    """What a check of a campaign found. rules: how many were run again; dice: how many were thrown again.

    unproved: server dice from before a fork whose seed stayed with the campaign that the log was taken from.
    """

    entries: int = 0
    rules: int = 0
    rules_changed: int = 0
    dice: int = 0
    unproved: int = 0
    forks: int = 0
    head: str = ""
    unopened: list[str] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        return not self.faults


class Checker:
    """Checks one campaign: what each entry is by itself (`examine`), and how the entries hang together.

    `run()` goes on after a fault, but not after twenty.
    """

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        self.examiner: Examiner
        self.report = Report()
        self.fold = Fold({(kind, name) for kind, model in fact_models().items() for name in model.FACT_HISTORY})
        self.heads: dict[str, tuple[int, str]] = {}
        self.bound: dict[tuple[str, str], str] = {}
        self.opened: set[tuple[str, str]] = set()
        self.nonces = NonceOrder()
        # Entry -> the rule that went on from it, or corrected it.
        self.followed: dict[str, str] = {}
        self.named_tables: dict[tuple[str, str], str] = {}
        self.current_tables: dict[str, str] = {}
        # Procedure -> the number of the latest edition that was used.
        self.editions: dict[str, int] = {}
        self.indexed = Sums()
        self.of_others: set[tuple[str, str, str]] = set()

    def run(self, processes: int | None = None) -> Report:
        """Check everything. processes: how many share the work (left out: as fits the log and the machine).

        While people play: several processes take the log as it was at first, and then all is compared as it stood at
        one moment, with the entries that were written meanwhile.
        """
        after = 0
        if (sharing := sharing_of(self.campaign, processes)) > 1:
            after = last_key(self.campaign)
            self.examiner = Examiner(self.campaign)
            self._take(shared(self.campaign, sharing, after))
        with statements.one_snapshot():
            self.examiner = Examiner(self.campaign)
            self._take(alone(self.examiner, after))
            if len(self.report.faults) < FAULTS:
                self._compare()
        return self.report

    def _take(self, findings: Generator[Finding, None, None]) -> None:
        with closing(findings) as found:
            for finding in found:
                if len(self.report.faults) >= FAULTS:
                    return
                self._entry(finding)

    def _compare(self) -> None:
        """What the log comes to, with what is stored beside it."""
        if not self.report.entries:
            self._fault(f"{PUBLIC}/1", "there is no log at all")
        for what, check in (
            ("chains", self._heads),
            ("tables", self._tables),
            ("state", self._state),
            ("history", self._history),
            ("seeds", self._seeds),
            ("index", self._index),
            ("people", self._people),
        ):
            try:
                check()
            except Exception as odd:  # a row that was altered by hand may hold anything
                self._fault(what, f"it cannot be read ({type(odd).__name__}: {odd})")

    def _people(self) -> None:
        for where, what in (*tenures.astray(self.campaign), *tenures.renamed(self.campaign)):
            self._fault(where, what)

    def _fault(self, where: str, what: str) -> None:
        self.report.faults.append(Fault(where, what))

    def _entry(self, finding: Finding) -> None:
        """What hangs on the entries before: the links of the chain, bound dice, anchors, and the sum of the effects."""
        report = self.report
        report.entries += 1
        report.rules += finding.rules
        report.rules_changed += finding.changed
        report.dice += finding.dice
        self.indexed += Sums(*finding.indexed)
        self.of_others.update(finding.of_others)
        report.unproved += finding.unproved
        for what in finding.faults:
            self._fault(finding.reference, what)
        try:
            if finding.previous is not None:
                self._link(finding)
                self._follow(finding)
        except Exception as odd:  # whatever a forged text may do, it is a fault of that entry
            self._fault(finding.reference, f"its content cannot be read ({type(odd).__name__}: {odd})")
        if finding.made is not None:
            for reference, what in self.fold.take(Made(*finding.made)):
                self._fault(reference, what)

    def _link(self, finding: Finding) -> None:
        sequence, head = self.heads.get(finding.chain, (0, GENESIS))
        if finding.previous != head:
            self._fault(finding.reference, "it does not follow the entry before it (one was changed, removed or moved)")
        if finding.number != sequence + 1:
            self._fault(finding.reference, f"the number {sequence + 1} was expected here")
        self.heads[finding.chain] = (finding.number, finding.hash)

    def _follow(self, finding: Finding) -> None:
        body, reference = finding.body, finding.reference
        if finding.kind == "seed":
            self._bind(finding)
        elif finding.kind == "reveal":
            self._reveal(finding)
        elif finding.kind == FORK:
            self._fork(finding)
        elif finding.kind == NONCE:
            if finding.chain != PUBLIC:
                self._fault(reference, "a nonce stands on a chain that not everybody reads")
            for what in self.nonces.entry(finding.moment[0], body):
                self._fault(reference, what)
        elif finding.kind == "setup":
            self._begin(finding)
        if finding.closes:
            self.nonces.close(finding.moment[0])
        if "anchors" in body:
            self._anchors(finding)
        if finding.rules and (origin := body.get("continues") or body.get("corrects")):
            first = self.followed.setdefault(origin, reference)
            if first != reference:
                self._fault(reference, f"{first} had gone on from {origin} already, or corrected it")
        for slug, version in finding.tables:
            self.named_tables.setdefault((slug, version), reference)
            if (used := self.current_tables.setdefault(slug, version)) != version:
                self._fault(reference, f"it read {slug} in version {version}; {used} was in use")
        if finding.rules:
            self._edition(finding)
        if wrong := self.fold.misjudged(finding.book):
            self._fault(reference, wrong)
        if wrong := self.fold.misread(finding.read) or self.fold.misread_value(finding.reread):
            self._fault(reference, wrong)
        if wrong := self.fold.entry(reference, finding.rows_for, finding.moment, finding.moves, finding.for_all):
            self._fault(reference, wrong)
        if finding.thrown is not None:
            self._thrown(reference, finding.thrown)

    def _begin(self, finding: Finding) -> None:
        """The set-up, which says what tables are played with; there is one."""
        if finding.reference != f"{PUBLIC}/1":
            self._fault(finding.reference, "a set-up stands within the log")
        if finding.body["system"] != self.campaign.system:
            self._fault(finding.reference, "the campaign is of another system than it began with")
        for slug, version in finding.body.get("table_versions", {}).items():
            self.named_tables.setdefault((slug, version), finding.reference)
            self.current_tables[slug] = version

    def _edition(self, finding: Finding) -> None:
        """No edition of a rule comes back once a later one was used. One that never was is named by the rule check."""
        slug, edition = finding.body["procedure"], finding.body["edition"]
        with suppress(LookupError, ValueError):
            age = REGISTER[slug].age(edition)
            if age < self.editions.setdefault(slug, age):
                self._fault(finding.reference, f"the edition {edition!r} of {slug} was over before it")
            self.editions[slug] = max(age, self.editions[slug])

    def _thrown(self, reference: str, key: tuple[str, str]) -> None:
        """The server's dice were bound before and not yet open."""
        if key not in self.bound:
            self._fault(reference, "its dice were never bound")
        elif key in self.opened:
            self._fault(reference, "its dice were thrown when their seed was open already")

    def _bind(self, finding: Finding) -> None:
        key = (finding.body["turn_bound"], finding.body["audience"])
        if key in self.bound:
            self._fault(finding.reference, "the dice of this turn were bound before")
        if key != (finding.moment[0], finding.chain):
            self._fault(finding.reference, "dice were bound for another turn or chain than the one they are bound in")
        self.bound.setdefault(key, finding.body["commitment"])
        if finding.chain == PUBLIC:
            self.nonces.bound(key[0], finding.body.get("scheme", 1))
        if self.examiner.forks.seed_ended(finding.chain, finding.number, key[0]):
            return
        if not seed_fits(self.examiner.seeds.get(key), finding.body["commitment"]):
            self._fault(finding.reference, "the seed in the database is not the one that was bound here")

    def _reveal(self, finding: Finding) -> None:
        key = (finding.body["turn_bound"], finding.body["audience"])
        self.opened.add(key)
        if commitment(bytes.fromhex(finding.body["seed"])) != self.bound.get(key):
            self._fault(finding.reference, "the opened seed is not the one that was bound")

    def _fork(self, finding: Finding) -> None:
        """The log goes on as another campaign: seeds that were not open are gone, and new ones are bound."""
        open_keys = [key for key in self.bound if key[1] == finding.chain and key not in self.opened]
        left = sorted((key[0], self.bound[key]) for key in open_keys)
        if wrong := wrong_fork(finding.body, finding.number, str(finding.previous), left):
            self._fault(finding.reference, wrong)
        for turn, _ in left:
            # Dice of an earlier turn that were never opened stay an alarm.
            if turn == finding.moment[0]:
                del self.bound[turn, finding.chain]
        if finding.chain == PUBLIC:
            self.report.forks += 1
            self.nonces.begin_anew(finding.moment[0])

    def _anchors(self, finding: Finding) -> None:
        for audience, head in finding.body["anchors"].items():
            if audience != finding.chain and self.heads.get(audience, (0, GENESIS))[1] != head:
                self._fault(finding.reference, f"the chain {audience} was changed before this anchor")

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
                self.examiner.books.table(*at)
            except LookupError:
                self._fault(reference, f"the table {at[0]} ({at[1]}) that it names is missing or was changed")
        for row in TableVersion.objects.filter(campaign=self.campaign).order_by("id"):
            slug, version = row.slug, row.version
            if (slug, version) not in self.named_tables:
                self._fault(f"table {slug}", f"no entry names its version {version}")
            elif row.current != (self.current_tables[slug] == version):
                self._fault(f"table {slug}", f"another version than {self.current_tables[slug]} is marked as in use")

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
        for turn, audience in sorted(self.examiner.seeds.keys() - self.bound.keys()):
            self._fault(f"turn {turn}", f"there is a seed ({audience}) that no entry bound")

    def _index(self) -> None:
        """The index of the log holds what the log says, and nothing else. Of a log that is wrong nothing is known."""
        if self.report.faults:
            return
        should, identity = self.indexed, str(self.campaign.identity)
        for audience, tag, reference in self.of_others:
            key = key_of(self.campaign, reference)
            should = should if key is None else should.and_of((number(identity, audience, tag),), key)
        if sums(self.campaign) != should:
            self._fault("index", "the index of the log is not what the log says; make it again: manage.py index")


def _text(value: Any) -> str:
    """The value as JSON: 1, true and 1.0 are three values."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def check_campaign(campaign: Campaign, processes: int | None = None) -> Report:
    """Everything that `manage.py verify` checks of a campaign. processes: as for `Checker.run`."""
    return Checker(campaign).run(processes)
