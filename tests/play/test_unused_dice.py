"""The server's dice of an act that comes to nothing are written down, and read again: no way of failing throws anew."""

import io
import json
from dataclasses import replace

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.engine import DiceError, Set
from navalassist.engine.reader import Unknown
from navalassist.play.checks.verify import check_campaign
from navalassist.play.corrections.correct import Correction, Redo, correct_all
from navalassist.play.corrections.undo import NothingToUndo, last_input, undo
from navalassist.play.dice.server import DiceInput
from navalassist.play.rules.resolve import carry_out
from navalassist.play.storage.bodies import body_of, recorded_faces, whole_body
from navalassist.play.systems import SYSTEMS, Target
from navalassist.play.turns import add_nonce
from navalassist.play.write.transaction import writing
from navalassist.play.write.unused_dice import FALLEN
from navalassist.play.write.writer import Conflict, NotYours
from tests.in_hand import InHand, act
from tests.mini.system import MINI, do, drop, edit, end_step, facts, hide_force, seat
from tests.play.test_disclosure import exported, shower
from tools import verify_log

FAILURES = (Unknown("no"), NotYours("axis"), Conflict([]), DiceError("no"), RuntimeError("a slip"))


def fails(viewer: Viewer, error: Exception, *acts: tuple[str, Target]) -> None:
    """Rules carried out with the server's dice, and then something raises."""

    def failing() -> None:
        with writing(viewer) as writer:
            for slug, target in acts:
                carry_out(writer, slug, target, DiceInput())
            raise error

    with pytest.raises(type(error)):
        failing()


def fallen(campaign: Campaign) -> list[Entry]:
    return list(Entry.objects.filter(campaign=campaign, kind=FALLEN).order_by("id"))


def faces(entry: Entry) -> dict[str, tuple[int, ...]]:
    return recorded_faces(whole_body(entry))


def proved(campaign: Campaign, *audiences: str) -> None:
    """Sound here, and offline once the turn is over and its seed open."""
    assert check_campaign(campaign).sound, check_campaign(campaign).faults
    end_step(seat(campaign), times=4)
    assert check_campaign(campaign).sound, check_campaign(campaign).faults
    checker = verify_log.Checker(exported(campaign, PUBLIC, *audiences))
    checker.run()
    assert not checker.faults
    assert checker.dice > 0 or checker.hidden > 0


@pytest.mark.promise("P16")
@pytest.mark.parametrize("error", FAILURES)
def test_whatever_leaves_a_transaction_after_the_dice_leaves_them_behind(campaign: Campaign, error: Exception) -> None:
    fails(seat(campaign), error, ("mini-strike", {"force": "open"}))
    (entry,) = fallen(campaign)
    assert (entry.procedure, entry.dice, entry.seat) == ("mini-strike", "server", "system")
    assert whole_body(entry)["begun_for"] == "mini-strike force=open"
    assert facts(campaign)["ledger:axis.vp"] == 0
    edit(seat(campaign), Set("zone:outer.hits", 1))
    again = do(seat(campaign), "mini-strike", force="open")
    body = whole_body(again)
    assert body["continues"] == entry.reference
    for key, thrown in faces(entry).items():
        assert (faces(again) | {k: tuple(v) for k, v in body.get("unused_dice", {}).items()})[key] == thrown
    assert "continues" not in whole_body(do(seat(campaign), "mini-barrage", guns=2))
    proved(campaign)


def test_every_number_that_dice_fell_for_is_used_up(campaign: Campaign) -> None:
    """Two rules with an input between them: three numbers, and no face can be known before its entry."""
    head = Entry.objects.filter(campaign=campaign, chain=PUBLIC).count()
    made: list[Entry] = []

    def failing() -> None:
        with writing(seat(campaign)) as writer:
            made.append(carry_out(writer, "mini-barrage", {"guns": 3}, DiceInput()))
            writer.edit("test.edit", (Set("zone:outer.hits", 1),))
            made.append(carry_out(writer, "mini-barrage", {"guns": 3}, DiceInput()))
            raise Unknown("no")

    with pytest.raises(Unknown):
        failing()
    first, second = made
    entries = fallen(campaign)
    assert [entry.sequence for entry in entries] == [head + 1, head + 2, head + 3]
    assert [faces(entry) for entry in entries] == [faces_of(first), {}, faces_of(second)]
    again = [do(seat(campaign), "mini-barrage", guns=3) for _ in range(3)]
    assert [faces(entry) for entry in again[:2]] == [faces_of(first), faces_of(second)]
    assert "continues" not in whole_body(again[2])
    proved(campaign)


def faces_of(entry: Entry) -> dict[str, tuple[int, ...]]:
    """Of an entry that was never written."""
    return recorded_faces(entry.record["body"])


def test_dice_of_a_secret_are_written_down_for_its_side_alone(campaign: Campaign) -> None:
    hide_force(campaign, name="Leviathan")
    fails(seat(campaign, "allied"), Unknown("no"), ("mini-scout", {"force": "hidden"}))
    (entry,) = fallen(campaign)
    assert body_of(entry, frozenset({PUBLIC, "axis"})) == {"act": "secret", "procedure": "mini-scout"}
    assert body_of(entry, frozenset({"allied"}))["answers"]
    assert "hidden" not in entry.content
    assert faces(do(seat(campaign, "allied"), "mini-scout", force="hidden")) == faces(entry)
    proved(campaign)
    proved(campaign, "allied")


