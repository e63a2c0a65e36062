"""Convoy templates as the board draws them."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from navalassist.desk.at import At
from navalassist.play.write.submissions import new_submission
from navalassist.systems.europa.board.rows import pair_text
from navalassist.systems.europa.board.templates import Template
from navalassist.systems.europa.board.words import name_of


@dataclass(frozen=True)
class Kept:
    """One template. lines: its rows in words; typed: its name, or a new one as typed; wrong: that did not fit."""

    key: str
    name: str
    count: int
    secret: bool
    lines: tuple[str, ...]
    submission: str
    typed: str
    wrong: bool


def kept_template(here: At, template: Template, focus: str, typed: str) -> Kept:
    """A template to draw. focus: `templates/<key>` of the one that a name was typed for."""
    rows = [asdict(draft) for draft in template.drafts]
    lines = tuple(f"{name_of(row)}, {pair_text(here.state, row)}" for row in rows)
    wrong = focus == f"templates/{template.key}"
    return Kept(
        template.key,
        template.name,
        len(rows),
        template.secret,
        lines,
        new_submission(),
        typed if wrong else template.name,
        wrong,
    )
