"""The page about the dice: what is bound, a side's own chance in two taps, what was opened, all without script too."""

from __future__ import annotations

import hashlib
import re

import pytest
from django.http import HttpResponse
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.play.nonces import SHOW
from navalassist.play.verify import check_campaign
from tests.begun import begin_demo
from tests.mini.system import do, end_step, seat
from tests.promises.http import take_seat
from tests.promises.pages import Page

pytestmark = [pytest.mark.django_db, pytest.mark.promise("P15")]
WORDS = "the cat of the signalman"
HASH = hashlib.sha256(WORDS.encode()).hexdigest()


@pytest.fixture
def demo() -> Campaign:
    return begin_demo()


@pytest.fixture
def client(demo: Campaign) -> Client:
    client = Client()
    take_seat(client, demo.slug, "axis")
    return client


def dice(client: Client, demo: Campaign) -> str:
    return client.get(f"/c/{demo.slug}/dice/").content.decode()


def send(client: Client, demo: Campaign, act: str, **typed: str) -> HttpResponse:
    """Send the form that the page holds for this act."""
    page = Page(f"/c/{demo.slug}/dice/", dice(client, demo))
    form = page.form(f"dice/{act}/")
    response: HttpResponse = client.post(form.action, dict(form.values(**typed)))
    return response


def roll(demo: Campaign) -> Entry:
    """The first leg of this voyage is safe and takes no dice; the second one does."""
    first, second = (do(seat(demo), "cargo-contact", shipment="demo-1") for _ in range(2))
    assert (first.dice, second.dice) == ("", "server")
    return second


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_without_nonces_the_page_says_server_only_fairness(client: Client, demo: Campaign) -> None:
    shown = words(dice(client, demo))
    assert "Mar I 41: server-only fairness" in shown
    seed = Entry.objects.get(campaign=demo, kind="seed").record["body"]["commitment"]
    assert seed in shown
    assert "python3 verify_log.py" in shown


def test_a_side_adds_its_own_chance_by_plain_forms(client: Client, demo: Campaign) -> None:
    assert send(client, demo, "bind", words=f"  {WORDS} ").status_code == 302
    bound = Entry.objects.filter(campaign=demo, kind="nonce").get()
    assert bound.record["body"]["commitment"] == HASH
    assert (bound.seat, bound.record["body"]["side"]) == ("axis", "axis")
    assert WORDS not in dice(client, demo)
    assert "has bound a chance of its own, not shown yet" in words(dice(client, demo))
    assert "server-only fairness" in words(dice(client, demo))
    take_seat(client, demo.slug, "allied")
    assert send(client, demo, "bind", commitment=hashlib.sha256(b"rain").hexdigest().upper()).status_code == 302
    assert send(client, demo, "show", words="rain").status_code == 302
    take_seat(client, demo.slug, "axis")
    assert send(client, demo, "show", words=WORDS).status_code == 302
    shown = words(dice(client, demo))
    assert "the dice hang on the server and on Axis and Allied" in shown
    assert WORDS in shown
    assert "server-only" not in shown
    roll(demo)
    assert check_campaign(demo).sound


