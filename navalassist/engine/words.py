"""pydantic's complaint about a situation, in words: which field, what is wrong with it, what would be right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

Schema = Mapping[str, Any]
NAMES = {
    "integer": "a whole number",
    "number": "a number",
    "string": "text",
    "boolean": "true or false",
    "null": "null",
    "array": "a list",
    "object": "an object",
}


def in_words(error: ValidationError, model: type[BaseModel]) -> str:
    """One sentence for the first thing that does not fit the model: `leg.zone: "moon" does not fit; give …`."""
    fault = error.errors(include_url=False)[0]
    whole = model.model_json_schema()
    way, schema = _follow(whole, fault["loc"])
    where = ".".join(way) or "the situation"
    if fault["type"] == "json_invalid":
        return f"the situation is no JSON text ({fault['ctx']['error']})"
    if fault["type"] == "extra_forbidden":
        _, parent = _follow(whole, fault["loc"][:-1])
        return f"{'.'.join(map(str, fault['loc']))}: there is no such field; there are {', '.join(_fields(parent))}"
    own = fault.get("ctx", {}).get("error")
    if fault["type"] in ("value_error", "assertion_error") and own is not None:
        reason = str(own).partition("\n")[0]
        return f"{where}: {reason}" if way else reason
    meaning = f" ({schema['description'].rstrip('.')})" if way and "description" in schema else ""
    wanted = f"give {_wanted(schema, whole)}{meaning}"
    if fault["type"] == "missing":
        return f"{where} is missing; {wanted}"
    return f"{where}: {_shown(fault['input'])} does not fit; {wanted}"


def _shown(value: Any) -> str:
    """The value as it was written, cut where it is long."""
    if isinstance(value, str):
        # A sentence stays one line, whatever was typed.
        line = " ".join(value.split())
        return f'"{line}"' if len(line) <= 40 else f'"{line[:40]}…"'
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (int, float)):
        return str(value)
    return "this list" if isinstance(value, (list, tuple)) else "this value"


def _follow(whole: Schema, loc: Sequence[int | str]) -> tuple[list[str], Schema]:
    """The names on the way to a field and its schema; what names a branch of a union is left out."""
    way: list[str] = []
    schema = whole
    for part in loc:
        for option in _options(schema, whole):
            if isinstance(part, int) and option.get("type") == "array":
                first = option.get("prefixItems", [])
                inner = first[part] if part < len(first) else option.get("items", {})
            elif part in option.get("properties", {}):
                inner = option["properties"][part]
            elif isinstance(option.get("additionalProperties"), dict):
                inner = option["additionalProperties"]
            else:
                continue
            schema = inner
            way.append(str(part))
            break
    return way, {**_plain(schema, whole), **{k: v for k, v in schema.items() if k == "description"}}


def _plain(schema: Schema, whole: Schema) -> Schema:
    """The schema itself where it only names another one."""
    while "$ref" in schema:
        schema = whole["$defs"][schema["$ref"].rpartition("/")[2]]
    return schema


def _options(schema: Schema, whole: Schema) -> list[Schema]:
    """The branches of a union, or the schema itself."""
    schema = _plain(schema, whole)
    return [_plain(option, whole) for option in schema.get("anyOf", [schema])]


def _fields(schema: Schema) -> list[str]:
    return list(schema.get("properties", {}))


def _wanted(schema: Schema, whole: Schema) -> str:
    """What would be right, in words."""
    options = _options(schema, whole)
    if any(option.get("type") == "number" for option in options):
        # A decimal may also be given as text; the bounds stand with the number.
        options = [option for option in options if option.get("type") != "string"]
    words = list(dict.fromkeys(_one(option, whole) for option in options))
    return " or ".join(words)


def _one(schema: Schema, whole: Schema) -> str:
    if "const" in schema:
        return _shown(schema["const"])
    if "enum" in schema:
        return f"one of {', '.join(str(value) for value in schema['enum'])}"
    name = NAMES.get(schema.get("type", ""), "another value")
    if schema.get("type") in ("integer", "number"):
        return name + _bounds(schema)
    if schema.get("type") == "string":
        return name + _length(schema)
    if schema.get("type") == "array" and "items" in schema:
        return f"a list, each of {_wanted(schema['items'], whole)}"
    if schema.get("type") == "object" and _fields(schema):
        return f"an object with {', '.join(_fields(schema))}"
    return name


def _bounds(schema: Schema) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    words = ""
    if low is not None and high is not None:
        words = f" from {_number(low)} to {_number(high)}"
    elif low is not None:
        words = f" of at least {_number(low)}"
    elif high is not None:
        words = f" of at most {_number(high)}"
    elif "exclusiveMinimum" in schema:
        words = f" above {_number(schema['exclusiveMinimum'])}"
    if "multipleOf" in schema:
        words += f" in steps of {_number(schema['multipleOf'])}"
    return words


def _length(schema: Schema) -> str:
    words = f" of at most {schema['maxLength']} characters" if "maxLength" in schema else ""
    return f"{words} that matches {schema['pattern']}" if "pattern" in schema else words


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else str(value)
