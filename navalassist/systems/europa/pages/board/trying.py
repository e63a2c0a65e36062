"""What if: change a number and see what it does to this turn's shipments. Reading only; nothing is ever written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fnmatch import fnmatchcase
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from navalassist.desk.access import SEATS, head_of
from navalassist.desk.answers import page
from navalassist.desk.words import decimal, percent
from navalassist.play.state import State
from navalassist.rules.europa.turn import TURN
from navalassist.systems.europa.board import outlook, routes, rows, whatif
from navalassist.systems.europa.board.outlook import Summary
from navalassist.systems.europa.board.whatif import Lever, Trial
from navalassist.systems.europa.board.words import name_of
from navalassist.systems.europa.pages.board.context import Board, boarded
from navalassist.systems.europa.upkeep import EditError

FEW = 8
# Every number of Malta's is worked out unasked only where the rows together are no larger, in REs: it takes its time.
QUICK = Decimal(40)
BOMBING = "malta-bombed"


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


def scale_of(asked: bool, known: list[Lever], state: State, sides: list[tuple[str, list[Trial]]]) -> dict[str, Any]:
    """What the page says of all of Malta's numbers: the lines, or that they may be asked for."""
    sails = sum((Decimal(trial.row["res_afloat"]) for _, trials in sides for trial in trials), Decimal(0))
    if asked or sails <= QUICK:
        return {"malta": malta_lines(known, state, sides), "malta_asked": asked}
    return {"malta_offered": any(lever.group == "Malta" for lever in known)}


def bombing_url(state: State, slug: str) -> str:
    """Where Malta is bombed, in a step in which it may be; else ''."""
    _, player_turn, step = state.clock
    now = any(fnmatchcase(f"{player_turn}/{step}", place) for place in TURN.steps_of(BOMBING))
    return f"/c/{slug}/do/{BOMBING}/" if now else ""


@require_safe
def what_if(request: HttpRequest, slug: str) -> HttpResponse:
    """The page; `?malta:status.number=5` tries it, `?scale=1` asks for all of Malta's numbers."""
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
    found = [(key, [trial for trial in trials if trial.row["side"] == key]) for key in (board.side, board.other)]
    sides = [(key, lines) for key, lines in found if lines]
    context = {
        "head": head_of(here),
        "here": "board",
        "base": f"/c/{slug}/board/",
        "sides": [side_of(here.state, key, lines) for key, lines in sides],
        "groups": groups_of(known, wanted),
        "wanted": wanted,
        "trouble": trouble,
        "bombing": bombing_url(here.state, slug),
        "query": urlencode({**wanted, "scale": 1}),
        "malta_now": here.state.values.get(whatif.MALTA_NUMBER),
        "malta_tried": after.values.get(whatif.MALTA_NUMBER),
    }
    if not trouble:
        context |= scale_of("scale" in request.GET, known, after, sides)
    template = "_what_parts.html" if request.htmx else "what_if.html"  # type: ignore[attr-defined]
    return page(request, f"europa/board/{template}", context, 422 if trouble else 200)
