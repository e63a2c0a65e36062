"""A closed campaign in which the Axis keep something secret everywhere they can; and what is read of it.

Each seat at one table reads it, and each person at a club: once a worker, as `recording.py` does.
"""

from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client, override_settings

from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR, OBSERVER
from navalassist.engine import create
from navalassist.play.write.transaction import writing
from navalassist.systems.europa import air
from navalassist.systems.europa.board import roster, rows, templates
from navalassist.taskforces.models import TaskForce
from tests import counts
from tests.club import Club, club_settings
from tests.in_hand import InHand, viewer_of
from tests.promises import fleets
from tests.promises.http import SEATS, Played
from tests.promises.kept import rolled_back
from tests.promises.recording import Recording
from tests.systems.europa.board import put, rolled, typed
from tests.systems.europa.test_closed import closed

UNIT, PLAN, KEPT, NOTE, FLIES = "Leviathan-7731", "Behemoth-4410", "Kraken-2209", "Hydra-5512", "Pegasus-8804"
MARKERS = (UNIT, PLAN, KEPT, NOTE, FLIES)
FORCE = "Basilisk-6620"
ALL_MARKERS = (*MARKERS, FORCE, *fleets.MARKERS)
# Who looks at it in a club, by the seats that he holds. He sits in the last of them.
PLAYING_MODERATOR = "moderator who plays"
PEOPLE = {
    "axis": ("axis",),
    "allied": ("allied",),
    OBSERVER: (OBSERVER,),
    MODERATOR: (MODERATOR,),
    # The other way round his seat is refused: as moderator he could have read what the Axis keep.
    PLAYING_MODERATOR: ("allied", MODERATOR),
}


def planned() -> Campaign:
    """Axis secrets on the board and in the books."""
    campaign = closed()
    put(campaign, typed(f"{UNIT} division, 4 REs"))
    sailing = put(campaign, typed("7 SP"))
    with writing(viewer_of(campaign)) as writer:
        templates.save(writer, "axis", PLAN, [rows.draft_of(rows.standing_row(writer.state, sailing))])
        place = roster.Place("axis", "naples", roster.ware_of("unit", KEPT))
        kept = roster.Roster(writer.state.values, writer.state.clock[0])
        effects = roster.set_to(kept, {place: 3}, {place.ware: KEPT})
        writer.edit("roster.count", effects, seat="axis", note=NOTE)
        unit = {"side": "axis", "name": FLIES, "nature": "v", "tbf": "3", "range": "10", "place": "box"}
        edit = air.add(writer.state.values, {**unit, "fighter": "", "hexes_to_base": "", "zone": "western-med"})
        writer.edit(edit.act, edit.effects, seat="axis")
    rolled(campaign, f"row:{sailing}", "22")
    return campaign


def with_all_secrets() -> Campaign:
    """Axis secrets of every kind that a side can have."""
    campaign = planned()
    force = TaskForce.new_facts(side="axis", name=FORCE, strength=3, place=FORCE)
    InHand(campaign).edit(create("task-force:hidden", **force), note=FORCE)
    fleets.planted(campaign)
    return campaign


def markers_in(pages: dict[str, str]) -> list[tuple[str, str]]:
    """Each page that tells a secret, with what it tells."""
    return [(address, marker) for address, text in pages.items() for marker in ALL_MARKERS if marker in text]


@dataclass
class ClosedPages:
    """From each seat at one table, and of each person at a club."""

    at_table: Recording
    in_club: dict[str, Recording]


@pytest.fixture(scope="session")
def closed_pages(django_db_setup: None, django_db_blocker: Any) -> ClosedPages:
    """Every page of the campaign itself: those beside it hold nothing of it, and others judge them."""
    with django_db_blocker.unblock(), rolled_back():
        campaign = with_all_secrets()

        def seen_by(client: Client, *seats: str, of_a_kind: int) -> Recording:
            game = Played(campaign, client, within=f"/c/{campaign.slug}/|/$", deep=True)
            return Recording.of(game, dict.fromkeys(seats, of_a_kind))

        at_table = seen_by(Client(), *SEATS, of_a_kind=counts.PAGES_AT_ITS_TABLE)
        of_a_kind, club = counts.PAGES_OF_A_CLOSED_CAMPAIGN, Club()
        with override_settings(**club_settings()):
            browsers = {who: club.person(who, **dict.fromkeys(held, campaign)) for who, held in PEOPLE.items()}
            in_club = {who: seen_by(browsers[who], PEOPLE[who][-1], of_a_kind=of_a_kind) for who in PEOPLE}
        return ClosedPages(at_table, in_club)
