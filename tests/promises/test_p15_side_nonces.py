"""P15: the operator is bounded: each side may add a nonce, bound before either is shown, after the server's seed."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from navalassist.auditlog.models import Entry, Seed
from navalassist.campaigns.models import Campaign
from navalassist.play.checks.verify import check_campaign
from navalassist.play.dice import nonces
from navalassist.play.dice.server import face
from navalassist.play.state import load
from navalassist.play.turns import add_nonce
from tests.in_hand import act
from tests.mini.system import do, end_step, hide_force, mend, seat
from tests.promises.archives import reforged
from tests.promises.lies import Lie, all_of, moves, says, twice, where
from tests.promises.tampering import forge, undone
from tests.promises.test_p13_bound_dice import Lines, check, export_of, faults, write

pytestmark = [pytest.mark.promise("P15"), pytest.mark.django_db]
AXIS, ALLIED = "the cat of the signalman", "half past seven, rain"


def bind(campaign: Campaign, side: str, text: str) -> Entry:
    return act(seat(campaign, side), add_nonce.bind_nonce, side, nonces.commitment_of(text))


def show(campaign: Campaign, side: str, text: str) -> Entry:
    return act(seat(campaign, side), add_nonce.show_nonce, side, text)


def both(campaign: Campaign) -> None:
    bind(campaign, "axis", AXIS)
    bind(campaign, "allied", ALLIED)
    show(campaign, "allied", ALLIED)
    show(campaign, "axis", AXIS)


@pytest.fixture
def added(campaign: Campaign) -> Campaign:
    """Two turns: in the first both sides add to the dice, in the second nobody does."""
    hide_force(campaign)
    both(campaign)
    do(seat(campaign), "mini-weather", zone="inner")
    do(seat(campaign, "allied"), "mini-strike", force="hidden")
    entry = do(seat(campaign), "mini-barrage", guns=3)
    mend(seat(campaign), entry, situation={"guns": 5})
    end_step(seat(campaign), times=4)
    do(seat(campaign), "mini-weather", zone="outer")
    return campaign


def test_both_nonces_stand_in_the_log_in_that_order(added: Campaign) -> None:
    public = Entry.objects.filter(campaign=added, chain="public").order_by("sequence")
    acts = [(entry.kind, entry.record["body"]["act"], entry.seat) for entry in public]
    assert acts[1:7] == [
        ("seed", "dice.bind", "system"),
        ("nonce", "nonce.commit", "axis"),
        ("nonce", "nonce.commit", "allied"),
        ("nonce", "nonce.show", "allied"),
        ("nonce", "nonce.show", "axis"),
        ("rule", "mini-weather", "axis"),
    ]
    bound, shown = public[2].record["body"], public[5].record["body"]
    assert (bound["side"], bound["commitment"]) == ("axis", hashlib.sha256(AXIS.encode()).hexdigest())
    assert (shown["side"], shown["nonce"], shown["turn_bound"]) == ("axis", AXIS, "0001")


def test_every_face_of_the_turn_hangs_on_the_seed_and_on_both_nonces(added: Campaign) -> None:
    entry = Entry.objects.filter(campaign=added, procedure="mini-weather").earliest("id")
    answer = entry.record["body"]["answers"][0]
    seed = bytes(Seed.objects.get(campaign=added, turn="0001", audience="public").seed)
    bound = (seed, str(added.identity), entry.reference, "mini-weather", answer["key"])

    def faces(told: dict[str, str]) -> list[int]:
        return [face(*bound, index, 6, nonces.mixed(told)) for index in range(len(answer["faces"]))]

    assert faces({"axis": AXIS, "allied": ALLIED}) == answer["faces"]
    # Any other nonce, and none, gives other dice: over many, since two may fall alike by chance.
    many = {tuple(face(*bound, n, 6, nonces.mixed({"axis": f"{other}"})) for n in range(20)) for other in range(50)}
    assert len(many) == 50


def test_both_verifiers_throw_the_dice_again_with_the_nonces(added: Campaign, tmp_path: Path) -> None:
    report = check_campaign(added)
    assert report.faults == []
    assert report.dice > 9
    for seats in ((), ("axis",), ("allied",), ("axis", "allied", "moderator")):
        status, said = check(write(tmp_path / "log.jsonl", export_of(added, *seats)))
        assert status == 0, said
    assert "server dice thrown again" in said


def test_the_seeds_of_all_audiences_are_bound_before_the_first_nonce(campaign: Campaign) -> None:
    first = bind(campaign, "axis", AXIS)
    bound = Entry.objects.filter(campaign=campaign, kind="seed", id__lt=first.pk)
    assert sorted(entry.chain for entry in bound) == ["allied", "axis", "moderator", "public"]
    hide_force(campaign)
    assert Entry.objects.filter(campaign=campaign, kind="seed").count() == 4
    assert check_campaign(campaign).sound


def test_a_side_that_never_shows_its_nonce_blocks_nobody(campaign: Campaign, tmp_path: Path) -> None:
    bind(campaign, "axis", AXIS)
    bind(campaign, "allied", ALLIED)
    show(campaign, "allied", ALLIED)
    entry = do(seat(campaign), "mini-weather", zone="inner")
    assert entry.kind == "rule"
    with pytest.raises(add_nonce.NonceError, match=f"were thrown in entry {entry.sequence}"):
        show(campaign, "axis", AXIS)
    state = load(campaign.slug)
    assert nonces.shown_nonces(state) == {"allied": ALLIED}
    assert [(nonce.side, nonce.text) for nonce in nonces.nonces_of(state)] == [("axis", ""), ("allied", ALLIED)]
    end_step(seat(campaign), times=4)
    assert nonces.nonces_of(load(campaign.slug)) == []
    assert check_campaign(campaign).faults == []
    assert faults(tmp_path, export_of(campaign)) == []


@pytest.mark.parametrize(
    ("done", "refused", "why"),
    [
        ([], ("show", "axis", AXIS), "bound nothing in this turn"),
        ([("bind", "axis", AXIS)], ("bind", "axis", "another"), "added its own chance for this turn already"),
        ([("bind", "axis", AXIS)], ("show", "axis", AXIS.upper()), "not the words that were bound"),
        ([("bind", "axis", AXIS)], ("show", "axis", "two\nlines"), "words of one line"),
        ([("bind", "axis", AXIS)], ("show", "axis", "x" * 201), "at most 200 characters; this has 201"),
        ([("bind", "axis", AXIS)], ("show", "axis", "  "), "type some words"),
        (
            [("bind", "axis", AXIS), ("show", "axis", AXIS)],
            ("bind", "allied", ALLIED),
            "another side has shown its own already",
        ),
        ([("bind", "axis", AXIS), ("show", "axis", AXIS)], ("show", "axis", AXIS), "has shown its own already"),
        ([("roll", "", "")], ("bind", "axis", AXIS), "first dice of this turn were thrown in entry 3"),
        ([("secret", "", "")], ("bind", "axis", AXIS), "first dice of this turn may have been thrown in entry 3"),
    ],
)
def test_what_comes_out_of_order_is_refused_and_nothing_is_written(
    campaign: Campaign, done: list[tuple[str, str, str]], refused: tuple[str, str, str], why: str
) -> None:
    acts: dict[str, Callable[..., Any]] = {
        "bind": bind,
        "show": show,
        "roll": lambda c, *_: do(seat(c), "mini-weather", zone="inner"),
        "secret": lambda c, *_: (hide_force(c), do(seat(c, "allied"), "mini-strike", STRIKE, force="hidden")),
    }
    for what, side, text in done:
        acts[what](campaign, side, text)
    before = Entry.objects.count()
    with pytest.raises(add_nonce.NonceError, match=why):
        acts[refused[0]](campaign, *refused[1:])
    assert Entry.objects.count() == before


STRIKE = "1"


def test_typed_dice_of_an_open_rule_close_nothing(campaign: Campaign) -> None:
    do(seat(campaign), "mini-weather", "5 5 4", zone="inner")
    assert nonces.why_closed(load(campaign.slug)) == ""


def test_a_turn_bound_by_an_older_version_takes_none(campaign: Campaign) -> None:
    from navalassist.auditlog import triggers

    def older(record: dict[str, Any]) -> None:
        record["body"]["scheme"] = 1

    triggers.drop()
    with undone():
        forge(campaign, "public/2", older)
        with pytest.raises(add_nonce.NonceError, match="bound by an older version"):
            bind(campaign, "axis", AXIS)


def nonce(act: str, side: str, path: str, wrong: str) -> Lie:
    """The nonce of a side, bound or shown, is another."""
    return lambda records: says(path, wrong)(records[where(records, act=act, side=side)])


def move(act: str, side: str, to: Callable[[Lines], int]) -> Lie:
    """It stands elsewhere."""
    return lambda records: moves(where(records, act=act, side=side), to(records))(records)


DOG = "the dog of the signalman"
SHOWS_ANOTHER = nonce("nonce.show", "axis", "body.nonce", DOG)
FORGERIES: dict[str, tuple[Lie, str]] = {
    "it was bound after another was shown": (
        move("nonce.commit", "axis", lambda records: where(records, act="nonce.show", side="allied")),
        "a nonce was bound after another one was shown",
    ),
    "another is shown": (SHOWS_ANOTHER, "the nonce is not the one that was bound"),
    "it was shown after dice": (
        move("nonce.show", "axis", lambda records: where(records, kind="reveal") - 1),
        "a nonce came after the server's dice of its turn may have been thrown",
    ),
    "it was bound before the seed": (
        move("nonce.commit", "axis", lambda _: 1),
        "a nonce came before the dice of its turn were bound",
    ),
    "an older formula takes none": (
        lambda records: says("body.scheme", 1)(records[where(records, kind="seed")]),
        "a nonce came before the dice of its turn were bound, or their formula takes none",
    ),
    "another was bound and shown": (
        all_of(SHOWS_ANOTHER, nonce("nonce.commit", "axis", "body.commitment", nonces.commitment_of(DOG))),
        "is not the one that was bound",
    ),
    "it was bound twice": (
        lambda records: twice(where(records, act="nonce.commit", side="axis"))(records),
        "this side bound a nonce before",
    ),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_the_offline_verifier_names_what_a_forger_changes(added: Campaign, tmp_path: Path, what: str) -> None:
    export, (lie, why) = export_of(added), FORGERIES[what]
    assert faults(tmp_path, reforged(export, lambda _: None)) == []
    found = faults(tmp_path, reforged(export, lie))
    assert any(why in fault for fault in found), found


@pytest.mark.parametrize(
    ("reference", "field", "value", "why"),
    [
        ("public/6", "nonce", "the dog of the signalman", "the nonce is not the one that was bound"),
        ("public/3", "commitment", "0" * 64, "the nonce is not the one that was bound"),
        ("public/2", "scheme", 1, "or their formula takes none"),
        ("public/5", "turn_bound", "0007", "a nonce is for another turn than the one it stands in"),
        ("public/6", "side", "allied", "this side showed its nonce before"),
    ],
)
def test_verify_names_what_a_forger_changes(added: Campaign, reference: str, field: str, value: Any, why: str) -> None:
    from navalassist.auditlog import triggers

    triggers.drop()
    with undone():
        forge(added, reference, lambda record: record["body"].__setitem__(field, value))
        assert any(why in str(fault) for fault in check_campaign(added).faults)
