"""Rows moved, empties sent back, convoy templates: one entry each, and each can be taken back."""

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.engine.reader import Unknown
from navalassist.play.write.writer import NotYours
from navalassist.systems.europa.board import moves, outlook, rows, templates
from navalassist.systems.europa.board.drafts import acted
from navalassist.systems.europa.board.routes import by_canal
from navalassist.systems.europa.upkeep import EditError
from tests.begun import begin
from tests.in_hand import InHand, viewer_of
from tests.systems.europa.board import do, end_steps, now, put, read_of, rolled, row, state_of, typed


def order(campaign: Campaign) -> list[str]:
    state = state_of(campaign)
    return [str(state.row(f"shipment:{key}")["points"]) for key in moves.in_order(state, "axis")]


def kept(campaign: Campaign, seat: str = "axis") -> list[templates.Template]:
    state = state_of(campaign)
    return templates.templates(viewer_of(campaign, seat).view(state.values, state.audiences), state.audiences, "axis")


# Order


def test_a_row_moves_past_its_neighbour_and_rolling_follows(empty: Campaign) -> None:
    keys = [put(empty, typed(f"{points} SP")) for points in (1, 2, 3)]
    entry = do(empty, moves.move, keys[2], "up")
    assert order(empty) == ["1", "3", "2"]
    assert entry.record["body"]["title"] == "Row 5 moved up, now row 4"
    rolled(empty, "all", source="server")
    rules = Entry.objects.filter(campaign=empty, procedure="cargo-contact").order_by("id")
    sailed = [entry.record["body"]["situation"]["item"]["key"] for entry in rules]
    assert list(dict.fromkeys(sailed)) == [keys[0], keys[2], keys[1]]


def test_the_ends_of_the_list_stay_and_a_move_is_taken_back(empty: Campaign) -> None:
    keys = [put(empty, typed(f"{points} SP")) for points in (1, 2)]
    for key, way, says in ((keys[0], "up", "the first"), (keys[1], "down", "the last")):
        with pytest.raises(Unknown, match=says):
            do(empty, moves.move, key, way)
    do(empty, moves.move, keys[0], "down")
    assert order(empty) == ["2", "1"]
    InHand(empty).take_back()
    assert order(empty) == ["1", "2"]


def test_rows_of_the_other_side_are_jumped_over(empty: Campaign) -> None:
    first = put(empty, typed("1 SP"))
    put(empty, typed("9 SP", "gibraltar valletta", "allied"))
    last = put(empty, typed("2 SP"))
    do(empty, moves.move, last, "up")
    assert order(empty) == ["2", "1"]
    assert [row(empty, key)["row"] for key in (first, last)] == [5, 3]


def test_a_row_of_an_earlier_turn_that_is_moved_counts_as_of_this_one(empty: Campaign) -> None:
    old = put(empty, typed("1 SP"))
    while state_of(empty).clock[0] == "1941-03-1":
        end_steps(empty, 1)
    new = put(empty, typed("2 SP"))
    do(empty, moves.move, new, "up")
    assert order(empty) == ["2", "1"]
    assert {row(empty, key)["turn"] for key in (old, new)} == {"1941-03-2"}


# Empties


def test_the_empties_of_an_arrived_row_sail_back_alone(empty: Campaign) -> None:
    """33.D: empty NTs alone are 5 columns safer: Malta 9 gives 4 on the way back."""
    now(empty, **{"malta:status.number": 9})
    key = put(empty, typed("7 SP"))
    rolled(empty, f"row:{key}", "11")
    assert row(empty, key)["state"] == "arrived"
    made = do(empty, moves.send_back, key)
    found = row(empty, made)
    assert (found["cargo"], found["transports"], found["transport_count"]) == ("empty", "nt", 7)
    assert (found["origin"], found["destination"]) == ("tripoli", "naples")
    assert [leg["zone"] for leg in found["route"]] == ["central-med", "tyrrhenian"]
    assert found["alone"] is True
    assert found["res_afloat"] == "0"
    look = outlook.of_row(state_of(empty), made, found).legs[0]
    assert (look.total, look.words) == (4, "9 − 5 empty, alone")
    InHand(empty).take_back()
    assert row(empty, made) == {}


def test_empties_are_sent_back_once_and_those_that_came_back_are_not_sent_again(empty: Campaign) -> None:
    key = put(empty, typed("7 SP"))
    rolled(empty, f"row:{key}", "11")
    made = do(empty, moves.send_back, key)
    assert moves.to_send(state_of(empty), key, row(empty, key)) == ""
    with pytest.raises(Unknown, match="sent back already"):
        do(empty, moves.send_back, key)
    do(empty, rows.strike, made)
    assert moves.to_send(state_of(empty), key, row(empty, key)) == "7 NTs", "that row is off the board"
    made = do(empty, moves.send_back, key)
    rolled(empty, f"row:{made}", "11")
    assert row(empty, made)["state"] == "arrived"
    assert moves.empties_of(row(empty, made)) == ""
    end_steps(empty, 8)
    assert not any(mark.startswith(f"mark:{moves.SENT}/") for mark in state_of(empty).rows("mark"))


