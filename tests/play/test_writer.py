"""One transaction, one result: stale pages, second taps, half-done work, seats, and what an entry looks like."""

import contextlib
import hashlib
import hmac
import json
import re

import pytest
from django.db import IntegrityError

from navalassist.auditlog.models import GENESIS, Chain, Entry, short_code
from navalassist.campaigns.models import Campaign
from navalassist.engine import Add, Choose, Dice, EffectError, Remove, Set, canonical
from navalassist.engine.reader import Reader, Unknown
from navalassist.play import state as states
from navalassist.play.checks.verify import check_campaign
from navalassist.play.corrections.correct import dependents
from navalassist.play.dice.server import DiceInput, ServerDice, face
from navalassist.play.rules.resolve import Refused, carry_out, preview, procedure_of
from navalassist.play.state import head_code, page_version
from navalassist.play.systems import enemy_of, system_of
from navalassist.play.write.submissions import new_submission
from navalassist.play.write.transaction import writing
from navalassist.play.write.writer import AlreadyDone, Conflict, NotYours
from tests.mini.system import MINI, begin, do, edit, end_step, facts, force, seat

HITS = "zone:inner.hits"


def test_an_entry_has_all_that_the_format_promises(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-strike", "6, 66 6 66, 66, 5 5 5 5", submission="s1", force="open")
    record = entry.record
    assert set(record) == {
        "format", "campaign", "chain", "sequence", "turn", "player_turn", "step", "time", "actor", "seat", "kind",
        "tapped_at", "submission", "body", "previous",
    }  # fmt: skip
    assert {
        "act", "procedure", "rule", "edition", "operation", "situation", "typed", "facts_read", "answers", "tables",
        "rulings", "outcome", "effects", "changes", "odds", "dice", "own_effects", "own_changes",
    } == set(record["body"])  # fmt: skip
    assert hashlib.sha256(entry.content.encode()).hexdigest() == entry.hash
    assert canonical(record) == entry.content
    assert record["previous"] == Entry.objects.get(chain="public", sequence=entry.sequence - 1).hash
    assert Entry.objects.get(chain="public", sequence=1).record["previous"] == GENESIS
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z", record["time"])
    answer = record["body"]["answers"][0]
    assert (answer["key"], answer["kind"], answer["dice"], answer["faces"]) == ("search", "table", "1d6", [6])
    assert [(t["rule"], t["applies"]) for t in answer["terms"]] == [("M.1", True), ("M.1.c", False), ("M.1.d", False)]
    assert answer["bounds"] == [0, 3]
    assert answer["cells"][0]["provenance"] == "printed"
    assert '"id"' not in json.dumps(record)


def test_facts_read_name_the_entry_that_set_them_and_a_row_that_changed_since_is_not_taken_away(
    campaign: Campaign,
) -> None:
    change = edit(seat(campaign), Set("zone:inner.declared", "tight"))
    entry = do(seat(campaign), "mini-strike", "1", force="open")
    read = {key: (value, source) for key, value, source in entry.record["body"]["facts_read"]}
    assert read["zone:inner.declared"] == ("tight", change.reference)
    assert read["task-force:open.name"] == ("Open Force", "public/1")
    assert dependents(change, frozenset({"public"})) == [entry]
    seen = page_version(states.load(campaign.slug), seat(campaign))
    edit(seat(campaign), Set("task-force:open.name", "Other"))
    with pytest.raises(Conflict):
        edit(seat(campaign), Remove("task-force:open"), seen=seen)
    assert "task-force:open.name" in facts(campaign)


@pytest.mark.promise("P43")
def test_a_stale_page_changes_nothing_and_is_told_what_changed(campaign: Campaign) -> None:
    viewer = seat(campaign)
    seen = page_version(states.load(campaign.slug), viewer)
    change = edit(seat(campaign, "allied"), Set(HITS, 3))
    with pytest.raises(Conflict) as found:
        edit(viewer, Set(HITS, 1), seen=seen)
    assert found.value.changed == [(HITS, change.reference)]
    with pytest.raises(Conflict):
        do(viewer, "mini-strike", "1", seen=seen, force="open")
    assert facts(campaign)[HITS] == 3
    assert edit(viewer, Set("zone:outer.hits", 1), seen=seen).kind == "edit"
    assert edit(viewer, Set(HITS, 1), seen=page_version(states.load(campaign.slug), viewer)).kind == "edit"


@pytest.mark.parametrize("seen", ["", "nonsense", "public:", "public:x", "public:²", "public:9" + "9" * 20, ",,:"])
def test_a_version_that_cannot_be_read_counts_as_none(campaign: Campaign, seen: str) -> None:
    assert edit(seat(campaign), Set(HITS, 1), seen=seen).kind == "edit"


@pytest.mark.promise("P3")
def test_a_second_tap_gets_the_first_result(campaign: Campaign) -> None:
    viewer, key = seat(campaign), new_submission()
    first = do(viewer, "mini-strike", submission=key, force="open")
    with pytest.raises(AlreadyDone) as done:
        do(viewer, "mini-strike", submission=key, force="open")
    assert done.value.entries == [first]
    assert Entry.objects.filter(submission=key).count() == 1
    with writing(viewer, submission="two") as writer:
        one = writer.edit("a", [Set(HITS, 8)])
        two = writer.edit("b", [Set(HITS, 9)])
    with pytest.raises(AlreadyDone, match=f"{one.reference}, {two.reference}"), writing(viewer, submission="two"):
        pytest.fail("it was carried out again")


@pytest.mark.parametrize("key", ["x" * 41, "a b", "é", "a\n", "<b>", "\x00"])
def test_a_key_that_no_page_gave_out_is_refused(campaign: Campaign, key: str) -> None:
    with pytest.raises(ValueError, match="load the page again"):
        do(seat(campaign), "mini-watch", submission=key)
    assert not Entry.objects.filter(procedure="mini-watch").exists()


def test_several_rules_of_one_submission_are_not_stale_to_each_other(campaign: Campaign) -> None:
    viewer = seat(campaign)
    seen = page_version(states.load(campaign.slug), viewer)
    dice = DiceInput("typed", "66 1, 66 2")
    with writing(viewer, submission="all", seen=seen) as writer:
        first = carry_out(writer, "mini-weather", {"zone": "inner"}, dice)
        second = carry_out(writer, "mini-weather", {"zone": "inner"}, dice)
        dice.finish()
    assert second.record["body"]["situation"]["was"] == "partial"
    assert (first.sequence + 1, first.submission) == (second.sequence, second.submission)


def test_the_book_forbids_and_so_does_play(campaign: Campaign) -> None:
    viewer = seat(campaign)
    do(viewer, "mini-strike", "1", force="open")
    found = preview(states.load(campaign.slug), "mini-strike", {"force": "open"}, MINI)
    assert (found.refusal.rule, found.figures) == ("M.1.a", ())
    with pytest.raises(Refused, match="has struck in this step already") as refused:
        do(viewer, "mini-strike", "1", force="open")
    assert refused.value.refusal == found.refusal


def test_a_preview_tells_everything_before_the_dice_and_writes_nothing_and_the_head_has_a_short_code(
    campaign: Campaign,
) -> None:
    count = Entry.objects.count()
    found = preview(states.load(campaign.slug), "mini-strike", {"force": "open"}, MINI)
    assert [str(f.value) for f in found.figures] == ["1/2", "7/3"]
    assert (found.refusal, found.no_odds, found.seat) == (None, "", "axis")
    assert found.facts_read["zone:inner.hits"] == 0
    assert Entry.objects.count() == count
    head = Chain.objects.get(campaign=campaign, audience="public").head
    assert head_code(states.load(campaign.slug)) == short_code(head)
    assert re.fullmatch("[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}", short_code(head))
    assert Entry.objects.get(hash=head).code == short_code(head)


def test_unknown_names_are_told_in_a_sentence(campaign: Campaign) -> None:
    viewer = seat(campaign)
    with pytest.raises(Unknown, match="there is no procedure 'x'"):
        do(viewer, "x")
    with pytest.raises(Unknown, match="Miniature has no procedure 'cargo-contact'"):
        do(viewer, "cargo-contact")
    with pytest.raises(Unknown, match=r"the campaign has no task-force:ghost\.side"):
        do(viewer, "mini-strike", force="ghost")
    with pytest.raises(Unknown, match="the rule system 'chess' is not installed"):
        system_of("chess")
    with pytest.raises(Unknown):
        procedure_of("chess")
    assert enemy_of("axis", MINI) == "allied"
    reader = Reader(states.load(campaign.slug))
    assert reader.get("zone:nowhere.hits", 7) == 7
    assert reader.read == {}
    assert dict(reader.facts((HITS,))) == {HITS: 0}
    assert reader.source(HITS) == "public/1"


def test_a_tap_belongs_to_a_seat_and_an_entry_says_from_which_it_was_tapped(campaign: Campaign) -> None:
    with pytest.raises(NotYours, match="this tap belongs to the axis seat"):
        do(seat(campaign, "allied", at_table=False), "mini-strike", "1", force="open")
    with pytest.raises(NotYours):
        end_step(seat(campaign, "observer"))
    assert do(seat(campaign, "allied"), "mini-strike", "1", force="open").seat == "axis"
    viewer = seat(campaign, "allied")
    with writing(viewer) as writer:
        entry = writer.edit("zone.hits", [Set("zone:inner.hits", 1)], seat="axis")
    assert (entry.seat, entry.record["tapped_at"]) == ("axis", "allied")


def pass_over_an_error(campaign: Campaign) -> None:
    with writing(seat(campaign)) as writer:
        writer.edit("good", [Set(HITS, 1)])
        with contextlib.suppress(EffectError):
            writer.edit("bad", [Set(HITS, 2), Set("zone:nowhere.hits", 3)])


@pytest.mark.promise("P2")
def test_an_effect_that_fails_half_way_leaves_nothing_even_if_the_error_is_passed_over(campaign: Campaign) -> None:
    before, count = facts(campaign), Entry.objects.count()
    with pytest.raises(RuntimeError, match="half-way"):
        pass_over_an_error(campaign)
    assert facts(campaign) == before
    assert Entry.objects.count() == count
    assert states.load(campaign.slug).values == before


@pytest.mark.promise("P2")
@pytest.mark.django_db(transaction=True)
def test_what_the_database_refuses_is_not_half_applied(mini: None) -> None:
    campaign = begin()
    before, count = facts(campaign), Entry.objects.count()
    with pytest.raises(IntegrityError):
        edit(seat(campaign), Set(HITS, 5), Set("zone:inner.declared", "very tight"))
    assert facts(campaign) == before
    assert Entry.objects.count() == count
    assert states.load(campaign.slug).values == before
    assert check_campaign(campaign).sound
    assert edit(seat(campaign), Set(HITS, 6)).sequence == 3


def test_a_row_can_go_and_come_back_in_one_act(campaign: Campaign) -> None:
    edit(seat(campaign), Remove("task-force:open"), force("open", "axis", "outer", "Born again"))
    assert facts(campaign)["task-force:open.name"] == "Born again"
    edit(seat(campaign), force("flash"), Add("task-force:flash.hits", 2), Remove("task-force:flash"))
    assert "task-force:flash.name" not in facts(campaign)


def test_the_state_at_hand_is_what_the_tables_say(campaign: Campaign) -> None:
    do(seat(campaign), "mini-strike", force="open")
    edit(seat(campaign), force("new"), Set("ruling:R-90.choice", "no"))
    state = states.load(campaign.slug)
    read = states.read(campaign, state.heads)
    assert (state.values, state.sources, state.audiences) == (read.values, read.sources, read.audiences)
    assert state.book.rulings == {"R-90": "no"}
    assert states.load(campaign.slug) is state
    states.forget(campaign.pk)
    assert states.load(campaign.slug) is not state
    assert state.row("zone:nowhere") == {}
    assert state.row("zone:inner")["name"] == "Inner"
    assert state.rows("zone") == ["zone:inner", "zone:outer"]
    with pytest.raises(Campaign.DoesNotExist):
        states.load("nowhere")


def test_server_dice_depend_on_all_they_are_bound_to_and_a_face_that_would_favour_a_side_is_thrown_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seed = bytes(range(32))

    def faces(**other: str) -> list[int]:
        bound = {"campaign": "c", "entry": "public/1", "procedure": "p", "key": "k"} | other
        return [face(seed, *bound.values(), index, 6) for index in range(40)]

    assert faces() == faces()
    for name, value in (
        ("campaign", "d"),
        ("entry", "public/2"),
        ("entry", "axis/1"),
        ("procedure", "q"),
        ("key", "l"),
    ):
        assert faces(**{name: value}) != faces()
    assert face(bytes(32), "c", "public/1", "p", "k", 0, 6) in range(1, 7)

    dealer = ServerDice(seed, "c", "public/1", "p", {"order": "go"})
    assert dealer.faces("k", Dice(40), "") == tuple(faces())
    assert dealer.choice("order", Choose("order", {}, "axis")) == "go"
    assert dealer.choice("other", Choose("other", {}, "axis")) is None
    tries = iter([b"\xff" * 32, (2**64 - 2**64 % 6).to_bytes(8, "big") + bytes(24), bytes(7) + b"\x08" + bytes(24)])
    monkeypatch.setattr(hmac, "digest", lambda *_: next(tries))
    assert face(b"", "c", "public/1", "p", "k", 0, 6) == 8 % 6 + 1
