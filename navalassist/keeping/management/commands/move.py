"""`manage.py move ADDRESS`: everything from SQLite to PostgreSQL."""

from argparse import ArgumentParser
from typing import Any

from navalassist.databases import VARIABLE, databases, require_reachable
from navalassist.keeping.command import KeepingCommand
from navalassist.keeping.copies import move


class Command(KeepingCommand):
    help = (
        "Move everything from the SQLite file to an empty PostgreSQL database, with NavalAssist stopped. All is "
        "checked before it counts: the logs are the same to the byte. The SQLite file is put aside."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the address."""
        parser.add_argument(
            "address", help=f"the database, as {VARIABLE} takes it: postgresql://user:password@host/name"
        )

    def carry_out(self, **options: Any) -> str:
        """Move it."""
        from django.conf import settings

        target = databases(options["address"], settings.DATA_DIR)["default"]
        require_reachable(target)
        self.tell(move(target))
        return f"Moved, and checked. From now on start NavalAssist with {VARIABLE} set to that address."
