"""`manage.py coverage`: how much of the contract is done, and whether every claim holds."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import Resolver404, resolve

from navalassist.cli import contract
from navalassist.engine import REGISTER

# What stands for the names in a page's path, where the plain sample 1 would not fit the page's pattern.
SAMPLES = {
    "campaign": "demo",
    "chain": "public",
    "name": "33-anti-shipping",
    "slug": "demo",
    "system": "europa",
    "turn": "1941-03-1",
    "uuid": "00000000-0000-4000-8000-000000000000",
}


class Command(BaseCommand):
    """Prints a line a family and a total; fails, naming each row, where a claim does not hold."""

    help = "Count the contract's rows that are done and open; check that each done row is tested, and reached in play."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare `--open`."""
        parser.add_argument("--open", action="store_true", help="list the open rows")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read the contract and the tests, print the counts, and raise CommandError with the claims that fail."""
        base = Path(settings.BASE_DIR)
        try:
            rows = contract.load(base / "docs" / "contract")
        except contract.ContractError as error:
            raise CommandError(f"the contract can't be read:\n{error}") from None
        if options["open"]:
            self.stdout.writelines(f"{row.id}  {row.title}\n" for row in rows if not row.done)
        self.stdout.writelines(f"{line}\n" for line in contract.summary(rows))
        rules = contract.load_marks(base / "tests", base)
        played = contract.load_marks(base / "tests" / "evenings", base, contract.PLAYED)
        found = contract.problems(rows, rules, played, why_not)
        if found:
            raise CommandError("\n".join([f"{len(found)} claims of the contract do not hold:", *found]))


def why_not(way: str) -> str | None:
    """Why a user can't reach a row this way: None when the page, procedure or table exists, else half a sentence."""
    kind, _, slug = way.partition(":")
    if way.startswith("/"):
        return _no_page(way)
    if kind == "procedure":
        return None if slug in REGISTER else f"no procedure {slug!r} is registered"
    if kind == "table":
        return _no_table(slug)
    if kind == "players":
        return None if len(slug.split()) > 2 else "what only the players know is said in some words"
    return f"{way!r} is no way to reach it: give a page's path, procedure:…, table:… or players:…"


def _no_page(path: str) -> str | None:
    sample = contract.filled(path, SAMPLES)
    try:
        resolve(sample)
    except Resolver404:
        return f"no page answers to {path} (tried {sample})"
    return None


def _no_table(slug: str) -> str | None:
    from tables import TableError, all_tables

    try:
        return None if slug in all_tables() else f"there is no table {slug!r}"
    except TableError as error:
        return f"the tables do not load: {error}"
