"""Who may listen: what is taken from somebody while he is let in is noticed all the same."""

from collections.abc import Callable

import pytest
from django.test import Client

from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.live import who
from navalassist.play.people import accounts, seats
from navalassist.seats.models import ADMINISTRATOR, Seat
from tests.club import NOBODY, Club
from tests.in_hand import act
from tests.live.asgi import cookies_of, scope_of

Take = Callable[[Client, Club, Campaign], None]


def the_seat(alice: Client, club: Club, campaign: Campaign) -> None:
    held = Seat.objects.held().get(actor=club.account("Alice").actor, seat="axis")
    act(Viewer(campaign, ADMINISTRATOR, NOBODY), seats.end, held)


def the_session(alice: Client, club: Club, campaign: Campaign) -> None:
    alice.session.delete()


def the_password(alice: Client, club: Club, campaign: Campaign) -> None:
    accounts.new_password(club.account("Alice").user, "another horse 77")


@pytest.mark.parametrize("take", [the_seat, the_session, the_password])
@pytest.mark.parametrize("moment", ["before", "after"])
def test_what_is_taken_while_he_comes_in_is_noticed(
    club: Club, campaign: Campaign, take: Take, moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Just before the mark is taken, or just after: either he is let in as he stands now, or his mark has changed."""
    alice = club.person("Alice", axis=campaign, observer=campaign)
    scope = scope_of(f"/c/{campaign.slug}/stream/", cookies=cookies_of(alice))
    real = who._marks

    def late(rights: list[who.Right]) -> dict[who.Right, str]:
        monkeypatch.setattr(who, "_marks", real)
        if moment == "before":
            take(alice, club, campaign)
        found = real(rights)
        if moment == "after":
            take(alice, club, campaign)
        return found

    monkeypatch.setattr(who, "_marks", late)
    ticket = who.admitted(scope, campaign.slug)
    now = who.admitted(scope, campaign.slug)
    if ticket is not None and who.marks([ticket.right])[ticket.right] == ticket.mark:
        assert now is not None
        assert ticket.audiences == now.audiences == {"public"}
