"""What is secret stays with its audience: in entries, facts, chains, dice, and in the export."""

import json

import pytest

from navalassist.auditlog.export import lines
from navalassist.auditlog.models import Chain, Entry, Payload, Seed
from navalassist.campaigns.models import Campaign, Mark
from navalassist.campaigns.viewer import MODERATOR, OBSERVER, PUBLIC
from navalassist.engine import Create, EffectError, Remove, Set, create
from navalassist.engine.reader import Reader
from navalassist.play import state as states
from navalassist.play.checks.verify import check_campaign
from navalassist.play.corrections.correct import NotCorrectable, dependents
from navalassist.play.corrections.undo import last_input, undo
from navalassist.play.rules.visibility import secret_audience
from navalassist.play.storage.bodies import audience_of, body_of, find
from navalassist.play.systems import system_of
from navalassist.play.write.writer import commit
from tests.in_hand import act
from tests.mini.system import do, edit, end_step, facts, force, hide_force, mend, seat

MARKER = "Leviathan-7731"


def heads(campaign: Campaign) -> dict[str, tuple[int, str]]:
    return {chain.audience: (chain.sequence, chain.head) for chain in Chain.objects.filter(campaign=campaign)}


def everything_seen(campaign: Campaign, seat_name: str) -> str:
    """All that a seat may read, as one text: entries with bodies, and facts."""
    viewer = seat(campaign, seat_name, at_table=False)
    seen = Entry.objects.filter(campaign=campaign).seen_by(viewer.audiences)
    texts = [entry.content + json.dumps(body_of(entry, viewer.audiences)) for entry in seen]
    state = states.load(campaign.slug)
    texts.append(json.dumps(viewer.view(state.values, state.audiences)))
    return "\n".join(texts)


@pytest.mark.promise("P22")
def test_a_secret_edit_moves_only_its_own_chain(campaign: Campaign) -> None:
    before = heads(campaign)
    hide_force(campaign, name=MARKER)
    after = heads(campaign)
    assert {name for name in after if after[name] != before[name]} == {"allied"}


@pytest.mark.promise("P22")
def test_the_first_secret_of_a_turn_is_taken_back_like_any_other(campaign: Campaign) -> None:
    entry = hide_force(campaign)
    assert Entry.objects.get(chain="allied", sequence=2).kind == "seed"
    viewer = seat(campaign, "allied")
    act(viewer, undo, entry.reference)
    assert not states.load(campaign.slug).audiences
    assert last_input(viewer) is None
    end_step(seat(campaign), times=4)
    assert last_input(viewer) is None


@pytest.mark.promise("P22")
def test_a_secret_is_salted_and_committed_so_that_nobody_can_guess_it(campaign: Campaign) -> None:
    entry = hide_force(campaign, name=MARKER)
    (payload,) = Payload.objects.filter(entry=entry)
    (commitment,) = entry.record["commitments"]
    assert commitment == {"audience": "allied", "commitment": commit(payload.salt, payload.content)}
    assert len(bytes.fromhex(payload.salt)) == 16
    assert MARKER in payload.content
    assert MARKER not in entry.content
    assert Payload.objects.get(entry=hide_force(campaign, key="twin", name=MARKER)).salt != payload.salt


def test_only_its_audience_reads_the_secret_body(campaign: Campaign) -> None:
    entry = hide_force(campaign, name=MARKER)
    assert body_of(entry, frozenset({PUBLIC, "axis"})) == {"act": "secret"}
    assert body_of(entry, frozenset({PUBLIC, "allied"}))["act"] == "test.edit"
    with pytest.raises(Entry.DoesNotExist):
        find(campaign, entry.reference, seat(campaign, "axis").audiences)
    assert find(campaign, entry.reference, seat(campaign, "allied").audiences) == entry


@pytest.mark.parametrize("reference", ["allied/9", "public/0", "public/x", "public/٣", "nowhere/1", "public", ""])
def test_forbidden_and_unknown_references_are_alike(campaign: Campaign, reference: str) -> None:
    hide_force(campaign)
    with pytest.raises(Entry.DoesNotExist):
        find(campaign, reference, seat(campaign, "axis").audiences)


