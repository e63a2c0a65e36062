"""`manage.py demo`: load a demo campaign, by its address or as the first one of a rule system."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from navalassist.campaigns.models import Campaign
from navalassist.keeping.ready import tell
from navalassist.play.systems import SYSTEMS, Demo


class Command(BaseCommand):
    help = "Load a demo campaign. With none named: Mediterranean and Red Sea, Mar I 41."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("demo", nargs="?", choices=sorted(demos()), help="its rule system, or its address")
        parser.add_argument("--if-empty", action="store_true", help="only where there is no campaign yet")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["if_empty"] and Campaign.objects.exists():
            return
        found = demos()
        demo = found[options["demo"] or next(iter(found))]
        if Campaign.objects.filter(slug=demo.slug).exists():
            raise CommandError("the demo campaign is there already")
        tell(self.stdout.write)
        self.stdout.write("Loading the demo campaign …")
        demo.begin()


def demos() -> dict[str, Demo]:
    """Rule system -> its first demo, in the order of the systems; then address -> each demo."""
    first = {key: system.demos[0] for key, system in SYSTEMS.items() if system.demos}
    return first | {demo.slug: demo for system in SYSTEMS.values() for demo in system.demos}
