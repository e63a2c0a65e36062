"""What can't be worked out is named in the head and logged; pages go on, but for those that need a broken row."""

from collections.abc import Iterator

import pytest

from navalassist.engine.duties import Duty, Now
from navalassist.play import state as states
from navalassist.ports.models import NavalBase
from tests.begun import begin_war_demo
from tests.in_hand import InHand, in_hand, seated, words_of

pytestmark = pytest.mark.a_line_fails
PAGES = ("", "log/", "log/public/1/", "do/", "do/gw-mission/", "setup/", "setup/rulings/", "fleets/", "dice/")


@pytest.fixture
def war(db: None) -> Iterator[InHand]:
    with in_hand(begin_war_demo()) as table:
        yield table


@pytest.fixture
def broken(war: InHand) -> Iterator[InHand]:
    """One of the lines of every step fails."""

    def count_the_lifeboats(now: Now) -> Iterator[Duty]:
        yield Duty("Count them", url="do/gw-mission/")
        raise ZeroDivisionError

    war.system.duties.append((("*/*",), count_the_lifeboats))
    yield war
    war.system.duties.pop()


def test_a_line_of_the_step_that_fails_is_named_in_the_head_of_every_page(
    broken: InHand, caplog: pytest.LogCaptureFixture
) -> None:
    for address in PAGES:
        page = broken.words(address)
        assert page.count("Count the lifeboats can't be worked out; the server's log says why.") == 1, address
        assert "Count them" not in page
    assert "Count the lifeboats could not be worked out" in caplog.text
    assert "ZeroDivisionError" in caplog.text
    assert "Nothing due" not in broken.words()


def test_a_step_with_such_a_line_ends_only_when_that_is_meant(broken: InHand) -> None:
    clock = broken.facts["campaign:clock.step"]
    asked = broken.send("", "step/", by="clock")
    assert asked.status_code == 409
    assert "Count the lifeboats: can't be worked out, so something may be due of it" in words_of(asked)
    assert broken.facts["campaign:clock.step"] == clock
    assert broken.send("", "step/", by="clock", confirm="1").status_code == 302
    assert broken.facts["campaign:clock.step"] != clock
    assert "not everything can be worked out; its pages say what" in words_of(broken.client.get("/"))


@pytest.fixture
def altered(war: InHand) -> Iterator[InHand]:
    """Somebody has altered Scapa Flow in the database: the area on which it lies has no such key."""
    war.forged = True
    NavalBase.objects.filter(key="scapa-flow").update(areas=["the north"])
    states.forget()
    yield war
    states.forget()


def test_a_row_that_its_class_refuses_stops_no_page_but_those_that_need_it(altered: InHand) -> None:
    for address in ("log/", "log/public/1/", "do/", "setup/", "setup/rulings/", "dice/", "sheet/"):
        altered.get(address)
    for address in ("", "waters/", "fleets/"):
        page = altered.words(address, 500)
        assert "The base scapa-flow can't be read, for its areas is ['the north'] (String should match" in page, address
        assert "the key “scapa-flow” in the table “ports_navalbase”" in page
        assert "What it was before, entry 1 says" in page


def test_what_is_sent_to_such_a_page_does_nothing_and_says_why(altered: InHand) -> None:
    entry = altered.last()
    sent = {"act": "base.fortress/scapa-flow", "value": "no", "submission": "once", "seen": ""}
    answer = seated(altered.campaign, "allied").post(f"{altered.home}waters/", sent)
    assert (answer.status_code, altered.last()) == (500, entry)
    assert "can't be read" in words_of(answer)
