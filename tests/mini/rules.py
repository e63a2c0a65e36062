"""The rules of the miniature system: small, but with every kind of ask and effect."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from navalassist.engine import (
    Add,
    Choose,
    Dice,
    Each,
    Effect,
    Facts,
    Figure,
    Odds,
    Outcome,
    Play,
    Refusal,
    Roll,
    Roller,
    Rounds,
    Ruling,
    Set,
    Sub,
    TableKey,
    Tally,
    Term,
    Together,
    call,
    create,
    procedure,
)

EDITION = "miniature of 1900"
RULING = Ruling(
    number="R-90",
    where="M.1",
    title="Does the moon help a search?",
    trouble="The rule says both.",
    choices=(("yes", "It adds 1."), ("no", "It does nothing.")),
    default="yes",
    reason="It is brighter.",
)


class Found(StrEnum):
    NO = "-"
    YES = "C"


SEARCH = TableKey("mini/search", Found)
WEATHER = TableKey("mini/weather", str)
GUNFIRE: TableKey[int] = TableKey("mini/gunfire", int)

Side = Literal["axis", "allied"]
Count = Annotated[int, Field(ge=0, le=20, strict=True)]


class Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Strike(Frozen):
    """A task force strikes at a zone."""

    side: Side = Field(description="Whose task force it is.")
    force: str = Field(description="Key of the task force.")
    name: str = ""
    strength: Count
    zone: str
    moon: bool = False
    when: str = Field(default="", description="Turn, player turn and step.")
    struck_before: str = Field(default="", description="The entry of an earlier strike in this step, or empty.")
    facts: Facts = Facts()


@dataclass(frozen=True, slots=True)
class Struck:
    found: bool
    hits: int
    rounds: int


@dataclass(frozen=True, slots=True)
class Duel:
    """Two ships that fire at one another."""

    mine: int
    theirs: int
    rounds: int = 0


def no_strike(item: Strike) -> Refusal | None:
    if item.struck_before:
        return Refusal("This task force has struck in this step already.", "M.1.a")
    if item.strength == 0:
        return Refusal("A task force without ships cannot strike.", "M.1.b")
    return None


def visibility(item: Strike, moon: str) -> Tally:
    return Tally(
        (
            Term("M.1", "By day", 1),
            Term("M.1.c", "Moon", 1, item.moon and moon == "yes", RULING.number, (f"zone:{item.zone}.declared",)),
            Term("M.1.d", "Large force", 3, item.strength > 5),
        ),
        0,
        3,
    )


def fire(guns: int) -> Play[int]:
    return (yield from GUNFIRE.pool("guns", count=guns, column="near", label="guns"))


def fire_round(duel: Duel) -> Play[Duel]:
    mine = yield from Roll("mine", Dice(1), lambda faces: int(faces[0] >= 5), label="own gun")
    theirs = yield from Roll("theirs", Dice(1), lambda faces: int(faces[0] >= 5), label="their gun")
    return Duel(duel.mine - theirs, duel.theirs - mine, duel.rounds + 1)


def duel_is_over(duel: Duel) -> bool:
    return duel.mine <= 0 or duel.theirs <= 0


def strike_figures(odds: Odds[Struck]) -> tuple[Figure, ...]:
    return (
        Figure("found", "found", odds.chance(lambda s: s.found)),
        Figure("hits", "hits to expect", odds.expect(lambda s: s.hits), "hits"),
    )


@procedure(
    "mini-strike",
    system="mini",
    rule="M.1",
    title="Strike at a zone",
    roller=Roller.OWNER,
    edition=EDITION,
    earlier=("of 1800",),
    dice="1d6, then 1d6 a gun, then a duel",
    why_not=no_strike,
    figures=strike_figures,
)
def strike(item: Strike) -> Play[Outcome[Struck]]:
    """M.1, M.3: search, then every ship fires, then the flagships fight it out."""
    moon = yield from RULING.look()
    found = yield from SEARCH.roll("search", column=visibility(item, moon), label="search")
    mark = create(
        f"mark:struck/{item.force}/{item.zone}/{item.when}",
        kind="struck",
        subject=f"task-force:{item.force}",
        place=f"zone:{item.zone}",
        ends="step",
        until="",
        note="",
    )
    if found is Found.NO:
        return Outcome(Struck(False, 0, 0), (mark,))
    ships = {f"ship-{n}": call(fire, 1 + n % 2) for n in range(1, item.strength + 1)}
    hits = yield from Each(ships, lambda a, b: a + b, 0)
    more = yield from Sub("flag", call(fire, 2))
    duel = yield from Rounds("duel", fire_round, Duel(2, 2), 3, duel_is_over)
    total = hits + more
    effects: tuple[Effect, ...] = (
        Add(f"zone:{item.zone}.hits", total),
        Add(f"ledger:{item.side}.vp", total),
        Set(f"zone:{item.zone}.declared", "tight" if total > 2 else "loose"),
        mark,
    )
    return Outcome(Struck(True, total, duel.rounds), effects)


class Sky(Frozen):
    """The weather of a zone is thrown for."""

    zone: str
    water: Literal["narrows", "open"]
    was: str = ""


@procedure(
    "mini-weather", system="mini", rule="M.2", title="Weather", roller=Roller.NOBODY, edition=EDITION, dice="2d6, 1d6"
)
def weather(item: Sky) -> Play[Outcome[str]]:
    """M.2: one cell of the table is not known."""
    found = yield from WEATHER.roll("weather", column=item.water, label="weather")
    days = yield from Roll("days", Dice(1), lambda faces: faces[0], label="days")
    words = {"calm": "", "gale": "partial", "storm": "major"}
    return Outcome(f"{found} for {days}", (Set(f"zone:{item.zone}.interference", words[found]),))


class Council(Frozen):
    """Both sides write their orders down, then show them."""

    zone: str


def _orders(seat: str) -> Choose:
    return Choose(seat, {"attack": "attack", "wait": "wait"}, seat, f"orders of {seat}")


@procedure(
    "mini-orders", system="mini", rule="M.4", title="Sealed orders", roller=Roller.NOBODY, edition=EDITION, dice="1d6"
)
def orders(item: Council) -> Play[Outcome[tuple[str, ...]]]:
    """M.4: nobody's orders are read before all are in; a die is thrown before and one after."""
    fog = yield from Roll("fog", Dice(1), lambda faces: faces[0] >= 4, label="fog")
    both = yield from Together("orders", (_orders("axis"), _orders("allied")), "orders")
    effects: tuple[Effect, ...] = (Set(f"zone:{item.zone}.declared", "loose" if fog else "tight"),)
    if both == ("attack", "attack"):
        losses = yield from Roll("losses", Dice(2), sum, label="losses")
        effects += (Add(f"zone:{item.zone}.hits", losses),)
    return Outcome(both, effects)


