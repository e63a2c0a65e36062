"""What templates ask of a row of a campaign, from the class that declares it."""

from typing import Any

from django import template

from navalassist.engine.rows import Row, plain
from navalassist.play.write.row_edits import options

register = template.Library()


@register.filter
def choices(row: Row, name: str) -> list[tuple[Any, str, bool]]:
    """What a field may hold: value, words, and whether it is so now."""
    now = plain(getattr(row, name))
    return [(value, words, value == now) for value, words in options(type(row), name)]
