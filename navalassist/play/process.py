"""A process of its own, made ready for the product. Nothing here may need Django before `begin` has set it up."""

from __future__ import annotations

import os
from typing import Any


def begin(settings: str, database: dict[str, Any]) -> None:
    """Set Django up on the database of the process that started this one (a test has another than the settings say)."""
    os.environ["DJANGO_SETTINGS_MODULE"] = settings
    import django
    from django.db import connection

    django.setup()
    connection.settings_dict.update(database)
