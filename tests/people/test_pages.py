"""The pages of a club's people: what they show, and what their forms do."""

import re

from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.desk.people import start
from navalassist.play.checks.verify import check_campaign
from navalassist.play.people import accounts
from navalassist.seats.models import Invitation, Seat
from tests.club import PASSWORD, Club, accept, look_at
from tests.in_hand import drawn
from tests.mini.system import begin

FORM = {}


def held(campaign: Campaign) -> set[tuple[str, str]]:
    """(seat, name) of everybody who holds one."""
    found = Seat.objects.held().filter(campaign=campaign).select_related("actor")
    return {(seat.seat, seat.actor.name) for seat in found}


def acts(campaign: Campaign) -> list[str]:
    """The acts of the entries about people on the public chain, in order."""
    found = Entry.objects.filter(campaign=campaign, kind="access", chain="public").order_by("id")
    return [entry.record["body"]["act"] for entry in found]


def invite(client: Client, campaign: Campaign, **fields: str) -> str:
    """The path of a new invitation, as its page shows it."""
    answer = drawn(client.post(f"/c/{campaign.slug}/people/invite/", fields))
    found = re.search(r"http://testserver(/join/#[0-9A-Z-]{19})<", answer)
    return found[1]


NEW = {"name": "Nina", "password": "a long enough one", "again": "a long enough one"}


def test_an_invitation_makes_an_account_with_a_seat_once(club: Club, campaign: Campaign) -> None:
    ursula = club.person("Ursula", moderator=campaign)
    path = invite(ursula, campaign, seat="axis")
    assert path.rpartition("#")[2] not in "".join(Invitation.objects.values_list("digest", flat=True))
    nina = club.client()
    for _ in range(3):
        assert f"the Axis seat in {campaign.name}" in drawn(look_at(nina, path))
    answer = accept(nina, path, NEW)
    assert (answer.status_code, answer["Location"]) == (302, f"/c/{campaign.slug}/")
    assert nina.get(f"/c/{campaign.slug}/people/").status_code == 200
    assert held(campaign) == {("moderator", "Ursula"), ("axis", "Nina")}
    assert acts(campaign) == ["seat.give", "invite.make", "invite.use", "seat.give"]
    for client in (club.client(), club.person("Bob")):
        for answer, status in ((look_at(client, path), 410), (accept(client, path, NEW | {"name": "Second"}), 409)):
            assert answer.status_code == status
            assert "has been used" in answer.content.decode()
    assert held(campaign) == {("moderator", "Ursula"), ("axis", "Nina")}


def test_an_account_that_is_there_takes_the_seat(club: Club, campaign: Campaign) -> None:
    path = invite(club.person("Ursula", moderator=campaign), campaign, seat="observer")
    bob = club.person("Bob")
    assert "Accept as Bob" in look_at(bob, path).content.decode()
    assert accept(bob, path)["Location"] == f"/c/{campaign.slug}/"
    assert ("observer", "Bob") in held(campaign)


def test_an_invitation_that_was_taken_back_or_is_too_old_holds_no_more(club: Club, campaign: Campaign) -> None:
    ursula = club.person("Ursula", moderator=campaign)
    revoked, old = (invite(ursula, campaign, seat="axis") for _ in range(2))
    first, second = Invitation.objects.order_by("id")
    assert ursula.post(f"/c/{campaign.slug}/people/revoke/", {"invitation": first.pk}).status_code == 302
    Invitation.objects.filter(pk=second.pk).update(expires=second.made)
    assert "taken back" in accept(club.client(), revoked, NEW).content.decode()
    assert "too old" in accept(club.client(), old, NEW).content.decode()
    assert look_at(club.client(), "/join/#0000-0000-0000-0000").status_code == 404
    assert held(campaign) == {("moderator", "Ursula")}


