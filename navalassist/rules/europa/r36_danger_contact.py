"""36.D.2, 36.D.3: a naval group in an enemy danger zone. One die on the Success Table; after a contact, damage."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import Field

from navalassist.engine import (
    Effect,
    Figure,
    Odds,
    Outcome,
    Play,
    Refusal,
    Remove,
    Roller,
    Set,
    Sub,
    TableKey,
    Tally,
    Term,
    call,
    create,
    procedure,
)
from navalassist.engine.overruled import Overrulable, passed_over, unless_overruled
from navalassist.engine.shapes import Frozen, Key, Ticks, Words
from navalassist.rules.europa.danger_zones import Waters, danger_zone, whose
from navalassist.rules.europa.gone import Marks
from navalassist.rules.europa.gunnery import fire
from navalassist.rules.europa.mines import EDITION, EDITION_2, SYSTEM
from navalassist.rules.europa.naval_units import UnitKind
from navalassist.rules.europa.rulings_36 import R59, R60
from navalassist.rules.europa.sea_state import SeaState, refusal_of_sea
from navalassist.rules.europa.strips import BLOCK, NavalStep, Spent, Strip, spent_on
from navalassist.rules.europa.success import Success, success
from navalassist.rules.europa.toll import (
    Spared,
    Toll,
    Units,
    is_gone,
    rolling,
    suffer,
    toll_effects,
    toll_figures,
    without_the_lost,
)
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import Side, Step

SLUG = "danger-contact"
WORDS: TableKey[str] = TableKey("europa/36-danger-zone", str)
NUMBERS: TableKey[int] = TableKey("europa/36-danger-zone", int)
CONTACT, NO_NOTICE = "contact", "none"
SAME, ANY = "same", "any"
NOTICES = {
    NO_NOTICE: "",
    SAME: "the enemy may bring out groups in ports of the same sea",
    ANY: "the enemy may bring out groups in ports of any sea",
}
# What a form calls the fields that the campaign may know by itself.
STAYS, NIGHT = "Has not left the hex where it began the naval step", "Moves at night, or begins by night"
SAFE, CHECKED, PENDING, NOTICE = "safe", "zone-checked", "pending", "notice"


class Start(Frozen):
    """A group that has not moved in this naval step, and may begin it by night."""

    strip: Strip = Field(default=(), description="Its moves of this phase.")
    phase: Words = Field(description="The phase to which they belong.")
    began: Words = Field(description="Where it was as the naval step began.")
    naval_step: NavalStep = 1
    mps: int = Field(ge=1, le=BLOCK, description="MPs by night that a start takes.")


class DangerCheck(Overrulable):
    """A naval group in an enemy danger zone, or about to enter one."""

    side: Side = Field(description="Whose group it is: the moving player rolls.")
    group: Key = Field(description="Key of the group; its facts are group:<key>.…")
    name: Words = Field(default="", description="Name of the group.")
    units: Units = Field(description="The naval units of the group that are afloat.")
    waters: Waters = Field(description="The hex, and what decides whose danger zone it is in.")
    player_turn: Side = Field(description="Whose player turn it is.")
    phase: Step = Field(description="The step.")
    sea: SeaState = Field(default=SeaState.CALM, description="The state of the sea.")
    stays: bool = Field(default=False, description="The group has not left the hex where it began the naval step.")
    night: bool = Field(default=False, description="It moves at night, or begins the naval step at night.")
    left: bool = Field(default=False, description="Its moves show that it has not stayed in a hex where it began.")
    known_night: bool | None = Field(
        default=None, description="Its moves show that it is by night, or that it isn't; left out: they don't."
    )
    sea_kept: SeaState | None = Field(default=None, description="The state that is kept of the sea; left out: none.")
    found: bool = Field(default=False, description="A naval patrol or strike has found it in this naval step.")
    friendly_hex: bool = Field(default=False, description="The target hex is a friendly-owned coast.")
    friendly_port: bool = Field(default=False, description="The target hex is a friendly-owned major or great port.")
    pending: bool = Field(default=False, description="Its last such roll was a Disaster.")
    safe: Words = Field(default="", description="The entry that made it safe for this naval step; empty for none.")
    checked: Words = Field(default="", description="The entry that checked it in this naval step; empty for none.")
    came_back: bool = Field(default=False, description="Since that check it has left the zone and come back (R-59).")
    moves: int = Field(default=0, ge=0, le=999, description="How many moves it has made in this naval step.")
    noticed: tuple[Key, ...] = Field(
        default=(), max_length=40, description="Seas whose enemy groups in port may come out already; any: all."
    )
    spared: Spared = ()
    marks: Marks = Field(default=(), description="The marks on the group, which go with it.")
    starts: Start | None = Field(default=None, description="It may begin the naval step by night, and has not moved.")
    on_way: bool = Field(default=True, description="It is in the hex, or its moves of this naval step name it.")
    ticks: Ticks = Field(default=(), description="Lines of its list that no rule sees, and that were ticked.")

    @property
    def rolling(self) -> Units:
        """Its units for which it is rolled."""
        return rolling(self.units, self.spared)


@dataclass(frozen=True, slots=True)
class Met:
    """What came of a roll in a danger zone; result: None where the players say that it is no enemy's."""

    result: Success | None
    contact: bool
    zone: str
    notice: str
    toll: Toll
    overruled: str = ""


