"""Facts in plain words: `port:naples.owner` is "Owner of Naples", and its value "Axis"."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from navalassist.auditlog.course import SET_UP
from navalassist.auditlog.tags import tagged_kinds
from navalassist.campaigns.facts import PUBLIC, fact_models, split_key
from navalassist.campaigns.viewer import MODERATOR
from navalassist.desk.at import At
from navalassist.desk.logbook.kept_words import KEPT, kept_value, kept_words
from navalassist.desk.logbook.naming import entry_word, public, step_name, title, turn_name, with_turns
from navalassist.desk.logbook.record import Body, plain_text
from navalassist.desk.words import side_word
from navalassist.engine import Ruling
from navalassist.play.state import State
from navalassist.play.systems import SYSTEMS, System

# Of one row that was read: field, value, and the entry that had set it.
Read = list[tuple[str, Any, str]]

ENTRY = re.compile(r"\b([a-z]+)/\d+")
CLOCK = {"turn": "Turn", "player_turn": "Player turn", "step": "Step"}
# Who taps without being a side, and who owns things of which no side has any.
OTHERS = ("neutral", "moderator", "observer")
MARKS = {
    "waiting": "Waits for a decision",
    "precedent": "Precedent for an unknown cell",
    "read-back": "Read back from the printed chart",
    "given-up": "Dice of a rule that was given up",
    "nonce": "Added to the dice of this turn",
    "part": "Parts of the step counted",
}


@cache
def rows_named(kinds: tuple[str, ...]) -> re.Pattern[str]:
    """The keys of rows of these kinds, as they may stand in a sentence: `shipment:demo-1`. Without kinds: of any."""
    wanted = kinds or tuple(fact_models().keys() - {"campaign"})
    alternatives = "|".join(sorted(map(re.escape, wanted), key=len, reverse=True))
    return re.compile(rf"\b(?:{alternatives}):[A-Za-z0-9_/-]+")


@dataclass(frozen=True, slots=True)
class Followed:
    """What a player follows in the log with one tap: its label, and the tags, or the facts, that tell it."""

    label: str
    tags: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()


class FactWords:
    """Words for facts, rows and inputs. `words` is the `Words` of an entry: it knows the names that may be told."""

    # Who owns things without being a side.
    powers: Collection[str] = ()
    # What fields of a kind are called otherwise than their model does; headings of kinds; what marks are called.
    fields: Mapping[tuple[str, str], str] = {}
    kinds: Mapping[str, str] = {}
    marks: Mapping[str, str] = {}
    # Acts as the log calls them, and those whose title and note say all.
    acts: Mapping[str, str] = {}
    told: Collection[str] = ()
    # Ends of facts that only follow from another fact of the same entry.
    quiet: tuple[str, ...] = ()
    # Kinds of rows that a word of a search names, and those that have a filter each.
    searched: tuple[str, ...] = tuple(sorted(tagged_kinds()))
    things: tuple[str, ...] = tuple(sorted(tagged_kinds()))
    # What is followed with one tap, by its name in the address.
    followed: Mapping[str, Followed] = {
        "contacts": Followed("Contacts", tags=("came:contact",)),
        "losses": Followed("Losses", tags=("came:lost",)),
    }
    # Kinds of rows whose keys stand in sentences, where names take their place; none: of all kinds.
    in_sentences: tuple[str, ...] = ()
    # Kinds of rows whose bare keys stand in situations.
    named: tuple[str, ...] = tuple(sorted(tagged_kinds()))

    def name(self, words: Words, kind: str, key: str, name: str) -> str:
        """What a fact is called."""
        return ""

    def row(self, words: Words, kind: str, key: str) -> str:
        """What a row is called."""
        return ""

    def value(self, words: Words, kind: str, key: str, name: str, value: Any) -> str | None:
        """A fact's value in words."""
        return None

    def mark(self, words: Words, subject: str, place: str) -> str:
        """What a mark is on, and where: it follows the mark's own name."""
        found = [words.row(row) for row in (subject, place) if words.is_named(row)]
        return f": {', '.join(found)}" if found else ""

    def condition(self, key: str) -> tuple[str, Mapping[Any, str]]:
        """A condition's title, and the wording of its choices."""
        return title(key), {"open": "being set up", "over": "being played"} if f"condition:{key}" == SET_UP else {}

    def gathered(self, words: Words, row: str, read: Read) -> tuple[str, str] | None:
        """Several facts of one row that were read, in a line: what it is, and what was read."""
        return None

    def in_line(self, words: Words, row: str, fields: Mapping[str, Any]) -> str:
        """What a row tells of its fields in a line; '' where its kind tells none so."""
        return ""

    def new_row(self, state: State, kind: str, fields: Mapping[str, Any]) -> str:
        """A row with its fields in a line."""
        return ""

    def row_gone(self, kind: str) -> str:
        """What becomes of a row that is taken out."""
        return "gone"

    def row_heading(self, kind: str, fields: Mapping[str, Any]) -> str:
        """What stands before such a line: of a set-up with its fields, of a change without them."""
        return ""

    def moved(self, made: Collection[str], gone: Collection[str]) -> str:
        """Rows that an entry made or took out, where it was about them."""
        return ""

    def differences(self, words: Words, key: str, before: Any, after: Any) -> list[tuple[str, str, str]] | None:
        """What differs within one fact: what, before, after."""
        return None

    def is_shown(self, row: str) -> bool:
        """True for a row whose change is told by what was shown of it."""
        return False

    def menus(self, here: At) -> list[tuple[str, str, str, list[tuple[str, str]]]]:
        """The log's filters for what entries are about: name, label, what stands for all, choices."""
        found = []
        for kind in self.things:
            rows = [(row.partition(":")[2], here.state.values.get(f"{row}.name")) for row in here.state.rows(kind)]
            named = sorted(((key, str(name)) for key, name in rows if name), key=lambda pair: pair[1])
            found.append((fact_models()[kind].FACT_FILTER or kind, self.kinds.get(kind) or title(kind), "all", named))
        return found

    def place(self, here: At, key: str) -> str:
        """The place of a precedent, where there is little room."""
        row = f"{here.system.place}:{key}"
        return str(here.state.values.get(f"{row}.short_name") or here.state.values.get(f"{row}.name") or title(key))

    def rule_about(self, kind: str) -> str:
        """The procedure that is asked about with a row of a kind: its precedents are shown; '' for none."""
        return ""

    def thing(self, here: At, kind: str, key: str) -> str:
        """What a question or dispute is about."""
        return ""


