"""A naval action as its page shows it: the strip of its steps with their receipts, both sides, what comes next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

from django.http import QueryDict

from navalassist.auditlog.models import Entry, Tagged
from navalassist.auditlog.tags import number
from navalassist.desk.access import At, is_to_roll
from navalassist.desk.system_pages import PageLink
from navalassist.desk.turn.verdicts import Verdict, verdict_of
from navalassist.engine import REGISTER
from navalassist.engine.rows import View, key_of
from navalassist.play.bodies import body_of
from navalassist.play.duties import Kind
from navalassist.play.systems import Moment
from navalassist.systems.storm_of_steel.acting import has_no_guns, has_nobody_left, sides_left, staying
from navalassist.systems.storm_of_steel.actions import open_actions
from navalassist.systems.storm_of_steel.afloat import fleets_at, losses_of, name_of, rows_of
from navalassist.systems.storm_of_steel.pages.shown import Squadron, Together, squadron_of
from navalassist.systems.storm_of_steel.rules.contact import inshore
from navalassist.systems.storm_of_steel.rules.rows import ACTION, AREA, BASE, FLEET, OWED_LOSS, SQUADRON
from navalassist.systems.storm_of_steel.state import LOST, STAGE_WORDS, Mission, Side, Stage
from navalassist.systems.storm_of_steel.state import Action as ActionRow

Facts = Mapping[str, Any]
DONE, NOW, LATER, PASSED = "done", "now", "later", "passed over"
STAY, GIVE_UP = "gw-fleets-stay", "gw-give-up"
# The steps of an action: what each is called, and the procedures that carry it out.
STEPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Mission", ("gw-mission", "gw-contested")),
    ("Interception", ("gw-interception", "gw-let-pass")),
    ("Contact", ("gw-contact",)),
    ("Decision", ("gw-decision",)),
    ("Gunfire", ("gw-combat",)),
    ("Losses", ("gw-losses",)),
    ("Withdrawal", ("gw-withdrawal", "gw-return", STAY)),
    ("Mission carried out", ("gw-bombardment", "gw-raid", "gw-rebasing", GIVE_UP)),
    ("End", ()),
)
# What the panel of a step offers itself.
OFFERED = tuple(slug for _, slugs in STEPS for slug in slugs if slug != GIVE_UP)
# The step that a stage waits for.
WAITS_FOR = {
    Stage.MISSION: 1,
    Stage.CONTACT: 2,
    Stage.DECIDE: 3,
    Stage.FIRE: 4,
    Stage.LOSSES: 5,
    Stage.AFTER: 6,
    Stage.WITHDRAW: 6,
    Stage.RETURN: 6,
    Stage.UNOPPOSED: 7,
    Stage.ENDED: 8,
}
# The procedure that a stage waits for, where its step has several.
GOES_ON = {Stage.AFTER: STAY, Stage.WITHDRAW: "gw-withdrawal", Stage.RETURN: "gw-return", Stage.ENDED: ""}
CARRIED_OUT = {Mission.BOMBARDMENT: "gw-bombardment", Mission.RAIDING: "gw-raid", Mission.REBASING: "gw-rebasing"}
# Procedures that ask a side for its own fleets and squadrons.
OF_ONE_SIDE = ("gw-interception", "gw-losses", "gw-bombardment")
# Receipts of one action that its page reads at most: the last ones, where what comes next follows from them.
MOST = 60


@dataclass(frozen=True, slots=True)
class Owed:
    """A loss that a side has still to take off: how much, and why."""

    key: str
    side: str
    text: str
    cause: str


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the strip. state: done, now, later, or passed over; lines: its receipts."""

    title: str
    state: str
    lines: tuple[Verdict, ...]


