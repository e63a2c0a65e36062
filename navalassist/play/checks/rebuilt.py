"""What a rule was given, built again from what was typed and from the state that the log before it makes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from navalassist.auditlog.fold import Fold
from navalassist.campaigns.models import Campaign
from navalassist.engine import REGISTER
from navalassist.engine.reader import Indexed, Reader
from navalassist.engine.rule import RULES
from navalassist.play.corrections.retyped import typed_by_form
from navalassist.play.corrections.situations import numbers_now
from navalassist.play.state import State, Worked
from navalassist.play.systems import System
from tables import RuleTable

Body = Mapping[str, Any]
Record = Mapping[str, Any]


class LogFacts(Indexed, Mapping[str, Any]):
    """Fields of rows, by the keys of facts (`port:naples.owner`). They are looked up as they stand at that moment."""

    def __init__(self, rows: Mapping[str, Mapping[str, Any]], kinds: Mapping[str, Mapping[str, None]]) -> None:
        self._rows, self._kinds = rows, kinds

    def __getitem__(self, key: str) -> Any:
        row, _, name = key.rpartition(".")
        try:
            return self._rows[row][name]
        except KeyError:
            raise KeyError(key) from None

    # Asked so often that those of Mapping, which go by an exception, are felt.
    def get(self, key: str, default: Any = None) -> Any:
        row, _, name = key.rpartition(".")
        fields = self._rows.get(row)
        return default if fields is None else fields.get(name, default)

    def __contains__(self, key: object) -> bool:
        row, _, name = str(key).rpartition(".")
        return name in self._rows.get(row, ())

    def __iter__(self) -> Iterator[str]:
        return (f"{row}.{name}" for row, fields in self._rows.items() for name in fields)

    def __len__(self) -> int:
        return sum(map(len, self._rows.values()))

    def rows_of(self, kind: str) -> list[str]:
        return list(self._kinds.get(kind, ()))


class LogState(State):
    """The state of a campaign as far as its log was read. It goes on with the fold, and is only read.

    tables: those in use at that moment.
    """

    def __init__(self, campaign: Campaign, fold: Fold, tables: Callable[[], Mapping[str, RuleTable]]) -> None:
        values: Any = LogFacts(fold.rows, fold.kinds)
        sources: Any = LogFacts(fold.sources, fold.kinds)
        super().__init__(campaign, (), values, sources, fold.audiences)
        self._fold, self.tables_now = fold, tables

    def kinds(self) -> tuple[str, ...]:
        """The kinds of which there are rows."""
        return tuple(kind for kind, rows in self._fold.kinds.items() if rows)

    @property
    def worked(self) -> Worked:
        """The book of this moment."""
        self._worked, self.tables = None, self.tables_now()
        return super().worked


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
            built, said = _built(system, state, slug, typed), _said(slug, body)
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
    situation: dict[str, Any] = system.situations[slug](Reader(state), target).model_dump(mode="json")
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
