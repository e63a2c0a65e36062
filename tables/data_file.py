"""TOML file -> a model of what it holds; what does not fit is told with its file and line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

M = TypeVar("M", bound=BaseModel)


class TurnError(ValueError):
    """A turn file that can't be used; the text names the file and the line."""

    def __init__(self, problem: str, file: str, line: int | None = None) -> None:
        self.problem, self.file, self.line = problem, file, line
        super().__init__(f"{file}, line {line}: {problem}" if line else f"{file}: {problem}")


def parsed(model: type[M], content: bytes, file: str) -> tuple[M, str]:
    """What a TOML file holds, and its text. TurnError when it does not have the model's fields."""
    try:
        text = content.decode("utf-8")
        return model.model_validate(tomllib.loads(text)), text
    except UnicodeDecodeError:
        raise TurnError("the file is not UTF-8 text", file) from None
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"at line (\d+)", str(error))
        raise TurnError(f"the file is not TOML: {error}", file, int(at[1]) if at else None) from None
    except ValidationError as error:
        fault = error.errors()[0]
        raise TurnError(_in_words(fault), file, line_at(text, fault["loc"])) from None


def _in_words(fault: Any) -> str:
    """pydantic's complaint as a sentence."""
    name = next((part for part in reversed(fault["loc"]) if isinstance(part, str)), "file")
    if fault["type"] == "missing":
        return f'"{name}" is missing'
    if fault["type"] == "extra_forbidden":
        return f'"{name}" is no field here'
    return f'"{name}": {fault["msg"][0].lower()}{fault["msg"][1:]}'


def line_at(text: str, place: Sequence[int | str]) -> int | None:
    """The line of a field: `("step", 2, "title")` is the title in the third [[step]]; its head where it has none."""
    names = [part for part in place if isinstance(part, str)]
    number = next((part for part in place if isinstance(part, int)), 0)
    lines = text.splitlines()
    heads = [n for n, line in enumerate(lines) if re.match(r"\s*\[", line)] + [len(lines)]
    mine = [n for n in heads[:-1] if re.match(rf"\s*\[+{re.escape(names[0])}\]", lines[n])] if names else []
    if mine and number < len(mine):
        first = mine[number]
        block = range(first, heads[heads.index(first) + 1])
    else:
        first, block = None, range(heads[0])
    wanted = names[-1] if names else ""
    found = next((n for n in block if re.match(rf"\s*{re.escape(wanted)}\s*=", lines[n])), first)
    return None if found is None else found + 1