def test_the_enemy_sees_no_marker_anywhere(campaign: Campaign) -> None:
    hide_force(campaign, name=MARKER)
    do(seat(campaign, "allied"), "mini-strike", force="hidden", moon=True)
    end_step(seat(campaign, "axis"), times=4)
    assert MARKER in everything_seen(campaign, "allied")
    for name in ("axis", OBSERVER):
        text = everything_seen(campaign, name)
        assert MARKER not in text
        assert "task-force:hidden" not in text
        assert "struck/hidden" not in text


def test_a_rule_that_reads_a_secret_has_a_secret_body_on_the_public_chain(campaign: Campaign) -> None:
    hide_force(campaign, name=MARKER)
    entry = do(seat(campaign, "allied"), "mini-strike", force="hidden")
    assert (entry.chain, audience_of(entry), entry.procedure) == (PUBLIC, "allied", "mini-strike")
    enemy = body_of(entry, frozenset({PUBLIC, "axis"}))
    assert enemy == {
        "act": "secret",
        "procedure": "mini-strike",
        "rule": "M.1",
        "edition": "miniature of 1900",
        "operation": entry.operation,
    }
    assert body_of(entry, frozenset({PUBLIC, "allied"}))["situation"]["name"] == MARKER


def test_secret_marks_end_on_their_own_chain(campaign: Campaign) -> None:
    hide_force(campaign)
    do(seat(campaign, "allied"), "mini-strike", "1", force="hidden")
    public_end = end_step(seat(campaign))
    assert not Mark.objects.filter(campaign=campaign).exists()
    assert "struck" not in public_end.content
    ended = Entry.objects.get(campaign=campaign, chain="allied", kind="clock")
    assert body_of(ended, frozenset({"allied"}))["effects"] == [
        {"do": "remove", "key": "mark:struck/hidden/outer/0001/axis/plan"}
    ]
    assert body_of(public_end, frozenset({"allied"}))["anchors"] == {"allied": ended.hash}
    assert "anchors" not in public_end.record["body"]


@pytest.mark.promise("P13")
def test_secret_dice_come_from_a_seed_of_their_own(campaign: Campaign) -> None:
    assert not Seed.objects.filter(campaign=campaign, audience="allied").exists()
    hide_force(campaign)
    assert Seed.objects.filter(campaign=campaign, audience="allied", turn="0001").count() == 1
    hide_force(campaign, key="second")
    assert Seed.objects.filter(campaign=campaign, audience="allied", turn="0001").count() == 1
    do(seat(campaign, "allied"), "mini-strike", force="hidden")
    end_step(seat(campaign), times=4)
    opened = Entry.objects.filter(campaign=campaign, kind="reveal")
    assert {(e.chain, e.record["body"]["audience"]) for e in opened} == {(PUBLIC, PUBLIC), ("allied", "allied")}
    report = check_campaign(campaign)
    assert report.sound
    assert report.dice >= 1


def test_what_reads_the_secrets_of_two_sides_is_the_moderators(campaign: Campaign) -> None:
    hide_force(campaign)
    edit(seat(campaign, "axis"), force("raider", "axis"), chain="axis")
    assert set(Seed.objects.filter(campaign=campaign).values_list("audience", flat=True)) == {
        PUBLIC,
        "allied",
        "axis",
        MODERATOR,
    }

    reader, system = Reader(states.load(campaign.slug)), system_of(campaign.system)
    assert secret_audience(reader.state, reader, system) == PUBLIC
    _ = reader["task-force:open.name"], reader["task-force:raider.name"]
    assert secret_audience(reader.state, reader, system) == "axis"
    _ = reader["task-force:hidden.name"]
    assert secret_audience(reader.state, reader, system) == MODERATOR


@pytest.mark.parametrize(
    "effect",
    [Set("task-force:hidden.name", MARKER), Remove("task-force:hidden")],
)
def test_a_secret_row_is_never_written_in_the_open(campaign: Campaign, effect: Set | Remove) -> None:
    hide_force(campaign)
    before = Entry.objects.count()
    with pytest.raises(EffectError, match="may not tell"):
        edit(seat(campaign, "allied"), effect)
    assert Entry.objects.count() == before


def test_a_secret_edit_touches_nothing_that_everybody_sees_and_every_row_has_its_fields(campaign: Campaign) -> None:
    with pytest.raises(EffectError, match="may not tell"):
        edit(seat(campaign, "allied"), Set("zone:inner.hits", 3), chain="allied")
    for wrong in (create("ledger:x", vp=1, gold=2), create("ledger:x"), create("gold:x", vp=1)):
        with pytest.raises(EffectError, match="fields"):
            edit(seat(campaign), wrong)
    assert isinstance(force("x"), Create)


