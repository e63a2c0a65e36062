"""The course of the log: what each entry says of those before it, and of the state that they made.

`Course.take` is given the entries of all chains in the order of writing, and folds their effects. It asks no rule
and no table. This module needs nothing but Python 3.8 and its three neighbours, since `tools/verify_log.py`, which is
given out alone, holds a copy of the four.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, Callable, Iterator  # noqa: UP035 - Python 3.8

from navalassist.auditlog.came_since import CameSince, set_effect
from navalassist.auditlog.fold import Fold, NotApplicable, changes_of_first, moves_of
from navalassist.auditlog.shape import (
    MARKS_END,
    MODERATOR,
    NOT_HAPPENED,
    PUBLIC,
    RULE_KINDS,
    SECRET,
    SHOWN,
    SINCE,
    STEP_BACK,
    STEP_ENDS,
    STRUCK,
    SYSTEM,
    references_of,
)

OBSERVER, ADMINISTRATOR = "observer", "administrator"
CHART, READ_BACK, RULING = "chart:", "mark:read-back/", "ruling:"
PRECEDENT = "mark:precedent/"
# That a campaign is being set up; the act by which it begins, and what the fact says then.
SET_UP, STARTS, SET_UP_OVER = "condition:set-up", "campaign.starts", "over"
CHANGE, TICK = "chart.change", "chart.read-back"
BOOK, BOOK_SEALED, BOOKS_OPENED = "order-book:", "orders.sealed", "orders.opened"
# Where each side keeps its opened book to itself until the turn ends; and its text meanwhile.
BOOKS_BEGUN, BOOKS_SHOWN, SEAL = "orders.begun", "orders.shown", "order-seal:"
# Act on the books of all sides -> their state before and after it.
BOOK_STATES = {
    BOOKS_OPENED: ("sealed", "opened"), BOOKS_BEGUN: ("sealed", "under-way"), BOOKS_SHOWN: ("under-way", "opened"),
}  # fmt: skip
WAITING, GIVEN_UP, NONCE, CLOCK = "mark:waiting/", "mark:given-up/", "mark:nonce/", "campaign:clock"
FELL_AWAY = "fell-away"
REASONS = ("typo", "wrong-cargo", "mistyped-die", "wrong-owner", "captured", "forgot", "reading", "follows")
WHY_GIVEN_UP = ("mistake", "wrong-figures", "no-answer", "no-need", FELL_AWAY)
# Reasons of entries of kind `undo` by which a rule that was carried out goes with the corrections of its submission.
GOES_WITH = (FELL_AWAY, NOT_HAPPENED)
# The kinds of rows that a person may put right with a correction, if its rule read a fact of one.
PUT_RIGHT = ("shipment", "task-force")
# Before what came since stands again, other entries that are corrected with it may follow a correction.
STILL_MENDING = ("correction", "waiting", "undo", "clock", "seed")
# What may follow a correction in a submission that has no key.
AFTER_A_CORRECTION = ("correction", "waiting", "undo", "clock", "edit", "seed")
# What an entry that goes on from one that waited keeps of it.
KEPT_WHILE_WAITING = ("situation", "typed", "odds", "no_odds", "rolled_at", "operation")
# The kinds of entries that a reference may name, by the key that holds it.
NAMES = {
    "agreed_in": ("dispute",),
    "because": ("correction", "waiting", "undo"),
    "compensates": RULE_KINDS,
    "continues": ("waiting", "fallen", "rule", "correction"),
    "dependents": RULE_KINDS,
    "settled": RULE_KINDS,
    "strikes": ("edit",),
}

# An entry that was written before: its record and its whole body, None where the reader may not see all of it.
Before = Any


def audience_of_record(record: Any) -> str:
    """For whom the whole body of an entry is."""
    body = record["body"]
    return str(record["commitments"][0]["audience"]) if body["act"] == SECRET or SHOWN in body else PUBLIC


def faces_of(body: Any) -> dict[str, list[int]]:
    """ask key -> faces of an entry."""
    return {a["key"]: list(a["faces"]) for a in body.get("answers", ()) if "faces" in a}


def faces_at_hand(body: Any) -> dict[str, list[int]]:
    """The faces that a later entry reads again: those of the entry, and those that it was given and did not use."""
    found = {key: list(faces) for key, faces in body.get("unused_dice", {}).items()}
    for key, faces in faces_of(body).items():
        if len(faces) >= len(found.get(key, ())):
            found[key] = faces
    return found


def read_again(known: Any, faces: Any) -> int:
    """How many of an answer's first faces are those that were known before: as many as both have, or none."""
    both = min(len(known), len(faces))
    return both if list(known[:both]) == list(faces[:both]) else 0


def unlike_before(body: Any, origin: str, before: Any) -> Iterator[str]:
    """What an entry says wrongly of the dice of the one that it follows, in words.

    origin: the reference of the entry that it goes on from, or corrects; before: the body of that entry.
    Dice are read again, never thrown anew, and kept where they are not asked for.
    """
    known, faces = faces_at_hand(before), faces_of(body)
    dice, told = body.get("dice", {}), before.get("dice", {}).get("source")
    same_source, reused = told == dice.get("source"), dice.get("reused", [])
    if "set_aside" in body:
        said = body.get("corrects") and (body.get("note") or SHOWN in body)
        if body["set_aside"] != known or not same_source or reused or not said or body.get("unused_dice"):
            yield f"it does not say rightly which dice of {origin} were rolled again, and why"
        return
    for key in sorted(reused):
        if not read_again(known.get(key, ()), faces.get(key, ())) or not same_source:
            yield f"the dice of {key} are not those of {origin}"
    again = sorted(key for key, row in faces.items() if read_again(known.get(key, ()), row))
    retyped = "corrects" in body and told == "typed" and not reused
    if sorted(reused) != again and same_source and not retyped:
        yield f"it does not say rightly which dice of {origin} it reads again"
    if told == "server":
        if not same_source:
            yield f"the server threw the dice of {origin}, and they were given up for others"
        for key in sorted(faces.keys() & known.keys() - set(reused)):
            yield f"the dice of {key} were thrown anew, though {origin} holds them"
    left = {key: row for key, row in known.items() if len(row) > len(faces.get(key, ()))}
    if body.get("unused_dice", {}) != left:
        # What was lost could be thrown anew, and what was never thrown could be read again.
        yield f"it lost dice of {origin}, or says that it threw others"
    if not dice.get("source") and (known or faces):
        yield f"it does not say who threw the dice of {origin}"


def fresh_faces(body: Any, before: Any) -> dict[str, list[int]]:
    """The faces that were thrown for an entry itself. before: the body of the one that it follows."""
    faces = faces_of(body)
    if "set_aside" in body:
        return faces
    known = faces_at_hand(before)
    again = {key: read_again(known.get(key, ()), faces.get(key, ())) for key in body.get("dice", {}).get("reused", ())}
    return {key: row[again.get(key, 0) :] for key, row in faces.items() if len(row) > again.get(key, 0)}


