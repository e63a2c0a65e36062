"""Logging in and out of a club's server."""

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.play.storage.bodies import whole_body
from tests.club import PASSWORD, Club


def test_a_stranger_gets_no_further_than_the_login_nor_a_person_to_campaigns_without_a_seat(
    club: Club, campaign: Campaign
) -> None:
    stranger = club.client()
    for url in ("/", "/new/", "/tables/", f"/c/{campaign.slug}/", f"/c/{campaign.slug}/log/"):
        answer = stranger.get(url)
        assert (answer.status_code, answer["Location"].partition("?")[0]) == (302, "/login/"), url
    assert stranger.get("/login/").status_code == 200
    assert stranger.post(f"/c/{campaign.slug}/step/")["Location"] == "/login/"
    alice, stranger = club.person("Alice", axis=campaign), club.person("Bob")
    assert alice.get(f"/c/{campaign.slug}/log/").status_code == 200
    foreign, unknown = stranger.get(f"/c/{campaign.slug}/log/"), stranger.get("/c/nowhere/log/")
    assert (foreign.status_code, foreign.content) == (unknown.status_code, unknown.content)
    assert foreign.status_code == 404


@pytest.mark.promise("P23")
def test_a_person_logs_in_and_is_led_back_and_the_moderators_have_an_entry_of_it(
    club: Club, campaign: Campaign
) -> None:
    club.person("Alice", axis=campaign)
    client = club.client()
    answer = client.post("/login/", {"username": " alice", "password": PASSWORD, "next": f"/c/{campaign.slug}/log/"})
    assert (answer.status_code, answer["Location"]) == (302, f"/c/{campaign.slug}/log/")
    assert client.get(f"/c/{campaign.slug}/log/").status_code == 200
    entry = Entry.objects.filter(campaign=campaign).latest("id")
    actor = str(club.accounts["Alice"].actor.identity)
    assert (entry.kind, entry.chain, entry.record["actor"]) == ("access", "moderator", actor)
    assert whole_body(entry)["act"] == "person.login"
    assert "person.login" not in entry.content
