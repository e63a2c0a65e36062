"""The take-over sheet: what somebody needs who sits down in a seat that another has held, on one page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils import timezone

from navalassist.desk.access import SEATS
from navalassist.desk.at import At
from navalassist.desk.printed import known
from navalassist.desk.printed.parts import Section, Told, moment_text, own_first, sheet_of, side_text, source, step_text
from navalassist.desk.words import percent
from navalassist.rules.europa.clock import turn_number, turn_of
from navalassist.rules.europa.words import CargoKind
from navalassist.systems.europa.board.rows import SAILS_ON, board_rows, here_of, pair_text
from navalassist.systems.europa.board.words import name_of, on_text
from navalassist.systems.europa.chart import ZoneStatus, malta_now, statuses
from navalassist.systems.europa.log.shipments import port_name
from navalassist.systems.europa.pages.chart.zones import zone_rows
from navalassist.systems.europa.pages.sheets import forces, standing
from navalassist.systems.europa.pages.sheets.standing import Facts
from navalassist.systems.europa.places import places
from navalassist.systems.europa.theatres import ports_shown

STATES = {"planned": "planned", "arrived": "arrived", "returned": "back in port", "lost": "lost"}
# More ports than these are told owner by owner, without their entries.
FEW_PORTS = 10
SIGNED = ("handed over by", "taken over by", "day, time")


def context_of(here: At, query: Mapping[str, str]) -> dict[str, Any]:
    """What the take-over sheet shows to this seat."""
    facts = here.state.values
    strip = (("Turn", moment_text(here)), ("Step", step_text(here)), ("Victory points", standing.points(here, facts)))
    who = SEATS[here.viewer.seat]
    said = f"{here.system.names.tap(*here.state.clock[1:])}. {known.due_text(here)}"
    more = {"malta": malta_now(facts, here.state.book), "signs": SIGNED, "made": timezone.now()}
    return sheet_of(here, f"Take-over sheet, {who[1]} {who[0]}", said, strip, sections_of(here, facts), **more)


def sections_of(here: At, facts: Facts) -> Iterator[Section]:
    """The sheet from top to bottom."""
    now = here.state.clock[0]
    before = turn_of(turn_number(now) - 1)
    yield from forces.sections(here)
    stay, soon = known.marks(here)
    force = (*standing.in_force(here, facts), *standing.conditions(here, facts), *stay)
    yield Section("In force", force, "" if force else "Nothing declared; every condition as in history.")
    yield Section("Ends soon", tuple(soon))
    if malta := malta_now(facts, here.state.book):
        yield Section(f"Malta stands at {malta.number}", template="europa/chart/_malta_words.html")
    yield zones(here, facts)
    yield from convoys(here, facts)
    yield ports(here, facts)
    yield known.matters(here)
    yield known.rulings(here)
    yield known.own_tables(here)
    names = here.system.names
    yield known.done_since(here, before, f"What was done, {names.turn(before)} and {names.turn(now)}")


def zones(here: At, facts: Facts) -> Section:
    """Both sides' status in every zone of the charts, and in others where a shipment sails them."""
    found = zone_rows(statuses(facts, here.state.book), facts)
    used = used_zones(here, facts)
    shown = [zone for _, rows in found["charted"] for zone in rows]
    shown += [zone for zone in found["outer"] if zone.key in used]
    heads = ("Zone", *(f"{side_text(here, side)}, contact" for side in here.system.sides))
    return Section("Sea zones", heads=heads, rows=tuple((z.name, *map(_status, z.both)) for z in shown))


def _status(status: ZoneStatus) -> str:
    """`9, 58 %`; `barred`"""
    if status.number is None or status.chance is None:
        return str(status.word)
    return f"{status.number}, {percent(status.chance)}"


def convoys(here: At, facts: Facts) -> Iterator[Section]:
    """The rows of the board, side by side, with where each stands."""
    for side in own_first(here):
        own = here.viewer.seat == side
        lines = tuple(shipments(here, facts, side))
        yield Section(
            "Our convoys" if own else "convoys", lines, "" if lines or not own else "None.", side="" if own else side
        )


def shipments(here: At, facts: Facts, side: str) -> Iterator[Told]:
    """Row, cargo and way of each shipment of a side: `1: 7 SP on 7 NTs, Naples–Tripoli`, `planned`."""
    for key, row in board_rows(here.state, facts).items():
        if row["side"] != side:
            continue
        on = "" if row["cargo"] == CargoKind.EMPTY else on_text(row)
        text = f"{name_of(row)}{f' on {on}' if on else ''}, {pair_text(here.state, row)}"
        state = STATES.get(row["state"], row["state"].replace("-", " "))
        if zone := here_of(row):
            state = f"at sea in the {facts.get(f'zone:{zone}.short_name', zone)}"
        if row["state"] in SAILS_ON and row["turn"] < here.state.clock[0]:
            state += f", since {here.system.names.turn(row['turn'])}"
        yield Told(str(row["row"]), text, *source(here, f"shipment:{key}.state"), state)


def used_zones(here: At, facts: Facts) -> set[str]:
    """The zones of the ways of all rows of the board."""
    return {leg["zone"] for row in board_rows(here.state, facts).values() for leg in row["route"]}


def ports(here: At, facts: Facts) -> Section:
    """Ports that have changed hands in this campaign, or are out of order."""
    set_by = here.state.sources
    taken = [p for p in ports_shown(facts) if set_by.get(f"port:{p.key}.owner") != set_by.get(f"port:{p.key}.name")]
    owner = {port.name: f"{facts[f'port:{port.key}.owner']}".capitalize() for port in taken}
    if len(taken) > FEW_PORTS:
        names = {word: [port for port, mine in owner.items() if mine == word] for word in owner.values()}
        lines = [Told(word, ", ".join(sorted(mine))) for word, mine in names.items()]
    else:
        lines = [Told(port.name, owner[port.name], *source(here, f"port:{port.key}.owner")) for port in taken]
    lines += [
        Told(port_name(here.state, key), "out of order", *source(here, fact))
        for key in places().ports
        if facts.get(fact := f"port:{key}.operational") is False
    ]
    return Section("Ports", tuple(lines), "" if lines else "None has changed hands.")