@dataclass(frozen=True, slots=True)
class Force(Together):
    """One side of an action, as it stands now. roles: of the contact table; left: what is left of it by each choice.

    lost: what it has lost in the action.
    """

    side: str
    squadrons: tuple[Squadron, ...]
    roles: tuple[str, ...]
    left: tuple[tuple[int, Force], ...] = ()
    lost: tuple[Squadron, ...] = ()

    @property
    def all(self) -> tuple[Squadron, ...]:
        """Those that are there, then those that are lost."""
        return (*self.squadrons, *self.lost)


@dataclass(frozen=True, slots=True)
class Action:
    """A naval action in words. why: its form begins with a tick."""

    key: str
    number: int
    side: str
    mission: str
    area: str
    target: str
    stage: Stage
    ends: str
    procedure: str
    seat: str
    why: str

    @property
    def words(self) -> str:
        """What comes next: `waits for gunfire`; how it ended."""
        return self.ends or STAGE_WORDS[self.stage]

    @property
    def is_over(self) -> bool:
        """True for one that nothing more comes of."""
        return self.stage is Stage.ENDED

    @property
    def title(self) -> str:
        """What its next tap does: the title of the procedure."""
        return REGISTER[self.procedure].title if self.procedure else ""


def action_of(here: At, key: str) -> Action:
    """An action of the campaign."""
    facts, row, view = here.state.values, f"{ACTION}:{key}", View(here.state.values)
    stage, mission = Stage(facts[f"{row}.stage"]), Mission(facts[f"{row}.mission"])
    procedure = next_procedure(stage, mission)
    if has_nobody_left(facts, row):
        procedure = STAY
    elif has_no_guns(facts, row):
        procedure = GIVE_UP
    target = str(facts[f"{row}.target"])
    return Action(
        key=key,
        number=int(facts[f"{row}.number"]),
        side=str(facts[f"{row}.side"]),
        mission=mission.label,
        area=name_of(facts, f"{AREA}:{facts[f'{row}.area']}"),
        target=name_of(facts, f"{BASE}:{target}") if target else "",
        stage=stage,
        ends=str(facts[f"{row}.ends"]),
        procedure=procedure if procedure in here.system.forms and procedure in REGISTER else "",
        seat=seat_of(facts, key, stage, here.viewer.seat),
        why=inshore(view, view.row(ActionRow, key)) if stage is Stage.CONTACT else "",
    )


def next_procedure(stage: Stage, mission: Mission) -> str:
    """The procedure that a stage waits for; '' for one that is over."""
    if stage is Stage.MISSION and not mission.may_be_intercepted:
        return "gw-contact"
    if stage is Stage.UNOPPOSED:
        return CARRIED_OUT.get(mission, "")
    return GOES_ON[stage] if stage in GOES_ON else STEPS[WAITS_FOR[stage]][1][0]


def seat_of(facts: Facts, key: str, stage: Stage, viewer: str) -> str:
    """Whose tap comes next; '' where it is either side's. viewer: of two that owe losses, his seat comes first."""
    row = f"{ACTION}:{key}"
    if has_nobody_left(facts, row):
        return ""
    mine = Side(facts[f"{row}.side"])
    match stage:
        case Stage.MISSION:
            return mine.enemy.value
        case Stage.CONTACT:
            return str(facts[f"{row}.attacker"])
        case Stage.DECIDE | Stage.WITHDRAW:
            return str(facts[f"{row}.advantage"])
        case Stage.UNOPPOSED:
            return mine.value
        case Stage.AFTER:
            said = staying(facts, key)
            return said[0].enemy.value if said else ""
        case Stage.FIRE:
            return _fires_next(facts, row)
        case Stage.RETURN:
            return next((side.value for side in sides_left(facts, row)), "")
        case Stage.LOSSES:
            owing = [str(facts[f"{OWED_LOSS}:{loss}.side"]) for loss in losses_of(facts, key)]
            return viewer if viewer in owing else next(iter(owing), "")
    return ""


