"""36.E: what the Axis task forces of a group that sails owe in fuel, and the stocks that pay it."""

from __future__ import annotations

from navalassist.engine.reader import Reader
from navalassist.play.state import State
from navalassist.play.systems import Target
from navalassist.rules.europa.naval_units import NavalUnit, UnitKind
from navalassist.rules.europa.r36_fuel import Fuelling, Oil, Tank
from navalassist.rules.europa.r36_gibraltar import MEDITERRANEAN
from navalassist.rules.europa.words import Owner, Side
from navalassist.systems.europa import fleet
from navalassist.systems.europa.fleet import UNIT
from navalassist.systems.europa.stocks import stock_of


def fuelling(reader: Reader, target: Target, side: Side, units: tuple[NavalUnit, ...], place: str) -> Fuelling:
    """The Axis task forces, whether they leave a Mediterranean port, and the stocks that pay."""
    player_turn = f"{reader['campaign:clock.turn']}/{reader['campaign:clock.player_turn']}"
    forces = [unit for unit in units if unit.kind is UnitKind.TASK_FORCE] if side is Side.AXIS else []
    if not forces:
        return Fuelling(player_turn=player_turn)
    zones = reader.get(f"{place}.zones", ()) if place.startswith("port:") else ()
    sailed_from = place if place.startswith("port:") else fleet.phase_began_at(reader.state.values, target["group"])
    left = sailed_from.partition(":")[2] if sailed_from.startswith("port:") else ""
    port = target["fuel_port"] or left
    return Fuelling(
        player_turn=player_turn,
        leaves=any(zone in MEDITERRANEAN for zone in zones),
        tanks=tuple(_tank(reader, unit) for unit in forces),
        oil=target["fuel"],
        port=str(reader[f"port:{port}.name"]) if port else "",
        foreign=bool(port) and reader[f"port:{port}.owner"] != Owner.AXIS,
        elsewhere=bool(left) and port != left,
        by_rail=target["by_rail"],
        sp_stock=stock_of(reader, side.value, port, "sp") if port else None,
        srp_stock=stock_of(reader, side.value, port, "srp") if port else None,
    )


def fuel_owed(state: State, group: str) -> tuple[str, ...]:
    """The names of the task forces of a group for which fuel is due as it leaves the port where it is (36.E)."""
    reader = Reader(state)
    row, target = fleet.group_row(reader, group), {"group": group, "fuel": Oil.NONE, "fuel_port": "", "by_rail": False}
    fuel = fuelling(reader, target, Side(row["side"]), fleet.units_of(reader, group), str(row["place"]))
    return tuple(tank.name for tank in fuel.owing)


def _tank(reader: Reader, unit: NavalUnit) -> Tank:
    return Tank(
        key=unit.key,
        name=unit.name,
        kept=reader[f"{UNIT}:{unit.key}.fuelled"],
        this_step=f"mark:fuel/{unit.key}.kind" in reader.state.values,
    )
