"""Going on over several steps with one tap: where to, how many steps end, and what they pass over."""

from __future__ import annotations

from navalassist.desk.access import SEATS
from navalassist.desk.system_pages import Ahead, system_pages_of
from navalassist.desk.turn.clock import steps_to
from navalassist.desk.turn.skips import passed_over, skips_of
from navalassist.engine.duties import Moment
from navalassist.play.agenda import Agenda


def way_to(agenda: Agenda, side: str, step: str, words: str) -> Ahead:
    """The way on to a step of a side. words: what that step is called in a sentence."""
    until, system = f"{side}/{step}", agenda.system
    return Ahead(
        until,
        f"{SEATS[side][0]} {words}",
        steps_to(Moment(*agenda.state.clock), until, system),
        passed_over(skips_of(agenda, until)),
        system_pages_of(system.key).page_of(step),
    )
