"""What each set-up page shows, read from the facts that the viewer may see and from their history."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpRequest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import FactHistory
from navalassist.desk.access import SEATS, At
from navalassist.desk.answers import receipt_url
from navalassist.desk.chart.verdicts import SCALES, entries_by_reference, value_now
from navalassist.desk.logbook.facts import Words
from navalassist.desk.logbook.lines import line_of
from navalassist.desk.logbook.naming import entry_url, entry_word
from navalassist.desk.setup.edits import typed
from navalassist.engine import Book
from navalassist.play.bodies import body_of
from navalassist.rules.europa import RULINGS
from navalassist.rules.europa.rulings_status import R04
from navalassist.rules.europa.words import Owner, PortKind, Side
from navalassist.rules.europa.world import MALTA_NUMBER, SOUTH_AEGEAN_DECLARED, SOUTH_AEGEAN_HITS
from navalassist.systems.europa import theatres
from navalassist.systems.europa.chart import malta_now
from navalassist.systems.europa.places import places
from navalassist.systems.europa.upkeep import EXTENTS, INTERFERENCE_ZONES, LEVELS, SLIPS, began_allied

Facts = Mapping[str, Any]
# Rules that change Malta's number: the field that was typed, and what it counts.
NUMBERS = {
    "malta-bombed": ("hits", "hit{} of naval strike missions"),
    "malta-repaired": ("points", "Malta repair point{}"),
    "malta-supplied": ("hits", "hit{} removed with SPs or SRPs"),
}
SECTIONS = {
    "ports": "Ports",
    "conditions": "Conditions of the war",
    "malta": "Malta",
    "zones": "Sea zones",
    "rulings": "Rulings",
    "points": "Victory points",
}


def context_of(name: str, request: HttpRequest, here: At, facts: Facts) -> dict[str, Any]:
    """What the page of a section shows."""
    match name:
        case "ports":
            return ports(request, facts)
        case "conditions":
            return conditions(request, here, facts)
        case "rulings":
            return rulings(here, facts)
        case "malta":
            return malta(here, facts)
        case "zones":
            return zones(here, facts)
    return points(here, facts)


def overview(here: At, facts: Facts) -> list[dict[str, Any]]:
    """Each section with how it stands, in a line."""
    owned = Counter(str(facts[f"port:{port.key}.owner"]) for port in theatres.ports_shown(facts))
    conditions = [c for c in places().conditions.values() if c.key != theatres.KEY]
    changed = [c.title for c in conditions if facts.get(c.fact, c.default) != c.default]
    waters = places().conditions[theatres.KEY].choices[theatres.choice_of(facts)]
    chosen = [r.number for r in RULINGS if facts.get(f"ruling:{r.number}.choice", r.default) != r.default]
    now = malta_now(facts, here.state.book)
    declared = EXTENTS.get(str(facts.get(SOUTH_AEGEAN_DECLARED, "")), "not known")
    lines = {
        "ports": ", ".join(f"{owned[owner]} {word}" for owner, word, _ in owners()),
        "conditions": f"changed: {', '.join(changed)}" if changed else "all as on 1 March 1941",
        "malta": f"number {now.number}, {SCALES[now.scale]}" if now else "",
        "zones": f"{waters[:1].upper()}{waters[1:]}; South Aegean zone {declared}",
        "rulings": f"not the default: {', '.join(chosen)}" if chosen else "all at their defaults",
        "points": ", ".join(f"{side.label} {facts.get(f'ledger:{side.value}.vp', 0)}" for side in Side),
    }
    return [{"name": name, "title": title, "text": lines[name]} for name, title in SECTIONS.items()]


def owners() -> list[tuple[str, str, str]]:
    """(value, word, symbol) of every owner."""
    symbols = {"vichy": "◇", "neutral": "○"}
    return [(o.value, o.value.capitalize(), symbols.get(o.value) or SEATS[o.value][1]) for o in Owner]


def country_word(key: str) -> str:
    """`Saudi Arabia`"""
    return " ".join(part.capitalize() for part in key.split("-"))


def ports(request: HttpRequest, facts: Facts) -> dict[str, Any]:
    """The list of ports, narrowed by a part of the name, country, zone and owner."""
    wanted = {name: request.GET.get(name, "") for name in ("name", "country", "zone", "owner")}
    part = " ".join(wanted["name"].casefold().split())
    every = theatres.ports_shown(facts)
    shown = [
        port
        for port in every
        if part in port.name.casefold()
        and wanted["country"] in ("", port.country)
        and (not wanted["zone"] or wanted["zone"] in port.zones)
        and wanted["owner"] in ("", facts[f"port:{port.key}.owner"])
    ]
    found = [
        {
            "key": port.key,
            "name": port.name,
            "zones": ", ".join(places().zones[zone].short for zone in port.zones),
            "owner": facts[f"port:{port.key}.owner"],
            "kind": facts[f"port:{port.key}.kind"],
            "works": facts[f"port:{port.key}.operational"],
        }
        for port in shown
    ]
    used = dict.fromkeys(zone for port in every for zone in port.zones)
    return {
        "ports": found,
        "total": len(every),
        "wanted": wanted,
        "narrowed": any(wanted.values()),
        "owners": owners(),
        "countries": [(key, country_word(key)) for key in sorted({port.country for port in every})],
        "zone_choices": [(zone, places().zones[zone].short) for zone in places().zones if zone in used],
    }


def port(here: At, facts: Facts, key: str) -> dict[str, Any]:
    """One port with everything that rules ask of it, and its owners so far."""
    place, row = places().ports[key], f"port:{key}"
    return {
        "port": place,
        "row": {name: facts[f"{row}.{name}"] for name in ("owner", "kind", "operational", "ever_allied")},
        "source": facts[f"{row}.owner_source"],
        "slips": SLIPS if _may_be_a_slip(facts, key) else (),
        "latched": _entry_that_set(here, f"{row}.ever_allied"),
        "owners": owners(),
        "kinds": [kind.value for kind in PortKind],
        "zones": [places().zones[zone] for zone in place.zones],
        "history": history(here, (f"{row}.owner", f"{row}.operational")),
    }


def _may_be_a_slip(facts: Facts, key: str) -> bool:
    """True where the Allies are said to have owned a port once, and that may have been typed by mistake."""
    row = f"port:{key}"
    return bool(facts[f"{row}.ever_allied"]) and facts[f"{row}.owner"] != Owner.ALLIED and not began_allied(key)


def _entry_that_set(here: At, fact: str) -> tuple[str, str]:
    """Address and number of the entry that set a fact; empty where none is known."""
    source = here.state.sources.get(fact, "")
    return (entry_url(here.state, source), entry_word(source)) if source else ("", "")


def conditions(request: HttpRequest, here: At, facts: Facts) -> dict[str, Any]:
    """Every condition with its choices, source and history; `far`: those that only waters ask for not played."""
    known = [c for c in places().conditions.values() if c.fact in facts and c.key != theatres.KEY]
    past = by_fact(history(here, [c.fact for c in known]))
    far = theatres.conditions_apart(facts)
    lines: list[dict[str, Any]] = [
        {
            "condition": c,
            "choices": [
                (value, word, _chosen(facts[c.fact]) == value)
                for value, word in (c.choices or {"yes": "yes", "no": "no"}).items()
            ],
            "history": past.get(c.fact, []),
        }
        for c in known
    ]
    return {
        "conditions": [line for line in lines if line["condition"].key not in far],
        "far": [line for line in lines if line["condition"].key in far],
        "far_open": typed(request.POST)[0] in far,
    }


def _chosen(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def rulings(here: At, facts: Facts) -> dict[str, Any]:
    """The rulings that leave a choice, the Malta scale first, and those that are notes."""
    known = [r for r in RULINGS if f"ruling:{r.number}.choice" in facts]
    past = by_fact(history(here, [f"ruling:{r.number}.choice" for r in known if len(r.choices) > 1]))
    open_ones = [
        {
            "ruling": r,
            "choices": [
                (value, words, facts[f"ruling:{r.number}.choice"] == value, value == r.default)
                for value, words in r.choices
            ],
            "history": past.get(f"ruling:{r.number}.choice", []),
        }
        for r in known
        if len(r.choices) > 1 and r.number != R04.number
    ]
    notes = [(r, r.choices[0][1]) for r in known if len(r.choices) == 1]
    return {"open": open_ones, "notes": notes} | scales(here, facts)


def scales(here: At, facts: Facts) -> dict[str, Any]:
    """The Malta scale (R-04): what the number would mean either way."""
    if malta_now(facts, here.state.book) is None:
        return {}
    readings = []
    for value, question in (("rule33", "It lowers it"), ("rule36", "It raises it")):
        book = Book(here.state.tables, {**_choices(facts), R04.number: value})
        readings.append({"value": value, "answer": question, "malta": malta_now(facts, book)})
    return {"scales": readings, "scale": facts[f"ruling:{R04.number}.choice"], "r04": R04}


def _choices(facts: Facts) -> dict[str, str]:
    ends = ".choice"
    return {k[len("ruling:") : -len(ends)]: v for k, v in facts.items() if k.startswith("ruling:") and k.endswith(ends)}


def malta(here: At, facts: Facts) -> dict[str, Any]:
    """Malta's number, the scale, and every number so far."""
    now = malta_now(facts, here.state.book)
    past = history(here, [MALTA_NUMBER] if now else [])
    return {"malta": now, "history": past} | scales(here, facts)


