"""`manage.py verify`: checks the logs of the campaigns, and names what is wrong and where."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import DatabaseError

from navalassist.auditlog.models import Entry, beginning_of
from navalassist.campaigns.models import Campaign
from navalassist.keeping.newer import refuse_newer
from navalassist.play.checks.odds import wrong_odds
from navalassist.play.checks.verify import Report, check_campaign
from navalassist.play.people import appointments

NOT_PROVED = 3


class Command(BaseCommand):
    """A line for each campaign, then its faults. Exit code 1 when there are any, 2 when nothing could be checked.

    3 when nothing is wrong but not all is proved: rules of an edition that is no more, steps of an older turn sequence.
    """

    help = (
        "Check campaigns: chains, hashes and secret parts, the server's dice, every rule run again, and the state as "
        "the sum of its log. Prints each fault with the entry it is in."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the campaigns."""
        parser.add_argument("campaign", nargs="*", help="short names of campaigns; left out: all")
        parser.add_argument(
            "--odds", action="store_true", help="work the odds that were shown out again too; it takes its time"
        )
        parser.add_argument(
            "--head", default="", metavar="CODE", help="a code that players kept: one of these campaigns must have it"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Check them one after the other."""
        try:
            refuse_newer()
            campaigns, code = chosen(options["campaign"]), options["head"].upper()
            beginning = beginning_of(code) if code else ""
            reports = [self._check(campaign, options["odds"]) for campaign in campaigns]
            appointed = self._check_administrators()
        except (DatabaseError, LookupError) as error:
            self.stderr.write(str(error.args[0]) if isinstance(error, LookupError) else f"The database: {error}.")
            sys.exit(2)
        if not campaigns:
            self.stdout.write("There is no campaign to check.")
        found = not code or self._kept(campaigns, code, beginning)
        if not (all(report.sound for report in reports) and appointed and found):
            sys.exit(1)
        if not all(report.proved for report in reports):
            sys.exit(NOT_PROVED)

    def _kept(self, campaigns: list[Campaign], code: str, beginning: str) -> bool:
        """Is there an entry with this code? Only what players kept can show a cut tail or a log that was put back."""
        entry = Entry.objects.filter(campaign__in=campaigns, hash__startswith=beginning).first()
        if entry is None:
            self.stdout.write(f"no entry has the code {code}: the log was cut or put back, or it is another one")
            return False
        self.stdout.write(f"{code} is the code of entry {entry.reference} of {entry.campaign.slug}")
        return True

    def _check(self, campaign: Campaign, odds: bool) -> Report:
        report = check_campaign(campaign)
        if odds and report.sound:
            report.faults += wrong_odds(campaign)
        self.stdout.write(f"{campaign.slug}: {summary(report)}")
        if not report.sound:
            self.stdout.write(f"  the first fault is in {report.faults[0].where}")
        for fault in report.faults:
            self.stdout.write(f"  {fault}")
        for reference in report.older:
            self.stdout.write(f"  {reference}: not proved, since its rule has another edition now")
        for reference in report.steps:
            self.stdout.write(f"  {reference}: not proved, since steps end otherwise now")
        return report

    def _check_administrators(self) -> bool:
        """They stand in no campaign's log, for they may hold no seat; each was appointed."""
        faults = [f"  {where}: {what}" for where, what in appointments.astray()]
        if faults:
            self.stdout.write(f"the club's accounts: {len(faults)} fault{'s' * (len(faults) != 1)}")
        for fault in faults:
            self.stdout.write(fault)
        return not faults


def chosen(slugs: list[str]) -> list[Campaign]:
    """The campaigns of these names, or all. LookupError for a name that no campaign has."""
    found = {campaign.slug: campaign for campaign in Campaign.objects.order_by("slug")}
    for slug in slugs:
        if slug not in found:
            there = f"there are {', '.join(found)}" if found else "there is none at all"
            raise LookupError(f'There is no campaign "{slug}"; {there}.')
    return [found[slug] for slug in slugs] if slugs else list(found.values())


def summary(report: Report) -> str:
    """One line: how much was checked, the code of the head, and whether it is sound."""
    parts = [
        f"{report.entries} entries",
        f"{report.rules} rules run again",
        f"{report.dice} dice thrown again",
        f"head {report.head or 'unknown'}",
    ]
    return f"{', '.join(parts)}: {verdict_of(report)}"


def verdict_of(report: Report) -> str:
    """`sound`, how many faults there are, or how much of a sound log is not proved."""
    if report.faults:
        return counted(len(report.faults), "fault")
    unproved = [
        counted(len(entries), word) for entries, word in ((report.older, "rule"), (report.steps, "step")) if entries
    ]
    return f"sound, but {' and '.join(unproved)} not proved" if unproved else "sound"


def counted(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"
