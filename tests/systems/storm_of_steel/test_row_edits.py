"""Rows entered by hand: what their classes offer, ask for, and refuse."""

import pytest

from navalassist.play.write.edits import EditError
from navalassist.play.write.row_edits import options, row_typed
from navalassist.systems.storm_of_steel.edits import FLEETS, SQUADRONS
from navalassist.systems.storm_of_steel.state import Action, Area, Base, LandUnit


def test_what_a_field_may_hold_is_said_by_its_class() -> None:
    assert options(Area, "dominated") == (("", "nobody"), ("central", "Central Powers"), ("allied", "Allied"))
    assert options(Base, "kind") == (("naval-base", "naval base"), ("port", "port"))
    assert options(Base, "fortress") == ((True, "yes"), (False, "no"))
    assert dict(options(Action, "order"))["both"] == "both at once"
    assert not options(Area, "position")


def test_the_form_of_a_kind_asks_for_the_fields_of_its_class() -> None:
    asked = SQUADRONS.form.model_fields
    assert [*asked] == ["side", "name", "nation", "kind", "place", "combat", "protection", "contact"]
    assert [name for name, info in asked.items() if not info.is_required()] == ["combat", "protection", "contact"]
    assert [*FLEETS.form.model_fields] == ["side", "name", "place", "duty"]


@pytest.mark.parametrize(
    ("wrong", "about", "told"),
    [
        ({"kind": "tank"}, "kind", "tank is no choice here: choose one of land unit, neutral unit, guerrilla"),
        ({"name": " "}, "name", "type what it is called"),
        ({"area_name": "x" * 61}, "area_name", "Off-map area: "),
    ],
)
def test_what_does_not_fit_names_its_field_and_what_would_be_right(
    wrong: dict[str, str], about: str, told: str
) -> None:
    with pytest.raises(EditError) as error:
        row_typed(LandUnit, "kut", {"side": "allied", "name": "6th Division", "nation": "british", **wrong})
    assert error.value.about == about
    assert told in str(error.value)
