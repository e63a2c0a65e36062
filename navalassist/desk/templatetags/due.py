"""What is due and what was done last, for the head and wherever a page leads on to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.template import Context

from navalassist.desk.at import At
from navalassist.desk.due import Due, Last, due_now, last_of, offered_now
from navalassist.engine import Figure
from navalassist.play.rules.chances import headline

register = template.Library()


def _here(context: Context) -> At | None:
    head: Mapping[str, Any] = context.get("head") or {}
    return head.get("at")


@register.simple_tag(takes_context=True)
def dues(context: Context) -> tuple[Due, ...]:
    """What is due in the campaign of the page, first things first, worked out once; nothing on a page of none."""
    head: dict[str, Any] = context.get("head") or {}
    if "dues" not in head:
        # Nothing is due in a campaign that has not begun.
        here: At | None = None if head.get("setting_up") else head.get("at")
        head["dues"] = here.agenda.tried("What is due", lambda: due_now(here), ()) if here else ()
    found: tuple[Due, ...] = head["dues"]
    return found


@register.simple_tag(takes_context=True)
def may_do(context: Context) -> Due | None:
    """What the head names where nothing is due."""
    here = _here(context)
    return here.agenda.tried("What may be done", lambda: offered_now(here), None) if here else None


@register.simple_tag(takes_context=True)
def faults(context: Context) -> tuple[str, ...]:
    """What the page goes on without, for it can't be worked out: a sentence for each."""
    here = _here(context)
    return tuple(here.agenda.faults) if here else ()


@register.filter("headline")
def headline_of(figures: Iterable[Figure]) -> Figure | None:
    """The chance by which a rule is named on its button, as where it is due."""
    return headline(figures)


@register.simple_tag(takes_context=True)
def last_done(context: Context) -> Last | None:
    """The entry that the address names as what was done last."""
    here, request = _here(context), context.get("request")
    return last_of(here, request) if here and request else None
