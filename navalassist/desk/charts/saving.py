"""Saving a chart: every block that is another now is a new version, and rows that another seat read back are ticked."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from navalassist.campaigns.viewer import Viewer
from navalassist.desk.charts.typed import LONGEST_SOURCE, Block
from navalassist.desk.problem import Problem
from navalassist.play.charts.change import change, may_change, read_back
from navalassist.play.charts.known import chart_of
from navalassist.play.write.edits import EditError
from navalassist.play.write.writer import Writer
from tables.editing import Edited, Fault, edited

STALE = (
    "Somebody saved this chart meanwhile. What you typed stands below; where you typed nothing their cells stand. "
    "Look it over, and save again."
)


TYPED_HERE = "Typed by the players of this campaign"


@dataclass(frozen=True)
class Tried:
    """What came of the blocks of a form, by their numbers. kinked: the places of the kinks."""

    texts: dict[int, str] = field(default_factory=dict)
    faults: dict[int, tuple[Fault, ...]] = field(default_factory=dict)
    kinks: dict[int, tuple[str, ...]] = field(default_factory=dict)
    kinked: dict[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)

    @property
    def number_of_faults(self) -> int:
        """How many there are."""
        return sum(map(len, self.faults.values()))

    @property
    def kinks_at(self) -> tuple[tuple[str, str], ...]:
        """Every kink, and the id of its cell; '' for one of a whole line."""
        found = [(n, *pair) for n in self.kinks for pair in zip(self.kinks[n], self.kinked[n], strict=True)]
        return tuple((kink, f"b{n}r{r}c{c}" if r >= 0 and c >= 0 else "") for n, kink, (r, c) in found)

    @property
    def all_kinks(self) -> tuple[str, ...]:
        """Every one, in order."""
        return tuple(kink for kinks in self.kinks.values() for kink in kinks)


class Faulty(Problem):
    """Cells or headings that can't be kept, or kinks that nobody has looked at."""

    def __init__(self, text: str, tried: Tried) -> None:
        super().__init__(422, text)
        self.tried = tried


class Stale(Problem):
    """The chart is another one than the form was drawn from."""

    def __init__(self) -> None:
        super().__init__(409, STALE)


def tried(blocks: Sequence[Block]) -> Tried:
    """What would come of the blocks that are another now."""
    found = Tried()
    for number, block in enumerate(blocks):
        if not block.is_changed:
            continue
        made = _edited(block)
        if made.text and not made.changed and block.is_framed_as_before:
            continue
        found.faults[number] = made.faults
        found.kinks[number], found.kinked[number] = made.kinks, made.kinked
        if made.text:
            found.texts[number] = made.text
    return found


def _edited(block: Block) -> Edited:
    source = block.typed.source
    if len(source) > LONGEST_SOURCE or not source.isprintable():
        problem = f"Source: one line of at most {LONGEST_SOURCE} characters; these are {len(source)}."
        return Edited(faults=(Fault(-1, -1, problem),))
    if source == block.chart.newest.source and not block.chart.typed:
        # What the shipped file says of its source is no more true of what somebody types.
        block = replace(block, typed=replace(block.typed, source=TYPED_HERE))
    return edited(block.chart.newest_text, block.typed, block.chart.asked)


def checked(blocks: Sequence[Block], accepted: Collection[str]) -> Tried:
    """The texts of new versions. Faulty for what can't be kept, and for kinks that are not among those accepted."""
    found = tried(blocks)
    if count := found.number_of_faults:
        raise Faulty("One thing can't be kept." if count == 1 else f"{count} things can't be kept.", found)
    if any(kink not in accepted for kink in found.all_kinks):
        raise Faulty("Something looks odd: look once more.", found)
    return found


def save(writer: Writer, blocks: Sequence[Block], found: Tried) -> None:
    """Write what is another now. Stale, or Problem 422 where nothing is."""
    for number, block in enumerate(blocks):
        if number in found.texts and chart_of(writer.state, block.chart.slug).newest.version != block.base:
            raise Stale()
    made = [change(writer, blocks[number].chart.slug, text) for number, text in found.texts.items()]
    if not tick(writer, blocks) and not made:
        raise Problem(422, "It stands so already: nothing would change.")


def tick(writer: Writer, blocks: Sequence[Block]) -> bool:
    """Set and take away ticks as the form has them; True where one was another before."""
    seat, done = writer.viewer.seat, False
    for block in blocks:
        now = chart_of(writer.state, block.chart.slug)
        # What this very form changed has lost its ticks, and is its own seat's.
        mine = {
            row for row in now.typed if now.may_read_back(seat, row) and block.chart.typed.get(row) == now.typed[row]
        }
        for rows, read in (
            (mine & block.ticks - now.ticks.keys(), True),
            (mine & now.ticks.keys() - block.ticks, False),
        ):
            if rows:
                done = True
                try:
                    read_back(writer, block.chart.slug, sorted(rows), read)
                except EditError as error:
                    raise Problem(422, str(error), error.about) from None
    return done


def why_not(viewer: Viewer) -> str:
    """Why this viewer types nothing here; '' where it may."""
    if may_change(viewer):
        return ""
    if viewer.seat == "observer":
        return "The observer seat only watches: take another seat above to type."
    return "In this campaign the moderator types the charts. Other seats read them back."
