"""TOML file -> RuleTable. A bad file raises TableError with file, row and column, and so stops start-up."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError

from tables.errors import TableError
from tables.schema import TableFile
from tables.table import RuleTable

CHECKSUM_LENGTH = 12


def load_all(folder: Path) -> Mapping[str, RuleTable]:
    """Every table below `folder` (`<system>/<name>.toml`), by slug and in that order. TableError for a bad file."""
    tables = (load_file(path) for path in sorted(folder.glob("*/*.toml")))
    return MappingProxyType(dict(sorted((table.slug, table) for table in tables)))


def load_file(path: Path) -> RuleTable:
    """The table of one file. Its slug must say where it stands: europa/33_a.toml is europa/33-a."""
    table = parse(path.read_bytes(), path.name)
    place = f"{path.parent.name}/{path.stem.replace('_', '-')}"
    if table.slug != place:
        raise TableError(f'slug is "{table.slug}", and a file in this place must say "{place}"', file=path.name)
    return table


def parse(content: bytes, file: str) -> RuleTable:
    """The table of a file's content; `file` is the name that errors give. Line ends do not change the checksum."""
    content = content.replace(b"\r\n", b"\n")
    try:
        fields = tomllib.loads(content.decode("utf-8"))
    except UnicodeDecodeError:
        raise TableError("the file is not UTF-8 text", file=file) from None
    except tomllib.TOMLDecodeError as error:
        raise TableError(f"the file is not TOML: {error}", file=file) from None
    checksum = hashlib.sha256(content).hexdigest()[:CHECKSUM_LENGTH]
    try:
        return TableFile.model_validate(fields).table(checksum)
    except ValidationError as error:
        raise _in_words(error.errors()[0], file) from None


def _in_words(fault: Any, file: str) -> TableError:
    """pydantic's first complaint as a sentence."""
    cause = fault.get("ctx", {}).get("error")
    if isinstance(cause, TableError):
        return cause.within(file)
    name = ".".join(str(part) for part in fault["loc"])
    if fault["type"] == "missing":
        return TableError(f'"{name}" is missing', file=file)
    if fault["type"] == "extra_forbidden":
        return TableError(f'"{name}" is not a field of a table file', file=file)
    message = str(cause) if cause is not None else f"{fault['msg'][0].lower()}{fault['msg'][1:]}"
    return TableError(f'"{name}": {message}', file=file)