def choices_of(body: Any, sealed: bool = True) -> dict[str, str]:
    """ask key -> option of an entry, with the choices that are sealed as yet."""
    answers = [*body.get("answers", ()), *(body.get("sealed", ()) if sealed else ())]
    return {a["key"]: a["choice"] for a in answers if "choice" in a}


def inverse(body: Any, there: Callable[[str], bool], ended: Callable[[str], Any]) -> list[Any]:
    """The effects that take back what an entry's own effects did, the last first.

    there: is the row there now? ended: the fields of a mark as it stood when it ended, and of another row as it stood
    when the calendar cleared it away; none for one that went otherwise. What a correction did first stays done; marks
    that have ended since are gone already, and what the entry had found and changed is made anew.
    """
    own = body.get("effects", [])[body.get("own_effects", 0) :]
    created = {e["key"] for e in own if e["do"] == "create"}
    removed = {e["key"] for e in own if e["do"] == "remove"}

    def has_ended(row: str) -> bool:
        return row.startswith("mark:") and not there(row)

    def is_over(row: str) -> bool:
        return not there(row) and (row.startswith("mark:") or bool(ended(row)))

    found = dict.fromkeys(e["key"].rpartition(".")[0] for e in own if e["do"] in ("set", "add"))
    fields = {row: dict(ended(row)) for row in found if row not in created | removed and is_over(row)}
    removed |= fields.keys()
    effects: list[Any] = []
    for key, before, _ in reversed(body.get("changes", [])[body.get("own_changes", 0) :]):
        row, _, name = key.rpartition(".")
        if row in created:
            gone = {"do": "remove", "key": row}
            if gone not in effects and not has_ended(row):
                effects.append(gone)
        elif row in removed:
            fields.setdefault(row, {})[name] = before
        else:
            effects.append({"do": "set", "key": key, "value": before})
    return effects + [{"do": "create", "key": row, "fields": values} for row, values in fields.items()]


def mark(row: str, kind: str, subject: str, place: str = "", ends: str = "never", note: str = "") -> Any:
    """The effect that makes a mark."""
    fields = {"kind": kind, "subject": subject, "place": place, "ends": ends, "until": "", "note": note}
    return {"do": "create", "key": row, "fields": fields}


def precedents_of(body: Any) -> list[Any]:
    """The effects by which a rule that came to its end keeps what the moderator read for cells that nobody knew."""
    cells = [c for a in body.get("answers", ()) for c in a.get("cells", ()) if c["provenance"] == "unknown"]
    if "waits_for" in body:
        return []
    made = {}
    for cell in cells:
        row = f"{PRECEDENT}{cell['table']}/{cell['row']}/{cell['column']}"
        place = f"{cell['row']}|{cell['column']}"
        made[row] = mark(row, "precedent", cell["table"], place, note=cell.get("value"))
    return list(made.values())


def kept_dice(procedure: str, reference: str, thing: Any, audience: str) -> Any:
    """The effect that keeps dice for whoever begins the same thing again; its row ends in `reference`.

    thing: what the rule was begun for, None where that is not known: then the row says `*` instead of a digest.
    """
    digest = "*" if thing is None else hashlib.sha256(f"{audience}|{thing}".encode()).hexdigest()[:16]
    row = f"{GIVEN_UP}{procedure}/{digest}/{reference.replace('/', '-')}"
    return mark(row, "given-up", procedure, ends="turn", note=reference)


