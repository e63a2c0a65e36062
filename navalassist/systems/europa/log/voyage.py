"""The checks of one voyage, and their correction in one go: what an earlier one leaves afloat, the later ones have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import partial
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.desk.logbook.record import Body
from navalassist.engine import to_plain
from navalassist.engine.reader import Reader
from navalassist.play.corrections.correct import Correction, NotCorrectable, Redo
from navalassist.play.corrections.reasons import RETYPED
from navalassist.play.corrections.situations import changed_situation
from navalassist.play.dice.abandoned import begun_for
from navalassist.play.rules.resolve import procedure_of
from navalassist.play.state import State
from navalassist.play.storage.bodies import body_of
from navalassist.rules.europa.air_units import FACT_NAMES, KIND
from navalassist.rules.europa.r33_naval_status import facts_needed
from navalassist.rules.europa.r36_gibraltar import OWNER, TAKEN, goes_through
from navalassist.rules.europa.words import Side, Zone
from navalassist.systems.europa.board.routes import asks
from navalassist.systems.europa.log import shipping
from navalassist.systems.europa.log.afloat import check_row, planned
from navalassist.systems.europa.situations import item_of

Check = tuple[Entry, Body]
# What a zone may ask for: its name in `asks`, the field of a leg, and what stands there where it is not asked.
ASKED = (("hexes", "hexes", None), ("soviet", "near_soviet_base", False), ("status", "status", None))
FOLLOWS = "typo"
AMOUNTS = ("res", "transport_count")
CLOCK = ("turn", "player_turn", "phase")


def checks_of(entry: Entry, body: Body, audiences: frozenset[str]) -> list[Check]:
    """The checks of this item's voyage that stand, in the order in which it sailed. Two queries."""
    of_all = Entry.objects.filter(campaign=entry.campaign).seen_by(audiences)
    entries = list(of_all.filter(operation=entry.operation, procedure=entry.procedure).order_by("id"))
    gone = {after.corrects for after in of_all.correcting([other.reference for other in entries])}
    place: dict[str, int] = {}
    found: list[tuple[int, Check]] = []
    for other in entries:
        told = other.record["body"]
        place[other.reference] = place.get(told.get("corrects") or told.get("continues", ""), other.pk)
        if other.kind in ("rule", "correction") and other.reference not in gone:
            found.append((place[other.reference], (other, body_of(other, audiences))))
    key = body["situation"]["item"]["key"]
    mine = [pair for pair in found if shipping.is_check(pair[1][1]) and pair[1][1]["situation"]["item"]["key"] == key]
    return [check for _, check in sorted(mine, key=lambda pair: pair[0])]


def waits(state: State, entry: Entry) -> bool:
    """True while a check of this voyage waits for a decision."""
    return f"mark:waiting/{entry.operation}.kind" in state.values


def as_of(state: State, entry: Entry, keys: Sequence[str], audiences: frozenset[str]) -> dict[str, tuple[Any, str]]:
    """Facts as they stood when an entry was written, with the entry that had set each; those that there were."""
    found = {}
    for key in keys:
        if key not in state.values:
            continue
        chain, _, number = state.sources.get(key, "").partition("/")
        if not number or (chain == entry.chain and int(number) < entry.sequence):
            found[key] = (state.values[key], state.sources.get(key, ""))
        else:
            found[key] = _looked_up(state, entry, key, audiences)
    return found


def _looked_up(state: State, entry: Entry, key: str, audiences: frozenset[str]) -> tuple[Any, str]:
    """A fact that was set since, as the log tells it: what the next change found, and what had set that."""
    named = Entry.objects.filter(campaign=entry.campaign, content__contains=f'"{key}"').seen_by(audiences)
    value = state.values[key]
    for later in named.filter(id__gt=entry.pk).order_by("id"):
        before = [old for changed, old, _ in body_of(later, audiences).get("changes", ()) if changed == key]
        if before:
            value = before[0]
            break
    for earlier in named.filter(id__lt=entry.pk).order_by("-id"):
        if any(changed == key for changed, *_ in body_of(earlier, audiences).get("changes", ())):
            return value, earlier.reference
    return value, ""


