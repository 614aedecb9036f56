"""Tables of a TOML file, such as each ``[[port]]`` of a manifest, as structs; msgspec checks their fields."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

__all__ = ["struct", "tables"]

S = TypeVar("S", bound=msgspec.Struct)

LACKS: Final = re.compile("Object missing required field `(.+?)`")
UNKNOWN: Final = re.compile("Object contains unknown field `(.+?)`")
WRONG: Final = re.compile(r".* - at `\$\.([\w-]+)")


def tables(content: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """The tables of that name, of which there must be one.

    Raises:
        ValueError: there is none, or something else has the name.
    """
    found = content.get(name)
    if not (found and isinstance(found, list) and all(isinstance(each, dict) for each in found)):
        raise ValueError(f"it has no [[{name}]]")
    return found


def struct(
    table: dict[str, Any], kind: type[S], called: str, told: Callable[[str, Any], str], folder: Path
) -> S:
    """A table as a struct; paths in it are relative to a folder.

    Args:
        table: its fields.
        kind: the type of the struct.
        called: what the table is called in a sentence.
        told: the sentence about a field and its value that has the wrong type.
        folder: where the file is.

    Raises:
        ValueError: a field is missing, unknown, or has the wrong type; or the struct refuses it.
    """

    def path(_: type, value: object) -> Path:
        if not isinstance(value, str):
            raise TypeError
        return folder / value

    try:
        return msgspec.convert(table, kind, dec_hook=path)
    except msgspec.ValidationError as error:
        if lacks := LACKS.match(str(error)):
            raise ValueError(f"{called} has no {lacks[1]}") from error
        if unknown := UNKNOWN.match(str(error)):
            known = ", ".join(kind.__struct_encode_fields__)
            raise ValueError(
                f"{called} has no field {unknown[1]!r}; choose one of {known}"
            ) from error
        if wrong := WRONG.match(str(error)):
            raise ValueError(told(wrong[1], table[wrong[1]])) from error
        raise ValueError(str(error)) from error
