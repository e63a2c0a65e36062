"""`manage.py migrate`: Django's own, but that an empty SQLite database is laid out at once, and none that is served
by another release is changed."""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections

from navalassist.keeping import empty
from navalassist.keeping.servers import refuse_another_release
from navalassist.listening import CannotStart

# With one of these somebody wants the migrations themselves.
ONE_BY_ONE = ("app_label", "fake", "plan", "check_unapplied", "prune")


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        """Lay out what is empty; Django looks over it all the same, and does whatever is still to do."""
        try:
            refuse_another_release(connections[options["database"]].settings_dict)
        except CannotStart as error:
            raise CommandError(str(error)) from None
        if not any(options[word] for word in ONE_BY_ONE) and empty.fill(options["database"]) and options["verbosity"]:
            self.stdout.write("The empty database was laid out at once.")
        super().handle(*args, **options)
