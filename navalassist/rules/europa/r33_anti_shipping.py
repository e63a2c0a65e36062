"""33.D and 33.E: an item of shipping is checked for contact in a sea zone, and what the contact does to it."""

from __future__ import annotations

from navalassist.engine import (
    Call,
    Create,
    Effect,
    Figure,
    Odds,
    Outcome,
    Play,
    Refusal,
    Roller,
    Set,
    Sub,
    call,
    create,
    procedure,
)
from navalassist.rules.europa.amounts import fraction, res_text, tidy
from navalassist.rules.europa.fates import NO_TOLL, Fate, Settled, Toll
from navalassist.rules.europa.items import Item
from navalassist.rules.europa.r33_contact import convoy_of, final_status, results_column, roll_contact, roll_for_lots
from navalassist.rules.europa.r33_legality import declared_zone, refusal_of_item, refusal_of_leg
from navalassist.rules.europa.r33_naval_status import Barred, NotSubject, Status, Subject, naval_status
from navalassist.rules.europa.r33_ships import (
    gone_down,
    is_only_eliminated,
    ship_effects,
    with_the_drowned,
    without_the_drowned,
)
from navalassist.rules.europa.r36_gibraltar import refusal_of_passage
from navalassist.rules.europa.sailing import Sailing
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import ShipmentState, TransportKind

SYSTEM = "europa"
# The number in brackets counts our own changes in how this edition is carried out; see CHANGELOG.md.
EDITION = "33 of 11.09.17 (2)"
# What was shipped before it: a procedure that is older than it names them.
EARLIER = ("33 of 11.09.17",)
# Of what came into play since: a unit that E turned back may move, supply lines keep to zones that touch (0.6.0).
EDITION_3 = "33 of 11.09.17 (3)"
# How long the mark of a check stands.
CHECKED_FOR = TURN.life_of("checked")
SHELTERED = NotSubject("Protected inshore waters: no check is made.", "36.A.1.d")


def why_not(sailing: Sailing) -> Refusal | None:
    """Why the book forbids this sailing; None when it may be done."""
    item, side = sailing.item, sailing.side
    moves = refusal_of_item(item, side, sailing.turn, sailing.player_turn, sailing.phase)
    if moves is not None:
        return moves
    if sailing.ship is not None and sailing.ship.waits:
        return Refusal(sailing.ship.waits, "36.A")
    way = (sailing.comes_from, sailing.leg.zone)
    passes = refusal_of_passage(side, *way, sailing.facts, sailing.turn, sailing.player_turn)
    return passes or refusal_of_leg(item, side, sailing.leg, sailing.facts)


def figures(odds: Odds[Fate]) -> tuple[Figure, ...]:
    """The chance of contact, the chance that all of it goes on, and what is lost on average."""
    loss = odds.expect(lambda fate: fraction(fate.res_lost))
    hits = odds.expect(lambda fate: fate.hits)
    found = (
        Figure("contact", "Contact", odds.chance(lambda fate: fate.contact is True)),
        Figure("unharmed", "Everything gets through", odds.chance(lambda fate: fate.unharmed)),
        Figure("loss", "Expected loss", loss, "RE"),
    )
    return (*found, Figure("hits", "Expected hits", hits, "hits")) if hits else found


@procedure(
    "cargo-contact",
    system=SYSTEM,
    rule="33.D",
    title="Check an item for anti-shipping contact",
    roller=Roller.ENEMY,
    edition=EDITION_3,
    earlier=(*EARLIER, EDITION),
    dice="2d6 for contact, then 1d6 a lot",
    why_not=why_not,
    figures=figures,
)
def check_for_contact(sailing: Sailing) -> Play[Outcome[Fate]]:
    """The enemy rolls two dice in the column of the final naval status; a contact is settled by one die a lot.

    33.A.2  a check where the step began with it at sea         33.A.4  no second one in a zone and phase
    36.A.1.d  none in protected inshore waters
    33.D    -5 empty naval transports that sail alone, -4 a carrier with a code C fighter aboard
    """
    item, ship = sailing.item, sailing.ship
    if lost := gone_down(sailing):
        lost = with_the_drowned(lost, item, ship)
        return Outcome(lost, effects_of(sailing, lost))
    fate = yield from fate_of(without_the_drowned(sailing))
    if isinstance(fate, Barred):
        return Outcome(Fate(None, item.state, item.afloat, item.transport_count, why=fate.reason, rule=fate.rule))
    whole = with_the_drowned(fate, item, ship)
    return Outcome(whole, (*effects_of(sailing, whole), *ship_effects(sailing, fate)))


def fate_of(sailing: Sailing) -> Play[Fate | Barred]:
    """What the check does to the item, or why there is none; or the bar that keeps it out of the zone."""
    reason = reason_for_no_check(sailing)
    if reason is None:
        status = yield from Sub("status", status_of(sailing))
        if isinstance(status, Subject):
            return (yield from _checked(sailing, status))
        reason = status
    return reason if isinstance(reason, Barred) else _unchecked(sailing, reason)


def reason_for_no_check(sailing: Sailing) -> NotSubject | Barred | None:
    """Why no check is due before any status is asked: protected waters, or checked already in this phase."""
    if sailing.leg.protected and sailing.item.kind.is_shipping:
        return SHELTERED
    if sailing.already_checked:
        entry = sailing.already_checked
        return NotSubject(f"Checked already in this zone in this phase: entry {entry}.", "33.A.4", "R-57")
    return None


