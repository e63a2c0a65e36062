#!/usr/bin/env python3
"""Play the turn of March 1941 anew and write it down: python3 -m tests.campaigns.record [FILE]

Run by hand, from the project's folder, when a rule change is meant to change the recorded turn (README.md beside this
file says how that is reviewed). Everything that chance or the clock would bring in is fixed, so that two runs of the
same code write the same bytes: a difference in the file is a difference in the code.
"""

import itertools
import os
import random
import secrets
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
FILE = HERE / "march-1941.jsonl"
SLUG = "march-1941"
CHANCE = 19410301
BEGAN = datetime(2026, 3, 1, 19, 0, tzinfo=UTC)
PLAYER = "00000000-0000-4000-8000-000000000001"
ROLLED_ON_PAPER = "2026-03-01T18:40:00Z"


def fix_chance() -> None:
    """Identities, seeds and salts come from one number. Done before any model reads its defaults."""
    chance = random.Random(CHANCE)
    uuid.uuid4 = lambda: uuid.UUID(int=chance.getrandbits(128), version=4)
    secrets.token_bytes = lambda nbytes=None: chance.randbytes(nbytes or 32)
    secrets.token_hex = lambda nbytes=None: chance.randbytes(nbytes or 32).hex()


def fix_clock() -> None:
    """A clock that moves on by seven seconds whenever it is looked at."""
    from django.utils import timezone

    ticks = itertools.count()
    timezone.now = lambda: BEGAN + timedelta(seconds=7 * next(ticks))


class Table:
    """The shared table: one person taps for the seat whose turn it is."""

    # Fleets, mines and points are played in a recording of their own (record_fleets.py).
    fleets = False
    # Whether a turn has its combat step. The recording without fleets is older than that: an entry by which a step
    # ended names the step that came next, and goes on to say so.
    combat = False

    def __init__(self) -> None:
        self.campaign = self.begin()
        self.rows: dict[str, str] = {"A1": "demo-1", "B1": "demo-2"}

    def begin(self) -> Any:
        """The campaign, as it is set up; without a combat step by a version that did not say its editions."""
        from navalassist.engine.duties import Moment
        from navalassist.play.turns import steps
        from navalassist.systems.europa import setup
        from navalassist.systems.europa.setup import DEMO_MALTA, DEMO_NAME

        if not self.combat:
            steps.editions_of = lambda system: {}
        start = Moment("1941-03-1", "axis", "initial")
        return setup.begin(
            DEMO_NAME, malta=DEMO_MALTA, moment=start, slug=SLUG, demo=True, fleets=self.fleets, actor=PLAYER
        )

    @contextmanager
    def writing(self, seat: str) -> Iterator[Any]:
        """One submission, as a form of a page makes it."""
        from navalassist.campaigns.viewer import Viewer
        from navalassist.play.write.submissions import new_submission
        from navalassist.play.write.transaction import writing

        viewer = Viewer(self.campaign, seat, PLAYER, at_table=True)
        with writing(viewer, submission=new_submission()) as writer:
            yield writer

    def seat(self) -> str:
        """The seat whose player turn it is."""
        return str(self.state().clock[1])

    def state(self) -> Any:
        from navalassist.play import state as states

        return states.load(self.campaign.slug)

    def step(self, count: int = 1) -> None:
        """End steps."""
        from navalassist.play.turns import steps
        from navalassist.systems.europa.system import without_combat

        for _ in range(count):
            with self.writing(self.seat()) as writer:
                if not self.combat:
                    writer.system = replace(writer.system, next_moment=without_combat)
                steps.end_step(writer)

    def carry_out(self, slug: str, strip: str = "", source: str = "server", seat: str = "", **target: Any) -> Any:
        """A rule by its own page, from the seat whose player turn it is or another one."""
        from navalassist.play.dice.server import DiceInput
        from navalassist.play.rules.resolve import carry_out

        with self.writing(seat or self.seat()) as writer:
            dice = DiceInput("typed" if strip else source, strip)
            entry = carry_out(writer, slug, target, dice)
            dice.finish()
        return entry

    def do(self, slug: str, strip: str = "", **typed: Any) -> Any:
        """A rule by its own page: what is not typed has its default."""
        from navalassist.play.systems import system_of

        fields = system_of(self.campaign.system).forms[slug].model_fields
        plain = {name: info.default for name, info in fields.items() if not info.is_required()}
        return self.carry_out(slug, strip, **plain | typed)

    def put(self, name: str, side: str, sails: str, way: str, on: str = "", **legs: Mapping[str, Any]) -> None:
        """A row of the board, as it is typed; legs: the way, zone by zone, where it is not the proposed one."""
        from navalassist.systems.europa.board import drafts, rows
        from navalassist.systems.europa.board.drafts import LegForm, RowForm

        origin, destination = way.split()
        forms = tuple(LegForm(zone.replace("_", "-"), **told) for zone, told in legs.items())
        pair = f"{origin}>{destination}" if forms else ""
        found = drafts.read(self.state(), RowForm(side, sails, on, origin, destination, forms, pair))
        assert found.draft is not None, (name, found.faults)
        with self.writing(self.seat()) as writer:
            self.rows[name] = rows.add(writer, found.draft)

    def roll(self, name: str, strip: str = "") -> list[Any]:
        """A row is rolled: with typed dice, or the server's where none are given."""
        from navalassist.play.dice.server import DiceInput
        from navalassist.systems.europa.board import rolling

        with self.writing(self.seat()) as writer:
            order = rolling.Order.of(f"row:{self.rows[name]}")
            return list(rolling.roll(writer, order, DiceInput("typed" if strip else "server", strip)))

    def from_paper(self, rolled: Mapping[str, Mapping[int, tuple[str, str]]]) -> None:
        """Late entry: rows that were sailed on the printed turn sheet."""
        from navalassist.systems.europa.late import PaperDice, PaperRow, enter

        rows = [
            PaperRow(self.rows[name], {leg: PaperDice(*boxes) for leg, boxes in legs.items()})
            for name, legs in rolled.items()
        ]
        with self.writing(self.seat()) as writer:
            enter(writer, rows, ROLLED_ON_PAPER)

    def fly(self, zone: str, **unit: str) -> None:
        """An air unit is kept in a zone."""
        from navalassist.systems.europa import air

        with self.writing(self.seat()) as writer:
            plain = {"fighter": "", "hexes_to_base": "", "place": "box"}
            edit = air.add(writer.state.values, {**plain, **unit, "zone": zone})
            writer.edit(edit.act, edit.effects, seat=unit["side"], title=edit.title)

    def undo(self) -> None:
        """The last input is taken back."""
        from navalassist.campaigns.viewer import Viewer
        from navalassist.play.corrections.undo import last_input, undo

        entry = last_input(Viewer(self.campaign, self.seat(), PLAYER, at_table=True))
        assert entry is not None
        with self.writing(self.seat()) as writer:
            undo(writer, entry.reference)

    def retype(self, entry: Any, strip: str, note: str) -> None:
        """A die was mistyped: the same check with all its dice typed anew."""
        from navalassist.play.corrections.correct import Correction, correct
        from navalassist.play.corrections.reasons import RETYPED

        with self.writing(self.seat()) as writer:
            correct(writer, entry, Correction(RETYPED, note, strip=strip))


