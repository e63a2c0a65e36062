"""Maps as rules count on them: squares, hexes and sea zones, what lies beside what, and ways from place to place.

A place is its printed name: `D4` of squares, `2204` of hexes, a key of a zone. A map knows geometry alone; what a leg
costs, and whether it may be gone, is the rule's.
"""

from navalassist.engine.maps.charts import Ground, Look, WayChart
from navalassist.engine.maps.distances import Distance, distance_of
from navalassist.engine.maps.grids import Hexes, Map, Squares
from navalassist.engine.maps.ways import Barred, Judge, Leg, Toll, Way, cheapest, drawn, places_of
from navalassist.engine.maps.zones import Strait, Zones

__all__ = [
    "Barred",
    "Distance",
    "Ground",
    "Hexes",
    "Judge",
    "Leg",
    "Look",
    "Map",
    "Squares",
    "Strait",
    "Toll",
    "Way",
    "WayChart",
    "Zones",
    "cheapest",
    "distance_of",
    "drawn",
    "places_of",
]