def test_only_what_arrived_is_sent_back(empty: Campaign) -> None:
    """Lots of 3, 3 and 1 with the dice 2, 1 and 6 (1 RE, R, E): of 7 NTs 2 arrive, and these 2 sail back."""
    now(empty, **{"malta:status.number": 9})
    key = put(empty, typed("7 SP"))
    rolled(empty, f"row:{key}", "66 2 1 6")
    assert moves.empties_of(row(empty, key)) == "2 NTs"
    assert moves.back_of(row(empty, key)).transport_count == 2


@pytest.mark.parametrize("sails", ["warship Warspite", "7 SP"])
def test_nothing_is_sent_back_that_did_not_arrive_on_transports(empty: Campaign, sails: str) -> None:
    key = put(empty, typed(sails))
    if sails.startswith("warship"):
        rolled(empty, f"row:{key}", "11")
    with pytest.raises(Unknown, match="no transports"):
        do(empty, moves.send_back, key)


# Templates


def test_rows_are_kept_and_put_on_the_board_with_one_entry(empty: Campaign) -> None:
    keys = [put(empty, typed("7 SP")), put(empty, typed("empty", "tripoli naples", on="4 NTs"))]
    drafts = [rows.draft_of(row(empty, key)) for key in keys]
    do(empty, templates.save, "axis", "  Tripoli  run ", drafts)
    (template,) = kept(empty)
    assert (template.name, template.drafts) == ("Tripoli run", tuple(drafts))
    before = Entry.objects.count()
    entry = do(empty, templates.put, template.key)
    assert Entry.objects.count() == before + 1
    assert entry.record["body"]["title"] == "Rows 5 and 6 added"
    state = state_of(empty)
    assert len(moves.in_order(state, "axis")) == 4
    last = moves.in_order(state, "axis")[-1]
    assert rows.draft_of(state.row(f"shipment:{last}")) == drafts[1]
    InHand(empty).take_back()
    assert len(moves.in_order(state_of(empty), "axis")) == 2


def test_a_template_is_renamed_and_deleted_and_both_are_taken_back(empty: Campaign) -> None:
    draft = rows.draft_of(row(empty, put(empty, typed("7 SP"))))
    do(empty, templates.save, "axis", "One", [draft])
    (template,) = kept(empty)
    do(empty, templates.rename, template.key, "Two")
    assert [found.name for found in kept(empty)] == ["Two"]
    do(empty, templates.delete, template.key)
    assert kept(empty) == []
    InHand(empty).take_back()
    InHand(empty).take_back()
    assert [found.name for found in kept(empty)] == ["One"]


@pytest.mark.parametrize(
    ("name", "says"), [("", "give it a name"), ("x" * 61, "at most 60"), ("one", "is one called one already")]
)
def test_a_name_that_does_not_fit_is_refused_by_its_field(empty: Campaign, name: str, says: str) -> None:
    draft = rows.draft_of(row(empty, put(empty, typed("7 SP"))))
    do(empty, templates.save, "axis", "One", [draft])
    with pytest.raises(EditError, match=says) as caught:
        do(empty, templates.save, "axis", name, [draft])
    assert caught.value.about == "name"


def test_a_secret_template_is_seen_and_told_to_its_own_side_only(empty: Campaign) -> None:
    draft = rows.draft_of(row(empty, put(empty, typed("7 SP"))))
    do(empty, templates.save, "axis", "Night run", [draft], secret=True)
    (template,) = kept(empty)
    assert template.secret
    assert kept(empty, "allied") == []
    with pytest.raises(Unknown):
        do(empty, templates.put, template.key, seat="allied")
    with pytest.raises(NotYours):
        do(empty, templates.save, "axis", "Other", [draft], secret=True, seat="allied")
    do(empty, templates.put, template.key)
    public = "".join(Entry.objects.filter(campaign=empty, chain="public").values_list("content", flat=True))
    assert "Night run" not in public
    InHand(empty).take_back()
    do(empty, templates.rename, template.key, "Day run")
    InHand(empty).take_back()
    assert [found.name for found in kept(empty)] == ["Night run"]


@pytest.mark.rule("E36.A.5")
def test_from_hamburg_to_oslo_the_kiel_canal_is_another_way(db: None) -> None:
    """The shore from Hamburg to Kiel is German: sheltered as far as the canal; then the Baltic and the Denmark Sea."""
    north = begin("North", malta=10, slug="north", theatres="north")
    form = typed("4 SP", "hamburg oslo")
    usual = read_of(north, form)
    assert [leg.zone for leg in usual.form.legs] == ["north-sea", "denmark-sea"]
    other = read_of(north, acted(usual.form, "legs:kiel"))
    assert [(leg.zone, leg.protected) for leg in other.form.legs] == [
        ("north-sea", True),
        ("baltic", False),
        ("denmark-sea", False),
    ]
    now(north, **{"condition:kiel-canal.value": "closed"})
    assert by_canal(state_of(north), "axis", "hamburg", "oslo") == []
