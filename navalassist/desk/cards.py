"""What pages of cards share in every rule system: their frame, the forms of their acts, how an input is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.forms import Form
from django.http import HttpRequest
from pydantic import BaseModel

from navalassist.auditlog.models import Entry
from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.access import head_of
from navalassist.desk.answers import form_writing, sentence
from navalassist.desk.at import At
from navalassist.desk.forms import form_for
from navalassist.desk.logbook.refused import changed_of
from navalassist.desk.problem import Problem
from navalassist.desk.sources import entry_links
from navalassist.desk.turn.undo import offered
from navalassist.desk.turn.verdicts import verdict_of
from navalassist.play.write.edits import Edit, EditError
from navalassist.play.write.submissions import new_submission
from navalassist.play.write.writer import AlreadyDone, Writer

WATCHES = "The observer seat only watches. Take another seat to enter anything."


def base(request: HttpRequest, here: At, problem: Problem | None, saved: list[Entry] | None) -> dict[str, Any]:
    """What every page of cards shows."""
    return {
        "head": head_of(here),
        "here": "forces",
        "home": f"/c/{here.campaign.slug}/",
        "back": request.path,
        "submission": new_submission(),
        "seen": here.version,
        **offered(here),
        "watches": here.viewer.seat == OBSERVER,
        "problem": problem,
        "changed": changed_of(here, problem),
        "saved": [verdict_of(entry, here) for entry in saved or []],
        "act": request.POST.get("act", "") if problem else "",
    }


def form_of(
    request: HttpRequest, here: At, model: type[BaseModel], act: str, begun: dict[str, Any], problem: Problem | None
) -> Form:
    """The form of an act: with what was typed where it was refused, else with how it stands."""
    make = form_for(model, here.state.values, here.state.tables)
    typed = problem is not None and request.POST.get("act") == act
    return make(request.POST, auto_id=f"{act}_%s") if typed else make(initial=begun, auto_id=f"{act}_%s")


def set_by(here: At, facts: list[str]) -> list[tuple[str, str]]:
    """The entries that set these facts, each once, the last first."""
    links = dict.fromkeys(entry_links(here, facts).values())
    return sorted(links, key=lambda link: int("".join(c for c in link[1] if c.isdigit()) or 0), reverse=True)


def wrote(
    request: HttpRequest, here: At, side: str, make: Callable[[Any], Edit], note: str = "", **said: str
) -> list[Entry]:
    """Carry out one input under the seat of the side whose it is. Problem names the field that does not fit.

    side: whose rows it is about, where the edit itself does not say whose it is. note: why, as somebody wrote it.
    said: what else the entry keeps.
    """
    if here.viewer.seat == OBSERVER:
        raise Problem(403, WATCHES)
    try:
        with form_writing(request, here) as writer:
            edit = edited(writer, make)
            why: dict[str, Any] = ({"note": note} if note else {}) | said
            return [writer.edit(edit.act, edit.effects, seat=edit.side or side, title=edit.title, **why)]
    except AlreadyDone as before:
        return before.entries


def edited(writer: Writer, make: Callable[[Any], Edit]) -> Edit:
    """The edit of what this viewer sees of the campaign."""
    try:
        return make(writer.viewer.view(writer.state.values, writer.state.audiences))
    except EditError as error:
        raise Problem(422, str(error), error.about, error.rule) from None


def typed(request: HttpRequest, here: At, model: type[BaseModel]) -> dict[str, Any]:
    """What a form holds, where it fits; else the first that does not."""
    form = form_for(model, here.state.values, here.state.tables)(request.POST)
    if not form.is_valid():
        name, errors = next(iter(form.errors.items()))
        raise Problem(422, sentence(f"{form.fields[name].label}: {errors[0]}"), about=name)
    plain = {name: info.default for name, info in model.model_fields.items() if not info.is_required()}
    return {name: plain.get(name) if value is None else value for name, value in form.cleaned_data.items()}
