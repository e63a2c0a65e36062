"""P5: a restart in the middle of a rule goes on at the same step with the same dice; what fell stays."""

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.engine import DiceError
from navalassist.engine.reader import Unknown
from navalassist.play import state as states
from navalassist.play.checks.verify import check_campaign
from navalassist.play.storage.bodies import body_of, whole_body
from navalassist.systems.europa.board import pending
from tests.mini.system import do, seat, tell
from tests.systems.europa.board import put, row, state_of, typed
from tests.systems.europa.test_pending import asked, opened, rolled

pytestmark = [pytest.mark.django_db, pytest.mark.promise("P5")]


def restart() -> None:
    """A new process has nothing in its memory: all that it knows is in the database."""
    states.forget()


def faces_of(entry: Entry) -> list[list[int]]:
    return [answer["faces"] for answer in whole_body(entry)["answers"] if "faces" in answer]


def test_sealed_orders_go_on_after_a_restart_at_every_step(campaign: Campaign) -> None:
    """Fog is thrown first, then both sides seal; the losses are thrown last (miniature rule M.4)."""
    axis, allied = seat(campaign), seat(campaign, "allied")
    begun = do(axis, "mini-orders", zone="inner")
    fog = faces_of(begun)
    restart()
    after_one = tell(axis, begun, "attack")
    assert faces_of(after_one) == fog
    restart()
    with pytest.raises(Unknown, match="waits no longer"):
        tell(axis, begun, "wait")
    ended = tell(allied, after_one, "attack")
    assert faces_of(ended)[0] == fog[0]
    assert body_of(ended, frozenset({"public"}))["outcome"] == ["attack", "attack"]
    assert check_campaign(campaign).sound


@pytest.mark.parametrize("thrown", [0, 1, 2])
def test_dice_for_lots_are_asked_for_from_where_they_stopped(thrown: int, db: None) -> None:
    """33.E: 7 SP are three lots; 0, 1 or 2 of their dice were typed before the server went away."""
    campaign = opened()
    put(campaign, typed("7 SP"))
    (key,) = asked(campaign)
    rolled(campaign, key, "66")
    restart()
    if thrown:
        rolled(campaign, key, "2" * thrown)
        restart()
    (one,) = pending.owed(state_of(campaign))
    waiting = Entry.objects.get(chain="public", sequence=int(one.waiting.partition("/")[2]))
    assert faces_of(waiting) == [[6, 6], *[[2]] * thrown]
    with pytest.raises(DiceError, match="too many"):
        rolled(campaign, key, "2" * (4 - thrown))
    rolled(campaign, key, "2" * (3 - thrown))
    assert row(campaign, key)["res_afloat"] == "4"
    assert check_campaign(campaign).sound
