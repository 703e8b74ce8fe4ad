import sys
import time
from pathlib import Path

import pytest

from sim.files import FileLimits, FileMistakes, parse_toml, read_toml


def told(text: str) -> str:
    """Give the mistakes in a text."""
    with pytest.raises(FileMistakes) as caught:
        parse_toml(text, "x.toml")
    return str(caught.value)


def test_valid_toml_is_data(tmp_path: Path) -> None:
    """What the file says, numbers of 64 bits among it, and the name it goes by."""
    document = parse_toml("[unit]\nname = 'Rifleman'\n", "x.toml")
    assert document.data == {"unit": {"name": "Rifleman"}}
    assert document.file == "x.toml"
    (tmp_path / "x.toml").write_bytes(b"\xef\xbb\xbfa = 1\r\nb = 2\r\n")
    document = read_toml(tmp_path / "x.toml")
    assert document.data == {"a": 1, "b": 2}
    assert document.line_of(("b",)) == 2
    assert document.file == str(tmp_path / "x.toml")
    text = "a = -9223372036854775808\nb = 9223372036854775807\n"
    assert parse_toml(text, "x.toml").data == {"a": -(2**63), "b": 2**63 - 1}


INVALID = "not valid TOML: "
DEEP = "found more than 16 levels of nesting…"
OPEN = f"{INVALID}a text that begins here and is not closed with"
SLIPS = {
    "no equals sign": ("a = 1\n\nb 3\n", f"3: column 3: {INVALID}Expected '=' after a key in a key/value pair"),
    "a word": ("b = Ha\n", f'1: column 5: {INVALID}"Ha" is no value; a text stands in quotes, as in "Ha"'),
    "curly quotes": (
        "b = \u201cHa\u201d\n",
        f'1: column 5: {INVALID}the curly quote \u201c; texts stand in straight ones, as in "Ha"',
    ),
    "no value": ("b =\na = 1\n", f"1: column 4: {INVALID}nothing after the = sign"),
    "a key twice": ("a = 1\n[t]\nhill = 1\nhill = 2\n", f"4: column 9: {INVALID}hill stands here a second time"),
    "a table twice": ("[a.b]\n[c]\n[a.b]\n", f"3: column 5: {INVALID}the table [a.b] stands here a second time"),
    "a table and a key": ("e = 1\n[e]\n", f"2: column 3: {INVALID}[e] stands here a second time"),
    "an open quote": ('a = 1\nb = "x\nc = 2\n', f'2: column 5: {OPEN} " on its line'),
    "an open single quote": ("b = 'x\n", f"1: column 5: {OPEN} ' on its line"),
    "open triple quotes": ('a = 1\nrows = """\n..\n..\n', f'2: column 8: {OPEN} """'),
    "triple quotes closed by the next": (
        'rows = """\n..\n\nheights = """\n..\n"""\n',
        f'1: column 8: {OPEN} """ before the next key',
    ),
    "an end too early": ("a = 1\nb = [1,\n\n", f"2: end of file: {INVALID}…"),
    "a long number": (
        "b = 1\na = " + "9" * 1_000_000,
        "2: found a word or number of 1000000 characters, expected at most 200",
    ),
    "many characters": ("#" * (1 << 20) + "#", "1: found 1048577 characters, expected at most 1048576"),
    "many values": ("a = [" + "1," * 60_000 + "]", "1: found more than 60000 keys and values…"),
    "many tables": ("a = [" + "{}," * 20_000 + "]", " found 20001 tables, expected at most 20000"),
    # Numbers that are not finite cannot be compared, those beyond 64 bits would overflow every array.
    **{
        number: (f"x = 1\na = [{{b = {number}}}]\n", "2: a[0].b: found …")
        for number in ("nan", "-nan", "inf", "-inf", "1e999", f"{2**63}", f"{-(2**63) - 1}", "0x8000000000000000")
    },
    # Brackets and dotted keys nest alike, and together no deeper than sixteen levels.
    "arrays": ("a = " + "[" * 17, f"1: {DEEP}"),
    "arrays that are closed": ("a = " + "[" * 17 + "]" * 17, f"1: {DEEP}"),
    "arrays on lines": ("a = [\n" + "[\n" * 30, f"17: {DEEP}"),
    "tables": ("a = " + "{a = " * 17, f"1: {DEEP}"),
    "arrays and tables": ("a = [\n" + "[{a = " * 9, f"2: {DEEP}"),
    "keys": ("a" + ".a" * 17 + " = 1", f"1: {DEEP}"),
    "headers": ("[" + "a." * 17 + "a]", f"1: {DEEP}"),
    "keys in tables": ("a" + ".a" * 9 + " = {a" + ".a" * 9 + " = 1}", f"1: {DEEP}"),
    "spaced keys": ("a" + " . 'b'" * 17 + " = 1", f"1: {DEEP}"),
}