def why_not(check: DangerCheck) -> Refusal | None:
    """In the group's own naval steps, in an enemy zone, once on coming in and once as a naval step begins (R-59)."""
    return unless_overruled(check, forbidden(check))


def forbidden(check: DangerCheck) -> Refusal | None:
    """What the book has against this roll; None where nothing."""
    if not check.units:
        return Refusal("No naval unit is afloat in this group.", "36.D.2")
    if check.player_turn is not check.side or not check.phase.is_naval:
        return Refusal(f"{check.side.label} groups roll in the naval steps of their own player turn.", "36.D.2")
    if not check.on_way:
        words = f"It is not in {check.waters.hex}, and its moves of this naval step do not name it: enter them first."
        return Refusal(words, "36.D.2")
    if check.safe:
        return Refusal(f"It is safe from danger zones in this naval step: {check.safe}.", "36.D.2")
    if check.checked and not check.came_back:
        return Refusal(f"It has rolled in this naval step, and has not left the zone since: {check.checked}.", "36.D.2")
    if not check.rolling:
        return Refusal("Each of its units has rolled in this naval step, before they came together.", "36.D.2")
    return refusal_of_zone(check) or refusal_of_ticks(check)


def refusal_of_ticks(check: DangerCheck) -> Refusal | None:
    """What was typed isn't what the campaign knows of the group's moves and of the sea."""
    if check.stays and check.left:
        return Refusal(
            f"“{STAYS}”: its moves show that it has, or that it did not begin in {check.waters.hex}.", "36.D.2"
        )
    if check.known_night is not None and check.night is not check.known_night:
        why = "its moves show that it is by night" if check.known_night else "its moves show that it is by day"
        return Refusal(f"“{NIGHT}”: {why}.", "36.D.2")
    return refusal_of_sea(check.sea, check.sea_kept, "36.D.2")


def refusal_of_zone(check: DangerCheck) -> Refusal | None:
    """No enemy exerts a danger zone there, or whose it is must be typed."""
    found = whose(check.waters)
    enemy = found.exerts.against(check.side)
    if is_said_to_be_none(check):
        return None
    if enemy is None:
        return Refusal(
            f"Whose danger zone {check.waters.hex} is in isn't known: {found.why_in_short}. Say whose it is.", "36.D.1"
        )
    if not enemy:
        return Refusal(f"{check.waters.hex} is in {found.exerts.label}: {found.why}.", "36.D.1")
    return None


def is_said_to_be_none(check: DangerCheck) -> bool:
    """The players read off the map that the hex is in no enemy zone, where the campaign does not know it."""
    return check.waters.typed is not None and check.waters.typed.against(check.side) is False


def modifiers(check: DangerCheck) -> Play[Tally]:
    """The sum added to the die (R-43)."""
    lines = (
        ("stormy", "The sea is stormy", check.sea is SeaState.STORMY),
        ("rough", "The sea is rough", check.sea is SeaState.ROUGH),
        ("stays", STAYS, check.stays),
        ("night", "At night", check.night),
        ("pending", "Its last such roll was a Disaster", check.pending),
        ("found", "Found by a naval patrol or strike in this naval step", check.found),
        ("friendly-hex", "The hex is a friendly-owned coast", check.friendly_hex),
        ("friendly-port", "The hex is a friendly-owned major or great port", check.friendly_port),
    )
    moves = (f"group:{check.group}.strip",) if check.known_night else ()
    known = {"pending": (f"{pending_mark(check.group)}.kind",), "night": moves}
    seen: dict[str, Term] = {}
    for row, text, applies in lines:
        facts = known.get(row, ()) if applies else ()
        seen[row] = Term("36.D.2", text, 1, applies, "R-43" if row.startswith("friendly") else None, facts)
    terms = yield from NUMBERS.modifiers(seen, check.ticks)
    return Tally(tuple(terms.values()))


def unit_hits(strength: int, modifier: int, name: str, seat: str) -> Play[int]:
    """Hits on one unit: one die in the column of its own strength (36.D.3)."""
    return fire(strength, 1, modifier, name, seat)


def damage_check(units: Units, modifier: int, seat: Side) -> Play[Toll]:
    """Every unit that rolls, by itself: all of them, or task forces only (R-60)."""
    everyone = (yield from R60.look()) == "all"
    rolling = tuple(unit for unit in units if everyone or unit.kind is UnitKind.TASK_FORCE)
    return (yield from suffer(rolling, lambda unit: call(unit_hits, unit.current, modifier, unit.name, seat.value)))


