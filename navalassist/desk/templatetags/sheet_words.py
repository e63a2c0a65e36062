"""What the sheets say of amounts of shipping."""

from django import template

from navalassist.desk.logbook.naming import several
from navalassist.systems.europa.report import Load

register = template.Library()


@register.filter
def load_words(load: Load) -> str:
    """`7 REs, 7 NTs`; `nothing`."""
    parts = [several(load.res, "RE")] if load.res else []
    parts += [several(number, kind.upper()) for kind, number in load.transports.items() if number]
    return ", ".join(parts) or "nothing"
