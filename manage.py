#!/usr/bin/env python3
"""Django's command line for this project: `python manage.py help` lists the commands."""

import importlib.util
import os
import sys

# Commands that work without a database too.
WITHOUT = {"help", "--help", "version", "--version", "check", "collectstatic", "coverage", "makemigrations"}
# Commands that read what others made, and so never make a data folder, a database or a key.
OF_CAMPAIGNS = {"verify", "export", "archive", "index", "backup"}
ONLY_LOOK = OF_CAMPAIGNS | {"help", "--help", "version", "--version", "coverage", "rule"}


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "navalassist.settings")
    if importlib.util.find_spec("django") is None:
        sys.exit("Django is not installed here: run python3 start.py install, then .venv/bin/python manage.py …")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    from navalassist import collector, folder
    from navalassist.databases import VARIABLE, Unreachable, require_default

    collector.rest()
    command = {*sys.argv[1:2]}
    if "collectstatic" not in command:
        folder.keep_private()
    folder.Making.allowed = not command <= ONLY_LOOK
    in_folder = command & OF_CAMPAIGNS and not os.environ.get(VARIABLE, "").strip() and "--help" not in sys.argv
    if in_folder and not folder.holds_campaigns(folder.data_folder()):
        print(folder.nothing_here(folder.data_folder()), file=sys.stderr)
        sys.exit(2)  # 1 says of `verify` that a log is not sound
    try:
        if not command <= WITHOUT and "--help" not in sys.argv:
            require_default()
        execute_from_command_line(sys.argv)
    except (ImproperlyConfigured, Unreachable) as problem:
        sys.exit(str(problem))
    except unfit() as problem:
        sys.exit(str(problem))


def unfit() -> tuple[type[Exception], ...]:
    """What a rule or a file of data that can't be used raises as it is loaded; its sentence says all."""
    from navalassist.engine.declared import BadRule
    from tables import TableError
    from tables.data_file import TurnError

    return BadRule, TableError, TurnError


if __name__ == "__main__":
    main()
