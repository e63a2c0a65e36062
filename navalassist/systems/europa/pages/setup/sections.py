"""Europa's set-up pages: what each shows, how it stands in a line, and what its buttons do."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from typing import Any

from django.http import HttpRequest

from navalassist.desk.at import At
from navalassist.desk.logbook.naming import entry_url, entry_word
from navalassist.desk.setup import rulings as of_all_systems
from navalassist.desk.setup.edits import tapped
from navalassist.desk.setup.past import by_fact, history
from navalassist.desk.setup_hooks import Facts, Section
from navalassist.engine import Book
from navalassist.rules.europa.naval_units import UnitKind
from navalassist.rules.europa.rulings_status import R04
from navalassist.rules.europa.words import Owner, PortKind, Side
from navalassist.rules.europa.world import MALTA_NUMBER, SOUTH_AEGEAN_DECLARED, SOUTH_AEGEAN_HITS
from navalassist.systems.europa import theatres
from navalassist.systems.europa.allowances import row_of
from navalassist.systems.europa.chart import malta_now
from navalassist.systems.europa.hexes_wanted import deciding
from navalassist.systems.europa.pages.chart.island import SCALES
from navalassist.systems.europa.pages.setup import acts
from navalassist.systems.europa.pages.setup.ports import owners, ports
from navalassist.systems.europa.places import places
from navalassist.systems.europa.soviet import is_soviet
from navalassist.systems.europa.upkeep import EXTENTS, INTERFERENCE_ZONES, LEVELS, SLIPS, began_allied

PORT_FIELDS = ("owner", "kind", "operational", "ever_allied", "map_reference")


def port(request: HttpRequest, here: At, facts: Facts, key: str) -> dict[str, Any]:
    """One port with everything that rules ask of it, and its owners so far."""
    place, row = places().ports[key], f"port:{key}"
    return {
        "port": place,
        "row": {name: facts[f"{row}.{name}"] for name in PORT_FIELDS},
        "source": facts[f"{row}.owner_source"],
        "slips": SLIPS if _may_be_a_slip(here, key) else (),
        "latched": _entry_that_set(here, f"{row}.ever_allied"),
        "owners": owners(),
        "soviet": _soviet(facts, key),
        "kinds": [kind.value for kind in PortKind],
        "zones": [places().zones[zone] for zone in place.zones],
        "history": history(here, (f"{row}.owner", f"{row}.operational")),
    }


def _soviet(facts: Facts, key: str) -> bool | None:
    """Whether the Soviets own a port that came to the Allies in this war; None for any other."""
    taken = facts[f"port:{key}.owner"] == Owner.ALLIED and places().ports[key].owners[0].value != Owner.ALLIED
    return is_soviet(facts, key) if taken else None


def _may_be_a_slip(here: At, key: str) -> bool:
    """True where the Allies are said to have owned a port once, and that may have been typed by mistake."""
    row, facts = f"port:{key}", here.state.values
    latched = facts[f"{row}.ever_allied"] and facts[f"{row}.owner"] != Owner.ALLIED
    return bool(latched) and not began_allied(facts, here.state.sources, key)


def _entry_that_set(here: At, fact: str) -> tuple[str, str]:
    """Address and number of the entry that set a fact; empty where none is known."""
    source = here.state.sources.get(fact, "")
    return (entry_url(here.state, source), entry_word(source)) if source else ("", "")


def conditions(request: HttpRequest, here: At, facts: Facts) -> dict[str, Any]:
    """Every condition with its choices, source and history; `far`: those that only waters ask for not played."""
    known = [c for c in places().conditions.values() if c.fact in facts and c.key != theatres.KEY]
    past = by_fact(history(here, [c.fact for c in known]))
    far, turn = theatres.conditions_apart(facts), here.state.clock[0]
    lines: list[dict[str, Any]] = [
        {
            "condition": c,
            "source": c.since(turn).source,
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
        "far_open": tapped(request) in far,
    }


def _chosen(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def rulings(request: HttpRequest, here: At, facts: Facts) -> dict[str, Any]:
    """The rulings, the Malta scale first."""
    return of_all_systems.rulings(here, facts, apart=(R04.number,)) | scales(here, facts)


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


def malta(request: HttpRequest, here: At, facts: Facts) -> dict[str, Any]:
    """Malta's number, the scale, and every number so far."""
    now = malta_now(facts, here.state.book)
    past = history(here, [MALTA_NUMBER] if now else [])
    return {"malta": now, "history": past} | scales(here, facts)


def zones(request: HttpRequest, here: At, facts: Facts) -> dict[str, Any]:
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


