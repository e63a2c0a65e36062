"""A page that says why nothing was done, with the way back and what changed meanwhile."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from navalassist.desk.access import at, head_of
from navalassist.desk.answers import own_path, page
from navalassist.desk.at import At
from navalassist.desk.logbook.naming import entry_url, entry_word
from navalassist.desk.logbook.wording import words_for
from navalassist.desk.problem import Problem


def back_to(request: HttpRequest, slug: str) -> str:
    """Where the form wants to go next: a path of this site, else the campaign's map."""
    return own_path(request.POST.get("next", ""), slug) or f"/c/{slug}/"


def refuse(request: HttpRequest, slug: str, problem: Problem) -> HttpResponse:
    """A page that says why nothing was done, with the way back."""
    here = at(request, slug)
    changed = changed_of(here, problem)
    context = {"head": head_of(here), "problem": problem, "back": back_to(request, slug), "changed": changed}
    return page(request, "desk/problem.html", context)


def changed_of(here: At, problem: Problem | None) -> list[tuple[str, str, str]]:
    """What changed meanwhile, to go on with "by", and address and name of the entry that changed it."""
    words = words_for(here.state, {})
    return [
        (f"{words.fact(key)} was changed", entry_url(here.state, entry), entry_word(entry))
        for key, entry in (problem.changed if problem else ())
    ]
