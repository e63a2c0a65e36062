"""A naval action as its page shows it: the strip of its steps with their receipts, both sides, what comes next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

from django.http import QueryDict

from navalassist.auditlog.models import Entry, Tagged
from navalassist.auditlog.tags import number
from navalassist.desk.access import is_to_roll
from navalassist.desk.at import At
from navalassist.desk.system_pages import PageLink
from navalassist.desk.turn.verdicts import Verdict, verdict_of
from navalassist.engine import REGISTER
from navalassist.engine.duties import Kind, Moment
from navalassist.engine.forms import Options
from navalassist.engine.reader import View
from navalassist.engine.rows import key_of
from navalassist.play.storage.bodies import body_of
from navalassist.systems.storm_of_steel import actions as war
from navalassist.systems.storm_of_steel.forces import fleets_at
from navalassist.systems.storm_of_steel.pages.forces import Ship, Together, ship_of
from navalassist.systems.storm_of_steel.rules import (
    bombardment,
    combat,
    contact,
    contested,
    decision,
    interception,
    losses,
    mission,
    passing,
    raid,
    rebasing,
    staying,
    withdrawal,
)
from navalassist.systems.storm_of_steel.state import (
    LOST,
    Action,
    Area,
    Base,
    Fleet,
    Mission,
    OwedLoss,
    Side,
    Squadron,
    Stage,
)

DONE, NOW, LATER, PASSED = "done", "now", "later", "passed over"
# The steps of an action: what each is called, and the procedures that carry it out.
STEPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Mission", (mission.SLUG, contested.SLUG)),
    ("Interception", (interception.SLUG, passing.LET_PASS)),
    ("Contact", (contact.SLUG,)),
    ("Decision", (decision.SLUG,)),
    ("Gunfire", (combat.SLUG,)),
    ("Losses", (losses.SLUG,)),
    ("Withdrawal", (withdrawal.WITHDRAWAL, withdrawal.RETURN, staying.STAY)),
    ("Mission carried out", (bombardment.SLUG, raid.SLUG, rebasing.SLUG, passing.GIVE_UP)),
    ("End", ()),
)
# What the panel of a step offers itself.
OFFERED = tuple(slug for _, slugs in STEPS for slug in slugs if slug != passing.GIVE_UP)
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
GOES_ON = {
    Stage.AFTER: staying.STAY,
    Stage.WITHDRAW: withdrawal.WITHDRAWAL,
    Stage.RETURN: withdrawal.RETURN,
    Stage.ENDED: "",
}
CARRIED_OUT = {Mission.BOMBARDMENT: bombardment.SLUG, Mission.RAIDING: raid.SLUG, Mission.REBASING: rebasing.SLUG}
# Procedures that ask a side for its own fleets and squadrons.
OF_ONE_SIDE = (interception.SLUG, losses.SLUG, bombardment.SLUG)
# Receipts of one action that its page reads at most: the last ones, where what comes next follows from them.
MOST = 60


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

    side: Side
    squadrons: tuple[Ship, ...]
    roles: tuple[str, ...]
    left: tuple[tuple[int, Force], ...] = ()
    lost: tuple[Ship, ...] = ()

    @property
    def all(self) -> tuple[Ship, ...]:
        """Those that are there, then those that are lost."""
        return (*self.squadrons, *self.lost)


class Going(Action, part="action"):
    """A naval action with what comes next. seat: whose tap that is; why: its form begins with a tick."""

    area_name: str
    target_name: str
    procedure: str
    seat: str
    why: str

    @property
    def words(self) -> str:
        """What comes next: `waits for gunfire`; how it ended."""
        return self.ends or Stage(self.stage).label

    @property
    def is_over(self) -> bool:
        """True for one that nothing more comes of."""
        return self.stage is Stage.ENDED

    @property
    def title(self) -> str:
        """What its next tap does: the title of the procedure."""
        return REGISTER[self.procedure].title if self.procedure else ""


def action_of(here: At, key: str) -> Going:
    """An action of the campaign."""
    view = here.rows
    row = view.row(Action, key)
    procedure = next_procedure(row.stage, row.mission)
    if war.has_nobody_left(view, row):
        procedure = staying.STAY
    elif war.has_no_guns(view, row):
        procedure = passing.GIVE_UP
    return view.row(
        Going,
        key,
        area_name=view.name(Area.row_of(row.area)),
        target_name=view.name(Base.row_of(row.target)) if row.target else "",
        procedure=procedure if procedure in here.system.forms and procedure in REGISTER else "",
        seat=seat_of(view, row, here.viewer.seat),
        why=contact.inshore(view, row) if row.stage is Stage.CONTACT else "",
    )


def next_procedure(stage: Stage, mission: Mission) -> str:
    """The procedure that a stage waits for; '' for one that is over."""
    if stage is Stage.MISSION and not mission.may_be_intercepted:
        return contact.SLUG
    if stage is Stage.UNOPPOSED:
        return CARRIED_OUT.get(mission, "")
    return GOES_ON[stage] if stage in GOES_ON else STEPS[WAITS_FOR[stage]][1][0]


def seat_of(view: View, action: Action, viewer: str) -> str:
    """Whose tap comes next; '' where it is either side's. viewer: of two that owe losses, this seat comes first."""
    if war.has_nobody_left(view, action):
        return ""
    match action.stage:
        case Stage.MISSION:
            return action.side.enemy
        case Stage.AFTER:
            said = war.staying(view, action.key)
            return said[0].enemy if said else ""
        case Stage.LOSSES:
            owing = [loss.side for loss in war.losses_of(view, action.key)]
            return viewer if viewer in owing else next(iter(owing), "")
    return war.tap_of(war.action_of(view, action.key))


