"""What the head of a page says to its script: the version drawn, and in the answer to an act the version before it."""

import re
import uuid

from django.http import HttpResponse
from django.test import Client

from navalassist.campaigns.models import Campaign
from navalassist.play.storage.bodies import Body
from navalassist.play.write.writer import Writer
from tests.club import Club
from tests.in_hand import act, viewer_of


def marks(response: HttpResponse) -> dict[str, str]:
    """The data attributes of the head."""
    found = re.search(r'<header class="head[^"]*" id="head"([^>]*)>', response.content.decode())
    assert found, response.status_code
    return dict(re.findall(r' data-([a-z]+)="([^"]*)"', found[1]))


def copy_row_1(client: Client, campaign: Campaign, submission: str = "") -> HttpResponse:
    """One tap on Copy, as htmx sends it."""
    fields = {"submission": submission or uuid.uuid4().hex}
    return client.post(f"/c/{campaign.slug}/board/row/demo-1/copy/", fields, headers={"HX-Request": "true"})


def somebody_acts(campaign: Campaign, chain: str = "public") -> None:
    """An entry for everybody, or for a side alone."""
    act(viewer_of(campaign, "moderator"), Writer.append, "edit", Body("nothing", {}), seat="moderator", chain=chain)


def test_a_page_says_its_version_and_how_to_ask_for_a_newer_one(client: Client, campaign: Campaign) -> None:
    said = marks(client.get(f"/c/{campaign.slug}/board/"))
    assert said["live"] == f"/c/{campaign.slug}/"
    assert said["by"] == "poll"
    assert said["version"] == client.get(f"/c/{campaign.slug}/version/").content.decode().strip()
    assert said.keys() == {"live", "by", "version", "seat", "tap"}


def test_the_answer_to_an_act_tells_what_stood_before_it(client: Client, campaign: Campaign) -> None:
    drawn = marks(client.get(f"/c/{campaign.slug}/board/"))
    said = marks(copy_row_1(client, campaign))
    assert said["before"] == drawn["version"]
    assert said["version"] != drawn["version"]


def test_where_somebody_acted_in_between_it_is_not_what_the_page_showed(client: Client, campaign: Campaign) -> None:
    drawn = marks(client.get(f"/c/{campaign.slug}/board/"))
    somebody_acts(campaign)
    assert marks(copy_row_1(client, campaign))["before"] != drawn["version"]


def test_nobody_learns_from_it_of_acts_that_are_not_his(client: Client, campaign: Campaign) -> None:
    """Neither from a refusal, nor from an act sent again, nor of a side's secrets."""
    drawn = marks(client.get(f"/c/{campaign.slug}/board/"))
    client.post(f"/c/{campaign.slug}/seat/", {"seat": "allied"})
    somebody_acts(campaign, "axis")
    said = marks(copy_row_1(client, campaign, "one-key"))
    assert "axis" not in said["before"] + said["version"]
    assert said["before"].partition("public:")[2] == drawn["version"].partition("public:")[2]
    somebody_acts(campaign)
    assert "before" not in marks(copy_row_1(client, campaign, "one-key"))


def test_a_club_has_streams(club: Club, campaign: Campaign) -> None:
    alice = club.person("Alice", axis=campaign)
    assert marks(alice.get(f"/c/{campaign.slug}/"))["by"] == "stream"


def test_the_version_is_asked_for_with_one_query_and_answered_with_nothing_new(
    client: Client, campaign: Campaign, django_assert_num_queries: object
) -> None:
    first = client.get(f"/c/{campaign.slug}/version/")
    with django_assert_num_queries(1):  # type: ignore[operator]
        again = client.get(f"/c/{campaign.slug}/version/", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    somebody_acts(campaign)
    newer = client.get(f"/c/{campaign.slug}/version/", headers={"If-None-Match": first.headers["ETag"]})
    assert newer.status_code == 200
    assert newer.content != first.content
    assert newer.headers["Cache-Control"] == "no-store"
