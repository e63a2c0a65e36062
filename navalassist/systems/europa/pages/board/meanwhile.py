"""What changed under a page of the board meanwhile, and what is known of the other side's shipping, in words."""

from __future__ import annotations

from typing import Any

from navalassist.desk.at import At
from navalassist.desk.logbook.naming import entry_url, entry_word, place_name, short_entry
from navalassist.desk.logbook.wording import words_for
from navalassist.desk.problem import Problem
from navalassist.review.models import OPEN, WITHDRAWN
from navalassist.systems.europa.board import rows
from navalassist.systems.europa.board.words import name_of
from navalassist.systems.europa.closed import KIND, KNOWN
from navalassist.systems.europa.log import shipping


def changed_words(here: At, problem: Problem | None) -> list[tuple[str, str, str]]:
    """What changed since the page was drawn, each as `refused.changed_of` has it, by rows of the board."""
    found: dict[tuple[str, str], list[str]] = {}
    for fact, entry in problem.changed if problem else []:
        row, _, name = fact.rpartition(".")
        found.setdefault((row if row.startswith("shipment:") else fact, entry), []).append(name)
    return [
        (_changed(here, what, names), entry_url(here.state, entry), entry_word(entry))
        for (what, entry), names in found.items()
    ]


def _changed(here: At, what: str, names: list[str]) -> str:
    """`Row 6 was changed to 2 RP`; of what is no row of the board, its name. what: a row, or a fact."""
    row = here.state.row(what) if what.startswith("shipment:") else {}
    if not row:
        return f"{words_for(here.state, {}).fact(what if '.' in what else f'{what}.{names[0]}')} was changed"
    number = f"Row {row['row']}"
    if row["state"] == "struck":
        return f"{number} was removed"
    if row["state"] != "planned":
        return f"{number}, {name_of(row)}, was rolled"
    ends = f", {rows.pair_text(here.state, row)}" if {"origin", "destination"} & {*names} else ""
    return f"{number} was changed to {name_of(row)}{ends}"


def asked_about(here: At, key: str) -> dict[str, Any] | None:
    """The last question to the moderator about a row that was not dropped: where it stands, and what was answered."""
    questions = [(row, here.state.row(row)) for row in here.state.rows("question")]
    found = [(row, q) for row, q in questions if q["about"] == f"shipment:{key}" and q["state"] != WITHDRAWN]
    if not found:
        return None
    row, question = found[-1]
    url = f"/c/{here.campaign.slug}/disputes/questions/{row.partition(':')[2]}/"
    return {"url": url, "open": question["state"] == OPEN, "answer": question["answer"]}


def sightings(here: At) -> list[dict[str, Any]]:
    """What everybody knows of shipping that its side keeps to itself (R-56), by side and marker."""
    found = [here.state.row(row) | {"row": row} for row in here.state.rows(KIND)]
    found = [row for row in found if not here.state.row(f"shipment:{row['row'].partition(':')[2]}")]
    return [
        {
            "side": row["side"],
            "number": row["number"],
            "zone": place_name(here.state, row["zone"]),
            "known": _known(row) if row["level"] == KNOWN else "",
            "url": entry_url(here.state, source),
            "entry": short_entry(source),
        }
        for row in sorted(found, key=lambda row: (row["side"], row["number"]))
        for source in [here.state.sources[f"{row['row']}.zone"]]
    ]


def _known(row: dict[str, Any]) -> str:
    """`4 SP on 4 NTs`, or that nothing of it sails on."""
    item = {**row, "kind": row["cargo"]}
    if row["res"] == "0" and not row["transport_count"] and row["cargo"] not in shipping.NAVAL:
        return "none of it sails on"
    return " ".join(part for part in (shipping.item_text(item), shipping.carried_text(item)) if part)