def status_of(sailing: Sailing) -> Call[Status]:
    """The naval status of the zone for this item, as a sub-procedure."""
    item = sailing.item
    return call(
        naval_status,
        sailing.side,
        sailing.leg.zone,
        sailing.facts,
        sailing.leg,
        item.nation,
        item.kind.is_shipping,
    )


def _checked(sailing: Sailing, status: Subject) -> Play[Fate]:
    """Contact, and the effect of a contact."""
    item, leg = sailing.item, sailing.leg
    column = yield from final_status(sailing.side, item, leg, status.tally)
    contact = yield from roll_contact(column, leg.zone)
    settled = Settled()
    if contact:
        results = results_column(sailing.side, item.kind, leg.zone, declared_zone(leg.zone, sailing.facts))
        settled = yield from roll_for_lots(convoy_of(item), results)
    toll = settled.toll
    return Fate(
        contact,
        state_after(sailing, toll),
        res_afloat=tidy(item.afloat - toll.res_lost - toll.res_returned),
        transports_afloat=item.transport_count - toll.transports_lost - toll.transports_returned,
        column=column.total,
        lots=settled.lots,
        res_lost=toll.res_lost,
        res_returned=toll.res_returned,
        transports_lost=toll.transports_lost,
        transports_returned=toll.transports_returned,
        hits=toll.hits,
    )


def _unchecked(sailing: Sailing, reason: NotSubject) -> Fate:
    """No dice: it sails on, or arrives."""
    item, state = sailing.item, state_after(sailing, NO_TOLL)
    return Fate(None, state, item.afloat, item.transport_count, why=reason.reason, rule=reason.rule)


def state_after(sailing: Sailing, toll: Toll) -> ShipmentState:
    """At sea or arrived while anything sails on; else returned if anything came back; else lost."""
    item = sailing.item
    left = item.afloat - toll.res_lost - toll.res_returned
    if left > 0 or not (item.kind.is_shipping or toll.turned_back):
        ends_here = sailing.is_last_leg and not sailing.leg.stops
        return ShipmentState.ARRIVED if ends_here else ShipmentState.AT_SEA
    back = any((toll.res_returned, toll.transports_returned, item.res_returned, item.transports_returned))
    ship_is_back = toll.turned_back and item.transports is TransportKind.WARSHIP
    return ShipmentState.RETURNED if back or ship_is_back or not item.kind.is_shipping else ShipmentState.LOST


def effects_of(sailing: Sailing, fate: Fate) -> tuple[Effect, ...]:
    """The shipment's new totals, as far as they change, and the mark that the check was made (33.A.4)."""
    item, row = sailing.item, f"shipment:{sailing.item.key}"
    fields = (*_of_cargo(item, fate), *_of_ships(item, fate), *_of_voyage(sailing, fate))
    changes = tuple(Set(f"{row}.{name}", after) for name, before, after in fields if before != after)
    if fate.contact is None:
        return changes
    unit = sailing.ship.unit.key if sailing.ship else ""
    also = (checked_mark(sailing, f"task-force:{unit}", unit),) if unit else ()
    return (*changes, checked_mark(sailing, row), *also)


_Fields = tuple[tuple[str, str | int, str | int], ...]


def _of_cargo(item: Item, fate: Fate) -> _Fields:
    """REs of cargo; empty transports carry none."""
    if not item.kind.is_cargo:
        return ()
    return (
        ("res_afloat", res_text(item.res), res_text(fate.res_afloat)),
        ("res_lost", res_text(item.res_lost), res_text(item.res_lost + fate.res_lost)),
        ("res_returned", res_text(item.res_returned), res_text(item.res_returned + fate.res_returned)),
    )


def _of_ships(item: Item, fate: Fate) -> _Fields:
    """Transports sunk and turned back, and hits."""
    back = item.transports_returned + fate.transports_returned
    return (
        ("transports_afloat", item.transport_count, fate.transports_afloat),
        ("transports_lost", item.transports_lost, item.transports_lost + fate.transports_lost),
        ("transports_returned", item.transports_returned, back),
        ("hits", item.hits, item.hits + fate.hits),
    )


def _of_voyage(sailing: Sailing, fate: Fate) -> _Fields:
    """Where the shipment stands, its next leg, and whether it may still move in this player turn (33.E)."""
    item = sailing.item
    sails_on = fate.state is ShipmentState.AT_SEA
    # What is at sea in a zone has that leg behind it, so that it need not be sailed again after a fresh check there.
    next_leg = sailing.leg_number + 1 if sailing.begins_at_sea else sailing.leg_number
    now = f"{sailing.turn}/{sailing.player_turn}/{sailing.phase}"
    ends = fate.state is ShipmentState.RETURNED and not is_only_eliminated(fate)
    finished = f"{sailing.turn}/{sailing.player_turn}" if ends else item.finished_in
    return (
        ("state", item.state.value, fate.state.value),
        ("leg", next_leg, sailing.leg_number + 1 if sails_on else next_leg),
        ("sailed_in", item.sailed_in, now if sails_on else item.sailed_in),
        ("finished_in", item.finished_in, finished),
    )


def checked_mark(sailing: Sailing, row: str, key: str = "") -> Create:
    """Checked: this item, in this zone, in this phase. It ends with the step.

    row: the item's, as shipment:row-1; key: of the ship that carries it, for its own mark.
    """
    key, zone = key or sailing.item.key, sailing.leg.zone
    when = f"{sailing.turn}/{sailing.player_turn}/{sailing.phase}"
    return create(
        f"mark:checked/{key}/{zone}/{when}",
        kind="checked",
        subject=row,
        place=f"zone:{zone}",
        ends=CHECKED_FOR,
        until="",
        note="",
    )
