"""A campaign in which everything has happened once: for checks of the whole log."""

from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR
from navalassist.engine import Add, Remove, Set
from navalassist.play.corrections.undo import undo
from navalassist.play.people.access import tell as tell_of
from navalassist.play.write.transaction import writing
from tests.mini.system import ACTOR, do, drop, edit, end_step, force, hide_force, mend, seat, tell

STRIKE = "6, 66 6 66, 66, 5 5 5 5"


def play_story(campaign: Campaign) -> None:
    """Edits, secrets, people, dice of both kinds, waiting, sealed orders, precedents, corrections, undo, two turns."""
    axis, allied = seat(campaign), seat(campaign, "allied")
    edit(axis, Set("zone:outer.declared", "loose"), Add("ledger:axis.vp", 2), act="test.ledger")
    hide_force(campaign, name="Leviathan-7731")
    entry = do(axis, "mini-strike", STRIKE, submission="first", force="open")
    mend(axis, entry, "wrong-cargo", note="two ships, not three", situation={"strength": 2})
    do(allied, "mini-strike", force="hidden", moon=True)
    with writing(seat(campaign, MODERATOR)) as writer:
        tell_of(writer, "person.reset", person=ACTOR)
        tell_of(writer, "person.login", chain=MODERATOR, person=ACTOR)
    end_step(axis)
    waiting = do(axis, "mini-weather", "5 4", zone="outer")
    tell(seat(campaign, MODERATOR), waiting, "storm", "6")
    orders = do(axis, "mini-orders", zone="inner")
    tell(allied, tell(axis, orders, "attack"), "attack")
    drop(axis, do(axis, "mini-orders", zone="outer"))
    tell(allied, tell(axis, do(axis, "mini-orders", zone="outer"), "wait"), "wait")
    change = edit(allied, Set("task-force:hidden.hits", 2), chain="allied")
    with writing(allied) as writer:
        undo(writer, change.reference)
    end_step(axis)
    do(axis, "mini-watch", name="")
    do(axis, "mini-weather", zone="inner")
    edit(axis, force("brief"), act="test.force")
    edit(axis, Remove("task-force:brief"), Set("condition:fog.value", True), act="test.remove")
    end_step(axis, times=2)
    do(axis, "mini-watch", name="lookout")
    do(axis, "mini-strike", force="open")
    do(allied, "mini-strike", force="hidden")
