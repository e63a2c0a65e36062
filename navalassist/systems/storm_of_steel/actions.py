"""A naval action, from the mission that is declared to its end: what its steps read, and how one leads to the next."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from navalassist.engine import Effect, Refusal, Set
from navalassist.engine.forms import Options
from navalassist.engine.operations import AtStage, Operation, Tap, by
from navalassist.engine.reader import View
from navalassist.engine.rows import Says
from navalassist.systems.storm_of_steel.clock import Step
from navalassist.systems.storm_of_steel.forces import afloat
from navalassist.systems.storm_of_steel.marks import stays_mark
from navalassist.systems.storm_of_steel.state import (
    BOTH,
    LOST,
    Action,
    ActionNow,
    Area,
    Base,
    Keyed,
    Mission,
    Name,
    OwedLoss,
    Side,
    Squadron,
    Squadrons,
    Stage,
    Unit,
    Whose,
    combat_strength,
)


class NavalAction(ActionNow):
    """A naval action as rules read it: with the squadrons that take part, as far as they are not lost."""

    area_name: Name = Says("Name of the sea area", "", told=False)
    central: Squadrons = Says("Central squadrons", ())
    allied: Squadrons = Says("Allied squadrons", ())

    @property
    def sea(self) -> str:
        """The name of its area, or the key where it has none: `Ionian Sea`."""
        return self.area_name or self.area

    @property
    def title(self) -> str:
        """`Action 1, Heligoland Bight`"""
        return f"Action {self.number}, {self.sea}"

    def of(self, side: Side) -> tuple[Unit, ...]:
        """The squadrons of a side."""
        return self.central if side is Side.CENTRAL else self.allied

    @property
    def remaining(self) -> tuple[Side, ...]:
        """The sides that have units in it."""
        return tuple(side for side in Side if self.of(side))

    @property
    def is_deserted(self) -> bool:
        """True where what comes next asks for a side that has nobody left in it (R-89)."""
        return is_deserted(self.stage, self.side, self.remaining)


def is_deserted(stage: Stage, side: Side, remaining: Collection[Side]) -> bool:
    """True where a stage asks for a side with nobody left. side: whose mission it is; remaining: who has units left."""
    match stage:
        case Stage.ENDED | Stage.LOSSES:
            return False
        case Stage.MISSION | Stage.UNOPPOSED:
            return side not in remaining
        case Stage.RETURN:
            return not remaining
    return len(remaining) < len(Side)


def tap_of(action: NavalAction) -> Whose:
    """The side whose part an action waits for, which may give it up; empty where it is not one side's alone."""
    match action.stage:
        case Stage.MISSION | Stage.UNOPPOSED:
            return action.side
        case Stage.CONTACT:
            return action.attacker
        case Stage.DECIDE | Stage.WITHDRAW:
            return action.advantage
        case Stage.FIRE:
            return action.fires_next
        case Stage.RETURN:
            return action.remaining[0] if action.remaining else ""
    return ""


def out_of_step(step: Step | None, rule: str) -> Iterator[Refusal]:
    """Missions are intercepted and carried out in steps of naval operations (R-74). step: None where nobody asks."""
    if step not in (None, Step.NAVAL_OPERATIONS):
        yield Refusal(f"It is done in a step of {Step.NAVAL_OPERATIONS.label.lower()} (R-74).", rule)


def mission_refused(action: NavalAction | None, mission: Mission, rule: str) -> Iterator[Refusal]:
    """Why this mission is not carried out now: it is the last step of an action that nobody stopped."""
    if action is None:
        words = f"send a fleet on a {mission.label} mission first, which the enemy may intercept"
        yield Refusal(f"No naval action is named: {words}.", rule)
    elif action.mission is not mission:
        yield Refusal(f"The mission of action {action.number} is {action.mission.label}.", rule)
    else:
        yield from ACTIONS.not_now(action, CARRIED_OUT[mission], rule)


def keys(rows: Iterable[Keyed]) -> list[str]:
    """Their keys, as a fact of the action holds them."""
    return [row.key for row in rows]


def ended(action: ActionNow, words: str) -> tuple[Effect, ...]:
    """The action is over."""
    return action.set(stage=Stage.ENDED, ends=words)


def goes_on(action: NavalAction, words: str) -> tuple[Effect, ...]:
    """Nobody was driven off: the mission is carried out, and a general engagement is over (R-79, R-87)."""
    if action.mission.may_be_intercepted:
        return action.set(stage=Stage.UNOPPOSED)
    return ended(action, words)


