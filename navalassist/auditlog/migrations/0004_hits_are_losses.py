"""Hits on ships are losses: entries that were written before are indexed so, too."""

import json
from typing import Any

from django.db import migrations

from navalassist.auditlog.migrations._tags_of_0003 import number

BATCH = 1000
TAG = "came:lost"
# What an entry with hits has in its text; most have none, and are not looked into.
HITS = '"hits":'


def has_hits(body: Any) -> bool:
    """Whether what came of a rule cost hits on ships."""
    outcome = body.get("outcome")
    if not isinstance(outcome, dict):
        return False
    toll = outcome.get("toll")
    return bool(toll.get("hits") if isinstance(toll, dict) else "contact" in outcome and outcome.get("hits"))


def index_hits(apps: Any, schema_editor: Any) -> None:
    campaigns, entries, payloads, tagged = (
        apps.get_model(*model).objects.using(schema_editor.connection.alias)
        for model in (("campaigns", "Campaign"), ("auditlog", "Entry"), ("auditlog", "Payload"), ("auditlog", "Tagged"))
    )
    identities = {key: str(identity) for key, identity in campaigns.values_list("id", "identity")}

    def add(pairs: set[tuple[int, int]]) -> None:
        with schema_editor.connection.cursor() as cursor:
            cursor.executemany(
                "INSERT INTO auditlog_tagged (tag, entry_id) VALUES (%s, %s) ON CONFLICT DO NOTHING", sorted(pairs)
            )

    known = entries.filter(content__contains=HITS).values_list("id", "campaign_id", "chain", "content")
    add(
        {
            (number(identities[campaign], chain, TAG), key)
            for key, campaign, chain, content in known.iterator(BATCH)
            if has_hits(json.loads(content)["body"])
        }
    )
    secret = payloads.filter(content__contains=HITS).order_by("id")
    pairs = set()
    for part in secret.select_related("entry").iterator(BATCH):
        identity, entry = identities[part.entry.campaign_id], part.entry
        # What everybody knows of an entry is no secret tag of it.
        told = tagged.filter(tag=number(identity, entry.chain, TAG), entry_id=entry.id).exists()
        if has_hits(json.loads(part.content)) and not (told and part.audience != entry.chain):
            pairs.add((number(identity, part.audience, TAG), entry.id))
    add(pairs)


class Migration(migrations.Migration):

    dependencies = [
        ("auditlog", "0003_index_of_the_log"),
    ]

    operations = [
        migrations.RunPython(index_hits, migrations.RunPython.noop),
    ]
