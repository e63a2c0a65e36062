"""Scenarios where sides have secrets, and where rows name rows: keys tell nothing, and what is named is there."""

import re
import uuid
from html import unescape

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.desk.system_pages import SYSTEM_PAGES
from navalassist.play import state as states
from navalassist.play.checks.verify import check_campaign
from navalassist.play.systems import SYSTEMS
from tests.desk.test_scenarios import HOME, begun, closed, file, july, looked, took
from tests.in_hand import InHand, begins, drawn, seated, words_of

__all__ = ("closed", "july")

# July 1943 at its barest: rows are put behind it.
HEAD = """navalassist_scenario = 1
system = "europa"
title = "A few ships"
turn = "1943-07-1"
player_turn = "axis"
step = "initial"
[[sources]]
key = "known"
text = "Common knowledge"
"""


def group(key: str, side: str, place: str = "port:naples") -> str:
    return f'[group.{key}]\nside = "{side}"\nname = "Squadron"\nplace = "{place}"\nsource = "known"\n'


def ship(key: str, side: str, place: str, said: str = 'source = "known"', strength: int = 6) -> str:
    told = f'side = "{side}"\nname = "Cruiser"\nkind = "warship"\nstrength = {strength}\nreverse = 3\nplace = "{place}"'
    return f"[task-force.{key}]\n{told}\n{said}\n"


def take(client: Client, content: str, part: str = "fleets") -> str:
    """A part of a file is looked at and taken; the preview."""
    seen = looked(client, part, scenario="file", **{"scenario-file": file(content)})
    took(client, part, seen)
    return seen


def refused(client: Client, content: str) -> str:
    return looked(client, "fleets", 422, scenario="file", **{"scenario-file": file(content)})


# Keys


def lines_of(seen: str) -> str:
    """What a preview says of the rows."""
    return words_of(seen.partition('id="take-lines"')[2].partition("</table>")[0])


@pytest.mark.parametrize(("hidden", "free"), [("force-h", "force-x"), ("warspite", "nobody")])
def test_taking_tells_not_whether_the_other_side_has_a_row(closed: Campaign, hidden: str, free: str) -> None:
    """Force H and Warspite are the Allied player's secrets; their keys stand in files that everybody has."""
    axis, seen = seated(closed, "axis"), []
    for key in (free, hidden):
        take(axis, HEAD + ship("zara", "axis", "port:naples"))
        content = HEAD + group(key, "axis") + ship(key, "axis", f"group:{key}")
        seen.append(lines_of(take(axis, content)).replace(key, "…"))
        state = states.load("desert-war")
        own = [row for row in (*state.rows("group"), *state.rows("task-force")) if state.audiences[row] == "axis"]
        # The others are no more, for the file has no such rows.
        assert len(own) == 2
        assert state.values[f"{own[1]}.place"] == own[0]
        assert key not in "".join(own)
    assert seen[0] == seen[1]
    assert state.values["group:force-h.name"] == "Force H"
    assert state.values["task-force:warspite.name"] == "Warspite"
    assert check_campaign(closed).sound


def test_a_row_that_was_taken_is_changed_and_not_doubled_when_it_is_taken_again(closed: Campaign) -> None:
    axis = seated(closed, "axis")
    take(axis, HEAD + ship("roma", "axis", "port:naples") + ship("zara", "axis", "port:naples"))
    seen = take(axis, HEAD + ship("roma", "axis", "port:naples") + ship("zara", "axis", "port:naples", strength=7))
    assert "6 → 7" in words_of(seen)
    state = states.load("desert-war")
    own = [row for row in state.rows("task-force") if state.audiences[row] == "axis"]
    assert len(own) == 2
    assert "task-force:roma" in own, "it was there under its own key, and keeps it"
    assert sorted(state.values[f"{row}.strength"] for row in own) == [6, 7]