@pytest.mark.parametrize(("text", "saying"), SLIPS.values(), ids=SLIPS)
def test_a_common_slip_is_told_in_our_words(text: str, saying: str) -> None:
    """What is wrong is named with the key or word it is about, where it began; the rest in those of the parser."""
    (said,) = told(text).splitlines()
    assert said == f"x.toml:{saying}" or (saying[-1] == "…" and said.startswith(f"x.toml:{saying[:-1]}"))


def test_limits_are_of_files_and_of_loaders(tmp_path: Path) -> None:
    """A file is not read beyond its bytes; a loader that knows better passes its own limits; mistakes are gathered."""
    (tmp_path / "x.toml").write_bytes(b"#" * (1 << 20) + b"#")
    with pytest.raises(FileMistakes, match="expected at most 1048576 bytes"):
        read_toml(tmp_path / "x.toml")
    with pytest.raises(FileMistakes, match="more than 2 levels"):
        parse_toml("a = [[[]]]", "x.toml", FileLimits(size=100, depth=2, values=100, tables=100))
    assert len(told("a = nan\nb = [inf, 1, inf]\n").splitlines()) == 3


def test_a_slip_at_the_end_of_a_long_text_is_told_in_time() -> None:
    """The search for what began and never ended goes through the text once."""
    text = "a = [" + '"x", ' * 50_000 + "]\nb = Ha\n"
    start = time.process_time()
    assert '"Ha" is no value' in told(text)
    assert time.process_time() - start < 4


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 15 + "]" * 15,
        "a" + ".a" * 15 + " = 1",
        "a = '" + "[" * 99 + "'",
        'a = "' + r"\"[" * 99 + '"',
        'a = """' + '\n""[[[[[' * 99 + '"""',
        "a = '''" + "\n''[[[[[" * 99 + "'''",
        "# " + "[" * 99,
        "a = [ # " + "[" * 99 + "\n]",
        "\n".join(f"a{i} = [1.5, 1.5, 1.5]" for i in range(99)),
        "a = [" + "1.5,\n" * 99 + "]",
        "\n".join(f"[t{i}.a.b]" for i in range(99)),
    ],
)
def test_what_only_looks_deep_is_read(text: str) -> None:
    """Brackets in texts and comments, and brackets beside each other, are no nesting."""
    parse_toml(text, "x.toml")


def test_a_parser_that_runs_out_of_stack_is_one_mistake() -> None:
    """Called from deep within, even allowed nesting may be too much; that is told as a mistake."""
    text = "a = " + "[" * 12 + "]" * 12

    def parse_below(frames: int) -> None:
        if frames:
            parse_below(frames - 1)
        else:
            parse_toml(text, "x.toml")

    parse_toml(text, "x.toml")
    depth = 0
    frame = sys._getframe()
    while frame.f_back:
        frame, depth = frame.f_back, depth + 1
    with pytest.raises(FileMistakes, match="nested too deeply"):
        parse_below(sys.getrecursionlimit() - depth - 30)


def test_a_row_of_a_drawn_map_has_its_line() -> None:
    """The third line of the drawing, also one that begins beside its key; behind escapes that of the key."""
    text = 'name = "Hill"\nrows = """\n..#\n..#\n.?#\n"""\n'
    told = parse_toml(text, "x.toml").at(("rows",), row=2).mistake('"?"', "a mark of the legend")
    assert str(told) == 'x.toml:5: rows, row 3: found "?", expected a mark of the legend'
    document = parse_toml('a = 1\nrows = """..\n.#"""\n', "x.toml")
    assert [document.at(("rows",), row).line for row in (0, 1)] == [2, 3]
    spot = parse_toml('a = 1\nrows = "..\\n.#"\n', "x.toml").at(("rows",), row=1)
    assert (spot.line, spot.where) == (2, "rows, row 2")