def test_what_was_typed_wrong_is_said_and_uses_nothing_up(club: Club, campaign: Campaign) -> None:
    path = invite(club.person("Ursula", moderator=campaign), campaign, seat="axis")
    wrongs = [
        ({"again": "another"}, "not the same"),
        ({"password": "short", "again": "short"}, "too short"),
        ({"name": " URSULA "}, "has this name already"),
        ({"name": "  "}, "type the name"),
        ({"name": "N" * 61}, "at most 60"),
    ]
    for wrong, words in wrongs:
        answer = drawn(accept(club.client(), path, NEW | wrong), 422)
        assert words in answer, wrong
        assert 'value="a long enough one"' not in answer
    assert accept(club.client(), path, NEW).status_code == 302


def test_a_seat_is_handed_over_by_a_link_and_both_tenures_stay(club: Club, campaign: Campaign) -> None:
    club.person("Ursula", moderator=campaign)
    alice = club.person("Alice", axis=campaign)
    tenure = Seat.objects.get(seat="axis")
    path = invite(alice, campaign, tenure=str(tenure.pk))
    bob = club.person("Bob")
    assert "take over the Axis seat" in look_at(bob, path).content.decode()
    accept(bob, path)
    assert held(campaign) == {("moderator", "Ursula"), ("axis", "Bob")}
    assert alice.get(f"/c/{campaign.slug}/").status_code == 404
    text = bob.get(f"/c/{campaign.slug}/people/").content.decode()
    assert "Seats held before (1)" in text
    assert "from Alice" in text
    assert acts(campaign)[-2:] == ["invite.use", "seat.hand-over"]


def test_a_seat_is_handed_over_to_somebody_who_is_there(club: Club, campaign: Campaign) -> None:
    ursula = club.person("Ursula", moderator=campaign)
    club.person("Bob", observer=campaign)
    tenure = Seat.objects.get(seat="moderator")
    people_page = f"/c/{campaign.slug}/people/"
    bob = str(club.accounts["Bob"].actor.identity)
    assert ursula.post(f"{people_page}hand-over/", {"tenure": tenure.pk, "person": bob})["Location"] == "/"
    assert held(campaign) == {("moderator", "Bob"), ("observer", "Bob")}
    assert ursula.get(people_page).status_code == 404


def test_the_last_moderator_stays_while_others_play(club: Club, campaign: Campaign) -> None:
    ursula = club.person("Ursula", moderator=campaign)
    club.person("Alice", axis=campaign)
    url = f"/c/{campaign.slug}/people/end/"
    assert "last moderator" in drawn(ursula.post(url, {"tenure": Seat.objects.get(seat="moderator").pk}), 409)
    ursula.post(url, {"tenure": Seat.objects.get(seat="axis").pk})
    assert ursula.post(url, {"tenure": Seat.objects.get(seat="moderator").pk}).status_code == 302
    assert held(campaign) == set()


def test_who_holds_a_side_manages_nobody(club: Club, campaign: Campaign) -> None:
    club.person("Ursula", moderator=campaign)
    alice, bob = club.person("Alice", axis=campaign), club.person("Bob", allied=campaign)
    url = f"/c/{campaign.slug}/people/"
    tenure = Seat.objects.get(seat="allied").pk
    person = str(club.accounts["Alice"].actor.identity)
    for act, fields in (
        ("end", {"tenure": tenure}),
        ("give", {"person": person, "seat": "moderator"}),
        ("hand-over", {"tenure": tenure, "person": person}),
        ("invite", {"seat": "axis"}),
        ("invite", {"tenure": tenure}),
    ):
        assert alice.post(f"{url}{act}/", fields).status_code == 403, act
    assert alice.post(f"{url}reset/", {"person": str(club.accounts["Bob"].actor.identity)}).status_code == 404
    assert held(campaign) == {("moderator", "Ursula"), ("axis", "Alice"), ("allied", "Bob")}
    assert bob.post(f"{url}end/", {"tenure": tenure})["Location"] == "/"
    assert ("allied", "Bob") not in held(campaign)