def test_what_is_made_up_of_a_row_of_a_side_is_told_by_its_new_key(closed: Campaign) -> None:
    axis = seated(closed, "axis")
    seen = take(axis, HEAD + ship("zara", "axis", "port:naples", 'stand_in = "all of it is made up"'))
    assert "all of it is made up" in seen
    assert "all of it is made up" in words_of(axis.get(f"{HOME}setup/unset/"))
    assert "all of it is made up" not in words_of(seated(closed, "allied").get(f"{HOME}setup/unset/"))


def test_a_row_that_rules_find_by_its_key_keeps_it(closed: Campaign) -> None:
    axis = seated(closed, "axis")
    content = (
        HEAD + '[roster."axis/naples/nt"]\nside = "axis"\nport = "naples"\nwhat = "nt"\nbase = 3\nsource = "known"\n'
    )
    take(axis, content, "transports")
    state = states.load("desert-war")
    assert state.audiences["roster:axis/naples/nt"] == "axis"


def test_fuel_of_a_port_keeps_its_key_too(client: Client) -> None:
    """Rules make the fuel that a side lands in Tripoli under this key, and find the pool under its own."""
    form = {**SYSTEM_PAGES["supermarina"].new.plain, "system": "supermarina", "name": "War", "secrecy": "closed"}
    client.post("/new/", {**form, "submission": uuid.uuid4().hex})
    fuel = '[sm-fuel.tripoli-axis]\nside = "axis"\nplace = "sm-port:tripoli"\npoints = 40\nsource = "known"\n'
    content = HEAD.replace("europa", "supermarina").replace("1943-07-1", "1941-04-1") + fuel
    about = {"part": "fuel", "do": "take", "scenario": "file", "scenario-file": file(content)}
    axis = seated(Campaign.objects.get(), "axis")
    assert axis.post("/c/war/setup/take/", {**about, "submission": uuid.uuid4().hex}).status_code == 302
    assert states.load("war").rows("sm-fuel") == ["sm-fuel:italy", "sm-fuel:tripoli-axis"]


# Rows that name rows


@pytest.mark.parametrize("table", ["open", "closed"])
@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (group("g", "axis") + ship("a", "allied", "group:g"), "group:g is a group of the Axis"),
        (group("g", "axis", "group:g"), "a group is in no group"),
        (group("g", "axis") + group("h", "axis", "group:g"), "a group is in no group"),
    ],
)
def test_a_unit_is_in_a_group_of_its_own_side_and_a_group_in_none(
    client: Client, table: str, rows: str, said: str
) -> None:
    answer = begun(client, HEAD + rows, table=table)
    assert said in unescape(drawn(answer, 422))
    assert not Campaign.objects.exists()


@pytest.mark.parametrize("secrecy", ["open", "closed"])
def test_what_is_taken_names_only_what_is_there_then(client: Client, secrecy: str) -> None:
    """A repair names its ship: it comes after the ship, and while it stands the ship does not go."""
    form = {**SYSTEM_PAGES["supermarina"].new.plain, "system": "supermarina", "name": "War", "secrecy": secrecy}
    client.post("/new/", {**form, "submission": uuid.uuid4().hex})
    axis, home = seated(Campaign.objects.get(), "axis"), "/c/war/setup/take/"
    head = HEAD.replace("europa", "supermarina").replace("1943-07-1", "1941-04-1")
    told = 'side = "axis"\nname = "Pola"\nnation = "italian"\ntype = "ca"\nprotection = 3\nflotation = [3, 2]\n'
    ships = f'{head}[ship.pola]\n{told}place = "sm-port:naples"\nsource = "known"\n'
    both = ships + '[sm-repair.first]\nside = "axis"\nship = "pola"\nhit = "gun"\nleft = 3\nsource = "known"\n'

    def sent(part: str, content: str, do: str) -> tuple[int, str]:
        about = {"part": part, "do": do, "scenario": "file", "scenario-file": file(content)}
        answer = axis.post(home, {**about, "submission": uuid.uuid4().hex})
        return answer.status_code, words_of(answer)

    for do in ("look", "take"):
        status, said = sent("repairs", both, do)
        assert status == 422
        assert "Line 21, sm-repair first, ship: there is no ship pola, as this campaign would stand." in said
    assert sent("ships", both, "take")[0] == sent("repairs", both, "take")[0] == 302
    assert sent("ships", both, "take")[0] == 422, "they stand so already"
    state = states.load("war")
    (ship_there,), (repair,) = state.rows("ship"), state.rows("sm-repair")
    assert ship_there == f"ship:{state.values[f'{repair}.ship']}"
    other = ships.replace("pola", "fiume")
    assert sent("ships", other, "take")[0] == 302
    assert len(states.load("war").rows("ship")) == 2
    none = head.replace("[[sources]]", 'parts = ["ships", "repairs"]\n[[sources]]')
    assert sent("repairs", none, "take")[0] == sent("ships", none, "take")[0] == 302
    assert states.load("war").rows("ship") == states.load("war").rows("sm-repair") == []
    assert check_campaign(Campaign.objects.get()).sound


