"""36.A.4: bombing and repairing Malta, and what Malta repair points become, by itself."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BaseModel, Field

from navalassist.engine import Figure
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.reader import Reader
from navalassist.engine.shapes import Form
from navalassist.play.systems import Target
from navalassist.rules.europa.accounts import NRP, Account
from navalassist.rules.europa.r33_status import HIGH
from navalassist.rules.europa.r36_malta import FACTS_NEEDED, STOCK_POINTS, STRENGTH_SCALE, Bombing, Repair
from navalassist.rules.europa.r36_malta_points import STOCK_NRP, Arrival, Conversion, Store, SupplyRepair
from navalassist.rules.europa.rulings_status import R04
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import Side, Step, Zone
from navalassist.rules.europa.world import VALLETTA
from navalassist.systems.europa.accounts import account_of
from navalassist.systems.europa.afloat import planned_through
from navalassist.systems.europa.board.roster import Place, Roster, Ware
from navalassist.systems.europa.chart import MaltaNow, malta_now
from navalassist.systems.europa.doors import DOORS
from navalassist.systems.europa.theatres import PLAIN, theatres_of

MALTA_NUMBER, VALLETTA_OWNER = FACTS_NEEDED
WARES = ("sp", "srp")
NO_HITS = "Malta has no hits"
FIXED = "the Axis owns Valletta: the number is fixed"


class BombingForm(Form):
    """What is typed after the naval strike missions on Valletta."""

    hits: Annotated[int, Field(ge=0, le=15, title="Hits", description="Scored by naval strike missions on Valletta.")]


ENGINEER = Field(title="A construction engineer is in Valletta and does nothing else")


class RepairForm(Form):
    """What is typed when repair points are spent."""

    points: Annotated[int, Field(ge=1, le=15, title="Repair points", description="Each removes one hit.")]
    engineer: Annotated[bool, ENGINEER] = False


class ArrivalForm(Form):
    """What the order of battle brings."""

    points: Annotated[
        int, Field(ge=1, le=99, title="Repair points", description="As the order of battle says for this turn.")
    ]


TO_ACCOUNT = "One each. They go to the Allied NRPs, which are counted by side; the rule places them on Valletta."


class ConversionForm(Form):
    """What repair points become."""

    srp: Annotated[int, Field(ge=0, le=99, title="Points that become SRPs", description="One SRP each.")] = 0
    at_once: Annotated[
        int, Field(ge=0, le=99, title="Of these SRPs, turned into SPs at once", description="2½ SPs each.")
    ] = 0
    nrp: Annotated[int, Field(ge=0, le=99, title="Points that become naval repair points", description=TO_ACCOUNT)] = 0
    engineer: Annotated[bool, ENGINEER] = False


class SupplyForm(Form):
    """What is spent in place of repair points."""

    sp: Annotated[Decimal, Field(ge=0, le=99, title="SPs spent")] = Decimal(0)
    srp: Annotated[int, Field(ge=0, le=99, title="SRPs spent")] = 0
    hits: Annotated[
        int,
        Field(ge=1, le=15, title="Hits removed", description="By your Engineering Summary: it is not at hand (R-39)."),
    ]
    engineer: Annotated[bool, ENGINEER] = False


@DOORS.situation("malta-bombed", form=BombingForm)
def bombing(reader: Reader, target: Target) -> BaseModel:
    """Malta as it stands, and the hits."""
    return Bombing(**_island(reader), hits=target["hits"], step=Step(reader["campaign:clock.step"]))


@DOORS.situation("malta-repaired", form=RepairForm)
def repair(reader: Reader, target: Target) -> BaseModel:
    """Malta as it stands, and the points."""
    typed = {name: target[name] for name in ("points", "engineer")}
    return Repair(**_island(reader), damage=_damage(reader), **typed, in_hand=reader.get(STOCK_POINTS))


@DOORS.situation("malta-points", form=ArrivalForm)
def arrival(reader: Reader, target: Target) -> BaseModel:
    """The points that are in hand, and those that come."""
    return Arrival(points=target["points"], in_hand=reader.get(STOCK_POINTS))


@DOORS.situation("malta-converted", form=ConversionForm)
def conversion(reader: Reader, target: Target) -> BaseModel:
    """The points that are in hand, and where what they become is counted."""
    return Conversion(
        **{name: target[name] for name in ("srp", "at_once", "nrp", "engineer")},
        valletta_owner=reader[VALLETTA_OWNER],
        in_hand=reader.get(STOCK_POINTS),
        nrp_before=reader.get(STOCK_NRP, 0),
        account=_repair_points(reader),
        **_stores(reader),
    )


def _repair_points(reader: Reader) -> Account | None:
    """The Allies' account of naval repair points; None where neither these nor Malta's points are counted."""
    account = account_of(reader, Side.ALLIED, NRP)
    counted = account.balance is not None or reader.get(STOCK_POINTS) is not None
    return account if counted else None


@DOORS.situation("malta-supplied", form=SupplyForm)
def supply_repair(reader: Reader, target: Target) -> BaseModel:
    """Malta as it stands, what is spent, and where it is counted."""
    typed = {name: target[name] for name in ("sp", "srp", "hits", "engineer")}
    return SupplyRepair(**_island(reader), damage=_damage(reader), **typed, **_stores(reader))


def _island(reader: Reader) -> dict[str, Any]:
    return {"number": reader[MALTA_NUMBER], "valletta_owner": reader[VALLETTA_OWNER]}


def _damage(reader: Reader) -> int:
    """Hits that are on Malta, by the scale on which the group writes its number (R-04)."""
    number = int(reader[MALTA_NUMBER])
    return HIGH - number if reader.state.book.ruling(R04) == STRENGTH_SCALE else number


def _stores(reader: Reader) -> dict[str, Store | None]:
    """The Allies' SPs and SRPs in Valletta, as far as they keep count of them."""
    roster = Roster(reader.state.values, reader["campaign:clock.turn"])
    return {f"{what}_store": _store(reader, roster, Place(Side.ALLIED.value, VALLETTA, Ware(what))) for what in WARES}


