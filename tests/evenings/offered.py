"""What a page offers to somebody without a script: its links and buttons by their words, and its fields."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

from tests.promises.pages import HOST, Form, Page, Pairs

Typed = str | list[str]


@dataclass(frozen=True)
class Offer:
    """A link or a button: its words, how many characters of the page stand before it, its attributes, and its form."""

    page: str
    words: str
    at: int
    given: Mapping[str, str]
    form: Form | None = None

    @property
    def href(self) -> str:
        """Where a link leads."""
        return self._whole(self.given["href"]).partition("#")[0] or "/"

    def _whole(self, url: str) -> str:
        return urljoin(HOST + self.page, url).removeprefix(HOST)

    def sending(self, typed: dict[str, Typed]) -> tuple[str, Pairs]:
        """The address and values of its form, with what is typed and chosen; only what the form takes."""
        assert self.form is not None, f"{self.words!r} is a link: nothing can be typed into it"
        for name, value in typed.items():
            self._takes(name, [value] if isinstance(value, str) else value)
        kept = [pair for pair in self.form.values() if pair[0] not in typed]
        given = [(n, v) for n, value in typed.items() for v in ([value] if isinstance(value, str) else value)]
        name, to = self.given.get("name"), self.given.get("formaction")
        button = [(name, self.given.get("value", ""))] if name else []
        return self.form.action if to is None else self._whole(to), [*kept, *given, *button]

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
        self._said: list[str] = []
        self._length = 0
        self._speaking: list[tuple[str, Mapping[str, str], int, list[str]]] = []
        self._tapped: list[tuple[str, int, Mapping[str, str], Any]] = []
        # Field -> words of its options -> what each sends.
        self._called: dict[str, dict[str, str]] = {}
        super().__init__(url, text)
        self.read = "".join(self._said)
        forms = dict(zip((id(made) for made in self._made if made.action), self.forms(), strict=True))
        keys = {made.key: made for made in self._made if made.key}
        self.offers = [
            Offer(
                url,
                words,
                at,
                given,
                None if "href" in given else forms.get(id(keys.get(given.get("form", ""), owner))),
            )
            for words, at, given, owner in self._tapped
        ]

    def meant(self, name: str, typed: str) -> str:
        """What is sent where the option is chosen whose words begin so; else what is typed."""
        options = self._called.get(name, {})
        found = (value for words, value in options.items() if typed and words.startswith(typed))
        return typed if typed in options.values() else next(found, typed)

    def _begin(self, tag: str, given: Mapping[str, str]) -> None:
        super()._begin(tag, given)
        if tag == "button":
            taken = "disabled" not in given and given.get("type", "submit") == "submit"
        else:
            taken = tag == "a" and "href" in given
        if taken:
            self._speaking.append((tag, given, self._length, []))

    def _end(self, tag: str) -> None:
        if self._speaking and self._speaking[-1][0] == tag:
            _, given, at, said = self._speaking.pop()
            words = given.get("aria-label") or " ".join(said)
            owner = next((made for made in reversed(self._open) if made.is_form), None)
            self._tapped.append((words, at, given, owner))
        super()._end(tag)

    def _shown(self, words: str) -> None:
        super()._shown(words)
        if not (parts := words.split()):
            return
        if self._select and self._stack[-1] == "option":
            self._called.setdefault(self._select["name"], {})[" ".join(parts)] = self._options[-1]
        self._said.append(f" {' '.join(parts)}")
        self._length += len(self._said[-1])
        for _, _, _, said in self._speaking:
            said += parts
