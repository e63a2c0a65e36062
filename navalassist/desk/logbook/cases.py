"""Precedents that hold for a case, shown where it comes again: on receipts, corrections and rules' own pages."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from navalassist.desk.at import At
from navalassist.desk.logbook.naming import public, title
from navalassist.desk.logbook.record import Body, procedure_title
from navalassist.desk.logbook.tongue import tongue_of
from navalassist.play.disputes.disputes import precedents_for
from navalassist.review.models import UPHELD

SAYS = {True: "upheld", False: "rejected"}


@dataclass(frozen=True)
class Case:
    """A precedent as a page shows it. when: what else it asks for besides its procedure."""

    number: int
    procedure: str
    when: str
    verdict: str
    text: str
    url: str


def precedents(
    here: At, procedure: str, zone: str = "", tables: Collection[str] = (), reads: Collection[str] = ()
) -> list[Case]:
    """The precedents of a procedure that may hold for a case, as far as this viewer may read them."""
    rows = here.state.rows("precedent")
    if not rows:
        return []
    return [case_of(here, row) for row in precedents_for(here.state.values, rows, procedure, zone, tables, reads)]


def precedents_of(here: At, body: Body) -> list[Case]:
    """Those that hold for an entry."""
    procedure = str(body.get("procedure", ""))
    situation = body.get("situation") or {}
    zone = tongue_of(here.state).rules.where(situation)
    return precedents(here, procedure, zone, body.get("tables", {}), body.get("rulings", {})) if procedure else []


def case_of(here: At, row: str) -> Case:
    """One precedent in words."""
    fields = here.state.row(row)
    parts = [tongue_of(here.state).facts.place(here, fields["zone"])] if fields["zone"] else []
    if fields["table"]:
        table = here.state.tables.get(fields["table"])
        parts.append(table.title if table else fields["table"])
    parts += [f"ruling {fields['reads']}"] if fields["reads"] else []
    return Case(
        fields["number"],
        procedure_title({"procedure": fields["procedure"]}),
        ", ".join(parts),
        SAYS[fields["verdict"] == UPHELD],
        fields["text"],
        f"/c/{here.campaign.slug}/disputes/{fields['dispute']}/",
    )


def thing_name(here: At, about: str) -> str:
    """What a question is about: a row by its words, or a rule by its title."""
    if ":" not in about:
        return procedure_title({"procedure": about})
    kind, _, key = about.partition(":")
    if text := tongue_of(here.state).facts.thing(here, kind, key):
        return text
    name = public(here.state, f"{about}.name") or here.state.values.get(f"{about}.name")
    return str(name or f"{'an' if kind[:1] in 'aeiou' else 'a'} {title(kind).lower()}")
