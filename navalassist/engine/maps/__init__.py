"""Maps as rules count on them: squares, hexes and sea zones, what lies beside what, and ways from place to place.

A place is its printed name: `D4` of squares, `2204` of hexes, a key of a zone. A map knows geometry alone; what a leg
costs, and whether it may be gone, is the rule's.
"""

from navalassist.engine.maps.grids import Hexes, Map, Squares
from navalassist.engine.maps.ways import Barred, Leg, Toll, Way, cheapest, drawn
from navalassist.engine.maps.zones import Zones

__all__ = ["Barred", "Hexes", "Leg", "Map", "Squares", "Toll", "Way", "Zones", "cheapest", "drawn"]
