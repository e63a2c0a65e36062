"""After the gunfire: who withdraws, who goes home, who stays; and the coast that is shelled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.http import QueryDict

from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.at import At
from navalassist.desk.operations.panels import Next, Row, allowed, bars_of, basis, chance_of, looked
from navalassist.desk.operations.strip import receipts
from navalassist.engine import Figure
from navalassist.engine.rows import key_of
from navalassist.play.storage.bodies import body_of
from navalassist.systems.storm_of_steel.actions import sides_left, squadrons_of, staying
from navalassist.systems.storm_of_steel.forces import areas_of
from navalassist.systems.storm_of_steel.pages.actions import Going
from navalassist.systems.storm_of_steel.rules.bombardment import SLUG as BOMBARD
from navalassist.systems.storm_of_steel.rules.bombardment import Bombardment
from navalassist.systems.storm_of_steel.rules.passing import GIVE_UP
from navalassist.systems.storm_of_steel.rules.raid import SLUG as RAID
from navalassist.systems.storm_of_steel.rules.rebasing import SLUG as REBASE
from navalassist.systems.storm_of_steel.rules.staying import STAY
from navalassist.systems.storm_of_steel.rules.withdrawal import RETURN, WITHDRAWAL
from navalassist.systems.storm_of_steel.state import Area, Base, Side
from navalassist.systems.storm_of_steel.ways import ways_home

# The figures of what a bombardment is for.
HOPED = ("fortress-eliminated", "show-of-force")


@dataclass(frozen=True, slots=True)
class Party:
    """A side that stays, or withdraws to one of these bases. given: the hidden fields of both forms."""

    side: str
    bases: Sequence[Row]
    given: Mapping[str, str]


def withdrawal(here: At, action: Going, given: QueryDict) -> Next:
    """The side that refused goes to a base."""
    bases = _bases(here, action, action.seat, WITHDRAWAL, given, who=action.seat)
    hidden = {"action": action.key, "who": action.seat}
    return Next(WITHDRAWAL, action.seat, "withdraw to a base", "home", hidden, _to("withdraw", bases), {"bases": bases})


def returning(here: At, action: Going, given: QueryDict) -> Next:
    """The side that remains goes to a base."""
    bases = _bases(here, action, action.seat, RETURN, given)
    hidden = {"action": action.key}
    return Next(RETURN, action.seat, "return to a base", "home", hidden, _to("return", bases), {"bases": bases})


def _to(verb: str, bases: Sequence[Row]) -> str:
    return f"{verb} to {bases[0].title}" if len(bases) == 1 else f"{verb} there"


def _bases(here: At, action: Going, seat: str, rule: str, given: QueryDict, **who: str) -> list[Row]:
    """Where a side may go. given: what was chosen; the first one where nothing was."""
    view = here.rows
    found: list[Row] = []
    for key, _ in ways_home(view, action, Side(seat)):
        if allowed(here, rule, action=action.key, base=key, **who):
            base = Base.row_of(key)
            seas = ", ".join(view.name(Area.row_of(area)) for area in areas_of(view, base))
            found.append(Row(key, view.name(base), seas))
    return _chosen(found, given.get("base", "") or _left(here, action, seat))


def _left(here: At, action: Going, seat: str) -> str:
    """The base that a side's fleet has left for this action; '' for none."""
    for entry in receipts(here, action.row):
        for key, before, _ in body_of(entry, here.viewer.audiences).get("changes") or ():
            row, _, name = key.rpartition(".")
            own = name == "place" and here.state.values.get(f"{row}.side") == seat
            if own and str(before).startswith(Base.row_of("")):
                return key_of(str(before))
    return ""


def _chosen(rows: Sequence[Row], sent: str) -> list[Row]:
    """Rows of which one is chosen: the one that was sent, else the first."""
    one = next((row for row in rows if row.value == sent), rows[0] if rows else None)
    return [replace(row, ticked=row is one) for row in rows]


