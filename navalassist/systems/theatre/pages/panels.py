"""The panels of a battle's next tap: own units for the sheet, the result, its confirmation, what it does to units."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from navalassist.desk.at import At
from navalassist.desk.forms import Cells, LineShown, lines_shown
from navalassist.desk.logbook.naming import entry_url
from navalassist.desk.operations.panels import Next, Row, looked
from navalassist.engine.forms import lines_text
from navalassist.engine.reader import View
from navalassist.systems.theatre import battle as slugs
from navalassist.systems.theatre.beaches import shore_of
from navalassist.systems.theatre.hunters import sent_of
from navalassist.systems.theatre.rules.result import COLUMNS, kept_of, title_of
from navalassist.systems.theatre.rules.sheet import AT_SEA, elsewhere, proposed
from navalassist.systems.theatre.state.battles import Battle, Result
from navalassist.systems.theatre.state.fleets import AirUnit, Group, Unit
from navalassist.systems.theatre.state.words import PLACE_WORDS, Side

Asks = Callable[[At, Any, QueryDict], Next]


def is_sent(given: QueryDict) -> bool:
    """True where the panel was sent, and is shown again."""
    return "panel" in given


def unit_rows(view: View, side: Side, ticked: Collection[str]) -> Iterator[Row]:
    """Own units afloat, those of groups first."""
    groups = {one.key: one.plain for one in view.rows(Group)}
    own = [one for one in view.rows(Unit) if one.side is side and one.place not in PLACE_WORDS]
    for one in sorted(own, key=lambda unit: (unit.key not in ticked, not unit.group, unit.group)):
        where = groups.get(one.group) or view.name(one.place)
        small = ", ".join(filter(None, (where, "" if one.status == "ready" else one.status.label)))
        note = f"experience {one.experience}"
        yield Row(one.key, f"{one.type.label} {one.name}", small, str(one.strength), note, one.key in ticked)


def air_rows(view: View, side: Side, ticked: Collection[str]) -> Iterator[Row]:
    """Own air units."""
    for one in view.rows(AirUnit):
        if one.side is side and one.base not in PLACE_WORDS:
            note = f"experience {one.experience}"
            yield Row(one.key, one.name, view.name(one.base), str(one.strength), note, one.key in ticked)


def sheet(here: At, one: Any, given: QueryDict) -> Next:
    """A side ticks what it has in the battle."""
    battle, view = here.rows.row(Battle, one.key), here.rows
    side = Side(one.seat or battle.attacker)
    units, aircraft, transports = proposed(view, battle, side)
    if is_sent(given):
        units, aircraft = given.getlist("units"), given.getlist("aircraft")
    # At a beach only ships of the fleet, or based in that territory, may be ticked (PG.6.5.2.2).
    shore = shore_of(view, battle, side)
    out = not_there(view, battle, side)
    own = (row for row in unit_rows(view, side, units) if row.ticked or Unit.row_of(row.value) not in out)
    rows = [("units", row) for row in own if shore is None or row.value in (*shore.ships, *units)]
    flying = air_rows(view, side, aircraft)
    rows += [("aircraft", row) for row in flying if row.ticked or AirUnit.row_of(row.value) not in out]
    ticked = [one for one in rows if one[1].ticked]
    more: dict[str, Any] = {
        "units": ticked or rows,
        "others": [one for one in rows if not one[1].ticked] if ticked else [],
        "transports": given.get("transports", "") if is_sent(given) else transports,
        "convoys": may_have_transports(battle, side) or bool(transports),
    }
    key = {"battle": one.key, "side": side.value}
    why = looked(here, slugs.SHEET, **key).refusal
    # That nothing is ticked yet is no refusal of a panel.
    more["refusal"] = why if why and why.rule == slugs.BOOK else None
    return Next(
        slugs.SHEET, side, "put your units on the sheet", "sheet", key, "put them on the sheet", more, secret=True
    )


def not_there(view: View, battle: Battle, side: Side) -> set[str]:
    """Own units of which the rule says that they are elsewhere, and aircraft that are sent somewhere else."""
    mine: tuple[Unit | AirUnit, ...] = (*view.rows(Unit, side=side), *view.rows(AirUnit, side=side))
    return {one.row for one in elsewhere(view, battle, side, mine)} | set(map(AirUnit.row_of, sent_of(view, side)))


def may_have_transports(battle: Battle, side: Side) -> bool:
    """True for a mission that is met at sea: who intercepts it, lands or lies in port has none on the sheet."""
    return battle.kind in AT_SEA and not (side is battle.attacker and battle.interception)


def typed_lines(view: View, battle: Battle, given: QueryDict) -> list[tuple[Result, LineShown]]:
    """The units of the sheet, each with its cells as they were typed."""
    widget = Cells()
    widget.columns = COLUMNS
    text = widget.value_from_datadict(given, {}, "lines") if is_sent(given) else ""
    there = view.rows(Result, battle=battle.key)
    shown = lines_shown("lines", [(one.key, title_of(one)) for one in there], COLUMNS, text)
    return list(zip(there, shown, strict=True))


def own_side(here: At, other: Side) -> Side:
    """The side of the viewer's seat; another one where he has none."""
    return Side(here.viewer.seat) if here.viewer.seat in tuple(Side) else other