def points(request: HttpRequest, here: At, facts: Facts) -> dict[str, Any]:
    """Both sides' victory points."""
    keys = [f"ledger:{side.value}.vp" for side in Side]
    return {
        "ledgers": [
            (side.value, facts[f"ledger:{side.value}.vp"]) for side in Side if f"ledger:{side.value}.vp" in facts
        ],
        "history": history(here, keys),
    }


def ports_line(here: At, facts: Facts) -> str:
    """How many ports each owner has."""
    owned = Counter(str(facts[f"port:{port.key}.owner"]) for port in theatres.ports_shown(facts))
    return ", ".join(f"{owned[owner]} {word}" for owner, word, _ in owners())


def conditions_line(here: At, facts: Facts) -> str:
    """Which conditions are not as history had them in this turn."""
    others = ", ".join(c.title for c in theatres.not_as_in_history(facts, here.state.clock[0]))
    return f"not as in history: {others}" if others else "all as in history"


def malta_line(here: At, facts: Facts) -> str:
    """Malta's number and what bombing does to it."""
    now = malta_now(facts, here.state.book)
    return f"number {now.number}, {SCALES[now.scale]}" if now else ""


def zones_line(here: At, facts: Facts) -> str:
    """The waters that are played, and the zone that may be declared in them."""
    waters = places().conditions[theatres.KEY].choices[theatres.choice_of(facts)]
    declared = EXTENTS.get(str(facts.get(SOUTH_AEGEAN_DECLARED, "")), "not known")
    return f"{waters[:1].upper()}{waters[1:]}; South Aegean zone {declared}"


def points_line(here: At, facts: Facts) -> str:
    """Both sides' victory points."""
    return ", ".join(f"{side.label} {facts.get(f'ledger:{side.value}.vp', 0)}" for side in Side)


def one_port(here: At, key: str) -> Section | None:
    """The page of one port of this campaign."""
    if key not in places().ports or f"port:{key}.name" not in here.state.values:
        return None
    return Section("ports", "Ports", "europa/setup/port.html", context=partial(port, key=key), acts=acts.PORT)


def hexes(request: HttpRequest, here: At, facts: Facts) -> dict[str, Any]:
    """The ports whose hexes decide most of the danger zones, and those that are entered."""
    wanted = deciding(facts)
    at = tapped(request)
    return {
        "wanted": [(port, facts[f"port:{port.key}.owner"], why) for port, why in wanted],
        "entered": [p for p in theatres.ports_shown(facts) if facts[f"port:{p.key}.map_reference"]],
        "missing": sum(not facts[f"port:{p.key}.map_reference"] for p in theatres.ports_shown(facts)),
        "beside": at if any(port.key == at for port, _ in wanted) else "",
    }


def hexes_line(here: At, facts: Facts) -> str:
    """How many ports have none."""
    shown = theatres.ports_shown(facts)
    return f"{sum(bool(facts[f'port:{p.key}.map_reference']) for p in shown)} of {len(shown)} ports have theirs"


def allowances(request: HttpRequest, here: At, facts: Facts) -> dict[str, Any]:
    """The MPs a naval step of each kind of naval unit."""
    return {"kinds": [(kind, facts.get(f"{row_of(kind)}.choice", "")) for kind in UnitKind]}


def allowances_line(here: At, facts: Facts) -> str:
    """Those that are set."""
    found = [(kind.label, facts.get(f"{row_of(kind)}.choice", "")) for kind in UnitKind]
    return ", ".join(f"{label} {mps}" for label, mps in found if mps) or "no limit"


def at_port(key: str) -> str:
    """Where a port stands in the list."""
    return f"#at-{key}" if key in places().ports else ""


SECTIONS = {
    section.name: section
    for section in (
        Section("ports", "Ports", "europa/setup/ports.html", ports, ports_line, acts.PORTS, one_port, at_port),
        Section("hexes", "Hexes to enter", "europa/setup/hexes.html", hexes, hexes_line, acts.HEXES),
        Section("mps", "MPs of ships", "europa/setup/mps.html", allowances, allowances_line, acts.MPS),
        Section(
            "conditions", "Conditions of the war", "europa/setup/conditions.html", conditions, conditions_line, acts.WAR
        ),
        Section("malta", "Malta", "europa/setup/malta.html", malta, malta_line, acts.MALTA),
        Section("zones", "Sea zones", "europa/setup/zones.html", zones, zones_line, acts.ZONES),
        replace(of_all_systems.RULINGS, template="europa/setup/rulings.html", context=rulings, acts=acts.RULINGS),
        Section("points", "Victory points", "europa/setup/points.html", points, points_line, acts.POINTS),
    )
}
