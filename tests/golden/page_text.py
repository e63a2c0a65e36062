"""The words of a page as a person reads them: a line for each block, cells of a table side by side."""

import re
from html.parser import HTMLParser

SILENT = {"script", "style", "svg", "template", "head"}
VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
CELLS = {"td", "th"}
LINES = {
    *("address", "article", "aside", "button", "caption", "dd", "details", "div", "dl", "dt", "fieldset", "figure"),
    *("footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "label", "li", "main", "nav", "ol", "p", "pre"),
    *("section", "summary", "table", "tbody", "thead", "tfoot", "tr", "ul", "br", "legend", "option"),
}


class _Words(HTMLParser):
    """What is read inside one element, named by its tag and an attribute."""

    def __init__(self, tag: str, attribute: tuple[str, str]) -> None:
        super().__init__()
        self.wanted = tag, attribute
        self.depth, self.silent = 0, 0
        self.pieces: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.depth:
            self.depth += tag not in VOID
        elif tag == self.wanted[0] and self.wanted[1] in attrs:
            self.depth = 1
        if not self.depth:
            return
        self.silent += tag in SILENT
        said = dict(attrs).get("aria-label")
        if said and (tag in SILENT or dict(attrs).get("role") == "img"):
            self.pieces.append(f" ({said}) ")
        if not self.silent and tag in LINES:
            self.pieces.append("\n")
        elif not self.silent and tag in CELLS:
            self.pieces.append(" | ")

    def handle_endtag(self, tag: str) -> None:
        if not self.depth or tag in VOID:
            return
        self.depth -= 1
        if tag in SILENT:
            self.silent -= 1
        elif not self.silent and tag in LINES:
            self.pieces.append("\n")

    def handle_data(self, data: str) -> None:
        if self.depth and not self.silent:
            self.pieces.append(re.sub(r"\s+", " ", data))


def words_of(html: str, tag: str = "main", attribute: tuple[str, str] = ("id", "main")) -> list[str]:
    """The lines that a person reads in the first element with this tag and attribute; none where it is missing."""
    reading = _Words(tag, attribute)
    reading.feed(html)
    lines = (re.sub(r"\s+", " ", line).strip(" |") for line in "".join(reading.pieces).split("\n"))
    return [line for line in lines if line]
