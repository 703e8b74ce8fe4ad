"""Any bytes given to a loader end in a document or in mistakes, never in anything else."""

import contextlib
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.files import FileMistakes, KeyPath, parse_json, parse_toml
from sim.files.strict import Strict, validated

FRAGMENTS = (
    *"[]{}=.,#\"'\\ \n\t\r-_+:",
    *("[[", "]]", '"""', "'''", "\r\n", "\\\n", "a", "b", "é", "1", "0x", "1e9", "1_0", "nan", "inf", "true"),
    *("a=1\n", "[a]\n", "[[a]]\n", "[a.b]\n", "b.c=", "a=[", "a={", "b='''\n", "#x\n", "\\u0041", "\\uD800"),
    *("1979-05-27", "07:32:00", "T", "Z", "+00:00", "\0", "\x7f", "\ufeff", "\u2028", "9" * 30, "x" * 300),
    *("units=[", "name=", "kind='wall'", '"units":', '"a":', "null", "NaN"),
)


class Unit(Strict):
    name: str
    size: int = 1
    kind: Literal["wall", "hedge"] = "wall"


class Army(Strict):
    a: dict[str, Any] | int
    b: tuple[float, ...] = ()
    units: list[Unit]


def all_of(parse: Any, text: str) -> None:
    """Parse, check against a model, and ask for the line of everything."""
    with contextlib.suppress(FileMistakes):
        document = parse(text, "x")
        for way in ways(document.data):
            assert document.line_of(way) is None or 1 <= document.line_of(way) <= text.count("\n") + 1
            document.first_text_line(way)
        validated(Army, document)


def ways(data: Any, path: KeyPath = ()) -> list[KeyPath]:
    """List the paths of all that is in the data."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(way for step, item in inner for way in ways(item, (*path, step)))]


@pytest.mark.parametrize("parse", [parse_toml, parse_json])
@given(text=st.text(max_size=100) | st.lists(st.sampled_from(FRAGMENTS), max_size=30).map("".join))
def test_any_text(parse: Any, text: str) -> None:
    """Random texts, and those made of what such files are made of, raise nothing but `FileMistakes`."""
    all_of(parse, text)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["name", "size", "kind", "a", "b", "units", "nam"]), inner, max_size=4)
    ),
    max_leaves=15,
)


@given(st.dictionaries(st.sampled_from(["a", "b", "units", "unit"]), VALUES))
def test_any_data_is_a_model_or_mistakes(data: dict[str, Any]) -> None:
    """Whatever JSON can say, checking it gives an instance or mistakes of one line each."""
    import json

    with contextlib.suppress(FileMistakes):
        document = parse_json(json.dumps(data), "x.json")
        try:
            validated(Army, document)
        except FileMistakes as error:
            assert all(str(mistake).isprintable() for mistake in error.mistakes)
            raise
