"""Closed campaigns (R-56): which rows belong to a side, and what a contact shows of them (R-62).

A side's shipping is known to the other by sightings: a marker in a sea zone, and from a contact on what was contacted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.viewer import MODERATOR
from navalassist.engine import Create, Effect, Outcome, Remove, Result, Set, create, to_plain
from navalassist.engine.reader import rows_in
from navalassist.engine.rule import Shown
from navalassist.play.rules.disclosure import show_rows
from navalassist.play.state import State
from navalassist.play.write.writer import NotYours, Writer
from navalassist.rules.europa.amounts import res_text
from navalassist.rules.europa.fates import Fate
from navalassist.rules.europa.r33_contact import convoy_of, lots_of
from navalassist.rules.europa.sailing import Sailing
from navalassist.rules.europa.words import Contact
from navalassist.systems.europa.doors import DOORS
from navalassist.systems.europa.situations import next_leg

CLOSED = "closed"
# Kinds of rows that have a side, and are its secret in a closed campaign.
# Points that are spent tell of damage that is mended and of mines that are taken aboard.
SECRET_KINDS = frozenset({"shipment", "task-force", "group", "template", "roster", "air-unit", "account"})
# An air unit that hunts or guards shipping is seen as soon as dice are thrown where it flies.
SHOWN_BY_PART = frozenset({"air-unit"})
MARKER, KNOWN = "marker", "known"
KIND = "sighting"
Facts = Mapping[str, Any]


def is_closed(facts: Facts) -> bool:
    """True where each side keeps its shipping to itself (R-56)."""
    return bool(facts.get("ruling:R-56.choice") == CLOSED)


def tells_column(facts: Facts) -> bool:
    """True where everybody may know the final column of a check (R-62)."""
    return bool(facts.get("ruling:R-62.choice") != "nothing")


def belongs_to(state: State, row: str, fields: Facts) -> str:
    """Whom a new row is for: its side where it is secret, and with a mark those who see what it marks."""
    if not is_closed(state.values):
        return PUBLIC
    kind = row.partition(":")[0]
    if kind in SECRET_KINDS:
        return str(fields["side"])
    return state.audiences.get(fields["subject"], PUBLIC) if kind == "mark" else PUBLIC


def sighting_of(shipment: str) -> str:
    """The row of what is known of a shipment."""
    return f"{KIND}:{shipment}"


def sighting(state: State, shipment: str, zone: str) -> Create | None:
    """The marker that everybody sees when a side's secret shipment sails; None where all of it is seen, or it was."""
    row = sighting_of(shipment)
    if f"shipment:{shipment}" not in state.audiences or f"{row}.side" in state.values:
        return None
    side = state.values[f"shipment:{shipment}.side"]
    numbers = [state.values[f"{other}.number"] for other in state.rows(KIND) if state.values[f"{other}.side"] == side]
    return create(
        row,
        side=side,
        number=max(numbers, default=0) + 1,
        turn=state.clock[0],
        zone=zone,
        level=MARKER,
        cargo="",
        label="",
        res="0",
        transports="",
        transport_count=0,
    )


def sight(writer: Writer, shipment: str) -> None:
    """Put the marker down where a secret shipment sails: in the open, before anything is rolled for it."""
    row = writer.state.row(f"shipment:{shipment}")
    zone = row["route"][next_leg(row, writer.state.clock) - 1]["zone"]
    if marker := sighting(writer.state, shipment, zone):
        writer.edit("sighting.made", (marker,), seat=row["side"])


def open_all(writer: Writer) -> None:
    """A campaign that is closed no longer: what its sides kept to themselves is everybody's from now on.

    NotYours for any seat but the moderator's, also at one table: it shows each side what the other hides.
    """
    if writer.viewer.seat != MODERATOR:
        raise NotYours(MODERATOR)
    markers = [Remove(row) for row in writer.state.rows(KIND)]
    show_rows(writer, [row for row, side in writer.state.audiences.items() if side in writer.system.sides])
    if markers:
        writer.edit("sighting.over", markers, chain=PUBLIC)


