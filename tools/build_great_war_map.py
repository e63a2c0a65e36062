"""Draw the two charts of the Great War system. A development-time script, as build_map.py, whose pieces it uses.

In:  land-10m.json of world-atlas 2.0.2 (see tools/README.md); great_war_areas.toml, great_war_bases.toml.
Out: static/map/great_war_north.svg, great_war_south.svg    the quiet coast, light and dark
     navalassist/systems/storm_of_steel/places/shapes.json    of each chart its size and border, each area's path and
     the place of its name, each base's anchor

All numbers in the outputs are units of one grid a chart, 1600 wide, that the page uses as its viewBox.
"""

from __future__ import annotations

import argparse
import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from build_map import MAPS, TOOLS, Panel, Theatre, Tuning, border, coast_svg, drawing, zone_paths
from map_land import read_land
from shapely.geometry import box

PLACES = TOOLS.parent / "navalassist" / "systems" / "storm_of_steel" / "places"
# Heligoland, Orkney, Shetland, Man, Bornholm, Oland, the Aaland islands, Fair Isle.
KEEP_NORTH = ((7.9, 54.18), (-3.1, 59.0), (-1.3, 60.3), (-4.5, 54.2), (14.9, 55.1), (20.0, 60.2), (-1.63, 59.53))
# Malta, Lemnos, Imbros, Tenedos, Lissa, Pantelleria.
KEEP_SOUTH = ((14.4, 35.9), (25.25, 39.9), (25.85, 40.17), (26.04, 39.82), (16.15, 43.05), (11.97, 36.78))
SEAS = {
    "north": (
        "+proj=lcc +lat_1=50 +lat_2=60 +lat_0=55 +lon_0=8 +datum=WGS84",
        ((-13.5, 54), (31, 56), (8, 62.4), (8, 47.6)),
        Theatre((-40, 40, 50, 72), 5, 1, (range(-20, 40, 2), range(44, 66, 2)), ((-30.0, 50.0), (40.0, 70.0))),
        Tuning(0.9, 6, (4, 8, 13), KEEP_NORTH, 2.0),
    ),
    "south": (
        "+proj=lcc +lat_1=33 +lat_2=45 +lat_0=39 +lon_0=16 +datum=WGS84",
        ((-11.5, 36), (41.9, 41), (31, 46.9), (16, 30)),
        Theatre((-30, 20, 60, 56), 5, 1, (range(-15, 50, 2), range(24, 52, 2)), ((-25.0, 60.0), (20.0, 55.0))),
        Tuning(0.9, 6, (4, 8, 13), KEEP_SOUTH, 2.0),
    ),
}


def spot(panel: Panel, at: list[float]) -> list[int]:
    """Degrees to the grid."""
    return [round(v) for v in panel.at(*at)]


def area(panel: Panel, entry: Mapping[str, Any], path: str) -> dict[str, Any]:
    """How one area is drawn."""
    dot = {"dot": spot(panel, entry["dot"])} if "dot" in entry else {}
    return {"path": path, "at": spot(panel, entry["at"]), **dot}


def base(panel: Panel, entry: Mapping[str, Any]) -> dict[str, Any]:
    """Where one base is drawn, and its name."""
    x, y = spot(panel, entry["at"])
    return {**{name: value for name, value in entry.items() if name != "at"}, "x": x, "y": y}


def build(land_file: Path) -> None:
    """Both charts."""
    areas = tomllib.loads((TOOLS / "great_war_areas.toml").read_text())
    bases = tomllib.loads((TOOLS / "great_war_bases.toml").read_text())
    found: dict[str, Any] = {}
    for key, (crs, corners, theatre, tuning) in SEAS.items():
        panel = Panel(crs, corners, 1600, tuning, theatre)
        land = panel.land(read_land(land_file, box(*theatre.clip)))
        coast = f"great_war_{key}.svg"
        (MAPS / coast).write_text(coast_svg(panel, drawing(panel, land, 0)))
        paths = zone_paths(areas[key], panel, land, {})
        found[key] = {
            "coast": f"map/{coast}",
            "width": panel.width,
            "height": panel.height,
            "border": border(panel),
            "areas": {name: area(panel, entry, paths[name]) for name, entry in areas[key].items()},
            "bases": {name: base(panel, entry) for name, entry in bases[key].items()},
        }
        print(f"{key}: {panel.width} x {panel.height}, area paths {sum(map(len, paths.values()))} bytes")
    PLACES.mkdir(parents=True, exist_ok=True)
    about = "Made by tools/build_great_war_map.py; do not edit. Grid units: see width and height."
    (PLACES / "shapes.json").write_text(json.dumps({"about": about, **found}, indent=1) + "\n")


def main() -> None:
    """Read the one argument."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("land", type=Path, help="land-10m.json of world-atlas 2.0.2")
    build(parser.parse_args().land)


if __name__ == "__main__":
    main()
