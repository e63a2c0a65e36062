"""The map page: what it shows, how it costs little, and that looking changes nothing."""

import gzip
import re
from itertools import combinations

import pytest
from django.conf import settings
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.engine import Set
from navalassist.rules.europa.clock import turn_title
from navalassist.systems.europa.chart import statuses
from navalassist.systems.europa.pages.chart.cuts import cuts
from navalassist.systems.europa.pages.chart.island import Change, steps_of
from navalassist.systems.europa.pages.chart.picture import panels, zone_views
from navalassist.systems.europa.places import Plate, Theatre, places
from navalassist.systems.europa.setup import leg_fields
from tests.in_hand import InHand, words_of

STATIC = settings.BASE_DIR / "static"
# What the browser fetches at its first visit of the map, beside the page.
FILES = (
    "css/app.css",
    "css/chart.css",
    "js/app.js",
    "js/live.js",
    "vendor/htmx.min.js",
    "map/coast.svg",
    "icons/favicon.svg",
)


def put(demo: InHand, **facts: object) -> Entry:
    """Set facts by an entry; names with __ in place of the signs that Python does not allow."""
    effects = [Set(key.replace("__", ":", 1).replace("__", "."), value) for key, value in facts.items()]
    return demo.edit(*effects, title="Put by the test")


def test_the_map_shows_every_zone_with_number_and_chance_for_the_seat_s_side(demo: InHand) -> None:
    page = demo.text()
    assert "Sea zones for Axis shipping" in page
    assert 'aria-label="Western Med: status 12, contact on 28 rolls of 36, 78 %"' in page
    assert 'aria-label="Tyrrhenian: not subject"' in page
    assert 'aria-label="Eastern Med: barred"' in page
    assert 'aria-label="South Aegean: not declared"' in page
    for zone, css in (("central-med", "h4"), ("adriatic", "h1"), ("tyrrhenian", "free"), ("eastern-med", "shut")):
        assert re.search(rf'href="{demo.home}zones/{zone}/"[^>]*><path class="zone {css}"', page), zone


def apart(one: Plate, two: Plate) -> bool:
    return abs(one.x - two.x) * 2 >= one.w + two.w or one.y + one.h <= two.y or two.y + two.h <= one.y


@pytest.mark.parametrize("declared", ["", "tight", "loose"])
@pytest.mark.parametrize("theatre", ["med", "north"])
def test_no_plate_covers_another_and_each_holds_its_words(demo: InHand, declared: str, theatre: Theatre) -> None:
    state = demo.state
    facts = {**state.values, "zone:south-aegean.declared": declared}
    for found in statuses(facts, state.book).values():
        plates = {view.key: (view.plate, view.lines) for view in zone_views(found, theatre) if not view.bare}
        for one, two in combinations(plates, 2):
            assert apart(plates[one][0], plates[two][0]), f"{one} and {two}"
        # The small line is drawn in letters of 13 units at most on a narrow screen.
        for key, (plate, lines) in plates.items():
            assert all(len(line.text) * 13 < plate.w for line in lines if line.css == "zs"), key


# How much larger plates are on a telephone (chart.css).
GROWN = 1.07