def _store(reader: Reader, roster: Roster, place: Place) -> Store | None:
    base = reader.get(f"{place.row}.base")
    if base is None:
        # That nothing is counted is as much the side's own as what is.
        reader.looked_for(place.row, side=place.side)
    if not roster.keeps(place):
        return None
    count = roster.counts.get(place)
    free = Decimal(count.free.numerator) / count.free.denominator if count else Decimal(0)
    return Store(row=place.row, base=None if base is None else Decimal(str(base)), free=free)


def _malta_played(now: Now) -> MaltaNow | None:
    """Malta as it stands; None where its waters are not played, or its owner is not to be seen."""
    return malta_now(now.facts, now.state.book) if PLAIN in theatres_of(now.facts) else None


@DOORS.duty(*TURN.steps_of("malta-bombed"))
def bomb_before_sailing(now: Now) -> Iterator[Duty]:
    """Bombs fall before the shipping that they make safer sails."""
    malta = _malta_played(now)
    if malta is None:
        return
    sails = planned_through(now, Side.AXIS, Zone.CENTRAL_MED)
    yield by_rule(
        "malta-bombed",
        "Bomb Malta before you sail" if sails else "Bomb Malta",
        small="contact in the Central Med" if sails else "hits come from the air rules",
        figures=_safer(malta) if sails else (),
        strong=bool(sails),
        off=FIXED if malta.fixed else "",
        again=True,
    )


def _safer(malta: MaltaNow) -> tuple[Figure, ...]:
    """The chance of contact as Malta stands, and after one hit."""
    after = malta.after_a_hit
    found = (("now", "now", malta.chance), ("after", "after one hit", after))
    return tuple(Figure(key, label, chance) for key, label, chance in found if chance is not None)


@DOORS.duty(*TURN.steps_of("malta-points"))
def repair_points(now: Now) -> Iterator[Duty]:
    """Repair points come and are spent at the start of the Allied player turn."""
    malta = _malta_played(now)
    if malta is None:
        return
    held = now.facts.get(STOCK_POINTS)
    small = "repair points by the OB" if held is None else f"in hand: {held}"
    none_left = FIXED if malta.fixed else "no Malta repair points in hand" if held == 0 else ""
    nothing = FIXED if malta.fixed else NO_HITS if malta.strength == HIGH else ""
    yield by_rule("malta-points", small="as the order of battle says", again=True)
    yield by_rule("malta-repaired", small=small, off=nothing or none_left, again=True)
    yield by_rule("malta-converted", small="into SRPs, SPs or NRPs", off=none_left, again=True)
    yield by_rule("malta-supplied", small="by your Engineering Summary", off=nothing, again=True)
