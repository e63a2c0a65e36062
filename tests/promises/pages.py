"""A page as a browser reads it: its elements, words, links and forms. No Django in it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from html import unescape
from urllib.parse import parse_qsl, urljoin, urlsplit

HOST = "http://testserver"
# Where a person may type anything.
TEXT_KINDS = ("text", "search", "number", "tel", "textarea")
WORDS = "\0"
SENT_BY_FORM = ("form", "button", "input", "select")
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
# What stands between words: a comment or declaration, an end of an element, or its beginning with its attributes.
TOKEN = re.compile(
    r"""<(?:!--.*?--|[!?][^>]*+|/(?P<end>[a-z][^\s/>]*+)[^>]*+|(?P<tag>[a-z][^\s/>]*+)(?P<given>(?:[^"'>]++|"[^"]*+"|'[^']*+')*+))>""",
    re.S | re.I,
)
ATTRIBUTE = re.compile(r"""([^\s"'>/=]++)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'>]++)))?+""")
Pairs = list[tuple[str, str]]


@dataclass(frozen=True)
class Field:
    """A control of a form: its name, kind, what it sends untouched (None: nothing), and what it may send."""

    name: str
    kind: str
    value: str | None = ""
    options: tuple[str, ...] = ()
    longest: int = 0

    @property
    def is_text(self) -> bool:
        """True where a person may type anything."""
        return self.kind in TEXT_KINDS


@dataclass(frozen=True)
class Form:
    """A form, or an element that htmx sends with what is in it. buttons: (name, value, address) of each."""

    page: str
    method: str
    action: str
    fields: tuple[Field, ...]
    buttons: tuple[tuple[str, str, str], ...] = ()

    def values(self, **typed: str) -> Pairs:
        """What a browser would send of it without any button; `typed` takes the place of what stands there."""
        kept = [(f.name, f.value) for f in self.fields if f.value is not None and f.name not in typed]
        return [*kept, *typed.items()]

    def sendings(self) -> list[tuple[str, Pairs]]:
        """Every address that it can be sent to, with the values and the button of that way."""
        ways = [(url or self.action, [(name, value)] if name else []) for name, value, url in self.buttons]
        return [(url, self.values() + button) for url, button in ways or [(self.action, [])]]

    @property
    def shape(self) -> tuple[str, str, frozenset[str]]:
        """Forms of one shape differ only in what they are about."""
        about = re.sub(r"/(unit|group|air)/[^/]+/", r"/\1/*/", masked(self.action))
        return self.method, about, frozenset(masked_name(f.name) for f in self.fields)


def masked(url: str) -> str:
    """An address without the keys, numbers and queries in it."""
    path = re.sub(r"^/c/[^/]+", "/c/*", urlsplit(url).path)
    path = re.sub(r"/(ports|zones)/[^/]+/", r"/\1/*/", path)
    return re.sub(r"/(demo-\d+|[0-9a-f]{32}|\d+)(?=[/.]|$)", "/*", path)


def masked_name(name: str) -> str:
    """The name of a field without the keys and numbers in it: `contact-axis.exploitation.demo-2-1` of a row and leg."""
    return re.sub(r"demo-\d+|[0-9a-f]{32}|\d+", "*", name)


def kind_of(url: str) -> str:
    """What pages have in common that differ only in what they are about: the address, masked, and what is asked."""
    return f"{masked(url)}?{','.join(sorted(dict(parse_qsl(urlsplit(url).query, keep_blank_values=True))))}"


@dataclass
class _Open:
    """An element that may hold controls: a form, or one with hx-post of its own."""

    tag: str
    key: str
    method: str
    action: str
    depth: int
    is_form: bool
    fields: list[Field] = field(default_factory=list)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)


@lru_cache(maxsize=50_000)
def attributes(given: str) -> Mapping[str, str]:
    """The attributes of an element by name; of one that is there twice the last. Most are those of other pages too."""
    return {name.lower(): unescape(a or b or c) for name, a, b, c in ATTRIBUTE.findall(given)}


def tokens(text: str) -> Iterator[tuple[str, str, Mapping[str, str]]]:
    """("words", what is shown), ("inline", a script or style), ("begin", tag) and ("end", tag) with attributes.

    Python's own reader takes as long for a page as the product takes to make it; test_pages.py compares the two.
    """
    at, search, none = 0, TOKEN.search, attributes("")
    while found := search(text, at):
        start, (end, tag, given) = found.start(), found.groups()
        if start > at:
            yield "words", unescape(text[at:start]), none
        at = found.end()
        if end:
            yield "end", end.lower(), none
        elif tag:
            tag = tag.lower()
            yield "begin", tag, attributes(given)
            if tag in ("script", "style"):
                stop = re.compile(f"</{tag}", re.I).search(text, at)
                until = stop.start() if stop else len(text)
                if until > at:
                    yield "inline", text[at:until], none
                at = until
            elif given.endswith("/") and tag not in VOID:
                yield "end", tag, none
    if at < len(text):
        yield "words", unescape(text[at:]), none


class Page:
    """An HTML answer: its elements, words, links and forms, with addresses made whole."""

    def __init__(self, url: str, text: str) -> None:
        self.url = url
        self.elements: list[tuple[str, Mapping[str, str]]] = []
        self.words: list[str] = []
        self.inline: list[tuple[str, str]] = []
        self._stack: list[str] = []
        self._open: list[_Open] = []
        self._made: list[_Open] = []
        self._loose: list[tuple[str, Field | tuple[str, str, str]]] = []
        # The select that is open, its options, and the chosen one.
        self._select: Mapping[str, str] | None = None
        self._options: list[str] = []
        self._chosen: str | None = None
        for what, word, given in tokens(text):
            if what == "begin":
                self._begin(word, given)
            elif what == "end":
                self._end(word)
            elif what == "words":
                self._shown(word)
            else:
                self.inline.append((self._stack[-1], word))

    @property
    def dice(self) -> list[str]:
        """The dice that are drawn, in order, as they are read out."""
        return [a["aria-label"] for tag, a in self.elements if tag == "svg" and a.get("class", "").startswith("die")]

    @property
    def text(self) -> str:
        """Everything that is shown as words."""
        return "".join(self.words)

    def links(self) -> list[str]:
        """Same-site addresses that a tap, a prefetch or htmx would GET, without fragments."""
        found = [a.get("href") or a.get("xlink:href") for tag, a in self.elements if tag in ("a", "area")]
        found += [a.get("hx-get") for _, a in self.elements]
        whole = (urljoin(HOST + self.url, href).partition("#")[0] for href in found if href)
        return list(dict.fromkeys(u.removeprefix(HOST) or "/" for u in whole if u.startswith(f"{HOST}/")))

    def forms(self) -> list[Form]:
        """Every form and htmx sender of the page."""
        forms = {made.key: made for made in self._made if made.key}
        for key, found in self._loose:
            if key in forms:
                (forms[key].buttons if isinstance(found, tuple) else forms[key].fields).append(found)  # type: ignore[arg-type]
        return [Form(self.url, m.method, m.action, tuple(m.fields), tuple(m.buttons)) for m in self._made if m.action]

    def form(self, action: str, **holds: str) -> Form:
        """The first form whose address ends so and whose untouched values hold these."""
        for found in self.forms():
            ends = found.action.endswith(action) or any(url.endswith(action) for _, _, url in found.buttons)
            if ends and holds.items() <= dict(found.values()).items():
                return found
        raise AssertionError(f"{self.url} has no form to …{action} with {holds}")

    # ---- reading

    def _begin(self, tag: str, given: Mapping[str, str]) -> None:
        self.elements.append((tag, given))
        if tag not in VOID:
            self._stack.append(tag)
        sender = given.get("hx-post") if tag not in SENT_BY_FORM else None
        if tag == "form" or sender:
            self._sender(tag, given, sender)
        elif tag in ("input", "button", "select", "textarea") and "disabled" not in given:
            self._control(tag, given)
        elif tag == "option" and self._select is not None:
            # Without a value it sends its words, which are still to come.
            value = given.get("value", WORDS)
            self._options.append(value)
            if "selected" in given:
                self._chosen = value

    def _sender(self, tag: str, given: Mapping[str, str], sender: str | None) -> None:
        method = "post" if sender else given.get("method", "get").lower()
        action = urljoin(HOST + self.url, sender or given.get("action", "")).removeprefix(HOST)
        made = _Open(tag, given.get("id", "") if tag == "form" else "", method, action, len(self._stack), tag == "form")
        self._open.append(made)
        self._made.append(made)

    def _control(self, tag: str, given: Mapping[str, str]) -> None:
        kind = given.get("type", "submit" if tag == "button" else "text") if tag in ("input", "button") else tag
        name = given.get("name", "")
        if kind in ("submit", "image"):
            url = given.get("formaction", "")
            self._put(
                given, (name, given.get("value", ""), urljoin(HOST + self.url, url).removeprefix(HOST) if url else "")
            )
        elif kind in ("button", "reset") or not name:
            return
        elif tag == "select":
            self._select, self._options, self._chosen = given, [], None
        elif tag == "textarea":
            self._put(given, Field(name, "textarea", "", longest=int(given.get("maxlength", 0))))
        elif kind in ("checkbox", "radio"):
            value = given.get("value", "on")
            self._put(given, Field(name, kind, value if "checked" in given else None, (value,)))
        else:
            self._put(given, Field(name, kind, given.get("value", ""), longest=int(given.get("maxlength", 0))))

    def _put(self, given: Mapping[str, str], found: Field | tuple[str, str, str]) -> None:
        if "form" in given:
            self._loose.append((given["form"], found))
            return
        for made in self._open:
            if isinstance(found, tuple):
                if made.is_form:
                    made.buttons.append(found)
            else:
                made.fields.append(found)

    def _end(self, tag: str) -> None:
        if tag == "select" and self._select is not None:
            options = tuple(self._options)
            chosen = self._chosen if self._chosen is not None else (options[0] if options else None)
            self._put(self._select, Field(self._select["name"], "select", chosen, options))
            self._select = None
        if tag not in self._stack:
            return
        while self._stack:
            top = self._stack.pop()
            if self._open and self._open[-1].depth > len(self._stack):
                self._open.pop()
            if top == tag:
                return

    def _shown(self, words: str) -> None:
        if self._select is not None and self._options[-1:] == [WORDS]:
            self._options[-1] = words.strip()
            self._chosen = words.strip() if self._chosen == WORDS else self._chosen
        self.words.append(words)
