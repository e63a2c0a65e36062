"""The missions that air units flew in the last player turn of this side, read from the log that the viewer may read."""

from __future__ import annotations

from collections.abc import Iterator

from navalassist.auditlog.models import Entry
from navalassist.auditlog.payloads import with_payloads
from navalassist.desk.at import At
from navalassist.play.corrections.standing import gone
from navalassist.play.storage.bodies import body_of
from navalassist.rules.europa.air_units import KIND
from navalassist.rules.europa.clock import turn_number, turn_of
from navalassist.systems.europa.air import MISSIONS


def flown(here: At) -> Iterator[tuple[str, str, str]]:
    """Unit, zone and mission, in the order in which they were flown."""
    turn, player_turn, _ = here.state.clock
    # No rule moves an air unit: inputs alone are read.
    then = {"turn": turn_of(turn_number(turn) - 1), "player_turn": player_turn, "kind": "edit"}
    entries = Entry.objects.filter(campaign=here.campaign, **then).seen_by(here.viewer.audiences).order_by("id")
    over = gone(here.viewer)
    for entry in with_payloads(one for one in entries if one.kind != "undo" and one.reference not in over):
        told: dict[str, dict[str, str]] = {}
        for effect in body_of(entry, here.viewer.audiences).get("effects", ()):
            row, _, field = str(effect.get("key", "")).partition(".")
            if row.startswith(f"{KIND}:"):
                told.setdefault(row, {}).update(effect.get("fields") or {field: str(effect.get("value", ""))})
        for row, fields in told.items():
            if fields.get("place") in MISSIONS:
                zone = fields.get("zone") or here.state.values.get(f"{row}.zone", "")
                yield row, str(zone), fields["place"]
