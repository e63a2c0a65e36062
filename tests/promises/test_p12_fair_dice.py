"""P12: the server's dice are fair and come from the operating system; nothing that a client sends selects them."""

import hashlib
import math
import secrets
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from django.db import transaction

from navalassist.auditlog.models import Entry, Seed
from navalassist.campaigns.models import Campaign
from navalassist.engine import Dice
from navalassist.play import state as states
from navalassist.play.dice import server
from navalassist.play.dice.server import DiceInput, ServerDice, face
from navalassist.play.rules.resolve import carry_out
from navalassist.play.write.transaction import writing
from tests.mini.system import do, seat

pytestmark = pytest.mark.promise("P12")
THROWS = 60_000


def chi_square(counts: Mapping[Any, int], cells: int) -> float:
    """The p value of even chances for every cell: how often even fairer dice would be less even than these."""
    even = sum(counts.values()) / cells
    statistic = sum((count - even) ** 2 / even for count in counts.values()) + even * (cells - len(counts))
    return upper_gamma((cells - 1) / 2, statistic / 2)


def upper_gamma(shape: float, x: float) -> float:
    """The regularised upper incomplete gamma function, by the series of the lower one."""
    term = total = 1 / shape
    number = shape
    while term > total * 1e-16:
        number += 1
        term *= x / number
        total += term
    return 1 - total * math.exp(-x + shape * math.log(x) - math.lgamma(shape))


def test_the_measure_itself() -> None:
    assert upper_gamma(2.5, 20.515 / 2) == pytest.approx(0.001, rel=1e-3)
    assert upper_gamma(17.5, 66.619 / 2) == pytest.approx(0.001, rel=1e-3)
    assert upper_gamma(2.5, 4.351 / 2) == pytest.approx(0.5, rel=1e-3)
    assert chi_square({face: 100 + 20 * (face == 6) for face in range(1, 7)}, 6) > 0.5
    assert chi_square({face: 10_000 + 900 * (face == 6) for face in range(1, 7)}, 6) < 0.001


@pytest.fixture(scope="module")
def throws() -> list[int]:
    """60,000 faces as play throws them: 60 turns with a seed each, 250 entries a turn, 4 dice an entry."""
    found: list[int] = []
    for turn in range(60):
        seed = hashlib.sha256(f"turn {turn}".encode()).digest()
        for entry in range(250):
            dealer = ServerDice(seed, "campaign", f"public/{entry}", "cargo-contact")
            found += dealer.faces("contact", Dice(2), "") or ()
            found += dealer.faces("lot-1/effect", Dice(1), "") or ()
            found += dealer.faces("lot-2/effect", Dice(1), "") or ()
    assert len(found) == THROWS
    return found


def test_every_face_is_as_likely_as_any_other(throws: list[int]) -> None:
    assert 0.001 < chi_square(Counter(throws), 6) < 0.999
    for place in range(4):
        assert 0.001 < chi_square(Counter(throws[place::4]), 6) < 0.999


def test_a_face_says_nothing_of_the_next_one(throws: list[int]) -> None:
    assert 0.001 < chi_square(Counter(zip(throws[::2], throws[1::2], strict=True)), 36) < 0.999
    assert 0.001 < chi_square(Counter(zip(throws[1:-1:2], throws[2::2], strict=True)), 36) < 0.999
    assert 0.001 < chi_square(Counter(zip(throws[:-4:8], throws[4::8], strict=True)), 36) < 0.999


@pytest.mark.parametrize("sides", [2, 3, 10, 20, 100])
def test_other_dice_are_fair_too(sides: int) -> None:
    seed = hashlib.sha256(b"other dice").digest()
    counts = Counter(face(seed, "c", f"public/{n}", "p", "k", 0, sides) for n in range(20_000))
    assert set(counts) == set(range(1, sides + 1))
    assert 0.001 < chi_square(counts, sides) < 0.999


def test_a_seed_comes_from_the_operating_system(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len({server.new_seed() for _ in range(100)}) == 100
    asked: list[int] = []
    monkeypatch.setattr(secrets, "token_bytes", lambda size: asked.append(size) or bytes(size))
    assert server.new_seed() == bytes(32)
    assert asked == [32]


@pytest.fixture
def rolled(campaign: Campaign) -> Campaign:
    seed = Seed.objects.get(campaign=campaign)
    assert len(bytes(seed.seed)) == 32
    return campaign


def faces_of(entry: Entry) -> list[Any]:
    return [answer.get("faces") for answer in entry.record["body"]["answers"]]


def again(campaign: Campaign, **client: Any) -> list[Any]:
    """The faces that an act with these client's values would have; nothing of it stays."""
    target = {"zone": "inner"} | client.pop("target", {})
    given = client.pop("dice", DiceInput())
    point = transaction.savepoint()
    try:
        with writing(seat(campaign, client.pop("seat", "axis")), **client) as writer:
            return faces_of(carry_out(writer, "mini-weather", target, given))
    finally:
        transaction.savepoint_rollback(point)
        states.forget()


@pytest.mark.parametrize(
    "client",
    [
        {"submission": "another"},
        {"submission": "0" * 40},
        {"seen": "public:2"},
        {"seen": "nonsense"},
        {"seat": "allied"},
        {"seat": "moderator"},
        {"dice": DiceInput("server", "66 6")},
        {"dice": DiceInput("server", "", {"weather/cell": "storm", "weather": "6", "days": "6"})},
        {"target": {"faces": [6, 6], "seed": "00" * 32, "dice": "666", "operation": "mine", "entry": "public/9"}},
    ],
)
def test_nothing_that_a_client_sends_selects_the_dice(rolled: Campaign, client: dict[str, Any]) -> None:
    plain = again(rolled)
    assert len(plain) == 2
    assert again(rolled, **dict(client)) == plain


def test_an_act_that_was_refused_cannot_be_tried_until_the_dice_are_good(rolled: Campaign) -> None:
    """The dice of an entry are fixed: sending it a hundred times gives the same, and only the next entry other ones."""
    assert {str(again(rolled, submission=f"try-{n}")) for n in range(20)} == {str(again(rolled))}
    first = do(seat(rolled), "mini-weather", zone="inner")
    others = [faces_of(do(seat(rolled), "mini-weather", zone="inner")) for _ in range(6)]
    assert any(faces != faces_of(first) for faces in others)
