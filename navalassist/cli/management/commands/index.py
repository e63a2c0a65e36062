"""`manage.py index`: makes the index of the log again, by which its pages filter and search."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from navalassist.campaigns.models import Campaign
from navalassist.cli.management.commands.verify import chosen
from navalassist.play.storage.index import rebuild
from navalassist.sqlite import write_lock


class Command(BaseCommand):
    """A line for each campaign. The log itself is only read."""

    help = "Make the index of the log again from its entries; `verify` says when that is needed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the campaigns."""
        parser.add_argument("campaign", nargs="*", help="short names of campaigns; left out: all")

    def handle(self, *args: Any, **options: Any) -> None:
        """One after the other, each in a transaction of its own."""
        try:
            campaigns: list[Campaign] = chosen(options["campaign"])
        except LookupError as error:
            raise CommandError(str(error.args[0])) from None
        for campaign in campaigns:
            with write_lock():
                self.stdout.write(f"{campaign.slug}: {rebuild(campaign)} tags")
