"""The roster page: transports and cargo kept in ports, port by port, and what is entered by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.access import SEATS, head_of
from navalassist.desk.answers import act_once, done, page, problems
from navalassist.desk.at import At
from navalassist.desk.problem import Problem
from navalassist.desk.turn.undo import undo_offer
from navalassist.engine import Effect
from navalassist.play.write.submissions import new_submission
from navalassist.play.write.writer import Writer
from navalassist.systems.europa.board import roster
from navalassist.systems.europa.board.roster import Place, Roster, Ware
from navalassist.systems.europa.board.rows import port_name
from navalassist.systems.europa.pages.board.context import boarded
from navalassist.systems.europa.pages.board.ports import Ports

NEW_LINES = ("1", "2", "3")
MOST = 9999
LONGEST_NAME = 80
WHATS = {
    **{key: f"{word}s" for key, word in roster.TRANSPORTS.items()},
    "sp": "SP",
    "srp": "SRP",
    "rp": "RP",
    "unit": "unit, in REs",
}


NUMBERS = ("planned", "finished", "at_sea", "coming", "sunk")


@dataclass(frozen=True)
class RosterLine:
    """One thing in one port. field: the name of its field; typed: the number in it; numbers: the rest of its count."""

    place: Place
    port: str
    what: str
    field: str
    typed: str
    wrong: bool
    numbers: tuple[str, ...]


def plain(number: Fraction) -> str:
    """A number as the page shows it."""
    return roster.stored(number).replace("-", "−")


def side_of(request: HttpRequest, here: At) -> str:
    """The side that the page is about: asked for, else the seat's own, else the one whose player turn it is."""
    asked = request.POST.get("side") or request.GET.get("side", "")
    wanted = (asked, here.viewer.seat, here.state.clock[1])
    return next(side for side in wanted if side in here.system.sides)


def lines_of(here: At, kept: Roster, side: str, data: Mapping[str, str], wrong: str = "") -> list[RosterLine]:
    """The lines of a side by port; data: what was typed."""
    order = list(WHATS)
    found = []
    for place, count in kept.lines(side):
        name, about = kept.name(place), f"free-{place.row.partition(':')[2]}"
        words = name[:1].upper() + name[1:] if name else WHATS[place.ware.what]
        numbers = tuple(plain(getattr(count, number)) if getattr(count, number) else "" for number in NUMBERS)
        typed = data.get(about, plain(count.free))
        found.append(RosterLine(place, port_name(here.state, place.port), words, about, typed, wrong == about, numbers))
    return sorted(found, key=lambda line: (line.port, order.index(line.place.ware.what), line.what))


def shown(request: HttpRequest, slug: str, *, problem: Problem | None = None) -> HttpResponse:
    """The page of a side, with what was typed where something did not fit."""
    here = boarded(request, slug)
    side, facts = side_of(request, here), here.state.values
    kept, data = Roster(facts, here.state.clock[0]), request.POST if problem else {}
    wares = sorted({ware for owner, ware in kept.kept if owner == side}, key=lambda ware: list(WHATS).index(ware.what))
    ports = Ports(facts, side)
    context = {
        "head": head_of(here),
        "here": "board",
        "base": f"/c/{slug}/board/",
        "side": side,
        "sides": [(key, *SEATS[key], key == side) for key in here.system.sides],
        "lines": lines_of(here, kept, side, data, problem.about if problem else ""),
        "kept": [(f"{ware.what}:{ware.label}", ware.label or WHATS[ware.what]) for ware in wares],
        "blank": [_blank(number, data, ports, problem) for number in NEW_LINES],
        "whats": WHATS.items(),
        "problem": problem,
        "looks_on": here.viewer.seat == OBSERVER,
        "submission": new_submission(),
        "seen": here.version,
        "undo": undo_offer(here),
    }
    return page(request, "europa/board/roster.html", context)


def _blank(number: str, data: Mapping[str, str], ports: Ports, problem: Problem | None) -> dict[str, Any]:
    """A line for something new, with what was typed into it."""
    typed = {name: data.get(f"{name}-{number}", "") for name in ("port", "what", "name", "count")}
    wrong = problem.about.partition("-")[0] if problem and problem.about.endswith(f"-{number}") else ""
    return typed | {"number": number, "ports": ports.options(typed["port"]), "wrong": wrong}