def test_it_takes_one_request_with_script_and_the_words_stay_in_the_page(client: Client, demo: Campaign) -> None:
    """The script sends only the hash; the answer is the whole page, with the form that shows the words."""
    page = Page("/", dice(client, demo))
    data = dict(page.form("dice/bind/").values(commitment=HASH))
    del data["words"]
    answer = client.post(f"/c/{demo.slug}/dice/bind/", data, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert f'data-kept="{HASH}"' in answer.content.decode()


def test_a_second_tap_finds_it_done(client: Client, demo: Campaign) -> None:
    data = dict(Page("/", dice(client, demo)).form("dice/bind/").values(words=WORDS))
    assert [client.post(f"/c/{demo.slug}/dice/bind/", data).status_code for _ in range(2)] == [302, 302]
    assert Entry.objects.filter(campaign=demo, kind="nonce").count() == 1


@pytest.mark.parametrize(
    ("act", "typed", "says", "field"),
    [
        ("bind", {"words": " "}, "Type some words", "words"),
        ("bind", {"commitment": "12ab"}, "64 signs of 0-9 and a-f", "commitment"),
        ("bind", {"words": "x" * 201}, "At most 200 signs; this has 201", "words"),
        ("show", {"words": "The cat of the signalman"}, "not the words that were bound", "words"),
    ],
)
def test_what_does_not_fit_is_said_at_its_field_and_kept(
    client: Client, demo: Campaign, act: str, typed: dict[str, str], says: str, field: str
) -> None:
    if act == "show":
        send(client, demo, "bind", words=WORDS)
    before = Entry.objects.count()
    answer = send(client, demo, act, **typed)
    assert answer.status_code == 422
    html = answer.content.decode()
    assert says in html
    assert re.search(rf'<input name="{field}"[^>]*aria-invalid="true"', html)
    assert f'value="{typed[field]}"' in html
    assert Entry.objects.count() == before


@pytest.mark.parametrize("who", ["moderator", "observer"])
def test_only_a_side_adds_to_the_dice(client: Client, demo: Campaign, who: str) -> None:
    take_seat(client, demo.slug, who)
    assert "Add your own chance" not in dice(client, demo)
    answer = client.post(f"/c/{demo.slug}/dice/bind/", {"words": WORDS, "submission": "a"})
    assert answer.status_code == 403
    assert not Entry.objects.filter(kind="nonce").exists()


def test_after_the_first_dice_it_says_why_nothing_can_be_added(client: Client, demo: Campaign) -> None:
    send(client, demo, "bind", words=WORDS)
    rolled = roll(demo)
    shown = words(dice(client, demo))
    assert f"may have been thrown in entry {rolled.sequence}" in shown
    assert "bound a chance of its own and never showed it, so it does not count" in shown
    answer = client.post(f"/c/{demo.slug}/dice/show/", {"words": WORDS, "submission": "late"})
    assert answer.status_code == 422
    assert not any(e.record["body"]["act"] == SHOW for e in Entry.objects.filter(kind="nonce"))


def test_what_is_typed_is_only_text_wherever_it_is_shown(client: Client, demo: Campaign) -> None:
    nasty = "<script>alert(1)</script>'\"&"
    send(client, demo, "bind", words=nasty)
    send(client, demo, "show", words=nasty)
    entry = Entry.objects.filter(kind="nonce").latest("id")
    for url in ("dice/", "log/", f"log/{entry.reference}/", "handover/", "report/"):
        html = client.get(f"/c/{demo.slug}/{url}").content.decode()
        assert "<script>alert" not in html, url
    assert "&lt;script&gt;alert" in dice(client, demo)


def test_the_tool_can_be_taken_from_the_page(client: Client, demo: Campaign) -> None:
    answer = client.get(f"/c/{demo.slug}/dice/verify_log.py")
    assert answer["Content-Disposition"] == 'attachment; filename="verify_log.py"'
    assert b"def face(" in answer.content
    assert client.get("/c/nowhere/dice/verify_log.py").status_code == 404


def test_a_receipt_says_whether_sides_had_added_to_its_dice(client: Client, demo: Campaign) -> None:
    rolled = roll(demo)
    url = f"/c/{demo.slug}/log/{rolled.reference}/"
    assert "no side had added to them: server-only fairness" in words(client.get(url).content.decode())


def test_receipts_prove_the_dice_with_what_sides_had_added(client: Client, demo: Campaign) -> None:
    send(client, demo, "bind", words=WORDS)
    send(client, demo, "show", words=WORDS)
    rolled = roll(demo)
    end_step(seat(demo), times=20)
    shown = words(client.get(f"/c/{demo.slug}/log/{rolled.reference}/").content.decode())
    assert "what sides had added to them counts" in shown
    assert "faces recomputed just now: as recorded" in shown
    assert "faces differ" not in shown
    for opened in Entry.objects.filter(campaign=demo, kind="reveal", turn=rolled.turn):
        if opened.chain in ("public", "axis"):
            page = client.get(f"/c/{demo.slug}/log/{opened.reference}/").content.decode()
            assert "is the one that" in words(page), opened
            assert "is NOT" not in page
