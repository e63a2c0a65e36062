"""What can be checked of an entry by itself: its text, hash and columns, its secret parts, its rule and its dice.

Nothing here hangs on the entries before it, so that several processes can each take a share of a long log. What does
hang on them is left to `verify`, which gets a Finding for each entry, in the order of writing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.db import DatabaseError
from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from navalassist.auditlog.models import FORMAT, KINDS, Entry, Payload, Seed
from navalassist.campaigns.facts import PUBLIC, fact_models
from navalassist.campaigns.models import Campaign, TableVersion
from navalassist.engine import Book, Verdict, verify
from navalassist.engine.book import PRECEDENT
from navalassist.engine.plain import recorded
from navalassist.play.bodies import (
    audience_of_record,
    faces_at_hand,
    find,
    joined,
    read_again,
    recorded_faces,
    whole_body,
)
from navalassist.play.dice import commitment, face
from navalassist.play.fold import Move, ShareFold, moves_of
from navalassist.play.tables import parsed
from navalassist.play.writer import BODY_COLUMNS, HEADER_COLUMNS, commit
from tables import TableError
from tables.table import RuleTable

Faces = dict[str, tuple[int, ...]]
RULE_KINDS = ("rule", "correction", "waiting")
BATCH = 1000
TOLD_LIMIT = 20_000
COLUMNS = (*HEADER_COLUMNS, *BODY_COLUMNS, "dice", "stamp", "content", "hash", "id")
# What `verify` needs to know of a body.
FOLLOWED = (
    *("anchors", "table_versions", "system", "turn_bound", "audience", "commitment", "seed"),
    *("continues", "corrects"),
)


class Line(NamedTuple):
    """A row of the log as it is stored."""

    row: Any
    reference: str
    payloads: list[tuple[str, str, str]]


class Finding(NamedTuple):
    """What an entry says to `verify`, and what is wrong with it by itself.

    previous: the hash that it follows, None when its text cannot be read; rules: 1 when its rule was run again, changed
    when by another edition; thrown: turn and audience of the server's dice that it uses; dice: how many.
    read: the facts that it read and that must still be compared; moves: its effects that must still be applied.
    made: what its share of the log made, if it is the last of it (a tuple as `Made`, which `marshal` cannot carry).
    """

    reference: str
    chain: str
    sequence: int
    hash: str
    faults: tuple[str, ...]
    previous: str | None = None
    number: int = 0
    kind: str = ""
    rows_for: str = PUBLIC
    moment: tuple[str, str] = ("", "")
    body: Mapping[str, Any] = {}
    read: Sequence[Sequence[Any]] = ()
    moves: Sequence[Move] = ()
    tables: tuple[tuple[str, str], ...] = ()
    rules: int = 0
    changed: int = 0
    thrown: tuple[str, str] | None = None
    dice: int = 0
    made: tuple[Any, ...] | None = None


class Examiner:
    """Examines entries of one campaign."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        self.identity = str(campaign.identity)
        self.seeds = {(seed.turn, seed.audience): bytes(seed.seed) for seed in Seed.objects.filter(campaign=campaign)}
        self._texts = {(v.slug, v.version): v.text for v in TableVersion.objects.filter(campaign=campaign)}
        self._books: dict[Any, Book] = {}
        self._faults: list[str] = []
        self._fold = ShareFold({(kind, name) for kind, model in fact_models().items() for name in model.FACT_HISTORY})
        # Facts as the entries of this share read them, while they stay so: key -> [key, value, source].
        self._told: dict[str, list[Any]] = {}

    def share(self, share: Iterable[Line]) -> Iterator[Finding]:
        """The findings of entries that follow one another; the last holds what they all made."""
        self._told.clear()
        self._fold.begin()
        before = None
        for line in share:
            if before is not None:
                yield before
            before = self.examine(line)
        if before is not None:
            yield before._replace(made=tuple(self._fold.made()))

    def examine(self, line: Line) -> Finding:
        """One entry. It never raises: whatever a forged text may do is a fault of that entry."""
        self._faults = []
        said: dict[str, Any] = {}
        try:
            self._look(line, said)
        except Exception as odd:
            self._told.clear()
            self._faults.append(f"its content cannot be read ({type(odd).__name__}: {odd})")
        row = line.row
        return Finding(line.reference, row.chain, row.sequence, row.hash, tuple(self._faults), **said)

    def _look(self, line: Line, said: dict[str, Any]) -> None:
        """Check the entry, and put down what it says as far as one gets."""
        record = self._text(line)
        kind = record["kind"]
        said |= {"previous": record["previous"], "number": record["sequence"], "kind": kind}
        said["moment"] = (record["turn"], record["player_turn"])
        body = self._open(line, record)
        audience = audience_of_record(record)
        said["rows_for"] = record["chain"] if record["chain"] != PUBLIC else audience
        said["body"] = {name: body[name] for name in FOLLOWED if name in body}
        if kind in ("rule", "waiting") and "continues" not in body and "corrects" not in body:
            said["read"] = self._read(body["facts_read"])
        if body.get("effects"):
            said["moves"] = self._moves(body, line.reference, said["rows_for"], said["moment"])
        if kind in RULE_KINDS:
            said |= {"rules": 1, "tables": tuple(body.get("tables", {}).items())}
            self._situation(body)
            said["changed"] = self._rule(body)
            key = (record["turn"], audience)
            thrown = self._dice(line, body, key)
            if thrown is not None:
                said |= {"thrown": key, "dice": thrown}

    def _read(self, facts_read: list[list[Any]]) -> list[Sequence[Any]]:
        """Compare facts with those of this share; the others, left to `verify`. Many read the same ones."""
        told = self._told
        new = [fact for fact in facts_read if told.get(fact[0]) != fact]
        if len(told) > TOLD_LIMIT:
            told.clear()
        for fact in new:
            told[fact[0]] = fact
        left, wrong = self._fold.split(new)
        if wrong:
            self._faults.append(wrong)
        return left

    def _situation(self, body: Mapping[str, Any]) -> None:
        """The facts that the rule was told are those that were read."""
        told = body["situation"].get("facts")
        if not told:
            return
        read = {fact[0]: fact[1] for fact in body["facts_read"]}
        for key, value in told.items():
            if key not in read or read[key] != value:
                self._faults.append(f"the rule was told {key} as {value!r}, which was not read so")
                return

    def _moves(self, body: Mapping[str, Any], reference: str, audience: str, moment: tuple[str, str]) -> list[Move]:
        """Apply the effects on rows of this share; the others, left to `verify`."""
        moves, unlike = moves_of(body)
        for do, key, before, _ in moves:
            if do == "remove" and isinstance(before, dict):
                for name in before:
                    self._told.pop(f"{key}.{name}", None)
            else:
                self._told.pop(key, None)
        left, wrong = self._fold.own(reference, audience, moment, moves)
        if unlike:
            self._told.clear()
        self._faults += [what for what in (unlike, wrong) if what]
        return left

    def table(self, slug: str, version: str) -> RuleTable:
        """A version of a table. LookupError when it is gone or is not what it says."""
        try:
            table = parsed(self._texts[slug, version], slug)
        except (KeyError, TableError):
            raise LookupError(slug) from None
        if (table.slug, table.version) != (slug, version):
            raise LookupError(slug)
        return table

    def _text(self, line: Line) -> dict[str, Any]:
        """Hash, form, and the columns that repeat the text."""
        row = line.row
        if isinstance(row, Unreadable):
            raise ValueError("it holds bytes that are no text")
        if hashlib.sha256(row.content.encode()).hexdigest() != row.hash:
            self._faults.append("its text does not match its hash")
        record: dict[str, Any] = recorded(row.content)
        if record["format"] != FORMAT or record["kind"] not in KINDS:
            self._faults.append(f"nobody knows an entry of format {record['format']} and kind {record['kind']!r}")
        if record["campaign"] != self.identity:
            self._faults.append("it belongs to another campaign")
        body = record["body"]
        differ = [name for name in HEADER_COLUMNS if getattr(row, name) != record[name]]
        differ += [name for name in BODY_COLUMNS if getattr(row, name) != body.get(name, "")]
        if row.dice != (body["dice"]["source"] if "dice" in body else ""):
            differ.append("dice")
        if f"{row.stamp}Z" != record["time"].replace("T", " ") and _moment(row.stamp) != _moment(record["time"]):
            differ.append("time")
        self._faults += [f"the column {name} differs from the text" for name in differ]
        return record

    def _open(self, line: Line, record: Mapping[str, Any]) -> dict[str, Any]:
        """The whole body, its secret part checked against the commitment."""
        commitments = {c["audience"]: c["commitment"] for c in record.get("commitments", ())}
        if not commitments and not line.payloads:
            return joined(record["body"], ())
        parts = {}
        for audience, salt, content in line.payloads:
            if commit(salt, content) != commitments.pop(audience, None):
                self._faults.append(f"the secret part for {audience} does not match its commitment")
            else:
                parts[audience] = json.loads(content)
        self._faults += [f"the secret part for {audience} is missing" for audience in commitments]
        order = [c["audience"] for c in record.get("commitments", ())]
        return joined(record["body"], (parts[audience] for audience in order if audience in parts))

    def _book(self, body: Mapping[str, Any]) -> Book:
        """The tables, rulings and precedents that the entry used. LookupError when a table is gone or changed."""
        tables, rulings = body.get("tables", {}), body.get("rulings", {})
        cells = [c for a in body["answers"] for c in a.get("cells", ()) if c["provenance"] == PRECEDENT]
        precedents = {(c["table"], c["row"], c["column"]): c["value"] for c in cells}
        key = (*sorted(tables.items()), *sorted(rulings.items()), *sorted(precedents.items()))
        if key not in self._books:
            found = {slug: self.table(slug, version) for slug, version in tables.items()}
            self._books[key] = Book(found, rulings, precedents)
        return self._books[key]

    def _rule(self, body: Mapping[str, Any]) -> int:
        """Rule check: situation, answers and book give the recorded outcome. 1 if the rules changed since."""
        try:
            book = self._book(body)
        except LookupError as table:
            self._faults.append(f"the table {table.args[0]} that it read is missing or was changed")
            return 0
        own = body["effects"][body.get("own_effects", 0) :]
        check = verify({"outcome": None, **body, "effects": own}, book)
        if check.verdict is Verdict.DIFFERS:
            self._faults.append(f"rule check: {check.reason}")
        return int(check.verdict is Verdict.RULES_CHANGED)

    def _dice(self, line: Line, body: Mapping[str, Any], key: tuple[str, str]) -> int | None:
        """Server dice are the ones that the bound seed gives for this entry; dice given again are those of before.

        How many the server threw; None when it threw none.
        """
        faces = recorded_faces(body)
        if body.get("continues") or body.get("corrects") or body.get("dice", {}).get("reused"):
            faces = self._fresh(line, body, faces)
        if not faces or body["dice"]["source"] == "typed":
            return None
        seed = self.seeds.get(key)
        if seed is None:
            return 0
        sides = {a["key"]: int(a["dice"].rpartition("d")[2]) for a in body["answers"] if "faces" in a}
        bound = (seed, self.identity, line.reference, body["procedure"])
        for ask, shown in faces.items():
            for index, one in enumerate(shown):
                if face(*bound, ask, index, sides[ask]) != one:
                    self._faults.append(f"die {index + 1} of {ask} is not the one that was bound")
        return sum(len(shown) for shown in faces.values())

    def _origin(self, line: Line, body: Mapping[str, Any]) -> Entry:
        """The entry whose dice this one reads again. Entry.DoesNotExist unless it is there, and was written before."""
        origin = find(self.campaign, body.get("continues") or body.get("corrects", ""), frozenset({PUBLIC}))
        if origin.pk >= line.row.id:
            raise Entry.DoesNotExist(origin.reference)
        if body.get("continues") and origin.kind != "waiting":
            given_up = Entry.objects.filter(campaign=self.campaign, kind="undo", corrects=origin.reference)
            if not given_up.filter(id__lt=line.row.id).exists():
                self._faults.append(f"it goes on from {origin.reference}, which neither waited nor was given up")
        return origin

    def _fresh(self, line: Line, body: Mapping[str, Any], faces: Faces) -> Faces:
        """The faces that were thrown for this entry itself.

        Dice of the entry before are read again, never thrown anew, and kept where they are not asked for.
        """
        try:
            entry = self._origin(line, body)
        except Entry.DoesNotExist:
            self._faults.append("the entry whose dice it uses again is not there before it")
            return faces
        origin, before = entry.reference, whole_body(entry)
        known, dice = faces_at_hand(before), body.get("dice", {})
        same_source = before.get("dice", {}).get("source") == dice.get("source")
        again = {ask: read_again(known.get(ask, ()), faces.get(ask, ())) for ask in sorted(dice.get("reused", ()))}
        for ask, number in again.items():
            if not number or not same_source:
                self._faults.append(f"the dice of {ask} are not those of {origin}")
        if before.get("dice", {}).get("source") == "server":
            if not same_source:
                self._faults.append(f"the server threw the dice of {origin}, and they were given up for others")
            for ask in sorted(faces.keys() & known.keys() - again.keys()):
                self._faults.append(f"the dice of {ask} were thrown anew, though {origin} holds them")
            kept = faces_at_hand(body)
            if any(kept.get(ask, ())[: len(thrown)] != thrown for ask, thrown in known.items()):
                self._faults.append(f"it lost dice of {origin}")
        return {ask: shown[again.get(ask, 0) :] for ask, shown in faces.items() if len(shown) > again.get(ask, 0)}


