"""What the commands share that take something of a campaign out, for the eyes of a seat or for all."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand
from django.db import DatabaseError

from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR, OBSERVER, Viewer
from navalassist.keeping.ready import ready
from navalassist.play.archive.pack import WHOLE, every_audience, tell_export
from navalassist.play.people.accounts import NOBODY
from navalassist.play.systems import SYSTEMS
from navalassist.play.write.submissions import new_submission
from navalassist.play.write.transaction import writing
from navalassist.seats.models import ADMINISTRATOR


class EyesCommand(BaseCommand):
    """A campaign, and whose eyes what is taken out is for. Exit code 2 where it is unknown or cannot be read."""

    requires_system_checks = []
    all_help = ""

    def take_out(self, campaign: Campaign, audiences: frozenset[str], eyes: str, **options: Any) -> None:
        """Do it. eyes: a seat, or `all`."""
        raise NotImplementedError

    def add_file(self, parser: ArgumentParser) -> None:
        """Declare a file, where one is written."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the campaign and the eyes."""
        parser.add_argument("campaign", help="the campaign's short name")
        self.add_file(parser)
        eyes = parser.add_mutually_exclusive_group()
        eyes.add_argument("--seat", default=OBSERVER, help="axis, allied, moderator, or observer (as without it)")
        eyes.add_argument("--all", action="store_true", help=self.all_help)

    def handle(self, *args: Any, **options: Any) -> None:
        """Take it out."""
        slug, seat, everything = options.pop("campaign"), options.pop("seat"), options.pop("all")
        try:
            ready(self.stderr.write)
            campaign = Campaign.objects.filter(slug=slug).first()
            if campaign is None:
                raise LookupError(f'There is no campaign "{slug}".')
            audiences = audiences_of(campaign, seat, everything)
            self.take_out(campaign, audiences, WHOLE if everything else seat, **options)
        except (DatabaseError, LookupError) as error:
            self.refuse(str(error.args[0]) if isinstance(error, LookupError) else f"The database: {error}.")

    def refuse(self, sentence: str) -> None:
        """Why it was not done."""
        self.stderr.write(sentence)
        sys.exit(2)


def note(campaign: Campaign, eyes: str, head: Sequence[Any], **fields: Any) -> None:
    """The entry of an export, which goes up to this public head.

    At the command line whoever keeps the machine acts, with no seat of the campaign.
    """
    with writing(Viewer(campaign, ADMINISTRATOR, NOBODY), submission=new_submission()) as writer:
        tell_export(writer, eyes, head, **fields)


def audiences_of(campaign: Campaign, seat: str, everything: bool) -> frozenset[str]:
    """What the seat may see. LookupError for a seat that the campaign does not have."""
    if everything:
        return every_audience(campaign)
    sides = SYSTEMS[campaign.system].sides if campaign.system in SYSTEMS else ()
    seats = (*sides, MODERATOR, OBSERVER)
    if seat not in seats:
        raise LookupError(f'--seat: there is no seat "{seat}"; give one of {", ".join(seats)}.')
    return Viewer(campaign, seat, "").audiences
