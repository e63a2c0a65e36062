"""What a request typed into the rows of the board, saved or not: it is shown again, whatever became of the request."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.http import HttpRequest, QueryDict

from navalassist.desk.problem import Problem
from navalassist.systems.europa.board.drafts import RowForm, form_of

# A page sends what stands typed but unsaved in a row under this name and the row's key.
TYPED_ROW = "typed-"


@dataclass
class Typed:
    """What a request typed, to be shown again.

    key: the row, or `new`; form: None where no row was typed into; gone: a row that is no longer on the board;
    others: row -> what stands typed there, unsaved, in a request that is not about that row.
    """

    key: str = ""
    form: RowForm | None = None
    opened: bool = False
    strip: str = ""
    dice: str = ""
    problem: Problem | None = None
    gone: str = ""
    added: bool = False
    # The row that was copied: it is drawn anew, since its form's key is used up.
    source: str = ""
    # What has the focus when the page is drawn: a row that was moved, `up-<row>`.
    focus: str = ""
    # Rows ticked to sail with more than the roster has, and what was typed as the name of a template.
    beyond: frozenset[str] = frozenset()
    name: str = ""
    others: dict[str, Typed] = field(default_factory=dict)


def typed_row(request: HttpRequest, key: str, side: str) -> Typed:
    """What a request typed into a row."""
    data: Mapping[str, str] = request.POST
    return Typed(key, form_of(data, side), opened=bool(data.get("open")))


def typed_elsewhere(request: HttpRequest, side: str) -> dict[str, Typed]:
    """What stands typed, unsaved, in rows that a request is not about: its script sends it as `typed-<row>`.

    side: of a new row that names none.
    """
    sent = {name.removeprefix(TYPED_ROW): text for name, text in request.POST.items() if name.startswith(TYPED_ROW)}
    found = {}
    for key, text in sent.items():
        data = QueryDict(str(text)).dict()
        found[key] = Typed(
            key, form_of({name: str(value) for name, value in data.items()}, side), bool(data.get("open"))
        )
    return found