def zones(here: At, facts: Facts) -> dict[str, Any]:
    """The waters that are played, and what is in force in them: interference, the South Aegean zone, hits on it."""
    facts_shown = [theatres.FACT, *(f"zone:{zone}.interference" for zone in INTERFERENCE_ZONES)]
    now, waters = theatres.choice_of(facts), places().conditions[theatres.KEY]
    return {
        "waters": waters,
        "water_choices": [(value, word, value == now) for value, word in waters.choices.items()],
        "northern_ports": len(theatres.ports_of("north")),
        "fleets": [
            {
                "zone": zone,
                "name": "Eastern Med and Aegean" if zone == "eastern-med" else places().zones[zone].short,
                "choices": [(v, word, facts.get(f"zone:{zone}.interference") == v) for v, word in LEVELS.items()],
            }
            for zone in INTERFERENCE_ZONES
        ],
        "extents": [(value, word, facts.get(SOUTH_AEGEAN_DECLARED) == value) for value, word in EXTENTS.items()],
        "hits": facts.get(SOUTH_AEGEAN_HITS, 0),
        "history": history(here, [*facts_shown, SOUTH_AEGEAN_DECLARED, SOUTH_AEGEAN_HITS]),
    }


def points(here: At, facts: Facts) -> dict[str, Any]:
    """Both sides' victory points."""
    keys = [f"ledger:{side.value}.vp" for side in Side]
    return {
        "ledgers": [
            (side.value, facts[f"ledger:{side.value}.vp"]) for side in Side if f"ledger:{side.value}.vp" in facts
        ],
        "history": history(here, keys),
    }


