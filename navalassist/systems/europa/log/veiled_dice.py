"""The dice of a check on another side's shipping or fleet, read again from what was shown of it, and from nothing else.

What everybody learned (R-62) and the campaign's tables, which are open, give the cells that whoever rolled may see.
"""

from __future__ import annotations

from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.auditlog.shape import SHOWN
from navalassist.desk.logbook.naming import place_name, several
from navalassist.desk.logbook.record import (
    Body,
    Box,
    Part,
    Plain,
    Readout,
    column_of,
    common,
    dice_of,
    odds_of_reading,
    plain_text,
    reading_text,
    thrown,
    total_of,
)
from navalassist.play.state import State
from navalassist.rules.europa.r33_contact import ANTI_SHIPPING, SHIPPING_RESULTS, results_column
from navalassist.rules.europa.words import CargoKind, Declared, Side, Zone
from navalassist.systems.europa.log import shipping, veiled

CONTACT, LOT = "contact", "lot-"
CHECKS = ("cargo-contact", "unit-contact")


def with_cells(body: Body, state: State) -> Body:
    """The body with the cells that its dice were read in, as far as its shown part tells them."""
    if body.get("procedure") not in CHECKS:
        return body
    answers = [{**answer, **_read(answer, body[SHOWN], state)} for answer in body.get("answers", ())]
    return {**body, "answers": answers}


def _read(answer: Plain, shown: Plain, state: State) -> dict[str, Any]:
    """What one throw was read as: its cell, else in a word whether contact was made, else nothing."""
    if not answer.get("faces"):
        return {}
    if str(answer["key"]).startswith(LOT):
        column = _results_column(shown)
        return _cell(state, SHIPPING_RESULTS.slug, answer, column) if column else {}
    made = veiled.contact_told(shown) if answer["key"] == CONTACT else None
    if made is None:
        return {}
    found = _cell(state, ANTI_SHIPPING.slug, answer, shown["column"]) if "column" in shown else {}
    # Where a table says otherwise than the entry, it was another one then.
    if found and (found["cells"][0]["value"] == shipping.CONTACT) == made:
        return found
    return {"reading": f"{sum(answer['faces'])}, {'contact' if made else 'no contact'}"}


def _results_column(shown: Plain) -> str:
    """The column of the Shipping Results for what was met; '' where that depended on more than is shown."""
    if "cargo" not in shown:
        return ""
    kind, zone = CargoKind(shown["cargo"]), Zone(shown["zone"])
    if zone is Zone.SOUTH_AEGEAN and not kind.reads_cargo_column:
        return ""
    return results_column(Side(shown["side"]), kind, zone, Declared.NOT.value)


def _cell(state: State, slug: str, answer: Plain, column: int | str) -> dict[str, Any]:
    table = state.tables.get(slug)
    try:
        cell = table.cell(sum(answer["faces"]), column) if table else None
    except LookupError:
        cell = None
    if table is None or cell is None or cell.value is None:
        return {}
    told = {"row": cell.row, "column": cell.column, "value": cell.value, "provenance": cell.provenance.value}
    return {"cells": [{"table": slug, "version": table.version, **told}]}


def readout(entry: Entry, body: Body, state: State) -> Readout | None:
    """The read-out of such a check; None where no dice were thrown for contact. body: with its cells."""
    contact = next((answer for answer in thrown(body) if answer["key"] == CONTACT), None)
    if contact is None or "side" not in body[SHOWN] or body.get("procedure") not in CHECKS:
        return None
    shown = body[SHOWN]
    made = veiled.contact_told(shown)
    head, _ = veiled.head_of(body, state)
    words = common(entry, body, state) | {"side": shown["side"]}
    return Readout(
        head=head,
        place=place_name(state, str(shown["zone"])),
        carried=(veiled.met(shown) if "cargo" in shown else str(shown.get("unit", ""))) if made else "",
        column=column_of(contact),
        dice=dice_of(contact, body),
        total=total_of(contact) or str(sum(contact["faces"])),
        word={True: "CONTACT", False: "NO CONTACT", None: "Waits"}[made],
        bad=bool(made),
        odds=odds_of_reading(state, contact, shipping.CONTACT) if contact.get("cells") else None,
        rule=str(body.get("rule", "")),
        parts=tuple(_lot(answer, body, state) for answer in thrown(body) if str(answer["key"]).startswith(LOT)),
        boxes=tuple(_boxes(shown)) if made and "hits" in shown else (),
        **words,
    )


def _lot(answer: Plain, body: Body, state: State) -> Part:
    """A lot with its die: what it was read as, where that is told."""
    number = str(answer["key"]).partition("/")[0].removeprefix(LOT)
    word = ""
    if cells := answer.get("cells"):
        value = str(cells[0]["value"])
        word = shipping.CALLED.get(value) or reading_text(state, answer)
    return Part(word, str(body[SHOWN].get("unit") or f"lot {number}"), dice_of(answer, body))


def _boxes(shown: Plain) -> list[Box]:
    """What it lost and what turned back; of a naval unit its hits, and whether it goes back."""
    if "cargo" not in shown:
        hits = Box("Damage", several(shown["hits"], "hit"), lost=shown["hits"] > 0)
        return [hits, Box("Turned back", plain_text(shown["turned_back"]))]
    item = {**shown, "kind": shown["cargo"]}
    lost = shipping.amounts(item, shown["res_lost"], shown["transports_lost"])
    back = shipping.amounts(item, shown["res_returned"], shown["transports_returned"])
    found = [Box("Lost", lost, lost=True)] if lost else []
    found += [Box("Turned back", back)] if back else []
    return found + ([Box("Damage", several(shown["hits"], "hit"), lost=True)] if shown["hits"] else [])
