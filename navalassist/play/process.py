"""A process of its own, made ready for the product. Nothing here may need Django before `begin` has set it up."""

from __future__ import annotations

import gc
import os
from typing import Any


def begin(settings: str, database: dict[str, Any]) -> None:
    """Set Django up on the database of the process that started this one (a test has another than the settings say)."""
    os.environ["DJANGO_SETTINGS_MODULE"] = settings
    import django
    from django.db import connection

    django.setup()
    # A share is thousands of plain values and no cycles: to look for cycles among them takes a tenth of its time.
    gc.set_threshold(100_000, 50, 50)
    connection.settings_dict.update(database)