def left_alone(action: NavalAction) -> tuple[Effect, ...]:
    """What follows where a side or both have nobody left: the other remains, as after a withdrawal (R-89)."""
    if not action.remaining:
        return ended(action, "nobody is left on either side")
    return alone(action, action.remaining[0])


def after_fire(action: NavalAction) -> tuple[Effect, ...]:
    """What follows a salvo and its losses: the other side fires with what it has left, or the shooting is over (R-75).

    action: as it stands after the losses. A side that has nothing left leaves the water to the other (GW.REFUSE.3).
    """
    if len(action.remaining) < len(Side):
        return left_alone(action)
    return ACTIONS.goes_to(action, Stage.FIRE)


def nobody_fires(action: NavalAction) -> bool:
    """True where both sides have fired, or those who would have no combat strength."""
    if action.order == BOTH:
        return bool(action.fired) or not combat_strength((*action.central, *action.allied))
    return not (action.fires_next and combat_strength(action.of(action.fires_next)))


def alone(action: NavalAction, side: Side) -> tuple[Effect, ...]:
    """One side remains: its mission goes on, or it goes home; the area of a general engagement is its own (R-33)."""
    if side is action.side and action.mission.may_be_intercepted:
        return action.set(stage=Stage.UNOPPOSED)
    return (*action.set(stage=Stage.RETURN), *domination(action, side))


def domination(action: NavalAction, side: Side) -> tuple[Effect, ...]:
    """After a general engagement the area is dominated by the side that remains."""
    if action.mission is not Mission.GENERAL_ENGAGEMENT:
        return ()
    return (Set(Area.fact_of(action.area, "dominated"), side.value),)


# --- in a campaign


def action_of(read: View, key: str) -> NavalAction:
    """A naval action with those of its squadrons that are not lost. Unknown for a key that the campaign lacks."""
    now = read.row(ActionNow, key)
    units = {side.value: afloat(read, read[now.fact(side.value)]) for side in Side}
    return NavalAction(**dict(now), **units, area_name=read[Area.fact_of(now.area, "name")])


def squadrons_of(action: Action, side: Side) -> tuple[str, ...]:
    """Keys of the squadrons of a side that were declared, or joined."""
    return action.central if side is Side.CENTRAL else action.allied


def taking_part(view: View, but: Collection[str] = ()) -> frozenset[str]:
    """Keys of the squadrons that take part in a naval action that is not over. but: actions that don't count."""
    others = (action for action in ACTIONS.going_on(view) if action.key not in but)
    return frozenset(key for action in others for key in (*action.central, *action.allied))


def busy_with(view: View, squadrons: Iterable[Unit], but: str = "") -> str:
    """Which of these is in an action that is not over, as a sentence; '' for none. but: key of one to leave out."""
    for unit in squadrons:
        for action in ACTIONS.going_on(view):
            if action.key != but and unit.key in (*action.central, *action.allied):
                name = view.name(Squadron.row_of(unit.key))
                return f"{name} takes part in action {action.number}, which is not over."
    return ""


def busy_action(view: View, squadron: str) -> Action | None:
    """The naval action that is not over in which a squadron takes part."""
    return next((one for one in ACTIONS.going_on(view) if squadron in (*one.central, *one.allied)), None)


def sides_left(view: View, action: Action) -> tuple[Side, ...]:
    """The sides that have units left in a naval action: those that are there, and not lost."""

    def is_left(key: str) -> bool:
        return view.get(Squadron.fact_of(key, "place"), LOST) != LOST

    return tuple(side for side in Side if any(map(is_left, squadrons_of(action, side))))


def has_nobody_left(view: View, action: Action) -> bool:
    """True for an action whose next step asks for a side that has nobody left (R-89)."""
    return is_deserted(action.stage, action.side, sides_left(view, action))


def has_no_guns(view: View, action: Action) -> bool:
    """True for a bombardment that nobody stops, with no squadron left in it that the table counts."""
    if action.stage is not Stage.UNOPPOSED or action.mission is not Mission.BOMBARDMENT:
        return False
    units = (view.find(Squadron, key) for key in squadrons_of(action, action.side))
    return not any(unit and unit.place != LOST and unit.kind.is_battle_line for unit in units)


def staying(read: View, action: str) -> tuple[Side, ...]:
    """The sides that have said that they stay in a naval action."""
    return tuple(side for side in Side if read.get(f"{stays_mark(action, side)}.kind") is not None)


def losses_of(view: View, action: str) -> list[OwedLoss]:
    """The losses that are still owed for a naval action."""
    return list(view.rows(OwedLoss, action=action))


