"""A campaign whose log holds every kind of entry and every key: for checks of its format."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from navalassist.auditlog.shape import NOT_HAPPENED
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR
from navalassist.engine import Effect, Outcome, Remove, Result, Set
from navalassist.engine.duties import Moment
from navalassist.engine.rule import Shown
from navalassist.keeping.models import Restored
from navalassist.keeping.restored import tell as go_on
from navalassist.play.corrections.back import go_back
from navalassist.play.corrections.correct import Correction, Redo, correct, correct_all
from navalassist.play.dice.nonces import commitment_of
from navalassist.play.dice.server import DiceInput
from navalassist.play.disputes import asking, disputes
from navalassist.play.rules.resolve import carry_out
from navalassist.play.state import forget
from navalassist.play.turns import steps
from navalassist.play.turns.add_nonce import bind_nonce, show_nonce
from navalassist.play.write.transaction import writing
from tests.mini.rules import Scout
from tests.mini.story import STRIKE, play_story
from tests.mini.system import MINI, START, do, edit, end_step, force, mend, seat


def shown_of_a_scout(facts: Mapping[str, Any], scout: Scout, result: Result[Outcome[str]]) -> Shown:
    """Everybody learns whose force looked at the sky and what it saw, and the points of its side."""
    saw = "" if result.value is None else result.value.result
    return Shown(
        {"side": scout.side, "saw": saw}, (Set(f"ledger:{scout.side}.vp", facts[f"ledger:{scout.side}.vp"] + 1),)
    )


GUEST, FIRST = "task-force:guest", (START.turn, START.player_turn)


def guests_leave(values: Mapping[str, Any], ending: Moment) -> tuple[Effect, ...]:
    """As a turn ends a guest leaves the map."""
    turn_ends = (ending.player_turn, ending.step) == ("allied", "sail")
    return (Remove(GUEST),) if turn_ends and f"{GUEST}.name" in values else ()


# The miniature system, one of whose rules shows everybody a part of what it reads in secret.
SHOWING = replace(MINI, showers={"mini-scout": shown_of_a_scout}, step_over=guests_leave)


def play_wide_story(campaign: Campaign) -> None:
    """The story of `play_story`, with nonces, disputes, questions, consent, dice that fell for nothing, and a fork."""
    add_nonces(campaign)
    play_story(campaign)
    axis = seat(campaign)
    end_step(axis)
    quarrel(campaign)
    fall(campaign)
    do(axis, "mini-weather", zone="outer")
    first = do(axis, "mini-barrage", "6 5 4", guns=3)
    mend(axis, first, note="fewer guns", situation={"guns": 1})
    again = do(axis, "mini-barrage", guns=2)
    mend(axis, again, note="they were cocked", anew=True)
    never_was(campaign)
    put_right_long_after(campaign)
    show_in_part(campaign)
    fall_away(campaign)
    end_step(axis, times=3)
    with writing(axis) as writer:
        end = steps.end_step(writer, left=[("row", "Row 1 has not sailed")])
    with writing(axis) as writer:
        go_back(writer, end.reference)
    do(axis, "mini-weather", zone="inner")
    Restored.objects.create(digest="0" * 64, at="2026-03-01T12:00:00Z")
    go_on()
    forget()
    campaign.refresh_from_db()
    do(seat(campaign), "mini-strike", force="open")


def never_was(campaign: Campaign) -> None:
    """A scout that did not happen is struck out."""
    axis = seat(campaign)
    saw = do(axis, "mini-scout", "66", force="open")
    with writing(axis, submission="neverwas") as writer:
        correct(writer, saw, Correction(NOT_HAPPENED, "another force"))


def put_right_long_after(campaign: Campaign) -> None:
    """A turn later a strike is corrected, whose points were added to since, and what a guest saw, who has left."""
    axis = seat(campaign)
    edit(axis, force("guest", "axis", "inner", "Guest", 3))
    saw = do(axis, "mini-scout", "66", force="guest")
    struck = do(axis, "mini-strike", STRIKE, force="guest")
    end_step(axis, times=4)
    edit(axis, Set("ledger:axis.vp", 400))
    with writing(axis) as writer:
        writer.edit("fact.since", [Set("zone:outer.declared", "loose")], title="Loose", since=list(FIRST))
    with writing(axis, submission="guestleft") as writer:
        correct(writer, saw, Correction("mistyped-die", strip="11"))
    with writing(axis, submission="longafter") as writer:
        correct(writer, struck, Correction("mistyped-die", strip="1"))


def add_nonces(campaign: Campaign) -> None:
    """Both sides add to the dice of the first turn."""
    words = {"axis": "the cat of the signalman", "allied": "half past seven, rain"}
    for side, text in words.items():
        with writing(seat(campaign, side)) as writer:
            bind_nonce(writer, side, commitment_of(text))
    for side, text in words.items():
        with writing(seat(campaign, side)) as writer:
            show_nonce(writer, side, text)


def quarrel(campaign: Campaign) -> None:
    """A dispute with argument, ruling, precedent; one that is withdrawn; questions; a correction that wants consent."""
    axis, allied, moderator = seat(campaign), seat(campaign, "allied"), seat(campaign, MODERATOR)
    entry = do(axis, "mini-strike", STRIKE, force="open", moon=True)
    with writing(allied) as writer:
        disputes.raise_dispute(writer, entry, "There was no moon.")
        key = disputes.dispute_at(writer.state, entry.reference)
        disputes.argue(writer, key, "Look at the calendar.")
    with writing(moderator) as writer:
        disputes.rule(writer, key, "rejected", "There was one.", precedent=True)
    with writing(allied) as writer:
        disputes.acknowledge(writer, key)
        disputes.raise_dispute(writer, entry, "Still none.")
    with writing(axis) as writer:
        disputes.withdraw(writer, disputes.dispute_at(writer.state, entry.reference))
    ask(campaign)
    with writing(moderator) as writer:
        asking.set_consent(writer, "yes")
    with writing(axis) as writer:
        asking.propose(writer, entry, {"reason": "typo"}, "It was dark.", ["axis"])
        proposal = asking.open_proposal(writer.state, entry.reference)
    with writing(allied, submission="consented") as writer:
        _, consent = asking.accept(writer, proposal)
        told = {"agreed_in": consent.reference}
        correct(writer, entry, Correction("typo", "It was dark.", {"moon": False}, told=told))


def ask(campaign: Campaign) -> None:
    """A question that is answered and read, and one that is dropped."""
    axis, moderator = seat(campaign), seat(campaign, MODERATOR)
    keys = []
    for words in ("May she sail?", "May he?"):
        with writing(axis) as writer:
            asking.ask(writer, "mini-barrage", words)
            keys.append(
                next(row for row in writer.state.rows("question") if writer.state.values[f"{row}.text"] == words)
            )
        if words.endswith("she sail?"):
            with writing(moderator) as writer:
                asking.answer(writer, keys[0].partition(":")[2], "She may.")
    with writing(axis) as writer:
        asking.read(writer, keys[0].partition(":")[2])
    with writing(moderator) as writer:
        # At one table anybody taps for whoever asked.
        asking.drop(writer, keys[1].partition(":")[2])


class Stumbled(Exception):
    """Something fails after dice have fallen."""


def fall(campaign: Campaign) -> None:
    """The server's dice fall, and nothing comes of them; then they are read again."""
    axis = seat(campaign)
    try:
        with writing(axis) as writer:
            carry_out(writer, "mini-weather", {"zone": "inner"}, DiceInput())
            raise Stumbled
    except Stumbled:
        pass
    do(axis, "mini-weather", zone="inner")


def fall_away(campaign: Campaign) -> None:
    """Of two secret rolls the first is corrected, and the second cannot be made again: it falls away."""
    allied = seat(campaign, "allied")
    edit(allied, force("second", name="Second", strength=3), chain="allied")
    first, second = (do(allied, "mini-strike", "1", force=key) for key in ("hidden", "second"))
    redos = (
        Redo(first, lambda state, made: Correction("typo", "one ship", {"strength": 1})),
        Redo(second, lambda state, made: Correction("follows", "", {"strength": 0}), "mini-strike force=second"),
    )
    with writing(allied, submission="fellaway") as writer:
        correct_all(writer, redos)


def show_in_part(campaign: Campaign) -> None:
    """A rule on a side's secret of which everybody reads its dice and what the system shows."""
    allied = seat(campaign, "allied")
    entry = do(allied, "mini-scout", force="hidden")
    mend(allied, entry, note="once more")
    edit(allied, Set("task-force:hidden.hits", 1), chain="allied")
