"""`manage.py rule`: every procedure from the command line, without a browser and without a database."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from navalassist.cli import rule
from navalassist.engine import REGISTER, Procedure


class Command(BaseCommand):
    """Lists the procedures, or carries one out on a situation from a file; `--json` prints it for programs."""

    help = (
        "List the procedures; or carry one out on a situation (a JSON file), with typed dice; or print its exact odds "
        "or the JSON schema of its situation. Works without a database. Exit code 2 for input that does not fit."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare what may be given."""
        parser.add_argument("slug", nargs="?", help="the procedure; left out: list them all")
        parser.add_argument("--schema", action="store_true", help="print the JSON schema of its situation")
        parser.add_argument("--situation", metavar="FILE", help="the situation as JSON; - reads standard input")
        parser.add_argument("--book", metavar="FILE", help='JSON {"rulings": {number: choice}, "tables": {slug: TOML}}')
        parser.add_argument("--dice", metavar="FACES", help='the faces in the order of throwing, such as "3 4, 6"')
        parser.add_argument("--choose", nargs="+", action="extend", default=[], metavar="KEY=OPTION", help="a decision")
        parser.add_argument("--odds", action="store_true", help="print the exact odds instead of carrying it out")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print what was asked for; a sentence on standard error and exit code 2 where the input does not fit."""
        try:
            self.stdout.write(self._answer(**options))
        except rule.Wrong as wrong:
            self.stderr.write(str(wrong))
            sys.exit(2)

    def _answer(self, *, slug: str | None, json: bool, **options: Any) -> str:
        if slug is None:
            if options["situation"] or options["schema"] or options["odds"]:
                raise rule.Wrong("Name the procedure first; `manage.py rule` lists them.")
            found = rule.listed()
            return rule.as_json(found) if json else rule.listed_text(found)
        procedure = rule.procedure_of(slug, REGISTER)
        if options["schema"]:
            return rule.as_json(procedure.situation.model_json_schema())
        return self._carried_out(procedure, json, options)

    def _carried_out(self, procedure: Procedure, json: bool, options: dict[str, Any]) -> str:
        if not options["situation"]:
            raise rule.Wrong(f"--situation: {procedure.slug} needs one, as a JSON file or - for standard input.")
        text = _read("--situation", options["situation"])
        book_text = _read("--book", options["book"]) if options["book"] else ""
        case = rule.case_of(procedure, text, rule.book_of(procedure, book_text), rule.choices_of(options["choose"]))
        if options["odds"]:
            if options["dice"]:
                raise rule.Wrong("--dice: odds are for all dice; leave it out.")
            odds = rule.odds_of(case)
            return rule.as_json(odds) if json else rule.odds_text(case, odds)
        result = rule.run_of(case, options["dice"] or "")
        return rule.as_json(result) if json else rule.run_text(case, result)


def _read(option: str, name: str) -> str:
    """The text of a file, or of standard input for `-`."""
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise rule.Wrong(f"{option}: {name} is not UTF-8 text.") from None
    except OSError as error:
        raise rule.Wrong(f"{option}: {name} cannot be read ({(error.strerror or str(error)).lower()}).") from None
