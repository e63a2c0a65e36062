"""Templates are indented for people; pages are sent without."""

from pathlib import Path

from django.conf import settings
from django.template.loader import get_template

TEMPLATE = "europa/chart/_panel.html"


def test_the_blanks_that_lines_begin_with_are_not_sent_and_lines_keep_their_numbers() -> None:
    written = Path(settings.BASE_DIR, "templates", TEMPLATE).read_text()
    read = get_template(TEMPLATE).template.source
    assert "\n  " in written
    assert read.splitlines() == [line.lstrip(" ") for line in written.splitlines()]
