"""A club's campaign of another rule system: its seats are those of its own sides; its demo is the administrator's."""

from navalassist.campaigns.models import Campaign
from tests.club import Club, accept, look_at
from tests.in_hand import InHand, drawn
from tests.people.test_pages import NEW, held, invite


def test_people_are_invited_to_the_seats_of_its_own_sides_which_have_their_names(club: Club, great_war: InHand) -> None:
    campaign = great_war.campaign
    ursula = club.person("Ursula", moderator=campaign)
    people = f"/c/{campaign.slug}/people/"
    page = ursula.get(people).content.decode()
    assert "Central Powers" in page
    assert "Axis" not in page
    assert ursula.post(f"{people}invite/", {"seat": "axis"}).status_code in (409, 422)
    path = invite(ursula, campaign, seat="central")
    nina = club.client()
    assert f"the Central Powers seat in {campaign.name}" in look_at(nina, path).content.decode()
    assert accept(nina, path, NEW).status_code == 302
    assert held(campaign) == {("moderator", "Ursula"), ("central", "Nina")}
    head = nina.get(f"/c/{campaign.slug}/log/").content.decode()
    assert 'name="seat" value="central" class="side-axis" aria-current="true"' in head
    assert 'name="seat" value="allied"' not in head
    assert "Central Powers" in nina.get("/me/").content.decode()
    bob = club.person("Bob", allied=campaign)
    answer = drawn(bob.post(f"/c/{campaign.slug}/step/", {"submission": "a"}), 403)
    assert "This is for the Central Powers seat to do" in answer


def test_a_new_campaign_has_its_founder_as_moderator(club: Club) -> None:
    alice = club.person("Alice")
    begun = alice.post("/new/", {"system": "storm_of_steel", "name": "Jutland", "year": "1916", "month": "05"})
    campaign = Campaign.objects.get()
    assert begun["Location"] == f"/c/{campaign.slug}/"
    assert held(campaign) == {("moderator", "Alice")}
    assert alice.get(begun["Location"]).status_code == 200


def test_only_an_administrator_loads_a_demo(club: Club) -> None:
    alice, root = club.person("Alice"), club.person("Root", administrator=True)
    assert "/new/demo/" not in alice.get("/").content.decode()
    assert alice.post("/new/demo/north-sea-1914/").status_code == 404
    assert not Campaign.objects.exists()
    assert "/new/demo/north-sea-1914/" in root.get("/").content.decode()
    assert root.post("/new/demo/north-sea-1914/")["Location"] == "/"
    page = root.get("/").content.decode()
    assert "Make yourself its moderator" in page
    assert "/new/demo/north-sea-1914/" not in page
