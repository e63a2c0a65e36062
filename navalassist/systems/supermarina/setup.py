"""The rows of a new Supermarina campaign, as effects: ports, rulings as chosen, ships and markers of a demo."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR, Viewer
from navalassist.engine import Create, create
from navalassist.engine.duties import Moment
from navalassist.play.turns import steps
from navalassist.play.write.transaction import writing
from navalassist.systems.supermarina.book import SYSTEM
from navalassist.systems.supermarina.closed import is_closed
from navalassist.systems.supermarina.demo import DUISBURG, TARIGO, Scene
from navalassist.systems.supermarina.fuel import opening
from navalassist.systems.supermarina.places import ports
from navalassist.systems.supermarina.rulings import RULINGS
from navalassist.systems.supermarina.state import Side

START = Moment("1941-04-1", Side.AXIS.value, "initial")


def rows(rulings: Mapping[str, str]) -> Iterator[Create]:
    """Ports, ledgers and rulings of a new campaign. rulings: choices that are no defaults."""
    for port in ports():
        yield port.made()
    for side in Side:
        yield create(f"ledger:{side}", vp=0)
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
    """A new Supermarina campaign: its ports in one act, then what each side keeps to itself in one of its own.

    rulings: number -> choice, where it is not the default; scene: the forces of a demo; tables: other ones than those
    that come with it, as `steps.begin` has them.
    """
    campaign = steps.begin(
        name=name,
        system=SYSTEM,
        moment=scene.moment if scene else moment,
        rows=(*rows(rulings or {}), *(scene.seen() if scene else ())),
        tables=tables,
        slug=slug,
        actor=actor,
        submission=submission,
    )
    for side in Side:
        began = (*(scene.secret(side) if scene else ()), *((opening().made(),) if side is Side.AXIS else ()))
        with writing(Viewer(campaign, MODERATOR, "", at_table=True)) as writer:
            chain = side.value if is_closed(writer.state.values) else PUBLIC
            if began:
                writer.edit("campaign.side", began, seat=side.value, chain=chain)
    return campaign


def begin_tarigo() -> Campaign:
    """The demo that opens on its battle."""
    return begin(TARIGO.name, slug=TARIGO.slug, scene=TARIGO)


def begin_duisburg() -> Campaign:
    """The demo of an evening: a convoy crosses, is looked for and fought for."""
    return begin(DUISBURG.name, slug=DUISBURG.slug, scene=DUISBURG)