def test_a_secret_input_is_taken_back_in_secret(campaign: Campaign) -> None:
    entry = hide_force(campaign, name=MARKER)
    change = edit(seat(campaign, "allied"), Set("task-force:hidden.name", MARKER * 2), chain="allied")
    before = heads(campaign)
    back = act(seat(campaign, "allied"), undo, change.reference)
    assert facts(campaign)["task-force:hidden.name"] == MARKER
    assert (back.chain, back.corrects) == ("allied", change.reference)
    assert MARKER not in back.content
    assert {name for name, head in heads(campaign).items() if head != before[name]} == {"allied"}
    assert check_campaign(campaign).sound
    assert entry.chain == "allied"


def test_a_secret_row_that_was_removed_comes_back_secret(campaign: Campaign) -> None:
    hide_force(campaign)
    gone = edit(seat(campaign, "allied"), Remove("task-force:hidden"), chain="allied")
    assert "task-force:hidden" not in states.load(campaign.slug).audiences
    act(seat(campaign, "allied"), undo, gone.reference)
    assert states.load(campaign.slug).audiences["task-force:hidden"] == "allied"


def test_a_secret_act_is_corrected_in_secret_and_only_once(campaign: Campaign) -> None:
    hide_force(campaign, name=MARKER)
    viewer = seat(campaign, "allied")
    entry = do(viewer, "mini-strike", "1", force="hidden")
    after = mend(viewer, entry, note=f"{MARKER} was nearer", situation={"moon": True})
    assert audience_of(after) == "allied"
    assert after.corrects == entry.reference
    assert MARKER not in after.content

    with pytest.raises(NotCorrectable, match="corrected already"):
        mend(viewer, entry)


def test_rows_that_a_secret_rule_makes_and_its_dependents_are_for_its_audience_alone(campaign: Campaign) -> None:
    entry = hide_force(campaign)
    strike = do(seat(campaign, "allied"), "mini-strike", "1", force="hidden")
    assert dependents(entry, frozenset({PUBLIC, "allied"})) == [strike]
    assert dependents(entry, frozenset({PUBLIC, "axis"})) == []
    assert Mark.objects.get(campaign=campaign).audience == "allied"
    assert states.load(campaign.slug).audiences["mark:struck/hidden/outer/0001/axis/plan"] == "allied"


def test_the_export_for_a_seat_holds_its_own_secrets_and_no_others(campaign: Campaign) -> None:
    hide_force(campaign, name=MARKER)
    do(seat(campaign, "allied"), "mini-strike", force="hidden")
    end_step(seat(campaign))
    texts = {name: "\n".join(lines(campaign, seat(campaign, name).audiences)) for name in ("axis", "allied", OBSERVER)}
    assert MARKER in texts["allied"]
    assert MARKER not in texts["axis"] + texts[OBSERVER]
    seeds = [bytes(seed.seed).hex() for seed in Seed.objects.filter(campaign=campaign)]
    assert not [name for name, text in texts.items() for seed in seeds if seed in text]


def test_a_seat_reads_facts_and_a_state_in_which_the_secrets_of_others_are_not_there(campaign: Campaign) -> None:
    hide_force(campaign, name=MARKER)
    state = states.load(campaign.slug)
    for name, sees in (("allied", True), ("axis", False), (OBSERVER, False)):
        facts_seen = seat(campaign, name).view(state.values, state.audiences)
        assert ("task-force:hidden.name" in facts_seen) is sees
        assert "task-force:open.name" in facts_seen
        seen = state.seen_by(seat(campaign, name, at_table=False).audiences)
        assert ("task-force:hidden" in seen.rows("task-force")) is sees
        assert (MARKER in json.dumps([seen.values, seen.sources, seen.audiences])) is sees
        assert seen.clock == state.clock
    assert state.seen_by(frozenset({PUBLIC, "allied"})).values == state.values


def test_a_secret_edit_makes_nothing_that_everybody_would_see(campaign: Campaign) -> None:
    """It would stand on the side's chain alone, and nobody else would ever learn of it."""
    hide_force(campaign)
    before = Entry.objects.count()
    made = create("condition:new", value="1")
    with pytest.raises(EffectError, match="everybody would see"):
        edit(seat(campaign, "allied"), Set("task-force:hidden.name", "Other"), made, chain="")
    assert Entry.objects.count() == before
