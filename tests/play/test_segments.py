"""A turn with segments: who may tap in which step, what ends with what, and quiet steps passed over by one entry."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.engine import Set, create
from navalassist.engine.duties import Moment
from navalassist.play.agenda import quiet_after
from navalassist.play.checks.verify import check_campaign
from navalassist.play.turns import steps
from navalassist.play.write.writer import NotYours
from navalassist.reference.sequence import parts_of
from tests.in_hand import InHand, in_hand
from tests.mini.system import force
from tests.narrows.system import NARROWS, REPAIR, TURN, at_sea, begin, install, weather
from tests.promises import archives
from tests.promises.test_p13_bound_dice import export_of, faults

pytestmark = pytest.mark.django_db
SEGMENT = ("own-recon", "own-move", "enemy-recon", "enemy-move")
WHOLE = ["initial", *(f"nas-{n}/{step}" for n in (1, 2, 3) for step in SEGMENT), "ground"]


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[InHand]:
    install(monkeypatch.setitem)
    with in_hand(begin()) as found:
        yield found


def place(table: InHand) -> str:
    return Moment(*table.state.clock).place


def go_to(table: InHand, wanted: str) -> None:
    while place(table) != wanted:
        table.end_step()


def pass_over(table: InHand, seat: str = "axis") -> Entry:
    with table.writing(seat) as writer:
        return steps.end_step(writer, quiet_after(writer.state, writer.system))


def clocks(table: InHand) -> int:
    return Entry.objects.filter(campaign=table.campaign, kind="clock").count()


def test_a_turn_goes_through_all_segments_of_both_player_turns_and_each_step_is_ended_by_the_side_that_acts_in_it(
    table: InHand,
) -> None:
    seen = []
    for _ in range(2 * len(WHOLE)):
        _, player_turn, step = table.state.clock
        seen.append((player_turn, step))
        enemy = step.rpartition("/")[2].startswith("enemy")
        acts = player_turn if not enemy else {"axis": "allied", "allied": "axis"}[player_turn]
        assert NARROWS.acting(player_turn, step) == acts
        with pytest.raises(NotYours), table.alone({"axis": "allied", "allied": "axis"}[acts]).writing() as writer:
            steps.end_step(writer)
        with table.alone(acts).writing() as writer:
            assert steps.end_step(writer).seat == acts
    assert seen == [(side, step) for side in ("axis", "allied") for step in WHOLE]
    assert table.state.clock == ("1942-01-1", "axis", "initial")


def test_the_page_says_whose_step_it_is_and_in_which_segment(table: InHand) -> None:
    go_to(table, "axis/nas-3/enemy-move")
    said = table.at("axis").words()
    assert "Axis player turn 1941-12-2 · Segment 3, Allied movement ● Allied acts" in said
    assert "● Allied may act, or end the step" in said
    clock = table.at("axis").drawn().partition('<ol class="clock"')[2].partition("</ol>")[0]
    assert [clock.count(title) for title in ("Segment 1<", "Segment 2<", "Allied movement<", "Segment 3<")] == [
        2,
        2,
        1,
        1,
    ]
    table.end_step()
    log = table.words("log/")
    assert "● Allied Segment 3, Allied recon ended Segment 3, Allied movement" in log
    assert "■ Axis Segment 3, Axis movement ended Segment 3, Allied recon" in log


@pytest.mark.rule("X.1")
def test_marks_end_with_their_segment_and_due_dates_come_by_turns_of_their_owner(table: InHand) -> None:
    go_to(table, "axis/nas-1/own-move")
    turn, player_turn, step = table.state.clock
    about = {"subject": "task-force:open", "place": "", "note": ""}
    table.edit(create("mark:seen/open", kind="seen", **about, **TURN.lasts("seen", step)))
    last = TURN.due(turn, player_turn, "axis", 1)
    table.edit(create("mark:dry/open", kind="dry", **about, ends="never", until=last))
    table.edit(create("condition:repair", value=TURN.due(turn, player_turn, "allied", 2)))
    assert "With this segment: 1 fleet seen" not in table.at("axis").words()
    go_to(table, "axis/nas-1/enemy-move")
    assert "With this segment: 1 fleet seen" in table.at("allied").words()
    table.end_step()
    assert (place(table), table.rows("mark")) == ("axis/nas-2/own-recon", ["dry/open"])
    # Its own next player turn is the first of 1942; the last of its marks ends as that is over.
    while table.state.clock[:2] != ("1942-01-1", "axis"):
        table.end_step()
    go_to(table, "axis/ground")
    assert table.rows("mark") == ["dry/open"]
    assert table.facts[REPAIR] == "1942-01-1/allied"
    table.end_step()
    assert (table.rows("mark"), table.facts[REPAIR]) == ([], "")


def test_quiet_steps_are_passed_over_with_the_step_before_by_one_entry_that_names_them(table: InHand) -> None:
    table.set({at_sea("allied"): True})
    before = clocks(table)
    axis = table.at("axis")
    assert "next step where anything can happen: Axis player turn, Segment 1, Allied movement" in axis.words()
    answer = axis.send("", "step/", by="clock", until="axis/nas-1/enemy-move")
    assert answer.status_code == 302
    entry = table.last(kind="clock")
    assert (clocks(table) - before, place(table)) == (1, "axis/nas-1/enemy-move")
    quiet = ["axis/nas-1/own-recon", "axis/nas-1/own-move", "axis/nas-1/enemy-recon"]
    assert (entry.record["body"]["passed"], entry.seat) == (quiet, "axis")
    told = "3 quiet steps passed over: Segment 1, Axis recon; Segment 1, Axis movement; Segment 1, Allied recon"
    assert told in table.receipt(entry)
    # The allied movement is not the Axis seat's to pass.
    with pytest.raises(NotYours):
        pass_over(table.alone("axis"))


def test_a_step_of_the_enemy_is_not_passed_over_for_what_he_alone_may_see(table: InHand) -> None:
    table.set({at_sea("axis"): True})
    go_to(table, "axis/nas-1/own-move")
    axis = frozenset({"public", "axis"})
    # With aircraft the Allied side would look for the Axis fleet. Whether it has any, the offer does not tell.
    before = quiet_after(table.state.seen_by(axis), NARROWS)
    table.edit(force("plane-allied", "allied", "inner"), seat="allied", chain="allied")
    assert before == quiet_after(table.state.seen_by(axis), NARROWS) == quiet_after(table.state, NARROWS) == ()
    table.set({at_sea("axis"): False})
    assert quiet_after(table.state, NARROWS)[0].step == "nas-1/enemy-recon"


def test_a_side_passes_over_its_own_steps_by_what_it_alone_sees(table: InHand) -> None:
    table.set({at_sea("allied"): True})
    assert len(quiet_after(table.state, NARROWS)) == 3
    table.edit(force("plane-axis", "axis", "inner"), seat="axis", chain="axis")
    assert quiet_after(table.state, NARROWS) == ()


def test_what_is_due_keeps_a_step_and_the_last_step_of_a_turn_is_never_passed_over(table: InHand) -> None:
    table.set({weather("gulf"): "storm"})
    pass_over(table)
    assert place(table) == "axis/nas-2/own-move"
    asked = table.at("axis").post("step/", clock="/".join(table.state.clock))
    assert asked.status_code == 409
    table.set({weather("gulf"): "clear"})
    # The storm was seen in that step: its entry tells when.
    source = table.state.sources[weather("gulf")].rpartition("/")[2]
    assert Entry.objects.get(campaign=table.campaign, chain="public", sequence=source).step == "nas-2/own-move"
    pass_over(table)
    assert place(table) == "axis/ground"
    pass_over(table)
    pass_over(table, "allied")
    assert place(table) == "allied/ground"
    assert quiet_after(table.state, NARROWS) == ()


def test_what_ends_with_each_step_that_is_passed_over_ends(table: InHand) -> None:
    about = {"subject": "task-force:open", "place": "", "note": ""}
    go_to(table, "axis/nas-1/own-recon")
    table.edit(create("mark:seen/open", kind="seen", **about, **TURN.lasts("seen", "nas-1/own-recon")))
    table.edit(create("mark:dry/open", kind="dry", **about, ends="player-turn", until=""))
    pass_over(table)
    assert (place(table), table.rows("mark")) == ("axis/ground", ["dry/open"])


def test_a_step_is_quiet_by_what_stands_when_those_before_it_have_ended(table: InHand) -> None:
    table.set({at_sea("allied"): True, weather("gulf"): "ice"})
    table.edit(force("plane-axis", "axis", "inner"), seat="axis", chain="axis")
    go_to(table, "axis/nas-1/own-recon")
    about = {"subject": "condition:sea-allied", "place": "", "note": ""}
    table.edit(create("mark:seen/axis", kind="seen", **about, **TURN.lasts("seen", "nas-1/own-recon")))
    # What was seen is seen until the segment ends: in the next one it may be looked for again.
    pass_over(table)
    assert place(table) == "axis/nas-2/own-recon"
    assert quiet_after(table.state, NARROWS)[-1].step == "nas-2/enemy-move"


def test_a_step_that_was_passed_over_stays_so_and_a_stale_page_ends_nothing(table: InHand) -> None:
    axis = table.at("axis")
    stale = axis.keys("", "clock")
    pass_over(table)
    assert axis.post("step/", **stale).status_code == 409
    assert place(table) == "axis/ground"
    assert axis.post("step/", clock="/".join(table.state.clock), until="axis/nas-9/own-move").status_code == 422


def test_quiet_steps_come_back_with_the_step_that_passed_over_them(table: InHand) -> None:
    before = place(table), dict(table.state.values)
    entry = pass_over(table)
    assert "Back to Axis initial" in table.at("axis").words()
    table.tap("undo/", entry=entry.reference)
    assert (place(table), dict(table.state.values)) == before
    assert f"entry {entry.sequence} taken back" in table.words("log/")


def test_a_correction_of_an_earlier_segment_ends_what_has_ended_since(table: InHand) -> None:
    go_to(table, "axis/nas-1/own-recon")
    entry = table.do("mini-strike", "6, 66 6 66, 66, 5 5 5 5", force="open")
    go_to(table, "axis/nas-2/own-recon")
    table.correct(entry, "wrong-cargo", strength=2)
    assert all("nas-1" not in mark for mark in table.rows("mark"))


def test_an_archive_keeps_steps_of_segments_and_those_that_were_passed_over(table: InHand) -> None:
    table.set({at_sea("allied"): True})
    pass_over(table)
    made = archives.imported(archives.whole(table.campaign))
    assert made.report.sound
    copy = InHand(made.campaign)
    assert place(copy) == "axis/nas-1/enemy-move"
    with copy.alone("allied").writing() as writer:
        steps.end_step(writer)
    copy.check()


def forged(table: InHand, passed: list[str], seat: str = "axis") -> list[str]:
    """What verify says of a step that ends so."""
    table.forged = True
    with table.writing(seat) as writer:
        after = Moment("1941-12-2", *passed[-1].split("/", 1)) if passed else Moment(*writer.state.clock)
        following = NARROWS.next_moment(after)
        effects = (Set("campaign:clock.step", following.step),)
        writer.edit("turn.step", effects, kind="clock", seat=seat, anchored=True, passed=passed)  # type: ignore[arg-type]
    return [str(fault) for fault in check_campaign(Campaign.objects.get(pk=table.campaign.pk)).faults]


def test_verify_finds_a_step_passed_over_in_which_something_could_happen(table: InHand) -> None:
    table.set({at_sea("allied"): True})
    quiet = [f"axis/nas-1/{step}" for step in SEGMENT]
    assert "another step follows initial" in str(forged(table, quiet))


def test_verify_finds_a_step_that_says_other_steps_were_passed_over(table: InHand) -> None:
    assert "it passed over other steps than it says" in str(
        forged(table, ["axis/nas-1/own-move", "axis/nas-1/own-recon"])
    )


def test_verify_finds_a_step_that_the_other_side_ended(table: InHand) -> None:
    go_to(table, "axis/nas-1/own-recon")
    table.forged = True
    with table.writing("allied") as writer:
        step = (Set("campaign:clock.step", "nas-1/own-move"),)
        writer.edit("turn.step", step, kind="clock", seat="allied", anchored=True)
    assert "it was the axis seat's step" in str([str(fault) for fault in check_campaign(table.campaign).faults])


def test_what_a_side_keeps_to_itself_ends_on_its_own_chain_as_steps_are_passed_over(
    table: InHand, tmp_path: Path
) -> None:
    go_to(table, "axis/nas-1/own-recon")
    table.edit(force("hidden", "axis", "inner"), seat="axis", chain="axis")
    about = {"subject": "task-force:hidden", "place": "", "note": ""}
    mark = create("mark:seen/hidden", kind="seen", **about, **TURN.lasts("seen", "nas-1/own-recon"))
    table.edit(mark, seat="axis", chain="axis")
    entry = pass_over(table)
    assert (place(table), table.rows("mark")) == ("axis/ground", [])
    ended = Entry.objects.filter(campaign=table.campaign, kind="clock", chain="axis")
    assert ended.count() == 1
    assert "hidden" not in str(entry.record)
    # The tool that needs no NavalAssist finds nothing wrong either, with the eyes of each seat.
    for seats in ((), ("axis",), ("allied", "axis", "moderator")):
        assert faults(tmp_path, export_of(table.campaign, *seats)) == []


def test_the_log_is_filtered_by_a_step_of_a_segment(table: InHand) -> None:
    go_to(table, "axis/nas-2/own-recon")
    assert '<option value="axis/nas-1/enemy-move"' in table.text("log/")
    assert "Segment 1, Allied movement" in table.words("log/")
    found = table.words("log/?step=axis/nas-1/enemy-move")
    assert "Segment 1, Allied recon ended" in found
    assert "Segment 1, Axis recon ended" not in found


def test_the_turn_sequence_shows_a_segment_once_with_the_sides_that_act() -> None:
    titles = [step.line.title for step in parts_of(TURN)[1].steps]
    assert titles == ["Initial", *(f"Segment 1 to 3: {side} {what}" for side in ("Allied", "Axis")
                                   for what in ("recon", "movement")), "Ground"]  # fmt: skip
    assert [step.line.key for part in parts_of(TURN, "axis/nas-2/own-move") for step in part.steps if step.now] == [
        "own-move"
    ]


@pytest.mark.rule("X.2")
def test_the_head_of_a_page_tells_the_weather_of_an_area_until_it_clears(table: InHand) -> None:
    assert "The gulf" not in table.words()
    table.set({weather("gulf"): "storm"})
    assert "Weather The gulf stormy" in table.words("log/")
    table.set({weather("gulf"): "clear"})
    assert "The gulf" not in table.words()


def repair_for(table: InHand, due: str) -> None:
    table.edit(create("condition:repair", value=due))


@pytest.mark.rule("X.1")
def test_a_due_date_is_put_right_and_comes_when_it_says_now(table: InHand) -> None:
    """Due in the next Allied player turn, then put off to the Axis one after it: it comes as that begins."""
    turn, player_turn, _ = table.state.clock
    repair_for(table, TURN.due(turn, player_turn, "allied", 1))
    table.set({REPAIR: TURN.due(turn, player_turn, "axis", 1)})
    go_to(table, "allied/initial")
    assert table.facts[REPAIR] == "1942-01-1/axis"
    go_to(table, "axis/initial")
    assert (table.state.clock[0], table.facts[REPAIR]) == ("1942-01-1", "")


@pytest.mark.rule("X.1")
def test_a_due_date_that_was_typed_too_late_comes_with_the_next_end_of_a_step(table: InHand) -> None:
    """A repair of the turn before that nobody had entered: it is overdue, and is not lost."""
    go_to(table, "allied/nas-1/own-recon")
    repair_for(table, "1941-12-1/axis")
    table.end_step()
    assert (place(table), table.facts[REPAIR]) == ("allied/nas-1/own-move", "")


@pytest.mark.rule("X.1")
def test_what_falls_due_behind_quiet_steps_comes_though_they_are_passed_over_in_one_tap(table: InHand) -> None:
    turn, player_turn, _ = table.state.clock
    repair_for(table, TURN.due(turn, player_turn, "allied", 1))
    while table.state.clock[1] == "axis":
        pass_over(table)
    assert table.facts[REPAIR] == ""


@pytest.mark.rule("X.1")
@pytest.mark.parametrize(
    ("turn", "player_turn", "owner", "number", "due"),
    [
        # Begun in the middle of a year, and of a turn: Jul I 42, as the Allies move.
        ("1942-07-1", "allied", "allied", 1, "1942-07-2/allied"),
        ("1942-07-1", "allied", "axis", 1, "1942-07-2/axis"),
        # Over the end of a year, for either side.
        ("1942-12-2", "axis", "allied", 1, "1942-12-2/allied"),
        ("1942-12-2", "axis", "axis", 1, "1943-01-1/axis"),
        ("1942-12-1", "allied", "allied", 12, "1943-06-1/allied"),
        ("1942-12-1", "axis", "allied", 25, "1943-12-1/allied"),
    ],
)
def test_due_dates_count_turns_of_their_owner_over_the_end_of_a_year(
    turn: str, player_turn: str, owner: str, number: int, due: str
) -> None:
    assert TURN.due(turn, player_turn, owner, number) == due
    when, _, whose = due.partition("/")
    assert TURN.has_come(due, when, whose)
    assert not TURN.has_come(due, turn, player_turn)