def axis_turn(table: Table) -> None:
    """Mar I 41, Axis: Malta is bombed, both air forces stand over the Central Med, five shipments sail."""
    table.step()
    table.carry_out("malta-bombed", hits=3)
    table.fly("central-med", side="allied", name="Wellington", nature="s", tbf="3", range="20")
    table.fly("central-med", side="allied", name="Beaufighter", nature="non-naval", tbf="1", range="14", fighter="1")
    table.fly("central-med", side="axis", name="Me 110C", nature="non-naval", tbf="1", range="12", fighter="1")
    table.fly("central-med", side="axis", name="SM 79", nature="v", tbf="2", range="20")
    table.step()
    table.put("A2", "axis", "4 SP", "taranto tripoli")
    table.put("A3", "axis", "Ariete division, 4 REs", "naples tripoli")
    table.put("A4", "axis", "3 RP", "palermo pantelleria")
    table.put("A5", "axis", "6 SP", "brindisi durazzo")
    table.put("slip", "axis", "99 SP", "naples tripoli")
    table.undo()
    # 6 and 3 make contact; the lots of 3, 3 and 1 REs come to E, 1RE and R.
    table.roll("A1", "63 4 2 1")
    # 6 and 5 make contact; the second lot was read as a 6 and was a 2.
    mistyped = table.roll("A2", "65 3 6")[-1]
    table.retype(mistyped, "65 3 2", "the second lot was a 2")
    table.roll("A3")
    table.from_paper({"A4": {2: ("65", "4")}, "A5": {1: ("66", "14")}})
    table.step()


def allied_turn(table: Table) -> None:
    """Mar I 41, Allied: the Italian fleet tries, the South Aegean zone is declared, Malta is repaired, five sail."""
    table.step()
    table.carry_out("italian-attempt-before", sea="eastern-med", turns_ago=3, result="S")
    table.carry_out("italian-interference", "4", sea="eastern-med")
    table.carry_out("italian-interference", "1", sea="red-sea")
    table.carry_out("south-aegean-zone", extent="tight")
    table.carry_out("malta-points", points=3)
    table.carry_out("malta-repaired", points=2, engineer=True)
    table.carry_out("malta-converted", srp=1, at_once=1, nrp=0, engineer=True)
    table.step(2)
    table.fly("central-med", side="axis", name="Ju 88A", nature="non-naval", tbf="4", range="30", place="naval-patrol")
    table.put("B2", "allied", "5 SP", "alexandria valletta")
    table.put("B3", "allied", "4 SP", "alexandria tobruk")
    table.put("B4", "allied", "Australian brigade, 2 REs", "alexandria athens")
    table.put("B5", "allied", "warship Warspite", "gibraltar valletta")
    for name in ("B1", "B2", "B3"):
        table.roll(name)
    table.roll("B4", "11 11")
    table.roll("B5", "66 3 12 5")


def zone_in_force(table: Table) -> None:
    """Mar I ends and opens its dice. Mar II, Axis: the zone is bombed, a unit sails through it, and the zone ends."""
    table.step(3)
    table.carry_out("south-aegean-bombed", hits=2)
    table.step()
    table.put("A6", "axis", "Infantry regiment, 1 RE", "leros rhodes", south_aegean={})
    table.roll("A6", "43 4")
    table.step(2)


def record() -> None:
    """The whole of it."""
    table = Table()
    axis_turn(table)
    allied_turn(table)
    zone_in_force(table)


def main(path: Path, play: Callable[[], None] = record, slug: str = SLUG) -> None:
    """Record into a data folder that is thrown away, check it, and write the file."""
    with tempfile.TemporaryDirectory(prefix="navalassist-record-") as data:
        os.environ |= {"NAVALASSIST_DATA": data, "DJANGO_SETTINGS_MODULE": "navalassist.settings"}
        fix_chance()
        import django

        django.setup()
        from django.core.management import call_command

        fix_clock()
        call_command("migrate", verbosity=0)
        play()
        call_command("verify")
        with path.open("w", encoding="utf-8", newline="\n") as file:
            call_command("export", slug, all=True, stdout=file)
    print(f"written: {path}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FILE)
