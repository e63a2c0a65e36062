"""The rows of a new theatre campaign, as effects: maps, ports, types, rulings as chosen, and the forces of a demo."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR, Viewer
from navalassist.engine import Create, create
from navalassist.engine.duties import Moment
from navalassist.play.turns import steps
from navalassist.play.write.transaction import writing
from navalassist.systems.theatre import places
from navalassist.systems.theatre.book import SYSTEM
from navalassist.systems.theatre.closed import is_closed
from navalassist.systems.theatre.demo import LINGAYEN, Scene
from navalassist.systems.theatre.rulings import RULINGS
from navalassist.systems.theatre.state.words import Side

# Both sides are in each phase together: the clock has one part of a turn.
START = Moment("1939-09", Side.AXIS.value, "logistics")


def rows(rulings: Mapping[str, str]) -> Iterator[Create]:
    """Maps, ports, types and rulings of a new campaign. rulings: choices that are no defaults."""
    for row in places.rows():
        yield row.made()
    for ruling in RULINGS:
        yield create(f"ruling:{ruling.number}", choice=rulings.get(ruling.number, ruling.default))


def begin(
    name: str,
    *,
    moment: Moment = START,
    scene: Scene | None = None,
    slug: str = "",
    rulings: Mapping[str, str] | None = None,
    actor: str = "",
    submission: str = "",
    tables: Mapping[str, str] | None = None,
) -> Campaign:
    """A new theatre campaign: what everybody sees in one act, then what each side keeps to itself in one of its own.

    rulings: number -> choice, where it is not the default; scene: the forces of a demo; tables: other ones than those
    that come with it, as `steps.begin` has them.
    """
    campaign = steps.begin(
        name=name,
        system=SYSTEM,
        moment=scene.moment if scene else moment,
        rows=rows(rulings or {}),
        tables=tables,
        slug=slug,
        actor=actor,
        submission=submission,
    )
    if scene is not None:
        for side in Side:
            with writing(Viewer(campaign, MODERATOR, "", at_table=True)) as writer:
                chain = side.value if is_closed(writer.state.values) else PUBLIC
                writer.edit("campaign.side", scene.secret(side), seat=side.value, chain=chain)
    return campaign


def begin_lingayen() -> Campaign:
    """The demo: an invasion fleet from order to landing."""
    return begin(LINGAYEN.name, slug=LINGAYEN.slug, scene=LINGAYEN)