def lines(campaign: Campaign, after: int = 0, until: int | None = None) -> Iterator[Line]:
    """The rows in the order of writing, each with its payloads, a thousand at a time. after, until: keys of rows."""
    entries = Entry.objects.filter(campaign=campaign).annotate(stamp=Cast("time", TextField())).order_by("id")
    if until is not None:
        entries = entries.filter(id__lte=until)
    while True:
        rows = _rows(entries.filter(id__gt=after), COLUMNS)
        if not rows:
            return
        number = rows[-1].id
        within = Payload.objects.filter(entry__campaign=campaign, entry__gt=after, entry__lte=number).order_by("id")
        payloads: dict[int, list[tuple[str, str, str]]] = {}
        for payload in _rows(within, ("id", "entry_id", "audience", "salt", "content"), None):
            if not isinstance(payload, Unreadable):
                payloads.setdefault(payload.entry_id, []).append((payload.audience, payload.salt, payload.content))
        for row in rows:
            yield Line(row, f"{row.chain}/{row.sequence}", payloads.get(row.id, []))
        after = number
        # Not two batches at a time: they are the most that a check holds.
        del row, rows


class Unreadable(NamedTuple):
    """A row that the database itself cannot read, since a text in it is none."""

    id: int
    chain: str = "row"
    hash: str = ""

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


def seed_fits(seed: bytes | None, committed: str) -> bool:
    """True if this is the seed of a commitment."""
    return seed is not None and commitment(seed) == committed
