"""Scenarios: a campaign begins from one, is saved as one, and takes a part of one in, as far as its seat may."""

import re
import uuid
from html import unescape
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR, Viewer
from navalassist.play import state as states
from navalassist.play.checks.verify import check_campaign
from navalassist.play.scenarios.fit import read_fitted
from navalassist.play.scenarios.saved import file_of
from navalassist.play.scenarios.shipped import shipped
from navalassist.play.scenarios.take import changes
from navalassist.play.systems import SYSTEMS, Demo
from navalassist.play.write import set_up
from tables.scenarios import MOST_BYTES
from tests.desk.test_new_campaign import NEW
from tests.in_hand import InHand, begins, drawn, seated, words_of

JULY = Path(__file__).parents[1] / "scenarios" / "july-1943.toml"
HOME = "/c/desert-war/"
# The same with Tunis and Bizerte for the Axis.
AXIS_TUNIS = JULY.read_text().replace('"allied"', '"axis"', 2)
CARRIED = re.compile(r'name="scenario-kept" value="([^"]*)"')


def file(content: bytes | str = JULY.read_bytes()) -> SimpleUploadedFile:
    return SimpleUploadedFile("any.toml", content.encode() if isinstance(content, str) else content)


def begun(client: Client, content: bytes | str = JULY.read_bytes(), **typed: str) -> HttpResponse:
    sent = NEW | {"malta": "", "submission": uuid.uuid4().hex, "scenario": "file", "scenario-file": file(content)}
    answer: HttpResponse = client.post("/new/", sent | typed)
    return answer


@pytest.fixture
def july(client: Client) -> InHand:
    assert begun(client)["Location"] == HOME
    return InHand(Campaign.objects.get(), "axis", client)


def looked(client: Client, part: str, status: int = 200, **chosen: object) -> str:
    answer = client.post(f"{HOME}setup/take/", {"part": part, "do": "look", "submission": uuid.uuid4().hex} | chosen)
    return unescape(drawn(answer, status))


def took(client: Client, part: str, seen: str, status: int = 302, **chosen: str) -> str:
    kept = CARRIED.search(seen)
    sent = {"part": part, "do": "take", "submission": uuid.uuid4().hex, "scenario": "file"} | chosen
    answer = client.post(f"{HOME}setup/take/", sent | ({"scenario-kept": kept[1]} if kept else {}))
    assert answer.status_code == status, words_of(answer)
    return words_of(answer)


# A campaign begins from one


def test_a_campaign_begins_as_its_scenario_has_it(july: InHand) -> None:
    facts = july.facts
    assert july.state.clock == ("1943-07-1", "axis", "initial")
    assert (facts["port:tunis.owner"], facts["port:suda-bay.owner"]) == ("allied", "axis")
    assert (facts["task-force:warspite.place"], facts["malta:status.number"]) == ("group:force-h", 15)
    assert facts["condition:crete-hexes.value"] == "all-axis"
    assert july.state.rows("mark") == []
    assert set_up.is_open(facts)
    assert check_campaign(july.campaign).sound


def test_what_a_scenario_does_not_tell_is_as_its_turn_had_it_and_not_as_the_form_says(july: InHand) -> None:
    """The form says June 1942, when Tobruk was Axis; in July 1943 it is not, and the file does not name it."""
    assert july.facts["port:tobruk.owner"] == "allied"


def test_its_sources_and_stand_ins_are_told(july: InHand) -> None:
    page = july.words(f"{HOME}setup/unset/")
    assert "July 1943, for a test." in page
    assert "Warspite: Common knowledge Stand-in: its strength is made up" in page
    assert "Fleets 3 rows entered, 2 made up" in page
    assert "Air units No air units" in page
    assert "Sea zones All as a new campaign has them" in page
    july.set({"task-force:warspite.strength": 5})
    assert "Warspite: Common knowledge" in july.words(f"{HOME}setup/unset/")


def test_what_a_scenario_leaves_empty_is_said_with_the_page_where_it_is_typed(july: InHand, client: Client) -> None:
    """Not a part that has something, and nothing any more once the campaign is played."""
    page = july.text(f"{HOME}setup/unset/")
    said = page[page.index("Still empty.") : page.index("<section")]
    found = re.findall(r'href="/c/desert-war/([a-z/]*)">([^<]+)</a>', said)
    assert found == [("board/roster/", "Transports and stocks"), ("air/", "Air units")]
    for path, _ in found:
        july.text(f"{HOME}{path}")
    assert "Ledgers All at 0 points" in july.words(f"{HOME}setup/unset/")
    begins(client, HOME)
    assert "Still empty" not in july.text(f"{HOME}setup/unset/")


