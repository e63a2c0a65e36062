"""`manage.py migrate`: Django's own, but that an empty SQLite database is laid out at once."""

from typing import Any

from django.core.management.commands import migrate

from navalassist.keeping import empty

# With one of these somebody wants the migrations themselves.
ONE_BY_ONE = ("app_label", "fake", "plan", "check_unapplied", "prune")


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        """Lay out what is empty; Django looks over it all the same, and does whatever is still to do."""
        if not any(options[word] for word in ONE_BY_ONE) and empty.fill(options["database"]) and options["verbosity"]:
            self.stdout.write("The empty database was laid out at once.")
        super().handle(*args, **options)
