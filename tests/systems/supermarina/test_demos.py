"""The demos of Supermarina: what each seat sees of them at the beginning."""

from __future__ import annotations

from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.engine.reader import View
from navalassist.play import state as states
from navalassist.systems.supermarina.combat import Combatant
from navalassist.systems.supermarina.forces import ships_of, transports_of
from navalassist.systems.supermarina.state import Force, Ship, Transport
from tests.in_hand import InHand


def seen_by(campaign: Campaign, seat: str) -> View:
    state = states.load(campaign.slug)
    return View(Viewer(campaign, seat, "").view(dict(state.values), state.audiences))


def test_a_side_sees_every_marker_and_no_ship_of_the_enemy(duisburg: Campaign) -> None:
    allied, axis = seen_by(duisburg, "allied"), seen_by(duisburg, "axis")
    assert [force.number for force in allied.rows(Force)] == [1, 2]
    assert {ship.side for ship in allied.rows(Ship)} == {"allied"}
    assert not allied.rows(Transport)
    convoy = axis.row(Force, "axis-1")
    assert len(ships_of(axis, convoy)) == 6
    assert [one.number for one in transports_of(axis, convoy)] == [1, 2, 3, 4, 5, 6, 7]


def test_tarigo_opens_on_a_battle_in_which_the_attacker_is_seen(tarigo: Campaign) -> None:
    axis = seen_by(tarigo, "axis")
    assert [(one.name, one.side) for one in axis.rows(Combatant)] == [
        ("Jervis", "allied"), ("Janus", "allied"), ("Mohawk", "allied"), ("Nubian", "allied"),
    ]  # fmt: skip
    assert not seen_by(tarigo, "allied").rows(Transport)
    assert {one.side for one in seen_by(tarigo, "observer").rows(Combatant)} == {"allied"}


def test_nobody_takes_back_what_a_side_begins_with(duisburg: Campaign) -> None:
    for seat in ("axis", "allied"):
        assert "Take it back" not in InHand(duisburg).at(seat).words("")
