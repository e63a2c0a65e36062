"""The miniature system joined to play: situations, turn sequence, set-up."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.engine import Create, Effect, create
from navalassist.engine.duties import Moment
from navalassist.engine.reader import Reader
from navalassist.play import state as states
from navalassist.play.corrections.correct import Correction, correct
from navalassist.play.corrections.undo import give_up
from navalassist.play.dice.server import DiceInput
from navalassist.play.rules.resolve import answer, carry_out
from navalassist.play.storage.bodies import body_of
from navalassist.play.systems import System, Target
from navalassist.play.turns import steps
from navalassist.play.write.transaction import writing
from navalassist.taskforces.models import TaskForce
from tables import parse
from tests.mini import rules, texts

ACTOR = "00000000-0000-4000-8000-000000000001"
START = Moment("0001", "axis", "plan")
STEPS = ("plan", "sail")


def next_moment(now: Moment) -> Moment:
    if now.step == "plan":
        return Moment(now.turn, now.player_turn, "sail")
    if now.player_turn == "axis":
        return Moment(now.turn, "allied", "plan")
    return Moment(f"{int(now.turn) + 1:04}", "axis", "plan")


def strike(reader: Reader, target: Target) -> rules.Strike:
    force = str(target["force"])
    row = reader.fields(f"task-force:{force}", "side", "name", "strength", "place")
    zone = row["place"]
    when = "/".join(reader.fields("campaign:clock", "turn", "player_turn", "step").values())
    mark = f"mark:struck/{force}/{zone}/{when}.kind"
    return rules.Strike(
        side=row["side"],
        force=force,
        name=row["name"],
        strength=row["strength"],
        zone=zone,
        moon=bool(target.get("moon", False)),
        when=when,
        struck_before=reader.source(mark) if reader.get(mark) else "",
        facts=reader.facts((f"zone:{zone}.declared", f"zone:{zone}.hits")),
    )


def sky(reader: Reader, target: Target) -> rules.Sky:
    zone = str(target["zone"])
    return rules.Sky(zone=zone, water="open" if zone == "outer" else "narrows", was=reader[f"zone:{zone}.interference"])


def council(reader: Reader, target: Target) -> rules.Council:
    return rules.Council(zone=str(target["zone"]))


def watch(reader: Reader, target: Target) -> rules.Watch:
    return rules.Watch(zone="inner", name=str(target.get("name", "")))


def scout(reader: Reader, target: Target) -> rules.Scout:
    force = str(target["force"])
    row = reader.fields(f"task-force:{force}", "side", "name")
    return rules.Scout(side=row["side"], force=force, name=row["name"])


def barrage(reader: Reader, target: Target) -> rules.Barrage:
    return rules.Barrage(guns=int(target.get("guns", 1)))


class ZoneForm(BaseModel):
    """What a person types for a rule about a zone."""

    zone: Annotated[Literal["inner", "outer"], Field(title="Sea zone")]


class ForceForm(BaseModel):
    """What a person types for a rule about a task force."""

    force: Annotated[str, Field(title="Task force")]


MINI = System(
    key="mini",
    title="Miniature",
    sides=("axis", "allied"),
    place="zone",
    reasons={"wrong-cargo": "wrong cargo"},
    rulings=(rules.RULING,),
    next_moment=next_moment,
    situations={
        "mini-strike": strike,
        "mini-weather": sky,
        "mini-orders": council,
        "mini-watch": watch,
        "mini-scout": scout,
        "mini-barrage": barrage,
    },
    forms={"mini-weather": ZoneForm, "mini-orders": ZoneForm, "mini-scout": ForceForm},
)


def zone(key: str) -> Create:
    return create(
        f"zone:{key}",
        name=key.title(),
        short_name=key,
        panel="map",
        position=0,
        neighbours=["inner" if key == "outer" else "outer"],
        interference="",
        declared="",
        hits=0,
    )


def force(key: str, side: str = "allied", place: str = "outer", name: str = "Force", strength: int = 2) -> Create:
    fields = TaskForce.new_facts(side=side, name=name, strength=strength, place=place)
    return create(f"task-force:{key}", **fields)


def rows() -> Iterator[Create]:
    yield zone("inner")
    yield zone("outer")
    yield create("ledger:axis", vp=0)
    yield create("ledger:allied", vp=0)
    yield create("condition:fog", value=False)
    yield create("ruling:R-90", choice="yes")
    yield force("open", "axis", "inner", "Open Force", 3)


def table_texts() -> dict[str, str]:
    return {f"{slug}@{parse(text.encode(), slug).version}": text for slug, text in texts.ALL.items()}


def begin(name: str = "Little War") -> Campaign:
    """A campaign in the miniature system."""
    return steps.begin(name=name, system="mini", moment=START, rows=rows(), tables=table_texts())


def seat(campaign: Campaign, name: str = "axis", at_table: bool = True) -> Viewer:
    """A viewer in a seat; at one table unless told otherwise."""
    return Viewer(campaign, name, ACTOR, at_table)


def do(
    viewer: Viewer, slug: str, dice: str | None = None, submission: str = "", seen: str = "", **target: Any
) -> Entry:
    """Carry a rule out, with typed dice or (None) the server's."""
    with writing(viewer, submission=submission, seen=seen) as writer:
        given = DiceInput() if dice is None else DiceInput("typed", dice)
        entry = carry_out(writer, slug, target, given)
        given.finish()
    return entry


def tell(viewer: Viewer, entry: Entry, choice: str, dice: str | None = None) -> Entry:
    """Answer an entry that waits."""
    with writing(viewer) as writer:
        given = DiceInput() if dice is None else DiceInput("typed", dice)
        after = answer(writer, entry, body_of(entry, viewer.audiences), choice, given)
        given.finish()
    return after


def drop(viewer: Viewer, entry: Entry, reason: str = "mistake", note: str = "") -> Entry:
    """Give up an entry that waits."""
    with writing(viewer) as writer:
        return give_up(writer, entry, reason, note)


def edit(viewer: Viewer, *effects: Effect, act: str = "test.edit", chain: str = "public", seen: str = "") -> Entry:
    """An input without dice."""
    with writing(viewer, seen=seen) as writer:
        return writer.edit(act, effects, chain=chain)


def mend(viewer: Viewer, entry: Entry, reason: str = "typo", **fields: Any) -> Entry:
    """Correct an entry."""
    with writing(viewer) as writer:
        return correct(writer, entry, Correction(reason, **fields))


def hide_force(campaign: Campaign, key: str = "hidden", name: str = "Force", strength: int = 2) -> Entry:
    """A task force that only the Allied side knows of."""
    return edit(seat(campaign, "allied"), force(key, name=name, strength=strength), chain="allied")


def end_step(viewer: Viewer, times: int = 1) -> Entry:
    """End the step, or several."""
    for _ in range(times):
        with writing(viewer) as writer:
            entry = steps.end_step(writer)
    return entry


def facts(campaign: Campaign) -> dict[str, Any]:
    """The campaign's facts as its tables hold them."""
    return states.read(campaign, ()).values