def test_a_moderator_gives_another_seat_to_somebody_who_is_there(club: Club, campaign: Campaign) -> None:
    ursula = club.person("Ursula", moderator=campaign)
    alice = club.person("Alice", axis=campaign)
    url = f"/c/{campaign.slug}/people/give/"
    person = str(club.accounts["Alice"].actor.identity)
    assert ursula.post(url, {"person": person, "seat": "allied", "submission": "once"}).status_code == 302
    assert ursula.post(url, {"person": person, "seat": "allied", "submission": "once"}).status_code == 302
    assert ursula.post(url, {"person": person, "seat": "allied"}).status_code == 409
    assert ursula.post(url, {"person": person, "seat": "emperor"}).status_code == 409
    text = alice.get(f"/c/{campaign.slug}/people/").content.decode()
    assert [seat for seat in ("axis", "allied", "moderator", "observer") if f'name="seat" value="{seat}"' in text] == [
        "axis",
        "allied",
    ]


def test_one_looks_from_held_seats_only(club: Club, campaign: Campaign) -> None:
    alice = club.person("Alice", axis=campaign, observer=campaign)
    url = f"/c/{campaign.slug}/seat/"
    for seat, now in (("observer", "observer"), ("moderator", "observer"), ("allied", "observer"), ("axis", "axis")):
        assert alice.post(url, {"seat": seat}).status_code == 302
        assert f'<body class="side-{now}"' in alice.get(f"/c/{campaign.slug}/people/").content.decode()


def test_whoever_begins_a_campaign_is_its_moderator(club: Club) -> None:
    alice = club.person("Alice")
    answer = alice.post(
        "/new/", {"name": "Ours", "malta": "9", "scale": "rule33", "year": "1941", "month": "03", "half": "1"}
    )
    assert answer.status_code == 302
    campaign = Campaign.objects.get(name="Ours")
    assert campaign.slug.startswith("ours-")
    assert held(campaign) == {("moderator", "Alice")}
    assert alice.get(answer["Location"]).status_code == 200
    assert "Ours" in alice.get("/").content.decode()
    assert "Ours" not in club.person("Bob").get("/").content.decode()
    assert check_campaign(campaign).sound


def test_another_password(club: Club) -> None:
    alice, elsewhere = club.person("Alice"), club.client(club.account("Alice").user)
    new = {"old": PASSWORD, "password": "quite another one", "again": "quite another one"}
    assert alice.post("/me/password/", new | {"old": "wrong"}).status_code == 422
    same = {"old": PASSWORD, "password": PASSWORD, "again": PASSWORD}
    assert "the one that you have now" in alice.post("/me/password/", same).content.decode()
    assert alice.post("/me/password/", new)["Location"] == "/me/password/?done=1"
    assert alice.get("/me/password/?done=1").status_code == 200
    assert elsewhere.get("/me/").status_code == 302
    assert club.client().post("/login/", {"username": "Alice", "password": PASSWORD}).status_code == 422
    assert club.client().post("/login/", {"username": "Alice", "password": "quite another one"}).status_code == 302


def reset_link(client: Client, url: str, **fields: str) -> str:
    found = re.search(r"http://testserver(/reset/[^<]+)<", drawn(client.post(url, fields)))
    return found[1]


def test_a_moderator_makes_a_link_to_a_new_password(club: Club, campaign: Campaign) -> None:
    ursula, alice = club.person("Ursula", moderator=campaign), club.person("Alice", axis=campaign)
    path = reset_link(ursula, f"/c/{campaign.slug}/people/reset/", person=str(club.accounts["Alice"].actor.identity))
    assert acts(campaign)[-1] == "person.reset"
    visitor = club.client()
    assert [look_at(visitor, path).status_code for _ in range(2)] == [200, 200]
    new = {"password": "quite another one", "again": "quite another one"}
    assert accept(visitor, path, new)["Location"] == "/"
    assert visitor.get("/me/").status_code == 200
    assert alice.get("/me/").status_code == 302
    assert look_at(club.client(), path).status_code == accept(club.client(), path, new).status_code == 404