def test_in_a_closed_campaign_no_unit_lies_in_a_group_that_is_not_taken(closed: Campaign) -> None:
    """The group is of the other side, and stays out: so does the unit, and the fleets can be looked at afterwards."""
    allied = seated(closed, "allied")
    assert "group:g is a group of the Axis" in refused(
        allied, HEAD + group("g", "axis") + ship("a", "allied", "group:g")
    )
    begins(seated(closed, "moderator"), HOME)
    for seat in ("allied", "axis"):
        client = seated(closed, seat)
        for page in ("fleet/", "setup/ports/"):
            assert client.get(f"{HOME}{page}").status_code == 200


# A campaign begins as another stands


@pytest.mark.parametrize("secrecy", ["open", "closed"])
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_campaign_of_any_rules_begins_as_another_stands(client: Client, system: str, secrecy: str) -> None:
    new = SYSTEM_PAGES[system].new
    assert new is not None
    form = {**new.plain, "system": system, "name": "War", "secrecy": secrecy, "table": secrecy}
    home = client.post("/new/", {**form, "submission": uuid.uuid4().hex})["Location"]
    answer = client.post(f"{home}seat/", {"seat": "moderator"})
    if "/pass/" in answer["Location"]:
        client.post(answer["Location"])
    again = {"name": "Again", "submission": uuid.uuid4().hex, "scenario": f"campaign/{home.split('/')[2]}"}
    answer = client.post("/new/", {**form, **again})
    assert answer.status_code == 302, words_of(answer)
    first, second = (states.load(slug) for slug in ("war", "again"))
    rows = [row for part in SYSTEMS[system].scenarios.parts for rows in part.rows for row in first.rows(rows.kind)]
    assert rows
    assert {row: second.row(row) for row in rows} == {row: first.row(row) for row in rows}
    assert second.audiences == first.audiences
    assert check_campaign(second.campaign).sound


@pytest.mark.parametrize("seat", ["moderator", "allied", "axis"])
def test_a_file_says_not_of_a_hidden_row_that_it_is_gone(client: Client, seat: str) -> None:
    """The Italian pool is an Axis secret: a file that another seat saves begins a campaign that has one."""
    form = {**SYSTEM_PAGES["supermarina"].new.plain, "system": "supermarina", "name": "War", "secrecy": "closed"}
    client.post("/new/", {**form, "submission": uuid.uuid4().hex})
    saved = seated(Campaign.objects.get(), seat).get("/c/war/setup/scenario/").content.decode()
    assert "gone" not in saved


# Entries


def test_what_is_made_up_stays_so_after_hundreds_of_inputs(july: InHand) -> None:
    for number in range(201):
        july.set({"task-force:roma.strength": 1 + number % 9})
    take(july.client, HEAD + ship("zara", "axis", "port:naples", 'stand_in = "all of it is made up"'))
    assert "all of it is made up" in july.words(f"{HOME}setup/unset/")
    saved = july.client.get(f"{HOME}setup/scenario/").content.decode()
    assert re.search(r'\[task-force\.zara\][^\[]*stand_in = "all of it is made up"', saved)
    assert Entry.objects.filter(campaign=july.campaign).count() > 200
