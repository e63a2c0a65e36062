"""Convoy templates: rows kept under a name, to be put on the board again with one tap. Each act is one entry."""

from __future__ import annotations

import dataclasses
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.engine import Remove, Set, create
from navalassist.engine.reader import Unknown, rows_where
from navalassist.play.write.writer import NotYours, Writer
from navalassist.systems.europa.board import rows
from navalassist.systems.europa.setup import Draft, leg_fields
from navalassist.systems.europa.upkeep import EditError

KIND = "template"
MOST_ROWS, MOST_TEMPLATES, LONGEST_NAME = 30, 60, 60

Facts = Mapping[str, Any]


@dataclasses.dataclass(frozen=True, slots=True)
class Template:
    """A template. secret: only its own side sees it."""

    key: str
    side: str
    name: str
    drafts: tuple[Draft, ...]
    secret: bool = False


def plain_of(draft: Draft) -> dict[str, Any]:
    """A row as a template stores it: of no ship by name, which sails once."""
    plain = {**dataclasses.asdict(draft), "route": [dict(leg) for leg in draft.route]}
    return {name: value for name, value in plain.items() if name != rows.UNIT}


def draft_of(plain: Mapping[str, Any]) -> Draft:
    """A stored row; what has been added to rows since has its plain value."""
    known = {field.name for field in dataclasses.fields(Draft)}
    kept = {name: value for name, value in plain.items() if name in known}
    return Draft(**{**kept, "route": tuple(leg_fields(**leg) for leg in plain["route"])})


def templates(facts: Facts, audiences: Mapping[str, str], side: str) -> list[Template]:
    """The templates of a side among facts that the viewer may see, by name."""
    rows = rows_where(facts, KIND, "side", side)
    found = [_template(facts, row, audiences.get(row, PUBLIC)) for row in rows]
    return sorted(found, key=lambda template: template.name.casefold())


def _template(facts: Facts, row: str, audience: str) -> Template:
    drafts = tuple(draft_of(plain) for plain in facts[f"{row}.rows"])
    key = row.removeprefix(f"{KIND}:")
    return Template(key, facts[f"{row}.side"], facts[f"{row}.name"], drafts, audience != PUBLIC)


def one_of(writer: Writer, key: str) -> Template:
    """A template that the viewer may see. Unknown for another."""
    facts = writer.viewer.view(writer.state.values, writer.state.audiences)
    if f"{KIND}:{key}.side" not in facts:
        raise Unknown("this template is no longer there")
    row = f"{KIND}:{key}"
    return _template(facts, row, writer.state.audiences.get(row, PUBLIC))


def name_of(writer: Writer, side: str, typed: str, but: str = "") -> str:
    """A name as typed, tidied. EditError where it is none, too long, or taken. but: the template that it is for."""
    name = " ".join("".join(c if c.isprintable() else " " for c in typed).split())
    if not name:
        raise EditError("name", "Template: give it a name, such as Tripoli run.")
    if len(name) > LONGEST_NAME:
        raise EditError("name", f"Template: the name has {len(name)} characters, at most {LONGEST_NAME} fit.")
    facts = writer.viewer.view(writer.state.values, writer.state.audiences)
    known = templates(facts, writer.state.audiences, side)
    if any(other.name.casefold() == name.casefold() and other.key != but for other in known):
        raise EditError(
            "name", f"Template: there is one called {name} already. Choose another name, or delete that one."
        )
    if not but and len(known) >= MOST_TEMPLATES:
        raise EditError("name", f"Template: a side keeps at most {MOST_TEMPLATES}. Delete one first.")
    return name


def save(writer: Writer, side: str, typed: str, drafts: Sequence[Draft], secret: bool = False) -> Entry:
    """Keep rows under a name. secret: on the side's own chain. Raises EditError, NotYours."""
    name = name_of(writer, side, typed)
    if not drafts:
        raise EditError("name", "Template: there is no row to keep. Add a row first.")
    if len(drafts) > MOST_ROWS:
        raise EditError("name", f"Template: at most {MOST_ROWS} rows go into one, these are {len(drafts)}.")
    if secret and not writer.viewer.sees(side):
        raise NotYours(side)
    fields = {"side": side, "name": name, "rows": [plain_of(draft) for draft in drafts]}
    effects = (create(f"{KIND}:{uuid.uuid4().hex}", **fields),)
    return writer.edit("template.save", effects, seat=side, chain=side if secret else "", title="Template saved")


def put(writer: Writer, key: str) -> Entry:
    """Every row of a template on the board, in one entry. The name of a secret one is not told."""
    template = one_of(writer, key)
    note = "" if template.secret else f"template {template.name}"
    return rows.add_all(writer, template.drafts, "template.use", note)


def rename(writer: Writer, key: str, typed: str) -> Entry | None:
    """Give it another name; None where it has it already."""
    template = one_of(writer, key)
    name = name_of(writer, template.side, typed, key)
    if name == template.name:
        return None
    effects = (Set(f"{KIND}:{key}.name", name),)
    return _edit(writer, template, "template.rename", effects, "Template renamed")


def delete(writer: Writer, key: str) -> Entry:
    """Take a template away; rows that came from it stay."""
    template = one_of(writer, key)
    return _edit(writer, template, "template.delete", (Remove(f"{KIND}:{key}"),), "Template deleted")


def _edit(writer: Writer, template: Template, act: str, effects: tuple[Set | Remove, ...], title: str) -> Entry:
    chain = template.side if template.secret else PUBLIC
    return writer.edit(act, effects, seat=template.side, chain=chain, title=title, note=template.name)