def moved(state: State, check: Check, zone: str, audiences: frozenset[str]) -> dict[str, Any]:
    """What changes in the situation of a check with its zone: its facts, and what only the old zone asked."""
    entry, body = check
    side = body["situation"]["side"]
    needed = [*facts_needed(Side(side), Zone(zone)), *_flown(state, entry, zone, audiences)]
    before = body["situation"].get("comes_from")
    if before and goes_through(Zone(before), Zone(zone)):
        needed += [OWNER, TAKEN]
    facts = {key: to_plain(value) for key, (value, _) in as_of(state, entry, needed, audiences).items()}
    asked = asks(side, zone)
    return {"leg.zone": zone, "facts": facts} | {f"leg.{name}": no for word, name, no in ASKED if word not in asked}


def _flown(state: State, entry: Entry, zone: str, audiences: frozenset[str]) -> list[str]:
    """The facts of the air units that flew in a zone when an entry was written, of those that are kept still (33.C)."""
    found: list[str] = []
    for row in state.rows(KIND):
        where = as_of(state, entry, [f"{row}.zone", f"{row}.place"], audiences)
        if where[f"{row}.zone"][0] == zone and where[f"{row}.place"][0]:
            found += [f"{row}.{name}" for name in FACT_NAMES]
    return found


def checked_by(before: Sequence[Check], situation: Mapping[str, Any], zone: str) -> str:
    """The earlier check of this voyage in a zone and step (33.A.4); '' where there was none."""
    clock = [situation[name] for name in CLOCK]
    for entry, body in before:
        there = body.get("situation")
        if there is None or [there["leg"]["zone"], *(there[name] for name in CLOCK)] != [zone, *clock]:
            continue
        if (body.get("outcome") or {}).get("contact") is not None:
            return entry.reference
    return ""


def redos(state: State, check: Check, draft: Any, audiences: frozenset[str]) -> list[Redo]:
    """The corrections that a draft asks for: of this check, or of all from the first on, and of those after it.

    draft: see corrections.Draft. Problem 422, NotCorrectable.
    """
    entry, body = check
    checks = checks_of(entry, body, audiences) or [check]
    here = next((n for n, (other, _) in enumerate(checks) if other.pk == entry.pk), None)
    if here is None:
        checks, here = [check], 0
    of_cargo = {path: value for path, value in draft.situation.items() if path.startswith("item.")}
    if waits(state, entry):
        raise NotCorrectable("A check of this voyage waits for a decision: answer it, or give it up, first")
    start, changes = here, {here: draft.situation}
    for n, (_, first) in enumerate(checks[:here] if draft.whole else ()):
        if wrong := from_the_start(of_cargo, body, first):
            rest = {path: value for path, value in draft.situation.items() if path not in of_cargo}
            start, changes = n, {n: wrong, here: rest}
            break
    thing = begun_for(state, entry.procedure, {"shipment": body["situation"]["item"]["key"]})
    zones = _zones_after(checks, changes)
    make = partial(_correction, draft, checks, changes, zones, (start, here), audiences)
    return [Redo(checks[n][0], partial(make, n), thing) for n in range(start, len(checks))]


def _zones_after(checks: Sequence[Check], changes: Mapping[int, Mapping[str, Any]]) -> list[str]:
    """The zone of each check once it is corrected: two checks of one leg are in one zone."""
    zones = [str(body["situation"]["leg"]["zone"]) for _, body in checks]
    for n, change in changes.items():
        if "leg.zone" in change:
            leg, old = checks[n][1]["situation"]["leg_number"], zones[n]
            for m, (_, body) in enumerate(checks):
                if m >= n and body["situation"]["leg_number"] == leg and zones[m] == old:
                    zones[m] = change["leg.zone"]
    return zones


def from_the_start(of_cargo: Mapping[str, Any], body: Body, first: Body) -> dict[str, Any]:
    """What was wrong with the cargo at a check, as it was wrong at the first: amounts with what was lost on the way."""
    then, now = first["situation"]["item"], body["situation"]["item"]
    changes = dict(of_cargo)
    for name in AMOUNTS:
        path = f"item.{name}"
        if path in changes and str(changes[path]) != "0":
            amount = Decimal(then[name]) + Decimal(changes[path]) - Decimal(now[name])
            changes[path] = to_plain(amount) if name == "res" else int(amount)
    return {path: value for path, value in changes.items() if then.get(path.removeprefix("item.")) != value}


