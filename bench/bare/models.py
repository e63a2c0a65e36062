"""One small row."""

from django.db import models


class Row(models.Model):
    """What the bare views insert."""

    text = models.CharField(max_length=200)
    number = models.IntegerField()
    time = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "bare"
