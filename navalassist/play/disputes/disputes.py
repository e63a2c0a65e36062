"""Disputes: an entry is said to be wrong, both sides argue, the moderator rules, the sides acknowledge it.

All of it is for those who may read the disputed entry, and nobody else. A ruling may stay as a precedent.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.auditlog.shape import SECRET, SHOWN
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.viewer import MODERATOR, OBSERVER
from navalassist.engine import Effect, Set, create
from navalassist.engine.forms import FormErrors
from navalassist.engine.reader import Unknown
from navalassist.play.corrections.correct import correction_of
from navalassist.play.state import State
from navalassist.play.storage.bodies import audience_of, body_of, find
from navalassist.play.systems import system_of
from navalassist.play.write.writer import NotYours, Writer
from navalassist.review.models import OPEN, REJECTED, UPHELD, WITHDRAWN

KIND = "dispute"
LONGEST = 2000
MOST_ARGUMENTS = 200
NO_LONGER = "it is no longer open"
Facts = Mapping[str, Any]


def plain(text: str, about: str, field: str = "text") -> str:
    """What somebody wrote, without unseen characters. FormErrors of its field where it is empty or too long."""
    lines = (" ".join("".join(c if c.isprintable() else " " for c in line).split()) for line in text.splitlines())
    found = "\n".join(lines).strip()
    if not found:
        raise FormErrors({field: f"{about}: write it in some words"})
    if len(found) > LONGEST:
        raise FormErrors({field: f"{about}: at most {LONGEST} characters, this has {len(found)}"})
    return found


def home_of(entry: Entry) -> str:
    """The chain on which an entry is spoken of: that of everybody, or of those who alone may read it."""
    if entry.chain != PUBLIC:
        return entry.chain
    return PUBLIC if SHOWN in entry.record["body"] else audience_of(entry)


def check_speaks(writer: Writer, chain: str) -> None:
    """NotYours for an observer, and for a seat that may not read what is spoken of."""
    if writer.viewer.seat == OBSERVER or not writer.viewer.sees(chain):
        raise NotYours(writer.viewer.seat)


def matter_at(state: State, kind: str, key: str) -> tuple[str, dict[str, Any], str]:
    """A row, its fields and its audience. Unknown where there is none."""
    row = f"{kind}:{key}"
    fields = state.row(row)
    if not fields:
        raise Unknown(f"there is no such {kind}")
    return row, fields, state.audiences.get(row, PUBLIC)


def dispute_at(state: State, reference: str) -> str:
    """The key of the open dispute about an entry; '' where there is none."""
    for row in state.rows(KIND):
        if state.values[f"{row}.entry"] == reference and state.values[f"{row}.state"] == OPEN:
            return row.partition(":")[2]
    return ""


def raise_dispute(writer: Writer, entry: Entry, text: str) -> Entry:
    """Say that an entry is wrong. Raises NotYours, Unknown."""
    chain = home_of(entry)
    check_speaks(writer, chain)
    body = body_of(entry, writer.viewer.audiences)
    if body.get("act") == SECRET:
        raise Unknown("only those who may read this entry can dispute it")
    if dispute_at(writer.state, entry.reference):
        raise Unknown("this entry is disputed already: argue there")
    text, key = plain(text, "What is wrong"), uuid.uuid4().hex
    seat = writer.viewer.seat
    procedure = str(body.get("procedure", ""))
    made = create(
        f"dispute:{key}",
        entry=entry.reference,
        procedure=procedure,
        by=seat,
        state=OPEN,
        ruling="",
        correction="",
        acknowledged=[],
    )
    effects = (made, _argument(writer.state, key, seat, text, 1))
    return writer.edit(
        "dispute.raise", effects, kind=KIND, chain=chain, disputes=entry.reference, dispute=key, text=text
    )


def _argument(state: State, key: str, seat: str, text: str, number: int) -> Effect:
    return create(f"argument:{key}-{number}", dispute=key, seat=seat, text=text, number=number)


def arguments(state: State, key: str) -> list[dict[str, Any]]:
    """What was said in a dispute, in order, each with the entry that said it."""
    found = [
        {**state.row(row), "entry": state.sources.get(f"{row}.text", "")}
        for row in state.rows("argument")
        if state.values[f"{row}.dispute"] == key
    ]
    return sorted(found, key=lambda row: row["number"])


def argue(writer: Writer, key: str, text: str) -> Entry:
    """Say something in an open dispute."""
    _, fields, chain = _open(writer, key)
    check_speaks(writer, chain)
    said, number = plain(text, "Argument"), len(arguments(writer.state, key)) + 1
    if number > MOST_ARGUMENTS:
        raise Unknown("enough has been said: let the moderator rule")
    effect = _argument(writer.state, key, writer.viewer.seat, said, number)
    return _act(writer, "dispute.argue", key, fields, chain, (effect,), text=said)


def withdraw(writer: Writer, key: str) -> Entry:
    """Whoever raised it lets it go."""
    row, fields, chain = _open(writer, key)
    writer.check_seat(fields["by"])
    return _act(writer, "dispute.withdraw", key, fields, chain, (Set(f"{row}.state", WITHDRAWN),))


def rule(
    writer: Writer,
    key: str,
    verdict: str,
    text: str,
    *,
    nothing: bool = False,
    precedent: bool = False,
    **case: str,
) -> Entry:
    """The moderator's ruling with its reason: of this case only, or as a precedent for like cases.

    Upheld, it names the correction that was made, or says that there is nothing to correct. case: zone, table, reads,
    which a precedent asks for besides the procedure. Raises NotYours, Unknown.
    """
    row, fields, chain = _open(writer, key)
    writer.check_seat(MODERATOR)
    check_speaks(writer, chain)
    if verdict not in (UPHELD, REJECTED):
        raise FormErrors({"verdict": "choose whether the dispute is upheld or rejected"})
    said = plain(text, "Reason", "ruling")
    correction = ""
    if verdict == UPHELD:
        entry = find(writer.viewer.campaign, fields["entry"], writer.viewer.audiences)
        after = correction_of(entry)
        correction = after.reference if after else ""
        if not correction and not nothing:
            raise FormErrors({"nothing": "upheld: correct the entry first, or say that there is nothing to correct"})
    effects: list[Effect] = [
        Set(f"{row}.state", verdict),
        Set(f"{row}.ruling", said),
        *([Set(f"{row}.correction", correction)] if correction else []),
    ]
    if not precedent and any(case.values()):
        raise FormErrors({"scope": "what is chosen below it narrows a precedent: make it one, or leave those at “any”"})
    if precedent and fields["procedure"]:
        effects.append(_precedent(writer.state, key, fields, verdict, said, case))
    told = {"verdict": verdict, "ruling": said, "about": [correction] if correction else []}
    return _act(writer, "dispute.rule", key, fields, chain, effects, seat=MODERATOR, **told)


def _precedent(state: State, key: str, fields: Facts, verdict: str, text: str, case: Mapping[str, str]) -> Effect:
    numbers = [state.values[f"{row}.number"] for row in state.rows("precedent")]
    zone, table, reads = (case.get(name, "") for name in ("zone", "table", "reads"))
    place = system_of(state.campaign.system).place
    for name, word, kind, value in (("zone", f"sea {place}", place, zone), ("reads", "ruling", "ruling", reads)):
        if value and not state.row(f"{kind}:{value}"):
            raise FormErrors({name: f"this campaign has no {word} {value[:40]}"})
    if table and table not in state.tables:
        raise FormErrors({"table": f"this campaign has no table {table[:60]}"})
    return create(
        f"precedent:{key}",
        number=max(numbers, default=0) + 1,
        dispute=key,
        procedure=fields["procedure"],
        zone=zone,
        table=table,
        reads=reads,
        verdict=verdict,
        text=text,
    )


def acknowledge(writer: Writer, key: str) -> Entry:
    """A side has read the ruling."""
    row, fields, chain = matter_at(writer.state, KIND, key)
    seat = writer.viewer.seat
    if seat not in writer.system.sides:
        raise NotYours(writer.system.sides[0])
    check_speaks(writer, chain)
    if fields["state"] not in (UPHELD, REJECTED):
        raise Unknown("there is no ruling to acknowledge yet")
    if seat in fields["acknowledged"]:
        raise Unknown("your seat has acknowledged it already")
    effect = Set(f"{row}.acknowledged", sorted([*fields["acknowledged"], seat]))
    return _act(writer, "dispute.acknowledge", key, fields, chain, (effect,))


def _open(writer: Writer, key: str) -> tuple[str, dict[str, Any], str]:
    row, fields, chain = matter_at(writer.state, KIND, key)
    if fields["state"] != OPEN:
        raise Unknown(NO_LONGER)
    return row, fields, chain


def _act(
    writer: Writer, act: str, key: str, fields: Facts, chain: str, effects: Collection[Effect], **told: Any
) -> Entry:
    told["about"] = [fields["entry"], *told.get("about", ())]
    return writer.edit(act, effects, kind=KIND, chain=chain, dispute=key, **told)


# Precedents


def precedents_for(
    values: Facts,
    rows: Collection[str],
    procedure: str,
    zone: str = "",
    tables: Collection[str] = (),
    reads: Collection[str] = (),
) -> Iterator[str]:
    """The precedents that hold for a case, the newest first: of the same procedure, and of what else they ask for.

    Where zone, tables or rulings of a case are not known yet, those that ask for one may hold, and come too.
    """
    for row in sorted(rows, key=lambda row: -values[f"{row}.number"]):
        asked_zone, asked_table, asked_ruling = (values[f"{row}.{name}"] for name in ("zone", "table", "reads"))
        if values[f"{row}.procedure"] != procedure:
            continue
        if zone and asked_zone and zone != asked_zone:
            continue
        if tables and asked_table and asked_table not in tables:
            continue
        if reads and asked_ruling and asked_ruling not in reads:
            continue
        yield row
