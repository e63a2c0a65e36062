"""The demo of the theatre campaign: what each seat sees of it at the beginning."""

from __future__ import annotations

from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.engine.reader import View
from navalassist.play import state as states
from navalassist.systems.theatre.state.fleets import Group, Pool, Type, Unit
from navalassist.systems.theatre.state.orders import Troop
from navalassist.systems.theatre.state.sea import Port, Square


def seen_by(campaign: Campaign, seat: str) -> View:
    state = states.load(campaign.slug)
    return View(Viewer(campaign, seat, "").view(dict(state.values), state.audiences))


def test_a_side_sees_the_map_and_its_own_forces_alone(lingayen: Campaign) -> None:
    axis, allied, nobody = (seen_by(lingayen, seat) for seat in ("axis", "allied", "observer"))
    assert {unit.side for unit in axis.rows(Unit)} == {"axis"}
    assert {one.side for kind in (Unit, Group, Pool) for one in allied.rows(kind)} == {"allied"}
    assert not [row for kind in (Unit, Group, Pool, Troop) for row in nobody.rows(kind)]
    assert len(nobody.rows(Type)) == 14
    assert nobody.row(Port, "manila").sides == "E7"
    assert nobody.row(Square, "far-east-d2").ground == "island"


def test_units_have_the_stand_ins_of_their_type_and_their_nations_training(lingayen: Campaign) -> None:
    """DD 4,800 miles: patrol 2, endurance 8. SS 9,000: 5 and 15."""
    view = seen_by(lingayen, "axis")
    one = view.row(Unit, "asagumo")
    assert (one.patrol_range, one.endurance, one.experience, one.group) == (2, 8, 300, "a1")
    boat = seen_by(lingayen, "allied").row(Unit, "boats-1")
    assert (boat.patrol_range, boat.endurance, boat.type.scale) == (5, 15, 3)
