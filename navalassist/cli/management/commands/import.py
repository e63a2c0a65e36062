"""`manage.py import`: a campaign out of an archive, looked at first."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.db import DatabaseError

from navalassist.keeping.ready import ready
from navalassist.play.archive.importing import Imported, look, take_in
from navalassist.play.archive.scratch import Busy
from navalassist.play.archive.shapes import Unfit
from navalassist.play.archive.unpack import Archive
from navalassist.play.people.accounts import NOBODY
from navalassist.play.systems import system_of
from navalassist.play.write.submissions import new_submission


class Command(BaseCommand):
    """Says what the file is and what would be made of it; makes it only with --yes."""

    help = (
        "Make a new campaign of an archive (`archive --all`). Without --yes it only says what the file holds and "
        "whether it is sound. All or nothing; the new campaign has its own identity, and its log says where it is from."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the file."""
        parser.add_argument("file", type=Path, help="the archive")
        parser.add_argument("--yes", action="store_true", help="make the campaign; without it nothing is changed")

    def handle(self, *args: Any, **options: Any) -> None:
        """Exit code 0 when it was made or could be, 1 when it is not sound, 2 when it is no archive."""
        try:
            ready(self.stderr.write)
            with options["file"].open("rb") as file:
                archive = Archive(file)
                made = take_in(archive, NOBODY, new_submission()) if options["yes"] else look(archive, NOBODY)
        except OSError as error:
            self.stderr.write(f"{options['file']}: {error.strerror}.")
            sys.exit(2)
        except Busy:
            self.stderr.write("Another archive is being imported just now, one at a time. Try again in a minute.")
            sys.exit(2)
        except (Unfit, DatabaseError, LookupError) as error:
            self.stderr.write(str(error.args[0]))
            sys.exit(2)
        for line in told(archive, made, done=options["yes"]):
            self.stdout.write(line)
        if not made.report.sound:
            sys.exit(1)


def told(archive: Archive, made: Imported, *, done: bool) -> list[str]:
    """What the file is and what was or would be made of it, line by line."""
    manifest, system = archive.manifest, system_of(made.campaign.system)
    turn, player_turn, step = made.clock
    where = f"{system.names.turn(turn)}, {player_turn}, {system.step_title(player_turn, step)}"
    lines = [
        f"{manifest.name}: {system.title}, {where}",
        f"{made.entries} entries of campaign {manifest.campaign}, written by version {manifest.product}",
        *(f"head of {chain}/{number}: {code}" for chain, (number, code) in sorted(archive.codes().items())),
        f"{made.tables} tables, {made.report.rules} rules run again, {made.report.dice} dice thrown again",
    ]
    if made.report.unproved:
        lines.append(f"{made.report.unproved} dice cannot be proved here: their seed stayed with the campaign before")
    lines += [f"  {fault}" for fault in made.report.faults]
    if made.again:
        lines.append("This very file was imported here before: this is one more campaign, with another identity.")
    if done:
        lines.append(f"made as {made.campaign.slug}, campaign {made.campaign.identity}")
    elif made.report.sound:
        lines.append("sound; nothing was changed. Once more with --yes makes a new campaign of it.")
    else:
        lines.append("NOT SOUND: it cannot be imported.")
    return lines
