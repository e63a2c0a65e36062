"""`manage.py export`: a campaign's log as JSON lines, for `tools/verify_log.py` and for keeping."""

from __future__ import annotations

import json
import os
import sys
from itertools import chain
from typing import Any

from navalassist.auditlog.export import lines
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.models import Campaign
from navalassist.cli.management.eyes import EyesCommand, note
from navalassist.play.systems import SYSTEMS


class Command(EyesCommand):
    """Prints the log as a seat may see it; without a seat, what everybody may see."""

    help = (
        "Print a campaign's log as JSON lines: what everybody may see, or what a seat may see, or everything. "
        "`python3 tools/verify_log.py FILE` checks it without NavalAssist."
    )
    all_help = "all chains and secrets: for a backup by the host"

    def take_out(self, campaign: Campaign, audiences: frozenset[str], eyes: str, **options: Any) -> None:
        """Print the lines."""
        try:
            log = lines(campaign, audiences)
            # The heads are settled with the first line. Then it is said, before any line goes out: a reader may stop
            # anywhere. Without its system a log is only read.
            first = next(log)
            if campaign.system in SYSTEMS:
                note(campaign, eyes, json.loads(first)["heads"][PUBLIC])
            for line in chain((first,), log):
                self.stdout.write(line)
        except BrokenPipeError:
            # The reader (head, less) has had enough; Python would complain again when it flushes.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
