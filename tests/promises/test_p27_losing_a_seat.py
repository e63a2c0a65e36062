"""P27: whoever loses a seat, logs out or changes the password hears nothing more within 5 seconds."""

from collections.abc import Callable, Iterator

import pytest

from tests.live.house import SLUG, House, listening
from tests.patience import within
from tests.promises.shipped import Tablet

pytestmark = [pytest.mark.slow, pytest.mark.promise("P27"), pytest.mark.xdist_group("losing a seat")]
WITHIN = within(5)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("club")) as started:
        started.give(("Ursula", "moderator"), ("Alice", "axis"), ("Bert", "axis"), ("Dora", "allied"))
        yield started


def takes_the_seat_away(house: House, _: Tablet) -> None:
    house.end("Alice")


def logs_out(_: House, tablet: Tablet) -> None:
    assert tablet.post("/logout/", [])[0] == 302


@pytest.mark.parametrize(("name", "way"), [("Alice", takes_the_seat_away), ("Bert", logs_out)])
def test_streams_and_pages_end_within_five_seconds(
    house: House, name: str, way: Callable[[House, Tablet], None]
) -> None:
    tablet = house.tablet(name)
    with listening(tablet) as stream, listening(house.tablet("Dora")) as other:
        assert stream.event()
        assert other.event()
        # What is loaded is fetched anew before it is shown: nothing of a page may be kept by the browser.
        tablet.get(f"/c/{SLUG}/")
        way(house, tablet)
        assert stream.seconds_to_its_end() < WITHIN
        house.act()
        assert other.event(), "those who keep their seats hear on"
    assert tablet.get(f"/c/{SLUG}/version/")[0] == 404
    with listening(tablet) as again:
        assert again.status == 404