def test_a_moderator_reaches_no_account_that_can_do_more_than_his_campaigns(club: Club, campaign: Campaign) -> None:
    other = begin("Another War")
    ursula = club.person("Ursula", moderator=campaign)
    club.person("Alice", axis=campaign)
    club.seat("Alice", "axis", other)
    club.person("Root", administrator=True, observer=campaign)
    for name in ("Alice", "Root"):
        person = str(club.accounts[name].actor.identity)
        assert ursula.post(f"/c/{campaign.slug}/people/reset/", {"person": person}).status_code == 404
    assert "lost their password" not in ursula.get(f"/c/{campaign.slug}/people/").content.decode()


def test_the_administrator_looks_after_accounts(club: Club, campaign: Campaign) -> None:
    root, alice = club.person("Root", administrator=True), club.person("Alice", axis=campaign)
    person = str(club.accounts["Alice"].actor.identity)
    assert "Alice" in root.get("/people/").content.decode()
    assert root.post(f"/people/{person}/close/", {"do": "close"}).status_code == 302
    assert alice.get("/me/").status_code == 302
    assert club.client().post("/login/", {"username": "Alice", "password": PASSWORD}).status_code == 422
    root.post(f"/people/{person}/close/", {"do": "open"})
    assert club.client().post("/login/", {"username": "Alice", "password": PASSWORD}).status_code == 302
    assert acts(campaign)[-2:] == ["person.stop", "person.resume"]
    assert root.post("/people/moderate/", {"campaign": str(campaign.identity), "person": person}).status_code == 302
    assert ("moderator", "Alice") in held(campaign)
    entry = Entry.objects.filter(campaign=campaign, chain="public").latest("id")
    assert (entry.seat, entry.record["actor"]) == ("administrator", str(club.accounts["Root"].actor.identity))
    assert reset_link(root, f"/people/{person}/reset/").startswith("/reset/#")
    assert root.get(f"/c/{campaign.slug}/").status_code == 404


def test_nobody_else_finds_the_administrators_page(club: Club, campaign: Campaign) -> None:
    alice = club.person("Alice", moderator=campaign)
    club.person("Root", administrator=True)
    person = str(club.accounts["Root"].actor.identity)
    assert alice.get("/people/").status_code == alice.get(f"/people/{person}/remove/").status_code == 404
    for path in ("invite", "revoke", "moderate", f"{person}/reset", f"{person}/close", f"{person}/promote"):
        assert alice.post(f"/people/{path}/").status_code == 404, path


def test_the_first_administrator_comes_in_by_a_code_of_the_terminal(club: Club) -> None:
    older, code = accounts.first_code(), accounts.first_code()
    assert look_at(club.client(), f"/join/#{older}").status_code == 410
    first = club.client()
    page = look_at(first, f"/join/#{code.lower().replace('-', ' ')}").content.decode()
    assert "administrator" in page
    assert "until the next start of the server and at most until" in page
    assert accept(first, f"/join/#{code}", NEW)["Location"] == "/people/"
    assert first.get("/people/").status_code == 200
    assert accounts.first_code() == ""


def test_an_administrator_invites_people_to_the_club(club: Club) -> None:
    root = club.person("Root", administrator=True)
    answer = root.post("/people/invite/", {"kind": "member"})
    found = re.search(r"http://testserver(/join/#[0-9A-Z-]{19})<", answer.content.decode())
    assert found is not None
    nina = club.client()
    assert accept(nina, found[1], NEW)["Location"] == "/"
    assert nina.get("/people/").status_code == 404
    root.post("/people/invite/", {"kind": "administrator"})
    invitation = Invitation.objects.get(seat="administrator")
    assert root.post("/people/revoke/", {"invitation": invitation.pk}).status_code == 302
    assert root.post("/people/revoke/", {"invitation": invitation.pk}).status_code == 409


def test_a_code_can_be_typed_and_a_link_pasted(club: Club, campaign: Campaign) -> None:
    link = invite(club.person("Ursula", moderator=campaign), campaign, seat="axis")
    code = link.rpartition("#")[2]
    ways = (
        code.lower().replace("-", " ").replace("0", "o"),
        f" http://testserver{link} ",
        f"http://testserver/join/{code}/",
    )
    for typed in ways:
        stranger = club.client()
        answer = stranger.post("/join/", {"code": typed})
        assert (answer.status_code, answer["Location"]) == (302, "/join/open/")
        assert "the Axis seat" in stranger.get("/join/open/").content.decode()
    for typed in ("../../\u00e4", "", "a" * 121, "x;y"):
        assert "letters, digits" in drawn(club.client().post("/join/", {"code": typed}), 422)


