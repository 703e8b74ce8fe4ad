"""The examples on the page of commands are what the commands print."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from sim.cli import __file__ as package
from sim.resources import find_scenario
from tests.cli.commands import Command

PAGE = Path(package).with_name("COMMANDS.md").read_text(encoding="utf-8")
EXAMPLES = [
    example.split("\n", 1)
    for block in re.findall(r"```\n(\$.*?)\n```", PAGE, re.DOTALL)
    for example in f"\n{block}".split("\n$ sandtable ")[1:]
]


def departure(example: str, printed: str) -> str | None:
    """Return the first line of an example that a command does not print there; "…" stands for any text, or any lines.

    What was typed stands nowhere, for it is read from no terminal: the answer follows upon the prompt.
    """
    left, anything = iter(printed.splitlines()), False
    for line in re.sub(r"(?m)^> .*\n", "> ", example.strip()).splitlines():
        if line == "…":
            anything = True
            continue
        pattern = re.escape(line).replace("…", ".*")
        if not (any if anything else _first)(re.fullmatch(pattern, each) is not None for each in left):
            return line
        anything = False
    return None if anything else next(left, None)


def _first(lines: Iterator[bool]) -> bool:
    return next(lines, False)


def test_every_example_prints_what_the_page_shows(sandtable: Command, folder: Path) -> None:
    """One after the other, for later ones read what earlier ones write."""
    scenario = find_scenario("farm_at_kamenka").read_text(encoding="utf-8")
    (folder / "bad.toml").write_text(scenario.replace('at = "J4"', 'at = "Z9"'), encoding="utf-8")
    assert len(EXAMPLES) == 12
    for command, example in EXAMPLES:
        typed = tuple(re.findall(r"(?m)^> (.*)$", example))
        said = sandtable(*shlex.split(command), typed=typed)
        printed = said.out + said.err if command.startswith("check") else said.out
        assert departure(example, printed) is None, command


def test_the_page_lists_every_command(sandtable: Command) -> None:
    """A command that is added has its line in the table."""
    listed = re.findall(r"^  ([a-z]+)  ", sandtable("--help").out.partition("Commands:")[2], re.MULTILINE)
    assert len(listed) > 10
    assert [name for name in listed if f"| `sandtable {name}" not in PAGE] == []
