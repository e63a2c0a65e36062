"""The coast as polygons in degrees, read from the TopoJSON file that tools/README.md names."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from shapely import make_valid
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry


def read_land(path: Path, clip: Polygon) -> list[Polygon]:
    """TopoJSON to polygons in degrees, clipped to a theatre: arcs are running sums, ~i means arc i reversed."""
    topo = json.loads(path.read_text())
    scale, shift = np.array(topo["transform"]["scale"]), np.array(topo["transform"]["translate"])
    arcs = [np.cumsum(np.array(a, dtype=np.int64), axis=0) * scale + shift for a in topo["arcs"]]

    def ring(indexes: Iterable[int]) -> Any:
        points: list[Any] = []
        for i in indexes:
            arc = arcs[i] if i >= 0 else arcs[~i][::-1]
            points.extend(arc[1:] if points else arc)
        # A ring may cross 180 degrees east: it goes on counting there, so that no edge runs back round the world.
        found = np.array(points)
        if np.abs(np.diff(found[:, 0])).max() > 180:
            east = np.unwrap(found[:, 0], period=360)
            found[:, 0] = east - 360 * round(east.mean() / 360)
        return found

    found: list[Polygon] = []
    for geometry in topo["objects"]["land"]["geometries"]:
        for part in geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]:
            rings = [ring(r) for r in part]
            if len(rings[0]) < 4:
                continue
            polygon = Polygon(rings[0], [r for r in rings[1:] if len(r) >= 4])
            if polygon.envelope.intersects(clip):
                found += polygons(make_valid(polygon).intersection(clip))
    return found


def polygons(geometry: BaseGeometry) -> list[Polygon]:
    return [g for g in getattr(geometry, "geoms", [geometry]) if g.geom_type == "Polygon" and not g.is_empty]
