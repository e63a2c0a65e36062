"""The panels of a battle's next tap: what each side decides, with the chances beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from navalassist.desk.at import At
from navalassist.desk.operations.panels import Next, allowed, bars_of, looked
from navalassist.desk.operations.sealed import sealed
from navalassist.desk.pads import first_asked
from navalassist.engine import Figure, NoOdds
from navalassist.systems.supermarina import battle as slugs
from navalassist.systems.supermarina.combat import Battle
from navalassist.systems.supermarina.fights import Fight, fleet_of
from navalassist.systems.supermarina.outlooks import faces, fired
from navalassist.systems.supermarina.rules.answer import Escort, Scatter, in_sum
from navalassist.systems.supermarina.rules.gunfire import shots_of
from navalassist.systems.supermarina.rules.manoeuvre import chances, orders_of
from navalassist.systems.supermarina.rules.torpedoes import attacks_of
from navalassist.systems.supermarina.shots import Shot
from navalassist.systems.supermarina.state import Side

# Rules with shots, and the shots of a side in the order in which their dice are read.
FIRES: Mapping[str, Callable[[Any], Mapping[str, Shot]]] = {
    slugs.GUNFIRE: shots_of,
    slugs.SPECIAL_FIRE: shots_of,
    slugs.TORPEDOES: attacks_of,
}
Asks = Callable[[At, Any, QueryDict], Next]


@dataclass(frozen=True, slots=True)
class Way:
    """A way to answer an engagement. given: what its form sends; figures: what the dice may bring; go: its button."""

    rule: str
    title: str
    small: str
    go: str
    given: Mapping[str, str]
    figures: tuple[Figure, ...] = ()


def answer(here: At, one: Any, given: QueryDict) -> Next:
    """Stand, scatter with the escort or behind it, or avoid combat: those that the book allows."""
    key = {"battle": one.key}
    ways: tuple[tuple[str, str, str, dict[str, str]], ...] = (
        (slugs.SCATTER, "All scatter", "nobody fights", {"escort": Escort.SCATTERS}),
        (slugs.SCATTER, "Transports scatter", "the escort fights", {"escort": Escort.FIGHTS}),
        (slugs.AVOID, "Avoid combat", "two D10 against the difference of speeds", {}),
    )
    found = []
    for rule, title, small, more in ways:
        if seen := allowed(here, rule, **key, **more):
            if isinstance(convoy := seen.situation, Scatter):
                small = f"{in_sum(len(convoy.transports), convoy.per_cent, int(seen.figures[0].value))}; {small}"
            found.append(Way(rule, title, small, title.lower(), {**key, **more}, tuple(seen.figures)))
    return Next(
        slugs.STAND,
        one.seat,
        "stand, scatter, or avoid combat",
        "answer",
        key,
        "stand and fight",
        {"ways": found},
        secret=True,
    )


def plans(text: str) -> Asks:
    """A rule that asks both sides for sealed plans: each makes its own here, and the first one begins it."""

    def asks(here: At, one: Any, given: QueryDict) -> Next:
        return sealed(here, one.procedure, {"battle": one.key}, text, given, ordered(here, one))

    return asks


def ordered(here: At, one: Any) -> dict[str, Any]:
    """Each side's chance where orders differ."""
    if one.procedure != slugs.ORDERS:
        return {}
    kept = here.rows.row(Battle, one.key)
    fight = Fight(side=kept.side, battle=kept, fleet=fleet_of(here.rows, kept))
    speeds = [(side, fight.speed(side), chance) for side, chance in chances(fight).items()]
    return {"speeds": speeds}


def rolling(text: str, go: str, dice: str) -> Asks:
    """A rule whose dice fall on this page, with all that they may bring."""

    def asks(here: At, one: Any, given: QueryDict) -> Next:
        side = {"side": one.seat} if one.seat else {}
        found = looked(here, one.procedure, battle=one.key, **side)
        first = first_asked(found, here.state.book)
        numbers = [figure for figure in found.figures if figure.unit != "chance"]
        more = {
            "spread": bars_of(found.figures),
            "numbers": numbers,
            "no_odds": found.no_odds,
            "refusal": found.refusal,
            "dice": dice,
        }
        if one.procedure == slugs.RANGE:
            more["orders"] = list(orders_of(here.rows.row(Battle, one.key)).items())
        if one.procedure in FIRES:
            more["shots"] = [(shot, faces_of(here, shot)) for shot in FIRES[one.procedure](found.situation).values()]
        return Next(one.procedure, one.seat, text, "roll", {"battle": one.key, **side}, go, more, first=first)

    return asks


def faces_of(here: At, shot: Shot) -> str:
    """`on 9 or 10`; nothing where the chart does not say it."""
    try:
        return faces(here.state.worked.enumerator.odds(lambda: fired((shot,))))
    except NoOdds:
        return ""


def recording(here: At, one: Any, given: QueryDict) -> Next:
    """A side marks its sheets."""
    seat = one.seat or Side.AXIS.value
    words = "mark the ship sheets"
    return Next(slugs.RECORD, seat, words, "plain", {"battle": one.key, "side": seat}, words, only=True, secret=True)


PANELS: Mapping[str, Asks] = {
    slugs.STAND: answer,
    slugs.ORDERS: plans("order the range"),
    slugs.RANGE: rolling("roll for the range", "roll for the range", "2D10 for the Axis, then 2D10 for the Allies"),
    slugs.TORPEDO_PLAN: plans("declare torpedo attacks"),
    slugs.FIRE_PLAN: plans("declare fire"),
    slugs.GUNFIRE: rolling("fire the guns", "fire", "1D10 a line, and for each hit"),
    slugs.SPECIAL_PLAN: plans("declare fire at the ships that run in"),
    slugs.SPECIAL_FIRE: rolling("fire at the ships that run in", "fire", "1D10 a line, and for each hit"),
    slugs.TARGETS: plans("aim torpedoes"),
    slugs.TORPEDOES: rolling("launch torpedoes", "launch", "1D10 an attack, and for each hit"),
    slugs.RECORD: recording,
}
