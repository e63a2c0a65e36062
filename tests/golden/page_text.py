"""The words of a page as people read them: a line a block, cells of a table side by side, `#` before headings."""

import re
from html.parser import HTMLParser

SILENT = {"script", "style", "svg", "template", "head", "button", "form"}
# What is for a screen alone, or for paper alone.
ASIDE = {"no-print", "paper"}
VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
HEADINGS = {"h1", "h2", "h3"}
BETWEEN = {"dt": "\n", "dd": " | ", "td": " | ", "th": " | ", "br": " – "}
LINES = {
    *("address", "article", "aside", "caption", "details", "div", "dl", "fieldset", "figure", "footer"),
    *("h1", "h2", "h3", "h4", "h5", "h6", "header", "label", "legend", "li", "main", "nav", "ol", "option", "p", "pre"),
    *("section", "summary", "table", "tbody", "thead", "tfoot", "tr", "ul"),
}
# Where one piece of a line ends and the next begins, with nothing between them but how they look.
SEAM = "\0"


class _Words(HTMLParser):
    """What is read inside one element, named by its tag and an attribute."""

    def __init__(self, tag: str, attribute: tuple[str, str]) -> None:
        super().__init__()
        self.wanted = tag, attribute
        self.depth, self.silent = 0, 0
        self.pieces: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        if self.depth:
            self.depth += tag not in VOID
        elif tag == self.wanted[0] and self.wanted[1] in attrs:
            self.depth = 1
        if not self.depth:
            return
        quiet = tag in SILENT or ASIDE.intersection((said.get("class") or "").split())
        if self.silent or quiet:
            self.silent += tag not in VOID
        label = said.get("aria-label")
        if label and self.silent <= 1 and (tag == "svg" or said.get("role") == "img"):
            self.pieces.append(f" ({label}) ")
        elif not self.silent:
            self.pieces.append("\n# " if tag in HEADINGS else "\n" if tag in LINES else BETWEEN.get(tag, SEAM))

    def handle_endtag(self, tag: str) -> None:
        if not self.depth or tag in VOID:
            return
        self.depth -= 1
        if self.silent:
            self.silent -= 1
        else:
            self.pieces.append("\n" if tag in LINES else SEAM)

    def handle_data(self, data: str) -> None:
        if self.depth and not self.silent:
            self.pieces.append(re.sub(r"\s+", " ", data))


def words_of(html: str, tag: str = "main", attribute: tuple[str, str] = ("id", "main")) -> list[str]:
    """The lines that a person reads in the first element with this tag and attribute; none where it is missing."""
    reading = _Words(tag, attribute)
    reading.feed(html)
    text = re.sub(rf"(?<=[\w)]){SEAM}+(?=[\w(])", " ", "".join(reading.pieces)).replace(SEAM, "")
    lines = (re.sub(r"\s+", " ", line).strip(" |–") for line in text.split("\n"))
    return [line for line in lines if line.strip("# ")]
