"""Pages of a rule system that are only looked at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from navalassist.desk.access import at
from navalassist.desk.answers import page
from navalassist.desk.cards import base
from navalassist.desk.made_once.page import for_all


def looked_at(
    system: str, template: str, here: str, shows: Callable[..., dict[str, Any]]
) -> Callable[..., HttpResponse]:
    """The view of such a page. 404 in a campaign of another system.

    here: what the page calls itself in the head; shows: what it draws beside what every page of cards does, from where
    one is (`At`) and the key in its address, if it has one.
    """

    @require_safe
    @for_all
    def view(request: HttpRequest, slug: str, **key: str) -> HttpResponse:
        where = at(request, slug, system)
        return page(request, template, base(request, where, None, None) | {"here": here} | shows(where, **key))

    return view
