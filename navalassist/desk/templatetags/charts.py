"""How a chart is cut on a telephone."""

from __future__ import annotations

from django import template

from navalassist.systems.europa.pages.chart import cuts as cutting
from navalassist.systems.europa.pages.chart.picture import Panel

register = template.Library()


@register.simple_tag
def cuts(panel: Panel) -> list[cutting.Cut]:
    """The parts of a chart for a telephone."""
    return list(cutting.cuts(panel))