def old_sightings(values: Facts, turn: str) -> Iterable[Effect]:
    """Markers of shipping that nobody has seen since the turn before the one that ends."""
    return [Remove(row) for row in rows_in(values, KIND) if values[f"{row}.turn"] < turn]


@DOORS.shows("cargo-contact")
def shown_of_a_check(facts: Facts, sailing: Sailing, result: Result[Outcome[Fate]]) -> Shown:
    """What everybody sees of a check: the zone, the column as R-62 says, contact or none; of a contact the item too."""
    fields: dict[str, Any] = {"side": sailing.side.value, "zone": sailing.leg.zone.value, "item": sailing.item.key}
    if result.value is None:
        begun = _begun(sailing, result)
        afloat = res_text(sailing.item.afloat), sailing.item.transport_count
        return Shown(fields | begun, _lessons(facts, sailing, *afloat) if begun else ())
    fate = result.value.result
    fields["contact"] = fate.contact
    if fate.contact is None:
        fields["why"] = fate.rule
    else:
        fields |= _column(str(facts.get("ruling:R-62.choice")), fate, result)
    if fate.contact:
        fields |= _contacted(sailing, fate)
    if fate.contact or facts.get(f"{sighting_of(sailing.item.key)}.level") == KNOWN:
        return Shown(fields, _lessons(facts, sailing, res_text(fate.res_afloat), fate.transports_afloat))
    return Shown(fields, _lessons(facts, sailing))


def _begun(sailing: Sailing, result: Result[Outcome[Fate]]) -> dict[str, Any]:
    """A contact whose lots are still to be rolled for: what was contacted, and how many dice that takes."""
    contact = next((answer for answer in result.answers if answer.key == "contact"), None)
    if contact is None or contact.reading != Contact.CONTACT:
        return {}
    return {"contact": True, **_item(sailing), "lots": len(lots_of(convoy_of(sailing.item)))}


def _column(choice: str, fate: Fate, result: Result[Outcome[Fate]]) -> dict[str, Any]:
    """As much of the final column as this campaign tells (R-62)."""
    if choice == "nothing":
        return {}
    if choice != "terms":
        return {"column": fate.column}
    terms = next(answer.terms for answer in result.answers if answer.key == "contact")
    return {"column": fate.column, "terms": to_plain(terms)}


def _contacted(sailing: Sailing, fate: Fate) -> dict[str, Any]:
    """What was contacted, and what it lost."""
    return {
        **_item(sailing),
        "res_lost": res_text(fate.res_lost),
        "res_returned": res_text(fate.res_returned),
        "transports_lost": fate.transports_lost,
        "transports_returned": fate.transports_returned,
        "hits": fate.hits,
    }


def _item(sailing: Sailing) -> dict[str, Any]:
    item = sailing.item
    return {
        "cargo": item.kind.value,
        "label": item.label,
        "res": res_text(item.afloat),
        "transports": item.transports.value,
        "transport_count": item.transport_count,
    }


def _lessons(facts: Facts, sailing: Sailing, res: str | None = None, transport_count: int = 0) -> tuple[Set, ...]:
    """What the sighting says from now on: where it was seen last, and from a contact on what it is and what is left."""
    row, item = sighting_of(sailing.item.key), sailing.item
    if f"{row}.zone" not in facts:
        return ()
    learned: dict[str, Any] = {"zone": sailing.leg.zone.value, "turn": sailing.turn}
    if res is not None:
        learned |= {
            "level": KNOWN,
            "cargo": item.kind.value,
            "label": item.label,
            "res": res,
            "transports": item.transports.value,
            "transport_count": transport_count,
        }
    return tuple(Set(f"{row}.{name}", value) for name, value in learned.items() if facts[f"{row}.{name}"] != value)
