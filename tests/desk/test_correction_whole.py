"""A correction with the entries that had read what it changes: each choice, all in one go or nothing."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.play.storage.bodies import whole_body
from tests.desk.logbook_demo import bomb, facts, sail, text, url, written
from tests.desk.test_correction import look, sent
from tests.promises.test_p13_bound_dice import export_of, faults


def post(client: Client, entry: Entry, status: int = 302, **typed: Any) -> str:
    return sent(client, entry, status, reason="typo", **typed)


def way(check: Entry, **typed: str) -> dict[str, str]:
    return {f"{name}-{check.chain}-{check.sequence}": value for name, value in typed.items()}


def body(entry: Entry) -> dict[str, Any]:
    return whole_body(entry)


@pytest.fixture
def bombed(voyage: Campaign) -> Entry:
    """Malta 9 less 1 hit: 8. The convoy's check in the Central Med reads it."""
    return bomb(voyage, 1)


def offline(campaign: Campaign, folder: Path) -> list[str]:
    """What the program without libraries finds wrong in the exported log."""
    return faults(folder, export_of(campaign, "public"))


def thrown(check: Entry) -> list[list[int]]:
    return [answer["faces"] for answer in body(check)["answers"] if "faces" in answer]


@pytest.mark.rule("X.6")
def test_nothing_is_done_before_something_is_chosen_for_each_and_no_other(bombed: Entry, client: Client) -> None:
    check = sail(bombed.campaign, "53 1 1 1")
    count = written(bombed.campaign)
    assert f"Choose what becomes of entry {check.sequence}" in post(client, bombed, 422, typed_hits="9")
    assert written(bombed.campaign) == count
    shown = look(client, bombed, reason="typo", typed_hits="9")
    assert all(
        f'name="way-public-{check.sequence}" value="{one}"' in shown for one in ("keep", "same", "roll", "stand")
    )
    assert written(bombed.campaign) == count
    other = Entry.objects.get(campaign=bombed.campaign, chain="public", sequence=4)
    page = post(client, bombed, 422, typed_hits="9", **way(check, way="keep"), **way(other, way="keep"))
    assert f"Entry {other.sequence} read nothing of this" in page
    for name in ("way-axis-99", "way-public-999", "way-public-x", "way-", "way-public-"):
        post(client, bombed, 422, typed_hits="9", **{name: "same"})
    assert written(bombed.campaign) == count


def test_an_entry_of_which_nothing_else_would_come_is_folded_away(bombed: Entry, client: Client) -> None:
    """At 8 and at 7 the throw 2 3 is no contact: the check is not asked about."""
    check = sail(bombed.campaign, "23")
    page = look(client, bombed, reason="typo", typed_hits="2")
    assert "1 that read it too and comes out the same" in page
    assert "way-public" not in page
    post(client, bombed, typed_hits="2")
    assert not Entry.objects.filter(corrects=check.reference).exists()


def test_it_is_kept_as_it_is_and_both_receipts_say_so(bombed: Entry, client: Client) -> None:
    check = sail(bombed.campaign, "53 1 1 1")
    before = {key: value for key, value in facts(bombed.campaign).items() if key.startswith("shipment:demo-1.")}
    post(client, bombed, typed_hits="9", **way(check, way="keep", why="it was long ago"))
    made = Entry.objects.get(corrects=bombed.reference)
    assert body(made)["settled"] == [[check.reference, "keep", "it was long ago"]]
    now = facts(bombed.campaign)
    assert {key: now[key] for key in before} == before
    assert now["malta:status.number"] == 0
    assert "kept as it is: it was long ago" in text(client, url(made))
    assert "kept as it is: it was long ago" in text(client, url(check))
    assert "To look at" not in text(client, url(made))


def test_it_is_carried_out_again_with_the_same_dice(bombed: Entry, client: Client, tmp_path: Path) -> None:
    check = sail(bombed.campaign, "53 1 1 1")
    assert body(check)["outcome"]["contact"]
    post(client, bombed, typed_hits="9", **way(check, way="same"))
    first, again = (Entry.objects.get(corrects=entry.reference) for entry in (bombed, check))
    assert thrown(again)[0] == [5, 3]
    assert not body(again)["outcome"]["contact"]
    assert body(again)["reason"] == "follows"
    assert body(again)["because"] == first.reference
    assert f'href="{url(first)}"' in text(client, url(again))
    assert f'href="{url(again)}"' in text(client, url(check))
    assert "carried out again" in text(client, url(first))
    assert offline(bombed.campaign, tmp_path) == []


