"""A campaign made for measuring: real shipments, checked leg by leg through play's own writer, turn after turn.

Import it only where Django is set up.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from itertools import count

from navalassist.auditlog.models import Chain
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR, Viewer
from navalassist.engine import Create, Set, create
from navalassist.play.dice.server import TYPED, DiceInput
from navalassist.play.rules.resolve import Refused, carry_out
from navalassist.play.turns import steps
from navalassist.play.write.transaction import writing
from navalassist.play.write.writer import Writer
from navalassist.systems.europa.setup import Draft, begin, leg_fields, shipment_fields

# A busy turn of a real campaign.
ROWS_A_SIDE = 12
TYPED_EVERY = 5
SAILS = ("planned", "at-sea")
# More faces than any check needs; those that are left over are not handed in.
TYPED_FACES = "3 4 2 5 1 6 3 2 4 5"

Way = tuple[str, str, str, tuple[str, ...]]
WAYS: tuple[Way, ...] = (
    ("axis", "naples", "tripoli", ("tyrrhenian", "central-med")),
    ("axis", "naples", "tripoli", ("tyrrhenian", "central-med")),
    ("axis", "palermo", "tripoli", ("central-med",)),
    ("allied", "gibraltar", "valletta", ("western-med", "central-med")),
    ("allied", "alexandria", "valletta", ("eastern-med", "central-med")),
    ("allied", "alexandria", "suda-bay", ("eastern-med", "aegean")),
)
CARGO = (("sp", "7", 7), ("unit", "2", 2), ("srp", "3", 3), ("empty", "0", 4), ("sp", "4.5", 5))


# Ways that begin with a check that needs dice.
ROLLED_AT_ONCE: tuple[Way, ...] = (
    ("axis", "palermo", "tripoli", ("central-med",)),
    ("axis", "taranto", "benghazi", ("central-med",)),
)


def drafts(ways: Sequence[Way]) -> Iterator[Draft]:
    """What sails, without end: these ways with cargo of every kind in turn."""
    for number in count():
        side, origin, destination, zones = ways[number % len(ways)]
        cargo, res, ships = CARGO[number % len(CARGO)]
        legs = tuple(leg_fields(zone) for zone in zones)
        yield Draft(side, cargo, "", res, res, "nt", ships, origin, destination, legs)


def shipments(ways: Sequence[Way], turn: str, rows: int) -> list[Create]:
    """New rows of the convoy board, with keys as the board makes them."""
    made = []
    for row, draft in zip(range(1, rows + 1), drafts(ways), strict=False):
        key = uuid.uuid4().hex
        made.append(create(f"shipment:{key}", **shipment_fields(draft, row, turn, key)))
    return made


def new_campaign(slug: str) -> Campaign:
    """A campaign on the map of March 1941, Axis naval movement."""
    return begin(f"Measured {slug}", malta=10, slug=slug)


def table_viewer(campaign: Campaign) -> Viewer:
    """Someone at the shared table."""
    return Viewer(campaign, MODERATOR, "00000000-0000-4000-8000-000000000000", at_table=True)


def length(campaign: Campaign) -> int:
    """How many entries the campaign's public chain has."""
    return Chain.objects.get(campaign=campaign, audience=PUBLIC).sequence


def grow(campaign: Campaign, entries: int) -> int:
    """Play turns until the log has at least so many entries; one transaction for each player turn. The length."""
    viewer = table_viewer(campaign)
    for number in range(entries):
        if length(campaign) >= entries:
            break
        with writing(viewer) as writer:
            _player_turn(writer, number, entries - length(campaign))
    return length(campaign)


def _player_turn(writer: Writer, number: int, room: int) -> None:
    """Put rows on the board, sail them, change what changes now and then, and go on to the next naval movement."""
    turn, side, _ = writer.state.clock
    rows = shipments([way for way in WAYS if way[0] == side], turn, min(ROWS_A_SIDE, max(1, room // 3)))
    for row in rows:
        writer.edit("shipment.add", [row], seat=side)
    for place, row in enumerate(rows):
        sail(writer, row.key.partition(":")[2], place % TYPED_EVERY == 0)
    writer.edit("malta.number", [Set("malta:status.number", 8 + number % 5)], seat=side)
    steps.end_step(writer)
    while writer.state.clock[2] != "naval-movement":
        steps.end_step(writer)


def sail(writer: Writer, shipment: str, typed: bool) -> int:
    """Check a shipment leg by leg until it has arrived or is stopped; the number of checks."""
    done = 0
    while writer.state.values[f"shipment:{shipment}.state"] in SAILS:
        dice = DiceInput(TYPED, TYPED_FACES) if typed else DiceInput()
        try:
            carry_out(writer, "cargo-contact", {"shipment": shipment}, dice)
        except Refused:
            break
        done += 1
    return done
