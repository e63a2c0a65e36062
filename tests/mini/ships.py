"""Ships of the miniature system: a list with boxes, types, and names of other rows."""

from typing import Annotated, Literal

from pydantic import StringConstraints

from navalassist.engine.rows import Roster, Row, Says
from navalassist.engine.shapes import Boxes, Count, Key
from navalassist.play.write.row_edits import ByHand

COLUMNS = ("name", "side", "type", "protection", "guns", "flotation", "ports")


class Ship(Row, kind="mini-ship", noun="ship", roster=Roster(COLUMNS, by="type", own=("name", "side"))):
    """A ship with what it still has, hit by hit."""

    name: Annotated[str, StringConstraints(max_length=80)] = Says("Name")
    side: Literal["axis", "allied"] = Says("Side")
    type: Annotated[str, StringConstraints(max_length=20)] = Says("Type", "")
    protection: Count = Says("Protection", 0)
    guns: Boxes = Says("Primary guns", ())
    flotation: Boxes = Says("Flotation", ())
    ports: tuple[Key, ...] = Says("Ports", (), of="zone")


class Ships(ByHand[Ship]):
    """Ships entered by hand."""

    kind = Ship


SHIPS = Ships()
