"""docs/glossary.md as a page: each word with what it means, and an anchor of its own.

The names that the words have in the code are for who reads the file.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify

LETTER = re.compile(r"^## (.+)$", re.M)
WORD = re.compile(r"^- \*\*((?:\\.|[^*\\])+)\*\*(?: \(([^)]*)\))?: (.*?)(?=^- |\Z)", re.M | re.S)
IN_THE_CODE = re.compile(r" Code: (?:`[^`]*`|[^`.])*\.?")
CODE = re.compile(r"`([^`]*)`")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the glossary. where: the paragraph or the game that it is of, '' for every one."""

    name: str
    where: str
    text: SafeString

    @property
    def anchor(self) -> str:
        """Where it stands on the page: `word-naval-status`."""
        return f"word-{slugify(self.name)}"


@cache
def letters() -> tuple[tuple[str, tuple[Word, ...]], ...]:
    """Every letter with its words, in the order of the file."""
    source = (settings.BASE_DIR / "docs" / "glossary.md").read_text(encoding="utf-8")
    _, *parts = LETTER.split(source)
    return tuple(
        (letter, tuple(word_of(*found.groups("")) for found in WORD.finditer(words)))
        for letter, words in zip(parts[::2], parts[1::2], strict=True)
    )


def word_of(name: str, where: str, text: str) -> Word:
    """A word as it is read: in one line, without the marks of the file."""
    plain = escape(IN_THE_CODE.sub("", " ".join(text.split())).replace("\\", ""))
    return Word(name.replace("\\", ""), where, mark_safe(CODE.sub(r'<span class="hash">\1</span>', plain)))
