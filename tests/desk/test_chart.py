"""The map page: what it shows, how it costs little, and that looking changes nothing."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from itertools import combinations

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.desk.chart.island import Change, steps_of
from navalassist.desk.chart.picture import zone_views
from navalassist.engine import Set
from navalassist.play import state as states
from navalassist.play.verify import check_campaign
from navalassist.play.writer import writing
from navalassist.rules.europa.clock import turn_title
from navalassist.systems.europa.chart import statuses
from navalassist.systems.europa.places import Theatre
from navalassist.systems.europa.setup import leg_fields
from tests.begun import begin_demo
from tests.systems.board import end_steps

pytestmark = pytest.mark.django_db
STATIC = settings.BASE_DIR / "static"
# What the browser fetches at its first visit of the map, beside the page.
FILES = (
    "css/app.css",
    "css/layers.css",
    "js/app.js",
    "js/live.js",
    "vendor/htmx.min.js",
    "map/coast.svg",
    "icons/favicon.svg",
)


@pytest.fixture
def demo(db: None) -> Iterator[Campaign]:
    """The demo campaign, and nothing remembered of another."""
    states.forget()
    yield begin_demo()
    states.forget()


def at(demo: Campaign, tail: str = "") -> str:
    return f"/c/{demo.slug}/{tail}"


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return str(answer.content.decode())


def sail_on(demo: Campaign, steps: int) -> None:
    """End some steps, a combat step along with the naval movement before it."""
    end_steps(demo, steps)


def put(demo: Campaign, **facts: object) -> Entry:
    """Set facts by an entry; names with __ in place of the signs that Python does not allow."""
    effects = [Set(key.replace("__", ":", 1).replace("__", "."), value) for key, value in facts.items()]
    with writing(Viewer(demo, "axis", "", at_table=True)) as writer:
        return writer.edit("test.put", effects, title="Put by the test")


def test_the_map_shows_every_zone_with_number_and_chance_for_the_seat_s_side(client: Client, demo: Campaign) -> None:
    page = text(client, at(demo))
    assert "Sea zones for Axis shipping" in page
    assert 'aria-label="Western Med: status 12, contact on 28 rolls of 36, 78 %"' in page
    assert 'aria-label="Tyrrhenian: not subject"' in page
    assert 'aria-label="Eastern Med: barred"' in page
    assert 'aria-label="South Aegean: not declared"' in page
    for zone, css in (("central-med", "h4"), ("adriatic", "h1"), ("tyrrhenian", "free"), ("eastern-med", "shut")):
        assert re.search(rf'href="{at(demo)}zones/{zone}/"[^>]*><path class="zone {css}"', page), zone


@pytest.mark.parametrize("declared", ["", "tight", "loose"])
@pytest.mark.parametrize("theatre", ["med", "north"])
def test_no_plate_covers_another_and_each_holds_its_words(demo: Campaign, declared: str, theatre: Theatre) -> None:
    state = states.load(demo.slug)
    facts = {**state.values, "zone:south-aegean.declared": declared}
    for found in statuses(facts, state.book).values():
        plates = {view.key: (view.plate, view.lines) for view in zone_views(found, theatre) if not view.bare}
        for one, two in combinations(plates, 2):
            (a, _), (b, _) = plates[one], plates[two]
            apart = abs(a.x - b.x) * 2 >= a.w + b.w or a.y + a.h <= b.y or b.y + b.h <= a.y
            assert apart, f"{one} and {two}"
        # The small line is drawn in letters of 13 units at most on a narrow screen.
        for key, (plate, lines) in plates.items():
            assert all(len(line.text) * 13 < plate.w for line in lines if line.css == "zs"), key


def test_a_zone_that_is_not_declared_is_drawn_as_the_sea_it_belongs_to(client: Client, demo: Campaign) -> None:
    assert 'class="zone h4 dash"' in text(client, at(demo))
    put(demo, **{"zone__south-aegean__declared": "tight", "zone__south-aegean__hits": 12})
    page = text(client, at(demo))
    assert 'class="zone h1 dash"' in page
    assert "South Aegean: status 0" in page


def test_the_other_side_is_one_tap_and_htmx_gets_the_chart_alone(client: Client, demo: Campaign) -> None:
    page = text(client, at(demo, "?side=allied"))
    assert "Sea zones for Allied shipping" in page
    assert "Western Med: status 6, contact on 12 rolls of 36, 33 %" in page
    part = client.get(at(demo, "?side=allied"), headers={"HX-Request": "true", "HX-Target": "section#chart"})
    assert part.content.decode().lstrip().startswith("<section")
    assert b"<html" not in part.content
    assert "Sea zones for Axis shipping" in text(client, at(demo, "?side=vichy"))


def test_a_seat_s_own_shipping_is_shown_first(client: Client, demo: Campaign) -> None:
    client.post(at(demo, "seat/"), {"seat": "allied"})
    assert "Sea zones for Allied shipping" in text(client, at(demo))


def test_ports_are_drawn_by_their_owner_now(client: Client, demo: Campaign) -> None:
    mark = r'<{}[^>]*/><text class="lab pn[^"]*" x="\d+" y="\d+">{}</text>'
    page = text(client, at(demo))
    assert re.search(mark.format('rect class="axp"', "Naples"), page)
    assert re.search(mark.format('circle class="alp"', "Tobruk"), page)
    assert re.search(mark.format('path class="frp"', "Toulon"), page)
    put(demo, port__tobruk__owner="axis", port__toulon__owner="neutral")
    page = text(client, at(demo))
    assert re.search(mark.format('rect class="axp"', "Tobruk"), page)
    assert re.search(mark.format('circle class="nep"', "Toulon"), page)


def test_looking_at_any_page_of_the_map_writes_nothing(client: Client, demo: Campaign) -> None:
    before = list(Entry.objects.values_list("hash", flat=True))
    for address in ("", "?side=allied", "zones/central-med/", "zones/black-sea/"):
        text(client, at(demo, address))
    assert list(Entry.objects.values_list("hash", flat=True)) == before
    assert check_campaign(demo).sound


def test_the_map_costs_at_most_12_queries(
    client: Client, demo: Campaign, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    put(demo, malta__status__number=9, ledger__allied__vp=3)
    with django_assert_max_num_queries(12):
        text(client, at(demo))


def test_the_first_visit_is_small() -> None:
    """60 KB and 8 requests; the page is counted by the next test, so 12 KB are left for it."""
    assert sum(len(gzip.compress((STATIC / name).read_bytes(), 9)) for name in FILES) <= 48 * 1024
    assert len(FILES) + 1 <= 8


def test_the_page_of_the_first_visit_is_small_and_fetches_no_other_file(client: Client, demo: Campaign) -> None:
    page = text(client, at(demo))
    files = sum(len(gzip.compress((STATIC / name).read_bytes(), 9)) for name in FILES)
    assert files + len(gzip.compress(page.encode(), 6)) <= 60 * 1024
    assert {name.partition("/static/")[2] for name in re.findall(r'"(/static/[^"]+)"', page)} == set(FILES)


@pytest.mark.rule("E36.A.4")
def test_malta_is_told_in_words_by_ruler_and_with_its_history(client: Client, demo: Campaign) -> None:
    entry = put(demo, malta__status__number=9)
    page = text(client, at(demo))
    assert "Axis cargo in the Central Med is contacted on 21 rolls of 36, 58 %." in page
    assert "The other scale of the rules writes this as 6 (15 − 9)." in page
    assert '<th scope="col" class="here">9</th>' in page
    assert '<td class="here">58</td>' in page
    assert "10 in Mar I 41, then 9 in Mar I 41" in page
    assert f'href="{at(demo, f"log/{entry.reference}/")}"' in page


def test_malta_by_the_other_scale_is_told_the_other_way(client: Client, demo: Campaign) -> None:
    put(demo, **{"ruling__R-04__choice": "rule36"})
    page = text(client, at(demo))
    assert "Bombing raises the number by one a hit" in page
    assert "contacted on 10 rolls of 36, 28 %." in page


def test_the_picture_of_malta_s_number_steps_at_each_change() -> None:
    def change(turn: str, number: int, cause: str) -> Change:
        return Change(turn, turn_title(turn), number, cause, "public/1", "")

    changes = [change("1941-01-1", 11, "at the start"), change("1941-02-1", 9, "2 hits"), change("1941-02-2", 10, "x")]
    found = steps_of(changes, "1941-03-1", turn_title)
    assert found is not None
    assert [mark.text for mark in found.turns] == ["Jan I 41", "Jan II 41", "Feb I 41", "Feb II 41", "Mar I 41"]
    assert len(found.points) == 2
    assert [mark.text for mark in found.labels] == ["11 · at the start", "11", "9 · 2 hits", "10 · x", "10"]
    assert found.points[0].y - found.points[1].y == 26
    assert steps_of([], "1941-03-1", turn_title) is None


def test_the_picture_keeps_to_the_last_turns_and_begins_with_what_stood_then() -> None:
    changes = [Change("1940-01-1", "Jan I 40", 3, "at the start", "public/1", "")]
    changes.append(Change("1941-03-1", "Mar I 41", 15, "h" * 80, "public/2", ""))
    found = steps_of(changes, "1941-03-1", turn_title)
    assert found is not None
    assert len(found.turns) == 6
    assert found.labels[0].text == "3"
    assert found.labels[-1].text.endswith("…")
    assert all(0 < mark.y < 180 for mark in (*found.labels, *found.points))


def test_victory_points_name_the_entry_that_changed_them(client: Client, demo: Campaign) -> None:
    entry = put(demo, ledger__allied__vp=3)
    page = text(client, at(demo))
    points = page[page.index("<h2>Victory points") :]
    assert f'href="{at(demo, f"log/{entry.reference}/")}"' in points[: points.index("</section>")]


def test_every_zone_of_the_waters_played_stands_in_the_table_with_its_reason(client: Client, demo: Campaign) -> None:
    page = text(client, at(demo))
    table = page[page.index('id="zones"') :]
    assert len(set(re.findall(rf'href="{at(demo)}zones/([a-z-]+)/"', table))) == 11
    assert "Zones without a chart (3)" in table
    assert "33.B.3.a" in table
    put(demo, condition__theatres__value="both")
    page = text(client, at(demo))
    table = page[page.index('id="zones"') :]
    assert len(set(re.findall(rf'href="{at(demo)}zones/([a-z-]+)/"', table))) == 21
    assert "<h3>Northern and outer waters</h3>" in table


NORTHERN = 10


def test_the_northern_chart_shows_only_where_the_campaign_plays_these_waters(client: Client, demo: Campaign) -> None:
    page = text(client, at(demo))
    assert "north.svg" not in page
    assert "Norwegian" not in page
    put(demo, condition__theatres__value="both")
    page = text(client, at(demo))
    chart = page[page.index('id="chart-north"') : page.index('class="legend"')]
    assert chart.count('<path class="zone') == NORTHERN
    # Table 2: French Atlantic 4, and 3 once France has surrendered; 7 is contact on 6 of 36 and more.
    assert re.search(r'aria-label="French Atlantic: status 7, contact on \d+ rolls of 36, \d+ %"', chart)
    # Table 2: no line for the Arctic, so nothing is printed for Axis shipping.
    assert 'aria-label="Arctic: nothing printed"' in chart
    # Gibraltar is the only port of this campaign on this chart, for its northern ports came with no set-up page.
    assert re.findall(r'class="lab pn[^"]*" x="\d+" y="\d+">([^<]+)<', chart) == ["Gibraltar"]
    assert {"coast.svg", "north.svg"} == set(re.findall(r'image href="/static/map/([a-z]+\.svg)', page))
    assert page.count('<pattern id="h1"') == 1


def test_a_campaign_of_the_northern_waters_alone_has_their_chart_alone(client: Client, demo: Campaign) -> None:
    put(demo, condition__theatres__value="north")
    page = text(client, at(demo))
    assert set(re.findall(r'image href="/static/map/([a-z]+\.svg)', page)) == {"north.svg"}
    assert '<pattern id="h1"' in page
    assert 'id="malta"' not in page


def test_the_other_side_s_shipping_is_shown_on_both_charts_at_once(client: Client, demo: Campaign) -> None:
    put(demo, condition__theatres__value="both")
    header = {"HX-Request": "true", "HX-Target": "section#chart"}
    part = client.get(at(demo, "?side=allied"), headers=header).content.decode()
    # Table 3: Arctic, 4 in a month that is no winter month; Western Med, 6 with Malta at 10.
    assert "Arctic: status 4" in part
    assert "Western Med: status 6" in part


def test_shipping_in_waters_that_are_not_played_makes_the_page_offer_their_chart(
    client: Client, demo: Campaign
) -> None:
    assert "Show their chart" not in text(client, at(demo))
    legs = [leg_fields("western-med"), leg_fields("spanish-atlantic")]
    put(demo, **{"shipment__demo-2__route": legs})
    page = text(client, at(demo))
    assert "Spanish Atlantic (shipments of the board)" in page
    assert f'href="{at(demo)}setup/zones/#theatres">Show their chart too' in page
    assert "Zones without a chart (4)" in page
    put(demo, **{"shipment__demo-2__state": "arrived"})
    assert "Show their chart" not in text(client, at(demo))
    put(demo, **{"shipment__demo-2__state": "planned", "condition__theatres__value": "both"})
    assert "Show their chart" not in text(client, at(demo))


def test_a_zone_s_page_lists_terms_facts_and_the_entries_that_set_them(client: Client, demo: Campaign) -> None:
    entry = put(demo, malta__status__number=9)
    page = text(client, at(demo, "zones/central-med/"))
    assert "An item is contacted on 21 rolls of 36, 58 %." in page
    assert f'href="{at(demo, f"log/{entry.reference}/")}"' in page
    assert f'href="{at(demo, "setup/malta/")}"' in page
    assert "Tripoli" in page
    assert "23 ports" in page
    assert f'href="{at(demo, "zones/tyrrhenian/")}"' in page


def test_a_barred_zone_says_why_and_keeps_its_number_for_supply(client: Client, demo: Campaign) -> None:
    page = text(client, at(demo, "zones/eastern-med/"))
    assert "unless every hex of Crete is Axis-owned" in page
    assert "warships, task forces and supply lines: 15" in page
    assert f'href="{at(demo, "setup/conditions/#suez-canal")}"' in page


@pytest.mark.parametrize("zone", ["atlantis", "portsmouth", "western-med2"])
def test_an_unknown_zone_is_not_found(client: Client, demo: Campaign, zone: str) -> None:
    assert client.get(at(demo, f"zones/{zone}/")).status_code == 404


def test_an_unknown_campaign_is_not_found(client: Client, demo: Campaign) -> None:
    assert client.get("/c/nowhere/").status_code == 404
    assert client.get("/c/nowhere/zones/aegean/").status_code == 404
    assert client.post(at(demo)).status_code == 405


def test_hostile_names_come_out_as_text(client: Client, demo: Campaign) -> None:
    hostile = '"><script>alert(1)</script>'
    with writing(Viewer(demo, "axis", "", at_table=True)) as writer:
        writer.edit("test.put", [Set("malta:status.number", 3)], title=hostile, note=hostile)
    Campaign.objects.filter(pk=demo.pk).update(name=hostile)
    for address in (at(demo), at(demo, "zones/central-med/"), reverse("campaigns")):
        assert "<script>alert" not in text(client, address)


def test_the_list_of_campaigns_says_where_each_stands(client: Client, demo: Campaign) -> None:
    page = text(client, "/")
    assert f'href="/c/{demo.slug}/"' in page
    assert 'href="/new/"' in page
    assert "Mar I 41" in page
    Campaign.objects.create(name="Of another system", slug="other", system="gone")
    assert "gone, which is not installed" in text(client, "/")


@pytest.mark.rule("E33.B.7.c1", "E33.B.7.c2", "E33.B.7.c3", "E33.B.7.c4")
def test_the_declaration_is_offered_while_its_conditions_are_met_and_else_says_which_is_not(
    client: Client, demo: Campaign
) -> None:
    door = f'href="{at(demo)}do/south-aegean-zone/"'
    assert "South Aegean zone</span>" not in text(client, at(demo))
    sail_on(demo, 2)
    page = text(client, at(demo))
    assert door in page
    assert "its four conditions are met" in page
    put(demo, **{"condition__suez-canal__value": "closed"})
    page = text(client, at(demo))
    assert door not in page
    assert "condition b is not met: an open Suez Canal" in page
    put(demo, **{"condition__suez-canal__value": "open"})
    put(demo, **{f"port__{port}__owner": "axis" for port in ("suda-bay", "heraklion")})
    assert "condition a is not met: an Allied-owned port on Crete" in text(client, at(demo))


def test_an_observer_is_offered_no_rule_to_carry_out(client: Client, demo: Campaign) -> None:
    client.post(at(demo, "seat/"), {"seat": "observer"})
    page = text(client, at(demo))
    assert "the observer seat only watches" in page
    assert at(demo, "do/malta-bombed/") not in page
    assert "Change the number or the scale" not in page


def test_a_barred_zone_shows_no_number_as_its_own(client: Client, demo: Campaign) -> None:
    page = text(client, at(demo))
    row = page[page.index(f'<a class="mark" href="{at(demo)}zones/eastern-med/"') :].partition("</tr>")[0]
    assert re.search(r'<td class="n">–</td><td class="n">\s*<b>barred</b>', row)
    assert re.search(r"Warships and supply lines: \d+\.", row)
