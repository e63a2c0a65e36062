"""The first page: what this is for somebody new, whose tap it is for everybody else; at one table, and in a club."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from navalassist.campaigns.models import Campaign
from navalassist.desk import campaigns
from navalassist.desk.setup.demos import cells_of
from navalassist.play import state as states
from navalassist.play.systems import SYSTEMS
from navalassist.rules.europa.words import Side, Zone
from navalassist.systems.europa.chart import statuses
from navalassist.systems.europa.pages.chart import front, picture
from navalassist.systems.europa.setup import DEMO_START, begin
from tests.club import Club
from tests.in_hand import InHand, text, words_of
from tests.systems.europa.board import put, typed

CONVOY = "Sail the first convoy"


def test_without_a_campaign_the_first_tap_loads_the_demo_and_opens_its_board(client: Client) -> None:
    page = text(client, "/")
    assert re.search(rf'action="/new/demo/mediterranean-1941/">.*?<button class="go">{CONVOY}', page)
    answer = client.post("/new/demo/mediterranean-1941/")
    assert answer["Location"] == "/c/mediterranean-1941/board/"
    assert "rolls row 1" in text(client, answer["Location"])


def test_a_demo_that_nobody_has_played_is_one_tap_from_its_board(demo: InHand) -> None:
    assert f'href="{demo.home}board/">{CONVOY}</a>' in demo.text("/")


def line_of(page: str, name: str) -> str:
    """A campaign's line of the list."""
    return next(line for line in page.split("<li class=")[1:] if f">{name}</a>" in line).partition("</li>")[0]


def test_once_it_is_played_the_list_says_what_is_due_as_the_head_does(demo: InHand) -> None:
    demo.end_steps(1)
    page = demo.text("/")
    assert CONVOY not in page
    assert "On this table" in page
    line = line_of(page, demo.campaign.name)
    up = re.search(r'class="tap side-(\w+)".*?id="tap"><a href="([^"]+)">(.*?)</a>', demo.drawn(), re.DOTALL)
    assert up
    assert words_of(up[3]).partition(": ")[2] in words_of(line)
    assert f'href="{up[2]}">Roll<' in line
    assert line.startswith(f'"side-{up[1]}"')


def test_the_picture_shows_what_the_demos_first_row_begins_with(demo: InHand) -> None:
    """The figures stand in the picture, for it is drawn before any campaign is there."""
    central = statuses(demo.state.values, demo.state.book)[Side.AXIS][Zone.CENTRAL_MED]
    drawn = front.drawn()
    assert central.chance is not None
    assert (drawn["status"], drawn["chance"]) == (central.number, f"{round(100 * central.chance)} %")
    assert picture.in_words(central).endswith(drawn["chance"])
    view = next(
        view
        for view in picture.zone_views({**statuses(demo.state.values, demo.state.book)[Side.AXIS]})
        if view.key == "central-med"
    )
    assert view.css == front.ZONES["central-med"]


def test_the_demos_say_how_much_of_their_tables_is_printed(client: Client) -> None:
    assert cells_of("storm_of_steel") == "all 288 results as printed"
    assert cells_of("no-such-system") == ""
    assert f"Tables: {cells_of('europa')}" in text(client, "/")


def evening(name: str, **rulings: str) -> Campaign:
    return begin(name, malta=10, slug=name.lower().replace(" ", "-"), rulings=rulings)


def test_what_was_played_last_stands_first_and_long_lists_are_folded(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(campaigns, "MOST_LOOKED_INTO", 2)
    for number in range(3):
        evening(f"Evening {number}")
    page = text(client, "/")
    assert page.index("Evening 2</a>") < page.index("Evening 1</a>") < page.index("Not played lately")
    assert page.index("Not played lately") < page.index("Evening 0</a>")


def test_a_long_list_costs_no_more_questions_than_those_that_are_looked_into(
    client: Client, monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    monkeypatch.setattr(campaigns, "MOST_LOOKED_INTO", 2)
    for number in range(4):
        evening(f"Evening {number}")
    client.get("/")
    with django_assert_max_num_queries(20):
        client.get("/")


def test_a_closed_campaign_says_so_and_nothing_of_what_a_side_hides(client: Client) -> None:
    evening("Behind the screen", **{"R-56": "closed"})
    page = text(client, "/")
    assert re.search(r"Behind the screen</a>\s*<span class=\"tag\">closed</span>", page)


@pytest.mark.parametrize("slug", [demo.slug for system in SYSTEMS.values() for demo in system.demos])
def test_a_demo_says_before_it_is_loaded_whether_it_is_closed(client: Client, slug: str) -> None:
    system, demo = next((one, demo) for one in SYSTEMS.values() for demo in one.demos if demo.slug == slug)
    offered = text(client, "/").partition(demo.about)[2].partition("</h3>")[0]
    assert system.is_closed(states.load(demo.begin().slug).values) is demo.closed
    assert ("closed: each side sees its own" in offered) is demo.closed


# A club


def test_in_a_club_what_waits_for_ones_seat_stands_apart(club: Club, demo: InHand) -> None:
    other = evening("Another evening")
    alice = club.person("Alice", axis=demo.campaign, allied=other)
    page = text(alice, "/")
    waits, goes_on = page.split("Goes on without you")
    assert "Waits for you" in waits
    assert demo.campaign.name in waits
    assert "you sit as" in waits
    assert other.name in goes_on
    assert "Look<" in goes_on
    assert 'class="btn go"' in waits
    assert 'class="btn go"' not in goes_on


def test_in_a_club_the_roll_that_others_wait_for_is_in_the_colour_of_who_owes_it(club: Club) -> None:
    campaign = begin("Asked", malta=10, slug="asked", moment=DEMO_START)
    board, bert = InHand(campaign, "axis", club.person("Alice", axis=campaign)), club.person("Bert", allied=campaign)
    put(campaign, typed("7 SP"))
    board.post("board/roll/", roll="all", dice="server", **board.keys("board/"))
    line = line_of(text(bert, "/").split("Goes on without you")[0], "Asked")
    assert line.startswith('"side-allied"')
    assert "1 roll for you" in words_of(line)
    assert '/owed/">Roll<' in line


def test_in_a_club_what_has_waited_longest_comes_first(club: Club) -> None:
    alice = club.person("Alice")
    for campaign in (evening("Evening 0"), evening("Evening 1")):
        club.seat("Alice", "axis", campaign)
    page = text(alice, "/")
    assert page.index("Evening 0</a>") < page.index("Evening 1</a>")


def test_who_holds_no_seat_reads_how_to_come_by_one(club: Club, campaign: Campaign) -> None:
    page = text(club.person("Nina"), "/")
    assert "You hold no seat in any campaign yet" in page
    assert 'href="/join/"' in page
    assert CONVOY not in page
    assert campaign.name not in page
