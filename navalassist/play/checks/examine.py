"""What can be checked of an entry by itself: its text, hash and columns, its secret parts, its rule and its dice.

Nothing here depends on the entries before it, so that several processes can each take a share of a long log. What does
depend on them is left to `verify`, which gets a Finding for each entry, in the order of writing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from navalassist.auditlog.course import RULING, fresh_faces, unlike_before
from navalassist.auditlog.fold import UNSAID
from navalassist.auditlog.models import DICE_KINDS, RULE_KINDS, Entry, Seed
from navalassist.auditlog.shape import SHOWN, dice_of, faults_of
from navalassist.auditlog.tags import numbers, tags_of
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.models import Campaign
from navalassist.engine import REGISTER, Verdict, verify
from navalassist.engine.plain import no_float, recorded
from navalassist.play.checks.books import Books, GoneBy
from navalassist.play.checks.expected import unlike_rule
from navalassist.play.checks.told import misled
from navalassist.play.dice.nonces import NonceBook, closes
from navalassist.play.dice.server import commitment, face
from navalassist.play.read import Read
from navalassist.play.state import PRECEDENTS
from navalassist.play.storage.bodies import dice_for_record, find, joined, recorded_faces, rows_for, whole_body
from navalassist.play.storage.forks import Forks
from navalassist.play.storage.index import Sums
from navalassist.play.storage.lines import StoredLine, Unreadable
from navalassist.play.storage.rows import BODY_COLUMNS, HEADER_COLUMNS, commit
from navalassist.play.storage.statements import rows_of
from navalassist.play.systems import SYSTEMS
from navalassist.play.write.unused_dice import FALLEN

TOLD_LIMIT = 20_000
# The rows that say how the campaign reads its book.
OF_THE_BOOK = (RULING, PRECEDENTS)
# What the entries after it ask of the body of a rule that follows no other, and that nothing follows.
ASKED_OF_A_RULE = (
    *("act", "procedure", "edition", "operation", "own_effects", "own_changes", "effects", "changes"),
    *("waits_for", "begun_for", "sealed", "typed", "situation"),
)


class Finding(NamedTuple):
    """What an entry says to `verify`, and what is wrong with it by itself.

    record: its head, None when its text cannot be read, and of its body what stands in the open; body: the whole of it,
    of a plain rule only what may be asked of it; rules: 1 when its rule was run again, changed when by another edition;
    thrown: turn and audience of the server's dice that it uses; dice: how many.
    read: the facts that it read and that must still be compared; quotes: the entries that set them and were corrected.
    rows_for: whom the rows are for that it makes, but for those that are for everybody (for_all).
    closes: no nonce may come after it in its turn; unproved: server dice whose seed ended with a fork.
    book: the rulings and precedents that it went by and that must still be compared, and facts that must be lacking.
    reread: facts that it read otherwise than the entry that it goes on from.
    """

    key: int
    reference: str
    chain: str
    sequence: int
    hash: str
    faults: tuple[str, ...]
    record: Mapping[str, Any] | None = None
    body: Mapping[str, Any] = {}
    rows_for: str = PUBLIC
    for_all: tuple[str, ...] = ()
    read: Sequence[Sequence[Any]] = ()
    reread: Sequence[Sequence[Any]] = ()
    quotes: tuple[str, ...] = ()
    book: Sequence[Sequence[Any]] = ()
    tables: tuple[tuple[str, str], ...] = ()
    rules: int = 0
    changed: int = 0
    thrown: tuple[str, str] | None = None
    dice: int = 0
    unproved: int = 0
    closes: bool = False
    # What the index of the log holds of it: what its own tags add up to, and those that it gives others.
    indexed: tuple[int, int, int] = (0, 0, 0)
    of_others: tuple[tuple[str, str, str], ...] = ()


class Examiner:
    """Examines entries of one campaign."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        self._identity = str(campaign.identity)
        self.forks = Forks(campaign)
        self._nonces = NonceBook(campaign)
        seeds = rows_of(Seed, campaign, ("turn", "audience", "seed"))
        self.seeds = {(turn, audience): bytes(seed) for turn, audience, seed in seeds}
        self.books = Books(campaign)
        self._faults: list[str] = []
        entries = Entry.objects.filter(campaign=campaign, corrects__gt="")
        # The entries that others correct: of these it is asked who read what they set.
        self.corrected = frozenset(entries.values_list("corrects", flat=True))
        # Rulings and precedents that entries of this share went by, while none of them changes.
        self._went_by: set[GoneBy] = set()
        self.system = SYSTEMS.get(campaign.system)
        self._tellers = self.system.tellers if self.system else {}
        # The entry that was last gone on from, or corrected, and its whole body.
        self._origin_read: tuple[str, Entry | None, Mapping[str, Any]] = ("", None, {})
        # Facts as the entries of this share read them, while they stay so: key -> [key, value, source].
        self._told: dict[str, Sequence[Any]] = {}

    def share(self, share: Iterable[StoredLine]) -> Iterator[Finding]:
        """The findings of entries that follow one another."""
        self._told.clear()
        self._went_by.clear()
        yield from map(self.examine, share)

    def examine(self, line: StoredLine) -> Finding:
        """One entry. It never raises: whatever a forged text may do is a fault of that entry."""
        self._faults = []
        said: dict[str, Any] = {}
        try:
            self._look(line, said)
        except Exception as odd:
            self._told.clear()
            self._faults.append(f"its content cannot be read ({type(odd).__name__}: {odd})")
        row = line.row
        return Finding(row.id, line.reference, row.chain, row.sequence, row.hash, tuple(self._faults), **said)

    def _look(self, line: StoredLine, said: dict[str, Any]) -> None:
        """Check the entry, and put down what it says as far as one gets."""
        record = self._text(line)
        kind = record["kind"]
        parts = self._parts(line, record)
        body = self._open(record, parts)
        self._index(line, record, parts, said)
        said |= {"record": _head(record), "body": body}
        said["rows_for"], said["for_all"] = rows_for(record)
        if kind in RULE_KINDS:
            self._look_at_rule(record, body, said)
        self._forget(body)
        if kind in DICE_KINDS:
            said["closes"] = closes(record)
            key = (record["turn"], dice_for_record(record))
            thrown = self._dice(line, record, body, key)
            if thrown is not None:
                ended = self.forks.seed_ended(line.row.chain, line.row.sequence, record["turn"])
                said |= {"thrown": key, "unproved" if ended else "dice": thrown}

    def _look_at_rule(self, record: Mapping[str, Any], body: Mapping[str, Any], said: dict[str, Any]) -> None:
        """Run the rule again, and put down what must be held against the entries before."""
        follows = "continues" in body or "corrects" in body
        if follows:
            said["reread"] = self._reread(body)
        else:
            said["read"] = self._read(body["facts_read"])
        if self.corrected:
            said["quotes"] = tuple({source for _, _, source in body["facts_read"]} & self.corrected)
        said["book"] = self._gone_by(body, self._situation(body))
        said |= {"rules": 1, "tables": tuple(body.get("tables", {}).items())}
        said["changed"] = self._rule(record, body)
        if not follows and SHOWN not in record["body"]:
            unknown = [a for a in body["answers"] if any(c["provenance"] == "unknown" for c in a.get("cells", ()))]
            said["body"] = {name: body[name] for name in ASKED_OF_A_RULE if name in body} | {"answers": unknown}

    def _index(
        self, line: StoredLine, record: Mapping[str, Any], parts: Mapping[str, Any], said: dict[str, Any]
    ) -> None:
        """What the index of the log should hold of the entry. Of one that is wrong nothing is known."""
        if self._faults:
            return
        tags = tags_of(record, parts.items())
        said["indexed"] = tuple(Sums().and_of(numbers(self._identity, tags.own), line.row.id))
        said["of_others"] = tuple(tags.of_others)

    def _read(self, facts_read: Iterable[Sequence[Any]]) -> list[Sequence[Any]]:
        """The facts that must still be compared: many entries read the same ones, and nothing changes them between."""
        told = self._told
        new: list[Sequence[Any]] = [fact for fact in facts_read if told.get(fact[0]) != fact]
        if len(told) > TOLD_LIMIT:
            told.clear()
        for fact in new:
            told[fact[0]] = fact
        return new

    def _reread(self, body: Mapping[str, Any]) -> list[Sequence[Any]]:
        """Facts that an entry read otherwise than the one that it goes on from, or corrects; left to `verify`.

        What it took back itself it may read as it was before.
        """
        origin = self._before(body)
        if not origin:
            return []
        read = origin["facts_read"]
        back = {fact: after for fact, _, after in body["changes"][: body.get("own_changes", 0)]}
        return [fact for fact in body["facts_read"] if fact not in read and back.get(fact[0], UNSAID) != fact[1]]

    def _gone_by(self, body: Mapping[str, Any], lacking: Iterable[str]) -> list[Sequence[Any]]:
        """What the rule went by, and found lacking, as far as it must still be compared."""
        new = [fact for fact in self.books.gone_by(body) if fact not in self._went_by]
        if "corrects" not in body:
            # A correction may go by what held long ago.
            self._went_by.update(new)
        return [*new, *((key, None, None) for key in lacking)]

    def _situation(self, body: Mapping[str, Any]) -> Iterable[str]:
        """Compare what the rule was told with what was read, or the entry before was told. What was found lacking."""
        read = Read(body)
        told = body["situation"].get("facts", {}).items()
        if not told <= read.items():
            key, value = next(fact for fact in told if fact not in read.items())
            self._faults.append(f"the rule was told {key} as {value!r}, which was not read so")
            return ()
        if wrong := misled(self._tellers, body, read, lambda: self._before(body)):
            self._faults.append(wrong)
        # What was read before it waited may have come since.
        return () if body.get("continues") else read.lacking

    def _before(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """The whole body that an entry goes on from, or corrects; an empty one, which its dice name, where none is."""
        try:
            return self._followed(body)[1]
        except Entry.DoesNotExist:
            return {}

    def _followed(self, body: Mapping[str, Any]) -> tuple[Entry, Mapping[str, Any]]:
        """The entry that one goes on from, or corrects, with its whole body. Entry.DoesNotExist where none is."""
        reference = body.get("continues") or body.get("corrects", "")
        known, entry, before = self._origin_read
        if entry is None or known != reference:
            entry = find(self.campaign, reference, frozenset({PUBLIC}))
            before = whole_body(entry)
            self._origin_read = reference, entry, before
        return entry, before

    def _forget(self, body: Mapping[str, Any]) -> None:
        """What was read before an entry changed it is not so any more."""
        forget = self._told.pop
        for fact, _, _ in body.get("changes", ()):
            forget(fact, None)
            if fact.startswith(OF_THE_BOOK):
                self._went_by.clear()

    def _text(self, line: StoredLine) -> dict[str, Any]:
        """Hash, form, and the columns that repeat the text."""
        row = line.row
        if isinstance(row, Unreadable):
            raise ValueError("it holds bytes that are no text")
        if hashlib.sha256(row.content.encode()).hexdigest() != row.hash:
            self._faults.append("its text does not match its hash")
        record: dict[str, Any] = recorded(row.content)
        if record["campaign"] != self.forks.identity_at(row.chain, row.sequence):
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

    def _parts(self, line: StoredLine, record: Mapping[str, Any]) -> dict[str, Any]:
        """Its secret parts by their audiences, each checked against its commitment."""
        commitments = {c["audience"]: c["commitment"] for c in record.get("commitments", ())}
        parts = {}
        for audience, salt, content in line.payloads:
            if commit(salt, content) != commitments.pop(audience, None):
                self._faults.append(f"the secret part for {audience} does not match its commitment")
            else:
                # Of a number that is none (NaN) the rule's text would be that of nothing at all.
                parts[audience] = json.loads(content, parse_float=no_float, parse_constant=no_float)
        self._faults += [f"the secret part for {audience} is missing" for audience in commitments]
        return parts

    def _open(self, record: Mapping[str, Any], parts: dict[str, Any]) -> dict[str, Any]:
        """The whole body, once its shape is checked."""
        self._faults += faults_of(record, parts, reruns=True)
        order = [c["audience"] for c in record.get("commitments", ())]
        return joined(record["body"], (parts[audience] for audience in order if audience in parts))

    def _rule(self, record: Mapping[str, Any], body: Mapping[str, Any]) -> int:
        """Rule check: situation, answers and book give the recorded outcome. 1 if the rules changed since."""
        try:
            book = self.books.of(body)
        except LookupError as table:
            self._faults.append(f"the table {table.args[0]} that it read is missing or was changed")
            return 0
        own = body["effects"][body.get("own_effects", 0) :]
        check = verify({"outcome": None, **body, "effects": own}, book)
        if check.verdict is Verdict.DIFFERS:
            self._faults.append(f"rule check: {check.reason}")
        procedure = REGISTER.get(body["procedure"])
        if self.system and procedure and procedure.edition == body["edition"]:
            self._faults += unlike_rule(self.system, procedure, record, body, check.situation)
        return int(check.verdict is Verdict.RULES_CHANGED)

    def _dice(
        self, line: StoredLine, record: Mapping[str, Any], body: Mapping[str, Any], key: tuple[str, str]
    ) -> int | None:
        """Server dice are the ones that the bound seed gives for this entry; dice given again are those of before.

        How many the server threw; None when it threw none.
        """
        faces: Mapping[str, Sequence[int]] = recorded_faces(body)
        if body.get("continues") or body.get("corrects"):
            faces = self._fresh(line, body, faces)
        if not faces or body["dice"]["source"] == "typed":
            return None
        thrown = sum(len(shown) for shown in faces.values())
        if self.forks.seed_ended(line.row.chain, line.row.sequence, key[0]):
            return thrown
        seed = self.seeds.get(key)
        if seed is None:
            return 0
        sides = {a["key"]: dice_of(a)[1] for a in body["answers"] if "faces" in a}
        bound = (seed, record["campaign"], line.reference, body["procedure"])
        nonces = self._nonces.at(line.row.id, key[0])
        for ask, shown in faces.items():
            for index, one in enumerate(shown):
                if face(*bound, ask, index, sides[ask], nonces) != one:
                    self._faults.append(f"die {index + 1} of {ask} is not the one that was bound")
        return thrown

    def _origin(self, line: StoredLine, body: Mapping[str, Any]) -> tuple[Entry, Mapping[str, Any]]:
        """The entry whose dice this one reads again, with its whole body. Entry.DoesNotExist unless it is there, and
        was written before."""
        origin, before = self._followed(body)
        if origin.pk >= line.row.id:
            raise Entry.DoesNotExist(origin.reference)
        if body.get("continues") and origin.kind not in ("waiting", FALLEN):
            given_up = Entry.objects.filter(campaign=self.campaign, kind="undo", corrects=origin.reference)
            if not given_up.filter(id__lt=line.row.id).exists():
                self._faults.append(f"it goes on from {origin.reference}, which neither waited nor was given up")
        return origin, before

    def _fresh(
        self, line: StoredLine, body: Mapping[str, Any], faces: Mapping[str, Any]
    ) -> Mapping[str, Sequence[int]]:
        """The faces that were thrown for this entry itself, and not for the one that it follows."""
        try:
            entry, before = self._origin(line, body)
        except Entry.DoesNotExist:
            self._faults.append("the entry whose dice it uses again is not there before it")
            return faces
        self._faults += unlike_before(body, entry.reference, before)
        return fresh_faces(body, before)


def _head(record: Mapping[str, Any]) -> dict[str, Any]:
    """The head of an entry; and of its body what stands in the open, where that is not all of it."""
    body = record["body"]
    return {**record, "body": body if SHOWN in body else {"act": body["act"]}}


def _moment(text: str) -> str:
    """A time as the database or an entry writes it, in one form."""
    text = text.replace(" ", "T").removesuffix("Z").removesuffix("+00")
    return text.rstrip("0").rstrip(".") if "." in text else text


def seed_fits(seed: bytes | None, committed: str) -> bool:
    """True if this is the seed of a commitment."""
    return seed is not None and commitment(seed) == committed
