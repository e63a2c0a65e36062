"""PG.6.5.2.1: ships based where an invasion lands intercept it before, in the last square of its way, seen or not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from navalassist.engine import Effect, Outcome, Play, Refusal
from navalassist.engine.duties import Duty, Kind, Now, by_rule
from navalassist.engine.forms import Ask, Facts, FormErrors, Options, every
from navalassist.engine.overruled import Because
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import told_to_all
from navalassist.engine.shapes import Form
from navalassist.systems.theatre.acting import Said
from navalassist.systems.theatre.announcing import asked_of
from navalassist.systems.theatre.beaches import INTERCEPTS, landings
from navalassist.systems.theatre.book import rule
from navalassist.systems.theatre.coast_rulings import IN_RANGE, R263
from navalassist.systems.theatre.hunters import sent_of
from navalassist.systems.theatre.lookouts import forces_of
from navalassist.systems.theatre.rules import intercepting
from navalassist.systems.theatre.rules.intercepting import REACH, Announce, against, sent_to
from navalassist.systems.theatre.rules.reacting import beaches
from navalassist.systems.theatre.sightings import key_of
from navalassist.systems.theatre.spotting import Force
from navalassist.systems.theatre.state.ashore import Beach
from navalassist.systems.theatre.state.battles import Interception, Sighting
from navalassist.systems.theatre.state.fleets import AirUnit, Unit
from navalassist.systems.theatre.state.words import Mission
from navalassist.systems.theatre.turn import OPERATIONS

SLUG = "pg-sortie"


def left_at(view: View, beach: Beach) -> list[Force]:
    """Those of them that are sent nowhere yet."""
    busy = sent_of(view, beach.side.enemy)
    left = (one.model_copy(update={"ships": tuple(ship for ship in one.ships if ship.key not in busy)})
            for one in at_home(view, beach))  # fmt: skip
    return [one for one in left if one.ships or (one.air and one.air.key not in busy)]


def at_home(view: View, beach: Beach) -> list[Force]:
    """The forces of the defender in the square that is attacked: ports with ready ships, and aircraft there."""
    found = forces_of(view, beach.side.enemy)
    return [one for one in found if (one.map, one.square) == (beach.map, beach.square) and not one.patrols]


def chosen(view: View, typed: Facts) -> list[Force]:
    """Those of the chosen landing, or of the first that is listed."""
    key = str(typed.get("landing") or next((key for key, _ in beaches(view)), ""))
    beach = view.find(Beach, key)
    return left_at(view, beach) if beach else []


def ships(view: View, typed: Facts) -> Any:
    """Their ships that are sent nowhere yet."""
    return [(ship.key, f"{ship.type.label} {ship.name}") for one in chosen(view, typed) for ship in one.ships]


def flyers(view: View, typed: Facts) -> Options:
    """Their aircraft."""
    return [(one.air.key, one.air.name) for one in chosen(view, typed) if one.air]


class SortieForm(Form):
    """Which landing, and what is sent against it."""

    landing: str = Ask("Landing", beaches)
    units: tuple[str, ...] = Ask("Ships that are sent", every(Unit), many=True, default=(), after=ships)
    aircraft: tuple[str, ...] = Ask("Air units", every(AirUnit), many=True, default=(), after=flyers)
    because: Because = ""


class Sortie(Announce):
    """An interception from the square that is attacked. anyhow: its ships reach the next one, whatever their range."""

    spotted: bool = Says("It was spotted there", told=False)
    anyhow: bool = Says("Whatever their range (R-263)", told=False)


def situation(read: Reader, form: SortieForm) -> Sortie:
    beach = read.row(Beach, form.landing)
    side, home = beach.side.enemy, at_home(read, beach)
    known = read.find(Sighting, key_of(side, beach.order))
    seen = known or Sighting(
        key=key_of(side, beach.order), side=side, turn=beach.turn, order=beach.order, mission=Mission.INVASION,
        group=beach.group, map=beach.map, squares=beach.sea,
    )  # fmt: skip
    if known is None:
        read.looked_for(seen.row, side=side)
    sent = [ship for one in home for ship in one.ships if ship.key in form.units]
    air = [one for one in home if one.air and one.air.key in form.aircraft]
    if len(sent) < len(form.units) or len(air) < len(form.aircraft):
        raise FormErrors({"units": f"tick ready units that are based in {beach.square}: others intercept by a search"})
    force = next((one for one in home if any(ship in one.ships for ship in sent)), None)
    base = sent_to(read, against(read, seen), beach.sea, sent, force, air)
    return Sortie(**dict(base), spotted=known is not None, anyhow=read.ruling(R263) != IN_RANGE)


def why_not(given: Sortie) -> Iterator[Refusal]:
    """As any other interception: one is all."""
    for one in intercepting.why_not(given):
        if one.rule != REACH or not given.anyhow:
            yield one


def duties(now: Now) -> Iterator[Duty]:
    """A line for each landing where the viewer's side has something based."""
    for beach in landings(now.view):
        if left_at(now.view, beach):
            words, side = f"Intercept the landing on {beach.square} from there", beach.side.enemy
            met = any(one.order == beach.order for one in now.view.rows(Interception, turn=beach.turn))
            kind = Kind.MAY if met else asked_of(now.view, side)
            yield by_rule(SLUG, words, {"landing": beach.key}, seat=side.value, kind=kind, done="", again=True)


@rule(
    SLUG, INTERCEPTS, "Intercept an invasion from the port that it attacks", form=SortieForm, situation=situation,
    why_not=why_not, shows=told_to_all, may=OPERATIONS, duties=duties,
)  # fmt: skip
def sally(given: Sortie) -> Play[Outcome[Said]]:
    """Announced and fought as any other; who comes through it may bombard the landing too."""
    yield from R263.look()
    made = yield from intercepting.intercept(given)
    seen: tuple[Effect, ...] = () if given.spotted else (given.sighting.made(),)
    return Outcome(made.result, (*seen, *made.effects))
