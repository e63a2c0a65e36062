"""What can be checked of an entry by itself: its text, hash and columns, its secret parts, its rule and its dice.

Nothing here hangs on the entries before it, so that several processes can each take a share of a long log. What does
hang on them is left to `verify`, which gets a Finding for each entry, in the order of writing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from navalassist.auditlog.models import DICE_KINDS, FORMAT, KINDS, RULE_KINDS, Entry, Seed
from navalassist.auditlog.tags import numbers, tags_of
from navalassist.campaigns.facts import PUBLIC, fact_models
from navalassist.campaigns.models import Campaign
from navalassist.engine import Verdict, verify
from navalassist.engine.plain import recorded
from navalassist.play.bodies import (
    SHOWN,
    dice_for_record,
    faces_at_hand,
    find,
    joined,
    read_again,
    recorded_faces,
    rows_for,
    whole_body,
)
from navalassist.play.books import Books, GoneBy
from navalassist.play.dice import commitment, face
from navalassist.play.fallen import FALLEN
from navalassist.play.fold import UNSAID, Move, ShareFold, moves_of
from navalassist.play.forks import Forks
from navalassist.play.index import Sums
from navalassist.play.nonces import NonceBook, closes
from navalassist.play.read import Read
from navalassist.play.rows import BODY_COLUMNS, HEADER_COLUMNS, commit
from navalassist.play.shown import disagreement
from navalassist.play.state import PRECEDENTS
from navalassist.play.stored import Line, Unreadable
from navalassist.play.systems import SYSTEMS
from navalassist.play.told import misled

Faces = dict[str, tuple[int, ...]]
TOLD_LIMIT = 20_000
# What `verify` needs to know of a body.
FOLLOWED = (
    *("anchors", "table_versions", "system", "turn_bound", "audience", "commitment", "seed"),
    *("continues", "corrects", "scheme", "side", "nonce", "campaign_before", "head_before", "unopened"),
    *("procedure", "edition"),
)


class Finding(NamedTuple):
    """What an entry says to `verify`, and what is wrong with it by itself.

    previous: the hash that it follows, None when its text cannot be read; rules: 1 when its rule was run again, changed
    when by another edition; thrown: turn and audience of the server's dice that it uses; dice: how many.
    read: the facts that it read and that must still be compared; moves: its effects that must still be applied.
    rows_for: whom the rows are for that it makes, but for those that are for everybody (for_all).
    closes: no nonce may come after it in its turn; unproved: server dice whose seed ended with a fork.
    book: the rulings and precedents that it went by and that must still be compared, and facts that must be lacking.
    reread: facts that it read otherwise than the entry that it goes on from.
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
    for_all: tuple[str, ...] = ()
    moment: tuple[str, str] = ("", "")
    body: Mapping[str, Any] = {}
    read: Sequence[Sequence[Any]] = ()
    reread: Sequence[Sequence[Any]] = ()
    book: Sequence[Sequence[Any]] = ()
    moves: Sequence[Move] = ()
    tables: tuple[tuple[str, str], ...] = ()
    rules: int = 0
    changed: int = 0
    thrown: tuple[str, str] | None = None
    dice: int = 0
    unproved: int = 0
    closes: bool = False
    made: tuple[Any, ...] | None = None
    # What the index of the log holds of it: what its own tags add up to, and those that it gives others.
    indexed: tuple[int, int, int] = (0, 0, 0)
    of_others: tuple[tuple[str, str, str], ...] = ()


