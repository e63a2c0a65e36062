"""The take-over sheet: what somebody needs who sits down in a seat that another has held, on one page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from navalassist.auditlog.models import Entry
from navalassist.auditlog.payloads import with_payloads
from navalassist.desk.access import SEATS, At, head_of
from navalassist.desk.board.told import sightings
from navalassist.desk.chart.zones import zone_rows
from navalassist.desk.logbook.europa.shipments import port_name
from navalassist.desk.logbook.europa.words import AFLOAT
from navalassist.desk.logbook.facts import Words
from navalassist.desk.logbook.lines import line_of
from navalassist.desk.logbook.naming import entry_url, several, short_entry, title, zone_name
from navalassist.desk.logbook.waits import open_waits
from navalassist.desk.review.disputes import items_of, precedents_now
from navalassist.desk.sheets import standing
from navalassist.desk.sheets.standing import Facts, Told, source
from navalassist.desk.templatetags.parts import side_word
from navalassist.play.bodies import body_of
from navalassist.rules.europa import RULINGS
from navalassist.rules.europa.clock import turn_number, turn_of
from navalassist.rules.europa.words import CargoKind, Owner
from navalassist.rules.europa.world import VALLETTA
from navalassist.systems.europa.board.rolling import CHECK
from navalassist.systems.europa.board.roster import KIND, Roster, amount, stored
from navalassist.systems.europa.board.rows import SAILS_ON, board_rows, here_of, pair_text
from navalassist.systems.europa.board.words import name_of, on_text
from navalassist.systems.europa.chart import malta_now, statuses
from navalassist.systems.europa.places import places
from navalassist.systems.europa.theatres import ports_shown
from tables import all_tables

# What has a place of its own on the sheet; rows of any other kind are told field by field.
OWN_PLACE = frozenset({"campaign", "zone", "port", "condition", "ledger", "ruling", "malta", "mark", "shipment", KIND})
# What people say to one another has a paragraph of its own, and what is settled is on its own page.
OWN_PLACE |= {"sighting", "dispute", "argument", "precedent", "question", "proposal", "house"}
NAMED = {f"malta-stock:{VALLETTA}": "Malta"}
# Not told again: dice bound and opened, steps that ended, rows typed into the board, and zones that asked for no dice.
SILENT = ("seed", "reveal", "clock", "access", "nonce")
TYPED_ROWS = "shipment."
STATES = {"planned": "planned", "arrived": "arrived", "returned": "back in port", "lost": "lost"}
# As many as one page has room for.
MOST_ENTRIES = 60
# Values that say nothing.
NOTHING: tuple[Any, ...] = ("", None, False, 0, [], {})


@dataclass(frozen=True, slots=True)
class Done:
    """One entry of the last turn."""

    number: str
    url: str
    seat: str
    text: str


def context_of(here: At) -> dict[str, Any]:
    """What the take-over sheet shows to this seat. Zones that no chart shows are named where a shipment sails them."""
    state = here.state
    facts = state.values
    waters = zone_rows(statuses(facts, state.book), facts)
    now = here.state.clock[0]
    before = turn_of(turn_number(now) - 1)
    done, more = entries_since(here, before)
    return {
        "head": head_of(here),
        "home": f"/c/{here.campaign.slug}/",
        "made": timezone.now(),
        "malta": malta_now(facts, state.book),
        "points": list(standing.points(here, facts)),
        "zones": [zone for _, rows in waters["charted"] for zone in rows],
        "outer": [zone for zone in waters["outer"] if zone.key in used_zones(here, facts)],
        "force": standing.in_force(here, facts),
        "conditions": standing.conditions(here, facts),
        "owners": owners(facts),
        "taken": taken(here, facts),
        "broken": broken(here, facts),
        "shipments": list(shipments(here, facts)),
        "others": list(others(here, facts)),
        "matters": [item for item in items_of(here) if item.open],
        "cases": precedents_now(here),
        "marks": standing.marks(here, facts),
        "waits": open_waits(here),
        "rulings": rulings(here, facts),
        "tables": own_tables(here),
        "turns": (here.system.names.turn(before), here.system.names.turn(now)),
        "done": done,
        "more": more,
    }


def owners(facts: Facts) -> list[tuple[str, str, list[str]]]:
    """Who owns which ports: owner, word, names. The neutrals' are left out, they are the many."""
    found: dict[str, list[str]] = {}
    for port in ports_shown(facts):
        found.setdefault(str(facts.get(f"port:{port.key}.owner", "")), []).append(port.name)
    wanted = [owner.value for owner in Owner if owner.value != "neutral"]
    return [(owner, owner.capitalize(), sorted(found[owner])) for owner in wanted if owner in found]


def taken(here: At, facts: Facts) -> list[Told]:
    """The ports that have another owner than on 1 March 1941, and the entry that says so."""
    keys = [port for port in ports_shown(facts) if facts[f"port:{port.key}.owner"] != port.owner]
    return [Told(p.name, f"{facts[f'port:{p.key}.owner']}".capitalize(), *_owner(here, p.key)) for p in keys]


def _owner(here: At, port: str) -> tuple[str, str]:
    return source(here, f"port:{port}.owner")


def broken(here: At, facts: Facts) -> list[Told]:
    """The ports that are out of order."""
    facts_of = {port: f"port:{port.key}.operational" for port in places().ports.values()}
    return [Told(port.name, "", *source(here, fact)) for port, fact in facts_of.items() if facts.get(fact) is False]


