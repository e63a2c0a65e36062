"""What is put in while an answer is under way is newer than it and stands, and what is shown then belongs to it."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.hand import Hand
from tests.browser.test_board import holding
from tests.browser.test_sm_battle import Battle
from tests.live.house import ACT, Server
from tests.patience import PATIENCE

ASKED = re.compile("/(follow|odds)/")
BEGIN = "from navalassist.systems.theatre import setup, demo\nsetup.begin({name!r}, slug={name!r}, scene=demo.LINGAYEN)"
TO_PALAU = """
from navalassist.engine import Set
from tests.in_hand import InHand
campaign = Campaign.objects.get(slug={name!r})
InHand(campaign).edit(Set("pg-troop:snlf.place", "pg-port:palau"), seat="axis")
"""
TO_LUZON = "route=E1+D1+D2+D3+D4+D5&lands=E5"
UNIT, MARINES = "47th Infantry", "1st Kure SNLF"
CARET = "() => [document.activeElement.name, document.activeElement.selectionStart]"


class Answers:
    """What a form asks by itself stays under way from now on, until the test lets the answers come."""

    def __init__(self, page: Page) -> None:
        self._page, self._held, self._come = page, list[Route](), 0
        page.route(ASKED, lambda route: self._held.append(route))

    @contextmanager
    def asked(self) -> Iterator[None]:
        """Here the form asks once more."""
        before, until = len(self._held), time.monotonic() + PATIENCE
        yield
        while len(self._held) <= before:
            assert time.monotonic() < until, "the form does not ask"
            self._page.wait_for_timeout(10)

    def come(self) -> None:
        """All of them, in the order in which they were asked for."""
        for route in self._held[self._come :]:
            route.continue_()
        self._come = len(self._held)


class Landing:
    """The form of an invasion from Taipei. The second of two seats at a table is as good as any."""

    def __init__(self, page: Page, server: Server, slug: str) -> None:
        server.run(BEGIN.format(name=slug))
        self._server, self._slug = server, slug
        self.page, self.home = page, f"{server.url}/c/{slug}/"
        page.goto(self.home)
        page.locator("button[name=seat][value=axis]").first.click()
        page.get_by_role("button", name=re.compile("show my side")).click()
        self.route = page.locator("input[name=route]")
        self.total = page.locator("table.terms tfoot td.n")

    def bases_the_marines_at_palau(self) -> None:
        """Only ports with ground units are listed."""
        self._server.run(TO_PALAU.format(name=self._slug))

    def begins(self, query: str = TO_LUZON) -> Answers:
        self.page.goto(f"{self.home}do/pg-invade/?start=pg-port:taipei&{query}")
        return Answers(self.page)

    def taps(self, square: str) -> None:
        self.page.locator(f"#tap-route-{square}").click()

    def ticks(self, unit: str, field: str = "troops") -> None:
        self.page.locator(f"label:has([name={field}])", has_text=unit).click()

    def ticked(self, *units: str, field: str = "troops") -> None:
        expect(self.page.locator(f"label:has([name={field}]:checked)")).to_have_text(list(units))


@pytest.fixture
def landing(page: Page, server: Server, request: pytest.FixtureRequest) -> Landing:
    return Landing(page, server, "landing-" + str(abs(hash(request.node.name))))


def test_taps_on_a_way_that_come_faster_than_their_answers_all_count(landing: Landing) -> None:
    """Else the second goes on from the way as it was drawn before the first."""
    answers = landing.begins("")
    with answers.asked():
        landing.taps("E1")
    landing.taps("D1")
    landing.taps("D2")
    for way in ("E1 D1", "E1 D1 D2"):
        with answers.asked():
            answers.come()
        expect(landing.route).to_have_value(way)
    landing.page.locator("#back-route").click()
    landing.page.get_by_role("button", name="What would it mean?").click()
    with answers.asked():
        answers.come()
    answers.come()
    expect(landing.page).to_have_url(re.compile("/look/$"))
    expect(landing.route).to_have_value("E1 D1")


def test_ticks_that_come_faster_than_their_answers_all_count(landing: Landing) -> None:
    answers = landing.begins()
    for unit in (UNIT, MARINES):
        with answers.asked():
            landing.ticks(unit)
    answers.come()
    expect(landing.total).to_have_text("3")
    landing.ticked(UNIT, MARINES)
    with answers.asked():
        landing.ticks(MARINES)
    with answers.asked():
        landing.page.locator("select[name=lands]").select_option("E4")
    answers.come()
    expect(landing.total).to_have_text("2")
    landing.ticked(UNIT)
    expect(landing.page.locator("select[name=lands]")).to_have_value("E4")


def test_an_answer_that_waited_for_a_finger_is_dropped_where_its_tap_makes_a_newer_one(landing: Landing) -> None:
    answers = landing.begins("route=E1+D1")
    with answers.asked():
        landing.taps("D2")
    place = landing.page.locator("label:has([name=troops])", has_text=UNIT).bounding_box()
    assert place is not None
    landing.page.mouse.move(place["x"] + 9, place["y"] + 9)
    landing.page.mouse.down()
    with landing.page.expect_event("requestfinished", lambda request: bool(ASKED.search(request.url))):
        answers.come()
    landing.page.evaluate(
        "() => { document.addEventListener('htmx:finally:request', () => { document.title = 'done' }) }"
    )
    with answers.asked():
        landing.page.mouse.up()
    expect(landing.page).to_have_title("done")
    expect(landing.page.locator("#tap-route-D1")).to_have_attribute("data-last", "")
    answers.come()
    expect(landing.page.locator("#tap-route-D2")).to_have_attribute("data-last", "")
    landing.ticked(UNIT)


def test_a_tick_stays_with_its_unit_where_the_list_gets_shorter(landing: Landing) -> None:
    """Units that land with fewer transports are listed of those that are ticked."""
    answers = landing.begins(f"{TO_LUZON}&troops=troop-3&troops=snlf")
    with answers.asked():
        landing.ticks(UNIT, "reduced")
    answers.come()
    expect(landing.total).to_have_text("2")
    with answers.asked():
        landing.ticks(UNIT)
    answers.come()
    expect(landing.page.locator("[name=reduced]")).to_have_count(1)
    landing.ticked(field="reduced")
    expect(landing.total).to_have_text("1")


def test_a_tick_of_what_is_no_longer_listed_goes_with_it_and_to_no_other(landing: Landing) -> None:
    landing.bases_the_marines_at_palau()
    answers = landing.begins()
    with answers.asked():
        landing.page.locator("select[name=start]").select_option("pg-port:palau")
    with answers.asked():
        landing.ticks(UNIT)
    answers.come()
    expect(landing.page.locator("label:has([name=troops])", has_text=UNIT)).to_have_count(0)
    landing.ticked()
    expect(landing.page.locator("select[name=start]")).to_have_value("pg-port:palau")


def test_text_that_is_typed_meanwhile_keeps_its_caret_and_the_fold_in_which_it_stands(landing: Landing) -> None:
    answers, page = landing.begins(), landing.page
    with answers.asked():
        landing.ticks(UNIT)
    page.locator("summary", has_text="say why").click()
    page.locator("[name=because]").focus()
    page.keyboard.type("A storm")
    page.keyboard.press("ArrowLeft")
    answers.come()
    expect(landing.total).to_have_text("2")
    expect(page.locator("[name=because]")).to_be_visible()
    assert page.evaluate(CARET) == ["because", len("A stor")]
    page.keyboard.type("y.")
    with answers.asked():
        landing.ticks(MARINES)
    answers.come()
    expect(landing.total).to_have_text("3")
    expect(page.locator("[name=because]")).to_have_value("A story.m")


def test_ticks_folds_and_dice_of_a_step_stand_and_outlive_what_others_do(tablet: Page, server: Server) -> None:
    hand, campaign = Hand(tablet), server.campaign("storm_of_steel")
    tablet.goto(campaign.url)
    hand.link(re.compile("^Bombard a coast"))
    hand.touch(tablet.get_by_label(re.compile(r"^\s*High Sea Fleet")))
    tablet.locator("[name=target]").select_option("scarborough")
    with tablet.expect_navigation(url=re.compile("/action/1/")):
        hand.tap(re.compile("Carry it out"))
    answers, button = Answers(tablet), tablet.locator("#next .go")
    with answers.asked():
        tablet.get_by_label("Our own").check(force=True)
    hand.faces("1")
    with answers.asked():
        answers.come()
    answers.come()
    expect(tablet.locator(".htmx-request")).to_have_count(0)
    with answers.asked():
        hand.touch(tablet.get_by_label(re.compile(r"^\s*Battle Cruiser Fleet")))
    hand.touch(tablet.locator("#far summary"))
    hand.faces("6")
    for fleet in ("Channel Fleet", "Harwich Force"):
        with answers.asked():
            hand.touch(tablet.get_by_label(re.compile(rf"^\s*{fleet}")))
    answers.come()
    expect(button).to_contain_text("three fleets")
    version = str(tablet.locator("#head").get_attribute("data-version"))
    for _ in range(2):
        expect(tablet.locator("#next [name=fleets]:checked")).to_have_count(3)
        expect(tablet.locator("#far")).to_have_attribute("open", "")
        expect(tablet.locator("#strip")).to_have_value("16")
        expect(tablet.locator("[name=dice][value=typed]")).to_be_checked()
        server.run(ACT.format(slug=campaign.slug, chain="public"))
        expect(tablet.locator("#head")).not_to_have_attribute("data-version", version)


def test_a_line_of_a_plan_that_is_chosen_while_a_preset_fills_them_stands(tablet: Page, server: Server) -> None:
    battle = Battle(tablet, server, "tarigo-meanwhile")
    battle.closed_in()
    battle.plans("allied")
    answers, sums = Answers(tablet), tablet.locator(".sums")
    with answers.asked():
        tablet.locator("[name='line-1-jervis/secondary']").select_option("1-baleno")
    with answers.asked():
        tablet.get_by_role("button", name="All on Lampo").tap()
    tablet.locator("[name='line-1-mohawk/secondary']").select_option("1-baleno")
    with answers.asked():
        answers.come()
    answers.come()
    expect(sums).to_contain_text(re.compile(r"Lampo\s+3\s+49 %"))
    expect(sums).to_contain_text(re.compile(r"Baleno\s+1\s"))
    expect(tablet.locator("[name='line-1-jervis/secondary']")).to_have_value("1-lampo")
    expect(tablet.locator("[name='line-1-mohawk/secondary']")).to_have_value("1-baleno")


def test_what_is_typed_into_another_form_of_a_page_outlives_the_answer_that_draws_it_anew(
    page: Page, server: Server
) -> None:
    """Before the act and after it; with focus, caret and the fold in which it stands."""
    home = server.campaign("storm_of_steel").url
    page.goto(f"{home}do/gw-mission/")
    page.locator("button[name=seat][value=central]").click()
    page.goto(f"{home}fleets/scouting-forces/")
    held, leaves = holding(page, "**/fleets/*/"), page.locator("#leave [name=squadrons]")
    leaves.first.check(force=True)
    page.locator("#move-place").select_option("base:danzig")
    with page.expect_request("**/fleets/*/"):
        page.get_by_role("button", name="Set it there", exact=True).click()
    page.locator("#by-hand summary").click()
    page.locator("#note").focus()
    page.keyboard.type("A storm")
    page.keyboard.press("ArrowLeft")
    held[0].continue_()
    expect(page.locator("#move-place option[selected]")).to_have_attribute("value", "base:danzig")
    page.keyboard.type("y.")
    expect(page.locator("#note")).to_have_value("A story.m")
    expect(page.locator("#by-hand")).to_have_attribute("open", "")
    expect(leaves.first).to_be_checked()
