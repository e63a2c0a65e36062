"""P21: the state is a function of the log. Replaying the recorded effects gives the tables, whatever was done."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from navalassist.auditlog.fold import Fold, moves_of
from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import fact_models
from navalassist.campaigns.models import Campaign, Ledger
from navalassist.engine import Add, EffectError, Remove, Set, apply_effects
from navalassist.play import state as states
from navalassist.play.checks.verify import check_campaign
from navalassist.play.corrections.correct import NotCorrectable
from navalassist.play.corrections.undo import NothingToUndo, last_input, undo
from navalassist.play.storage.bodies import whole_body
from navalassist.play.write.transaction import writing
from navalassist.play.write.writer import Conflict
from tests.counts import EXAMPLES
from tests.in_hand import InHand
from tests.mini.system import begin, do, edit, end_step, facts, force, hide_force, mend, seat

pytestmark = [pytest.mark.promise("P21"), pytest.mark.django_db]


def replayed(campaign: Campaign) -> dict[str, Any]:
    """The facts that the entries alone give, by the engine's own effects."""
    values: dict[str, Any] = {}
    for entry in Entry.objects.filter(campaign=campaign).order_by("id"):
        for effect in whole_body(entry).get("effects", ()):
            match effect:
                case {"do": "set", "key": key, "value": value}:
                    apply_effects([Set(key, value)], values)
                case {"do": "add", "key": key, "amount": amount}:
                    apply_effects([Add(key, amount)], values)
                case {"do": "remove", "key": key}:
                    apply_effects([Remove(key)], values)
                case {"do": "create", "key": key, "fields": fields}:
                    values |= {f"{key}.{name}": value for name, value in fields.items()}
                case _:
                    pytest.fail(f"an unknown effect: {effect}")
    return values


def test_replaying_a_whole_campaign_gives_its_state(story: Campaign) -> None:
    assert replayed(story) == facts(story)
    state = states.load(story.slug)
    assert state.values == facts(story)
    assert check_campaign(story).sound


def test_a_state_row_altered_by_hand_is_found(story: Campaign) -> None:
    Ledger.objects.filter(campaign=story, key="axis").update(vp=99)
    faults = check_campaign(story).faults
    assert [fault.where for fault in faults] == ["ledger:axis.vp"]
    assert faults[0].what.startswith("the state says 99, the log says ")


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("edit"), st.sampled_from(["inner", "outer"]), st.integers(0, 9)),
        st.tuples(st.just("add"), st.sampled_from(["axis", "allied"]), st.integers(-3, 3)),
        st.tuples(st.just("force"), st.sampled_from(["a", "b"]), st.booleans()),
        st.tuples(st.just("hide"), st.sampled_from(["c", "d"]), st.booleans()),
        st.tuples(st.just("strike"), st.sampled_from(["open", "c"]), st.booleans()),
        st.tuples(st.just("undo"), st.sampled_from(["axis", "allied"]), st.none()),
        st.tuples(st.just("mend"), st.booleans(), st.integers(1, 4)),
        st.tuples(st.just("end"), st.none(), st.none()),
    ),
    min_size=1,
    max_size=12,
)


def act(campaign: Campaign, what: str, one: Any, two: Any) -> None:
    axis, allied = seat(campaign), seat(campaign, "allied")
    match what:
        case "edit":
            edit(axis, Set(f"zone:{one}.hits", two))
        case "add":
            edit(axis, Add(f"ledger:{one}.vp", two))
        case "force":
            edit(axis, force(one) if two else Remove(f"task-force:{one}"))
        case "hide" if two:
            hide_force(campaign, key=one)
        case "hide":
            edit(allied, Remove(f"task-force:{one}"), chain="allied")
        case "strike":
            do(allied if one == "c" else axis, "mini-strike", force=one, moon=two)
        case "undo":
            last = last_input(seat(campaign, one))
            if last is not None:
                with writing(seat(campaign, one)) as writer:
                    undo(writer, last.reference)
        case "mend":
            last = Entry.objects.filter(campaign=campaign, kind__in=("rule", "correction")).order_by("id").last()
            if last is not None:
                mend(allied, last, situation={"moon": one, "strength": two})
        case "end":
            end_step(axis)


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=STEPS)
def test_whatever_is_done_the_state_is_the_sum_of_the_log(mini: None, steps: list[tuple[str, Any, Any]]) -> None:
    from django.db import transaction

    from navalassist.engine.reader import Unknown
    from navalassist.play.rules.resolve import Refused

    point = transaction.savepoint()
    try:
        campaign = begin("War of many turns")
        for step in steps:
            try:
                act(campaign, *step)
            except (EffectError, Refused, Unknown, Conflict, NothingToUndo, NotCorrectable):
                continue
        assert replayed(campaign) == facts(campaign) == states.load(campaign.slug).values
        assert check_campaign(campaign).faults == []
    finally:
        states.forget()
        transaction.savepoint_rollback(point)


def test_the_fold_names_an_effect_that_cannot_be() -> None:
    fold = Fold({("ledger", "vp")})
    made = {"do": "create", "key": "ledger:axis", "fields": {"vp": 1}}
    moment = ("t1", "axis")

    def said(reference: str, body: dict[str, Any]) -> str:
        moves, unlike = moves_of(body)
        return fold.entry(reference, "public", moment, moves) or unlike

    assert said("public/1", {"effects": [made], "changes": [["ledger:axis.vp", None, 1]]}) == ""
    assert fold.history == {"ledger:axis.vp": [(1, "public/1", "t1", "axis")]}
    for effect, why in (
        (made, "it makes ledger:axis, which is there already"),
        (
            {"do": "set", "key": "ledger:x.vp", "value": 1},
            "it changes ledger:x.vp, which the log before it does not know",
        ),
        ({"do": "add", "key": "ledger:axis.gold", "amount": 1}, "it changes ledger:axis.gold, which the log before"),
        ({"do": "remove", "key": "ledger:x"}, "it removes ledger:x, which the log before it does not know"),
        ({"do": "burn", "key": "ledger:axis"}, "it holds an effect that nobody knows ('burn')"),
    ):
        assert said("public/2", {"effects": [effect]}).startswith(why)
    change = {"effects": [{"do": "add", "key": "ledger:axis.vp", "amount": 2}]}
    assert said("public/3", change) == "its changes are not those of its effects"


def test_every_model_of_facts_can_be_replayed() -> None:
    for kind, model in fact_models().items():
        assert kind == model.FACT_KIND
        assert set(model.FACT_HISTORY) <= set(model.FACT_FIELDS)
        for name in model.FACT_FIELDS:
            assert model._meta.get_field(name)


def test_an_entry_that_read_a_fact_otherwise_than_the_log_says_is_found(little: InHand) -> None:
    campaign, little.forged = little.campaign, True
    state = states.load(campaign.slug)
    falsified = state.copy()
    falsified.values["zone:inner.hits"] = 99
    states.publish(falsified)
    entry = do(seat(campaign), "mini-strike", "6, 66 6 66, 66, 5 5 5 5", force="open")
    states.forget()
    faults = check_campaign(campaign).faults
    assert any(fault.where == entry.reference and "zone:inner.hits" in fault.what for fault in faults)
