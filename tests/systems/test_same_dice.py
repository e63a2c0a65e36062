"""A server die that was thrown once stays what it was, whatever is corrected in between."""

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.play.correct import Correction, NotCorrectable, correct
from navalassist.play.resolve import DiceInput, carry_out
from navalassist.play.writer import writing

pytestmark = pytest.mark.django_db


def table(campaign: Campaign) -> Viewer:
    return Viewer(campaign, "axis", "00000000-0000-4000-8000-000000000001", at_table=True)


def rolled(campaign: Campaign) -> Entry:
    """The check of the demo's Axis row in the Central Mediterranean, with the server's dice."""
    with writing(table(campaign)) as writer:
        for _ in range(2):
            entry = carry_out(writer, "cargo-contact", {"shipment": "demo-1"}, DiceInput())
    return entry


def corrected(campaign: Campaign, entry: Entry, **situation: object) -> Entry:
    with writing(table(campaign)) as writer:
        return correct(
            writer, entry, Correction("forgot", situation={k.replace("__", "."): v for k, v in situation.items()})
        )


def faces(entry: Entry) -> dict[str, list[int]]:
    return {a["key"]: a["faces"] for a in entry.record["body"].get("answers", ()) if "faces" in a}


@pytest.mark.promise("P12", "P13")
def test_a_check_that_is_corrected_away_and_back_has_the_same_dice(campaign: Campaign) -> None:
    first = rolled(campaign)
    entry = first
    for _ in range(3):
        entry = corrected(campaign, entry, leg__protected=True)
        assert faces(entry) == {}
        entry = corrected(campaign, entry, leg__protected=False)
        assert faces(entry) == faces(first)


@pytest.mark.promise("P12")
def test_lots_that_are_corrected_away_and_back_have_the_same_dice(campaign: Campaign) -> None:
    first = entry = rolled(campaign)
    for res in ("3", "7", "4", "7"):
        entry = corrected(campaign, entry, item__res=res)
    assert faces(entry) == faces(first)


@pytest.mark.promise("P12")
def test_server_dice_cannot_be_typed_over_by_way_of_a_correction_without_dice(campaign: Campaign) -> None:
    entry = corrected(campaign, rolled(campaign), leg__protected=True)
    with pytest.raises(NotCorrectable, match="server"), writing(table(campaign)) as writer:
        correct(writer, entry, Correction("typo", situation={"leg.protected": False}, strip="1 1"))
