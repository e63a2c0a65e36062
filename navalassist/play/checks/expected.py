"""What an entry must say by the rules of its system, beside what came of its rule: held against the log before it.

Everything here asks the rule system. What can be told from the log alone is in `auditlog.course`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from navalassist.auditlog.course import audience_of_record
from navalassist.auditlog.fold import Fold
from navalassist.auditlog.shape import SHOWN
from navalassist.campaigns.facts import PUBLIC
from navalassist.engine import REGISTER, Book, Create, Effect, Procedure, Remove, Set, run
from navalassist.engine.duties import Moment
from navalassist.engine.verify import record_effect, replay_of
from navalassist.play.charts.moved import moved_on
from navalassist.play.checks.rebuilt import LogFacts
from navalassist.play.rules.resolve import seat_of
from navalassist.play.systems import System
from navalassist.play.turns.parts import act_of, counted, part_marks, part_now
from navalassist.play.turns.steps import ending_marks

Body = Mapping[str, Any]
CLOCK = "campaign:clock"


class Facts(Mapping[str, Any]):
    """The facts of a fold by their keys. begin: how the rows begin through which one goes; left out, through all."""

    def __init__(self, fold: Fold, begin: str = "") -> None:
        self._rows, self._begin = fold.rows, begin

    def __getitem__(self, key: str) -> Any:
        row, _, name = key.rpartition(".")
        return self._rows[row][name]

    def __iter__(self) -> Iterator[str]:
        begin = self._begin
        return (f"{row}.{name}" for row in self._rows if row.startswith(begin) for name in self._rows[row])

    def __len__(self) -> int:
        return sum(map(len, self._rows.values()))


class Folded:
    """The state as a fold has it, for those functions of a rule system that ask a state whom a row is for."""

    def __init__(self, fold: Fold) -> None:
        self.values = LogFacts(fold.rows)
        self.audiences: Mapping[str, str] = fold.audiences

    def audience_of(self, system: System, effect: Effect) -> str:
        """Whom the row of an effect is for, or would be."""
        if isinstance(effect, Create):
            return system.belongs_to(self, effect.key, dict(effect.fields))  # type: ignore[arg-type]
        row = effect.key if isinstance(effect, Remove) else effect.key.rpartition(".")[0]
        return self.audiences.get(row, PUBLIC)


def unlike_rule(system: System, procedure: Procedure, record: Mapping[str, Any], body: Body) -> Iterator[str]:
    """What the entry of a rule of today's edition says otherwise than its rule: the paragraph, and whose tap it was."""
    if body["rule"] != procedure.rule:
        yield f"it says that it carried out {body['rule']}; {procedure.slug} is {procedure.rule}"
    if "continues" in body or "corrects" in body:
        return
    situation = procedure.situation.model_validate(body["situation"])
    seat = seat_of(procedure, situation, system)
    if seat and record["seat"] != seat:
        yield f"it was the {seat} seat's to do, not that of {record['seat']}"


class Ending:
    """What the end of a step, or of a part of it, does for each audience.

    fold: as it was before any of it; old: by an earlier turn sequence, or by today's.
    """

    def __init__(self, system: System, fold: Fold, old: bool) -> None:
        self._system = system
        self._now = now = Moment(*(fold.rows[CLOCK][name] for name in ("turn", "player_turn", "step")))
        self._part = part_now(Facts(fold))
        state = Folded(fold)
        nexts = [after(now) for after in (system.next_moment, *(system.earlier if old else ()))]
        self._of_step = {after: _by_audience(state, system, _ended(system, fold, now, after)) for after in nexts}
        self._of_part = _by_audience(state, system, _part_ended(system, fold, now))

    def unlike(self, record: Mapping[str, Any], body: Body) -> str:
        """'' or, in words, what an entry of this end says otherwise."""
        act = body["act"]
        if act == "turn.ends":
            ways = [of.get(record["chain"], []) for of in (*self._of_step.values(), self._of_part)]
        elif act == "turn.step":
            after = Moment(record["turn"], record["player_turn"], record["step"])
            if after not in self._of_step:
                return f"another step follows {self._now.step}: {next(iter(self._of_step)).step}"
            ways = [[*self._of_step[after].get(PUBLIC, []), *_clock_set(self._now, after)]]
        elif act == act_of(self._system):
            ways = [[*self._of_part.get(PUBLIC, []), *counted(self._part + 1)]]
        else:
            return f"its system knows no act {act}"
        fits = any(_same(wanted, body["effects"]) for wanted in ways)
        return "" if fits else "what ends with the step is not what its system says"


