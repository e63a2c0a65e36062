"""An invasion on a tablet: its way is drawn by taps, and what each unit needs is summed up as it is ticked."""

import re

from playwright.sync_api import Page, expect

from tests.browser.measures import measured
from tests.live.house import Server

BEGIN = (
    "from navalassist.systems.theatre import setup, demo\nsetup.begin('A landing', slug='landing', scene=demo.LINGAYEN)"
)


def test_the_sum_follows_the_form_and_stands_in_the_order_book(tablet: Page, server: Server) -> None:
    server.run(BEGIN)
    home = f"{server.url}/c/landing/"
    tablet.goto(home)
    tablet.locator("button[name=seat][value=axis]").first.click()
    tablet.get_by_role("button", name=re.compile("show my side")).click()
    tablet.goto(f"{home}do/pg-invade/?start=pg-port:taipei")
    for square in ("E1", "D1", "D2", "D3", "D4", "D5"):
        tablet.locator(f"#tap-route-{square}").click()
    for unit, total in (("47th Infantry", "2"), ("1st Kure SNLF", "3")):
        tablet.locator("label", has_text=unit).first.click()
        expect(tablet.locator("table.terms tfoot td.n")).to_have_text(total)
    tablet.locator("select[name=lands]").select_option("E5")
    assert measured(tablet) == {}
    tablet.get_by_role("button", name=re.compile("Carry it out$")).click()
    expect(tablet.get_by_role("heading", level=1)).not_to_contain_text("Order an invasion")
    for page in ("orders/", "pools/"):
        tablet.goto(home + page)
        expect(tablet.get_by_role("heading", name="Transports for order 1")).to_be_visible()
        assert measured(tablet) == {}
