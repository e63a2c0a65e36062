"""Operations: what several rules carry on together, stage by stage, from the one that begins it to its end.

    FIGHTS = Operation(
        Fight,
        AtStage(Stage.ORDERS, "Orders", ("skirmish-order",), taps=each(SIDES, but="ordered"), rounds=True),
        AtStage(Stage.FIRE, "Gunfire", ("skirmish-fire",), taps=by("side"), empty=is_out_of_range),
        AtStage(Stage.PARTING, "Parting", ("skirmish-stay", "skirmish-break-off"), then=(Stage.ORDERS,)),
        AtStage(Stage.ENDED, "End"),
        begins=("Contact", ("skirmish-engage",)),
    )

Its row keeps the `stage` that comes next, and may keep a `number` and a `round`. All that is said of stages comes from
here: the strip of its page, whose tap it is, its lines in This step, what forms choose among, and how a rule is refused
that is sent at another stage.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from navalassist.engine.duties import EITHER, Duty, Kind, Maker, Now, Passed, by_rule
from navalassist.engine.effects import Effect
from navalassist.engine.english import capital, small
from navalassist.engine.forms import Ask, Listed, Options
from navalassist.engine.reader import View
from navalassist.engine.register import Refusal
from navalassist.engine.rows import ROWS, Row
from navalassist.engine.shapes import Worded

R = TypeVar("R", bound=Row)
# The sides that a stage waits for, from what the viewer sees and the row; none where either may tap.
Taps = Callable[[View, Any], Iterable[str]]
# Fields of a row that the frame knows by name.
STAGE, NUMBER, ROUND = "stage", "number", "round"


def either(view: View, row: Any) -> Iterable[str]:
    """Whoever taps first."""
    return ()


def by(field: str) -> Taps:
    """The side that a field of the row names; either where it names none."""
    return lambda view, row: filter(None, (str(getattr(row, field)),))


def each(sides: Iterable[str], but: str) -> Taps:
    """All of these sides, in any order, but those that stand in a field of the row: they have done their part."""
    return lambda view, row: (side for side in sides if side not in getattr(row, but))


def never(row: Any) -> bool:
    """A stage in which there is always something to do."""
    return False


@dataclass(frozen=True)
class AtStage:
    """A stage. title: of its box in the strip, which stages that follow one another may share.

    rules: those that carry it on; the first is the one that its page offers, where `goes_by` names no other; also: such
    as may be used in it too, but belong to another; taps: the sides that it waits for; then: the stages that may come
    next, first the one that does where nothing else decides (nothing: the next in the list); empty: there is nothing to
    do in it, as its row stands: it is passed over; rounds: a new round begins with it.
    """

    stage: Worded
    title: str
    rules: tuple[str, ...] = ()
    taps: Taps = either
    then: tuple[Worded, ...] = ()
    also: tuple[str, ...] = ()
    empty: Callable[[Any], bool] = never
    rounds: bool = False
    goes_by: Callable[[Any], str] | None = None

    @property
    def allows(self) -> tuple[str, ...]:
        """All rules that may be used in it."""
        return (*self.rules, *self.also)

    def rule_of(self, row: Any) -> str:
        """The rule that its page offers; '' for none."""
        return self.goes_by(row) if self.goes_by else next(iter(self.rules), "")


class Box(NamedTuple):
    """A box of the strip. rules: those whose receipts belong to it; stages: those that it stands for."""

    title: str
    rules: tuple[str, ...]
    stages: tuple[Worded, ...]


class Tap(NamedTuple):
    """What comes next: a rule, and the sides that it waits for; none where either may tap."""

    rule: str
    sides: tuple[str, ...]

    def seat(self, viewer: str) -> str:
        """Whose tap it is, as this seat sees it: of several its own comes first; '' where either may tap."""
        return viewer if viewer in self.sides else next(iter(self.sides), "")


def word_of(kind: type[Row] | Row) -> str:
    """What one is called where its key is asked for."""
    return ROWS[kind.KIND].CALLED


def title_of(row: Any) -> str:
    """`Action 3`"""
    return f"{word_of(row).replace('-', ' ').capitalize()} {getattr(row, NUMBER, row.key)}"


def words_of(view: View, row: Any) -> str:
    """The same, for a kind of which there is no more to say."""
    return title_of(row)


def as_its_stage_says(view: View, row: Any) -> Tap | None:
    """An operation that always goes on by the rules of its stage."""
    return None


class Operation(Generic[R]):
    """A kind of operation, and its stages in order; the last one is its end.

    begins: the box of the rules that begin one, before those of its stages; words: one in a line of This step;
    instead: what comes next where its stage can't be gone on with, since nobody is left who would;
    lapses: what becomes of it where the step ends.
    """

    def __init__(
        self,
        kind: type[R],
        *stages: AtStage,
        begins: tuple[str, tuple[str, ...]] = ("", ()),
        words: Callable[[View, R], str] = words_of,
        instead: Callable[[View, R], Tap | None] = as_its_stage_says,
        lapses: str = "it is given up",
    ) -> None:
        self.kind, self.begins, self.words, self.instead, self.lapses = kind, begins, words, instead, lapses
        self.stages: dict[Worded, AtStage] = {at.stage: at for at in stages}
        self._check(stages)

    def _check(self, stages: tuple[AtStage, ...]) -> None:
        """ValueError for stages that can't be meant so, with a sentence that names the kind."""
        order = [at.stage for at in stages]
        faults = [] if self.kind.TAGGED else ["its rows are not tagged, so that their receipts could not be found"]
        faults += [f"{one} stands twice" for one in self.stages if order.count(one) > 1]
        faults += [
            f"{at.stage} is followed by {to}, which is none" for at in stages for to in at.then if to not in order
        ]
        faults += [f"{at.stage} has no rule" for at in stages[:-1] if not at.rules]
        if faults:
            raise ValueError(f"the stages of {self.kind.KIND!r}: {faults[0]}")

    @property
    def word(self) -> str:
        """What one is called, which is also what the fields of forms that name it are called."""
        return word_of(self.kind)

    @property
    def last(self) -> Worded:
        """The stage of one that is over."""
        return next(reversed(self.stages))

    @property
    def rules(self) -> tuple[str, ...]:
        """Every rule of its stages, and those that begin one."""
        return tuple(dict.fromkeys((*self.begins[1], *(slug for at in self.stages.values() for slug in at.allows))))

    @property
    def boxes(self) -> tuple[Box, ...]:
        """Its strip."""
        found = [Box(*self.begins, ())] if self.begins[0] else []
        for at in self.stages.values():
            if found and found[-1].title == at.title:
                found[-1] = Box(at.title, (*found[-1].rules, *at.rules), (*found[-1].stages, at.stage))
            else:
                found.append(Box(at.title, at.rules, (at.stage,)))
        return tuple(found)

    def at(self, row: Any) -> AtStage:
        """The stage of a row."""
        return self.stages[getattr(row, STAGE)]

    def is_over(self, row: Any) -> bool:
        """True for one of which nothing more comes."""
        return bool(getattr(row, STAGE) == self.last)

    def moment(self, row: Any) -> str:
        """Where it has come to: `Battle 3, round 2, gunfire`."""
        begun = f"round {getattr(row, ROUND)}" if getattr(row, ROUND, 0) else ""
        return ", ".join(filter(None, (title_of(row), begun, small(self.at(row).title))))

    def stages_of(self, slug: str) -> tuple[Worded, ...]:
        """The stages in which a rule may be used."""
        return tuple(at.stage for at in self.stages.values() if slug in at.allows)

    # --- in a campaign

    def all(self, view: View, *stages: Worded) -> list[R]:
        """Those in these stages, or in any; the latest first."""
        found = [row for row in view.rows(self.kind) if not stages or getattr(row, STAGE) in stages]
        return sorted(found, key=lambda row: getattr(row, NUMBER, 0), reverse=True)

    def going_on(self, view: View) -> list[R]:
        """Those that are not over, in the order in which they began."""
        keys = (key for key in view.keys(self.kind) if view[self.kind.fact_of(key, STAGE)] != self.last)
        return list(view.rows(self.kind, keys))

    def next_number(self, view: View) -> int:
        """The number of the next one: 1 in a new campaign."""
        return max((getattr(row, NUMBER) for row in view.rows(self.kind)), default=0) + 1

    def tap(self, view: View, row: R) -> Tap:
        """What comes next of one, and whom it waits for."""
        at = self.at(row)
        return self.instead(view, row) or Tap(at.rule_of(row), tuple(map(str, at.taps(view, row))))

    # --- what rules take of it

    def listed(self, *stages: Worded) -> Listed:
        """What a form chooses among: those in these stages, or in any; the latest first."""

        def choices(view: View) -> Options:
            return [(row.key, self.words(view, row)) for row in self.all(view, *stages)]

        return choices

    def choices(self, slug: str) -> Listed:
        """The same for the stages in which a rule may be used, which may be declared after its form."""
        return lambda view: self.listed(*self.stages_of(slug))(view)

    def asked(self, slug: str) -> Any:
        """The field of a form: it lists those in a stage of its rule; of another the rule says what it waits for."""
        return Ask(capital(self.kind.NOUN), self.listed(), shown=self.choices(slug))

    def not_now(self, row: Any, slug: str, paragraph: str, *, final: bool = False) -> Iterator[Refusal]:
        """Why a rule is not what comes next: what its operation waits for. row: as the rule reads it."""
        if getattr(row, STAGE) not in self.stages_of(slug):
            yield Refusal(f"{title_of(row)} {getattr(row, STAGE).label}.", paragraph, final)

    def goes_to(self, row: Any, stage: Worded, **fields: Any) -> tuple[Effect, ...]:
        """The effects by which a stage comes next, or the one after it where that is empty, with fields that change.

        row: the row, or what a rule reads of it; `empty` is asked of it with the new fields.
        """
        after = row.model_copy(update=fields)
        for _ in self.stages:
            if not self.stages[stage].empty(after):
                break
            stage = self._after(stage)
        else:
            raise ValueError(f"all stages of {title_of(row)} are empty")
        begun = {ROUND: getattr(row, ROUND) + 1} if self.stages[stage].rounds else {}
        effects: tuple[Effect, ...] = row.set(**fields, **begun, stage=stage)
        return effects

    def goes_on(self, row: Any, **fields: Any) -> tuple[Effect, ...]:
        """The same for the stage that follows where nothing else decides."""
        return self.goes_to(row, self._after(getattr(row, STAGE)), **fields)

    def done_by(self, row: Any, field: str, side: str, sides: Iterable[str]) -> tuple[Effect, ...]:
        """The effects by which one of these sides has done its part of a stage; after the last one it goes on.

        field: of the row, which keeps the sides that have.
        """
        done = (*getattr(row, field), side)
        if all(one in done for one in sides):
            return self.goes_on(row, **{field: done})
        effects: tuple[Effect, ...] = row.set(**{field: done})
        return effects

    def _after(self, stage: Worded) -> Worded:
        order = list(self.stages)
        return next(iter(self.stages[stage].then), None) or order[min(order.index(stage) + 1, len(order) - 1)]

    def may_follow(self, before: str, after: str) -> bool:
        """Whether a stage may come after another; any may be the last, and an empty one is passed over."""
        return after == self.last or after in self._ways(before, set())

    def _ways(self, stage: str, seen: set[str]) -> Collection[str]:
        at = next(one for one in self.stages.values() if one.stage == stage)
        nexts = at.then or (self._after(at.stage),)
        for to in nexts:
            if to not in seen:
                seen.add(to)
                if self.stages[to].empty is not never:
                    self._ways(to, seen)
        return seen

    # --- This step

    def waiting(self, now: Now, slug: str) -> list[R]:
        """Those in a stage of this rule, the earliest first; none for a step still to come.

        Left out are those that go on otherwise.
        """
        stages = self.stages_of(slug)
        return [row for row in self._asked(now, *stages) if self.instead(now.view, row) is None]

    def otherwise(self, now: Now, slug: str) -> list[R]:
        """Those, in whatever stage, that go on by this rule instead of those of their stage."""
        found = ((row, self.instead(now.view, row)) for row in self._asked(now))
        return [row for row, tap in found if tap is not None and tap.rule == slug]

    def _asked(self, now: Now, *stages: Worded) -> list[R]:
        return [] if now.ahead else self.all(now.view, *stages)[::-1]

    def line(
        self,
        now: Now,
        slug: str,
        row: R,
        text: str = "",
        *,
        seat: str = "",
        note: str = "",
        may: bool = False,
        by_itself: bool = False,
        **begins: str,
    ) -> Duty:
        """The line of one that waits for a rule. seat: whose tap it is, where its stage does not say it of one side.

        begins: what its form begins with, where it is not empty; by_itself: nobody can go on with it, its step ends it
        and passes over nothing.
        """
        words = "; ".join(filter(None, (self.words(now.view, row), note)))
        lapses = () if may or by_itself else (Passed(row.row, f"{words}: {self.lapses}", self.kind.NOUN),)
        query = {name: value for name, value in {self.word: row.key, **begins}.items() if value}
        return by_rule(
            slug,
            text,
            query,
            small=f"{words}; the end of the step does the same" if by_itself else words,
            kind=Kind.MAY if may else Kind.DUE,
            seat=seat or next(map(str, self.at(row).taps(now.view, row)), EITHER),
            strong=not may,
            done="",
            passes=lapses,
        )

    def lines(self, slug: str, text: str = "", *, may: bool = False, begins: str = "") -> Maker:
        """A line for each that waits for a rule, and each side that it waits for. begins: the field that names it."""

        def made(now: Now) -> Iterator[Duty]:
            for row in self.waiting(now, slug):
                for seat in self.tap(now.view, row).sides or (EITHER,):
                    who: dict[str, Any] = {begins: seat} if begins and seat != EITHER else {}
                    yield self.line(now, slug, row, text, seat=seat, may=may, **who)

        return made
