"""What if: change a number and see what it does to this turn's shipments. Reading only; nothing is ever written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from navalassist.desk.access import SEATS, head_of
from navalassist.desk.answers import page
from navalassist.desk.board.context import Board, boarded
from navalassist.desk.templatetags.parts import decimal, percent
from navalassist.play.state import State
from navalassist.systems.europa.board import outlook, routes, rows, whatif
from navalassist.systems.europa.board.outlook import Summary
from navalassist.systems.europa.board.whatif import Lever, Trial
from navalassist.systems.europa.board.words import name_of
from navalassist.systems.europa.upkeep import EditError

FEW = 8


@dataclass(frozen=True)
class Side:
    """The rows of a side, before and after, one by one and together."""

    key: str
    word: str
    lines: list[dict[str, Any]]
    before: Summary
    after: Summary


def line_of(state: State, trial: Trial) -> dict[str, Any]:
    """A row in words, with the zones whose status changes."""
    short = routes.zone_names(state)
    return {
        "row": trial.row["row"],
        "text": f"{name_of(trial.row)}, {rows.pair_text(state, trial.row)}",
        "before": trial.before,
        "after": trial.after,
        "legs": [f"{short(zone)} {before} → {after}" for zone, before, after in trial.legs],
    }


def side_of(state: State, key: str, trials: list[Trial]) -> Side:
    """A side's rows."""
    return Side(
        key,
        SEATS[key][0],
        [line_of(state, trial) for trial in trials],
        outlook.summary(trial.before for trial in trials),
        outlook.summary(trial.after for trial in trials),
    )


def groups_of(known: list[Lever], typed: Mapping[str, str]) -> list[dict[str, Any]]:
    """What may be tried, under headings; a long list stays folded until something of it is tried."""
    found = []
    for title, levers in groupby(known, key=lambda lever: lever.group):
        fields = [{"lever": it, "typed": typed.get(it.key, it.now), "changed": it.key in typed} for it in levers]
        changed = any(field["changed"] for field in fields)
        found.append({"title": title, "fields": fields, "folded": len(fields) > FEW, "open": changed})
    return found


def malta_lines(known: list[Lever], state: State, sides: list[tuple[str, list[Trial]]]) -> list[dict[str, Any]]:
    """Each side's rows together for every number of Malta's; empty where they do not hang on it."""
    if not any(lever.group == "Malta" for lever in known):
        return []
    found = []
    for side, trials in sides:
        rows_after = {trial.key: state.row(f"shipment:{trial.key}") for trial in trials}
        scale = [together for _, together in whatif.malta_scale(state, rows_after)]
        if scale and len({together.loss for together in scale}) > 1:
            chances = [
                percent(together.all_arrive).replace("under ", "<").replace("over ", ">").removesuffix(" %")
                for together in scale
            ]
            losses = [decimal(together.loss) for together in scale]
            found += [{"title": f"{SEATS[side][0]}: all arrive, %", "numbers": chances}]
            found += [{"title": f"{SEATS[side][0]}: expected loss, REs", "numbers": losses}]
    return found


@require_safe
def what_if(request: HttpRequest, slug: str) -> HttpResponse:
    """The page; `?malta:status.number=5` tries it."""
    here = boarded(request, slug)
    board = Board(request, here)
    mine = {drawn.key: drawn.row for drawn in (*board.waiting, *board.planned) if drawn.row}
    known = whatif.levers(here.state, mine)
    wanted, trouble = whatif.asked(known, request.GET.dict()), None
    try:
        after = whatif.tried(here.state, known, wanted)
    except EditError as error:
        after, trouble = here.state, str(error)
    trials = whatif.trials(here.state, after, mine)
    sides = [(key, [trial for trial in trials if trial.row["side"] == key]) for key in (board.side, board.other)]
    context = {
        "head": head_of(here),
        "here": "board",
        "base": f"/c/{slug}/board/",
        "sides": [side_of(here.state, key, found) for key, found in sides if found],
        "groups": groups_of(known, wanted),
        "wanted": wanted,
        "trouble": trouble,
        "malta": [] if trouble else malta_lines(known, after, [(key, found) for key, found in sides if found]),
        "malta_now": here.state.values.get(whatif.MALTA_NUMBER),
        "malta_tried": after.values.get(whatif.MALTA_NUMBER),
    }
    template = "_what_parts.html" if request.htmx else "what_if.html"  # type: ignore[attr-defined]
    return page(request, f"desk/board/{template}", context, 422 if trouble else 200)