def _correction(
    draft: Any,
    checks: Sequence[Check],
    changes: Mapping[int, Mapping[str, Any]],
    zones: Sequence[str],
    places: tuple[int, int],
    audiences: frozenset[str],
    n: int,
    state: State,
    made: Sequence[Entry],
) -> Correction:
    """The correction of the n-th check, from the state that those before it left.

    places: of the first that is corrected, and of the one whose form was sent; made: the corrections before it.
    """
    (start, here), (entry, body) = places, checks[n]
    change = dict(changes.get(n, {}))
    if n != start:
        change = item_changes(state, body) | change
    if zones[n] != body["situation"]["leg"]["zone"]:
        change = moved(state, (entry, body), zones[n], audiences) | change
    elif n > here:
        change |= same_facts(draft.situation, checks[here][1], body)
    if list(zones[: n + 1]) != [check["situation"]["leg"]["zone"] for _, check in checks[: n + 1]]:
        mine = entry.operation, body["situation"]["item"]["key"]
        redone = [(other, body_of_made(other)) for other in made if other.kind == "correction"]
        redone = [pair for pair in redone if of_voyage(*pair) == mine]
        change["already_checked"] = checked_by([*checks[:start], *redone], body["situation"], zones[n])
    change = {path: value for path, value in change.items() if _at(body["situation"], path) != value}
    situation = changed_situation(procedure_of(body["procedure"]), body["situation"], change)
    also = planned(situation, state, body)
    if n == start:
        check_row(situation, state, body)
    else:
        also = tuple(effect for effect in also if state.values[effect.key] != getattr(effect, "value", None))
    read = _read_anew(state, entry, body, change, n != start, audiences)
    if n == here:
        return Correction(draft.reason, draft.note, change, draft.strip, also, read)
    # A die that was mistyped in one check is as it was in the others.
    reason = FOLLOWS if draft.reason == RETYPED else draft.reason
    return Correction(reason, draft.note, change, "", also, read)


def same_facts(asked: Mapping[str, Any], body: Body, later: Body) -> dict[str, Any]:
    """Facts that were wrong at a check and are read as they stand now: so at a later one that had read the same."""
    old, facts = body["situation"]["facts"], later["situation"]["facts"]
    new = {key: value for key, value in asked.get("facts", {}).items() if key in old and old[key] != value}
    wrong = {key: value for key, value in new.items() if key in facts and facts[key] == old[key]}
    return {"facts": {**facts, **wrong}} if wrong else {}


def of_voyage(entry: Entry, body: Body) -> tuple[str, str]:
    """Which voyage an entry is a check of: others may be corrected in the same go."""
    return entry.operation, str(body.get("situation", {}).get("item", {}).get("key", ""))


def body_of_made(entry: Entry) -> Body:
    """The body of a correction that was just made, as far as everybody may read it."""
    return entry.record["body"]


def _at(situation: Mapping[str, Any], path: str) -> Any:
    """The value at a dotted place."""
    value: Any = situation
    for name in path.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def item_changes(state: State, body: Body) -> dict[str, Any]:
    """What is different in the item as it is afloat now. NotCorrectable where it is no longer on the board."""
    old = body["situation"]["item"]
    row = state.row(f"shipment:{old['key']}")
    if not row:
        raise NotCorrectable("The shipment is no longer on the board, so its checks stay as they are")
    item = item_of(Reader(state), old["key"], row).model_dump(mode="json")
    return {f"item.{name}": value for name, value in item.items() if old.get(name) != value}


def _read_anew(
    state: State, entry: Entry, body: Body, change: Mapping[str, Any], follows: bool, audiences: frozenset[str]
) -> dict[str, tuple[Any, str]]:
    """The facts that a corrected check reads anew: its item where it follows another, a new zone's as they stood."""
    read: dict[str, tuple[Any, str]] = {}
    if follows:
        row = f"shipment:{body['situation']['item']['key']}."
        keys = [key for key, *_ in body["facts_read"] if key.startswith(row) and key in state.values]
        read = {key: (state.values[key], state.sources.get(key, "")) for key in keys}
    if "leg.zone" in change:
        read |= as_of(state, entry, list(change.get("facts", body["situation"]["facts"])), audiences)
    return read