def rebasing(here: At, action: Going, given: QueryDict) -> Next:
    """A force that nobody stops arrives, or sails on to the next sea."""
    view = here.rows
    own = (key for key, _ in ways_home(view, action, action.side))
    bases = [Base.row_of(key) for key in dict.fromkeys((action.target, *own))]
    seas = (Area.row_of(key) for key in view.row(Area, action.area).neighbours)
    found: list[Row] = []
    for to in (*bases[:1], *seas, *bases[1:]):
        if allowed(here, REBASE, action=action.key, to=to):
            title = view.name(to) if to in bases else f"On to {view.name(to)}"
            found.append(Row(to, title))
    text = "complete the re-basing" + (f" to {action.target_name}" if action.target else "")
    more = {"bases": _chosen(found, given.get("to", "")), "name": "to"}
    return Next(REBASE, action.seat, text, "home", {"action": action.key}, "go there", more)


def raid(here: At, action: Going, given: QueryDict) -> Next:
    """All raiders in the area meet all convoys there."""
    found = looked(here, RAID, action=action.key)
    points = [figure for figure in found.figures if figure.unit != "chance"]
    more = {"points": points, "spread": bars_of(found.figures), "refusal": found.refusal}
    text = f"raid commerce in {action.area_name}"
    return Next(RAID, action.seat, text, "raid", {"action": action.key}, f"{text}, 1d6", more | basis(here, found))


def after(here: At, action: Going, given: QueryDict) -> Next:
    """Each side that has not said so yet stays or withdraws; the one on this tablet first."""
    said = staying(here.rows, action.key)
    sides = sorted((side for side in Side if side not in said), key=lambda side: side != here.viewer.seat)
    parties = [
        Party(
            side,
            _bases(here, action, side, WITHDRAWAL, given, who=side),
            {"action": action.key, "who": side},
        )
        for side in sides
        if side == action.seat or (not action.seat and (here.viewer.may_act_as(side) or here.viewer.seat == OBSERVER))
    ]
    more, text = {"parties": parties}, "stay in the area, or withdraw"
    return Next(STAY, action.seat, text, "after", {"action": action.key}, more=more)


def bombardment(here: At, action: Going, given: QueryDict) -> Next:
    """The battle line shells its coast. given: who fires alone, and another fortification."""
    view, own = here.rows, squadrons_of(action, Side(action.seat))
    # An older page may have sent others.
    ticked, more_walls = [key for key in given.getlist("squadrons") if key in own], "fortification" in given
    found = looked(here, BOMBARD, action=action.key, squadrons=tuple(ticked), fortification=more_walls)
    fire = found.situation
    assert isinstance(fire, Bombardment)
    line = [unit for unit in fire.force if unit.kind.is_battle_line]
    rows = [
        Row(unit.key, view.name(unit.row), f"{unit.nation.label}, {unit.kind.label.lower()}", ticked=unit.key in ticked)
        for unit in line
    ]
    more = {
        "rows": rows,
        "fortification": more_walls,
        "spread": bars_of(found.figures),
        "refusal": found.refusal,
        "firing": fire.battle_line,
    }
    go = f"shell {action.target_name}, 1d6{chance_of(_hoped(found.figures))}"
    more |= basis(here, found)
    return Next(BOMBARD, action.seat, f"bombard {action.target_name}", "bombard", {"action": action.key}, go, more)


def _hoped(figures: Sequence[Figure]) -> Sequence[Figure]:
    """The likeliest that one shells a coast for; where nothing of it can come, that nothing happens."""
    hoped = sorted((one for one in figures if one.key in HOPED and one.value), key=lambda one: -one.value)
    return hoped[:1] or figures[-1:]


def nobody_left(here: At, action: Going) -> Next:
    """A side of the action has nobody left (R-89): it goes on with the other."""
    left = sides_left(here.rows, action)
    side = left[0] if left else action.side
    given = {"action": action.key, "who": side.value}
    return Next(STAY, "", "nobody is left on a side", "plain", given, "Go on with the side that is left")


def given_up(here: At, action: Going) -> Next:
    """Nobody is left who could carry the mission out."""
    what = f"to shell {action.target_name}" if action.target else "for it"
    text = f"give the mission up: nobody is left {what}"
    return Next(GIVE_UP, action.seat, text, "plain", {"action": action.key}, "give the mission up", only=True)
