"""Who owned a port in a player turn: rules look back at it (36.D, the port that changed hands)."""

import pytest
from django.test import Client

from navalassist.campaigns.viewer import Viewer
from navalassist.engine import Set
from navalassist.play import state as states
from navalassist.play.writer import writing
from navalassist.ports.models import Port
from tests.begun import begin_demo

pytestmark = pytest.mark.django_db


def test_the_owners_of_a_player_turn_are_those_at_any_point_of_it(client: Client) -> None:
    campaign = begin_demo()
    benghazi = Port.objects.get(campaign=campaign, key="benghazi")
    assert benghazi.owned_in("1941-03-1", "axis") == {"allied"}
    with writing(Viewer(campaign, "axis", "00000000-0000-4000-8000-000000000001", at_table=True)) as writer:
        writer.edit("port.owner", [Set("port:benghazi.owner", "axis")])
    # It was Allied when the player turn began and Axis before it ended.
    assert benghazi.owned_in("1941-03-1", "axis") == {"allied", "axis"}
    client.post(f"/c/{campaign.slug}/step/", {"until": "allied/initial", "confirm": "yes"})
    assert states.load(campaign.slug).clock[1] == "allied"
    assert benghazi.owned_in("1941-03-1", "allied") == {"axis"}
    assert benghazi.owned_in("1941-02-2", "axis") == set()
    assert [change.value for change in benghazi.owner_history()] == ["allied", "axis"]
