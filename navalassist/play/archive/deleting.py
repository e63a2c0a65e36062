"""A campaign is deleted: every row of it, its log too, in one transaction. Who people are to other logs stays."""

from __future__ import annotations

from django.apps import apps
from django.db import connection

from navalassist.auditlog.models import Entry
from navalassist.auditlog.triggers import lifted
from navalassist.campaigns.models import Campaign
from navalassist.play.state import forget
from navalassist.play.write.submissions import together


def delete(campaign: Campaign) -> None:
    """All or nothing; the database keeps other campaigns' logs as append-only as before."""
    quote = connection.ops.quote_name
    entries = f"SELECT id FROM {quote(Entry._meta.db_table)} WHERE campaign_id = %s"
    tables = {"entry_id": list[str](), "campaign_id": list[str]()}
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if field.related_model in (Entry, Campaign):
                tables["entry_id" if field.related_model is Entry else "campaign_id"].append(model._meta.db_table)
    with together(), lifted(), connection.cursor() as cursor:
        for table in tables["entry_id"]:
            cursor.execute(f"DELETE FROM {quote(table)} WHERE entry_id IN ({entries})", [campaign.pk])
        for table in tables["campaign_id"]:
            cursor.execute(f"DELETE FROM {quote(table)} WHERE campaign_id = %s", [campaign.pk])
        cursor.execute(f"DELETE FROM {quote(Campaign._meta.db_table)} WHERE id = %s", [campaign.pk])
    forget(campaign.pk)
