"""Chart packs: taken out by whoever sees the charts, looked at before they go in, and chosen cell by cell."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.play.charts.known import chart_of
from navalassist.play.checks.verify import check_campaign
from navalassist.systems.europa import setup
from tests.club import Club
from tests.desk.log_pages import sent as send_answer
from tests.desk.test_charts import GUNNERY, SLUG, SUCCESS, TYPED, cells_of, send
from tests.desk.test_new_campaign import NEW
from tests.in_hand import InHand, begins, words_of
from tests.promises.archives import imported, whole

GUNS = "europa/36-naval-gunnery"
PACK, LOOK, FILE = "charts/pack/", "charts/pack/look/", "charts/pack/file/"
HIDDEN = re.compile(r'<input type="hidden" name="(pack|submission|base-[\w-]+)" value="([^"]*)"')


def taken_out(table: InHand, **ticks: str) -> dict[str, Any]:
    """The file of a campaign."""
    answer = table.client.get(table.home + FILE, ticks or {"charts": "on", "lists": "on", "house": "on"})
    assert answer.status_code == 200, words_of(answer)
    assert answer["Content-Disposition"] == f'attachment; filename="{table.slug}-charts.json"'
    found: dict[str, Any] = json.loads(answer.content)
    return found


def sent(table: InHand, pack: Mapping[str, Any] | bytes, status: int = 200) -> str:
    """A pack is looked at."""
    data = pack if isinstance(pack, bytes) else json.dumps(pack).encode()
    answer = table.client.post(table.home + LOOK, {"file": SimpleUploadedFile("any.json", data)})
    assert answer.status_code == status, words_of(answer)
    return answer.content.decode()


def hidden(drawn: str) -> dict[str, str]:
    """What its page hands on."""
    return {name: unescape(value) for name, value in HIDDEN.findall(drawn.partition('id="look"')[2])}


def brought(table: InHand, drawn: str, *ticked: str, **chosen: str) -> HttpResponse:
    """What is ticked comes in."""
    answer: HttpResponse = table.client.post(table.home + PACK, {"in": list(ticked), **hidden(drawn), **chosen})
    return answer


@pytest.fixture
def other(demo: InHand) -> InHand:
    """Another campaign of the same rules, beside the demo."""
    return InHand(setup.begin("Another table", malta=5, demo=True), "axis")


def typed(table: InHand, *cells: str) -> None:
    """The Success Table is typed from print."""
    send(table, SUCCESS, **{"cell-0": list(cells), "all": "on", "source": "My copy, chart 6"})


@pytest.mark.rule("X.8")
def test_a_pack_holds_what_was_typed_and_no_stand_in_and_nothing_that_came_with_the_program(demo: InHand) -> None:
    assert "Nothing to take out yet" in demo.words(PACK)
    refused = demo.client.get(demo.home + FILE, {"charts": "on"})
    assert refused.status_code == 422
    send(demo, SUCCESS, **{"cell-0": TYPED, "source": "My copy, chart 6"})
    assert "1 chart with dice: 1 cell" in demo.words(PACK)
    (chart,) = taken_out(demo)["charts"]
    assert chart["table"] == SLUG
    assert chart["source"] == "My copy, chart 6"
    assert chart["typed_by"] == "Axis"
    assert [row["cells"][0] for row in chart["rows"]] == [None, {"text": "D", "from": "printed"}, *[None] * 4]


def test_house_cells_stay_where_they_are_not_ticked(demo: InHand) -> None:
    send(demo, SUCCESS, **{"cell-0": TYPED, "stamp": "house"})
    assert demo.client.get(demo.home + FILE, {"charts": "on"}).status_code == 422
    assert taken_out(demo)["charts"][0]["rows"][1]["cells"] == [{"text": "D", "from": "house"}]


@pytest.fixture
def asked(client: Client) -> InHand:
    """A campaign of somebody who owns the box, in which play asked for one cell of the Gunnery Table: it says 7."""
    assert client.post("/new/", NEW | {"submission": "b" * 32, "charts": "own-box"}).status_code == 302
    begins(client, "/c/desert-war/")
    table = InHand(Campaign.objects.get(slug="desert-war"), "axis", client)
    entry = table.do("naval-gunfire", "4", side="axis", strength=12)
    table.sit("moderator")
    send_answer(table, f"{table.home}waiting/{entry.reference}/", other="7")
    return table


def test_what_was_asked_in_play_goes_out_as_printed(asked: InHand) -> None:
    (chart,) = taken_out(asked)["charts"]
    assert chart["table"] == GUNS
    cells = [cell for row in chart["rows"] for cell in row["cells"] if cell]
    assert cells == [{"text": "7", "from": "printed"}]


@pytest.mark.parametrize(("whose", "text"), [("ours", "7"), ("theirs", "9")])
def test_what_was_asked_in_play_differs_as_what_was_typed_does(asked: InHand, whose: str, text: str) -> None:
    pack = taken_out(asked)
    assert "1 says the same" in words_of(sent(asked, pack))
    at = next(n for n, row in enumerate(pack["charts"][0]["rows"]) if any(row["cells"]))
    cells = pack["charts"][0]["rows"][at]["cells"]
    number = next(n for n, cell in enumerate(cells) if cell)
    cells[number]["text"] = "9"
    cells[number - 1] = {"text": "5", "from": "printed"}
    drawn = sent(asked, pack)
    assert "ours: 7 the pack's: 9" in words_of(drawn)
    assert "ask in play" not in words_of(drawn)
    assert brought(asked, drawn, "chart-0", **{"chart-0.1": whose}).status_code == 302
    chart = chart_of(asked.state, GUNS)
    row, column = chart.newest.rows[at].key, chart.newest.columns[number].key
    assert chart.cell(row, column)[0] == text
    assert chart.cell(row, chart.newest.columns[number - 1].key) == ("5", "printed")


@pytest.mark.rule("X.8")
def test_a_pack_comes_into_another_campaign_with_the_origin_of_each_cell(demo: InHand, other: InHand) -> None:
    send(demo, SUCCESS, **{"cell-0": TYPED, "touched-0": "0.0=house", "all": "on", "source": "My copy, chart 6"})
    before = Entry.objects.filter(campaign=other.campaign).count()
    drawn = sent(other, taken_out(demo))
    words = words_of(drawn)
    assert "1 chart, 6 cells , typed by Axis." in words
    assert "Success Table 6 take the place of stand-ins" in words
    assert "6 cells go in" in words
    assert Entry.objects.filter(campaign=other.campaign).count() == before
    assert brought(other, drawn, "chart-0").status_code == 302
    assert cells_of(other) == [("D", "house"), *[(text, "printed") for text in TYPED[1:]]]
    chart = chart_of(other.state, SLUG)
    assert chart.newest.source == "My copy, chart 6, from a chart pack"
    assert set(chart.typed.values()) == {"axis"}
    assert Entry.objects.filter(campaign=other.campaign).count() == before + 1
    assert check_campaign(other.campaign).sound
    again = words_of(sent(other, taken_out(demo)))
    assert "6 say the same" in again
    assert "Nothing of it would be another here." in again


def test_a_chart_comes_in_with_the_next_step_once_something_was_played(demo: InHand, other: InHand) -> None:
    typed(demo, *TYPED)
    other.end_steps(1)
    drawn = sent(other, taken_out(demo))
    assert "charts from the next step on" in words_of(drawn)
    before = other.state.tables[SLUG].version
    assert brought(other, drawn, "chart-0").status_code == 302
    assert other.state.tables[SLUG].version == before
    other.end_steps(1)
    assert other.state.tables[SLUG].version.startswith("2-")


def test_what_differs_is_chosen_cell_by_cell_and_nothing_goes_in_before(demo: InHand, other: InHand) -> None:
    typed(demo, "D", "D", "F", "F", "S", "S*")
    typed(other, "D", "F*", "F", "S", "S", "S")
    drawn = sent(other, taken_out(demo))
    words = words_of(drawn)
    assert "3 say the same, 3 differ" in words
    assert "Success Table: 3 cells differ" in words
    assert "Die 2 ours: F* the pack's: D ask in play" in words
    assert "3 wait for your choice" in words
    refused = brought(other, drawn, "chart-0", **{"chart-0.1": "theirs"})
    assert refused.status_code == 422
    told = words_of(refused)
    assert "Choose whose counts: Success Table, Die 4, and 1 more." in told
    assert 'value="theirs" checked' in refused.content.decode()
    chosen = {"chart-0.1": "theirs", "chart-0.3": "ours", "chart-0.5": "ask"}
    assert brought(other, drawn, "chart-0", **chosen).status_code == 302
    assert [text for text, _ in cells_of(other)] == ["D", "D", "F", "S", "S", None]
    assert chart_of(other.state, SLUG).newest.source.endswith("from a chart pack")


def test_what_is_not_ticked_stays_out(demo: InHand, other: InHand) -> None:
    typed(demo, *TYPED)
    drawn = sent(other, taken_out(demo))
    refused = brought(other, drawn)
    assert refused.status_code == 422
    assert "tick a chart or a list" in words_of(refused)
    assert "checked" not in refused.content.decode().partition('id="look"')[2]


def test_the_form_of_a_look_that_is_older_is_looked_at_once_more(demo: InHand, other: InHand) -> None:
    typed(demo, *TYPED)
    drawn = sent(other, taken_out(demo))
    typed(other, "D", "F*", "F", "F", "S", "S*")
    refused = brought(other, drawn, "chart-0")
    assert refused.status_code == 409
    assert "Somebody saved it meanwhile" in words_of(refused)
    assert "1 differs" in words_of(refused)


def test_a_second_tap_brings_in_once(demo: InHand, other: InHand) -> None:
    typed(demo, *TYPED)
    drawn = sent(other, taken_out(demo))
    assert [brought(other, drawn, "chart-0").status_code for _ in range(2)] == [302, 302]
    assert chart_of(other.state, SLUG).number == 2


# --- who may


def test_an_observer_takes_out_and_brings_nothing_in(demo: InHand, other: InHand) -> None:
    typed(demo, *TYPED)
    watching = demo.at("observer")
    assert taken_out(watching)["charts"]
    assert 'name="file"' not in watching.drawn(PACK)
    assert 'name="file"' in demo.drawn(LOOK)
    drawn = sent(other, taken_out(demo))
    answer = brought(other.at("observer"), drawn, "chart-0")
    assert answer.status_code == 403
    assert "The observer seat only watches" in words_of(answer)


def test_where_there_is_a_moderator_a_side_brings_in_no_charts(club: Club, demo: InHand, other: InHand) -> None:
    alice = InHand(other.campaign, "axis", club.person("Alice", axis=other.campaign, allied=demo.campaign))
    ursula = InHand(other.campaign, "moderator", club.person("Ursula", moderator=other.campaign))
    ours = InHand(demo.campaign, "allied", alice.client)
    send(ours, SUCCESS, **{"cell-0": TYPED, "all": "on"})
    pack = taken_out(ours)
    barred = sent(alice, pack)
    assert "In this campaign the moderator types the charts." in words_of(barred)
    assert 'name="in"' not in barred
    assert brought(alice, barred, "chart-0").status_code == 422
    assert [origin for _, origin in cells_of(other)] == ["stand-in"] * 6
    assert brought(ursula, sent(ursula, pack), "chart-0").status_code == 302
    assert [origin for _, origin in cells_of(other)] == ["printed"] * 6


def test_a_campaign_of_others_is_as_one_that_is_not_there(club: Club, demo: InHand, other: InHand) -> None:
    stranger = InHand(other.campaign, "axis", club.person("Bob", axis=demo.campaign))
    for address in (PACK, LOOK, FILE):
        assert stranger.client.get(stranger.home + address).status_code == 404
    for address in (PACK, LOOK):
        assert stranger.client.post(stranger.home + address, {}).status_code == 404


def test_a_request_without_the_token_of_its_page_brings_nothing_in(demo: InHand) -> None:
    assert Client(enforce_csrf_checks=True).post(demo.home + PACK, {}).status_code == 403


# --- files that are none


def test_no_file_and_half_a_file_get_their_sentence(demo: InHand, other: InHand) -> None:
    typed(demo, *TYPED)
    drawn = sent(other, taken_out(demo))
    for broken, says in (
        ({"pack": ""}, "choose the file that is to be brought in"),
        ({"pack": hidden(drawn)["pack"][:40]}, "it did not come whole"),
        ({"pack": "é"}, "it did not come whole"),
    ):
        answer = brought(other, drawn, "chart-0", **broken)
        assert answer.status_code == 422
        assert says in words_of(answer)
    assert chart_of(other.state, SLUG).number == 1


def test_a_pack_of_other_rules_is_called_by_their_name(demo: InHand, war: InHand) -> None:
    typed(demo, *TYPED)
    words = words_of(sent(war, taken_out(demo), 422))
    assert "it is one of Europa, rules 33 and 36, and the campaign plays other rules" in words


def test_charts_and_texts_that_are_not_known_here_are_told_and_stay_out(demo: InHand, other: InHand) -> None:
    typed(demo, *TYPED)
    pack = taken_out(demo)
    pack["charts"][0]["rows"][1]["cells"][0]["text"] = "<b>2H"
    pack["charts"].append({**pack["charts"][0], "table": "europa/another", "title": "Another <i>chart"})
    drawn = sent(other, pack)
    words = words_of(unescape(drawn))
    assert "This campaign does not have: Another" in words
    assert "Stays out: Die 2, “<b>2H”: " in unescape(drawn)
    assert "<b>2H" not in drawn
    assert brought(other, drawn, "chart-0").status_code == 302
    assert [origin for _, origin in cells_of(other)].count("printed") == 5


def test_headings_that_make_no_chart_keep_it_out(demo: InHand, other: InHand) -> None:
    send(demo, GUNNERY, all="on")
    pack = taken_out(demo)
    pack["charts"][0]["rows"][2]["heading"] = "9"
    assert "Its headings do not fit" in words_of(sent(other, pack))


# --- a new campaign with a pack


def begun(client: Client, **typed: Any) -> HttpResponse:
    answer: HttpResponse = client.post("/new/", NEW | {"submission": "c" * 32, "charts": "pack"} | typed)
    return answer


def as_file(pack: Mapping[str, Any]) -> SimpleUploadedFile:
    return SimpleUploadedFile("any.json", json.dumps(pack).encode())


@pytest.mark.rule("X.8")
def test_a_new_campaign_begins_with_a_pack_and_what_it_lacks_is_unknown(demo: InHand) -> None:
    send(demo, SUCCESS, **{"cell-0": ["D", "", *TYPED[2:]], "all": "on"})
    page = unescape(demo.client.get("/new/?system=europa").content.decode())
    assert 'data-word="charts from a pack"' in page
    assert "{charts}" in page
    assert begun(demo.client, file=as_file(taken_out(demo))).status_code == 302
    new = InHand(Campaign.objects.get(slug="desert-war"))
    assert cells_of(new)[:3] == [("D", "printed"), (None, "unknown"), ("F", "printed")]
    assert chart_of(new.state, GUNS).counts["unknown"] == 66
    assert chart_of(new.state, SLUG).newest.source.endswith(", from a chart pack")
    assert check_campaign(new.campaign).sound
    assert imported(whole(new.campaign)).report.sound
    # What it began with goes out of it again.
    assert [row["cells"] for row in taken_out(new)["charts"][0]["rows"]] == [
        row["cells"] for row in taken_out(demo)["charts"][0]["rows"]
    ]


def test_a_new_campaign_begins_with_the_charts_of_another(demo: InHand) -> None:
    typed(demo, *TYPED)
    assert begun(demo.client, **{"from": demo.slug}).status_code == 302
    new = InHand(Campaign.objects.get(slug="desert-war"))
    assert {origin for _, origin in cells_of(new)} == {"printed"}


def test_a_form_that_is_refused_keeps_the_pack(demo: InHand) -> None:
    typed(demo, *TYPED)
    refused = begun(demo.client, file=as_file(taken_out(demo)), name=" ")
    assert refused.status_code == 422
    assert "The pack that you chose is kept: 1 chart." in words_of(refused)
    kept = re.search(r'name="pack" value="([^"]*)"', refused.content.decode())
    assert kept is not None
    assert begun(demo.client, pack=kept[1]).status_code == 302
    assert {origin for _, origin in cells_of(InHand(Campaign.objects.get(slug="desert-war")))} == {"printed"}


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ({}, "Chart pack: choose the file"),
        ({"pack": "nonsense"}, "it did not come whole"),
        ({"from": "nowhere"}, "choose one of the campaigns that are listed"),
        ({"charts": "mine"}, "Charts: say whether you own the box"),
    ],
)
def test_a_pack_that_is_none_begins_nothing(demo: InHand, sent: dict[str, str], says: str) -> None:
    refused = begun(demo.client, **sent)
    assert refused.status_code == 422
    assert says in words_of(refused)
    assert not Campaign.objects.filter(slug="desert-war").exists()


def test_a_campaign_in_which_nothing_was_typed_has_no_pack(demo: InHand) -> None:
    refused = begun(demo.client, **{"from": demo.slug})
    assert refused.status_code == 422
    assert f"nothing was typed in {demo.campaign.name} yet" in words_of(refused)


def test_a_campaign_of_others_lends_no_charts(club: Club, demo: InHand, other: InHand) -> None:
    alice = InHand(demo.campaign, "axis", club.person("Alice", axis=demo.campaign))
    bob = club.person("Bob", axis=other.campaign)
    typed(alice, *TYPED)
    assert demo.campaign.name not in unescape(bob.get("/new/").content.decode())
    answers = [words_of(begun(bob, **{"from": slug})) for slug in (demo.slug, "nowhere")]
    assert answers[0] == answers[1]
    assert "choose one of the campaigns that are listed" in answers[0]


def test_headings_that_make_no_chart_begin_nothing(demo: InHand) -> None:
    send(demo, GUNNERY, all="on")
    pack = taken_out(demo)
    pack["charts"][0]["rows"][2]["heading"] = "9"
    refused = begun(demo.client, file=as_file(pack))
    assert refused.status_code == 422
    assert "Chart pack: Naval Gunnery Table:" in words_of(refused)


def test_a_heading_that_is_written_otherwise_has_no_place_in_a_chart_that_was_read(demo: InHand, other: InHand) -> None:
    """Ours has `1 or less`, which a 1 would read too; but a cell is put in by its heading."""
    typed(demo, *TYPED)
    typed(other, "D", "", *TYPED[2:])
    pack = taken_out(demo)
    pack["charts"][0]["rows"][0]["heading"] = "1"
    drawn = sent(other, pack)
    assert "Stays out: Die 1, “D”: Success Table has no row 1; 1d6 runs from 1 or less to 6 or more." in words_of(drawn)
    assert "1 fills an unknown cell" in words_of(drawn)
    assert "1 cell goes in" in words_of(drawn)
    assert brought(other, drawn, "chart-0").status_code == 302
    assert [text for text, _ in cells_of(other)] == TYPED
