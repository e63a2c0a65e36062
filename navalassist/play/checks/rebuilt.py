"""What a rule was given, built again from what was typed and from the state that the log before it makes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from navalassist.auditlog.fold import Fold
from navalassist.campaigns.models import Campaign
from navalassist.engine import REGISTER
from navalassist.engine.reader import Indexed, Reader, View
from navalassist.engine.rule import RULES
from navalassist.play.corrections.retyped import typed_by_form
from navalassist.play.corrections.situations import numbers_now
from navalassist.play.state import State, Worked
from navalassist.play.systems import System
from tables import RuleTable

Body = Mapping[str, Any]
Record = Mapping[str, Any]


class LogFacts(dict[str, Any], Indexed):
    """The facts of a fold by their keys (`port:naples.owner`), as they stand at that moment."""

    def __init__(self, kinds: Mapping[str, Mapping[str, None]]) -> None:
        """kinds: kind -> its rows, in the order in which they were made."""
        super().__init__()
        self._kinds = kinds

    def rows_of(self, kind: str) -> list[str]:
        return list(self._kinds.get(kind, ()))


class LogFold(Fold):
    """A fold whose facts rule systems read."""

    facts: LogFacts

    def __init__(self, kept_history: Collection[tuple[str, str]]) -> None:
        super().__init__(kept_history)
        self.facts = LogFacts(self.kinds)


class LogSources(Mapping[str, str]):
    """The entry that set each fact of a fold, by the keys of facts."""

    def __init__(self, sources: Mapping[str, Mapping[str, str]]) -> None:
        self._sources = sources

    def __getitem__(self, key: str) -> str:
        row, _, name = key.rpartition(".")
        try:
            return self._sources[row][name]
        except KeyError:
            raise KeyError(key) from None

    def __iter__(self) -> Iterator[str]:
        return (f"{row}.{name}" for row, fields in self._sources.items() for name in fields)

    def __len__(self) -> int:
        return sum(map(len, self._sources.values()))


class LogState(State):
    """The state of a campaign as far as its log was read. It goes on with the fold, and is only read.

    tables: those in use at that moment; the same mapping while they are the same.
    """

    def __init__(self, campaign: Campaign, fold: LogFold, tables: Callable[[], Mapping[str, RuleTable]]) -> None:
        sources: Any = LogSources(fold.sources)
        super().__init__(campaign, (), fold.facts, sources, fold.audiences)
        self._fold, self.tables_now = fold, tables

    def kinds(self) -> tuple[str, ...]:
        """The kinds of which there are rows."""
        return tuple(kind for kind, rows in self._fold.kinds.items() if rows)

    @property
    def worked(self) -> Worked:
        """The book of this moment: that of before, unless `rulings_changed` was called or the tables are others."""
        tables = self.tables_now()
        if tables is not self.tables:
            self._worked, self.tables = None, tables
        return super().worked


class Unnoted(Reader):
    """The reader of a check: of what it reads only the situation is held against the entry, so nothing is noted."""

    __getitem__ = View.__getitem__

    def get(self, key: str, default: Any = None) -> Any:
        return self.values.get(key, default)


class TypedCheck:
    """Holds each rule of a log, in its order, against what was typed for it."""

    def __init__(self, system: System, state: LogState) -> None:
        self.system, self.state = system, state
        # True from where on rules keep what was typed for them.
        self.keeps = False

    def wrong(self, body: Body, corrected: Callable[[], tuple[Record, Body]]) -> Iterator[str]:
        """What is wrong with an entry of a rule. Once rules keep what was typed, each does that is begun by itself."""
        self.keeps = self.keeps or "typed" in body
        if self.keeps and "typed" not in body and not (body.get("continues") or body.get("corrects")):
            yield "it does not say what was typed, as those before it do"
        if unlike := unlike_typed(self.system, self.state, body, corrected):
            yield unlike


def unlike_typed(system: System, state: LogState, body: Body, corrected: Callable[[], tuple[Record, Body]]) -> str:
    """'' or, in words, what the situation of an entry says otherwise than what was typed gives on the log before it.

    corrected: header and body of the entry that this one corrects. Known of rules of today's edition; a rule that goes
    on has the situation with which it was begun.
    """
    slug = body["procedure"]
    known = slug in system.situations and REGISTER[slug].edition == body["edition"]
    typed = typed_of(body) if known and not body.get("continues") else None
    if typed is None:
        return ""
    try:
        if not body.get("corrects"):
            built = _built(system, state, slug, typed)
            if built == body["situation"]:
                return ""
            said = _said(slug, body)
            # Versions that did not keep what was typed say nothing of fields that came to a rule after them.
            return differing(built, said, () if "typed" in body else said.keys() - body["situation"].keys())
        if "typed" not in body:
            return ""
        record, origin = corrected()
        unlike = _unlike_corrected(system, state, as_it_stood(state, body, {}), body, origin)
        # Older versions corrected a correction by the moment at which that had been written.
        return unlike and _unlike_corrected(system, state, as_it_stood(state, body, record), body, origin)
    except (LookupError, ValueError) as reason:
        return f"what was typed gives no situation on the log before it ({reason})"


def typed_of(body: Body) -> Mapping[str, Any] | None:
    """What was typed for a rule: as its entry keeps it; in logs written before that as its situation tells it.

    None where it does not tell it, or where the entry waits and has no situation.
    """
    rule = RULES.get(str(body["procedure"]))
    if "typed" in body or rule is None:
        return body.get("typed")
    try:
        found = typed_by_form(rule.form, body["situation"], rule.before)
    except (LookupError, TypeError, ValueError):
        return None
    return found.whole if found else None


def _unlike_corrected(system: System, state: LogState, stood: State, body: Body, origin: Body) -> str:
    """A correction says what is otherwise by what was typed now; what was counted then stays as it was.

    state: the campaign before it; stood: as it found it.
    """
    slug, said = body["procedure"], _said(body["procedure"], body)
    corrected = REGISTER[slug].situation.model_validate(origin["situation"])
    built = _built(system, stood, slug, body["typed"]) | numbers_now(corrected, state.values, origin)
    if "typed" in origin and differing(built, said):
        before = _built(system, stood, slug, origin["typed"])
        told = _said(slug, origin)
        built |= {name: told[name] for name in told if built[name] == before[name] and said[name] == told[name]}
    return differing(built, said)


def as_it_stood(state: LogState, body: Body, moment: Record) -> State:
    """The campaign as a correction found it: what it takes back is gone, and what it read is as it read it.

    moment: what the clock said, where it was not as the correction read it.
    """
    values = dict(state.values)
    for effect in body["effects"][: body["own_effects"]]:
        _apply(effect, values)
    values |= {key: value for key, value, _ in body["facts_read"]}
    values |= {f"campaign:clock.{name}": moment[name] for name in ("turn", "player_turn", "step") if moment}
    return State(state.campaign, (), values, dict(state.sources), dict(state.audiences), state.tables_now())


def _apply(effect: Record, values: dict[str, Any]) -> None:
    key = effect["key"]
    match effect["do"]:
        case "set":
            values[key] = effect["value"]
        case "add":
            values[key] += effect["amount"]
        case "create":
            values |= {f"{key}.{name}": value for name, value in effect["fields"].items()}
        case "remove":
            for fact in [fact for fact in values if fact.rpartition(".")[0] == key]:
                del values[fact]


def _built(system: System, state: State, slug: str, typed: Mapping[str, Any]) -> dict[str, Any]:
    form = system.forms.get(slug)
    target = form.model_validate(typed).model_dump() if form else typed
    situation: dict[str, Any] = system.situations[slug](Unnoted(state), target).model_dump(mode="json")
    return situation


def _said(slug: str, body: Body) -> dict[str, Any]:
    """The situation of an entry, with the default of each field that came later to its rule."""
    return REGISTER[slug].situation.model_validate(body["situation"]).model_dump(mode="json")


def differing(built: Mapping[str, Any], said: Mapping[str, Any], but: Collection[str] = ()) -> str:
    """'' or, in words, the first field that is said otherwise than it was built. but: fields that are let be."""
    for name in sorted({*built, *said}.difference(but)):
        if built.get(name) != said.get(name):
            return f"the rule was told {name} as {said.get(name)!r}; what was typed gives {built.get(name)!r}"
    return ""
