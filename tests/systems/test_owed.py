"""33.D at devices of their own: one side puts to sea and asks, the enemy rolls what he owes, nobody for another."""

from __future__ import annotations

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import OBSERVER, Viewer
from navalassist.engine import DiceError
from navalassist.play.bodies import body_of
from navalassist.play.resolve import DiceInput
from navalassist.play.systems import Unknown
from navalassist.play.undo import NothingToUndo, last_input, undo
from navalassist.play.verify import check_campaign
from navalassist.play.writer import NotYours, writing
from navalassist.play.written import new_submission
from navalassist.systems.europa.board import outlook, owed, rolling, rows
from navalassist.systems.europa.board.rolling import Order
from navalassist.systems.europa.setup import DEMO_START
from tests.begun import begin
from tests.systems.board import put, read_of, row, state_of, typed
from tests.systems.test_closed import closed, known_to_the_enemy

pytestmark = pytest.mark.django_db


def sitting(campaign: Campaign, seat: str) -> Viewer:
    """Somebody at a device of his own."""
    return Viewer(campaign, seat, f"22222222-2222-2222-2222-{seat.encode().hex():0>12.12}", seats=frozenset({seat}))


def opened() -> Campaign:
    return begin("Open", malta=10, moment=DEMO_START)


def asked(campaign: Campaign, order: str = "all") -> list[str]:
    with writing(sitting(campaign, "axis")) as writer:
        owed.ask(writer, Order.of(order))
    return [one.key for one in owed.owed(state_of(campaign))]


def rolled(campaign: Campaign, key: str, strip: str = "", seat: str = "allied") -> list[Entry]:
    with writing(sitting(campaign, seat)) as writer:
        return list(owed.roll(writer, key, DiceInput("typed" if strip else "server", strip)))


@pytest.mark.parametrize("campaign_of", [opened, closed])
def test_the_side_that_sails_cannot_roll_for_its_enemy(campaign_of: object) -> None:
    campaign = campaign_of()  # type: ignore[operator]
    key = put(campaign, typed("7 SP"))
    with pytest.raises(NotYours), writing(sitting(campaign, "axis")) as writer:
        rolling.roll(writer, Order("row", key), DiceInput())
    asked(campaign)
    for seat in ("axis", OBSERVER):
        with pytest.raises(NotYours):
            rolled(campaign, key, "22", seat)


@pytest.mark.parametrize("campaign_of", [opened, closed])
def test_the_enemy_rolls_what_he_owes_through_every_zone(campaign_of: object) -> None:
    """Naples to Tripoli: no check in the Tyrrhenian, two dice in the Central Med; 4 is no contact in column 10."""
    campaign = campaign_of()  # type: ignore[operator]
    put(campaign, typed("7 SP"))
    (key,) = asked(campaign)
    rolled(campaign, key, "22")
    assert row(campaign, key)["state"] == "arrived"
    assert not owed.owed(state_of(campaign))
    assert check_campaign(campaign).sound


def test_a_row_that_waits_for_dice_stays_as_it_is_until_the_question_is_taken_back() -> None:
    campaign = opened()
    key = put(campaign, typed("7 SP"))
    asked(campaign)
    draft = read_of(campaign, typed("9 SP")).draft
    assert draft is not None
    for act in (lambda w: rows.change(w, key, draft), lambda w: rows.strike(w, key)):
        with pytest.raises(Unknown, match="take the question back"), writing(sitting(campaign, "axis")) as writer:
            act(writer)
    with writing(sitting(campaign, "axis")) as writer:
        owed.recall(writer, key)
    with writing(sitting(campaign, "axis")) as writer:
        rows.change(writer, key, draft)
    with pytest.raises(Unknown, match="no longer owed"):
        rolled(campaign, key, "22")


@pytest.mark.parametrize("campaign_of", [opened, closed])
def test_typed_dice_for_contact_are_written_down_before_those_for_the_lots_are_asked_for(campaign_of: object) -> None:
    """7 SP are lots of 3, 3 and 1 REs: three dice more after a contact (33.E); each 2 takes 1 RE."""
    campaign = campaign_of()  # type: ignore[operator]
    put(campaign, typed("7 SP"))
    (key,) = asked(campaign)
    entries = rolled(campaign, key, "66")
    check = next(entry for entry in reversed(entries) if entry.procedure == "cargo-contact")
    assert check.kind == "waiting"
    (one,) = owed.owed(state_of(campaign))
    assert one.waiting == check.reference
    told = outlook.of_row(state_of(campaign), key, row(campaign, key))
    assert (told.all_arrive, told.no_odds) == (None, outlook.HALF_ROLLED)
    with pytest.raises(DiceError):
        rolled(campaign, key, "7")
    with pytest.raises(Unknown, match="has begun"), writing(sitting(campaign, "axis")) as writer:
        owed.recall(writer, key)
    rolled(campaign, key, "2 2 2")
    assert (row(campaign, key)["res_afloat"], row(campaign, key)["state"]) == ("4", "arrived")
    assert not owed.owed(state_of(campaign))
    assert check_campaign(campaign).sound


def test_a_contact_that_waits_for_dice_shows_what_was_met_and_how_many_dice_it_takes() -> None:
    campaign = closed()
    put(campaign, typed("7 SP"))
    (key,) = asked(campaign)
    check = next(entry for entry in rolled(campaign, key, "66") if entry.kind == "waiting")
    shown = body_of(check, frozenset({"public", "allied"}))["shown"]
    assert (shown["contact"], shown["cargo"], shown["res"], shown["lots"]) == (True, "sp", "7", 3)
    seen = known_to_the_enemy(campaign)
    assert (seen["level"], seen["cargo"], seen["res"], seen["transport_count"]) == ("known", "sp", "7", 7)
    assert check_campaign(campaign).sound
    rolled(campaign, key, "2 2 2")
    assert (known_to_the_enemy(campaign)["res"], known_to_the_enemy(campaign)["transport_count"]) == ("4", 4)
    assert check_campaign(campaign).sound


@pytest.mark.parametrize("strip", ["66", "22"])
def test_what_a_roll_left_behind_cannot_be_taken_back_without_its_dice(strip: str) -> None:
    """That dice for lots are asked for, or that nothing is owed any more, is no input of its own."""
    campaign = opened()
    put(campaign, typed("7 SP"))
    (key,) = asked(campaign)
    with writing(sitting(campaign, "allied"), submission=new_submission()) as writer:
        last = owed.roll(writer, key, DiceInput("typed", strip))[-1]
    assert last.kind == "edit"
    for seat in ("allied", "axis", "moderator"):
        assert last_input(sitting(campaign, seat)) is None
        with pytest.raises(NothingToUndo), writing(sitting(campaign, seat)) as writer:
            undo(writer, last.reference)


def test_too_many_dice_are_refused_and_nothing_is_written() -> None:
    campaign = opened()
    put(campaign, typed("7 SP"))
    (key,) = asked(campaign)
    before = Entry.objects.filter(campaign=campaign).count()
    with pytest.raises(DiceError, match="too many"):
        rolled(campaign, key, "22 3")
    assert Entry.objects.filter(campaign=campaign).count() == before


def test_what_the_enemy_reads_when_dice_lack_tells_nothing_of_the_row() -> None:
    campaign = closed()
    put(campaign, typed("7 SP"))
    (key,) = asked(campaign)
    with pytest.raises(DiceError) as error:
        rolled(campaign, key, "6")
    assert "contact in the Central Mediterranean" in str(error.value)
    assert "Naples" not in str(error.value)
    assert "SP" not in str(error.value)
