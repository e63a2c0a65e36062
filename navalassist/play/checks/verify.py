"""`verify`: is the log whole, are its dice the bound ones, do the rules still say the same, is the state its sum?

One pass over the entries in the order of writing, with flat memory: only the facts of the state are kept.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any

from navalassist.auditlog.course import BOOKS_BEGUN, BOOKS_OPENED, CHANGE, CHART, GOES_WITH, Course
from navalassist.auditlog.models import GENESIS, RULE_KINDS, Chain, Entry, short_code
from navalassist.auditlog.shape import SHOWN, SINCE, STEP_BACK, STRUCK
from navalassist.auditlog.tags import number
from navalassist.campaigns.facts import PUBLIC, fact_models
from navalassist.campaigns.models import Campaign, FactHistory, TableVersion
from navalassist.engine import REGISTER
from navalassist.engine.knowledge import Knowledge
from navalassist.engine.rows import unfit
from navalassist.play import state as states
from navalassist.play.checks import tenures
from navalassist.play.checks.charts import first_version, ticks_in, unlike_change
from navalassist.play.checks.examine import OF_THE_BOOK, Examiner, Finding, seed_fits
from navalassist.play.checks.expected import (
    Ending,
    Standing,
    unlike_books,
    unlike_end_of_marks,
    unlike_learnt,
    unlike_shown,
)
from navalassist.play.checks.rebuilt import LogFold, LogState, TypedCheck
from navalassist.play.checks.shares import alone, last_key, shared, sharing_of
from navalassist.play.dice.nonces import NONCE, NonceOrder
from navalassist.play.dice.server import commitment
from navalassist.play.rules.learning import LEARNT
from navalassist.play.storage import statements
from navalassist.play.storage.bodies import find, whole_body
from navalassist.play.storage.forks import FORK, wrong_fork
from navalassist.play.storage.index import Sums, key_of, sums
from navalassist.play.systems import SYSTEMS, TURN, TYPED, System
from tables import RuleTable

FAULTS = 20
MOST_LOOKED_AT = 8
ON_KNOWN = f"{Knowledge.KIND}:"
AS_JSON = json.JSONEncoder(sort_keys=True, ensure_ascii=False)
Record = Mapping[str, Any]


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

    older: the entries whose rule cannot be proved, since it came out otherwise by an edition that is no more; steps:
    the entries that ended a step otherwise than by today's turn sequence, in a log that goes by another edition of it.
    unproved: server dice from before a fork whose seed stayed with the campaign that the log was taken from.
    """

    entries: int = 0
    rules: int = 0
    older: list[str] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    dice: int = 0
    unproved: int = 0
    forks: int = 0
    head: str = ""
    unopened: list[str] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """No fault was found. Whether all is proved, `proved` says."""
        return not self.faults

    @property
    def proved(self) -> bool:
        """Sound, and every rule and step came out as the entry says when it was carried out again."""
        return not (self.faults or self.older or self.steps)


