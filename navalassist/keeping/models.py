"""What a database has to know of its own past."""

from django.db import models


class Restored(models.Model):
    """This database was put back from a copy, and its campaigns do not say so yet; the next start lets them say it."""

    digest = models.CharField(max_length=64)
    at = models.DateTimeField()
