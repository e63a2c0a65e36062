from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('taskforces', '0002_alone_and_indexes'),
    ]

    operations = [
        migrations.AddField(
            model_name='shipment',
            name='sailed_in',
            field=models.CharField(blank=True, max_length=40),
        ),
    ]
