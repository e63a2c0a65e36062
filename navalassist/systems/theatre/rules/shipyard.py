"""PG.6.5.4.5: a shipyard is bombed, repaired in Logistics before it works again, or destroyed by its owner."""

from __future__ import annotations

from collections.abc import Iterator

from navalassist.engine import Outcome, Play, Refusal
from navalassist.engine.duties import EITHER, Duty, Now, by_rule
from navalassist.engine.forms import Ask, Options
from navalassist.engine.overruled import Because, Overrulable
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.shapes import Form, Worded, Words
from navalassist.systems.theatre.acting import Said, side_of
from navalassist.systems.theatre.book import rule
from navalassist.systems.theatre.harbor_rulings import R295
from navalassist.systems.theatre.state.battles import Battle, Result
from navalassist.systems.theatre.state.sea import Port
from navalassist.systems.theatre.state.words import Stage
from navalassist.systems.theatre.turn import BATTLE, BREAKTHROUGH, LOGISTICS, now_turn

SLUG, YARDS, MOST_TIMES = "pg-shipyard", "PG.6.5.4.5", 2


class Work(Worded):
    """What is done to a yard."""

    BOMBED = "bombed", "it was bombed"
    REPAIRED = "repaired", "it is repaired"
    WRECKED = "wrecked", "its owner destroys it"


def yards(view: View) -> Options:
    """Ports with a shipyard."""
    return [
        (one.key, f"{one.name}, capacity {one.yard}, damage {one.yard_damage}") for one in view.rows(Port) if one.yard
    ]


class YardForm(Form):
    """Which yard, and what is done to it."""

    port: str = Ask("Shipyard of", yards)
    work: Work = Ask("What is done", default=Work.REPAIRED)
    points: int = Ask("Points", default=1, ge=1, le=19998, help="Of damage, as for factories, or PPs for its repair.")
    because: Because = ""


class Yard(Overrulable):
    """A yard. hit: a battle of this turn damaged it; step: the phase."""

    work: Work = Says("What is done")
    port: Port = Says("Port")
    points: int = Says("Points")
    hit: bool = Says("Its targets were hit in this turn", told=False)
    step: Words = Says("Phase", told=False)

    @property
    def most(self) -> int:
        """It takes so much damage."""
        return MOST_TIMES * self.port.yard

    @property
    def after(self) -> int:
        """Its damage from now on."""
        now = {Work.BOMBED: self.port.yard_damage + self.points, Work.WRECKED: self.most}
        return min(self.most, max(0, now.get(self.work, self.port.yard_damage - self.points)))


def hits(view: View, turn: str) -> set[str]:
    """The ports of which a shipyard was hit in a battle of a turn."""
    over = (one for one in view.rows(Battle, turn=turn) if one.port and one.stage in (Stage.MARK, Stage.ENDED))
    return {
        battle.port
        for battle in over
        for line in view.rows(Result, battle=battle.key)
        if line.name.startswith("Shipyard") and line.of and line.damage
    }


def situation(read: Reader, form: YardForm) -> Yard:
    port = read.row(Port, form.port)
    hit = port.key in hits(read, now_turn(read))
    return Yard(port=port, work=form.work, points=form.points, hit=hit, step=read["campaign:clock.step"])


def why_not(given: Yard) -> Iterator[Refusal]:
    """Bombed by a battle of this turn; repaired and destroyed in Logistics, as an infrastructure build."""
    if given.work is Work.BOMBED and not given.hit:
        yield Refusal(f"No attack on {given.port.name} of this turn has hit its shipyard.", YARDS)
    if given.work is not Work.BOMBED and f"*/{given.step}" != LOGISTICS:
        yield Refusal("A shipyard is repaired, or destroyed by its owner, in the Logistics phase.", YARDS)
    if given.work is Work.REPAIRED and given.points > given.port.yard_damage:
        yield Refusal(f"Its damage is {given.port.yard_damage}: no more is repaired.", YARDS, final=True)


def duties(now: Now) -> Iterator[Duty]:
    """A line for each yard: that it was hit in this turn; in Logistics to repair it, or to destroy it."""
    hit, logistics = hits(now.view, now.moment.turn), now.moment.step == "logistics"
    for port in now.view.rows(Port):
        if not port.yard or not (logistics or port.key in hit):
            continue
        repaired = (Work.REPAIRED, "Repair") if port.yard_damage else (Work.WRECKED, "Destroy")
        work, words = repaired if logistics else (Work.BOMBED, "Damage of")
        typed = {"port": port.key, "work": work.value}
        seat = side_of(port) or EITHER
        yield by_rule(SLUG, f"{words} the shipyard of {port.name}", typed, seat=seat, again=True, done="")


@rule(
    SLUG, YARDS, "Damage or repair a shipyard", form=YardForm, situation=situation, why_not=why_not,
    may=(BATTLE, BREAKTHROUGH, LOGISTICS), duties=duties,
)  # fmt: skip
def work_on(given: Yard) -> Play[Outcome[Said]]:
    """Up to twice its capacity, and no damage of the strategic war; it works once nothing of it is left."""
    yield from R295.look()
    damage = f"has damage {given.after} of at most {given.most}, and does not work"
    words = f"The shipyard of {given.port.name} {damage if given.after else 'is whole, and works'}."
    return Outcome(Said(words), given.port.set(yard_damage=given.after))
