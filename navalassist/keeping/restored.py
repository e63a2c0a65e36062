"""What a restored campaign says of itself: it goes on as a fork, under another identity and with new dice.

After a copy was put back, somebody may remember what was rolled after it was made. Under the same identity the same
entry would throw the same dice again, which they know; and the log would not show that anything was taken back. So the
next start, or the first command that writes, writes a `fork` entry on each chain and binds new seeds; before that
nothing is written at all (`statements.refuse_restored`).
"""

from __future__ import annotations

import uuid

from django.db import transaction

from navalassist.auditlog.models import Chain, Entry, Seed
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR, Viewer
from navalassist.keeping.models import Restored
from navalassist.play.archive.forking import fork_chain
from navalassist.play.people.accounts import NOBODY
from navalassist.play.storage import statements
from navalassist.play.storage.index import rebuild
from navalassist.play.write.transaction import writing
from navalassist.sqlite import write_lock


def tell() -> list[str]:
    """Let all campaigns go on as forks, if the database was put back from a copy. The names of those that do."""
    if not Restored.objects.exists():
        return []
    try:
        with write_lock(), transaction.atomic():
            rows = list(Restored.objects.select_for_update().order_by("id"))
            Restored.objects.filter(pk__in=[row.pk for row in rows]).delete()
            return [_fork(campaign, rows[-1]) for campaign in Campaign.objects.order_by("id") if rows]
    except BaseException:
        statements.ask_again()
        raise


def _fork(campaign: Campaign, restored: Restored) -> str:
    when = restored.at.isoformat().replace("+00:00", "Z")
    before = str(campaign.identity)
    heads = {c.audience: (c.sequence, c.head) for c in Chain.objects.filter(campaign=campaign).select_for_update()}
    campaign.identity = uuid.uuid4()
    campaign.save(update_fields=["identity"])
    unopened = _unopened(campaign)
    turns = {turn for turn, _ in unopened}
    Seed.objects.filter(campaign=campaign, turn__in=turns).delete()
    viewer = Viewer(campaign, MODERATOR, NOBODY, at_table=True)
    with writing(viewer) as writer:
        for audience in sorted(heads, key=lambda name: (name != PUBLIC, name)):
            if heads[audience][0]:
                own = [[turn, bound] for (turn, of), bound in sorted(unopened.items()) if of == audience]
                fork_chain(writer, audience, before, heads[audience], restored.digest, own, restored=when)
        writer.bind_dice(*sorted(of for turn, of in unopened if turn == writer.state.clock[0]))
    rebuild(campaign)
    return campaign.name


def _unopened(campaign: Campaign) -> dict[tuple[str, str], str]:
    """(turn, audience) -> commitment of the dice that are bound and not opened."""
    found: dict[tuple[str, str], str] = {}
    for entry in Entry.objects.filter(campaign=campaign, kind__in=("seed", "reveal", "fork")).order_by("id"):
        body = entry.record["body"]
        if entry.kind == "seed":
            found[body["turn_bound"], body["audience"]] = body["commitment"]
        elif entry.kind == "reveal":
            found.pop((body["turn_bound"], body["audience"]), None)
        else:
            for turn, _ in body.get("unopened", []):
                found.pop((turn, entry.chain), None)
    return found