def result(here: At, one: Any, given: QueryDict) -> Next:
    """Either side types what the other program says; the other one confirms it."""
    battle = here.rows.row(Battle, one.key)
    side = own_side(here, battle.attacker)
    lines = typed_lines(here.rows, battle, given)
    more = {
        "parties": [
            (each, each is battle.attacker, [line for line in lines if line[0].side is each])
            for each in (battle.attacker, battle.attacker.enemy)
        ],
        "nowhere": battle.kind not in AT_SEA,
        "left": given.get("left", ""),
        "left_on": given.get("left_on", ""),
        "sides": list(Side),
        "other": side.enemy,
    }
    key = {"battle": one.key, "side": side.value}
    words = f"give this result to {side.enemy.label} to confirm"
    return Next(slugs.RESULT, side, "type the result", "result", key, words, more)


def as_typed(view: View, battle: Battle) -> dict[str, Any]:
    """The form of a result with what stands on the sheet, for whoever types it anew."""
    cells = {
        one.key: {column.key: str(int(value)) for column in COLUMNS if (value := getattr(one, column.key))}
        for one in view.rows(Result, battle=battle.key)
    }
    left = {"left": battle.left, "left_on": battle.left_on} if battle.left else {}
    return {"battle": battle.key, **left, "lines": lines_text(cells, COLUMNS)}


def confirm(here: At, one: Any, given: QueryDict) -> Next:
    """The other side says that it is so, types it anew, or disputes it."""
    battle = here.rows.row(Battle, one.key)
    side = Side(battle.reported).enemy
    source = here.state.sources.get(battle.fact("reported"), "")
    said = tuple(filter(None, map(kept_of, here.rows.rows(Result, battle=battle.key))))
    receipt = entry_url(here.state, source) if source else ""
    more: dict[str, Any] = {"by": battle.reported, "receipt": receipt, "said": said}
    more |= {"left": battle.left, "left_on": battle.left_on}
    anew = as_typed(here.rows, battle) | {"side": own_side(here, side).value}
    more["anew"] = f"do/{slugs.RESULT}/?{urlencode(anew)}"
    key = {"battle": one.key, "side": side.value}
    return Next(slugs.CONFIRM, side, "confirm the result", "confirm", key, "it is so", more, only=True)


def mark(here: At, one: Any, given: QueryDict) -> Next:
    """A side marks its units; the one whose mission was attacked goes on with it or gives it up."""
    battle = here.rows.row(Battle, one.key)
    side = Side(one.seat or battle.attacker)
    own = [line for line in here.rows.rows(Result, battle=battle.key) if line.side is side]
    chooses = side is not battle.attacker and any(line.inside and not line.sunk for line in own)
    key = {"battle": one.key, "side": side.value}
    go = "mark them, the mission goes on" if chooses else "mark them"
    return Next(slugs.MARK, side, "mark your units", "mark", key, go, {"chooses": chooses}, only=True, secret=True)


PANELS: Mapping[str, Asks] = {slugs.SHEET: sheet, slugs.RESULT: result, slugs.CONFIRM: confirm, slugs.MARK: mark}
