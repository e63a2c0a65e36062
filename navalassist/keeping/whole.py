"""Is what lies in a database sound, and can this version read it?"""

from __future__ import annotations

from dataclasses import dataclass

from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from navalassist.campaigns.models import Campaign
from navalassist.keeping import integrity
from navalassist.play.checks.verify import check_campaign


class Unsound(Exception):
    """Why a database is not taken: one plain sentence."""


@dataclass(frozen=True)
class Kept:
    """A campaign as a copy holds it."""

    slug: str
    entries: int
    head: str

    def __str__(self) -> str:
        return f"{self.slug}: {self.entries} entries, head {self.head}"


def bring_up_to_date(what: str) -> None:
    """Apply the migrations that are missing, to a copy. Unsound as for `require_ours`."""
    require_ours(what)
    call_command("migrate", interactive=False, verbosity=0)


def require_ours(what: str) -> None:
    """Unsound where the database was written by a newer version, or by another program.

    what: the database in words, as the sentence begins.
    """
    loader = MigrationLoader(connection)
    if not any(app == "auditlog" for app, _ in loader.applied_migrations):
        raise Unsound(f"{what} holds no database of NavalAssist.")
    ours = set(loader.graph.nodes) | {key for key, one in loader.disk_migrations.items() if one.replaces}
    newer = sorted(f"{app} {name}" for app, name in loader.applied_migrations if (app, name) not in ours)
    if newer:
        raise Unsound(f"{what} was written by a newer version of NavalAssist ({newer[-1]}): install that one first.")


def campaigns_of(what: str) -> list[Kept]:
    """Check everything, and tell what there is. Unsound names the first fault."""
    for fault in integrity.faults():
        raise Unsound(f"{what} is not whole: {fault}.")
    found = []
    for campaign in Campaign.objects.order_by("slug"):
        report = check_campaign(campaign)
        if not report.sound:
            raise Unsound(f"{what} is not sound: campaign {campaign.slug}, {report.faults[0]}.")
        found.append(Kept(campaign.slug, report.entries, report.head))
    return found


def require_consent(replace: bool) -> bool:
    """True where the database of the settings holds campaigns, which may be replaced. Unsound where they may not."""
    if Campaign._meta.db_table not in connection.introspection.table_names() or not Campaign.objects.exists():
        return False
    if not replace:
        raise Unsound("There are campaigns here already: --replace puts the copy in their place.")
    return True
