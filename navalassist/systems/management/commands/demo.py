"""`manage.py demo`: load the demo campaign."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from navalassist.campaigns.models import Campaign
from navalassist.systems.europa.setup import DEMO_SLUG, begin_demo


class Command(BaseCommand):
    help = "Load the demo campaign: Mediterranean and Red Sea, Mar I 41."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--if-empty", action="store_true", help="only where there is no campaign yet")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["if_empty"] and Campaign.objects.exists():
            return
        if Campaign.objects.filter(slug=DEMO_SLUG).exists():
            raise CommandError("the demo campaign is there already")
        self.stdout.write("Loading the demo campaign …")
        begin_demo()
