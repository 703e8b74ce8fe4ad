"""Files made to exhaust a loader end soon and in bounded memory, each in a process with limits of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]

WATCHED = """
import sys, time
from sim.files import FileMistakes, parse_json, parse_toml
from sim.files.strict import Strict, validated
from tests.memory import peak_memory

try:
    import resource
except ImportError:
    pass
else:
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))

class Unit(Strict):
    a: int; b: int; c: int; d: int; e: int; f: int; g: int; h: int; i: int; j: int; k: int; l: int

class Army(Strict):
    units: tuple[Unit, ...] = ()

def explode(parse, text):
    try:
        document = parse(text, "bomb")
        document.line_of(("a", 0))
        validated(Army, document)
    except FileMistakes as error:
        str(error)

M = 1 << 20
numbered = lambda form, count: "".join(form.format(f"{number:x}") for number in range(count))
parse, size, *bombs = sys.argv[1:]
before = peak_memory()
for bomb in bombs:
    text = eval(bomb)[: int(size)]
    start = time.process_time()
    explode(globals()[parse], text)
    print(time.process_time() - start, peak_memory() - before, flush=True)
"""

TOML = {
    "arrays within arrays": "'a = ' + '[' * M",
    "tables within tables": "'a = ' + '{a = ' * M",
    "a key of very many parts": "'a' + '.a' * M + ' = 1'",
    "a header of very many parts": "'[' + 'a.' * M + 'a]'",
    "headers of as many parts as allowed": "numbered('[{}' + '.a' * 13 + ']\\n', 4200) + '#\\n' * M",
    "very many keys": "numbered('{} = 1\\n', M >> 3)",
    "as many keys as allowed": "numbered('\"\\\\u0041{}\" = 1\\n', 59_000)",
    "very many numbers": "'a = [' + '1,' * M",
    "as many numbers as allowed": "'a = [' + '1,' * 59_990 + ']' + '#\\n' * 450_000",
    "as many tables as allowed": "'[[units]]\\n' * 19_990 + '#\\n' * 400_000",
    "a very long number": "'a = ' + '9' * M",
    "a very long fraction": "'a = 1.' + '9' * M",
    "nothing but line ends": "'\\n' * M",
    "nothing but escapes": "'a = \"\"\"' + '\\\\n' * (M // 2 - 10) + '\"\"\"'",
    "nothing but quotes": "'\"' * M",
    "a text without end": "'a = \"\"\"' + '\"x' * M",
    "nothing but closing brackets": "']' * M",
}

JSON = {
    "arrays within arrays": "'[' * 4 * M",
    "tables within tables": """'{"a":' * M""",
    "as many numbers as allowed": "'[' + '1,' * 249_990 + '1]'",
    "as many arrays as allowed": "'[' + '[],' * 124_990 + '1]'",
    "as many tables as allowed": """'{"units": [' + '{},' * 19_990 + '{}]}'""",
    "very many keys twice": """'[' + '{"a":1,"a":1},' * 83_000 + '1]'""",
    "nothing but NaN": "'[' + 'NaN,' * 249_990 + '1]'",
    "a very long number": "'9' * 4 * M",
    "nothing but quotes": "'\"' * 4 * M",
    "a text without end": "'\"' + '\\\\' * (4 * M - 2)",
}


def exploded(parse: str, size: int, bombs: dict[str, str]) -> dict[str, tuple[float, int]]:
    """Load the bombs one after the other in another process, whose memory has a hard limit.

    Gives for each the seconds of computing, and the megabytes that have been needed up to then.
    """
    command = [sys.executable, "-c", WATCHED, parse, str(size), *bombs.values()]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, f"{list(bombs)[done.stdout.count(chr(10))]}: {done.stderr}"
    figures = [line.split() for line in done.stdout.splitlines()]
    return {name: (float(time), int(space)) for name, (time, space) in zip(bombs, figures, strict=True)}


@pytest.mark.parametrize(("parse", "size", "bombs"), [("parse_toml", 1 << 20, TOML), ("parse_json", 4 << 20, JSON)])
def test_a_bomb_is_harmless(parse: str, size: int, bombs: dict[str, str]) -> None:
    """Two seconds and 256 MiB are enough for any text within the limit; a busy machine is given twice the time."""
    figures = exploded(parse, size, bombs)
    assert {bomb: each for bomb, each in figures.items() if each[0] >= 4 or each[1] >= 256} == {}
