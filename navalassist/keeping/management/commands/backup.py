"""`manage.py backup FILE`: a checked copy of the database, while it is in use."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from navalassist.keeping.command import KeepingCommand
from navalassist.keeping.copies import backup


class Command(KeepingCommand):
    help = (
        "Copy the database into a new file while NavalAssist runs, and check the copy: the file, every chain and every "
        "rule. The file holds everything, secrets and password hashes too."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the file."""
        parser.add_argument("file", type=Path, help="the file to make")

    def carry_out(self, **options: Any) -> str:
        """Make the copy."""
        self.tell(backup(options["file"]))
        return f"Backed up to {options['file']}, and checked."
