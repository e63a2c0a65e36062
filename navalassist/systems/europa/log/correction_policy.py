"""How entries of Europa are corrected: the checks of a voyage in one go, moves by what was typed, ports and points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.desk.logbook.correction_form import CorrectionForm
from navalassist.desk.logbook.record import Body, Plain
from navalassist.desk.logbook.wording import CorrectionPolicy, PastFact
from navalassist.engine import to_plain
from navalassist.play.corrections.correct import Correction, Redo
from navalassist.play.corrections.reasons import FOLLOWS
from navalassist.play.corrections.retyped import WhatWasTyped
from navalassist.play.state import State
from navalassist.play.storage.bodies import body_of
from navalassist.play.write.edits import Edit
from navalassist.rules.europa.world import VALLETTA, owner_of
from navalassist.systems.europa.fleet import GROUP, UNIT
from navalassist.systems.europa.log import shipping, voyage
from navalassist.systems.europa.log.checks import check_form
from navalassist.systems.europa.log.past_facts import open_ports, past_facts, put_right
from navalassist.systems.europa.retyped import what_was_typed
from navalassist.systems.europa.upkeep import capture, ledger_vp, malta_number

Check = tuple[Entry, Body]


@dataclass(frozen=True)
class FollowsDraft:
    """A check of another voyage that is carried out again: nothing of its own is different (see corrections.Draft)."""

    reason: str
    note: str
    strip: str = ""
    whole: bool = False
    situation: Mapping[str, Any] = ()  # type: ignore[assignment]


class EuropaCorrections(CorrectionPolicy):
    """Corrections of rules 33 and 36."""

    of_their_step = ("naval-move",)
    fixed = {"naval-move": ("group",), "carrier-arrives": ("unit",)}

    def retyped(self, state: State, procedure: str, situation: Plain) -> WhatWasTyped | None:
        """A naval move, by its line of MPs, and a carrier group; of other rules what was typed stands as it was."""
        return what_was_typed(procedure, state.values, situation)

    def choices(self, state: State, entry: Entry, body: Body) -> Mapping[str, Any]:
        """Units and groups as they stand now."""
        return state.values

    def reasons(self, body: Body) -> Mapping[str, bool]:
        """A check of shipping has a cargo, and its ports have owners. What happens to Malta reads that of Valletta only
        to know whether the number still moves.
        """
        if shipping.is_check(body):
            return {"wrong-cargo": True}
        read = [fact for fact in body.get("facts_read", ()) if fact[0] != owner_of(VALLETTA)]
        return super().reasons({**body, "facts_read": read})

    def form(self, state: State, body: Body, typed: Any) -> CorrectionForm | None:
        """A check of shipping has a form of its own."""
        return check_form(state, body, typed) if shipping.is_check(body) else None

    def goes_with_others(self, body: Body) -> bool:
        """The checks of a voyage."""
        return shipping.is_check(body)

    def chain(self, entry: Entry, body: Body, audiences: frozenset[str]) -> list[Entry]:
        """The checks of the same voyage."""
        return [check for check, _ in voyage.checks_of(entry, body, audiences)]

    def redos(self, state: State, check: Check, draft: Any, audiences: frozenset[str]) -> list[Redo]:
        """A check, those before it whose cargo was wrong too, and those after it."""
        return voyage.redos(state, check, draft, audiences)

    def again(
        self, state: State, check: Check, why: str, audiences: frozenset[str], wrong: Callable[[str, str], bool]
    ) -> list[Redo]:
        """A check made again with its own dice, and those after it in its voyage."""
        found = voyage.redos(state, check, FollowsDraft(FOLLOWS, why, situation={}), audiences)
        return [_reading_anew(redo, body_of(redo.entry, audiences), wrong) for redo in found]

    def makes_up(self, state: State) -> list[tuple[str, str]]:
        """Victory points, Malta's number, the owner of a port."""
        found = [(f"ledger.vp={row.partition(':')[2]}", _points(row)) for row in state.rows("ledger")]
        found += [("malta.number=", "Malta's number")] if "malta:status.number" in state.values else []
        ports = [
            (f"port.owner={row.partition(':')[2]}", f"Owner of {state.values[f'{row}.name']}")
            for row in open_ports(state)
        ]
        return found + sorted(ports, key=lambda pair: pair[1])

    def made_up(self, state: State, act: str, key: str, to: str, why: str) -> Edit:
        """The same inputs as in Set-up."""
        if act == "ledger.vp":
            return ledger_vp(state.values, key, to)
        if act == "malta.number":
            return malta_number(state.values, to)
        return capture(state.values, key, to.casefold(), state.book, "", why)

    def past_facts(self, state: State) -> list[PastFact]:
        """What Set-up sets and rolls read: ports, conditions of the war, Malta's number, what is in force in zones."""
        return past_facts(state)

    def put_right(self, state: State, past: PastFact, to: Any, why: str, when: tuple[str, str]) -> Edit:
        """As Set-up would set it; a port as if it had been captured then."""
        return put_right(state, past, to, why, when)

    def cards(self, state: State, rows: Iterable[str]) -> list[tuple[str, str]]:
        """The cards of naval units and groups."""
        kinds = {GROUP: "group", UNIT: "unit"}
        found = [(*row.split(":", 1), state.values.get(f"{row}.name")) for row in rows]
        return [(f"fleet/{kinds[kind]}/{key}/", str(name)) for kind, key, name in found if name and kind in kinds]


def _points(row: str) -> str:
    return f"Victory points of the {row.partition(':')[2].capitalize()}"


def _reading_anew(redo: Redo, body: Body, wrong: Callable[[str, str], bool]) -> Redo:
    """A check that reads the facts which the corrected entries had set, as they stand when its turn comes."""

    def correction(state: State, made: Sequence[Entry]) -> Correction:
        plain = redo.correction(state, made)
        facts = plain.situation.get("facts", body["situation"].get("facts", {}))
        moved = {
            key: to_plain(state.values[key])
            for key, _, source in body["facts_read"]
            if wrong(key, source) and key in facts and key in state.values
        }
        if all(facts[key] == value for key, value in moved.items()):
            return plain
        return replace(plain, situation={**plain.situation, "facts": {**facts, **moved}})

    return replace(redo, correction=correction)
