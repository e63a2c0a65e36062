"""Where a request is: what every page is drawn from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.desk.sides import seats_of
from navalassist.engine.duties import EITHER
from navalassist.engine.reader import View
from navalassist.play.agenda import Agenda, agenda_of
from navalassist.play.people.umpires import empty_sides
from navalassist.play.state import State, page_version
from navalassist.play.systems import System


@dataclass(frozen=True)
class At:
    """Where a request is: the campaign's state as far as the viewer may see it, its system, and who looks."""

    state: State
    viewer: Viewer
    system: System

    @property
    def campaign(self) -> Campaign:
        return self.state.campaign

    @cached_property
    def empty(self) -> frozenset[str]:
        """The sides whose seat nobody holds, in a club. One query, made where it is asked for."""
        return empty_sides(self.campaign, self.system)

    @property
    def acting(self) -> str:
        """The side that acts in the step that is on."""
        return self.system.acting(*self.state.clock[1:])

    @property
    def acts(self) -> str:
        """Who acts in it: that side, or either where both are in every step together and that side only ends it."""
        return EITHER if self.system.is_shared else self.acting

    @property
    def rows(self) -> View:
        """The facts that the viewer sees, read as rows."""
        return View(self.state.values)

    @property
    def agenda(self) -> Agenda:
        """What its steps ask for and allow."""
        return agenda_of(self.state, self.system)

    @property
    def seats(self) -> dict[str, tuple[str, str]]:
        """The seats of this campaign: key -> what it is called, and its sign."""
        return seats_of(self.system)

    @property
    def version(self) -> str:
        """What a form carries of the version it was drawn from."""
        return page_version(self.state, self.viewer)
