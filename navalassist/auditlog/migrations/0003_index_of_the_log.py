from typing import Any

import django.db.models.deletion
from django.db import migrations, models

from navalassist.auditlog.migrations._tags_of_0003 import number, numbers, tags_of_text

BATCH = 1000


def index_what_is_there(apps: Any, schema_editor: Any) -> None:
    """The entries that were written before there was an index."""
    campaigns, entries, payloads = (
        apps.get_model(*model).objects.using(schema_editor.connection.alias)
        for model in (("campaigns", "Campaign"), ("auditlog", "Entry"), ("auditlog", "Payload"))
    )
    identities = dict(campaigns.values_list("id", "identity"))
    last = 0
    while rows := list(entries.filter(id__gt=last).order_by("id").values_list("id", "campaign_id", "content")[:BATCH]):
        secret: dict[int, list[tuple[str, str]]] = {}
        within = payloads.filter(entry_id__gt=last, entry_id__lte=rows[-1][0]).order_by("id")
        for entry, audience, content in within.values_list("entry_id", "audience", "content"):
            secret.setdefault(entry, []).append((audience, content))
        pairs = set()
        for key, campaign, content in rows:
            tags, identity = tags_of_text(content, secret.get(key, ())), str(identities[campaign])
            pairs |= {(value, key) for value in numbers(identity, tags.own)}
            for audience, tag, reference in tags.of_others:
                chain, _, sequence = reference.partition("/")
                other = entries.filter(campaign_id=campaign, chain=chain, sequence=int(sequence)).values_list("id", flat=True)
                pairs |= {(number(identity, audience, tag), one) for one in other}
        with schema_editor.connection.cursor() as cursor:
            cursor.executemany(
                "INSERT INTO auditlog_tagged (tag, entry_id) VALUES (%s, %s) ON CONFLICT DO NOTHING", sorted(pairs)
            )
        last = rows[-1][0]


class Migration(migrations.Migration):

    dependencies = [
        ('auditlog', '0002_indexes_that_serve'),
        ('campaigns', '0002_indexes_that_serve'),
    ]

    operations = [
        migrations.AlterField(
            model_name='entry',
            name='campaign',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='campaigns.campaign'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(fields=['campaign', 'id'], name='log_of_a_campaign'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(condition=models.Q(('corrects__gt', '')), fields=['campaign', 'corrects'], name='log_of_corrections'),
        ),
        migrations.CreateModel(
            name='Tagged',
            fields=[
                ('pk', models.CompositePrimaryKey('tag', 'entry_id', blank=True, editable=False, primary_key=True, serialize=False)),
                ('tag', models.BigIntegerField()),
                ('entry', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='auditlog.entry')),
            ],
        ),
        migrations.RunPython(index_what_is_there, migrations.RunPython.noop),
    ]