@pytest.mark.promise("P13")
def test_it_is_rolled_again_by_the_server_and_the_old_dice_stay_in_the_log(
    bombed: Entry, client: Client, tmp_path: Path
) -> None:
    campaign = bombed.campaign
    check = sail(campaign)
    old = {answer["key"]: answer["faces"] for answer in body(check)["answers"] if "faces" in answer}
    ways = way(check, way="roll")
    count = written(campaign)
    preview = look(client, bombed, reason="typo", typed_hits="9", **ways, **way(check, why="x"))
    assert "with dice that are not thrown yet" in preview
    assert "Say why it is rolled again" in post(client, bombed, 409, typed_hits="9", **ways)
    assert written(campaign) == count
    post(client, bombed, typed_hits="9", **ways, **way(check, why="both sides agree"))
    again = Entry.objects.get(corrects=check.reference)
    assert body(again)["set_aside"] == old
    assert body(again)["note"] == "both sides agree"
    assert body(again)["dice"] == {"source": "server", "reused": []} or "reused" not in body(again)["dice"]
    page = text(client, url(again))
    assert "Dice that no longer count" in page
    assert " ".join(map(str, old["contact"])) in page
    assert offline(campaign, tmp_path) == []


def test_typed_dice_are_rolled_again_by_hand(bombed: Entry, client: Client, tmp_path: Path) -> None:
    check = sail(bombed.campaign, "53 1 1 1")
    ways = way(check, way="roll", why="the cup fell over")
    page = post(client, bombed, 422, typed_hits="9", **ways)
    assert "needed" in page or "die" in page.lower()
    post(client, bombed, typed_hits="9", **ways, **way(check, dice="21"))
    again = Entry.objects.get(corrects=check.reference)
    assert thrown(again) == [[2, 1]]
    assert body(again)["set_aside"]["contact"] == [5, 3]
    assert offline(bombed.campaign, tmp_path) == []


def test_it_stands_and_is_made_up_for_in_the_same_go(bombed: Entry, client: Client) -> None:
    check = sail(bombed.campaign, "53 1 1 1")
    count = written(bombed.campaign)
    stands = way(check, way="stand", why="three SPs that would have come through", what="ledger.vp=axis", to="2")
    wrong = stands | way(check, to="many")
    assert "type a whole number" in post(client, bombed, 422, typed_hits="9", **wrong)
    assert "choose what makes up for it" in post(client, bombed, 422, typed_hits="9", **(stands | way(check, what="")))
    assert "say why" in post(client, bombed, 422, typed_hits="9", **(stands | way(check, why="")))
    assert written(bombed.campaign) == count
    post(client, bombed, typed_hits="9", **stands)
    first, edit = Entry.objects.filter(campaign=bombed.campaign).order_by("id")[count:]
    assert (first.corrects, edit.kind) == (bombed.reference, "edit")
    assert (body(edit)["compensates"], body(edit)["because"]) == (check.reference, first.reference)
    assert first.submission == edit.submission
    assert facts(bombed.campaign)["ledger:axis.vp"] == 2
    assert f'href="{url(edit)}"' in text(client, url(check))
    assert f'href="{url(edit)}"' in text(client, url(first))
    assert f'href="{url(first)}"' in text(client, url(edit))


def test_further_typed_dice_are_asked_for_beforehand(bombed: Entry, client: Client, tmp_path: Path) -> None:
    """At 0 the throw 5 3 is no contact; at 8 it is one, and the lots want dice that nobody threw."""
    campaign = bombed.campaign
    first = bomb(campaign, 8)
    check = sail(campaign, "53")
    assert not body(check)["outcome"]["contact"]
    ways = way(check, way="same")
    preview = look(client, first, reason="typo", typed_hits="0", **ways)
    assert "Further dice are needed" in preview
    # One box of dice, beside what becomes of the entry.
    assert "effect on lot 1: throw and type them" in preview
    assert (
        f'name="more-public-{check.sequence}"' in preview,
        preview.count(f'name="dice-public-{check.sequence}"'),
    ) == (False, 1)
    count = written(campaign)
    page = post(client, first, 422, typed_hits="0", **ways)
    assert f"Type the further dice of entry {check.sequence}" in page
    assert f'name="dice-public-{check.sequence}"' in page
    assert written(campaign) == count
    # What was typed before anything was chosen stays in its box, and is no dice of an entry that is kept.
    for look_at, chosen in ((look, {}), (post, way(check, way="keep"))):
        status = {"status": 422} if look_at is post else {"reason": "typo"}
        page = look_at(client, first, typed_hits="0", **status, **way(check, dice="4 2 1"), **chosen)
        assert 'value="4 2 1"' in page
    post(client, first, typed_hits="0", **ways, **way(check, dice="4 2 1"))
    assert thrown(Entry.objects.get(corrects=check.reference)) == [[5, 3], [4], [2], [1]]
    assert offline(campaign, tmp_path) == []
