"""A rule of a group's own to try: a squadron raids a base. At 1 it is lost, from 5 on the owner chooses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import pytest

from navalassist.engine import REGISTER, Choose, Dice, Effect, Outcome, Play, Refusal, Roll, Set
from navalassist.engine.forms import Ask, Facts, Grouped
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import PLAYED, RULES, Result, Rulebook, Summary, house_rule, is_played, waits
from navalassist.engine.shapes import Form, Frozen
from navalassist.play.systems import SYSTEMS
from navalassist.systems.storm_of_steel import forces
from navalassist.systems.storm_of_steel.marks import mark
from navalassist.systems.storm_of_steel.state import LOST, Base, Squadron, Squadrons, Unit
from tests.in_hand import InHand

SLUG, SYSTEM = "gw-try-raid", "storm_of_steel"
SWITCH = house_rule("H-11", "HOUSE.TRY", "Raids to try", "A squadron raids a base.")


def raided_mark(base: str) -> str:
    """The mark of a base that was raided in this player turn."""
    return f"mark:raided/{base}"


def bases_after(view: View, typed: Facts) -> Grouped:
    """First the bases of the enemy of the squadron that is chosen."""
    chosen, listed = view.find(Squadron, str(typed.get("raider") or "")), forces.coasts(view)
    if chosen is None:
        return list(listed)
    enemy = set(view.keys(Base, owner=chosen.side.enemy))
    first: Grouped = [one for one in listed if one[0] in enemy]
    return [*first, ("others", [one for one in listed if one[0] not in enemy])]


class RaidForm(Form):
    """What is typed."""

    raider: str = Ask("Squadron that raids", forces.in_play)
    base: str = Ask("Base that is raided", forces.coasts, after=bases_after)


class Raid(Frozen):
    """A squadron before a base."""

    raider: Unit = Says("Raider")
    base: str = Says("Base")
    there: Squadrons = Says("Squadrons that may be chosen", ())
    raided: bool = Says("Raided before", False)
    waits: bool = Says("Another raid waits", False)


def situation(read: Reader, form: RaidForm) -> Raid:
    """The raider, and two squadrons of its enemy."""
    raider = read.row(Unit, form.raider)
    side = read.row(Squadron, form.raider).side
    keys = sorted(read.view.keys(Squadron, side=side.enemy))[:2]
    raided = is_played(read, SWITCH) and read.get(f"{raided_mark(form.base)}.kind") is not None
    return Raid(raider=raider, base=form.base, there=read.rows(Unit, keys), raided=raided, waits=waits(read, SLUG))


@dataclass(frozen=True, slots=True)
class Raided(Result):
    """What came of it."""

    lost: bool
    chosen: str = field(default="", compare=False)

    def summary(self, given: Raid) -> Summary:
        """`U-boats raid: lost`"""
        return Summary(f"{given.raider.name} raids: {'lost' if self.lost else self.chosen or 'nothing'}.")


def why_not(raid: Raid) -> Iterator[Refusal]:
    """A base is raided once."""
    if raid.raided:
        yield Refusal("It was raided already.", "HOUSE.TRY")


def raid_base(raid: Raid) -> Play[Outcome[Raided]]:
    """One die."""
    die = yield from Roll("raid", Dice(1), lambda faces: faces[0], label="raid")
    chosen = ""
    if die >= 5:
        options = {unit.key: unit.name for unit in raid.there}
        chosen = yield from Choose("costs", options, "allied", "Squadron that it costs", settled=Raided(False))
    told = Raided(die == 1, chosen)
    effects: list[Effect] = [mark(raided_mark(raid.base), Base.row_of(raid.base))]
    if told.lost:
        effects.append(Set(Squadron.fact_of(raid.raider.key, "place"), LOST))
    return Outcome(told, tuple(effects))


def declared(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Great War as if it had this rule."""
    for known in (REGISTER, RULES):
        monkeypatch.setitem(known, SLUG, known.get(SLUG))  # type: ignore[arg-type]
    book = Rulebook(SYSTEM, "of today")
    book.rule(
        SLUG, "HOUSE.TRY", "Raid to try", form=RaidForm, situation=situation, why_not=why_not,
        may="*/*", duties=lambda now: (), dice="1d6", house=SWITCH,
    )(raid_base)  # fmt: skip
    system = SYSTEMS[SYSTEM]
    with_it = {name: {**getattr(system, name), **book.parts[name]} for name in ("situations", "forms", "bases")}
    monkeypatch.setitem(SYSTEMS, SYSTEM, replace(system, **with_it, rulings=(*system.rulings, SWITCH)))


def taken_up(monkeypatch: pytest.MonkeyPatch, table: InHand) -> InHand:
    """A campaign in which it is played."""
    declared(monkeypatch)
    table.system = SYSTEMS[SYSTEM]
    switched(table)
    return table


def switched(table: InHand, choice: str = PLAYED) -> None:
    """The players turn the rule on, or off."""
    answer = table.post("setup/rulings/", act="ruling.choice", set=f"{SWITCH.number}={choice}", submission=choice)
    assert answer.status_code == 302