def unlike_end_of_marks(body: Body) -> str:
    """Marks of a correction may end at once with it, and nothing else."""
    marks_only = all(effect["do"] == "remove" and effect["key"].startswith("mark:") for effect in body["effects"])
    return "" if marks_only else "more than marks ends with a correction"


def _by_audience(state: Folded, system: System, effects: Iterable[Effect]) -> Mapping[str, list[Effect]]:
    found: dict[str, list[Effect]] = {}
    for effect in effects:
        found.setdefault(state.audience_of(system, effect), []).append(effect)
    return found


def _ended(system: System, fold: Fold, now: Moment, after: Moment) -> list[Effect]:
    """What changes when a step ends: as `turns.end_step` does it."""
    state = Folded(fold)
    marks = ending_marks(Facts(fold, "mark:"), now.turn, now.player_turn, after)
    effects: list[Effect] = [Remove(row) for row in marks]
    effects += moved_on(state.values)
    effects += system.step_over(state.values, now)
    for effect in system.upkeep(now, after):
        if not isinstance(effect, Set) or state.values.get(effect.key) != effect.value:
            effects.append(effect)
    return effects


def _part_ended(system: System, fold: Fold, now: Moment) -> list[Effect]:
    if now.step not in system.parts:
        return []
    return [*map(Remove, part_marks(Facts(fold, "mark:"), system)), *system.part_over(Facts(fold), now)]


def _clock_set(now: Moment, after: Moment) -> Iterator[Set]:
    for name in ("turn", "player_turn", "step"):
        if getattr(now, name) != getattr(after, name):
            yield Set(f"{CLOCK}.{name}", getattr(after, name))


def _same(wanted: Iterable[Effect], said: Iterable[Any]) -> bool:
    """Are these the same effects, in whatever order?"""
    return sorted(map(_text, map(record_effect, wanted))) == sorted(map(_text, said))


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def unlike_shown(
    system: System, fold: Fold, book: Book, record: Mapping[str, Any], body: Body
) -> tuple[list[Any], str]:
    """The effects by which everybody learns of a rule on a secret; and '' or, in words, what they were shown otherwise.

    body: the whole of it; fold: as it was before. What is open are the effects on what everybody sees, all of them.
    """
    procedure, opened = REGISTER[body["procedure"]], record["body"]
    audience = audience_of_record(record)
    if list(opened.get("effects", ())) != list(_open_effects(system, fold, body, audience)):
        return [], "what it did in the open is not what it did to what everybody sees"
    shower = system.showers.get(procedure.slug)
    if shower is None:
        return [], "" if opened[SHOWN] == {"side": audience} else "it shows more than its system says"
    situation = procedure.situation.model_validate(body["situation"])
    result = run(procedure, situation, book, replay_of([*body["answers"], *body.get("sealed", ())]))
    shown = shower(Facts(fold), situation, result)
    alike = json.loads(json.dumps(dict(shown.fields))) == opened[SHOWN]
    wrong = "" if alike else "what everybody was shown of it is not what its system says"
    return [record_effect(effect) for effect in shown.lessons], wrong


def _open_effects(system: System, fold: Fold, body: Body, audience: str) -> Iterator[Any]:
    """The effects of a body on what everybody sees: on rows that are there, on new ones, on marks of such rows."""
    state = Folded(fold)
    made: dict[str, str] = {}

    def is_for(row: str) -> str:
        return made.get(row) or fold.audiences.get(row, PUBLIC)

    for effect in body["effects"]:
        key = effect["key"]
        if effect["do"] != "create":
            row = key if effect["do"] == "remove" else key.rpartition(".")[0]
            if is_for(row) == PUBLIC:
                yield effect
            continue
        whom = system.belongs_to(state, key, effect["fields"])  # type: ignore[arg-type]
        if key.startswith("mark:"):
            subject = str(effect["fields"]["subject"])
            seen = (subject in fold.rows or subject in made) and is_for(subject) == PUBLIC
            whom = whom if seen else audience
        made[key] = PUBLIC if whom == PUBLIC else audience
        if whom == PUBLIC:
            yield effect
