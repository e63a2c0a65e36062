"""The read-out of a submission: every check that it rolled, row by row."""

from __future__ import annotations

import re
from typing import Any

from django.http import Http404, HttpRequest

from navalassist.desk.at import At
from navalassist.systems.europa.pages.board.checks import checks_of, rolled_rows
from navalassist.systems.europa.pages.board.context import Board


def is_submission(text: str) -> bool:
    """A form's one-time key, as it stands in an address."""
    return re.fullmatch(r"[0-9a-f]{32}", text) is not None


def context(request: HttpRequest, here: At, submission: str) -> dict[str, Any]:
    """The page of a submission. Http404 where it rolled nothing."""
    entries = checks_of(here, submission)
    if not is_submission(submission) or not entries:
        raise Http404("Nothing was rolled under this address.")
    board = Board(request, here)
    found = rolled_rows(here, entries)
    return board.context() | {"rolled": found, "submission": submission, "several": len(found) > 1}
