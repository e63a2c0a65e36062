"""`manage.py runserver`: Django's server, for whoever works on NavalAssist. It needs nothing collected or migrated."""

import os

from django.conf import settings
from django.contrib.staticfiles.management.commands import runserver
from django.core.management import call_command

from navalassist.keeping import upgrade
from navalassist.keeping.newer import Newer, refuse_newer
from navalassist.listening import CannotStart
from navalassist.served import open_data


class Command(runserver.Command):
    def check_migrations(self) -> None:
        """Do what Django would only ask for: bring the data up to date, with the demo campaign where there is none.

        The data is marked as served for as long as this process lives: no other server begins on it.
        """
        try:
            self.mark = open_data(settings.DATA_DIR)
            refuse_newer()
            upgrade.bring_up_to_date(self.stdout.write)
        except (CannotStart, Newer, upgrade.NotUpgraded) as error:
            self.stderr.write(str(error))
            # As Django does where the port is taken: this is a thread, and an exception would end that alone.
            os._exit(1)
        call_command("demo", "--if-empty")