def begins_with(facts: Facts, action: Action, viewer: str) -> dict[str, list[str]]:
    """What the form of the next procedure begins with: the action, a loss of it, where it leads, who is near.

    viewer: his seat, whose word it is where either side has one.
    """
    row = f"{ACTION}:{action.key}"
    found = {"action": [action.key]}
    match action.procedure:
        case "gw-losses":
            losses = losses_of(facts, action.key)
            found["loss"] = [loss for loss in losses if facts[f"{OWED_LOSS}:{loss}.side"] == action.seat][:1]
        case "gw-rebasing":
            found["to"] = [f"{BASE}:{facts[f'{row}.target']}"] if action.target else []
        case "gw-contact":
            found["inshore"] = ["on"] if action.why else []
        case "gw-interception":
            found["fleets"] = fleets_at(facts, f"{AREA}:{facts[f'{row}.area']}", action.seat)
        case procedure if procedure == STAY:
            found["who"] = [side.value for side in Side if side == (action.seat or viewer)]
    return {name: values for name, values in found.items() if values}


def own_choices(facts: Facts, action: Action, choices: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Of fleets and squadrons those of the seat whose tap it is, where the next procedure asks for its own alone.

    A coast is shelled by the squadrons of the action.
    """
    if action.procedure not in OF_ONE_SIDE or not action.seat:
        return choices
    kinds = (FLEET, SQUADRON)
    if action.procedure == CARRIED_OUT[Mission.BOMBARDMENT]:
        there = facts[f"{ACTION}:{action.key}.{action.seat}"]
        choices = [one for one in choices if f"{SQUADRON}:{one[0]}.side" not in facts or one[0] in there]
    return [
        (key, words)
        for key, words in choices
        if all(facts.get(f"{k}:{key}.side", action.seat) == action.seat for k in kinds)
    ]


def _fires_next(facts: Facts, row: str) -> str:
    order = str(facts[f"{row}.order"])
    if order not in tuple(Side):
        return ""
    first = Side(order)
    return first.enemy.value if first in facts[f"{row}.fired"] else first.value


def actions(here: At) -> tuple[list[Action], list[Action]]:
    """The naval actions in progress, and those that have ended, the latest first."""
    found = [action_of(here, key_of(row)) for row in rows_of(here.state.values, ACTION)]
    found.sort(key=lambda action: action.number, reverse=True)
    return [one for one in found if not one.is_over], [one for one in found if one.is_over]


def waiting_for(here: At) -> list[Action]:
    """The naval actions that can go on in this step and whose next tap is this viewer's, the earliest first."""
    due = (duty.url for duty in here.agenda.at(Moment(*here.state.clock)) if duty.kind is Kind.DUE)
    able = {action_named(url) for url in due}
    found = (action_of(here, one.key) for one in open_actions(View(here.state.values)) if one.key in able)
    return sorted((one for one in found if one.procedure and is_to_roll(here, one.seat)), key=lambda one: one.number)


def action_named(url: str) -> str:
    """The key of the naval action that an address begins a form with; '' for none."""
    return QueryDict(urlsplit(url).query).get("action", "")


def forces(here: At, key: str, entries: Iterable[Entry]) -> list[Force]:
    """Both sides as they stand now, with what they have lost by these receipts."""
    facts, row = here.state.values, f"{ACTION}:{key}"
    lost = [replace(squadron_of(facts, one), where="Lost in this action", out=True) for one in _lost(here, entries)]
    told = {"attacker": "attacks on the contact table", "advantage": "has the advantage"}
    found = []
    for side in Side:
        roles = tuple(words for name, words in told.items() if facts[f"{row}.{name}"] == side.value)
        roles += ("fired",) if side.value in facts[f"{row}.fired"] else ()
        squadrons = [squadron_of(facts, one) for one in facts[f"{row}.{side.value}"] if _is_there(facts, one)]
        squadrons.sort(key=lambda one: one.where)
        gone = tuple(one for one in lost if one.side == side)
        found.append(Force(side.value, tuple(squadrons), roles, lost=gone))
    return found


def _lost(here: At, entries: Iterable[Entry]) -> list[str]:
    """The squadrons that were taken off in these entries and are lost still."""
    facts, found = here.state.values, []
    for entry in entries:
        if entry.procedure == "gw-losses":
            effects = body_of(entry, here.viewer.audiences).get("effects") or ()
            found += [str(one["key"]).removesuffix(".place") for one in effects if one.get("value") == LOST]
    return [key_of(row) for row in dict.fromkeys(found) if facts.get(f"{row}.place") == LOST]


def owed(facts: Facts, losses: Iterable[str]) -> Iterator[Owed]:
    """Losses that are still to be taken off."""
    for key in losses:
        row = f"{OWED_LOSS}:{key}"
        factors, units = int(facts[f"{row}.factors"]), int(facts[f"{row}.units"])
        parts = (_several(factors, "protection factor"), _several(units, "squadron"))
        yield Owed(key, str(facts[f"{row}.side"]), " and ".join(filter(None, parts)), str(facts[f"{row}.cause"]))


def owed_apart(facts: Facts) -> list[Owed]:
    """Losses that belong to no naval action."""
    rows = (row for row in rows_of(facts, OWED_LOSS) if not facts[f"{row}.action"])
    return list(owed(facts, map(key_of, rows)))


def strip(here: At, action: Action, entries: Sequence[Entry]) -> list[Step]:
    """The steps in order, each with its receipts, which are among the entries."""
    lines: dict[int, list[Verdict]] = {}
    corrected = {entry.corrects for entry in entries}
    for entry in entries:
        place = next((n for n, (_, slugs) in enumerate(STEPS) if entry.procedure in slugs), None)
        if place is not None:
            line = replace(verdict_of(entry, here), struck="corrected" if entry.reference in corrected else "")
            lines.setdefault(place, []).append(line)
    now = WAITS_FOR[action.stage]
    return [Step(title, _state(n, now, n in lines), tuple(lines.get(n, ()))) for n, (title, _) in enumerate(STEPS)]


def newest_first(steps: Iterable[Step]) -> list[Verdict]:
    """The receipts of all steps."""
    return sorted((line for step in steps for line in step.lines), key=lambda line: line.sequence, reverse=True)


def receipts(here: At, key: str) -> list[Entry]:
    """The entries that changed an action, as far as this viewer may read them, in the order of writing. One query."""
    identity = str(here.campaign.identity)
    tags = [number(identity, audience, f"{ACTION}:{key}") for audience in sorted(here.viewer.audiences)]
    keys = Tagged.objects.filter(tag__in=tags).values("entry_id")
    entries = Entry.objects.filter(campaign=here.campaign, pk__in=keys)
    last = entries.seen_by(here.viewer.audiences).order_by("-id")[:MOST]
    return list(reversed(last))


def of_entry(here: At, body: Mapping[str, Any]) -> PageLink | None:
    """The naval action that an entry was a part of: by the facts that it changed, or by what it was about."""
    effects = body.get("effects") or ()
    rows = [str(one["key"]) if one["do"] == "create" else str(one["key"]).rpartition(".")[0] for one in effects]
    about = (body.get("situation") or {}).get("action")
    for row in (*rows, *([f"{ACTION}:{about['key']}"] if about else ())):
        if row.startswith(f"{ACTION}:") and f"{row}.number" in here.state.values:
            one = action_of(here, key_of(row))
            return PageLink("map", f"action/{one.key}/", f"Action {one.number}{'' if one.is_over else ' goes on'}")
    return None


def _state(place: int, now: int, has_lines: bool) -> str:
    if place == now:
        return NOW
    if has_lines:
        return DONE
    return PASSED if place < now else LATER


def _is_there(facts: Facts, squadron: str) -> bool:
    return f"{SQUADRON}:{squadron}.side" in facts


def _several(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}" if count else ""
