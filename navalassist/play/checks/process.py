"""A process of its own, made ready for the product. Nothing here may need Django before `begin` has set it up."""

from __future__ import annotations

import gc
import os
import pickle
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

# How much must be made before the search for cycles begins, for work on plain values that have none.
RARELY = (100_000, 50, 50)
# Tables that roll come first.
NICE = 5


def begin(settings: str, database: dict[str, Any]) -> None:
    """Set Django up on the database of the process that started this one (a test has another than the settings say)."""
    os.environ["DJANGO_SETTINGS_MODULE"] = settings
    import django
    from django.db import connection

    django.setup()
    gc.set_threshold(*RARELY)
    connection.settings_dict.update(database)


def carry_out(to: Connection, packed: bytes, settings: str, database: dict[str, Any]) -> None:
    """Call a function with its words, as they were packed, and send back what it gives or raises."""
    with suppress(AttributeError, OSError):
        os.nice(NICE)
    try:
        begin(settings, database)
        work, words = pickle.loads(packed)
        found = work(*words)
    except Exception as error:
        found = error
    to.send(found)
