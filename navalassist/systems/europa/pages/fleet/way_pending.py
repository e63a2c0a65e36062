"""What a group will owe on a way, before it is sent: the rule of the move is tried, and then the step is asked.

So each line, whose tap it is and its chance come from where they come from once it has sailed. Nothing is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from django.http import QueryDict

from navalassist.desk.at import At
from navalassist.desk.forms import form_for
from navalassist.desk.rules.views import form_of
from navalassist.desk.turn.steps import named_in
from navalassist.desk.words import percent
from navalassist.engine import Play, Refusal, Replay, Sub, apply_effects, compute, run
from navalassist.engine.duties import Duty, Kind, Moment
from navalassist.engine.forms import FormErrors
from navalassist.play.rules.resolve import Preview, preview
from navalassist.rules.europa.danger_zones import Exerts
from navalassist.rules.europa.r33_anti_shipping import status_of
from navalassist.rules.europa.r33_contact import final_status
from navalassist.rules.europa.r33_status import Subject
from navalassist.rules.europa.r33_status_allied import REACH
from navalassist.rules.europa.r33_unit_contact import SLUG as CONTACT
from navalassist.rules.europa.r36_danger_contact import SLUG as DANGER
from navalassist.rules.europa.r36_naval_move import refusals
from navalassist.rules.europa.r36_way_hexes import SLUG as HEXES
from navalassist.rules.europa.sailing import Sailing
from navalassist.rules.europa.words import Side
from navalassist.systems.europa import fleet, way_ahead
from navalassist.systems.europa.chart import ZoneStatus
from navalassist.systems.europa.contacts import due_checks
from navalassist.systems.europa.danger import afloat
from navalassist.systems.europa.doors.naval_move import MoveForm
from navalassist.systems.europa.doors.way_hexes import mines_words
from navalassist.systems.europa.fifteen import WHERE
from navalassist.systems.europa.fleet import GROUP
from navalassist.systems.europa.pages.fleet.way import Planned

MOVE, MINES, FUEL, LOOK = "naval-move", "mine-damage", "36.E", "look"
AGAINST, MINUS = "Not as it stands", "−"


@dataclass(frozen=True, slots=True)
class WayRoll:
    """A line: whose tap, what is rolled for, its chance or a word. open: it depends on something nobody has said."""

    seat: str
    text: str
    small: str
    rule: str = ""
    chance: str = ""
    open: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """What one look at the map would settle: a question, why, and its answers with their addresses."""

    text: str
    small: str
    answers: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class Tried:
    """A way as the rule takes it. lacks: what it lacks to be sent, refused and wrong: why the rule does not take it.

    ask: a look at the map that these need, or that settles what it will owe.
    """

    inputs: Mapping[str, Any]
    lacks: str = ""
    refused: Refusal | None = None
    wrong: str = ""
    owed: tuple[WayRoll, ...] = ()
    ask: Ask | None = None


@dataclass(frozen=True, slots=True)
class SeenOnMap:
    """What somebody saw on the map: whose danger zone, and how many hexes it is to an Axis port at most."""

    key: str
    text: str
    exerts: str = ""
    hexes: str = ""


IN_ZONE = SeenOnMap("zone", "in an Axis danger zone", Exerts.AXIS.value, str(REACH))
WITHIN = SeenOnMap("near", f"in none, but within {REACH} hexes of an Axis port", Exerts.NOBODY.value, str(REACH))
BEYOND = SeenOnMap("far", f"further than {REACH} hexes from every Axis port", Exerts.NOBODY.value, str(REACH + 1))
OURS = SeenOnMap("ours", "in an Axis danger zone", Exerts.AXIS.value)
THEIRS = SeenOnMap("theirs", "in an Allied one", Exerts.ALLIED.value)
LOOKS = {look.key: look for look in (IN_ZONE, WITHIN, BEYOND, OURS, THEIRS)}


def tried(plan: Planned, given: QueryDict) -> Tried:
    """What the rule of the move says of a way, and what the group would owe on it."""
    here, values = plan.here, plan.here.state.values
    told = way_ahead.inputs(values, plan.group, plan.way) | ({"reaction": True} if plan.by_day else {})
    if not plan.ends:
        return Tried(told, "Name the hex or the port to which it comes")
    if zones := way_ahead.zones_of_end(values, plan.group, plan.way):
        answers = tuple((name, plan.link(text), False) for name, text in zones)
        ask = Ask(f"in which sea zone is {plan.last}?", "", answers)
        return Tried(told, f"Say in which sea zone {plan.last} is", ask=ask)
    form = form_for(MoveForm, values)(told)
    if not form.is_valid():
        return Tried(told, AGAINST, wrong="; ".join(str(text) for texts in form.errors.values() for text in texts))
    try:
        found = preview(here.state, MOVE, form.cleaned_data, here.system)
    except FormErrors as error:
        return Tried(told, AGAINST, wrong="; ".join(error.fields.values()))
    later = replace(here, state=_after(here, found))
    lines = _Lines(plan, later, LOOKS.get(given.get(LOOK, "")))
    refused, owed = _refusal(found), tuple(lines.all())
    return Tried(told, AGAINST if refused else "", refused, owed=owed, ask=lines.ask(given))


def _refusal(found: Preview) -> Refusal | None:
    """What forbids it, but for fuel: how that is paid is chosen with the button that sends it."""
    if found.refusal is None or found.refusal.rule != FUEL:
        return found.refusal
    situation: Any = found.situation
    return next((why for why in refusals(situation) if why.rule != FUEL), None)


def _after(here: At, found: Preview) -> Any:
    """The campaign as this move would leave it. It is read, and never kept."""
    later = here.state.copy()
    apply_effects(run(found.procedure, found.situation, here.state.book, Replay({})).effects, later.values)
    return later


class _Lines:
    """What is due of a group once it has sailed. look: what somebody saw on the map."""

    def __init__(self, plan: Planned, later: At, look: SeenOnMap | None) -> None:
        """Nothing is worked out yet."""
        self.plan, self.later, self.look = plan, later, look
        self.side = Side(later.state.values[f"{GROUP}:{plan.group}.side"])
        self.asks: dict[str, bool] = {}

    def all(self) -> Iterator[WayRoll]:
        """Contact, danger zone, mines, in this order, each said to be none where it is; then what else is asked.

        Where something can't be worked out that is said, and of nothing that it is none.
        """
        found = [self._line(duty) for duty in self._due()]
        if faults := self.later.agenda.faults:
            yield from (line for _, line in found)
            yield from (WayRoll("", "Missing here", fault, chance="?") for fault in faults)
            return
        about = {slug: [line for at, line in found if at == slug] for slug in (CONTACT, DANGER, MINES, HEXES)}
        yield from about[CONTACT] or [WayRoll("", "Contact", "no enemy interferes on this way", "33.A.1", "none")]
        yield from about[DANGER] or [WayRoll("", "Danger zone", "no hex that is named lies in one", "36.D.2", "none")]
        yield from about[MINES] or [WayRoll("", "Mines", f"in no hex that is named; {self._belts()}", "36.C.1", "none")]
        yield from about[HEXES]
        yield from (line for at, line in found if at not in about)

    def _due(self) -> list[Duty]:
        units = fleet.keys_at(self.later.state, f"{GROUP}:{self.plan.group}")
        keys, moment = {self.plan.group, *units}, Moment(*self.later.state.clock)
        duties = self.later.agenda.at(moment)
        return [duty for duty in duties if duty.kind is Kind.DUE and not duty.off and keys & named_in(duty.url)]

    def _belts(self) -> str:
        return mines_words(self.later.state.values, self.side.enemy)

    def _line(self, duty: Duty) -> tuple[str, WayRoll]:
        seat = duty.seat or self.side.value
        plain = WayRoll(seat, duty.text, duty.small, duty.rule)
        match duty.procedure:
            case slug if slug == CONTACT:
                return slug, self._contact(duty, plain)
            case slug if slug == DANGER:
                return slug, self._danger(duty, plain)
            case slug if slug == MINES:
                return slug, replace(plain, small=f"{duty.small}; chance of a hit", chance=self._hit(duty))
            case slug if slug == HEXES:
                return slug, replace(plain, small="what lies between the places that are named", chance="asked")
            case slug:
                return slug, plain

    def _looked_at(self, duty: Duty, **more: str) -> Preview | None:
        """What the form of a duty shows before the dice, with more typed into it."""
        query = dict(parse_qsl(urlsplit(duty.url).query))
        form = form_of(self.later, duty.procedure)(query | {name: text for name, text in more.items() if text})
        if not form.is_valid():
            return None
        try:
            return preview(self.later.state, duty.procedure, form.cleaned_data, self.later.system)
        except (LookupError, ValueError):
            return None

    def _contact(self, duty: Duty, plain: WayRoll) -> WayRoll:
        """With the status that it is checked at; where it depends on hexes nobody knows, as the rule takes it."""
        query = dict(parse_qsl(urlsplit(duty.url).query))
        status = self._statuses.get((query["unit"], query.get("zone", "")))
        hangs = status is not None and bool(status.variants) and self.side is Side.ALLIED and status.zone in WHERE
        if hangs:
            self.asks[CONTACT] = True
        hexes = self.look.hexes if self.look and hangs else ""
        found = self._looked_at(duty, hexes=hexes)
        if found is None or found.refusal:
            return plain
        situation: Any = found.situation
        small = compute(_status_words(situation.sailing), self.later.state.book)
        taken = f", taken as within {REACH} hexes of an Axis port" if hangs and not hexes else ""
        return replace(plain, small=small + taken, rule=status.rule if status else duty.rule, chance=_chance(found))

    @cached_property
    def _statuses(self) -> dict[tuple[str, str], ZoneStatus | None]:
        """(unit, zone) -> the status at which it is checked."""
        return {(due.unit, due.zone): due.status for due in due_checks(self.later.state, self.later.state.values)}

    def _danger(self, duty: Duty, plain: WayRoll) -> WayRoll:
        found = self._looked_at(duty)
        if found is None or not found.refusal:
            return replace(plain, chance=_chance(found))
        self.asks[DANGER] = True
        enemy = Exerts.AXIS if self.side is Side.ALLIED else Exerts.ALLIED
        if self.look and not Exerts(self.look.exerts).against(self.side):
            return replace(plain, small="not in one, by your look at the map", chance="none")
        chance = _chance(self._looked_at(duty, typed=enemy.value))
        return replace(plain, small="depends on a look at the map", chance=chance, open=not self.look)

    def _hit(self, duty: Duty) -> str:
        found = self._looked_at(duty)
        none = next((figure.value for figure in found.figures if figure.key == "no-hit"), None) if found else None
        return "" if none is None else percent(1 - none)

    def ask(self, given: QueryDict) -> Ask | None:
        """One question that settles what nobody has said."""
        if not self.asks:
            return None
        looks = (OURS, THEIRS) if CONTACT not in self.asks else (IN_ZONE, WITHIN, BEYOND)
        if DANGER not in self.asks:
            looks = (replace(WITHIN, text=f"within {REACH} hexes of an Axis port"), BEYOND)
        at = afloat(self.later.state.values, self.later.state.book, self.plan.group)
        why = at.found.why if at and DANGER in self.asks else ""
        link = self.plan.link(self.plan.way.text)
        answers = tuple((look.text, f"{link}&{LOOK}={look.key}", self.look == LOOKS[look.key]) for look in looks)
        # A port is no open question: how near the way to it comes is one, where not every hex of it is named.
        in_danger = f"where is {self.plan.last}?"
        near = f"how near does its way to {self.plan.last} come to an Axis port?"
        return Ask(in_danger if DANGER in self.asks else near, why, answers)


def _status_words(sailing: Sailing) -> Play[str]:
    """`status 2: Malta's strength is 2 to 11; Carrier with a code C fighter aboard −4`; why no check is made."""
    status = yield from Sub("status", status_of(sailing))
    if not isinstance(status, Subject):
        return status.reason.removesuffix(".")
    final = yield from final_status(sailing.side, sailing.item, sailing.leg, status.tally)
    first, *others = [term for term in final.terms if term.applies and term.value]
    added = (f"{term.text} {term.value:+}".replace("-", MINUS) for term in others)
    return f"status {final.total}: {'; '.join((first.text, *added))}"


def _chance(found: Preview | None) -> str:
    """The chance that a form shows first; `none` for one that can't be."""
    chances = [figure.value for figure in (found.figures if found else ()) if figure.unit == "chance"]
    return percent(chances[0]) if chances and chances[0] else "none"
