"""What a page offers to somebody without a script: its links and buttons by their words, and its fields."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

from tests.promises.pages import HOST, Form, Page, Pairs

Typed = str | list[str]


@dataclass(frozen=True)
class Offer:
    """A link or a button: its words, how many characters of the page stand before it, and where it leads."""

    words: str
    at: int
    href: str = ""
    form: Form | None = None
    button: tuple[str, str, str] = ("", "", "")

    def sending(self, typed: dict[str, Typed]) -> tuple[str, Pairs]:
        """The address and values of its form, with what is typed and chosen; only what the form takes."""
        assert self.form is not None, f"{self.words!r} is a link: nothing can be typed into it"
        for name, value in typed.items():
            self._takes(name, [value] if isinstance(value, str) else value)
        kept = [pair for pair in self.form.values() if pair[0] not in typed]
        given = [(n, v) for n, value in typed.items() for v in ([value] if isinstance(value, str) else value)]
        name, value, to = self.button
        return to or self.form.action, [*kept, *given, *([(name, value)] if name else [])]

    def _takes(self, name: str, values: list[str]) -> None:
        assert self.form is not None
        fields = [field for field in self.form.fields if field.name == name]
        names = sorted({field.name for field in self.form.fields})
        assert fields, f"the form of {self.words!r} has no field {name!r}; it has {names}"
        offered = [option for field in fields for option in field.options]
        for value in values:
            assert value in offered or any(not field.options for field in fields), f"{name}: {value!r} not in {offered}"


class Offered(Page):
    """A page, and what can be tapped on it, in its order."""

    def __init__(self, url: str, text: str) -> None:
        self.read = ""
        self._speaking: list[tuple[str, dict[str, str], int, list[str]]] = []
        self._tapped: list[tuple[str, int, dict[str, str], Any]] = []
        super().__init__(url, text)
        forms = dict(zip((id(made) for made in self._made if made.action), self.forms(), strict=True))
        keys = {made.key: made for made in self._made if made.key}
        self.offers = [
            self._offer(words, at, given, forms.get(id(keys.get(given.get("form", ""), owner))))
            for words, at, given, owner in self._tapped
        ]

    def _offer(self, words: str, at: int, given: dict[str, str], form: Form | None) -> Offer:
        if "href" in given:
            whole = urljoin(HOST + self.url, given["href"]).partition("#")[0]
            return Offer(words, at, href=whole.removeprefix(HOST) or "/")
        to = urljoin(HOST + self.url, given["formaction"]).removeprefix(HOST) if "formaction" in given else ""
        return Offer(words, at, form=form, button=(given.get("name", ""), given.get("value", ""), to))

    def _begin(self, tag: str, given: dict[str, str]) -> None:
        super()._begin(tag, given)
        is_button = tag == "button" and "disabled" not in given and given.get("type", "submit") == "submit"
        if is_button or (tag == "a" and "href" in given):
            self._speaking.append((tag, given, len(self.read), []))

    def _end(self, tag: str) -> None:
        if self._speaking and self._speaking[-1][0] == tag:
            _, given, at, said = self._speaking.pop()
            words = given.get("aria-label") or " ".join(" ".join(said).split())
            owner = next((made for made in reversed(self._open) if made.is_form), None)
            self._tapped.append((words, at, given, owner))
        super()._end(tag)

    def _shown(self, words: str) -> None:
        super()._shown(words)
        self.read = f"{self.read} {' '.join(words.split())}".rstrip()
        for _, _, _, said in self._speaking:
            said.append(words)
