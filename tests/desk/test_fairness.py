"""The page about the dice: what is bound, a side's own chance in two taps, what was opened, all without script too."""

import hashlib
import re

import pytest
from django.http import HttpResponse

from navalassist.auditlog.models import Entry
from navalassist.play.dice.nonces import SHOW
from tests.in_hand import InHand, drawn, words_of
from tests.promises.pages import Page

pytestmark = pytest.mark.promise("P15")
WORDS = "the cat of the signalman"
HASH = hashlib.sha256(WORDS.encode()).hexdigest()


@pytest.fixture
def demo(demo: InHand) -> InHand:
    return demo.at("axis")


def send(demo: InHand, act: str, **typed: str) -> HttpResponse:
    """Send the form that the page holds for this act."""
    page = Page(demo.home + "dice/", demo.drawn("dice/"))
    form = page.form(f"dice/{act}/")
    response: HttpResponse = demo.client.post(form.action, dict(form.values(**typed)))
    return response


def roll(demo: InHand) -> Entry:
    """The first leg of this voyage is safe and takes no dice; the second one does."""
    first, second = (demo.do("cargo-contact", shipment="demo-1") for _ in range(2))
    assert (first.dice, second.dice) == ("", "server")
    return second


def test_without_nonces_the_page_says_server_only_fairness(demo: InHand) -> None:
    shown = demo.words("dice/")
    assert "Mar I 41: the server's dice alone" in shown
    seed = Entry.objects.get(campaign=demo.campaign, kind="seed").record["body"]["commitment"]
    assert seed in shown
    assert "python3 verify_log.py" in shown


def test_a_side_adds_its_own_chance_by_plain_forms(demo: InHand) -> None:
    assert send(demo, "bind", words=f"  {WORDS} ").status_code == 302
    bound = Entry.objects.filter(campaign=demo.campaign, kind="nonce").get()
    assert bound.record["body"]["commitment"] == HASH
    assert (bound.seat, bound.record["body"]["side"]) == ("axis", "axis")
    assert WORDS not in demo.drawn("dice/")
    assert "has bound a chance of its own, not shown yet" in demo.words("dice/")
    assert "the server's dice alone" in demo.words("dice/")
    demo.sit("allied")
    assert send(demo, "bind", commitment=hashlib.sha256(b"rain").hexdigest().upper()).status_code == 302
    assert send(demo, "show", words="rain").status_code == 302
    demo.sit("axis")
    assert send(demo, "show", words=WORDS).status_code == 302
    shown = demo.words("dice/")
    assert "the dice depend on the server and on Axis and Allied" in shown
    assert WORDS in shown
    assert "dice alone" not in shown
    roll(demo)


def test_it_takes_one_request_with_script_and_the_words_stay_in_the_page(demo: InHand) -> None:
    """The script sends only the hash; the answer is the whole page, with the form that shows the words."""
    page = Page("/", demo.drawn("dice/"))
    data = dict(page.form("dice/bind/").values(commitment=HASH))
    del data["words"]
    answer = drawn(demo.client.post(f"{demo.home}dice/bind/", data, headers={"HX-Request": "true"}))
    assert f'data-kept="{HASH}"' in answer


def test_a_second_tap_finds_it_done(demo: InHand) -> None:
    data = dict(Page("/", demo.drawn("dice/")).form("dice/bind/").values(words=WORDS))
    assert [demo.client.post(f"{demo.home}dice/bind/", data).status_code for _ in range(2)] == [302, 302]
    assert Entry.objects.filter(campaign=demo.campaign, kind="nonce").count() == 1


@pytest.mark.parametrize(
    ("act", "typed", "says", "field"),
    [
        ("bind", {"words": " "}, "Type some words", "words"),
        ("bind", {"commitment": "12ab"}, "64 characters of 0-9 and a-f", "commitment"),
        ("bind", {"words": "x" * 201}, "At most 200 characters; this has 201", "words"),
        ("show", {"words": "The cat of the signalman"}, "not the words that were bound", "words"),
    ],
)
def test_what_does_not_fit_is_said_at_its_field_and_kept(
    demo: InHand, act: str, typed: dict[str, str], says: str, field: str
) -> None:
    if act == "show":
        send(demo, "bind", words=WORDS)
    before = Entry.objects.count()
    html = drawn(send(demo, act, **typed), 422)
    assert says in html
    assert re.search(rf'<input name="{field}"[^>]*aria-invalid="true"', html)
    assert f'value="{typed[field]}"' in html
    assert Entry.objects.count() == before


@pytest.mark.parametrize("who", ["moderator", "observer"])
def test_only_a_side_adds_to_the_dice(demo: InHand, who: str) -> None:
    demo.sit(who)
    assert "Add your own chance" not in demo.drawn("dice/")
    assert demo.client.post(f"{demo.home}dice/bind/", {"words": WORDS, "submission": "a"}).status_code == 403
    assert not Entry.objects.filter(kind="nonce").exists()


def test_after_the_first_dice_it_says_why_nothing_can_be_added(demo: InHand) -> None:
    send(demo, "bind", words=WORDS)
    rolled = roll(demo)
    shown = demo.words("dice/")
    assert f"were thrown in entry {rolled.sequence}" in shown
    assert "bound a chance of its own and never showed it, so it does not count" in shown
    assert demo.client.post(f"{demo.home}dice/show/", {"words": WORDS, "submission": "late"}).status_code == 422
    assert not any(e.record["body"]["act"] == SHOW for e in Entry.objects.filter(kind="nonce"))


def test_what_is_typed_is_only_text_wherever_it_is_shown(demo: InHand) -> None:
    nasty = "<script>alert(1)</script>'\"&"
    send(demo, "bind", words=nasty)
    send(demo, "show", words=nasty)
    entry = Entry.objects.filter(kind="nonce").latest("id")
    for url in ("dice/", "log/", f"log/{entry.reference}/", "handover/", "report/"):
        assert "<script>alert" not in demo.drawn(url), url
    assert "&lt;script&gt;alert" in demo.drawn("dice/")


def test_the_tool_can_be_taken_from_the_page(demo: InHand) -> None:
    answer = demo.client.get(f"{demo.home}dice/verify_log.py")
    assert answer["Content-Disposition"] == 'attachment; filename="verify_log.py"'
    assert b"def face(" in answer.content
    assert demo.client.get("/c/nowhere/dice/verify_log.py").status_code == 404


def test_a_receipt_says_whether_sides_had_added_to_its_dice(demo: InHand) -> None:
    rolled = roll(demo)
    url = f"/c/{demo.slug}/log/{rolled.reference}/"
    assert "no side had added to them: the server's dice alone" in demo.words(url)


def test_receipts_prove_the_dice_with_what_sides_had_added(demo: InHand) -> None:
    send(demo, "bind", words=WORDS)
    send(demo, "show", words=WORDS)
    rolled = roll(demo)
    for _ in range(20):
        demo.end_step()
    shown = demo.words(f"log/{rolled.reference}/")
    assert "what sides had added to them counts" in shown
    assert "faces recomputed just now: as recorded" in shown
    assert "faces differ" not in shown
    for opened in Entry.objects.filter(campaign=demo.campaign, kind="reveal", turn=rolled.turn):
        if opened.chain in ("public", "axis"):
            page = demo.client.get(f"{demo.home}log/{opened.reference}/").content.decode()
            assert "is the one that" in words_of(page), opened
            assert "is NOT" not in page