class Checker:
    """Checks one campaign: what each entry is by itself (`examine`), and how the entries hang together.

    `run()` goes on after a fault, but not after twenty.
    """

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        self.examiner: Examiner
        # An earlier entry by its reference: its record and its whole body.
        self._look: Callable[[str], tuple[Any, Any]]
        self.course: Course
        self.report = Report()
        self.fold = LogFold({(kind, name) for kind, model in fact_models().items() for name in model.FACT_HISTORY})
        self.system = SYSTEMS.get(campaign.system)
        state = LogState(campaign, self.fold, self._tables_in_use)
        self.typed = TypedCheck(self.system, state) if self.system else None
        # What the step that ends now ends for each audience; None where none ends.
        self.ending: Ending | None = None
        # What stands again behind the corrections of this submission; None where nothing does.
        self.standing: Standing | None = None
        # The rule that may have taught what is learnt next; '' where something else came between.
        self.teacher = ""
        # The edition of the turn sequence that the log says it goes by.
        self.turn_edition = ""
        self.heads: dict[str, tuple[int, str]] = {}
        self.bound: dict[tuple[str, str], str] = {}
        self.opened: set[tuple[str, str]] = set()
        self.nonces = NonceOrder()
        # Entry -> the rule that went on from it, or corrected it.
        self.followed: dict[str, str] = {}
        self.named_tables: dict[tuple[str, str], str] = {}
        # How many entries stood at the moment by whose tables the rule goes that is looked at.
        self.then = 0
        # The versions of tables by which the last rule went, and those tables.
        self.versions_in_use: dict[str, str] = {}
        self.in_use: dict[str, RuleTable] = {}
        # Procedure -> the number of the latest edition that was used.
        self.editions: dict[str, int] = {}
        self.indexed = Sums()
        # The kinds of entries of which more is to be held against those before.
        self._special: dict[str, Callable[[Finding, Record], None]] = {
            "seed": self._bind,
            "reveal": self._reveal,
            FORK: self._fork,
            NONCE: self._nonce,
            "setup": self._begin,
        }
        self.of_others: set[tuple[str, str, str]] = set()

    def run(self, processes: int | None = None) -> Report:
        """Check everything. processes: how many share the work (left out: as fits the log and the machine).

        While people play: several processes take the log as it was at first, and then all is compared as it stood at
        one moment, with the entries that were written meanwhile.
        """
        after = 0
        self.course = self._course()
        if (sharing := sharing_of(self.campaign, processes)) > 1:
            after = last_key(self.campaign)
            self.examiner = Examiner(self.campaign)
            self._take(shared(self.campaign, sharing, after))
        with statements.one_snapshot():
            known = self.examiner.corrected if after else frozenset()
            self.examiner = Examiner(self.campaign)
            if after:
                self.course.unnoted = self.examiner.corrected - known
            self._take(alone(self.examiner, after))
            if len(self.report.faults) < FAULTS:
                self._compare()
        return self.report

    def _course(self) -> Course:
        """What depends on the entries before is told by the log alone."""
        corrected = Entry.objects.filter(campaign=self.campaign, corrects__gt="")

        # One that others name is named by several that follow one another.
        @lru_cache(maxsize=MOST_LOOKED_AT)
        def look(reference: str) -> tuple[Any, Any]:
            try:
                entry = find(self.campaign, reference, frozenset({reference.partition("/")[0]}))
            except Entry.DoesNotExist:
                raise LookupError(reference) from None
            return entry.record, whole_body(entry)

        def mended_with(record: Any) -> list[str]:
            of_it = corrected.filter(submission=record["submission"]).order_by("id")
            return [e.corrects for e in of_it if e.kind != "undo" or whole_body(e).get("reason") in GOES_WITH]

        sides = self.system.sides if self.system else ()
        self._look = look
        return Course(self.fold, look, sides, mended_with)

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
            ("corrections", self._left_open),
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
        """What depends on the entries before: links of the chain, bound dice, anchors, and the sum of the effects."""
        report = self.report
        report.entries += 1
        report.rules += finding.rules
        report.dice += finding.dice
        self.indexed += Sums(*finding.indexed)
        self.of_others.update(finding.of_others)
        report.unproved += finding.unproved
        if finding.changed:
            report.older.append(finding.reference)
        for what in finding.faults:
            self._fault(finding.reference, what)
        try:
            if finding.record is not None:
                self._link(finding, finding.record)
                self._follow(finding, finding.record)
        except Exception as odd:  # whatever a forged text may do, it is a fault of that entry
            self._fault(finding.reference, f"its content cannot be read ({type(odd).__name__}: {odd})")

    def _link(self, finding: Finding, record: Record) -> None:
        sequence, head = self.heads.get(finding.chain, (0, GENESIS))
        if record["previous"] != head:
            self._fault(finding.reference, "it does not follow the entry before it (one was changed, removed or moved)")
        if record["sequence"] != sequence + 1:
            self._fault(finding.reference, f"the number {sequence + 1} was expected here")
        self.heads[finding.chain] = (record["sequence"], finding.hash)

    def _follow(self, finding: Finding, record: Record) -> None:
        """What the entry says of those before it, and of the state that they made."""
        body, reference, kind = finding.body, finding.reference, record["kind"]
        if kind in self._special:
            self._special[kind](finding, record)
        elif body["act"] == CHANGE:
            self._chart(finding, record)
        if finding.closes:
            self.nonces.close(record["turn"])
        self._anchors(finding)
        if kind in RULE_KINDS:
            self._rule(finding, record)
        book = [gone_by for gone_by in finding.book if not self._as_it_was_read(body, *gone_by)]
        if wrong := self.fold.misjudged(book):
            self._fault(reference, wrong)
        if wrong := self.fold.misread(finding.read) or self.fold.misread_value(finding.reread):
            self._fault(reference, wrong)
        lessons = self._by_the_rules(finding, record)
        if self.typed is not None and any(e["key"].startswith(OF_THE_BOOK) for e in body.get("effects", ())):
            self.typed.state.rulings_changed()
        whom = (finding.rows_for, finding.for_all)
        for wrong in self.course.take(record, finding.hash, body, finding.quotes, whom, lessons):
            self._fault(reference, wrong)
        if finding.thrown is not None:
            self._thrown(reference, finding.thrown)

    def _as_it_was_read(self, body: Record, fact: str, value: Any, otherwise: Any) -> bool:
        """What is corrected may go by a ruling as it was read then."""
        return "corrects" in body and value is not None and self.course.read_then(body, fact, otherwise) == value

    def _rule(self, finding: Finding, record: Record) -> None:
        body, reference = finding.body, finding.reference
        if origin := body.get("continues") or body.get("corrects"):
            first = self.followed.setdefault(origin, reference)
            if first != reference:
                self._fault(reference, f"{first} had gone on from {origin} already, or corrected it")
        for table in finding.tables:
            self.named_tables.setdefault(table, reference)
        for wrong in self.course.misnamed({**body, "tables": dict(finding.tables)}):
            self._fault(reference, wrong)
        self.then = self.course.then(body)
        self._edition(reference, body["procedure"], body["edition"])
        if self.typed is not None:
            for wrong in self.typed.wrong(body, partial(self._look, body.get("corrects", ""))):
                self._fault(reference, wrong)

    def _tables_in_use(self) -> dict[str, RuleTable]:
        """The tables that the log has named so far, in the version by which the rule that is looked at goes."""
        versions = self.course.versions(self.then)
        if versions != self.versions_in_use:
            table = self.examiner.books.table
            self.in_use = {slug: table(slug, version) for slug, version in versions.items()}
            self.versions_in_use = versions
        return self.in_use

    def _by_the_rules(self, finding: Finding, record: Record) -> Sequence[Any] | None:
        """The end of a step, and what everybody was shown of a secret, as the rule system says.

        The effects by which everybody learns of it, None where that is not known.
        """
        if self.system is None:
            return None
        if record["kind"] not in ("clock", "seed") and self.standing is not None:
            if wrong := self.standing.left():
                self._fault(finding.reference, wrong)
            self.standing = None
        if finding.body["act"] == SINCE:
            self.standing = self.standing or Standing(self.system, self.fold, self.course)
            if wrong := self.standing.unlike(record, finding.body):
                self._fault(finding.reference, wrong)
        elif record["kind"] == "clock":
            self._end(self.system, finding, record)
        elif record["kind"] not in ("seed", "reveal"):
            self.ending = None
        opens = finding.body["act"] in (BOOKS_OPENED, BOOKS_BEGUN)
        if opens and (wrong := unlike_books(self.system, self.fold, finding.body)):
            self._fault(finding.reference, wrong)
        if wrong := self._unlike_taught(finding, record):
            self._fault(finding.reference, wrong)
        if finding.body["act"] == LEARNT:
            last = f"{PUBLIC}/{self.heads[PUBLIC][0]}"
            if wrong := unlike_learnt(self.system, self.fold, record, finding.body, last):
                self._fault(finding.reference, wrong)
        if SHOWN not in record["body"] or finding.changed:
            return None
        book = self.examiner.books.of(finding.body)
        lessons, wrong = unlike_shown(self.system, self.fold, book, record, finding.body)
        if wrong:
            self._fault(finding.reference, wrong)
        return lessons

    def _unlike_taught(self, finding: Finding, record: Record) -> str:
        """'' or why nobody can have learnt this: a rule just before it teaches, or a step ends and a level with it."""
        if record["kind"] in RULE_KINDS or finding.body["act"] == STRUCK:
            self.teacher = finding.reference
            return ""
        learns = finding.body["act"] == LEARNT
        on_known = any(e["key"].startswith(ON_KNOWN) for e in finding.body.get("effects", ()))
        if on_known and not learns and record["kind"] != "clock" and finding.body["act"] != STEP_BACK:
            return "it changes what a side knows, and no rule taught it"
        if learns and not self.teacher:
            return "no rule before it taught anybody"
        if not learns and record["kind"] not in ("seed", "nonce"):
            self.teacher = ""
        return ""

    def _end(self, system: System, finding: Finding, record: Record) -> None:
        """What ends for one audience was worked out before anything of it had ended for another."""
        mends = self.course.mends(record) and finding.body["act"] == "turn.ends"
        wrong = unlike_end_of_marks(finding.body) if mends else ""
        # In an old log, whose submissions have no key, what follows a correction may also be the end of the step.
        if not mends or (wrong and not record["submission"]):
            passes = finding.body["act"] == "turn.ends" or "passed" in finding.body
            self.ending = self.ending or Ending(system, self.fold, self.turn_edition != system.edition, passes)
            wrong = self.ending.unlike(record, finding.body)
        if finding.body["act"] != "turn.ends":
            self.ending = None
        if wrong and self.turn_edition != system.edition:
            self.report.steps.append(finding.reference)
        elif wrong:
            self._fault(finding.reference, wrong)

    def _nonce(self, finding: Finding, record: Record) -> None:
        if finding.chain != PUBLIC:
            self._fault(finding.reference, "a nonce stands on a chain that not everybody reads")
        for what in self.nonces.entry(record["turn"], finding.body):
            self._fault(finding.reference, what)

    def _chart(self, finding: Finding, record: Record) -> None:
        """A new version of a chart is one of its table, and says rightly which rows it changed."""
        body, slug = finding.body, finding.body["table"]
        self.named_tables.setdefault((slug, body["version"]), finding.reference)
        row = self.fold.rows.get(f"{CHART}{slug}", {"version": "", "next": "", "typed": {}})
        before = row["next"] or row["version"] or self.course.began.get(slug, "")
        if not before:
            before = self.course.began[slug] = first_version(self.campaign, slug)
            self.named_tables.setdefault((slug, before), finding.reference)
        ticks = ticks_in(self.fold.rows, slug)
        if wrong := unlike_change(body, self.examiner.books.table(slug, before), row, ticks, record["seat"]):
            self._fault(finding.reference, wrong)

    def _begin(self, finding: Finding, record: Record) -> None:
        """The set-up, which says what tables and editions are played with; there is one."""
        if finding.reference != f"{PUBLIC}/1":
            self._fault(finding.reference, "a set-up stands within the log")
        if finding.body["system"] != self.campaign.system:
            self._fault(finding.reference, "the campaign is of another system than it began with")
        for slug, version in finding.body.get("table_versions", {}).items():
            self.named_tables.setdefault((slug, version), finding.reference)
        self._editions(finding)

    def _editions(self, finding: Finding) -> None:
        """The editions that hold from here on: none that was over before comes back."""
        editions = finding.body.get("editions", {})
        self.turn_edition = editions.get(TURN, self.turn_edition)
        if self.typed is not None and TYPED in editions:
            self.typed.keeps = True
        for slug, edition in editions.items():
            self._edition(finding.reference, slug, edition)

    def _edition(self, reference: str, slug: str, edition: str) -> None:
        """No edition of a rule comes back once a later one was used. One that never was is named by the rule check."""
        with suppress(LookupError, ValueError):
            age = REGISTER[slug].age(edition)
            if age < self.editions.setdefault(slug, age):
                self._fault(reference, f"the edition {edition!r} of {slug} was over before it")
            self.editions[slug] = max(age, self.editions[slug])

    def _thrown(self, reference: str, key: tuple[str, str]) -> None:
        """The server's dice were bound before and not yet open."""
        if key not in self.bound:
            self._fault(reference, "its dice were never bound")
        elif key in self.opened:
            self._fault(reference, "its dice were thrown when their seed was open already")

    def _bind(self, finding: Finding, record: Record) -> None:
        key = (finding.body["turn_bound"], finding.body["audience"])
        if key in self.bound:
            self._fault(finding.reference, "the dice of this turn were bound before")
        if key != (record["turn"], finding.chain):
            self._fault(finding.reference, "dice were bound for another turn or chain than the one they are bound in")
        self.bound.setdefault(key, finding.body["commitment"])
        if finding.chain == PUBLIC:
            self.nonces.bound(key[0], finding.body.get("scheme", 1))
        if self.examiner.forks.seed_ended(finding.chain, finding.sequence, key[0]):
            return
        if not seed_fits(self.examiner.seeds.get(key), finding.body["commitment"]):
            self._fault(finding.reference, "the seed in the database is not the one that was bound here")

    def _reveal(self, finding: Finding, record: Record) -> None:
        key = (finding.body["turn_bound"], finding.body["audience"])
        self.opened.add(key)
        if commitment(bytes.fromhex(finding.body["seed"])) != self.bound.get(key):
            self._fault(finding.reference, "the opened seed is not the one that was bound")

    def _fork(self, finding: Finding, record: Record) -> None:
        """The log goes on as another campaign: seeds that were not open are gone, and new ones are bound."""
        open_keys = [key for key in self.bound if key[1] == finding.chain and key not in self.opened]
        left = sorted((key[0], self.bound[key]) for key in open_keys)
        if wrong := wrong_fork(finding.body, finding.sequence, str(record["previous"]), left):
            self._fault(finding.reference, wrong)
        for turn, _ in left:
            # Dice of an earlier turn that were never opened stay an alarm.
            if turn == record["turn"]:
                del self.bound[turn, finding.chain]
        if finding.chain == PUBLIC:
            self.report.forks += 1
            self.nonces.begin_anew(record["turn"])
        self._editions(finding)

    def _anchors(self, finding: Finding) -> None:
        for audience, head in finding.body.get("anchors", {}).items():
            if audience != finding.chain and self.heads.get(audience, (0, GENESIS))[1] != head:
                self._fault(finding.reference, f"the chain {audience} was changed before this anchor")

    def _heads(self) -> None:
        chains = statements.rows_of(Chain, self.campaign, ("audience", "sequence", "head"))
        kept = {audience: (sequence, head) for audience, sequence, head in chains}
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
        named = ("slug", "version", "current")
        for slug, version, current in statements.rows_of(TableVersion, self.campaign, named):
            if (slug, version) not in self.named_tables:
                self._fault(f"table {slug}", f"no entry names its version {version}")
            elif current != (self.course.began.get(slug) == version):
                self._fault(
                    f"table {slug}", f"another version than {self.course.began.get(slug)} is marked as the first"
                )

    def _state(self) -> None:
        now = states.read(self.campaign, ())
        logged = self.fold.facts
        for key in sorted(now.values.keys() | logged.keys()):
            row, _, name = key.rpartition(".")
            if not _alike(now.values, logged, key):
                stored, should = (_text(facts[key]) if key in facts else "nothing" for facts in (now.values, logged))
                self._fault(key, f"the state says {stored}, the log says {should}")
            elif now.sources.get(key, "") != self.fold.sources[row].get(name, ""):
                self._fault(key, "the state names another entry as its source than the log")
        for row, fields in self.fold.rows.items():
            if wrong := unfit(row, fields):
                self._fault(row, f"it holds what no rule can read ({wrong})")
        for row in sorted(now.audiences.keys() | self.fold.audiences.keys()):
            if now.audiences.get(row) != self.fold.audiences.get(row) and row in self.fold.rows:
                meant = self.fold.audiences.get(row, PUBLIC)
                self._fault(row, f"the state shows it to {now.audiences.get(row, PUBLIC)}, the log to {meant}")

    def _history(self) -> None:
        kept: dict[str, list[tuple[Any, str, str, str]]] = {}
        named = ("fact", "value", "entry", "turn", "player_turn")
        for fact, *row in statements.rows_of(FactHistory, self.campaign, named):
            kept.setdefault(fact, []).append(tuple(row))
        for key in sorted(kept.keys() | self.fold.history.keys()):
            if _text(kept.get(key)) != _text(self.fold.history.get(key)):
                self._fault(key, "its history differs from the log")

    def _left_open(self) -> None:
        """What the last correction of all made anew is gone again."""
        for wrong in (*self.course.since.left_open(), *((self.standing.left(),) if self.standing else ())):
            if wrong:
                self._fault("the end", wrong)

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
    return AS_JSON.encode(value)


def _alike(these: Mapping[str, Any], those: Mapping[str, Any], key: str) -> bool:
    """True where both have a fact, and its value is the same as JSON."""
    if key not in these or key not in those:
        return False
    one, other = these[key], those[key]
    kind = type(one)
    if kind is type(other) and (kind is str or kind is int or kind is bool):
        return bool(one == other)
    return _text(one) == _text(other)


def check_campaign(campaign: Campaign, processes: int | None = None) -> Report:
    """Everything that `manage.py verify` checks of a campaign. processes: as for `Checker.run`."""
    return Checker(campaign).run(processes)