def free_loss(view: View, stem: str) -> str:
    """How the key of a new loss begins: `bombardment-2` where one of that stem is still owed."""
    taken = view.keys(OwedLoss)
    number = 1
    while any(key == f"{stem}-{number}" or key.startswith(f"{stem}-{number}-") for key in taken):
        number += 1
    return f"{stem}-{number}"


def action_words(view: View, action: Action) -> str:
    """`Action 3: Coastal Bombardment, North Sea, south`."""
    return f"Action {action.number}: {action.mission.label}, {view.name(Area.row_of(action.area))}"


def target_words(view: View, action: Action) -> str:
    """The name of the base that is shelled or sailed to."""
    return view.name(Base.row_of(action.target))


# --- its stages

CARRIED_OUT = {
    Mission.BOMBARDMENT: "gw-bombardment",
    Mission.RAIDING: "gw-raid",
    Mission.REBASING: "gw-rebasing",
}


def who_stays(view: View, action: Action) -> Sequence[Side]:
    """After the gunfire either side may tap; once one has said that it stays, the other."""
    return [side.enemy for side in staying(view, action.key)]


def nobody_goes_on(view: View, action: Action) -> Tap | None:
    """Of a side nobody is left (R-89), or nobody who could shell a coast."""
    if has_nobody_left(view, action):
        return Tap("gw-fleets-stay", ())
    return Tap("gw-give-up", (action.side,)) if has_no_guns(view, action) else None


ACTIONS = Operation(
    Action,
    AtStage(
        Stage.MISSION,
        "Interception",
        ("gw-interception", "gw-let-pass"),
        taps=lambda view, action: (action.side.enemy,),
        then=(Stage.UNOPPOSED, Stage.CONTACT),
        also=("gw-give-up",),
        goes_by=lambda action: "gw-interception" if action.mission.may_be_intercepted else "gw-contact",
    ),
    AtStage(
        Stage.CONTACT,
        "Contact",
        ("gw-contact",),
        taps=by("attacker"),
        then=(Stage.FIRE, Stage.DECIDE, Stage.UNOPPOSED),
    ),
    AtStage(Stage.DECIDE, "Decision", ("gw-decision",), taps=by("advantage"), then=(Stage.FIRE, Stage.WITHDRAW)),
    AtStage(
        Stage.FIRE,
        "Gunfire",
        ("gw-combat",),
        taps=by("fires_next"),
        then=(Stage.AFTER, Stage.FIRE, Stage.LOSSES),
        empty=nobody_fires,
    ),
    AtStage(
        Stage.LOSSES,
        "Losses",
        ("gw-losses",),
        taps=lambda view, action: (loss.side for loss in losses_of(view, action.key)),
        then=(Stage.FIRE, Stage.UNOPPOSED, Stage.RETURN),
    ),
    AtStage(
        Stage.AFTER,
        "Withdrawal",
        ("gw-fleets-stay", "gw-withdrawal"),
        taps=who_stays,
        then=(Stage.UNOPPOSED, Stage.RETURN),
    ),
    AtStage(
        Stage.WITHDRAW,
        "Withdrawal",
        ("gw-withdrawal",),
        taps=by("advantage"),
        then=(Stage.RETURN, Stage.UNOPPOSED),
    ),
    AtStage(
        Stage.RETURN,
        "Withdrawal",
        ("gw-return",),
        taps=lambda view, action: sides_left(view, action)[:1],
        then=(Stage.ENDED,),
    ),
    AtStage(
        Stage.UNOPPOSED,
        "Mission carried out",
        (*CARRIED_OUT.values(), "gw-give-up"),
        taps=by("side"),
        # A force that re-bases may sail on to the next sea.
        then=(Stage.ENDED, Stage.MISSION),
        goes_by=lambda action: CARRIED_OUT.get(action.mission, ""),
    ),
    AtStage(Stage.ENDED, "End"),
    begins=("Mission", ("gw-mission", "gw-contested")),
    words=action_words,
    instead=nobody_goes_on,
)


# --- what a form may choose


def unopposed(mission: Mission) -> Callable[[View], Options]:
    """The actions whose mission of this kind nobody stops any more, and that have somebody left to carry it out."""

    def choices(view: View) -> Options:
        return [(action.key, action_words(view, action)) for action in unopposed_actions(view, mission)]

    return choices


def unopposed_actions(view: View, mission: Mission) -> list[Action]:
    """The same as rows, the latest first."""
    found = (action for action in ACTIONS.all(view, Stage.UNOPPOSED) if not has_nobody_left(view, action))
    return [action for action in found if action.mission is mission]


def no_guns_words(view: View, action: Action) -> str:
    """`nobody is left to shell Scarborough`"""
    return f"nobody is left to shell {target_words(view, action)}"