class Course:
    """What has come of the log so far. `take` every entry, in the order of writing."""

    def __init__(
        self,
        fold: Fold,
        look: Callable[[str], Before],
        sides: Any,
        mended_with: Callable[[Any], list[str]],
    ) -> None:
        """look: reference -> (record, whole body), LookupError where there is none; sides: of the rule system;
        mended_with: the record of a correction -> what all entries of its submission correct, in their order.
        """
        self.fold = fold
        self._look = look
        self._sides = tuple(sides)
        self._seats = {*sides, MODERATOR, OBSERVER, SYSTEM, ADMINISTRATOR}
        self._mended_with = mended_with
        self._looked_at: tuple[str, Before] = ("", None)
        self._last: dict[str, int] = {}
        self._heads: dict[str, str] = {}
        # Of entries that are corrected: those that read what they set, with audience and submission.
        self._readers: dict[str, list[tuple[str, str, str]]] = {}
        self._ended_by: dict[str, str] = {}
        # Inputs that were struck out, each with the living entry that strikes it.
        self._struck: dict[str, str] = {}
        # Marks that something changed, and how they stood when they ended.
        self._changed_marks: set[str] = set()
        self._as_ended: dict[str, dict[str, Any]] = {}
        # What came since entries that are corrected long after.
        self.since = CameSince(fold, self._before)
        # The submission that is being written, and whether a correction of it was seen.
        self._submission, self._mending = "", False
        # For whom its first correction was made.
        self._mended_by = ""
        # The player turns that have begun.
        self._player_turns: set[tuple[str, str]] = set()
        # True once a rule was carried out, or a step has ended: charts that are changed wait for the next step.
        self._played = False
        # True once a rule was carried out: that the campaign begins is not taken back any more. Nor is it behind steps
        # that have ended, of which so many were not brought back.
        self._rolled = False
        self._ended_steps = 0
        # The ends of steps that may still be taken back, the last one last; and whether one just was.
        self._step_ends: list[str] = []
        self._went_back = False
        # Of each table the version that the campaign began with, and of charts those that came into play, each with the
        # number of entries before it. Of rules since a chart was changed: how many entries stood before the first of
        # those that corrected one another.
        self.began: dict[str, str] = {}
        # Whether the set-up names any: that of a system that has tables does.
        self._names_tables = False
        self._versions: dict[str, list[tuple[int, str]]] = {}
        # Of rulings that were chosen anew, each reading with the number of entries before it; of the first, None.
        self._readings: dict[str, list[tuple[Any, Any]]] = {}
        self._then: dict[str, int] = {}
        # Of each rule the turn of the first of those that corrected one another.
        self._thrown_in: dict[str, str] = {}
        self._taken = 0
        # Entries that were corrected while the log was read: nobody noted who reads what they set.
        self.unnoted: Any = frozenset()

    def mends(self, record: Any) -> bool:
        """A correction may stand in the same submission, before this entry."""
        return bool(self._mending and record["submission"] == self._submission)

    def take(
        self, record: Any, digest: str, body: Any, quotes: Any, rows_for: tuple[str, Any], lessons: Any = None
    ) -> Iterator[str]:
        """One entry, in words what is wrong with it. digest: its hash; body: the whole of it; quotes: the references
        that its facts name; rows_for: whom the rows are for that it makes, but for those that are for everybody;
        lessons: the effects by which everybody learns something of a secret, None where that is not known.
        """
        reference = f"{record['chain']}/{record['sequence']}"
        same = record["submission"] == self._submission and (self._submission or record["kind"] in AFTER_A_CORRECTION)
        if not same:
            self._submission, self._mending = record["submission"], False
        if not (same and record["kind"] in STILL_MENDING):
            yield from self.since.left_open()
        self._lessons = lessons
        yield from self._seat(record)
        yield from self._references(reference, body)
        kind = record["kind"]
        check = {"undo": self._undo, "clock": self._clock, "dispute": self._dispute, "nonce": self._nonce}.get(kind)
        if check is None:
            check = {"fork": self._fork, "fallen": self._fallen, "edit": self._edit}.get(kind)
        if kind in RULE_KINDS:
            check = self._rule
        elif body["act"] == "log.export":
            check = self._export
        if check is not None:
            yield from check(reference, record, body)
        yield from self._books(record, body)
        yield from self._set_up(record, body)
        yield from self._strikes(reference, record, body)
        yield from self._fold_in(reference, record, body, rows_for)
        for source in quotes:
            self._readers.setdefault(source, []).append((reference, audience_of_record(record), record["submission"]))
        self._player_turns.add((record["turn"], record["player_turn"]))
        self._last[record["chain"]], self._heads[record["chain"]] = record["sequence"], digest
        self._played = self._played or kind in RULE_KINDS or body["act"] == STEP_ENDS
        self._rolled = self._rolled or kind in RULE_KINDS
        self._note_ends(reference, record, body)
        if kind == "setup":
            self.began.update(body.get("table_versions", {}))
            self._names_tables = bool(self.began)
        if (self._versions or self._readings) and kind in RULE_KINDS:
            self._then[reference] = self.then(body)
        if kind in RULE_KINDS:
            self._thrown_in[reference] = self._thrown_in.get(body.get("corrects", ""), record["turn"])
        self._taken += 1

    def then(self, body: Any) -> int:
        """How many entries stood at the moment by whose tables a rule is carried out: a correction goes by old ones."""
        return self._then.get(body["corrects"], 0) if "corrects" in body else self._taken

    def versions(self, then: int) -> dict[str, str]:
        """The version of each table that was in play when so many entries stood, as far as the log names them."""
        found = dict(self.began)
        for slug, moves in self._versions.items():
            version = next((version for taken, version in reversed(moves) if taken < then), "")
            found.update({slug: version} if version else {})
        return found

    def read_then(self, body: Any, fact: str, otherwise: Any) -> Any:
        """How a ruling was read when what a correction corrects was carried out first; None where it never changed.

        otherwise: how it was read before it was in the campaign.
        """
        readings = self._readings.get(fact, ())
        choice = next((c for taken, c in reversed(readings) if taken is None or taken < self.then(body)), None)
        return otherwise if choice is None and readings else choice

    def misnamed(self, body: Any) -> Iterator[str]:
        """What a rule says wrongly of the tables that it read: they are those in play."""
        in_play = self.versions(self.then(body)) if self._versions else self.began
        if body.get("tables") and not self._names_tables:
            yield "it read tables, and the set-up names none"
        for slug, version in body.get("tables", {}).items():
            if slug not in in_play:
                self.began[slug] = version
            elif in_play[slug] != version:
                yield f"it read {slug} in version {version}; {in_play[slug]} was in use"

    def _fold_in(self, reference: str, record: Any, body: Any, rows_for: tuple[str, Any]) -> Iterator[str]:
        """Apply its effects; then the clock stands where the entry says."""
        moves, unlike = moves_of(body)
        if SHOWN in record["body"]:
            unlike = unlike or moves_of(record["body"])[1]
        if unlike:
            yield unlike
        if moves:
            self._note_marks(moves)
            self.since.note(reference, record, body, moves, self._last.get(PUBLIC, 0))
            audience, for_all = rows_for
            wrong = self.fold.entry(reference, audience, (record["turn"], record["player_turn"]), moves, for_all)
            if wrong:
                yield wrong
            self._note_charts(moves)
            self._note_readings(moves)
        clock = self.fold.rows.get(CLOCK, {})
        for name in ("turn", "player_turn", "step"):
            if clock.get(name) != record[name]:
                word = name.replace("_", " ")
                yield f"it says that the {word} was {record[name]!r}; the log before it says {clock.get(name)!r}"

    def _note_charts(self, moves: Any) -> None:
        for row in {(key if do in ("create", "remove") else key.rpartition(".")[0]) for do, key, _, _ in moves}:
            if row.startswith(CHART):
                version = self.fold.rows.get(row, {}).get("version", "")
                self._versions.setdefault(row[len(CHART) :], []).append((self._taken, version))

    def _note_readings(self, moves: Any) -> None:
        for do, key, before, given in moves:
            if key.startswith(RULING) and do in ("set", "create"):
                fact, first, choice = (key, before, given) if do == "set" else (f"{key}.choice", None, given["choice"])
                self._readings.setdefault(fact, [(None, first)]).append((self._taken, choice))

    def _note_marks(self, moves: Any) -> None:
        for do, key, _, _ in moves:
            if not key.startswith("mark:"):
                continue
            if do in ("set", "add"):
                self._changed_marks.add(key.rpartition(".")[0])
            elif do == "remove" and key in self._changed_marks:
                self._changed_marks.discard(key)
                self._as_ended[key] = dict(self.fold.rows.get(key, {}))

    # Who, and of what it speaks

    def _seat(self, record: Any) -> Iterator[str]:
        seat, kind = record["seat"], record["kind"]
        if seat not in self._seats or record["tapped_at"] not in self._seats:
            yield f"nobody knows the seat {seat if seat not in self._seats else record['tapped_at']}"
        if seat == SYSTEM and kind not in ("seed", "reveal", "fallen"):
            yield "the program itself does nothing of this kind"
        if seat == ADMINISTRATOR and kind != "access":
            yield "whoever looks after the accounts does nothing in the game"
        if record["tapped_at"] == SYSTEM:
            yield "it was tapped from no seat"

    def _references(self, reference: str, body: Any) -> Iterator[str]:
        for name, named in references_of(body):
            try:
                record, _ = self._before(named)
            except LookupError:
                yield f"{named}, which it names ({name}), is not there before it"
                continue
            if name in NAMES and record["kind"] not in NAMES[name]:
                yield f"{named}, which it names ({name}), is an entry of kind {record['kind']}"
        if "corrects" in body:
            first = self._ended_by.setdefault(body["corrects"], reference)
            if first != reference:
                yield f"{first} had corrected {body['corrects']} already, or taken it back"

    def _before(self, reference: str) -> Before:
        """An entry that was written before. LookupError where there is none."""
        chain, _, number = reference.partition("/")
        if int(number) > self._last.get(chain, 0):
            raise LookupError(reference)
        # An entry is asked several times of the one that it follows.
        if self._looked_at[0] != reference:
            self._looked_at = (reference, self._look(reference))
        return self._looked_at[1]

    def _same_submission(self, record: Any, reference: str) -> bool:
        return bool(self._before(reference)[0]["submission"] == record["submission"])

    def _is_there(self, row: str) -> bool:
        return row in self.fold.rows

    def _as_it_ended(self, row: str) -> dict[str, Any]:
        return self.since.as_cleared(row) or self._as_ended.get(row, {})

    # Rules

    def _rule(self, reference: str, record: Any, body: Any) -> Iterator[str]:
        """A rule that was carried out, goes on, or was carried out again."""
        try:
            wanted = list(self._wanted(record, body))
            if "continues" in body:
                yield from self._goes_on(record, body, *self._before(body["continues"]))
            if "corrects" in body:
                yield from self._corrects(record, body, *self._before(body["corrects"]))
        except LookupError:
            return
        yield from self._own_effects(record, body, wanted)
        if "waits_for" in body:
            yield from self._waits(body)

    def _wanted(self, record: Any, body: Any) -> Iterator[Any]:
        """The effects with which it has to begin: the end of a wait, and what a correction takes back."""
        if "continues" in body:
            _, before = self._before(body["continues"])
            row = self._waiting_row(body["continues"], before)
            if not row:
                kept = (row for row in self.fold.rows if row.startswith(GIVEN_UP))
                row = next((row for row in kept if self._keeps(row, body["continues"])), "")
            yield {"do": "remove", "key": row}
        elif "corrects" in body:
            yield from self._taken_back(record, body)

    def _waiting_row(self, reference: str, before: Any) -> str:
        """The mark by which an entry waits; '' where it waits no longer."""
        row = f"{WAITING}{before.get('operation', '')}"
        return row if self.fold.sources.get(row, {}).get("kind") == reference else ""

    def _keeps(self, row: str, reference: str) -> bool:
        return bool(self.fold.rows[row].get("note") == reference)

    def _taken_back(self, record: Any, body: Any) -> Iterator[Any]:
        """The first correction of a submission takes back all that are corrected with it, the latest first."""
        # Old logs have submissions without a key, of which each is one correction alone.
        if self.mends(record) and record["submission"]:
            return
        self._mending, self._mended_by = True, record["seat"]
        rows: dict[str, bool] = {}
        seen: set[str] = set()
        for named in reversed(self._mended_with(record) if record["submission"] else [body["corrects"]]):
            _, before = self._before(named)
            effects = inverse(before, lambda row: rows.get(row, row in self.fold.rows), self._as_it_ended)
            rows.update({e["key"]: e["do"] == "create" for e in effects if e["do"] in ("create", "remove")})
            self.since.corrected(named, before, effects, seen)
            yield from effects

    def _stands_again(self, record: Any, body: Any) -> Iterator[str]:
        """What came since entries that were corrected stands again: by the seat of the correction, just behind it."""
        if not self.mends(record) or not self.since.came:
            yield "nothing was corrected before it since which anything came"
        if record["seat"] != self._mended_by:
            yield "it is of another seat than the correction before it"
        yield from self.since.unlike(body)

    def _own_effects(self, record: Any, body: Any, first: list[Any]) -> Iterator[str]:
        """Those at the beginning that are not the rule's own: just these, and what a side's secret shows everybody."""
        own = list(body.get("effects", [])[: body["own_effects"]])
        precedents = precedents_of(body) if audience_of_record(record) == PUBLIC else []
        if own[: len(first)] != first:
            yield "what it does before its rule is not what takes back, or goes on from, the entry that it names"
            return
        rest = own[len(first) :]
        while "corrects" in body and rest and rest[0]["do"] == "set" and self._puts_right(rest[0], body):
            del rest[0]
        more = rest[len(precedents) :]
        if rest[: len(precedents)] != precedents:
            yield "what it does before its rule is not what its answers keep for cells that nobody knew"
        elif SHOWN not in record["body"] and more:
            yield "it does more before its rule than it says why"
        elif self._lessons is not None and more != self._lessons:
            yield "what everybody learnt of it is not what its system says"
        elif any(effect["do"] not in ("set", "create") for effect in more):
            yield "what everybody learns of it is something else than facts"
        if body["own_changes"] != changes_of_first(body, body["own_effects"]):
            yield "it counts the changes of its own otherwise than they are"

    def _puts_right(self, effect: Any, body: Any) -> bool:
        """A person may put right with a correction what the rule was about: a row of which it read a fact."""
        row = effect["key"].rpartition(".")[0]
        read = {fact.rpartition(".")[0] for fact, _, _ in body.get("facts_read", ())}
        return row.partition(":")[0] in PUT_RIGHT and row in read

    def _goes_on(self, record: Any, body: Any, origin: Any, before: Any) -> Iterator[str]:
        named = body["continues"]
        if origin["kind"] not in ("waiting", "fallen") and named not in self._ended_by:
            yield f"it goes on from {named}, which neither waited nor was given up"
        if before.get("procedure") != body["procedure"]:
            yield f"it goes on from {named}, which carried out another rule"
        answered = bool(self._waiting_row(named, before))
        wanted, said = choices_of(before, answered), choices_of(body)
        own = self._own_plan(record, body, before) if answered else ""
        for key, choice in wanted.items():
            if key != own and (answered or key in said) and said.get(key) != choice:
                yield f"{key} was chosen otherwise in {named}"
        if not answered:
            return
        for name in KEPT_WHILE_WAITING:
            if body.get(name) != before.get(name):
                yield f"its {name} is not that of {named}, from which it goes on"
        read = before.get("facts_read", [])
        more = body.get("facts_read", [])[len(read) :]
        if body.get("facts_read", [])[: len(read)] != read or any(
            not fact.startswith("mark:precedent/") for fact, _, _ in more
        ):
            yield f"the facts that it read are not those of {named}, from which it goes on"
        if body.get("begun_for", before.get("begun_for")) != before.get("begun_for"):
            yield f"it was begun for something else than {named}"
        if not own and record["seat"] != (before["waits_for"]["seat"] or origin["seat"]):
            yield f"{named} waited for another seat"

    def _own_plan(self, record: Any, body: Any, before: Any) -> str:
        """The one sealed plan that a seat gives or changes out of turn, while another's is still out; '' for none."""
        if before["waits_for"]["kind"] != "sealed" or "sealed" not in body:
            return ""
        earlier = {a["key"]: a.get("choice") for a in before.get("sealed", ())}
        now = {a["key"]: a.get("choice") for a in body["sealed"]}
        # One that a seat seals again as it was is no other.
        new = [key for key, choice in now.items() if key not in earlier or earlier[key] != choice]
        whose = {c["audience"] for c in record.get("commitments", ())}
        fits = len(new) < 2 and record["seat"] in whose and earlier.keys() <= now.keys()
        return next(iter(new or now)) if fits else ""

    def _corrects(self, record: Any, body: Any, origin: Any, before: Any) -> Iterator[str]:
        named = body["corrects"]
        if origin["kind"] not in ("rule", "correction"):
            yield f"it corrects {named}, which is an entry of kind {origin['kind']}"
            return
        if audience_of_record(origin) != audience_of_record(record):
            yield f"it is for others than {named}, which it corrects"
        for name in ("procedure", "operation", "rolled_at"):
            if body.get(name) != before.get(name):
                yield f"its {name} is not that of {named}, which it corrects"
        if record["seat"] != origin["seat"]:
            yield f"it is of another seat than {named}, which it corrects"
        if body.get("reason") not in REASONS:
            yield _unknown_reason(body)
        yield from self._told_of_others(record, body, origin)

    def _told_of_others(self, record: Any, body: Any, origin: Any) -> Iterator[str]:
        """Who read what it corrects, who consented to it, and because of what it was made."""
        yield from self._dependents(record, body, origin)
        if "agreed_in" in body and not (
            self._before(body["agreed_in"])[1].get("act") == "correction.accept"
            and self._same_submission(record, body["agreed_in"])
        ):
            yield f"{body['agreed_in']} is no consent to it"
        if "because" in body and not self._same_submission(record, body["because"]):
            yield f"{body['because']}, because of which it was made, was another act"

    def _dependents(self, record: Any, body: Any, origin: Any) -> Iterator[str]:
        """The later entries that read what the corrected one set, as far as its readers know of them."""
        eyes = (PUBLIC, audience_of_record(origin))
        readers = [entry for entry in self._readers.get(body["corrects"], ()) if entry[1] in eyes]
        known = {name for name, _, _ in readers}
        earlier = {name for name, _, submission in readers if submission != record["submission"]}
        said = body.get("dependents", [])
        if body["corrects"] in self.unnoted:
            return
        if not (earlier <= set(said) <= known and len(set(said)) == len(said)):
            yield "it does not name the entries that read what it corrects"

    def _waits(self, body: Any) -> Iterator[str]:
        """While it waits it does nothing but say so."""
        waits = body["waits_for"]
        note = f"{body['procedure']} {waits['key']}"[:200]
        said = mark(f"{WAITING}{body['operation']}", "waiting", body["procedure"], waits["seat"], note=note)
        if body["effects"][body["own_effects"] :] != [said]:
            yield "it waits, and does something else than to say so"
        if "begun_for" in body:
            yield from self._begun_for(body["begun_for"])

    def _begun_for(self, thing: str) -> Iterator[str]:
        keys = {row.partition(":")[2] for row in self.fold.rows if not row.startswith("mark:")}
        for word in thing.split(" ")[1:]:
            if "=" in word and word.partition("=")[2] not in keys:
                yield f"it was begun for {word}, which is not there"

    def _fallen(self, reference: str, record: Any, body: Any) -> Iterator[str]:
        kept = [e for e in body.get("effects", ()) if e["do"] == "create"]
        if len(kept) != len(body.get("effects", ())) or len(kept) > 1:
            yield "dice that fell do more than to lie ready"
        for effect in kept:
            wanted = kept_dice(body["procedure"], reference, body.get("begun_for"), audience_of_record(record))
            yield from _unlike_kept(effect, wanted)
        if "begun_for" in body:
            yield from self._begun_for(body["begun_for"])

    # Taken back

    def _undo(self, reference: str, record: Any, body: Any) -> Iterator[str]:
        try:
            origin, before = self._before(body["corrects"])
        except LookupError:
            return
        if body["act"] == "undo":
            yield from self._undone_input(record, body, origin, before)
        elif body["act"] == STEP_BACK:
            yield from self._gone_back(record, body, origin, before)
        elif body["act"] == STRUCK:
            yield from self._struck_out(record, body, origin, before)
        else:
            yield from self._given_up(record, body, origin, before)

    def _undone_input(self, record: Any, body: Any, origin: Any, before: Any) -> Iterator[str]:
        named = body["corrects"]
        if origin["kind"] != "edit" or body["undone"] != before["act"]:
            yield f"{named}, which it takes back, is something else than it says"
            return
        if (record["seat"], record["chain"]) != (origin["seat"], origin["chain"]):
            yield f"it is of another seat or chain than {named}, which it takes back"
        if body["effects"] != inverse(before, self._is_there, self._as_it_ended):
            yield f"its effects are not those that take back {named}"

    def _gone_back(self, record: Any, body: Any, origin: Any, before: Any) -> Iterator[str]:
        """The end of the last step is taken back, and right behind it what ended with that for each audience."""
        named, act = body["corrects"], before["act"]
        if origin["kind"] != "clock" or act not in (STEP_ENDS, MARKS_END) or body["undone"] != act:
            yield f"{named}, which it takes back, is something else than it says"
            return
        if act == STEP_ENDS and self._step_ends[-1:] != [named]:
            yield f"{named} is not the last step that ended, or something was carried out since"
        if act == MARKS_END and not self._went_back:
            yield f"{named} is taken back, and the end of its step is not"
        if record["seat"] not in (origin["seat"], MODERATOR) or record["chain"] != origin["chain"]:
            yield f"it is of another seat or chain than {named}, which it takes back"
        if body["effects"] != inverse(before, self._is_there, self._as_it_ended):
            yield f"its effects are not those that take back {named}"

    def _note_ends(self, reference: str, record: Any, body: Any) -> None:
        """Which ends of steps may still be taken back: none before something that was carried out, or opened dice."""
        act = body["act"]
        if record["chain"] == PUBLIC:
            self._ended_steps += {STEP_ENDS: 1, STEP_BACK: -1}.get(act, 0)
            if act == STEP_ENDS:
                self._step_ends.append(reference)
            elif act == STEP_BACK:
                self._step_ends = self._step_ends[:-1]
            elif record["kind"] in (*RULE_KINDS, "reveal", "fallen", "clock") or act == STRUCK:
                self._step_ends = []
        self._went_back = act == STEP_BACK or (self._went_back and record["kind"] == "seed")

    def _struck_out(self, record: Any, body: Any, origin: Any, before: Any) -> Iterator[str]:
        """It did not happen: what a rule did is taken back, with all that is corrected with it."""
        named = body["corrects"]
        if not body["undone"] == body["procedure"] == before.get("procedure") or body["reason"] != NOT_HAPPENED:
            yield f"{named}, which it strikes out, is something else than it says"
        if origin["kind"] not in ("rule", "correction"):
            yield f"it strikes out {named}, which is an entry of kind {origin['kind']}"
            return
        if record["seat"] != origin["seat"] or audience_of_record(record) != audience_of_record(origin):
            yield f"it is of another seat or for others than {named}, which it strikes out"
        wanted, effects = list(self._taken_back(record, body)), body.get("effects", [])
        kept = effects[len(wanted) :]
        could_be_read = bool(faces_at_hand(before)) and self._thrown_in.get(named) == record["turn"]
        if effects[: len(wanted)] != wanted or len(kept) > 1 or (kept and not could_be_read):
            yield f"its effects are not those that strike out {named}"
        elif could_be_read and "typed" in before and not kept:
            # Without it they could be thrown anew.
            yield f"it does not keep the dice of {named}, which were thrown in this turn"
        thing = self._begun_again(before, wanted)
        for effect in kept[:1]:
            yield from _unlike_kept(effect, kept_dice(body["procedure"], named, thing, audience_of_record(origin)))
        yield from self._told_of_others(record, body, origin)

    def _begun_again(self, before: Any, taken_back: list[Any]) -> Any:
        """What a struck rule is begun for if it is begun again, by what was typed; None where that is not known."""
        if "typed" not in before:
            return None
        rows = set(self.fold.rows)
        for effect in taken_back:
            {"create": rows.add, "remove": rows.discard}.get(effect["do"], len)(effect["key"])
        keys = {row.partition(":")[2] for row in rows if not row.startswith("mark:")}
        typed = sorted(before["typed"].items())
        things = (f"{name}={value}" for name, value in typed if isinstance(value, str) and value and value in keys)
        return " ".join((before["procedure"], *things))

    def _given_up(self, record: Any, body: Any, origin: Any, before: Any) -> Iterator[str]:
        named, fell_away = body["corrects"], body["reason"] == FELL_AWAY
        if not body["undone"] == body["procedure"] == before.get("procedure"):
            yield f"{named}, which it gives up, carried out another rule"
        if origin["kind"] not in (("rule", "correction") if fell_away else ("waiting",)):
            yield f"it gives up {named}, which is an entry of kind {origin['kind']}"
            return
        if body["reason"] not in WHY_GIVEN_UP:
            yield _unknown_reason(body)
        if fell_away and not self._mending:
            yield f"{named} falls away, and nothing before it was corrected"
        if not fell_away and record["seat"] not in {MODERATOR, *self._begun_by(origin)}:
            yield f"{named}, which it gives up, is another seat's"
        effects = list(body.get("effects", []))
        if not fell_away:
            ended = {"do": "remove", "key": self._waiting_row(named, before)}
            if effects[:1] != [ended]:
                yield f"{named}, which it gives up, waits no longer, or is said to wait still"
            del effects[:1]
        thing = None if fell_away else before.get("begun_for", "")
        if bool(effects) != bool(faces_at_hand(before)) and not (fell_away and not effects):
            yield f"it does not keep the dice of {named}"
        for effect in effects[:1]:
            yield from _unlike_kept(effect, kept_dice(body["procedure"], named, thing, audience_of_record(origin)))
        if effects[1:]:
            yield f"it does more than to give up {named}"

    def _begun_by(self, record: Any) -> Iterator[str]:
        """The seats for which, and from which, a rule was begun that waits, and those that went on with it."""
        while True:
            yield record["seat"]
            yield record["tapped_at"]
            if "continues" not in record["body"]:
                return
            record, _ = self._before(record["body"]["continues"])

    # What people say to one another, inputs, the clock

    def _edit(self, reference: str, record: Any, body: Any) -> Iterator[str]:
        charts = [e for e in body.get("effects", ()) if e["key"].startswith((CHART, READ_BACK))]
        if "since" in body and tuple(body["since"]) not in self._player_turns:
            yield "it puts a fact right since a player turn that never was"
        if body["act"] == CHANGE:
            yield from self._chart(record, body)
        elif body["act"] == TICK:
            yield from self._ticks(record, body)
        elif charts:
            yield "it changes a chart, and does not say so"
        if "compensates" not in body:
            return
        try:
            _, before = self._before(body["because"])
        except LookupError:
            return
        stands = [named for named, way, _ in before.get("settled", ()) if way == "stand"]
        if not self._same_submission(record, body["because"]) or body["compensates"] not in stands:
            yield f"{body['because']} does not say that it makes up for {body['compensates']}"

    def _strikes(self, reference: str, record: Any, body: Any) -> Iterator[str]:
        """An input is struck out once, by one that changes the same; a strike that is taken back strikes nothing."""
        if record["kind"] == "undo":
            self._struck = {struck: by for struck, by in self._struck.items() if by != body.get("corrects")}
        if "strikes" not in body:
            return
        struck = body["strikes"]
        try:
            _, before = self._before(struck)
        except LookupError:
            return
        if struck in self._struck:
            yield f"{struck} was struck out by {self._struck[struck]} already"
        if {change[0] for change in body.get("changes", ())} - {change[0] for change in before.get("changes", ())}:
            yield f"it changes something else than {struck}, which it strikes out"
        self._struck.setdefault(struck, reference)

    def _set_up(self, record: Any, body: Any) -> Iterator[str]:
        """Nothing is played before the campaign begins, which it does once, by an act of its own."""
        kind, row = record["kind"], self.fold.rows.get(SET_UP, {})
        played = kind in RULE_KINDS or kind == "clock" or body["act"] in (BOOK_SEALED, *BOOK_STATES)
        if row.get("value") not in (None, SET_UP_OVER) and played:
            yield "it was carried out while the campaign was being set up"
        touched = [e for e in body.get("effects", ()) if e["key"] == SET_UP or e["key"].startswith(SET_UP + ".")]
        begins = touched == [set_effect(SET_UP, "value", SET_UP_OVER)] and kind == "edit" and body["act"] == STARTS
        if begins and row.get("value") == SET_UP_OVER:
            yield "the campaign had begun already"
        if begins or not (touched or body["act"] == STARTS) or kind == "setup":
            return
        if kind != "undo" or self._rolled or self._ended_steps or self.fold.kinds.get(BOOK[:-1]):
            yield "it says otherwise than by its beginning whether the campaign is being set up"

    def _books(self, record: Any, body: Any) -> Iterator[str]:
        """An order book is sealed with a hash, and opened once with all others of its turn; nothing else touches it."""
        on_books = [e for e in body.get("effects", ()) if e["key"].startswith(BOOK)]
        if not on_books:
            return
        if record["kind"] != "edit" or body["act"] not in (BOOK_SEALED, *BOOK_STATES):
            yield "it changes an order book, and does not say so"
        elif body["act"] in BOOK_STATES:
            yield from self._opening(body["act"], on_books)
        elif any(e["do"] != "create" or e["fields"]["state"] != "sealed" or e["fields"]["text"] for e in on_books):
            yield "it does more with an order book than to seal it"

    def _opening(self, act: str, effects: Any) -> Iterator[str]:
        """The books of all sides in one turn, each by its text, which that of one under way has not yet."""
        said: dict[str, dict[str, Any]] = {}
        for effect in effects:
            row, _, name = effect["key"].rpartition(".")
            if effect["do"] != "set" or name not in ("state", "text"):
                yield "it does more with an order book than to open it"
                return
            said.setdefault(row, {})[name] = effect["value"]
        books = {row: self.fold.rows.get(row, {}) for row in said}
        turns = {before.get("turn") for before in books.values()}
        if len(turns) != 1 or {before.get("side") for before in books.values()} != set(self._sides):
            yield "it does not open the books of all sides in one turn together"
        before_it, after_it = BOOK_STATES[act]
        for row, before in books.items():
            states = (before.get("state"), said[row].get("state"))
            if states != (before_it, after_it) or ("text" in said[row]) is (act == BOOKS_BEGUN):
                yield f"{row} is not {before_it}, or is opened without its text"
                continue
            kept = self.fold.rows.get(row.replace(BOOK, SEAL, 1), {}).get("text")
            text = kept if act == BOOKS_BEGUN else said[row]["text"]
            if text is not None:
                yield from self._opened(row, before, text, stand=act != BOOKS_SHOWN)

    def _opened(self, row: str, book: Any, text: str, *, stand: bool) -> Iterator[str]:
        """Its text has the hash that was sealed, is of its side and turn; stand: its orders stand as it says."""
        if hashlib.sha256(text.encode()).hexdigest() != book["hash"]:
            yield f"the text of {row} is not the one that was sealed: its SHA-256 is another"
            return
        try:
            whole = json.loads(text)
            of, orders = (whole["side"], whole["turn"]), dict(whole["orders"])
        except (ValueError, KeyError, TypeError):
            yield f"the text of {row} is not that of an order book"
            return
        if of != (book["side"], book["turn"]):
            yield f"the text of {row} is of another side or turn"
        for name, fields in orders.items() if stand else ():
            if self.fold.rows.get(name) != fields:
                yield f"{name} is not as it stands in the book that was sealed"

    def _chart(self, record: Any, body: Any) -> Iterator[str]:
        """A new version is in play at once where nothing was played yet, else from the next step on."""
        row, ticks = f"{CHART}{body['table']}", f"{READ_BACK}{body['table']}/"
        before = self.fold.rows.get(row, {"version": "", "next": "", "typed": {}})
        effects = body["effects"]
        ticked = [e for e in effects if e["do"] == "remove" and e["key"].startswith(ticks)]
        rest = [e for e in effects if e not in ticked]
        said = dict(before)
        for effect in rest:
            said.update(_of_row(effect, row))
        now = {"version": before["version"] if self._played else body["version"], "typed": said["typed"]}
        now["next"] = body["version"] if self._played else ""
        wanted = [set_effect(row, name, now[name]) for name in sorted(now) if now[name] != before[name]]
        if row not in self.fold.rows:
            wanted = [{"do": "create", "key": row, "fields": now}]
        if rest != wanted or len(ticked) + len(rest) != len(effects):
            yield "its effects are not those of a new version of a chart"
        digest = hashlib.sha256(body["text"].replace("\r\n", "\n").encode()).hexdigest()
        if not digest.startswith(body["version"].partition("-")[2]):
            yield "its text is another version of the table than it says"
        new = {line for line, by in said["typed"].items() if before["typed"].get(line) != by}
        if any(said["typed"][line] != record["seat"] for line in new):
            yield "it says that another seat typed what it changes"

    def _ticks(self, record: Any, body: Any) -> Iterator[str]:
        """Rows are read back by another seat than the one that typed them; so are cells that play asked for."""
        ticks = f"{READ_BACK}{body['table']}/"
        typed = self.fold.rows.get(f"{CHART}{body['table']}", {}).get("typed", {})
        for effect in body["effects"]:
            line = effect["key"][len(ticks) :]
            wanted = mark(ticks + line, "read-back", body["table"], line, note=record["seat"])
            if not effect["key"].startswith(ticks) or effect not in (wanted, {"do": "remove", "key": ticks + line}):
                yield "its effects are not those of rows that are read back"
            elif typed.get(line, self._asked_by(body["table"], line) or record["seat"]) == record["seat"]:
                yield f"row {line} of {body['table']} is read back by the seat that typed it, or was never typed"

    def _asked_by(self, table: str, line: str) -> str:
        """The seat of the entry that asked for a cell (`4/12`), and keeps what was read for it; '' for none."""
        kept = self.fold.sources.get(f"{PRECEDENT}{table}/{line}", {}).get("note", "")
        return str(self._before(kept)[0]["seat"]) if kept else ""

    def _charts_moved(self, body: Any) -> Iterator[str]:
        """With a step the versions of charts that waited for it come into play, and nothing else of charts changes."""
        wanted = []
        if body["act"] == STEP_ENDS:
            for row in self.fold.kinds.get(CHART[:-1], ()):
                if version := self.fold.rows[row]["next"]:
                    wanted += [set_effect(row, "version", version), set_effect(row, "next", "")]
        said = [effect for effect in body["effects"] if effect["key"].startswith(CHART)]
        if sorted(map(repr, said)) != sorted(map(repr, wanted)):
            yield "another version of a chart comes into play than the one that waited for the step"

    def _nonce(self, reference: str, record: Any, body: Any) -> Iterator[str]:
        row = f"{NONCE}{body['side']}"
        wanted = [mark(row, "nonce", body["side"], "bound", "turn", body.get("commitment", ""))]
        if body["act"] == "nonce.show":
            wanted = [
                {"do": "set", "key": f"{row}.place", "value": "shown"},
                {"do": "set", "key": f"{row}.note", "value": body["nonce"]},
            ]
        if body["effects"] != wanted:
            yield "its effects are not those of a nonce"

    def _fork(self, reference: str, record: Any, body: Any) -> Iterator[str]:
        marks = {row for row in self.fold.rows if row.startswith(NONCE)} if record["chain"] == PUBLIC else set()
        if {effect["key"] for effect in body.get("effects", ())} != marks:
            yield "it does not end just what sides had added to the dice of this turn"

    def _export(self, reference: str, record: Any, body: Any) -> Iterator[str]:
        """An export goes up to an entry of the public chain that was there."""
        for chain, (number, digest) in body.get("heads", {}).items():
            last, head = self._last.get(chain, 0), self._heads.get(chain)
            if number < last:
                head = self._before(f"{chain}/{number + 1}")[0]["previous"]
            if chain != PUBLIC or number > last or digest != head:
                yield f"it goes up to {chain}/{number}, which is another entry or none"

    def _clock(self, reference: str, record: Any, body: Any) -> Iterator[str]:
        yield from self._charts_moved(body)
        clock = self.fold.rows.get(CLOCK, {})
        # In a segment some steps are the enemy's; which, the turn sequence knows.
        whose = self._sides if "/" in str(clock.get("step")) else {clock.get("player_turn")}
        ends = body["act"] in (MARKS_END, SINCE)
        if record["seat"] not in whose and not (ends and self.mends(record)):
            yield "a step is ended by the side whose player turn it is"
        if body["act"] == SINCE:
            yield from self._stands_again(record, body)
        if ends:
            return
        anchored = {c["audience"] for c in record.get("commitments", ())}
        if anchored != {*self._sides, MODERATOR}:
            missing = ", ".join(sorted({*self._sides, MODERATOR} - anchored)) or "none"
            yield f"it does not anchor the chains as they are (missing: {missing})"

    def _dispute(self, reference: str, record: Any, body: Any) -> Iterator[str]:
        try:
            wanted = self._talk(record, body)
        except (LookupError, TypeError, AttributeError):
            yield "what it is about is not there before it"
            return
        if not _alike(body["effects"], wanted):
            yield f"its effects are not those of {body['act']}"

    def _talk(self, record: Any, body: Any) -> Any:
        """The effects that an act between people has; `...` stands for what nobody can tell beforehand."""
        act, seat, rows = body["act"], record["seat"], self.fold.rows
        kind, _, said = act.partition(".")
        if act == "dispute.raise":
            key = body["dispute"]
            fields = {
                "entry": body["disputes"],
                "procedure": self._procedure(body["disputes"]),
                "by": seat,
                "state": "open",
            }
            fields.update(ruling="", correction="", acknowledged=[])
            return [{"do": "create", "key": f"dispute:{key}", "fields": fields}, _argument(key, seat, body["text"], 1)]
        if act in ("question.ask", "correction.propose") and len(body["about"]) != 1:
            raise LookupError(act)
        if act == "question.ask":
            fields = {"about": body["about"][0], "procedure": ..., "by": seat, "text": body["question"]}
            return [{"do": "create", "key": ..., "fields": dict(fields, state="open", answer="")}]
        if act == "correction.propose":
            fields = {"entry": body["about"][0], "by": seat, "to": ..., "state": "open", "typed": ...}
            return [{"do": "create", "key": ..., "fields": dict(fields, note=body.get("note", ""))}]
        if kind == "dispute":
            return self._of_a_dispute(said, seat, body, f"dispute:{body['dispute']}")
        row = body["effects"][0]["key"].rpartition(".")[0]
        about = rows[row]["entry" if kind == "correction" else "about"]
        if body["about"] != [about] or not row.startswith("proposal:" if kind == "correction" else "question:"):
            raise LookupError(row)
        if not self._may_say(act, seat, rows[row]):
            raise LookupError(seat)
        states = {"answer": "answered", "read": "read", "drop": "withdrawn", "accept": "accepted", "refuse": "refused"}
        effects = [set_effect(row, "state", states.get(said, "withdrawn"))]
        return [*effects, set_effect(row, "answer", body["answer"])] if said == "answer" else effects

    def _may_say(self, act: str, seat: str, row: Any) -> bool:
        """Whose it is to say: who asked or proposed, or is asked to consent. At one table anybody drops a question."""
        if act in ("question.read", "correction.withdraw"):
            return bool(seat == row["by"])
        return act in ("question.answer", "question.drop") or seat in (row["to"], MODERATOR)

    def _of_a_dispute(self, said: str, seat: str, body: Any, row: str) -> Any:
        known = self.fold.rows[row]
        correction = body["about"][1:]
        if body["about"][0] != known["entry"] or (correction and said != "rule") or len(correction) > 1:
            raise LookupError(row)
        if said == "argue":
            number = 1 + sum(1 for other in self.fold.rows if other.startswith(f"argument:{body['dispute']}-"))
            return [_argument(body["dispute"], seat, body["text"], number)]
        if said == "withdraw":
            return [set_effect(row, "state", "withdrawn")]
        if said == "acknowledge":
            return [set_effect(row, "acknowledged", sorted([*known["acknowledged"], seat]))]
        effects = [set_effect(row, "state", body["verdict"]), set_effect(row, "ruling", body["ruling"])]
        effects += [set_effect(row, "correction", reference) for reference in correction]
        if len(body["effects"]) > len(effects):
            numbers = [fields["number"] for other, fields in self.fold.rows.items() if other.startswith("precedent:")]
            fields = {
                "dispute": body["dispute"],
                "procedure": known["procedure"],
                "zone": ...,
                "table": ...,
                "reads": ...,
            }
            fields.update(number=max(numbers, default=0) + 1, verdict=body["verdict"], text=body["ruling"])
            effects.append({"do": "create", "key": f"precedent:{body['dispute']}", "fields": fields})
        return effects

    def _procedure(self, reference: str) -> Any:
        """The rule of a disputed entry; what everybody may read of it, where its body is secret."""
        _, before = self._before(reference)
        return before.get("procedure", "")