class Words:
    """Names and values of facts for one entry: from the campaign as it stands, or from the entry where it is gone.

    Only facts that the viewer may see are ever told: those in `body`, which is the viewer's own reading, and all of a
    state that is the viewer's; of a whole state those that everybody may see.
    """

    def __init__(self, state: State, body: Body, own: FactWords) -> None:
        self.state = state
        self.body = body
        self.own = own

    @cached_property
    def _told(self) -> Mapping[str, Any]:
        """Values in the entry itself: what it read, and what it found or made."""
        told = {key: value for key, value, *_ in self.body.get("facts_read", ())}
        for key, before, after in self.body.get("changes", ()):
            told.setdefault(key, before)
            if told[key] is None:
                told[key] = after
        return told

    def known(self, key: str) -> Any:
        """The value of a fact as far as it may be told; None where nothing is known of it."""
        value = self._told.get(key)
        if value is not None:
            return value
        return self.state.values.get(key) if self.state.seen else public(self.state, key)

    @cached_property
    def rulings(self) -> Mapping[str, Ruling]:
        """The rulings of the campaign's system."""
        return {ruling.number: ruling for ruling in self._system.rulings} if self._system else {}

    @cached_property
    def _system(self) -> System | None:
        return SYSTEMS.get(self.state.campaign.system)

    @property
    def _sides(self) -> tuple[str, ...]:
        return self._system.sides if self._system else ()

    @cached_property
    def _seats(self) -> frozenset[str]:
        return frozenset((*self._sides, *self.own.powers, *OTHERS))

    def is_side(self, value: Any) -> bool:
        """True for the key of a side, or of a power that owns things like one."""
        return self.is_seat(value) and value not in OTHERS

    def is_seat(self, value: Any) -> bool:
        """True for the key of a side, of a power or of another seat."""
        return isinstance(value, str) and value in self._seats

    def is_named(self, row: str) -> bool:
        """True for a row whose name may be told."""
        return bool(":" in row and self.known(f"{row}.name"))

    def fact(self, fact: str) -> str:
        """A fact's name, with a capital."""
        try:
            kind, key, name = split_key(fact)
        except ValueError:
            return fact
        text = self.own.name(self, kind, key, name) or self._name(kind, key, name)
        return f"{text[:1].upper()}{text[1:]}"

    def _name(self, kind: str, key: str, name: str) -> str:
        match kind:
            case "campaign" if name in CLOCK:
                return CLOCK[name]
            case "ledger":
                return f"Victory points, {side_word(key)}"
            case "condition":
                return self.own.condition(key)[0]
            case "ruling":
                return f"Ruling {key}"
        return f"{self.row(f'{kind}:{key}')}, {self.field(kind, name)}"

    def field(self, kind: str, name: str) -> str:
        """The name of a field, as the system calls it, else as its model has it."""
        return self.own.fields.get((kind, name)) or field_word(kind, name)

    def row(self, row: str) -> str:
        """What a row is called: a port, a zone, a shipment, a mark."""
        kind, _, key = row.partition(":")
        if kind == "mark":
            return self._mark(row)
        if kind == "list-mark":
            return self.row(key.replace("/", ":", 1))
        if kind == "chart":
            return self._table(key)
        if kind in KEPT:
            return kept_words(self, kind, key)
        return self.own.row(self, kind, key) or str(self.known(f"{row}.name") or title(f"{kind} {key}"))

    def _table(self, slug: str) -> str:
        table = self.state.tables.get(slug)
        return table.title if table else title(slug.replace("/", " "))

    def _mark(self, row: str) -> str:
        kind = str(self.known(f"{row}.kind") or row.partition(":")[2].partition("/")[0])
        subject, place = (str(self.known(f"{row}.{name}") or "") for name in ("subject", "place"))
        return self._mark_word(kind) + self.own.mark(self, subject, place)

    def _mark_word(self, kind: str) -> str:
        known = self.own.marks.get(kind) or MARKS.get(kind)
        line = self._system.turn.mark_of(kind) if self._system and self._system.turn else None
        return known or (line.word if line else "") or title(kind)

    def value(self, fact: str, value: Any) -> str:
        """A fact's value in words."""
        kind, _, rest = fact.partition(":")
        key, _, name = rest.rpartition(".")
        if value is None:
            return "–"
        if kind == "ruling":
            return self.choice(key, value)
        if kind == "chart":
            return _of_a_chart(value)
        if kind in KEPT and (told := kept_value(self, kind, name, value)) is not None:
            return told
        if kind == "campaign" and name in ("turn", "step"):
            return turn_name(self.state, value) if name == "turn" else step_name(self.state, value)
        if kind == "condition":
            told = self.own.condition(key)[1].get(value) or self.own.value(self, kind, key, name, value)
            return told or with_turns(self.state, plain_text(value))
        if kind == "mark" and (value == "" or not isinstance(value, str)):
            return self._plain(value)
        if kind == "mark" and name == "kind":
            return self._mark_word(value)
        if (text := self.own.value(self, kind, key, name, value)) is not None:
            return text
        return self.sentence(with_turns(self.state, value)) if kind == "mark" else self._plain(value)

    def _plain(self, value: Any) -> str:
        if self.is_seat(value):
            return side_word(value)
        return "none" if value == "" else with_turns(self.state, plain_text(value))

    def sentence(self, text: str) -> str:
        """A sentence of play with names in place of its keys: `shipment:demo-1` and `public/144` mean nothing here."""
        text = rows_named(self.own.in_sentences).sub(lambda found: self.row(found[0]), text)
        return ENTRY.sub(lambda found: entry_word(found[0]) if found[1] in self._chains else found[0], text)

    @cached_property
    def _chains(self) -> frozenset[str]:
        """Those who have a chain of their own in the log."""
        return frozenset((PUBLIC, MODERATOR, *self._sides))

    def choice(self, number: str, value: Any) -> str:
        """What a choice of a ruling means."""
        ruling = self.rulings.get(number)
        return dict(ruling.choices).get(value, str(value)) if ruling else str(value)


def _of_a_chart(value: Any) -> str:
    """A version by its number; the seats that typed its rows."""
    if isinstance(value, Mapping):
        return ", ".join(f"{row}: {side_word(seat)}" for row, seat in value.items()) or "–"
    return f"version {value.partition('-')[0]}" if value else "–"


def field_word(kind: str, name: str) -> str:
    """The name of a field, as its model has it."""
    model = fact_models().get(kind)
    if model is None or name not in model.FACT_FIELDS:
        return name.replace("_", " ")
    return str(model._meta.get_field(name).verbose_name)  # type: ignore[union-attr]
