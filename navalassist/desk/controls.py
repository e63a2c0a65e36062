"""Controls of forms, drawn as Django's own templates draw them.

Django renders a template for each option and for each list of attributes: half of the time of a page with forms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.forms.renderers import DjangoTemplates
from django.http import HttpRequest
from django.utils.html import conditional_escape as escape
from django.utils.safestring import SafeString, mark_safe

Widget = Mapping[str, Any]
OWN = "django/forms/widgets/"


class Controls(DjangoTemplates):
    """The renderer of all forms: a choice or an input is drawn here, everything else by its template."""

    def render(self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None) -> SafeString:
        """A control, or what else of a form has a template."""
        draw = DRAWN.get(template_name)
        if draw is None:
            return mark_safe(super().render(template_name, context, request))
        return mark_safe(draw(context["widget"]))


def attributes(widget: Widget) -> str:
    """Those of an element: one that is True stands without a value, one that is False not at all."""
    given = ((escape(name), value) for name, value in widget["attrs"].items() if value is not False)
    return "".join(f" {name}" if value is True else f' {name}="{escape(str(value))}"' for name, value in given)


def an_input(widget: Widget) -> str:
    """`<input type="text" name="hits" value="3">`"""
    value = widget["value"]
    told = "" if value is None else f' value="{escape(str(value))}"'
    return f'<input type="{escape(widget["type"])}" name="{escape(widget["name"])}"{told}{attributes(widget)}>'


def a_select(widget: Widget) -> str:
    """A choice with its options, in groups where they have some."""
    options = "\n".join(_options(widget))
    return f'<select name="{escape(widget["name"])}"{attributes(widget)}>\n{options}\n</select>'


def _options(widget: Widget) -> Iterator[str]:
    for group, options, _ in widget["optgroups"]:
        if group:
            yield f'<optgroup label="{escape(group)}">'
        for one in options:
            yield f'<option value="{escape(str(one["value"]))}"{attributes(one)}>{escape(one["label"])}</option>'
        if group:
            yield "</optgroup>"


INPUTS = ("input", "text", "number", "email", "password", "hidden", "checkbox", "date", "time")
DRAWN: Mapping[str, Callable[[Widget], str]] = {
    **{f"{OWN}{name}.html": an_input for name in INPUTS},
    f"{OWN}select.html": a_select,
}
