"""`manage.py archive`: a campaign as one file, for another machine or for keeping."""

from __future__ import annotations

import shutil
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from navalassist.campaigns.models import Campaign
from navalassist.cli.management.eyes import EyesCommand, note
from navalassist.play.archive.pack import make


class Command(EyesCommand):
    """Writes the archive; that it was made is an entry."""

    help = (
        "Write a campaign's archive: a zip with its log and tables, that `import` takes in. Without --all it has what "
        "a seat may see, for reading and checking only. The file must not be there yet."
    )
    all_help = "all chains and secrets: a campaign can be made of it"

    def add_file(self, parser: ArgumentParser) -> None:
        """Declare the file."""
        parser.add_argument("file", type=Path, help="the file to write, for instance mediterranean.zip")

    def take_out(self, campaign: Campaign, audiences: frozenset[str], eyes: str, **options: Any) -> None:
        """Write the file; exit code 2 where it cannot be written."""
        path = options["file"]
        made = make(campaign, audiences, eyes)
        try:
            with path.open("xb") as file:
                shutil.copyfileobj(made.file, file)
        except FileExistsError:
            self.refuse(f"{path} is there already; choose another name.")
        except OSError as error:
            self.refuse(f"{path}: {error.strerror}.")
        note(campaign, eyes, made.head, archive=made.digest)
        self.stdout.write(f"{path}: {made.size:,} bytes, SHA-256 {made.digest}")
