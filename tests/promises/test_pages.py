"""The lean reader of pages reads what Python's own does."""

from html.parser import HTMLParser

import pytest

from tests.promises.pages import Page, masked
from tests.promises.recording import Recording


class Slow(HTMLParser):
    """Elements and words, as the standard library finds them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.words: list[str] = []
        self.inline: list[tuple[str, str]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        if self.cdata_elem:
            self.inline.append((self.cdata_elem, data))
        else:
            self.words.append(data)


ODD = (
    "<!doctype html><!-- <b>no</b> --><p class='a' id=b hidden>1 &amp; 2 &lt;i&gt;<br/>x<svg viewBox='0 0 1 1'/>",
    '<A HREF="/x?a=1&amp;b=2" title="1 > 2">y</A><img src=x onerror="alert(\'1\')" alt>',
    "<script>if (a < b && c > d) {}</script><style>a > b {}</style><p>after",
    '<select name="s"><option>One &eacute;<option value="" selected>Two</select> 3 < 4 &copy;',
)


def same(text: str) -> bool:
    lean, slow = Page("/", text), Slow(text)
    return (lean.elements, lean.text, lean.inline) == (slow.elements, "".join(slow.words), slow.inline)


@pytest.mark.parametrize("text", ODD)
def test_what_is_odd_is_read_alike(text: str) -> None:
    assert same(text)


@pytest.mark.django_db
def test_a_page_of_every_kind_is_read_alike(open_pages: Recording) -> None:
    pages = {masked(answer.url): answer for answer in open_pages.pages["axis"] if answer.page}
    assert [url for url, answer in pages.items() if not same(answer.text)] == []