def _unknown_reason(body: Any) -> str:
    return f"nobody knows the reason {body.get('reason')!r}"


def _of_row(effect: Any, row: str) -> Any:
    """What an effect makes of the fields of a row."""
    if effect["do"] == "create" and effect["key"] == row:
        return effect["fields"]
    of, _, name = effect["key"].rpartition(".")
    return {name: effect["value"]} if effect["do"] == "set" and of == row else {}


def _argument(key: str, seat: str, text: str, number: int) -> Any:
    fields = {"dispute": key, "seat": seat, "text": text, "number": number}
    return {"do": "create", "key": f"argument:{key}-{number}", "fields": fields}


def _alike(said: Any, wanted: Any) -> bool:
    """Is what was said what was wanted? `...` stands for anything."""
    if wanted is ...:
        return True
    if isinstance(wanted, dict):
        return (
            isinstance(said, dict)
            and said.keys() == wanted.keys()
            and all(_alike(said[k], v) for k, v in wanted.items())
        )
    if isinstance(wanted, list):
        return isinstance(said, list) and len(said) == len(wanted) and all(map(_alike, said, wanted))
    return bool(said == wanted)


def _unlike_kept(effect: Any, wanted: Any) -> Iterator[str]:
    """A mark that keeps dice, held against what it should be; `*` in its row stands for a digest that is not known."""
    begin, star, end = wanted["key"].partition("*")
    named = effect["key"].startswith(begin) and effect["key"].endswith(end) if star else effect["key"] == wanted["key"]
    if not named or effect.get("fields") != wanted["fields"]:
        yield "it does not keep its dice as they are kept"


__all__ = ["Course", "Fold", "NotApplicable"]
