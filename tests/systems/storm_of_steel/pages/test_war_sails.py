"""Missions of the Great War demo by its pages: nothing can be declared that cannot be done, and all can be given up.

By hand: Odessa lies on the Black Sea, past Constantinople, which is neutral in August 1914. Two U-boat flotillas of 2
against Allied cruisers of 2 and escorts of 1 in the Western Approaches: -1, the middle column, whose 4 is 3 points.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from navalassist.play import state as states
from navalassist.systems.storm_of_steel.setup import begin_demo
from tests.promises.http import Played, ask, send, wrong

pytestmark = pytest.mark.django_db
MISSION = "do/gw-mission/"


@pytest.fixture
def war(client: Client) -> Played:
    """The demo, as it is shipped."""
    states.forget()
    return Played(begin_demo(), client)


def words(war: Played, url: str = "") -> str:
    page = ask(war.client, war.home + url).page
    assert page is not None
    return " ".join(page.text.split())


def refused(war: Played, **typed: str) -> str:
    """Why a mission is not declared."""
    page = ask(war.client, war.home + MISSION).page
    assert page is not None
    form = page.form(MISSION)
    answer = send(war.client, form.action, form.values(**typed))
    assert answer.status_code == 422
    return wrong(answer)


def declare(war: Played, **typed: str) -> None:
    war.do(war.home + MISSION, MISSION, **typed)


def facts(war: Played) -> dict[str, Any]:
    return states.load(war.campaign.slug).values


@pytest.mark.rule("GW.BOMBARD")
def test_wilhelmshaven_does_not_bombard_odessa_without_a_reason(war: Played) -> None:
    given = {"mission": "bombardment", "area": "black-sea", "fleets": "scouting-forces", "target": "odessa"}
    assert "its way leads by Constantinople, which is neutral" in refused(war, **given)
    declare(war, **given, because="as the players wish")
    assert facts(war)["action:1.target"] == "odessa"


@pytest.mark.rule("GW.RAID")
def test_a_raid_where_nobody_trades_is_refused_when_it_is_sent(war: Played) -> None:
    given = {"mission": "raiding", "area": "baltic-east", "fleets": "baltic-forces"}
    assert "Commerce is not raided in Baltic, east" in refused(war, **given)


@pytest.mark.rule("GW.REFUSE.3")
def test_a_mission_is_given_up_and_nothing_of_it_stays_due(war: Played) -> None:
    declare(war, mission="raiding", area="western-approaches", fleets="u-boats")
    war.do(war.home + "do/gw-let-pass/?action=1", "do/gw-let-pass/")
    before = facts(war)["condition:merchant-level.value"]
    assert "Give the mission up" in words(war)
    war.do(war.home + "do/gw-give-up/?action=1", "do/gw-give-up/")
    found = facts(war)
    assert (found["action:1.stage"], found["condition:merchant-level.value"]) == ("ended", before)
    assert "Action 1" not in words(war).partition("MAY")[0].partition("DUE")[2]


@pytest.mark.rule("GW.CONTESTED")
def test_a_crossing_under_u_boats_in_an_open_action_counts_them(war: Played) -> None:
    declare(war, mission="raiding", area="western-approaches", fleets="u-boats")
    war.do(war.home, "step/", until="allied/transport", confirm="yes")
    assert "Carry points over Western Approaches" in words(war)
    url = f"{war.home}do/gw-contested/?area=western-approaches"
    assert "Central Powers combat strength" in words(war, "do/gw-contested/?area=western-approaches")
    war.do(url, "do/gw-contested/", strip="4", dice="typed")
    assert facts(war)["condition:allied-mobilization.value"] == 17