def test_no_secret_stands_in_an_address(club: Club, campaign: Campaign) -> None:
    """A proxy writes addresses down, and a browser keeps them."""
    ursula = club.person("Ursula", moderator=campaign)
    club.person("Alice", axis=campaign)
    person = str(club.accounts["Alice"].actor.identity)
    links = [
        invite(ursula, campaign, seat="axis"),
        reset_link(ursula, f"/c/{campaign.slug}/people/reset/", person=person),
        start.lines("http://testserver/")[-1].rpartition("http://testserver")[2],
    ]
    for number, link in enumerate(links):
        path, sign, code = link.partition("#")
        assert path in ("/join/", "/reset/")
        assert sign
        visitor = club.client()
        asked = [visitor.post(path, {"code": code}), visitor.get(f"{path}open/")]
        for answer in asked:
            assert code not in answer.headers.get("Location", "")
            assert code not in answer.content.decode()
        cookie = visitor.cookies[f"navalassist_session_{path.strip('/')}"]
        assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 3600)
        assert accept(visitor, link, NEW | {"name": f"Nina {number}"}).status_code == 302
        assert not visitor.cookies[f"navalassist_session_{path.strip('/')}"].value, "what is used is forgotten"


def test_a_link_of_an_older_version_leaves_its_address_at_once(club: Club, campaign: Campaign) -> None:
    ursula, stranger = club.person("Ursula", moderator=campaign), club.client()
    code = invite(ursula, campaign, seat="axis").rpartition("#")[2]
    answer = stranger.get(f"/join/{code}/")
    assert (answer.status_code, answer["Location"]) == (302, "/join/open/")
    assert stranger.post("/join/open/", NEW).status_code == 302
    person = str(club.accounts["Ursula"].actor.identity)
    root = club.person("Root", administrator=True)
    who, _, token = reset_link(root, f"/people/{person}/reset/").rpartition("#")[2].partition(".")
    answer = stranger.get(f"/reset/{who}/{token}/")
    assert (answer.status_code, answer["Location"]) == (302, "/reset/open/")
    assert "Ursula" in stranger.get("/reset/open/").content.decode()


def test_whoever_logs_in_first_comes_back_to_the_invitation(club: Club, campaign: Campaign) -> None:
    link = invite(club.person("Ursula", moderator=campaign), campaign, seat="axis")
    club.account("Alice")
    browser = club.client()
    assert "/login/?next=/join/open/" in look_at(browser, link).content.decode()
    typed = {"username": "Alice", "password": PASSWORD, "next": "/join/open/"}
    assert browser.post("/login/", typed)["Location"] == "/join/open/"
    assert "Accept as Alice" in browser.get("/join/open/").content.decode()
    assert club.client().get("/join/open/")["Location"] == "/join/"
    assert club.client().get("/reset/open/")["Location"] == "/reset/"


def test_the_log_and_its_receipts_name_people(club: Club, campaign: Campaign) -> None:
    ursula, alice = club.person("Ursula", moderator=campaign), club.person("Alice", axis=campaign)
    club.client().post("/login/", {"username": "alice", "password": PASSWORD})
    alice.post(f"/c/{campaign.slug}/people/end/", {"tenure": Seat.objects.get(seat="axis").pk})
    entries = Entry.objects.filter(campaign=campaign, kind="access")
    log = ursula.get(f"/c/{campaign.slug}/log/?kind=access").content.decode()
    for words in ("Alice takes the Axis seat", "Alice logged in", "Alice holds the Axis seat no more"):
        assert words in log
    for entry in entries:
        assert ursula.get(f"/c/{campaign.slug}/log/{entry.reference}/").status_code == 200
    bob = club.person("Bob", allied=campaign)
    assert "logged in" not in bob.get(f"/c/{campaign.slug}/log/").content.decode()
