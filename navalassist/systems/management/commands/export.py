"""`manage.py export`: a campaign's log as JSON lines, for `tools/verify_log.py` and for keeping."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import DatabaseError

from navalassist.auditlog.export import lines
from navalassist.auditlog.models import Chain
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR, OBSERVER, Viewer
from navalassist.play.systems import SYSTEMS


class Command(BaseCommand):
    """Prints the log as a seat may see it; without a seat, what everybody may see."""

    help = (
        "Print a campaign's log as JSON lines: what everybody may see, or what a seat may see, or everything. "
        "`python3 tools/verify_log.py FILE` checks it without NavalAssist."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the campaign and the eyes."""
        parser.add_argument("campaign", help="the campaign's short name")
        eyes = parser.add_mutually_exclusive_group()
        eyes.add_argument("--seat", default=OBSERVER, help="axis, allied, moderator, or observer (as without it)")
        eyes.add_argument("--all", action="store_true", help="all chains and secrets: for a backup by the host")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the lines; exit code 2 for an unknown campaign or seat."""
        try:
            campaign = Campaign.objects.filter(slug=options["campaign"]).first()
            if campaign is None:
                raise LookupError(f'There is no campaign "{options["campaign"]}".')
            for line in lines(campaign, audiences_of(campaign, options["seat"], options["all"])):
                self.stdout.write(line)
        except BrokenPipeError:
            # The reader (head, less) has had enough; Python would complain again when it flushes.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except (DatabaseError, LookupError) as error:
            self.stderr.write(str(error.args[0]) if isinstance(error, LookupError) else f"The database: {error}.")
            sys.exit(2)


def audiences_of(campaign: Campaign, seat: str, everything: bool) -> frozenset[str]:
    """What the seat may see. LookupError for a seat that the campaign does not have."""
    if everything:
        return frozenset(Chain.objects.filter(campaign=campaign).values_list("audience", flat=True))
    sides = SYSTEMS[campaign.system].sides if campaign.system in SYSTEMS else ()
    seats = (*sides, MODERATOR, OBSERVER)
    if seat not in seats:
        raise LookupError(f'--seat: there is no seat "{seat}"; give one of {", ".join(seats)}.')
    return Viewer(campaign, seat, "").audiences | {PUBLIC}