def grown(plate: Plate) -> Plate:
    w, h = round(plate.w * GROWN), round(plate.h * GROWN)
    return Plate(x=plate.x, y=plate.y - (h - plate.h) // 2, w=w, h=h)


@pytest.mark.parametrize("crete", ["all-allied", "mixed", "all-axis"])
def test_each_plate_stands_on_one_part_of_the_chart_and_covers_no_other_there(demo: InHand, crete: str) -> None:
    state = demo.state
    values = {**state.values, "condition:crete-hexes.value": crete, "condition:theatres.value": "both"}
    shown = [(side, panel) for side, found in statuses(values, state.book).items() for panel in panels(found, values)]
    assert len(shown) == 4
    for side, panel in shown:
        parts = list(cuts(panel))
        assert [part.box.name for part in parts] == ["western", "eastern"]
        owned = [view.key for part in parts for view in part.own]
        assert sorted(owned) == sorted(view.key for view in panel.views), side
        for part in parts:
            plates = [grown(view.plate) for view in part.own if not view.bare]
            assert all(part.box.holds(plate) for plate in plates)
            for one, two in combinations(plates, 2):
                assert apart(one, two), (one, two)


def test_a_barred_zone_says_why_on_its_plate_and_no_fleet_covers_it(demo: InHand) -> None:
    assert ">Crete is Allied</text>" in demo.text()
    put(demo, **{"condition__crete-hexes__value": "mixed"})
    assert ">Crete is shared</text>" in demo.text()
    put(demo, port__massaua__ever_allied=True)
    assert ">Massaua fell</text>" in demo.text()
    plate = places().zones["eastern-med"].shape
    ship = places().ports["alexandria"].spot
    assert plate
    assert ship
    assert grown(plate.plate).y + grown(plate.plate).h <= ship.beside[1] - 19


def test_what_lies_at_malta_stands_round_its_disc(demo: InHand) -> None:
    page = demo.text()
    chart = page[page.index("<svg") : page.index("</svg>")]
    seal = re.search(r'<circle class="seal" cx="(\d+)" cy="(\d+)" r="31"', chart)
    assert seal
    middle = complex(int(seal[1]), int(seal[2]))
    marks = re.findall(r'class="(?:ship|mine) [^"]*" transform="translate\((\d+) (\d+)\)"', chart)
    assert min(abs(complex(int(x), int(y)) - middle) for x, y in marks) >= 31 + 19


def test_a_zone_that_is_not_declared_is_drawn_as_the_sea_it_belongs_to(demo: InHand) -> None:
    assert 'class="zone h4 dash"' in demo.text()
    put(demo, **{"zone__south-aegean__declared": "tight", "zone__south-aegean__hits": 12})
    page = demo.text()
    assert 'class="zone h1 dash"' in page
    assert "South Aegean: status 0" in page


def test_the_other_side_is_one_tap_htmx_gets_the_chart_alone_and_that_of_the_player_turn_is_first(demo: InHand) -> None:
    page = demo.text("?side=allied")
    assert "Sea zones for Allied shipping" in page
    assert "Western Med: status 6, contact on 12 rolls of 36, 33 %" in page
    part = demo.client.get(demo.home + "?side=allied", headers={"HX-Request": "true", "HX-Target": "section#chart"})
    assert part.content.decode().lstrip().startswith("<section")
    assert b"<html" not in part.content
    assert "Sea zones for Axis shipping" in demo.text("?side=vichy")
    assert "Sea zones for Axis shipping" in demo.at("allied").text()
    demo.end_steps(5)
    assert "Sea zones for Allied shipping" in demo.at("axis").text()


def test_ports_are_drawn_by_their_owner_now(demo: InHand) -> None:
    mark = r'<{}[^>]*/><text class="lab pn[^"]*" x="\d+" y="\d+">{}</text>'
    page = demo.text()
    assert re.search(mark.format('rect class="axp"', "Naples"), page)
    assert re.search(mark.format('circle class="alp"', "Tobruk"), page)
    assert re.search(mark.format('path class="frp"', "Toulon"), page)
    put(demo, port__tobruk__owner="axis", port__toulon__owner="neutral")
    page = demo.text()
    assert re.search(mark.format('rect class="axp"', "Tobruk"), page)
    assert re.search(mark.format('circle class="nep"', "Toulon"), page)


def test_the_fleets_of_the_chart_are_named_below_it_while_they_are_drawn(demo: InHand) -> None:
    named = demo.drawn().split('<details id="named">')[1].split("</details>")[0]
    assert "Battle fleet: Taranto" in words_of(named)
    assert f'href="{demo.home}fleet/group/battle-fleet/"' in named
    assert 'id="named"' not in demo.drawn("?on=mines")


def test_looking_at_any_page_of_the_map_writes_nothing(demo: InHand) -> None:
    before = list(Entry.objects.values_list("hash", flat=True))
    for address in ("", "?side=allied", "zones/central-med/", "zones/black-sea/"):
        demo.text(address)
    assert list(Entry.objects.values_list("hash", flat=True)) == before


def test_the_map_costs_at_most_12_queries(demo: InHand, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    put(demo, malta__status__number=9, ledger__allied__vp=3)
    with django_assert_max_num_queries(12):
        demo.text()


def test_the_first_visit_is_small_and_its_page_fetches_no_other_file(demo: InHand) -> None:
    """60 KB and 8 requests; the page is counted by the next test, so 12 KB are left for it."""
    assert sum(len(gzip.compress((STATIC / name).read_bytes(), 9)) for name in FILES) <= 48 * 1024
    assert len(FILES) + 1 <= 8
    page = demo.text()
    files = sum(len(gzip.compress((STATIC / name).read_bytes(), 9)) for name in FILES)
    assert files + len(gzip.compress(page.encode(), 6)) <= 60 * 1024
    assert {name.partition("/static/")[2] for name in re.findall(r'"(/static/[^"#]+)', page)} == set(FILES)


@pytest.mark.rule("E36.A.4")
def test_malta_is_told_in_words_by_ruler_and_with_its_history(demo: InHand) -> None:
    entry = put(demo, malta__status__number=9)
    page = demo.text()
    assert "Axis cargo in the Central Med is contacted on 21 rolls of 36, 58 %." in page
    assert "The other scale of the rules writes this as 6 (15 − 9)." in page
    assert '<th scope="col" class="here">9</th>' in page
    assert '<td class="here">58</td>' in page
    assert "10 in Mar I 41, then 9 in Mar I 41" in page
    assert f'href="{demo.home}log/{entry.reference}/"' in page


def test_malta_by_the_other_scale_is_told_the_other_way(demo: InHand) -> None:
    put(demo, **{"ruling__R-04__choice": "rule36"})
    page = demo.text()
    assert "Bombing raises the number by one a hit" in page
    assert "contacted on 10 rolls of 36, 28 %." in page


def test_the_picture_of_malta_s_number_steps_at_each_change_and_keeps_to_the_last_turns() -> None:
    def change(turn: str, number: int, cause: str) -> Change:
        return Change(turn, turn_title(turn), number, cause, "public/1", "")

    changes = [change("1941-01-1", 11, "at the start"), change("1941-02-1", 9, "2 hits"), change("1941-02-2", 10, "x")]
    found = steps_of(changes, "1941-03-1", turn_title)
    assert [mark.text for mark in found.turns] == ["Jan I 41", "Jan II 41", "Feb I 41", "Feb II 41", "Mar I 41"]
    assert len(found.points) == 2
    assert [mark.text for mark in found.labels] == ["11 · at the start", "11", "9 · 2 hits", "10 · x", "10"]
    assert found.points[0].y - found.points[1].y == 26
    assert steps_of([], "1941-03-1", turn_title) is None
    changes = [Change("1940-01-1", "Jan I 40", 3, "at the start", "public/1", "")]
    changes.append(Change("1941-03-1", "Mar I 41", 15, "h" * 80, "public/2", ""))
    found = steps_of(changes, "1941-03-1", turn_title)
    assert len(found.turns) == 6
    assert found.labels[0].text == "3"
    assert found.labels[-1].text.endswith("…")
    assert all(0 < mark.y < 180 for mark in (*found.labels, *found.points))


def test_points_and_a_zone_s_page_name_the_entries_that_set_them_and_a_barred_zone_says_why(demo: InHand) -> None:
    entry = put(demo, ledger__allied__vp=3)
    page = demo.text()
    points = page[page.index("<h2>Victory points") :]
    assert f'href="{demo.home}log/{entry.reference}/"' in points[: points.index("</section>")]
    entry = put(demo, malta__status__number=9)
    page = demo.text("zones/central-med/")
    assert "An item is contacted on 21 rolls of 36, 58 %." in page
    assert f'href="{demo.home}log/{entry.reference}/"' in page
    assert f'href="{demo.home}setup/malta/"' in page
    assert f'href="{demo.home}log/{entry.reference}/">{entry.sequence}</a>' in demo.text().partition("Every change")[2]
    assert "Tripoli" in page
    assert "23 ports" in page
    assert f'href="{demo.home}zones/tyrrhenian/"' in page
    page = demo.text("zones/eastern-med/")
    assert "unless every hex of Crete is Axis-owned" in page
    assert "warships, task forces and supply lines: 15" in page
    assert f'href="{demo.home}setup/conditions/#suez-canal"' in page


def test_every_zone_of_the_waters_played_stands_in_the_table_with_its_reason(demo: InHand) -> None:
    page = demo.text()
    table = page[page.index('id="zones"') :]
    assert len(set(re.findall(rf'href="{demo.home}zones/([a-z-]+)/"', table))) == 11
    assert "Zones without a chart (3)" in table
    assert "33.B.3.a" in table
    put(demo, condition__theatres__value="both")
    page = demo.text()
    table = page[page.index('id="zones"') :]
    assert len(set(re.findall(rf'href="{demo.home}zones/([a-z-]+)/"', table))) == 21
    assert "<h3>Northern and outer waters</h3>" in table


NORTHERN = 10


def test_the_northern_chart_shows_only_where_the_campaign_plays_these_waters(demo: InHand) -> None:
    page = demo.text()
    assert "north.svg" not in page
    assert "Norwegian" not in page
    put(demo, condition__theatres__value="both")
    page = demo.text()
    chart = page[page.index('id="chart-north"') : page.index('class="legend"')]
    assert chart.count('<path class="zone') == NORTHERN
    # Table 2: French Atlantic 4, and 3 once France has surrendered; 7 is contact on 6 of 36 and more.
    assert re.search(r'aria-label="French Atlantic: status 7, contact on \d+ rolls of 36, \d+ %"', chart)
    # Table 2: no line for the Arctic, so nothing is printed for Axis shipping.
    assert 'aria-label="Arctic: nothing printed"' in chart
    # Gibraltar is the only port of this campaign on this chart, for its northern ports came with no set-up page.
    assert re.findall(r'class="lab pn[^"]*" x="\d+" y="\d+">([^<]+)<', chart) == ["Gibraltar"]
    assert {"coast.svg", "north.svg"} == set(re.findall(r'use href="/static/map/([a-z]+\.svg)', page))
    assert page.count('<pattern id="h1"') == 1


def test_a_campaign_has_the_charts_of_its_waters_alone_and_the_other_side_is_shown_on_both(demo: InHand) -> None:
    put(demo, condition__theatres__value="north")
    page = demo.text()
    assert set(re.findall(r'use href="/static/map/([a-z]+\.svg)', page)) == {"north.svg"}
    assert '<pattern id="h1"' in page
    assert 'id="malta"' not in page
    put(demo, condition__theatres__value="both")
    header = {"HX-Request": "true", "HX-Target": "section#chart"}
    part = demo.client.get(demo.home + "?side=allied", headers=header).content.decode()
    # Table 3: Arctic, 4 in a month that is no winter month; Western Med, 6 with Malta at 10.
    assert "Arctic: status 4" in part
    assert "Western Med: status 6" in part


def test_shipping_in_waters_that_are_not_played_makes_the_page_offer_their_chart(demo: InHand) -> None:
    assert "Show their chart" not in demo.text()
    legs = [leg_fields("western-med"), leg_fields("spanish-atlantic")]
    put(demo, **{"shipment__demo-2__route": legs})
    page = demo.text()
    assert "Spanish Atlantic (shipments of the board)" in page
    assert f'href="{demo.home}setup/zones/#theatres">Show their chart too' in page
    assert "Zones without a chart (4)" in page
    put(demo, **{"shipment__demo-2__state": "arrived"})
    assert "Show their chart" not in demo.text()
    put(demo, **{"shipment__demo-2__state": "planned", "condition__theatres__value": "both"})
    assert "Show their chart" not in demo.text()


@pytest.mark.parametrize("zone", ["atlantis", "portsmouth", "western-med2"])
def test_an_unknown_zone_is_not_found(demo: InHand, zone: str) -> None:
    demo.get(f"zones/{zone}/", 404)


def test_an_unknown_campaign_is_not_found(demo: InHand) -> None:
    assert demo.client.get("/c/nowhere/").status_code == 404
    assert demo.client.get("/c/nowhere/zones/aegean/").status_code == 404
    assert demo.post("").status_code == 405


def test_hostile_names_come_out_as_text(demo: InHand) -> None:
    hostile = '"><script>alert(1)</script>'
    demo.edit(Set("malta:status.number", 3), title=hostile, note=hostile)
    Campaign.objects.filter(pk=demo.campaign.pk).update(name=hostile)
    for address in (demo.home, demo.home + "zones/central-med/", reverse("campaigns")):
        assert "<script>alert" not in demo.get(address).content.decode()


def test_the_list_of_campaigns_says_where_each_stands(demo: InHand) -> None:
    page = demo.text("/")
    assert f'href="/c/{demo.slug}/"' in page
    assert 'href="/new/"' in page
    assert "Mar I 41" in page
    Campaign.objects.create(name="Of another system", slug="other", system="gone")
    assert "gone, which is not installed" in demo.text("/")


@pytest.mark.rule("E33.B.7.c1", "E33.B.7.c2", "E33.B.7.c3", "E33.B.7.c4")
def test_the_declaration_is_offered_while_its_conditions_are_met_and_else_says_which_is_not(demo: InHand) -> None:
    door = f'href="{demo.home}do/south-aegean-zone/"'
    assert "South Aegean zone</span>" not in demo.text()
    demo.end_steps(2)
    page = demo.text()
    assert door in page
    assert "its four conditions are met" in page
    put(demo, **{"condition__suez-canal__value": "closed"})
    page = demo.text()
    assert door not in page
    assert "condition b is not met: an open Suez Canal" in page
    put(demo, **{"condition__suez-canal__value": "open"})
    put(demo, **{f"port__{port}__owner": "axis" for port in ("suda-bay", "heraklion")})
    assert "condition a is not met: an Allied-owned port on Crete" in demo.text()


def test_a_barred_zone_shows_no_number_as_its_own_and_an_observer_is_offered_no_rule(demo: InHand) -> None:
    page = demo.text()
    row = page[page.index(f'<a class="mark" href="{demo.home}zones/eastern-med/"') :].partition("</tr>")[0]
    assert re.search(r'<td class="n">–</td><td class="n">\s*<b>barred</b>', row)
    assert re.search(r"Warships and supply lines: \d+\.", row)
    demo = demo.at("observer")
    page = demo.text()
    assert "the observer seat only watches" in page
    assert demo.home + "do/malta-bombed/" not in page
    assert "Change the number or the scale" not in page