class Examiner:
    """Examines entries of one campaign."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        self.forks = Forks(campaign)
        self._nonces = NonceBook(campaign)
        self.seeds = {(seed.turn, seed.audience): bytes(seed.seed) for seed in Seed.objects.filter(campaign=campaign)}
        self.books = Books(campaign)
        self._faults: list[str] = []
        self._fold = ShareFold({(kind, name) for kind, model in fact_models().items() for name in model.FACT_HISTORY})
        # Rulings and precedents that entries of this share went by, while none of them changes.
        self._went_by: set[GoneBy] = set()
        system = SYSTEMS.get(campaign.system)
        self._tellers = system.tellers if system else {}
        # The entry that was last gone on from, or corrected, and its whole body.
        self._origin_read: tuple[str, Mapping[str, Any]] = ("", {})
        # Facts as the entries of this share read them, while they stay so: key -> [key, value, source].
        self._told: dict[str, list[Any]] = {}

    def share(self, share: Iterable[Line]) -> Iterator[Finding]:
        """The findings of entries that follow one another; the last holds what they all made."""
        self._told.clear()
        self._went_by.clear()
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
        if SHOWN in record["body"] and (name := disagreement(record["body"], body)):
            self._faults.append(f"its open part says otherwise than its secret one ({name})")
        self._index(line, record, said)
        said["rows_for"], said["for_all"] = rows_for(record)
        said["body"] = {name: body[name] for name in FOLLOWED if name in body}
        if kind in ("rule", "waiting") and "continues" not in body and "corrects" not in body:
            said["read"] = self._read(body["facts_read"])
        elif kind in RULE_KINDS:
            said["reread"] = self._reread(body)
        if kind in RULE_KINDS:
            said["book"] = self._gone_by(body, self._situation(body))
        if body.get("effects"):
            said["moves"] = self._moves(body, line.reference, rows_for(record), said["moment"])
        if kind in RULE_KINDS:
            said |= {"rules": 1, "tables": tuple(body.get("tables", {}).items())}
            said["changed"] = self._rule(body)
        if kind in DICE_KINDS:
            said["closes"] = closes(record)
            key = (record["turn"], dice_for_record(record))
            thrown = self._dice(line, record, body, key)
            if thrown is not None:
                ended = self.forks.seed_ended(line.row.chain, line.row.sequence, record["turn"])
                said |= {"thrown": key, "unproved" if ended else "dice": thrown}

    def _index(self, line: Line, record: Mapping[str, Any], said: dict[str, Any]) -> None:
        """What the index of the log should hold of the entry. Of one that is wrong nothing is known."""
        if self._faults:
            return
        tags = tags_of(record, [(audience, json.loads(content)) for audience, _, content in line.payloads])
        said["indexed"] = tuple(Sums().and_of(numbers(str(self.campaign.identity), tags.own), line.row.id))
        said["of_others"] = tuple(tags.of_others)

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

    def _reread(self, body: Mapping[str, Any]) -> list[Sequence[Any]]:
        """Facts that an entry read otherwise than the one that it goes on from, or corrects; left to `verify`.

        What it took back itself it may read as it was before.
        """
        origin = self._before(body)
        if not origin:
            return []
        read = origin["facts_read"]
        back = {fact: after for fact, _, after in body["changes"][: body.get("own_changes", 0)]}
        new = [fact for fact in body["facts_read"] if fact not in read and back.get(fact[0], UNSAID) != fact[1]]
        left, wrong = self._fold.split_values(new)
        if wrong:
            self._faults.append(wrong)
        return left

    def _gone_by(self, body: Mapping[str, Any], lacking: Iterable[str]) -> list[Sequence[Any]]:
        """Compare what the rule went by, and found lacking, with this share; the rest is left to `verify`."""
        new = [fact for fact in self.books.gone_by(body) if fact not in self._went_by]
        self._went_by.update(new)
        left, wrong = self._fold.split_book([*new, *((key, None, None) for key in lacking)])
        if wrong:
            self._faults.append(wrong)
        return left

    def _situation(self, body: Mapping[str, Any]) -> Iterable[str]:
        """Compare what the rule was told with what was read, or the entry before was told. What was found lacking."""
        read = Read(body)
        for key, value in body["situation"].get("facts", {}).items():
            if key not in read or read[key] != value:
                self._faults.append(f"the rule was told {key} as {value!r}, which was not read so")
                return ()
        if wrong := misled(self._tellers, body, read, lambda: self._before(body)):
            self._faults.append(wrong)
        # What was read before it waited may have come since.
        return () if body.get("continues") else read.lacking

    def _before(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """The whole body that an entry goes on from, or corrects; an empty one, which its dice name, where none is."""
        reference = body.get("continues") or body.get("corrects", "")
        if self._origin_read[0] != reference:
            try:
                self._origin_read = reference, whole_body(find(self.campaign, reference, frozenset({PUBLIC})))
            except Entry.DoesNotExist:
                return {}
        return self._origin_read[1]

    def _moves(
        self,
        body: Mapping[str, Any],
        reference: str,
        whom: tuple[str, tuple[str, ...]],
        moment: tuple[str, str],
    ) -> list[Move]:
        """Apply the effects on rows of this share; the others, left to `verify`."""
        moves, unlike = moves_of(body)
        for do, key, before, _ in moves:
            if key.startswith(("ruling:", PRECEDENTS)):
                self._went_by.clear()
            if do == "remove" and isinstance(before, dict):
                for name in before:
                    self._told.pop(f"{key}.{name}", None)
            else:
                self._told.pop(key, None)
        audience, for_all = whom
        left, wrong = self._fold.own(reference, audience, moment, moves, for_all)
        if unlike:
            self._told.clear()
        self._faults += [what for what in (unlike, wrong) if what]
        return left

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

    def _rule(self, body: Mapping[str, Any]) -> int:
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
        return int(check.verdict is Verdict.RULES_CHANGED)

    def _dice(self, line: Line, record: Mapping[str, Any], body: Mapping[str, Any], key: tuple[str, str]) -> int | None:
        """Server dice are the ones that the bound seed gives for this entry; dice given again are those of before.

        How many the server threw; None when it threw none.
        """
        faces = recorded_faces(body)
        if body.get("continues") or body.get("corrects") or body.get("dice", {}).get("reused"):
            faces = self._fresh(line, body, faces)
        if not faces or body["dice"]["source"] == "typed":
            return None
        thrown = sum(len(shown) for shown in faces.values())
        if self.forks.seed_ended(line.row.chain, line.row.sequence, key[0]):
            return thrown
        seed = self.seeds.get(key)
        if seed is None:
            return 0
        sides = {a["key"]: int(a["dice"].rpartition("d")[2]) for a in body["answers"] if "faces" in a}
        bound = (seed, record["campaign"], line.reference, body["procedure"])
        nonces = self._nonces.at(line.row.id, key[0])
        for ask, shown in faces.items():
            for index, one in enumerate(shown):
                if face(*bound, ask, index, sides[ask], nonces) != one:
                    self._faults.append(f"die {index + 1} of {ask} is not the one that was bound")
        return thrown

    def _origin(self, line: Line, body: Mapping[str, Any]) -> Entry:
        """The entry whose dice this one reads again. Entry.DoesNotExist unless it is there, and was written before."""
        origin = find(self.campaign, body.get("continues") or body.get("corrects", ""), frozenset({PUBLIC}))
        if origin.pk >= line.row.id:
            raise Entry.DoesNotExist(origin.reference)
        if body.get("continues") and origin.kind not in ("waiting", FALLEN):
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
        if "set_aside" in body:
            told = {ask: tuple(row) for ask, row in body["set_aside"].items()}
            if (
                told != known
                or not same_source
                or dice.get("reused")
                or not (body.get("corrects") and body.get("note"))
            ):
                self._faults.append(f"it does not say rightly which dice of {origin} were rolled again, and why")
            return faces
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


def _moment(text: str) -> str:
    """A time as the database or an entry writes it, in one form."""
    text = text.replace(" ", "T").removesuffix("Z").removesuffix("+00")
    return text.rstrip("0").rstrip(".") if "." in text else text


def seed_fits(seed: bytes | None, committed: str) -> bool:
    """True if this is the seed of a commitment."""
    return seed is not None and commitment(seed) == committed