def shipments(here: At, facts: Facts) -> Iterator[tuple[str, str, Told]]:
    """The rows of the board: side, number, and a line with where each stands."""
    for key, row in board_rows(here.state, facts).items():
        on = "" if row["cargo"] == CargoKind.EMPTY else on_text(row)
        text = f"{name_of(row)}{f' on {on}' if on else ''}, {pair_text(here.state, row)}"
        state = STATES.get(row["state"], row["state"].replace("-", " "))
        if zone := here_of(row):
            state = f"at sea in the {facts.get(f'zone:{zone}.short_name', zone)}"
        if row["state"] in SAILS_ON and row["turn"] != here.state.clock[0]:
            state += f", since {here.system.names.turn(row['turn'])}" if row["turn"] < here.state.clock[0] else ""
        yield row["side"], str(row["row"]), Told(text, state, *source(here, f"shipment:{key}.state"))


def used_zones(here: At, facts: Facts) -> set[str]:
    """The zones of the ways of all rows of the board."""
    return {leg["zone"] for row in board_rows(here.state, facts).values() for leg in row["route"]}


def rosters(here: At, facts: Facts) -> Iterator[Told]:
    """What is kept in ports: `Axis roster, Naples: 20 NTs free, 3 sunk`."""
    kept = Roster(facts, here.state.clock[0])
    for side in here.system.sides:
        for place, count in kept.lines(side):
            free = f"{amount(count.free, place.ware, kept.name(place))} free"
            sunk = f", {stored(count.sunk)} sunk" if count.sunk else ""
            entry = source(here, f"{kept.stored[place]}.base") if place in kept.stored else ("", "")
            yield Told(f"{SEATS[side][0]} roster, {port_name(here.state, place.port)}", free + sunk, *entry)


def markers(here: At) -> Iterator[Told]:
    """What was seen of the other side's shipping: `Axis marker 1: 4 SP on 4 NTs, seen in the Central Mediterranean`."""
    for seen in sightings(here):
        text = ", ".join(filter(None, (seen["known"], f"seen in the {seen['zone']}")))
        yield Told(f"{side_word(seen['side'])} marker {seen['number']}", text, seen["url"], seen["entry"])


def others(here: At, facts: Facts) -> Iterator[Told]:
    """What is kept in ports, and rows of any other kind (task forces, air units …), field by field."""
    yield from rosters(here, facts)
    yield from markers(here)
    words = Words(here.state, {})
    rows = dict.fromkeys(fact.rpartition(".")[0] for fact in facts if fact.partition(":")[0] not in OWN_PLACE)
    for row in rows:
        fields = {fact.rpartition(".")[2]: value for fact, value in facts.items() if fact.rpartition(".")[0] == row}
        name, kind = str(fields.pop("name", "")), title(row.partition(":")[0])
        told = [_field(words, row, n, v) for n, v in fields.items() if v not in NOTHING]
        yield Told(
            NAMED.get(row) or f"{kind} {name or words.row(row)}",
            ", ".join(told),
            *source(here, next(fact for fact in facts if fact.startswith(f"{row}."))),
        )


def _field(words: Words, row: str, name: str, value: Any) -> str:
    """One field in words: `range 12`, `zone Central Med`; of a list of things only how many there are."""
    if name in ("zone", "place") and f"zone:{value}.name" in words.state.values:
        return zone_name(words.state, str(value), short=True)
    if name == "port":
        return port_name(words.state, str(value))
    if name == "side":
        return words.value(f"{row}.{name}", value)
    if isinstance(value, list) and isinstance(value[0], dict) and name not in AFLOAT.get(row.partition(":")[0], ()):
        return several(len(value), "line")
    text = words.value(f"{row}.{name}", value)
    label = words.field(row.partition(":")[0], name)
    return label if value is True else text if text.startswith(f"{label} ") else f"{label} {text}"


def rulings(here: At, facts: Facts) -> dict[str, Any]:
    """The rulings in force: those that are not at their default in words, the others by number and choice."""
    chosen = [(ruling, str(facts.get(f"ruling:{ruling.number}.choice", ruling.default))) for ruling in RULINGS]
    own = [
        (ruling, dict(ruling.choices).get(choice, choice), *source(here, f"ruling:{ruling.number}.choice"))
        for ruling, choice in chosen
        if choice != ruling.default
    ]
    others = [(ruling, choice) for ruling, choice in chosen if choice == ruling.default]
    return {
        "own": own,
        "others": [(ruling, choice) for ruling, choice in others if len(ruling.choices) > 1],
        "single": [ruling for ruling, _ in others if len(ruling.choices) == 1],
    }


def own_tables(here: At) -> list[tuple[str, str]]:
    """The tables of which this campaign has a text of its own: title and version."""
    shipped = all_tables()
    mine = here.state.tables.items()
    return [(t.title, t.version) for slug, t in mine if slug not in shipped or shipped[slug].version != t.version]


def entries_since(here: At, turn: str) -> tuple[list[Done], int]:
    """What was done in the turn before and in this one, in order, and how many of the earliest were left out."""
    every = Entry.objects.filter(campaign=here.campaign, turn__gte=turn).seen_by(here.viewer.audiences)
    entries = with_payloads(every.exclude(kind__in=SILENT).exclude(procedure=CHECK, dice="").order_by("id"))
    told = [(entry, body_of(entry, here.viewer.audiences)) for entry in entries]
    told = [(entry, body) for entry, body in told if not str(body["act"]).startswith(TYPED_ROWS)]
    return [_done(here, *pair) for pair in told[-MOST_ENTRIES:]], max(0, len(told) - MOST_ENTRIES)


def _done(here: At, entry: Entry, body: dict[str, Any]) -> Done:
    line = line_of(entry, body, here.state)
    text = ", ".join(filter(None, (line.title, line.detail, line.dice)))
    text = f"{text}: {line.result}" if line.result else text
    seat = SEATS[entry.seat][1] if entry.seat in SEATS else ""
    return Done(short_entry(entry.reference), entry_url(here.state, entry.reference), seat, text)