def history(here: At, facts: Iterable[str]) -> list[dict[str, Any]]:
    """Every value that these facts had, the newest first, each with the turn, the entry and its reason: two queries."""
    visible = [key for key in facts if here.viewer.sees(here.state.audiences.get(key.rpartition(".")[0], "public"))]
    if not visible:
        return []
    rows = list(FactHistory.objects.filter(campaign=here.campaign, fact__in=visible).order_by("-id"))
    entries = entries_by_reference(here, (row.entry for row in rows))
    return [_past(here, row, entries.get(row.entry)) for row in rows]


def _past(here: At, row: FactHistory, entry: Entry | None) -> dict[str, Any]:
    body = body_of(entry, here.viewer.audiences) if entry else {}
    why = "as the campaign began" if entry and entry.kind == "setup" else str(body.get("note", ""))
    if entry and entry.kind == "undo":
        why = "taken back"
    elif entry and not why:
        why = _reason(here, entry, body)
    words = Words(here.state, body)
    return {
        "fact": row.fact,
        "title": words.fact(row.fact),
        "words": value_now(words, row.fact, row.value),
        "turn": here.system.names.turn(row.turn),
        "player_turn": row.player_turn,
        "why": why,
        "caused": bool(why and entry and entry.kind not in ("edit", "setup")),
        "entry": row.entry.partition("/")[2] if row.entry.startswith("public/") else row.entry,
        "url": receipt_url(entry, here.campaign.slug) if entry else "",
    }


def _reason(here: At, entry: Entry, body: dict[str, Any]) -> str:
    """Why a rule, the end of a step or a correction changed a fact; an input without a reason has none."""
    if entry.kind == "edit":
        return ""
    field, words = NUMBERS.get(str(body.get("act", "")), ("", ""))
    if field:
        number = int(body["situation"][field])
        return f"{number} {words.format('' if number == 1 else 's')}"
    return line_of(entry, body, here.state).title


def by_fact(rows: Iterable[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """History lines of each fact that changed since the start."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault(row["fact"], []).append(row)
    return {fact: lines for fact, lines in found.items() if len(lines) > 1}