def test_dice_that_everybody_sees_stand_open_though_what_they_were_for_does_not(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SYSTEMS, "mini", replace(MINI, showers={"mini-strike": shower}))
    hide_force(campaign)
    fails(seat(campaign, "allied"), Unknown("no"), ("mini-strike", {"force": "hidden"}))
    (entry,) = fallen(campaign)
    assert entry.record["body"]["answers"]
    assert "hidden" not in entry.content
    again = do(seat(campaign, "allied"), "mini-strike", force="hidden")
    assert again.record["body"]["continues"] == entry.reference
    proved(campaign)


def test_nothing_is_written_down_where_no_die_of_the_server_fell(campaign: Campaign) -> None:
    before = Entry.objects.filter(campaign=campaign).count()
    with pytest.raises(DiceError):
        do(seat(campaign), "mini-strike", "6", force="open")
    with pytest.raises(DiceError, match="too many"):
        do(seat(campaign), "mini-barrage", "666", guns=2)
    fails(seat(campaign), Unknown("no"), ("mini-watch", {"name": "Ada"}))
    assert Entry.objects.filter(campaign=campaign).count() == before


def test_the_person_is_told_and_cannot_take_it_back(campaign: Campaign) -> None:
    edit(seat(campaign), Set("zone:outer.hits", 1))
    error = Unknown("no")
    fails(seat(campaign), error, ("mini-strike", {"force": "open"}))
    assert error.__notes__ == ["The dice that had fallen for it stand in the log."]
    (entry,) = fallen(campaign)
    assert last_input(seat(campaign)) is None
    with pytest.raises(NothingToUndo):
        act(seat(campaign), undo, entry.reference)


def test_what_is_begun_again_with_them_is_given_up_by_who_began_it(campaign: Campaign) -> None:
    fails(seat(campaign), Unknown("no"), ("mini-orders", {"zone": "inner"}))
    waits = do(seat(campaign), "mini-orders", zone="inner")
    assert (waits.kind, faces(waits)) == ("waiting", faces(fallen(campaign)[0]))
    with pytest.raises(NotYours):
        drop(seat(campaign, "allied", at_table=False), waits)
    drop(seat(campaign), waits)
    again = do(seat(campaign), "mini-orders", zone="inner")
    assert faces(again) == faces(waits)
    drop(seat(campaign), again)
    proved(campaign)


def test_no_nonce_may_come_after_them(campaign: Campaign) -> None:
    fails(seat(campaign), Unknown("no"), ("mini-strike", {"force": "open"}))
    with pytest.raises(add_nonce.NonceError):
        act(seat(campaign), add_nonce.bind_nonce, "axis", "0" * 64)


def test_a_face_that_was_forged_is_found(campaign: Campaign) -> None:
    fails(seat(campaign), Unknown("no"), ("mini-barrage", {"guns": 3}))
    end_step(seat(campaign), times=4)
    lines = exported(campaign, PUBLIC).getvalue().decode().splitlines()
    at = next(n for n, line in enumerate(lines) if '\\"kind\\":\\"fallen\\"' in line)
    line = json.loads(lines[at])
    record = json.loads(line["content"])
    thrown = record["body"]["answers"][0]["faces"]
    thrown[0] = thrown[0] % 6 + 1
    line["content"] = json.dumps(record)
    lines[at] = json.dumps(line)
    checker = verify_log.Checker(io.BytesIO("\n".join(lines).encode()))
    checker.header = json.loads(lines[0])
    for check in (checker.check_chain, checker.check_dice):
        for text in lines[1:]:
            entry = json.loads(text)
            check("x", entry, json.loads(entry["content"]))
    assert any("is not the one that was bound" in what for _, what in checker.faults)


def test_a_correction_whose_dice_lead_to_a_decision_keeps_them_and_the_later_ones_fall_away(
    little: InHand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rolled again, the weather shows 5 4: a cell that nobody knows, and the moderator is asked."""
    campaign, little.forged = little.campaign, True
    shown = {"weather": (1, 1), "days": (6,)}
    monkeypatch.setattr("navalassist.play.dice.server.face", lambda *bound: shown[bound[4]][bound[5]])
    second = do(seat(campaign), "mini-weather", "2 1 4", zone="inner")
    third = do(seat(campaign), "mini-weather", zone="outer")
    assert second.kind == "rule"
    redos = (
        Redo(third, lambda state, made: Correction("typo", "once more", anew=True)),
        Redo(second, lambda state, made: Correction("follows"), "mini-weather zone=inner"),
    )
    shown["weather"] = (5, 4)
    made = act(seat(campaign), correct_all, redos)
    assert [(entry.kind, entry.corrects) for entry in made] == [
        ("waiting", third.reference),
        ("undo", second.reference),
    ]
    assert not fallen(campaign)
    again = do(seat(campaign), "mini-weather", zone="inner")
    assert (whole_body(again)["continues"], faces(again)) == (second.reference, faces(second))