def test_a_file_that_does_not_fit_is_answered_where_it_was_chosen_and_the_rest_stays(client: Client) -> None:
    answer = begun(client, JULY.read_text().replace('owner = "allied"', 'owner = "mars"', 1), name="Kept")
    said = unescape(drawn(answer, 422))
    assert "Line 16, port tunis, owner: it has to be one of axis, allied, vichy, neutral." in said
    assert 'value="Kept"' in said
    assert not Campaign.objects.exists()
    again = CARRIED.search(said)
    assert again is not None, "the file was read, and is handed on"


def test_a_file_that_is_sent_is_meant_though_the_list_still_says_none(client: Client) -> None:
    assert begun(client, scenario="")["Location"] == HOME
    assert states.load("desert-war").clock == ("1943-07-1", "axis", "initial")


def test_a_file_beside_another_scenario_is_asked_about_and_kept(client: Client) -> None:
    said = unescape(drawn(begun(client, scenario="june-1940", name="Kept"), 422))
    assert "Scenario: another one is chosen, and a file was sent besides." in said
    assert CARRIED.search(said) is not None
    assert 'value="Kept"' in said
    assert not Campaign.objects.exists()


def test_a_file_that_is_kept_gives_way_to_none(client: Client) -> None:
    """The page said that the file is kept, and the list was put back to none: an answer, no slip."""
    kept = CARRIED.search(unescape(drawn(begun(client, scenario="june-1940"), 422)))
    assert kept is not None
    sent = NEW | {"submission": "d" * 32, "scenario": "", "scenario-kept": kept[1]}
    assert client.post("/new/", sent).status_code == 302
    assert states.load("desert-war").clock[0] == "1942-06-2"


def test_a_scenario_of_other_rules_is_refused(client: Client) -> None:
    typed = {"system": "storm_of_steel", "name": "War", "year": "1914", "month": "08"}
    answer = begun(client, **typed)
    assert "The scenario is one of Europa, rules 33 and 36" in unescape(drawn(answer, 422))