def number_of(text: str, ware: Ware, about: str, name: str) -> Fraction:
    """A count as typed. Problem names the field: whole transports, cargo to two places, 0 to 9999."""
    text = text.strip().replace(",", ".").replace("½", ".5")
    whole = ware.what in roster.TRANSPORTS
    if not re.fullmatch(r"\d{1,4}" if whole else r"(?=.)\d{0,4}(\.\d{1,2})?", text, re.ASCII):
        kind = "a whole number" if whole else "a number"
        raise Problem(422, f"{name}: type {kind} from 0 to {MOST}.", about)
    return Fraction(text)


def typed_counts(data: Mapping[str, str], kept: Roster, here: At, side: str) -> Iterator[tuple[Place, Fraction, str]]:
    """What a page asks for: place, number, and how a unit's name is written. Untouched lines are left out."""
    for line in lines_of(here, kept, side, {}):
        text = data.get(line.field, "").strip()
        if text and text != line.typed:
            yield line.place, number_of(text, line.place.ware, line.field, f"{line.port}, {line.what}"), ""
    for number in NEW_LINES:
        if data.get(f"count-{number}", "").strip() or data.get(f"port-{number}"):
            yield _new(data, number, kept.facts, side)


def _new(data: Mapping[str, str], number: str, facts: Mapping[str, Any], side: str) -> tuple[Place, Fraction, str]:
    port, what = data.get(f"port-{number}", ""), data.get(f"what-{number}", "")
    name = " ".join(data.get(f"name-{number}", "").split())
    if f"port:{port}.owner" not in facts:
        raise Problem(422, "Port: choose one of the list.", f"port-{number}")
    owner = facts[f"port:{port}.owner"]
    if owner in SEATS and owner != side:
        text = (
            f"Port: {facts[f'port:{port}.name']} is {SEATS[owner][0]}: the {SEATS[side][0]} side keeps nothing there."
        )
        raise Problem(422, f"{text} Choose another port, or change its owner in the set-up.", f"port-{number}")
    if what not in WHATS:
        raise Problem(422, "What: choose one of the list.", f"what-{number}")
    if what == "unit" and not (0 < len(name) <= LONGEST_NAME):
        raise Problem(422, f"Unit: give its name, at most {LONGEST_NAME} characters.", f"name-{number}")
    ware = roster.ware_of(what, name)
    return (
        Place(side, port, ware),
        number_of(data.get(f"count-{number}", ""), ware, f"count-{number}", "How many"),
        name,
    )


def entered(writer: Writer, data: Mapping[str, str], here: At, side: str) -> None:
    """One entry with everything that was typed, or with the end of keeping a count."""
    facts = writer.viewer.view(writer.state.values, writer.state.audiences)
    kept, effects, told = Roster(facts, writer.state.clock[0]), list[Effect](), []
    if data.get("drop"):
        what, _, label = data["drop"].partition(":")
        effects += roster.dropped(kept, side, Ware(what, label))
        told.append(f"no count of {label or WHATS.get(what, what)} is kept any more")
    else:
        wanted = list(typed_counts(data, kept, here, side))
        effects += roster.set_to(
            kept, {place: free for place, free, _ in wanted}, {place.ware: name for place, _, name in wanted if name}
        )
        told += [
            f"{port_name(here.state, place.port)} {roster.amount(free, place.ware, name or kept.name(place))}"
            for place, free, name in wanted
        ]
    if not told:
        raise Problem(422, "Nothing is typed yet: choose a port and say how many, or change a number of the list.")
    if effects:
        note = ", ".join(told)
        writer.edit("roster.count", effects, seat=side, title=f"Roster, {SEATS[side][0]}", note=note[:300])


@require_http_methods(["GET", "HEAD", "POST"])
@problems(shown)
def page_of(request: HttpRequest, slug: str) -> HttpResponse:
    """Look at the roster of a side, or enter what stands in its ports."""
    if request.method != "POST":
        return shown(request, slug)
    here, data = boarded(request, slug), request.POST
    side = side_of(request, here)
    act_once(request, here, lambda writer: entered(writer, data.dict(), here, side))
    return done(request, f"/c/{slug}/board/roster/?side={side}")
