from pathlib import Path

import pytest

from sim.files import FileLimits, FileMistakes, parse_json, read_json


def told(text: str) -> str:
    """Give the mistakes in a text."""
    with pytest.raises(FileMistakes) as caught:
        parse_json(text, "x.tmj")
    return str(caught.value)


def test_valid_json_is_data(tmp_path: Path) -> None:
    """What the file says, numbers of 64 bits and whole surrogate pairs too; mistakes are placed by path."""
    assert parse_json('{"a": [1, 2.5, null, true, "é\\u00e9"]}', "x.tmj").data == {"a": [1, 2.5, None, True, "éé"]}
    (tmp_path / "x.tmj").write_bytes(b"\xef\xbb\xbf[1]")
    assert read_json(tmp_path / "x.tmj").data == [1]
    numbers = [-(2**63), 2**63 - 1]
    assert parse_json(str(numbers), "x.tmj").data == numbers
    assert parse_json('"\\ud83d\\ude00"', "x.tmj").data == "\U0001f600"
    spot = parse_json('{"a": [1]}', "x.tmj").at(("a", 0))
    assert (spot.line, spot.where) == (None, "a[0]")


REFUSED = {
    "not valid JSON": ("", "{", "[1,]", "'a'", '"a', "[1] 2", "]", "\ufeff1", '"\n"'),
    "x.tmj:3: column 6: not valid JSON: ": ('{\n "a": 1,\n "b" 2\n}',),
    # JSON has no numbers without end, though Python reads them; those beyond 64 bits would overflow every array.
    "a[0]: found ": tuple(f'{{"a": [{number}]}}' for number in ("NaN", "Infinity", "-Infinity", "1e999")),
    "a: found ": tuple(f'{{"a": {number}}}' for number in (2**63, -(2**63) - 1, "9" * 100_000)),
    # Half pairs could be read but never be written or printed again.
    "surrogate": ('"\\ud800"', '{"\\udfff": 1}', '["a\\ude00\\ud83d"]'),
    "more than 32 levels of nesting": ("[" * 33, '{"a":' * 33, "[" * 33 + "]" * 33),
}


@pytest.mark.parametrize(("saying", "text"), [(saying, text) for saying, texts in REFUSED.items() for text in texts])
def test_what_cannot_be_read_is_one_mistake(saying: str, text: str) -> None:
    """Whatever is wrong, it is told with its place."""
    (said,) = told(text).splitlines()
    assert saying in said


def test_a_key_written_twice_is_a_mistake() -> None:
    """The second would silently win; every such table is told, and one around others too."""
    assert told('{"a": [{"b": 1, "b": 1}], "c": {"d e": 1, "d e": 2}}').splitlines() == [
        "x.tmj: a[0].b: found the same key twice, expected it once",
        'x.tmj: c."d e": found the same key twice, expected it once',
    ]
    assert told('{"a": {"b": 1, "b": 2}, "a": 3}').startswith("x.tmj: a: found the same key twice")


@pytest.mark.parametrize("text", ['"' + "[" * 99 + '"', '"' + '\\"[' * 99 + '"', "[" + "[]," * 99 + "[]]"])
def test_what_only_looks_deep_is_read(text: str) -> None:
    """Brackets in texts and beside each other are no nesting."""
    parse_json(text, "x.tmj")


def test_limits_can_be_set() -> None:
    """Tables are refused before they are built, and keys, twelve to a table, before they are read."""
    limits = FileLimits(size=20, depth=3, values=4, tables=1)
    for text in (" " * 21, "[[[[]]]]", "[1,2,3,4,5]", "[{},{}]"):
        with pytest.raises(FileMistakes, match=r"^x\.json: found"):
            parse_json(text, "x.json", limits)
    with pytest.raises(FileMistakes, match=r"^x\.json: found 3 tables, expected at most 2$"):
        parse_json('["{", {"{": 1}, {}, {', "x.json", FileLimits(size=99, depth=9, values=99, tables=2))
    limits = FileLimits(size=999, depth=9, values=99, tables=1)
    keys = ", ".join(f'":{n}": {n}' for n in range(13))
    with pytest.raises(FileMistakes, match=r"^x\.json: found 13 keys, expected at most 12$"):
        parse_json(f"{{{keys}", "x.json", limits)
    assert len(parse_json(f"{{{keys.rpartition(',')[0]}}}", "x.json", limits).data) == 12


@pytest.mark.parametrize("value", ["NaN", "-Infinity", '"\\ud800"', '"\\uDFFF"'])
def test_very_many_values_that_are_unfit_are_told_as_one(value: str) -> None:
    """To list where each stands would take longer than to read the file."""
    assert told(f"[{(value + ',') * 50_001}1]").startswith("x.tmj: found 50001 ")