def begins_with(here: At, action: Going) -> dict[str, list[str]]:
    """What the form of the next procedure begins with: the action, a loss of it, where it leads, who is near."""
    view, found = here.rows, {"action": [action.key]}
    match action.procedure:
        case losses.SLUG:
            found["loss"] = [loss.key for loss in war.losses_of(view, action.key) if loss.side == action.seat][:1]
        case rebasing.SLUG:
            found["to"] = [Base.row_of(action.target)] if action.target else []
        case contact.SLUG:
            found["inshore"] = ["on"] if action.why else []
        case interception.SLUG:
            found["fleets"] = [fleet.key for fleet in fleets_at(view, Area.row_of(action.area), Side(action.seat))]
        case staying.STAY:
            found["who"] = [side.value for side in Side if side == (action.seat or here.viewer.seat)]
    return {name: values for name, values in found.items() if values}


def own_choices(view: View, action: Going, choices: Options) -> Options:
    """Of fleets and squadrons those of the seat whose tap it is, where the next procedure asks for its own alone.

    A coast is shelled by the squadrons of the action.
    """
    if action.procedure not in OF_ONE_SIDE or not action.seat:
        return choices
    if action.procedure == CARRIED_OUT[Mission.BOMBARDMENT]:
        there = war.squadrons_of(action, Side(action.seat))
        choices = [one for one in choices if not view.has(Squadron, one[0]) or one[0] in there]

    def is_own(key: str) -> bool:
        return all(view.get(kind.fact_of(key, "side"), action.seat) == action.seat for kind in (Fleet, Squadron))

    return [(key, words) for key, words in choices if is_own(key)]


def actions(here: At) -> tuple[list[Going], list[Going]]:
    """The naval actions in progress, and those that have ended, the latest first."""
    found = [action_of(here, row.key) for row in war.actions(here.rows)]
    return [one for one in found if not one.is_over], [one for one in found if one.is_over]


def waiting_for(here: At) -> list[Going]:
    """The naval actions that can go on in this step and whose next tap is this viewer's, the earliest first."""
    due = (duty.url for duty in here.agenda.at(Moment(*here.state.clock)) if duty.kind is Kind.DUE)
    able = {action_named(url) for url in due}
    found = (action_of(here, row.key) for row in war.open_actions(here.rows) if row.key in able)
    return sorted((one for one in found if one.procedure and is_to_roll(here, one.seat)), key=lambda one: one.number)


def action_named(url: str) -> str:
    """The key of the naval action that an address begins a form with; '' for none."""
    return QueryDict(urlsplit(url).query).get("action", "")


def forces(here: At, action: Action, entries: Iterable[Entry]) -> list[Force]:
    """Both sides as they stand now, with what they have lost by these receipts."""
    view, found = here.rows, []
    lost = [ship_of(view, key, where="Lost in this action", out=True) for key in _lost(here, entries)]
    for side in Side:
        roles = ["attacks on the contact table"] if action.attacker == side else []
        roles += ["has the advantage"] if action.advantage == side else []
        roles += ["fired"] if side in action.fired else []
        there = [ship_of(view, key) for key in war.squadrons_of(action, side) if view.has(Squadron, key)]
        there.sort(key=lambda one: one.where)
        gone = tuple(one for one in lost if one.side is side)
        found.append(Force(side, tuple(there), tuple(roles), lost=gone))
    return found


def _lost(here: At, entries: Iterable[Entry]) -> list[str]:
    """The squadrons that were taken off in these entries and are lost still."""
    values, found = here.state.values, []
    for entry in entries:
        if entry.procedure == losses.SLUG:
            effects = body_of(entry, here.viewer.audiences).get("effects") or ()
            found += [str(one["key"]).removesuffix(".place") for one in effects if one.get("value") == LOST]
    return [key_of(row) for row in dict.fromkeys(found) if values.get(f"{row}.place") == LOST]


def owed_words(loss: OwedLoss) -> str:
    """`3 protection factors`, `1 squadron`"""
    parts = (_several(loss.factors, "protection factor"), _several(loss.units, "squadron"))
    return " and ".join(filter(None, parts))


def owed_apart(view: View) -> list[tuple[OwedLoss, str]]:
    """Losses that belong to no naval action, each with how much it is."""
    return [(loss, owed_words(loss)) for loss in war.losses_of(view, "")]


def strip(here: At, action: Going, entries: Sequence[Entry]) -> list[Step]:
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
    tags = [number(identity, audience, Action.row_of(key)) for audience in sorted(here.viewer.audiences)]
    keys = Tagged.objects.filter(tag__in=tags).values("entry_id")
    entries = Entry.objects.filter(campaign=here.campaign, pk__in=keys)
    last = entries.seen_by(here.viewer.audiences).order_by("-id")[:MOST]
    return list(reversed(last))


def of_entry(here: At, body: Mapping[str, Any]) -> PageLink | None:
    """The naval action that an entry was a part of: by the facts that it changed, or by what it was about."""
    effects = body.get("effects") or ()
    rows = [str(one["key"]) if one["do"] == "create" else str(one["key"]).rpartition(".")[0] for one in effects]
    about = (body.get("situation") or {}).get("action")
    begins = Action.row_of("")
    for row in (*rows, *([Action.row_of(about["key"])] if about else ())):
        if row.startswith(begins) and here.rows.has(Action, key_of(row)):
            one = action_of(here, key_of(row))
            return PageLink("map", f"action/{one.key}/", f"Action {one.number}{'' if one.is_over else ' goes on'}")
    return None


def _state(place: int, now: int, has_lines: bool) -> str:
    if place == now:
        return NOW
    if has_lines:
        return DONE
    return PASSED if place < now else LATER


def _several(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}" if count else ""