class Watch(Frozen):
    zone: str
    name: str


@procedure("mini-watch", system="mini", rule="M.5", title="Look out", roller=Roller.NOBODY, edition=EDITION)
def watch(item: Watch) -> Play[Outcome[tuple[str, ...]]]:
    """M.5: no dice, no effects; the result may be empty."""
    if not item.name:
        return Outcome(())
    cell = yield from WEATHER.look(row=2, column="open")
    return Outcome((item.name, cell))


class Scout(Frozen):
    """A task force looks at the sky."""

    side: Side
    force: str
    name: str = ""


@procedure("mini-scout", system="mini", rule="M.6", title="Scout", roller=Roller.OWNER, edition=EDITION, dice="2d6")
def scout(item: Scout) -> Play[Outcome[str]]:
    """M.6: the sky as the task force sees it, in the table with the unknown cell; the hits that it takes."""
    found = yield from WEATHER.roll("sky", column="open", label="sky")
    return Outcome(found, (Add(f"task-force:{item.force}.hits", int(found == "storm")),))


class Barrage(Frozen):
    """A battery fires."""

    guns: Count


@procedure(
    "mini-barrage", system="mini", rule="M.7", title="Barrage", roller=Roller.NOBODY, edition=EDITION, dice="1d6 a gun"
)
def barrage(item: Barrage) -> Play[Outcome[int]]:
    """M.7: a pool with as many dice as guns."""
    return Outcome((yield from GUNFIRE.pool("guns", count=item.guns, column="near", label="guns")))
