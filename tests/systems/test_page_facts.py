"""No page looks through every fact of its campaign: what it wants is at hand by kind."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client

from navalassist.campaigns.models import Campaign
from navalassist.desk.system_pages import system_pages_of
from navalassist.engine.reader import Values
from navalassist.play.systems import SYSTEMS

PAGES = ("", "log/", "do/", "setup/", "calendar/", "year/", "disputes/", "charts/", "dice/")
DEMOS = {demo.slug: demo for system in SYSTEMS.values() for demo in system.demos}


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """How somebody went through all facts, as often as that was done."""
    found: list[str] = []

    def noting(name: str) -> Callable[[Values], Any]:
        real = getattr(dict, name)

        def look(values: Values) -> Any:
            found.append(name)
            return real(values)

        return look

    # A copy, on which a page tries what would come, asks for the keys.
    for name in ("__iter__", "items", "values"):
        monkeypatch.setattr(Values, name, noting(name), raising=False)
    return found


def addresses(campaign: Campaign) -> Iterator[str]:
    """The pages that the head and the foot of a page lead to, and those of every campaign."""
    shown = system_pages_of(campaign.system)
    for path in (*PAGES, *(link.path for link in (*shown.pages, *shown.foot))):
        yield f"/c/{campaign.slug}/{path}"


def test_looking_through_all_facts_is_noted(looks: list[str]) -> None:
    assert [*Values({"port:naples.owner": "axis"}).items()] == [("port:naples.owner", "axis")]
    assert looks == ["items"]


@pytest.mark.django_db
@pytest.mark.parametrize("slug", DEMOS)
def test_no_page_looks_through_all_facts(slug: str, looks: list[str]) -> None:
    campaign, client, found = DEMOS[slug].begin(), Client(), dict[str, list[str]]()
    # The first look sorts the facts by their kinds, once for all pages.
    client.get(f"/c/{slug}/")
    for address in addresses(campaign):
        looks.clear()
        assert client.get(address).status_code == 200, address
        if looks:
            found[address] = [*looks]
    assert not found
