"""`manage.py restore FILE`: a copy in the place of the database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from navalassist.keeping.command import KeepingCommand
from navalassist.keeping.copies import restore


class Command(KeepingCommand):
    help = (
        "Put a copy that `backup` made in the place of the database, with NavalAssist stopped. The copy is checked "
        "first; what was there is kept under another name. At the next start every campaign says in its log that it "
        "was restored, and binds new dice."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the file and the consent."""
        parser.add_argument("file", type=Path, help="the copy")
        parser.add_argument("--replace", action="store_true", help="even where there are campaigns already")

    def carry_out(self, **options: Any) -> str:
        """Put it back."""
        self.tell(restore(options["file"], options["replace"]))
        return "Restored, and checked. The next start writes into each log that it was restored."