HOSTILE = {
    "empty": b"",
    "no text": b"\xff\xfe\x00",
    "brackets": b"a = " + b"[" * 4000,
    "many brackets": b"\n".join(b"a%d = " % number + b"[" * 3000 for number in range(50)),
    "a long line": b"#" * 5000,
    "too many bytes": b"#\n" * (MOST_BYTES // 2 + 1),
    "too many lines": b"\n" * 40_000,
    "a deep key": b"[" + b".".join([b"a"] * 1900) + b"]",
    "a huge number": b"navalassist_scenario = " + b"9" * 3900,
    "a date": JULY.read_bytes() + b"\n[port.oran]\nowner = 1943-07-01\nsource = 'known'\n",
    "a row twice": JULY.read_bytes() + b"\n[port.tunis]\nowner = 'axis'\nsource = 'known'\n",
    "unseen signs": JULY.read_bytes().replace(b'"Roma"', b'"Ro\\u0000ma"'),
    "turned text": JULY.read_bytes().replace(b'"Roma"', '"Ro\u202ema"'.encode()),
    "a script": JULY.read_bytes().replace(b"https://example.org/july-1943", b"javascript:alert(1)"),
    "the phase": JULY.read_bytes() + b"\n[condition.set-up]\nvalue = 'over'\nsource = 'known'\n",
    "the clock": JULY.read_bytes() + b"\n[campaign.clock]\nturn = '1950-01-1'\nsource = 'known'\n",
    "a mark": JULY.read_bytes() + b"\n[mark.'captured/tunis']\nkind = 'captured'\nsource = 'known'\n",
    "a list in a text": JULY.read_bytes().replace(b'"Roma"', b'["Roma"]'),
    "a number too large": JULY.read_bytes().replace(b"strength = 8", b"strength = 40000"),
    "a value of no kind": JULY.read_bytes().replace(b'"all-axis"', b"{a = 1}"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_answered_in_a_sentence(client: Client, name: str) -> None:
    answer = begun(client, HOSTILE[name])
    said = words_of(answer)
    assert answer.status_code == 422, said
    assert "Scenario: " in said
    assert not Campaign.objects.exists()


def test_markup_in_a_scenario_is_text(client: Client) -> None:
    content = JULY.read_text().replace("The Axis has lost Africa.", "<script>alert(1)</script>").replace("Roma", "<b>")
    assert begun(client, content).status_code == 302
    page = client.get(f"{HOME}setup/unset/").content.decode()
    assert "<script>alert(1)" not in page
    assert "&lt;b&gt;" in page


def test_a_campaign_begins_as_another_stands(july: InHand) -> None:
    july.set({"port:tunis.owner": "axis"})
    sent = NEW | {"name": "Copy", "submission": "b" * 32, "scenario": "campaign/desert-war"}
    assert july.client.post("/new/", sent).status_code == 302
    copy = states.load("copy")
    assert (copy.values["port:tunis.owner"], copy.values["task-force:roma.strength"]) == ("axis", 8)
    assert copy.clock == july.state.clock
    strange = july.client.post("/new/", sent | {"name": "No", "submission": "c" * 32, "scenario": "campaign/nobodys"})
    assert "Scenario: choose one of the campaigns that are listed" in unescape(drawn(strange, 422))


# Saved as one

DEMOS = [(key, demo) for key, one in SYSTEMS.items() for demo in one.demos if one.scenarios]


@pytest.mark.parametrize(("system", "demo"), DEMOS, ids=[demo.slug for _, demo in DEMOS])
def test_a_demo_that_is_saved_stands_in_its_file_as_it_is(db: None, system: str, demo: Demo) -> None:
    """Taken back into it no part would change anything, in each system."""
    campaign, rules = demo.begin(), SYSTEMS[system]
    state = states.load(demo.slug)
    viewer = Viewer(campaign, MODERATOR, "", at_table=True, umpires=frozenset(rules.sides))
    fitted = read_fitted(file_of(state, viewer, rules, "A demo"), system)
    assert len(fitted.scenario.rows) > 10
    assert [change for part in fitted.parts for change in changes(state, viewer, rules, fitted, part)] == []
    assert fitted.scenario.head.seen_by == ""


def test_a_saved_campaign_says_where_its_rows_came_from(july: InHand) -> None:
    saved = july.client.get(f"{HOME}setup/scenario/")
    assert saved["Content-Disposition"] == 'attachment; filename="desert-war-scenario.toml"'
    scenario = read_fitted(saved.content).scenario
    row = {one.row: one for one in scenario.rows}["task-force:warspite"]
    assert (scenario.sources[row.source].text, row.stand_in) == ("Common knowledge", "its strength is made up")


@pytest.mark.parametrize("unseen", ["\t", "\u00a0", "\u00ad", "\u200d", "\u2007", "\x7f", "\u202e"])
def test_a_saved_campaign_can_be_read_again_whatever_stands_in_its_texts(july: InHand, unseen: str) -> None:
    july.set({"task-force:warspite.name": f"HMS{unseen}Warspite"})
    assert read_fitted(july.client.get(f"{HOME}setup/scenario/").content)
    viewer = Viewer(july.campaign, MODERATOR, "", at_table=True)
    scenario = read_fitted(file_of(july.state, viewer, SYSTEMS["europa"], f"Desert{unseen}war")).scenario
    space = " " if unseen.isspace() else ""
    assert scenario.head.title == f"Desert{space}war"
    row = {one.row: one for one in scenario.rows}["task-force:warspite"]
    assert row.fields["name"] == f"HMS{space}Warspite"


def test_a_file_that_could_not_be_read_again_is_not_given_out(july: InHand) -> None:
    july.set({"zone:south-aegean.hits": 100})
    answer = july.client.get(f"{HOME}setup/scenario/")
    assert answer.status_code == 409
    said = unescape(words_of(answer))
    assert "the file could not be read again" in said
    assert "zone south-aegean: hits: a whole number from 0 to 99" in said


def test_a_row_that_no_page_could_draw_is_no_part_of_a_campaign(july: InHand) -> None:
    """A belt in no hex, of which each page with a chart failed for everybody."""
    belt = '[mines."axis/x"]\nside = "axis"\nhex = "zzz"\npoints = 1\nsource = "known"\n'
    said = looked(july.client, "mines", 422, scenario="file", **{"scenario-file": file(JULY.read_text() + belt)})
    assert 'mines axis/x: hex: "zzz" is no hex' in said
    assert july.client.get(f"{HOME}mines/").status_code == 200


# A part


def test_a_part_is_looked_at_and_then_taken_in_one_entry(july: InHand) -> None:
    other = JULY.read_text().replace("strength = 8", "strength = 9").replace("task-force.warspite", "task-force.rodney")
    sent = {"scenario-file": file(other.replace('"Warspite"', '"Rodney"'))}
    seen = looked(july.client, "fleets", scenario="file", **sent)
    words = words_of(seen)
    assert "Roma" in words
    assert "8 → 9" in words
    assert "Rodney new" in words
    assert "Warspite gone" in words
    count = Entry.objects.count()
    assert july.facts["task-force:roma.strength"] == 8
    took(july.client, "fleets", seen)
    assert Entry.objects.count() == count + 1
    assert july.facts["task-force:roma.strength"] == 9
    assert july.state.rows("task-force") == ["task-force:roma", "task-force:rodney"]
    assert "Fleets taken from July 1943, for a test" in july.words(f"{HOME}log/")
    assert check_campaign(july.campaign).sound
    july.take_back()
    assert "task-force:warspite" in july.state.rows("task-force")


def test_a_part_is_no_capture_and_says_so_where_nothing_would_change(july: InHand) -> None:
    seen = looked(july.client, "ports", scenario="file", **{"scenario-file": file(AXIS_TUNIS)})
    took(july.client, "ports", seen)
    assert (july.facts["port:tunis.owner"], july.state.rows("mark")) == ("axis", [])
    again = {"scenario-file": file(AXIS_TUNIS)}
    assert "nothing would change" in looked(july.client, "ports", scenario="file", **again)
    assert "they stand so already" in took(july.client, "ports", seen, status=422)


def test_a_part_that_is_not_in_the_scenario_is_named(july: InHand) -> None:
    said = looked(july.client, "air", 422, scenario="file", **{"scenario-file": file()})
    assert "says nothing of Air units; it tells Ports, Conditions of the war, Malta, Fleets, Mines" in said
    assert "choose a scenario, a campaign, or a file" in looked(july.client, "air", 422)


def test_nothing_is_taken_once_the_campaign_has_begun(july: InHand) -> None:
    seen = looked(july.client, "ports", scenario="file", **{"scenario-file": file(AXIS_TUNIS)})
    begins(july.client, HOME)
    assert "The campaign has begun" in took(july.client, "ports", seen, status=422)
    assert july.facts["port:tunis.owner"] == "allied"


# Secrets


@pytest.fixture
def closed(client: Client) -> Campaign:
    assert begun(client, table="closed").status_code == 302
    return Campaign.objects.get()


def test_in_a_closed_campaign_each_side_has_its_own(closed: Campaign) -> None:
    state = states.load("desert-war")
    assert state.audiences["task-force:roma"] == "axis"
    assert state.audiences["task-force:warspite"] == state.audiences["group:force-h"] == "allied"
    public = " ".join(Entry.objects.filter(campaign=closed, chain="public").values_list("content", flat=True))
    assert "Warspite" not in public
    assert "its strength is made up" not in public
    assert check_campaign(closed).sound


@pytest.mark.parametrize(("seat", "own", "other"), [("axis", "Roma", "Warspite"), ("allied", "Warspite", "Roma")])
def test_a_file_saved_by_a_side_has_nothing_of_the_other(closed: Campaign, seat: str, own: str, other: str) -> None:
    client = seated(closed, seat)
    saved = client.get(f"{HOME}setup/scenario/").content.decode()
    page = client.get(f"{HOME}setup/unset/").content.decode()
    for said in (saved, page):
        assert own in said
        assert other not in said
        assert other.lower() not in said
    assert f'seen_by = "{seat}"' in saved
    observer = seated(closed, "observer")
    assert "Roma" not in observer.get(f"{HOME}setup/scenario/").content.decode()


def test_a_side_takes_its_own_rows_alone(closed: Campaign) -> None:
    """Of the file of both, the Axis sets the Axis fleet; the Allied one stays, and is not told of."""
    axis = seated(closed, "axis")
    other = JULY.read_text().replace("strength = 8", "strength = 9").replace("strength = 6", "strength = 5")
    seen = looked(axis, "fleets", scenario="file", **{"scenario-file": file(other)})
    assert "8 → 9" in words_of(seen)
    assert "Warspite" not in seen
    took(axis, "fleets", seen)
    values = states.load("desert-war").values
    assert (values["task-force:roma.strength"], values["task-force:warspite.strength"]) == (9, 6)
    last = Entry.objects.order_by("-pk").filter(kind="edit").first()
    assert last is not None
    assert last.chain == "axis"
    assert "Roma" not in last.content
    assert check_campaign(closed).sound


def test_who_sees_what_is_not_changed_by_a_scenario(client: Client) -> None:
    content = JULY.read_text() + '\n[ruling.R-56]\nchoice = "closed"\nsource = "known"\n'
    assert begun(client, content).status_code == 302
    assert states.load("desert-war").values["ruling:R-56.choice"] == "open"
    seen = looked(client, "rulings", scenario="file", **{"scenario-file": file(content)})
    assert 'id="take-lines"' in seen
    assert "R-56" not in seen.partition('id="take-lines"')[2]


# Shipped


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_scenario_that_is_shipped_fits(system: str) -> None:
    for name, fitted in shipped(system).items():
        assert fitted.system.key == system, name
