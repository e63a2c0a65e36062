"""The picture of the first page: a convoy from Naples to Tripoli on the chart of the product, and what became of it.

Its figures are those that the demo's own first row begins with; a test holds them to the rules.
"""

from __future__ import annotations

from typing import Any

from navalassist.desk.chart.marks import PortView
from navalassist.desk.system_pages import Front
from navalassist.systems.europa.pages.chart.picture import ANCHORS, HATCHING
from navalassist.systems.europa.places import places
from navalassist.systems.europa.setup import DEMO_MALTA
from navalassist.systems.europa.theatres import PLAIN

# The zones in the frame, with their hatching; the zone that is checked first. The ports, all Axis ones.
ZONES = {"central-med": "h4", "tyrrhenian": "free"}
PORTS = ("naples", "palermo", "messina", "tripoli")
# Status and chance of the check, and dice that are a contact.
STATUS, CHANCE, DICE = DEMO_MALTA, "64 %", (6, 3)


def drawn() -> dict[str, Any]:
    """What the picture shows."""
    found = places()
    hatched = next(hatching for hatching in HATCHING if hatching[0] == ZONES["central-med"])
    shapes = [(css, shape.path) for key, css in ZONES.items() if (shape := found.zones[key].shape)]
    return {
        "chart": found.charts[PLAIN],
        "hatching": [hatched],
        "zones": shapes,
        "ports": [port_on_the_chart(key) for key in PORTS],
        "status": STATUS,
        "chance": CHANCE,
        "dice": DICE,
    }


def port_on_the_chart(key: str) -> PortView:
    """An Axis port of the picture."""
    port = places().ports[key]
    assert port.spot is not None, key
    x, y, anchor = port.spot.label_at
    return PortView(key, port.name, "axis", "axp", port.spot.x, port.spot.y, x, y, ANCHORS[anchor])


FRONT = Front("europa/chart/_first.html", drawn)