def figures(odds: Odds[Met]) -> tuple[Figure, ...]:
    """The chance of contact, and what it may cost."""
    chance = Figure("contact", "Contact", odds.chance(lambda met: met.contact))
    return (chance, *toll_figures(odds.map(lambda met: met.toll))[1:])


@procedure(
    SLUG,
    system=SYSTEM,
    rule="36.D.2",
    title="Roll for contact in a danger zone",
    roller=Roller.OWNER,
    edition=EDITION_2,
    earlier=(EDITION,),
    dice="1d6; after a contact 1d6 a unit",
    why_not=why_not,
    figures=figures,
)
def check_for_contact(check: DangerCheck) -> Play[Outcome[Met]]:
    """One die on the Success Table; a contact is damage at once, and may bring the enemy out of port."""
    yield from R59.look()
    zone = yield from danger_zone(check.waters)
    if is_said_to_be_none(check):
        met = Met(None, False, f"{zone.exerts.label}: {zone.why}", "", Toll(), passed_over(check, forbidden(check)))
        return Outcome(met, (_rolled(check),))
    tally = yield from Sub("modifiers", call(modifiers, check))
    result = yield from success(tally, check.side.value, "the roll in the danger zone")
    contact = (yield from WORDS.look(row=result.value, column="contact")) == CONTACT
    notice = yield from WORDS.look(row=result.value, column="notice")
    toll = Toll()
    if contact:
        added = yield from NUMBERS.look(row=result.value, column="damage")
        toll = yield from damage_check(check.rolling, added, check.side)
    whose_zone = f"{zone.exerts.label}: {zone.why}"
    met = Met(result, contact, whose_zone, NOTICES[notice], toll, passed_over(check, forbidden(check)))
    return Outcome(met, effects_of(check, result, notice, toll))


def effects_of(check: DangerCheck, result: Success, notice: str, toll: Toll) -> tuple[Effect, ...]:
    """Hits; safe for the naval step or checked in it; a Disaster that weighs on the next roll; whom it brings out."""
    struck = {unit.key for unit in toll.units}
    hit = tuple(unit for unit in check.units if unit.key in struck)
    gone = is_gone(check.units, toll) and len(hit) == len(check.units)
    found = [*toll_effects(hit, toll), *_noticed(check, notice)]
    old = (pending_mark(check.group),) if check.pending else ()
    if gone:
        return (*found, *without_the_lost(check.group, (*old, *check.marks), hit, toll))
    if result is not Success.DISASTER:
        found += map(Remove, old)
    if result is Success.DISASTER and not check.pending:
        found.append(_mark(pending_mark(check.group), PENDING, check))
    if notice == NO_NOTICE and not check.safe:
        found.append(_mark(safe_mark(check.group), SAFE, check))
    return (*found, *_started(check), _rolled(check))


def _rolled(check: DangerCheck) -> Effect:
    """That the hex is settled for this naval step, until the group comes back to such a zone (R-59)."""
    if check.checked:
        return Set(f"{checked_mark(check.group)}.note", str(check.moves))
    return _mark(checked_mark(check.group), CHECKED, check, str(check.moves))


def _started(check: DangerCheck) -> tuple[Effect, ...]:
    """Who begins the naval step by night spends the block on it (36.A.2, R-22)."""
    start = check.starts
    if start is None or not check.night:
        return ()
    block = Spent(mps=start.mps, night=True, to=str(check.waters.hex), waits=True)
    return spent_on(check.group, start.strip, (block,), start.phase, start.began, start.naval_step)


def _noticed(check: DangerCheck, notice: str) -> tuple[Effect, ...]:
    """A mark in the open: in the sea of the contact, or in any, groups in port may come out in this naval step."""
    zone = check.waters.zone.value if check.waters.zone else ""
    sea = zone if notice == SAME else ANY
    if notice == NO_NOTICE or not sea or sea in check.noticed:
        return ()
    enemy = check.side.enemy.value
    life = TURN.life_of(NOTICE)
    subject = f"zone:{zone}" if zone else "campaign:clock"
    return (create(notice_mark(enemy, sea), kind=NOTICE, subject=subject, place=sea, ends=life, until="", note=enemy),)


def _mark(row: str, kind: str, check: DangerCheck, note: str = "") -> Effect:
    where = f"hex:{check.waters.hex}"
    return create(
        row, kind=kind, subject=f"group:{check.group}", place=where, ends=TURN.life_of(kind), until="", note=note
    )


def safe_mark(group: str) -> str:
    """The group is safe from danger zones for the naval step."""
    return f"mark:{SAFE}/{group}"


def checked_mark(group: str) -> str:
    """The group has rolled in this naval step; its note is the number of its moves by then."""
    return f"mark:{CHECKED}/{group}"


def pending_mark(group: str) -> str:
    """Its last roll was a Disaster."""
    return f"mark:{PENDING}/{group}"


def notice_mark(side: str, sea: str) -> str:
    """Groups of a side in ports of a sea, or of any, may come out in this naval step."""
    return f"mark:{NOTICE}/{side}/{sea}"
