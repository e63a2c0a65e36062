"""What becomes of later entries that had read what a correction changes: each is kept, made again, rolled again, or
stands and is made up for now. All of it in the correction's own submission, or nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.desk.logbook.dependent_rules import typed_for
from navalassist.desk.logbook.naming import entry_word
from navalassist.desk.logbook.record import Body
from navalassist.desk.logbook.state_before import clock_of
from navalassist.desk.logbook.wording import wording_of
from navalassist.desk.problem import Problem
from navalassist.engine import to_plain
from navalassist.engine.reader import Reader
from navalassist.play.corrections.correct import Correction, Redo
from navalassist.play.corrections.past_facts import Past
from navalassist.play.corrections.reasons import FOLLOWS
from navalassist.play.state import State
from navalassist.play.storage.bodies import body_of, find
from navalassist.play.systems import system_of
from navalassist.play.write.edits import Edit, EditError
from navalassist.play.write.writer import Writer

KEEP, SAME, ROLL, STAND = "keep", "same", "roll", "stand"
WAYS = {
    KEEP: "Keep it as it is",
    SAME: "Carry it out again, same dice",
    ROLL: "Roll it again",
    STAND: "Let it stand, and make up for it now",
}
DONE = {KEEP: "kept as it is", SAME: "carried out again", ROLL: "rolled again", STAND: "stands, made up for"}
LONGEST = 300
RULES = ("rule", "correction")
PREFIXES = ("way", "why", "dice", "what", "to", "more")


@dataclass(frozen=True)
class Settled:
    """What was chosen for one entry. dice: typed faces; what, to: the fact that makes up for it, and its new value."""

    reference: str
    way: str = ""
    why: str = ""
    dice: str = ""
    what: str = ""
    to: str = ""

    @property
    def name(self) -> str:
        """How the fields of the form are told apart: `public-12`."""
        return self.reference.replace("/", "-")

    @property
    def told(self) -> str:
        """What was chosen, in words."""
        return DONE.get(self.way, self.way)


def _fields_of(typed: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """reference -> prefix of a field -> what stands in it."""
    found: dict[str, dict[str, str]] = {}
    for name, value in typed.items():
        prefix, _, rest = name.partition("-")
        chain, _, number = rest.rpartition("-")
        if prefix in PREFIXES and chain and number.isascii() and number.isdigit():
            text = " ".join("".join(c if c.isprintable() else " " for c in str(value)).split())
            found.setdefault(f"{chain}/{number}", {})[prefix] = text[:LONGEST]
    return found


def check_typed_dice(typed: Mapping[str, str]) -> None:
    """Problem 422 where dice are typed for an entry that is not carried out again: they would not be read."""
    for reference, fields in _fields_of(typed).items():
        if fields.get("dice") and fields.get("way") not in (ROLL, SAME):
            where = f"Dice of {entry_word(reference)}"
            ways = f"neither “{WAYS[SAME]}” nor “{WAYS[ROLL]}” is chosen"
            text = f"{where}: they are typed, but {ways}. Choose one, or empty the field."
            raise Problem(422, text, about=f"dice-{reference.replace('/', '-')}")


def settled_of(typed: Mapping[str, str]) -> dict[str, Settled]:
    """reference -> what the form says of it, where a way is chosen."""
    return {reference: one for reference, one in typed_of(typed).items() if one.way in WAYS}


def typed_of(typed: Mapping[str, str]) -> dict[str, Settled]:
    """The same, also where no way is chosen yet."""
    return {
        reference: Settled(reference, *(fields.get(name, "") for name in ("way", "why", "dice", "what", "to")))
        for reference, fields in _fields_of(typed).items()
    }


def more_dice(typed: Mapping[str, str]) -> dict[str, str]:
    """reference -> further faces that were typed for an entry which needs them beside its own.

    An entry for which a way is asked has one box of dice: with the same dice it takes the further ones.
    """
    found = _fields_of(typed)
    same = {reference: fields for reference, fields in found.items() if fields.get("way", "") in ("", SAME)}
    own = {reference: fields.get("dice", "") for reference, fields in same.items()}
    told = {reference: fields.get("more", "") or own.get(reference, "") for reference, fields in found.items()}
    return {reference: faces for reference, faces in told.items() if faces}


def all_redos(
    state: State,
    audiences: frozenset[str],
    campaign: Any,
    main: Sequence[Redo],
    settled: Mapping[str, Settled],
    more: Mapping[str, str],
    past: Past | None = None,
) -> list[Redo]:
    """The corrections that were asked for and those of the entries that follow from them, in the order of the log.

    past: a fact that is put right by the same act, and that they are to read so.
    """
    redos = {redo.entry.pk: redo for redo in main}

    def corrected_ones() -> set[str]:
        return {redo.entry.reference for redo in redos.values()}

    def wrong(key: str, source: str) -> bool:
        return bool(past and key == past.fact) or source in corrected_ones()

    again = [one for one in settled.values() if one.way in (SAME, ROLL)]
    for one in sorted(again, key=lambda one: int(one.reference.rpartition("/")[2])):
        entry = _found(campaign, one.reference, audiences)
        for redo in made_again_of(state, entry, one.why, audiences, wrong) if entry.pk not in redos else ():
            redos.setdefault(redo.entry.pk, _as_it_was(redo, past) if past else redo)
    corrected = corrected_ones()
    first = min(redos, default=0)
    told = [[one.reference, one.way, one.why] for one in settled.values() if one.reference not in corrected]
    told += [[one.reference, one.way, one.why] for one in again]
    found = []
    for key in sorted(redos):
        redo = redos[key]
        reference = redo.entry.reference
        chosen = settled.get(reference)
        said: dict[str, Any] = {"settled": told} if key == first and told else {}
        found.append(_amended(redo, chosen, more.get(reference, ""), said, corrected if key != first else set()))
    return found


def _as_it_was(redo: Redo, past: Past) -> Redo:
    """A correction that reads a fact of the past as it should have been read then."""
    return replace(redo, correction=lambda state, made: redo.correction(past.as_read(state, redo.entry), made))


def telling(redos: Sequence[Redo], told: Mapping[str, Any]) -> list[Redo]:
    """The same corrections, each of which says something besides."""
    return [_amended(redo, None, "", told, ()) for redo in redos]


def _found(campaign: Any, reference: str, audiences: frozenset[str]) -> Entry:
    try:
        return find(campaign, reference, audiences)
    except Entry.DoesNotExist:
        raise Problem(422, f"There is no {entry_word(reference)}.") from None


def _amended(redo: Redo, one: Settled | None, more: str, said: Mapping[str, Any], corrected: Collection[str]) -> Redo:
    """A correction with what was chosen for its entry: further dice, or a new roll; and what it tells of the others."""

    def correction(state: State, made: Sequence[Entry]) -> Correction:
        plain = redo.correction(state, made)
        told = {**plain.told, **said}
        if corrected and made:
            told["because"] = made[0].reference
        if one is not None and one.way == ROLL:
            return replace(plain, anew=True, strip=one.dice, note=one.why or plain.note, told=told)
        return replace(plain, more=more or plain.more, told=told)

    return replace(redo, correction=correction)


def may_be_made_again(state: State, entry: Entry, body: Body) -> bool:
    """True for a rule whose situation can be built again from what was typed for it."""
    if entry.kind not in RULES or "situation" not in body:
        return False
    return wording_of(state).policy.goes_with_others(body) or typed_for(state, entry, body) is not None


def made_again_of(
    state: State, entry: Entry, why: str, audiences: frozenset[str], wrong: Callable[[str, str], bool]
) -> list[Redo]:
    """An entry made again with its own dice, and of a voyage the checks after it. Problem 422 where it cannot be.

    wrong: whether a fact that a certain entry had set is otherwise now, asked when its turn comes.
    """
    body = body_of(entry, audiences)
    if not may_be_made_again(state, entry, body):
        raise Problem(
            422, f"{entry_word(entry.reference).capitalize()} cannot be carried out again: choose another way."
        )
    policy = wording_of(state).policy
    if policy.goes_with_others(body):
        return policy.again(state, (entry, body), why, audiences, wrong)
    return [Redo(entry, lambda state, made: _as_it_stood(state, entry, body, why, wrong))]


def _as_it_stood(state: State, entry: Entry, body: Body, why: str, wrong: Callable[[str, str], bool]) -> Correction:
    """A rule with what was typed for it, and every fact as it had read it, but for those that were corrected.

    Of those the state holds what the entries before it make of them now, or has them no longer.
    """
    moved = {key for key, _, source in body["facts_read"] if wrong(key, source)}
    then = {key: value for key, value, _ in body["facts_read"] if key not in moved}
    then |= clock_of(entry, body)
    asked = state.copy()
    asked.values |= then
    reader = Reader(asked)
    build: Callable[..., Any] = system_of(state.campaign.system).situations[body["procedure"]]
    typed = typed_for(state, entry, body) or {}
    now = build(reader, typed).model_dump(mode="json")
    changes = {name: value for name, value in now.items() if body["situation"].get(name) != value}
    sources = {key: source for key, _, source in body["facts_read"]}
    read = {
        key: (to_plain(value), state.sources.get(key, "") if key in moved else sources[key])
        for key, value in reader.read.items()
        if key in sources
    }
    gone = moved - state.values.keys()
    return Correction(FOLLOWS, why, changes, read=read, gone=gone, typed=typed)


def unsettled(references: Collection[str], settled: Mapping[str, Settled], redone: Collection[str]) -> list[str]:
    """The entries for which nothing was chosen as yet."""
    return [reference for reference in references if reference not in settled and reference not in redone]


# Making up for it


def can_make_up(state: State) -> list[tuple[str, str]]:
    """The facts that a compensation may set, each as `act=key` with its words."""
    return wording_of(state).policy.makes_up(state)


def make_up(writer: Writer, one: Settled, because: str) -> Entry:
    """Set the fact that makes up for an entry that stands. Problem 422 for a fact or a value that does not fit.

    NotYours for what is another side's own, which only a correction that they consent to may set.
    """
    if not one.why:
        raise Problem(422, f"{entry_word(one.reference).capitalize()} stands: say why, and what makes up for it.")
    edit = _edit(writer.state, one)
    if not edit.effects:
        raise Problem(422, f"{entry_word(one.reference).capitalize()}: what makes up for it is so already.")
    if edit.side:
        writer.check_seat(edit.side)
    return writer.edit(
        edit.act, edit.effects, title=edit.title, note=one.why, compensates=one.reference, because=because
    )


def _edit(state: State, one: Settled) -> Edit:
    act, _, key = one.what.partition("=")
    word = entry_word(one.reference).capitalize()
    if (act, key) not in {tuple(value.split("=", 1)) for value, _ in can_make_up(state)}:
        raise Problem(422, f"{word} stands: choose what makes up for it.")
    try:
        return wording_of(state).policy.made_up(state, act, key, one.to, one.why)
    except EditError as error:
        raise Problem(422, f"{word} stands. {error}", rule=error.rule) from None


__all__ = ["WAYS", "Settled", "all_redos", "can_make_up", "make_up", "more_dice", "settled_of", "unsettled"]
