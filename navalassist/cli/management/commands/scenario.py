"""`manage.py scenario FILE`: whether a scenario fits, and what it tells."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from navalassist.engine.english import counted
from navalassist.play.scenarios.fit import read_fitted
from tables.scenarios import ScenarioError


class Command(BaseCommand):
    """Prints its parts; fails with line, row and field where something does not fit."""

    help = "Check a scenario, a file in TOML, against its rule system."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the file."""
        parser.add_argument("file", help="the scenario")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read it, and print what it tells. CommandError for a file that is not there, or does not fit."""
        try:
            found = read_fitted(Path(options["file"]).read_bytes())
        except OSError:
            raise CommandError(f"There is no file {options['file']} that can be read.") from None
        except ScenarioError as error:
            raise CommandError(str(error)) from None
        scenario, names = found.scenario, found.system.names
        self.stdout.write(f"{scenario.head.title}: {found.system.title}, {names.turn(scenario.head.turn)}")
        for part in found.parts:
            rows = [row for row in scenario.rows if any(row.kind == one.kind for one in part.rows)]
            made_up = counted(sum(bool(row.stand_in) for row in rows), "stand-in")
            self.stdout.write(f"{part.title}: {counted(len(rows), 'row')}, {made_up}")
