"""What an entry must say by the rules of its system, beside what came of its rule: held against the log before it.

Everything here asks the rule system. What can be told from the log alone is in `auditlog.course`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from navalassist.auditlog.course import BOOK, SEAL, Course, audience_of_record
from navalassist.auditlog.shape import SHOWN
from navalassist.campaigns.facts import PUBLIC
from navalassist.engine import REGISTER, Book, Create, Effect, Procedure, Remove, Set, run
from navalassist.engine.duties import Moment
from navalassist.engine.verify import record_effect, replay_of
from navalassist.play.checks.rebuilt import LogFacts, LogFold
from navalassist.play.corrections.cleared import gone_again
from navalassist.play.rules.learning import said_to_teach, taught
from navalassist.play.rules.resolve import seat_of
from navalassist.play.systems import System
from navalassist.play.turns.parts import act_of, counted, part_marks, part_now
from navalassist.play.turns.passing import said_quiet
from navalassist.play.turns.steps import clock_set, ended_with, endings
from tables.turn import segment_of

Body = Mapping[str, Any]
CLOCK = "campaign:clock"
_text_of = json.JSONEncoder(sort_keys=True).encode


class Folded:
    """The state as a fold has it, for those functions of a rule system that ask a state whom a row is for."""

    def __init__(self, fold: LogFold) -> None:
        self.values = fold.facts
        self.audiences: Mapping[str, str] = fold.audiences

    def audience_of(self, system: System, effect: Effect) -> str:
        """Whom the row of an effect is for, or would be."""
        if isinstance(effect, Create):
            return system.is_for(self, effect.key, dict(effect.fields))  # type: ignore[arg-type]
        row = effect.key if isinstance(effect, Remove) else effect.key.rpartition(".")[0]
        return self.audiences.get(row, PUBLIC)


def unlike_rule(
    system: System, procedure: Procedure, record: Mapping[str, Any], body: Body, told: BaseModel | None
) -> Iterator[str]:
    """What the entry of a rule of today's edition says otherwise than its rule: the paragraph, and whose tap it was.

    told: its situation, where that was read already.
    """
    if body["rule"] != procedure.rule:
        yield f"it says that it carried out {body['rule']}; {procedure.slug} is {procedure.rule}"
    if "continues" in body or "corrects" in body:
        return
    situation = told or procedure.situation.model_validate(body["situation"])
    seat = seat_of(procedure, situation, system)
    if seat and record["seat"] != seat:
        yield f"it was the {seat} seat's to do, not that of {record['seat']}"


class Ending:
    """What the end of a step, or of a part of it, does for each audience.

    fold: as it was before any of it; old: by an earlier turn sequence, or by today's; passes: quiet steps may have been
    passed over with it.
    """

    def __init__(self, system: System, fold: LogFold, old: bool, passes: bool) -> None:
        self._system = system
        self._now = now = Moment(*(fold.rows[CLOCK][name] for name in ("turn", "player_turn", "step")))
        state = Folded(fold)
        self._part = part_now(state.values)
        # Where the clock may go -> the steps that are passed over on the way, and what ends then for each audience.
        self._passed: dict[Moment, tuple[Moment, ...]] = {}
        self._of_step: dict[Moment, Mapping[str, list[Effect]]] = {}
        for after in (after(now) for after in (system.next_moment, *(system.earlier if old else ()))):
            ended_then = ended_with(state.values, now, after, system)
            self._passed[after], self._of_step[after] = (), _by_audience(state, system, ended_then)
        quiet = [moment for moment, _ in said_quiet(now, state.values, state.audiences, system)] if passes else []
        for number, over in enumerate(endings(state.values, (now, *quiet), system) if quiet else ()):
            after = system.next_moment((now, *quiet)[number])
            self._passed[after], self._of_step[after] = tuple(quiet[:number]), _by_audience(state, system, over)
        self._of_part = _by_audience(state, system, _part_ended(system, state.values, now))

    def unlike(self, record: Mapping[str, Any], body: Body) -> str:
        """'' or, in words, what an entry of this end says otherwise."""
        act, seat = body["act"], self._system.acting(self._now.player_turn, self._now.step)
        if record["seat"] != seat and segment_of(self._now.step):
            return f"it was the {seat} seat's step, not that of {record['seat']}"
        if act == "turn.ends":
            ways = [of.get(record["chain"], []) for of in (*self._of_step.values(), self._of_part)]
        elif act == "turn.step":
            after = Moment(record["turn"], record["player_turn"], record["step"])
            if after not in self._of_step:
                return f"another step follows {self._now.step}: {next(iter(self._of_step)).step}"
            if body.get("passed", []) != [moment.place for moment in self._passed[after]]:
                return "it passed over other steps than it says"
            ways = [[*self._of_step[after].get(PUBLIC, []), *clock_set(self._now, after)]]
        elif act == act_of(self._system):
            ways = [[*self._of_part.get(PUBLIC, []), *counted(self._part + 1)]]
        else:
            return f"its system knows no act {act}"
        fits = any(_same(wanted, body["effects"]) for wanted in ways)
        return "" if fits else "what ends with the step is not what its system says"


class Standing:
    """What came since corrected entries and stands again: by the log, and what its system counts by rows that go.

    fold, course: as they were before any of it.
    """

    def __init__(self, system: System, fold: LogFold, course: Course) -> None:
        state, again = Folded(fold), course.since.stands_again()
        rows = {effect["key"]: course.since.lent[effect["key"]] for effect in again if effect["do"] == "remove"}
        sets = [Set(effect["key"], effect["value"]) for effect in again if effect["do"] == "set"]
        beside, stay = gone_again(system, state.values, rows) if rows else ([], [])
        self._ways = [(_by_audience(state, system, (*beside, *sets)), _by_audience(state, system, map(Remove, stay)))]
        if stay:
            # Until 0.9.1 every row went again.
            all_go = (*system.cleared_again(state.values, rows), *sets)
            self._ways.append((_by_audience(state, system, all_go), {}))

    def unlike(self, record: Mapping[str, Any], body: Body) -> str:
        """'' or, in words, what an entry says otherwise of what stands again for its audience."""
        chain, stays = record["chain"], body.get("stays", [])
        found = [
            (effects, stay)
            for effects, stay in self._ways
            if _same(effects.get(chain, []), body.get("effects", ()))
            and [row.key for row in stay.get(chain, [])] == stays
        ]
        self._ways = found or self._ways
        for way in self._ways:
            for of in way:
                of.pop(chain, None)
        return "" if found else "what stands again behind a correction is not what came since"

    def left(self) -> str:
        """'' or, in words, for whom nothing stands again as it should."""
        chains = ", ".join(min(sorted({*effects, *stay}) for effects, stay in self._ways))
        return f"before it, what came since a correction did not stand again ({chains})" if chains else ""


def unlike_end_of_marks(body: Body) -> str:
    """Marks of a correction may end at once with it, and nothing else."""
    marks_only = all(effect["do"] == "remove" and effect["key"].startswith("mark:") for effect in body["effects"])
    return "" if marks_only else "more than marks ends with a correction"


def _by_audience(state: Folded, system: System, effects: Iterable[Effect]) -> dict[str, list[Effect]]:
    found: dict[str, list[Effect]] = {}
    for effect in effects:
        found.setdefault(state.audience_of(system, effect), []).append(effect)
    return found


def _part_ended(system: System, facts: LogFacts, now: Moment) -> list[Effect]:
    if now.step not in system.parts:
        return []
    return [*map(Remove, part_marks(facts, system)), *system.part_over(facts, now)]


def _same(wanted: Iterable[Effect], said: Iterable[Any]) -> bool:
    """Are these the same effects, in whatever order?"""
    return sorted(map(_text_of, map(record_effect, wanted))) == sorted(map(_text_of, said))


def unlike_shown(
    system: System, fold: LogFold, book: Book, record: Mapping[str, Any], body: Body
) -> tuple[list[Any], str]:
    """The effects by which everybody learns of a rule on a secret; and '' or, in words, what they were shown otherwise.

    body: the whole of it; fold: as it was before. What is open are the effects on what everybody sees, all of them.
    """
    procedure, opened = REGISTER[body["procedure"]], record["body"]
    audience = audience_of_record(record)
    if list(opened.get("effects", ())) != list(_open_effects(system, fold, body, audience)):
        return [], "what it did in the open is not what it did to what everybody sees"
    shower = system.showers.get(procedure.slug) if "situation" in body else None
    if shower is None:
        return [], "" if opened[SHOWN] == {"side": audience} else "it shows more than its system says"
    situation = procedure.situation.model_validate(body["situation"])
    result = run(procedure, situation, book, replay_of([*body["answers"], *body.get("sealed", ())]))
    shown = shower(fold.facts, situation, result)
    alike = json.loads(json.dumps(dict(shown.fields))) == opened[SHOWN]
    wrong = "" if alike else "what everybody was shown of it is not what its system says"
    return [record_effect(effect) for effect in shown.lessons], wrong


def _open_effects(system: System, fold: LogFold, body: Body, audience: str) -> Iterator[Any]:
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
        whom = system.is_for(state, key, effect["fields"])  # type: ignore[arg-type]
        if key.startswith("mark:"):
            subject = str(effect["fields"]["subject"])
            seen = (subject in fold.rows or subject in made) and is_for(subject) == PUBLIC
            whom = whom if seen else audience
        made[key] = PUBLIC if whom == PUBLIC else audience
        if whom == PUBLIC:
            yield effect


def unlike_learnt(system: System, fold: LogFold, record: Mapping[str, Any], body: Body, last: str) -> str:
    """'' or, in words, what a side is said to have learnt otherwise than the contents tell. last: the public entry."""
    if record["chain"] != PUBLIC and any(
        value_given(effect, "by") not in ("", last) for effect in body["effects"] if effect["do"] != "remove"
    ):
        return "another entry than the one before it is said to have taught this"
    clock = tuple(fold.rows[CLOCK][name] for name in ("turn", "player_turn", "step"))
    wanted: list[Effect] = []
    for learnt in said_to_teach(body["effects"], fold.rows):
        by = next((value for effect in body["effects"] if (value := value_given(effect, "by"))), last)
        wanted += taught(system, fold.facts, clock, learnt, by)
    return "" if _same(wanted, body["effects"]) else "what is learnt is not what the force holds"


def unlike_books(system: System, fold: LogFold, body: Body) -> str:
    """'' or, in words, which orders of a side are not in the book that is opened. fold: as it was before."""
    kinds = {kind.KIND for kind in system.order_books.kinds} if system.order_books else set()
    for row in dict.fromkeys(effect["key"].rpartition(".")[0] for effect in body["effects"]):
        book = fold.rows.get(row)
        # A book that its side keeps until the turn ends is opened without its text.
        sealed = fold.rows.get(row.replace(BOOK, SEAL, 1), {}).get("text", "{}")
        text = next((e["value"] for e in body["effects"] if e["key"] == f"{row}.text"), sealed)
        if book is None:
            continue
        of = (book["side"], book["turn"])
        orders = {
            name
            for name, fields in fold.rows.items()
            if name.partition(":")[0] in kinds and (fields["side"], fields["turn"]) == of
        }
        more = sorted(orders - set(json.loads(text).get("orders", ())))
        if more:
            return f"{more[0]} is an order of {row} and was not in it when it was sealed"
    return ""


def value_given(effect: Mapping[str, Any], name: str) -> str:
    """The value that an effect gives to a field; '' where it sets another."""
    if effect["do"] == "create":
        return str(effect["fields"].get(name, ""))
    return str(effect["value"]) if effect["do"] == "set" and effect["key"].endswith(f".{name}") else ""
