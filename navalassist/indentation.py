"""Templates are indented for those who read them; pages are sent without, for a browser makes nothing of it."""

from __future__ import annotations

import re

from django.template import Origin
from django.template.loaders import filesystem

INDENTATION = re.compile(r"\n[ \t]+")


class Loader(filesystem.Loader):
    """Read templates without the blanks that their lines begin with; lines keep their numbers."""

    def get_contents(self, origin: Origin) -> str:
        return INDENTATION.sub("\n", super().get_contents(origin))
