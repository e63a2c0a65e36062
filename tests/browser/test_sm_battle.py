"""Supermarina under a finger: chances beside each choice of a plan, the tally after fire, ship sheets."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.measures import HEIGHTS, PHONE, TABLET, THUMB, measured
from tests.live.house import Server

SEAL = re.compile("seal the plan$")
BEGIN = """
from navalassist.systems.supermarina import demo, setup
setup.begin({name!r}, slug={name!r}, scene=demo.{scene})
"""


class Battle:
    """A page of a demo on one tablet, which goes from hand to hand: that of the battle, where nothing is said."""

    def __init__(self, page: Page, server: Server, name: str, scene: str = "TARIGO", at: str = "battle/1/") -> None:
        server.run(BEGIN.format(name=name, scene=scene))
        self.page, self.home = page, f"{server.url}/c/{name}/"
        self.at = f"{self.home}{at}"

    def sits(self, seat: str) -> None:
        """A seat looks at the battle, or the chart; the other looks away."""
        self.page.goto(self.at)
        taken = self.page.locator(f"form.seat button[name=seat][value={seat}]")
        with self.page.expect_navigation():
            taken.click()
        if (show := self.page.get_by_role("button", name=re.compile("show my side"))).count():
            with self.page.expect_navigation():
                show.click()
        self.page.goto(self.at)

    def goes(self) -> None:
        """The one filled button."""
        self.page.locator("#next .go:visible").click()

    def plans(self, seat: str) -> None:
        """A seat comes to the battle, where it seals."""
        self.sits(seat)
        expect(self.page.get_by_role("button", name=SEAL)).to_be_visible()

    def aims(self, **targets: str) -> None:
        """Lines of a plan, and what is chosen in all others."""
        for line in self.page.locator("select[name^=line-]").all():
            name = str(line.get_attribute("name")).removeprefix("line-1-").partition("/")[0].replace("-", "_")
            line.select_option(targets.get(name, targets["others"]))

    def seals(self) -> None:
        with self.page.expect_navigation(url=re.compile("last=")):
            self.page.get_by_role("button", name=SEAL).click()

    def orders(self, seat: str, order: str) -> None:
        self.plans(seat)
        self.page.locator(f"input[value={order}]").check()
        self.seals()

    def closed_in(self) -> None:
        """Both at secondary range; nobody launches torpedoes."""
        self.sits("axis")
        self.goes()
        self.orders("axis", "close")
        self.orders("allied", "close")
        self.plans("allied")
        self.aims(others="holds")
        self.seals()

    def is_fine(self) -> None:
        """Nothing serious, small or wide on the page as it stands, in all widths, light and dark."""
        assert measured(self.page) == {}
        self.page.set_viewport_size({"width": TABLET, "height": HEIGHTS[TABLET]})


def test_the_table_of_an_order_follows_its_card(tablet: Page, server: Server) -> None:
    battle = Battle(tablet, server, "tarigo-orders")
    battle.sits("axis")
    battle.goes()
    battle.plans("allied")
    expect(tablet.locator("input[name=choice]:checked")).to_have_count(0)
    expect(tablet.locator(".cases:visible")).to_have_count(3)
    battle.is_fine()
    tablet.get_by_text("Close", exact=True).tap()
    expect(tablet.locator(".cases:visible")).to_have_count(1)
    expect(tablet.locator(".cases:visible")).to_contain_text("You close, the enemy…")
    battle.is_fine()


def test_chances_follow_the_targets_and_the_tally_the_fire(tablet: Page, server: Server) -> None:
    battle = Battle(tablet, server, "tarigo-fire")
    battle.closed_in()
    battle.plans("allied")
    jervis = tablet.locator("[name='line-1-jervis/secondary']")
    jervis.select_option("1-lampo")
    expect(tablet.locator(".aim", has=jervis)).to_contain_text("on 9 or 10")
    battle.aims(others="1-luca-tarigo", nubian="drawn")
    expect(tablet.locator(".sums")).to_contain_text(re.compile(r"Luca Tarigo\s+3\s+49 %"))
    battle.is_fine()
    battle.seals()
    battle.plans("axis")
    battle.aims(others="1-jervis")
    battle.seals()
    battle.sits("allied")
    battle.goes()
    expect(tablet.locator("#last")).to_contain_text("Gunfire of round 1")
    battle.is_fine()
    battle.sits("axis")
    battle.goes()
    expect(tablet.locator("#last h2")).to_have_text("Gunfire of round 1")
    expect(tablet.locator(".shots tbody tr")).to_have_count(7)
    battle.is_fine()


def test_a_preset_fills_all_lines_and_their_chances_in_one_tap(tablet: Page, server: Server) -> None:
    battle = Battle(tablet, server, "tarigo-presets")
    battle.closed_in()
    battle.plans("allied")
    tablet.locator("[name='line-1-mohawk/secondary']").select_option("1-baleno")
    expect(tablet.locator(".sums")).to_contain_text("Baleno")
    tablet.get_by_role("button", name="All on Lampo").tap()
    expect(tablet.locator(".sums")).to_contain_text(re.compile(r"Lampo\s+4\s+59 %"))
    expect(tablet.locator("[name='line-1-mohawk/secondary']")).to_have_value("1-lampo")
    battle.is_fine()
    tablet.locator("[name='line-1-mohawk/secondary']").select_option("holds")
    expect(tablet.locator(".sums")).to_contain_text(re.compile(r"Lampo\s+3\s+49 %"))
    battle.seals()


def test_chances_are_worked_out_without_script_too(without_script: Page, server: Server) -> None:
    battle = Battle(without_script, server, "tarigo-plain")
    battle.closed_in()
    battle.plans("allied")
    battle.aims(others="1-luca-tarigo", mohawk="holds")
    without_script.get_by_role("button", name="Work out").click()
    expect(without_script.locator(".sums")).to_contain_text(re.compile(r"Luca Tarigo\s+3\s+49 %"))
    expect(without_script.locator("[name='line-1-mohawk/secondary']")).to_have_value("holds")
    battle.seals()


@pytest.mark.parametrize("address", ["ships/", "ships/jervis/", "ships/jervis/together/"])
def test_ship_sheets_can_be_read_in_all_widths_light_and_dark(tablet: Page, server: Server, address: str) -> None:
    battle = Battle(tablet, server, f"tarigo-{address.strip('/').replace('/', '-')}")
    battle.sits("allied")
    tablet.goto(f"{battle.home}{address}")
    expect(tablet.get_by_text("Jervis").first).to_be_visible()
    battle.is_fine()


@pytest.mark.parametrize("kind", ["tablet", "without_script"])
def test_a_force_is_moved_by_taps_on_the_chart(request: pytest.FixtureRequest, server: Server, kind: str) -> None:
    """A dot farther off, a hex beside it, the button; a hex of the small chart is as large as a thumb."""
    page, name = request.getfixturevalue(kind), f"duisburg-{kind.replace('_', '-')}"
    battle = Battle(page, server, name, "DUISBURG", "sea/")
    battle.sits("axis")
    page.get_by_role("link", name=re.compile("^Axis task force 2, ")).click()
    page.get_by_role("link", name="18A:1204: 6 hexes").click()
    if kind == "tablet":
        battle.is_fine()
        page.set_viewport_size({"width": PHONE, "height": HEIGHTS[PHONE]})
    near = page.get_by_role("link", name="18A:1205: 7 hexes")
    assert (near.bounding_box() or {"width": 0})["width"] >= THUMB
    near.click()
    page.get_by_role("button", name=re.compile("move Axis task force 2 to 18A:1205")).click()
    expect(page.locator("#last")).to_contain_text("MPs left: 32 before, 25 after.")
    expect(page.locator("#move")).to_contain_text("25 MPs left in 18A:1205")
