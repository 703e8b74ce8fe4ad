"""The figures of every system: each is read by a rule, and whatever is wrong with one is told clearly."""

import ast
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import pytest
from pydantic import Field

from sim.files import Document, FileMistakes, UnsupportedVersion, parse_toml
from sim.play.figures import Entry, Faults, ListFile, OwnFile, Table
from sim.play.limits import Every, Listed, ListedThere, Sourced, figure, or_no
from sim.rules import SHIPPED
from tests.rules.samples import figure_files

SIM = Path(__file__).parents[2] / "sim"
FILES = [(name, file) for name in SHIPPED for file in figure_files(name)]
EVERY_FILE = pytest.mark.parametrize(("system", "file"), FILES, ids=[f"{name}/{file.name}" for name, file in FILES])


# -- what a table is -----------------------------------------------------------------------------------------------


class Pace(Table):
    """How far somebody goes."""

    walk: Annotated[int, figure(1, 9)]
    gait: Annotated[Literal["even", "odd"], Sourced(Literal["even", "odd"], key="is")]


class Arm(Entry):
    """A weapon of the example."""

    id: str
    reach: Annotated[int | None, or_no(Annotated[int, Field(ge=0, le=9)])]
    dice: Annotated[int, Field(ge=0, le=9)] = 1


class Example(Table):
    """A file of them."""

    pace: Pace
    grade: Every[Literal[1, 2], Annotated[int, figure(0, 9)]]
    arms: Annotated[Listed[Arm], Field(alias="arm")]


EXAMPLE = OwnFile(Example, __name__, "example.toml")
SOUND = """
format = 1
[pace]
walk = { value = 2, source = "rules" }
gait = { is = "odd", source = "rules" }
[grade]
1 = { value = 3, source = "rules" }
2 = { value = 4, source = "rules" }
[arm.bow]
reach = 3
source = "rules"
[arm.club]
reach = "no"
dice = 2
source = "rules"
"""


def test_the_values_are_read_without_their_sources() -> None:
    """A number is a number to the rules, an entry has the key for its id, and "no" is none."""
    read = example(SOUND)
    assert read.pace == Pace(2, "odd")
    assert read.grade == {1: 3, 2: 4}
    assert read.arms == {"bow": Arm("bow", 3), "club": Arm("club", None, 2)}


MISTAKES = {
    "no source": ('2, source = "rules"', "2", "x.toml:4: pace.walk.source: found nothing, expected a text"),
    "a bare number": (
        '{ value = 2, source = "rules" }', "2",
        'x.toml:4: pace.walk: found 2, expected a figure and its source, as in { value = …, source = "…" }',
    ),
    "beyond a limit": ("value = 2", "value = 10", "x.toml:4: pace.walk.value: found 10, expected at most 9"),
    "a missing figure": (
        'walk = { value = 2, source = "rules" }\n', "",
        'x.toml:3: pace.walk: found nothing, expected a figure and its source, as in { value = …, source = "…" }',
    ),
    "an unknown figure": (
        "[grade]", 'wlak = { value = 2, source = "rules" }\n[grade]',
        'x.toml:6: pace.wlak: found an unknown key, expected one of walk, gait; did you mean "walk"?',
    ),
    "an unknown word": (
        'is = "odd"', 'is = "old"',
        'x.toml:5: pace.gait.is: found "old", expected one of even, odd; did you mean "odd"?',
    ),
    "a missing grade": (
        '2 = { value = 4, source = "rules" }\n', "",
        'x.toml:6: grade.2: found nothing, expected a figure and its source, as in { value = …, source = "…" }',
    ),
    "an unknown grade": (
        "[arm.bow]", '3 = { value = 4, source = "rules" }\n[arm.bow]',
        "x.toml:9: grade.3: found an unknown key, expected one of 1, 2",
    ),
    "an id inside": (
        "reach = 3", 'reach = 3\nid = "bow"',
        "x.toml:11: arm.bow.id: found an unknown key, expected one of source, reach, dice",
    ),
    "neither a number nor no": (
        "reach = 3", "reach = true", 'x.toml:10: arm.bow.reach: found true, expected a whole number, or "no"',
    ),
    "an entry without source": (
        'dice = 2\nsource = "rules"', "dice = 2", "x.toml:12: arm.club.source: found nothing, expected a text",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", MISTAKES)
def test_a_mistake_names_the_line_and_what_would_be_right(case: str) -> None:
    """In the words of somebody who writes the file."""
    old, new, told = MISTAKES[case]
    assert old in SOUND
    with pytest.raises(FileMistakes) as raised:
        example(SOUND.replace(old, new, 1))
    assert str(raised.value) == told


def example(text: str) -> Example:
    """Read the example."""
    return EXAMPLE.parsed(parse_toml(text, "x.toml"))


# -- what no single key can tell -----------------------------------------------------------------------------------


class Archer(Entry):
    """Somebody who names weapons of another file."""

    id: str
    arm: Annotated[str, ListedThere(lambda: EXAMPLE.parsed(parse_toml(SOUND, "x.toml")), "arms")] = ""
    others: Annotated[tuple[str, ...], ListedThere(lambda: EXAMPLE.parsed(parse_toml(SOUND, "x.toml")), "arms")] = ()

    def faults(self) -> Faults:
        """Yield a weapon that he has twice."""
        if self.arm in self.others:
            yield ("others", self.others.index(self.arm)), "it twice", "once", 'did you mean "club"?'


ARCHERS = ListFile("archer", Archer, __name__, "archers.toml")


def test_a_file_of_one_list_is_read_as_that_list() -> None:
    """Nothing stands around it."""
    assert archers('arm = "bow"\nothers = ["club"]') == {"tell": Archer("tell", "bow", ("club",))}
    assert archers("") == {"tell": Archer("tell")}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('arm = "bwo"', 'y.toml:3: archer.tell.arm: found "bwo", expected one of bow, club; did you mean "bow"?'),
        ('others = ["club", "gun"]', 'y.toml:3: archer.tell.others[1]: found "gun", expected one of bow, club'),
        (
            'arm = "bow"\nothers = ["bow"]',
            'y.toml:4: archer.tell.others[0]: found it twice, expected once; did you mean "club"?',
        ),
    ],
)  # fmt: skip
def test_names_and_faults_are_told_where_they_stand(text: str, told: str) -> None:
    """A name that nobody listed, one of several, and what an entry finds wrong with itself."""
    with pytest.raises(FileMistakes) as raised:
        archers(text)
    assert str(raised.value) == told


def archers(text: str) -> Mapping[str, Archer]:
    """Read a file with one archer."""
    return ARCHERS.parsed(parse_toml(f'format = 1\n[archer.tell]\n{text}\nsource = "legend"', "y.toml"))


# -- other files ---------------------------------------------------------------------------------------------------


@EVERY_FILE
def test_a_format_of_later_days_is_not_guessed_at(system: str, file: OwnFile[Any]) -> None:
    """It is told that the file is newer."""
    with pytest.raises(UnsupportedVersion):
        file.parsed(Document(file.name, {**tomllib.loads(file.text), "format": 2}))


# -- figures that nobody reads -------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", sorted({name for name, _ in FILES}))
def test_every_figure_is_read_by_a_rule(system: str) -> None:
    """Whoever changes a figure in a file changes the game: none is there for nothing."""
    package = SIM / "rules" / system
    modules = [file for file in package.rglob("*.py") if file.name != "figures.py"]
    modules += [*(SIM / "view" / "counters").glob(f"{system}.py"), SIM / "play" / "tally.py"]
    tables = reachable([file.kind for name, file in FILES if name == system])
    assert unread(tables, [module.read_text(encoding="utf-8") for module in modules]) == []


def test_an_unread_figure_is_found_by_name() -> None:
    """What is read of something else by the same name does not count, nor what is written."""
    tables = reachable([Example])
    rules = """
def far(data, man):
    pace = data.pace
    man.reach, pace.gait = 3, man.dice
    return pace.walk + data.grade[man.grade] + max(arm.reach for arm in data.arms.values())
"""
    assert unread(tables, [rules]) == ["Arm.dice", "Pace.gait"]
    by_name = """
class March:
    verb, figure = "march", "gait"
    def cost(self, data):
        return getattr(data.pace, self.figure)
"""
    assert unread(tables, [rules, by_name]) == ["Arm.dice"]


def reachable(kinds: list[Any]) -> dict[type, set[str]]:
    """Return all tables of some files, each with the names of the fields that hold it."""
    found: dict[type, set[str]] = {kind: set() for kind in kinds}
    waiting = list(kinds)
    while waiting:
        for name, hint in get_type_hints(waiting.pop(), include_extras=True).items():
            for kind in tables_in(hint):
                if kind not in found:
                    waiting.append(kind)
                found.setdefault(kind, set()).add(name)
    return found


def tables_in(hint: Any) -> Iterator[type]:
    """Yield the tables that a hint speaks of."""
    if isinstance(hint, type) and is_dataclass(hint):
        yield hint
    for inner in get_args(hint) if get_origin(hint) not in (None, Literal) else ():
        yield from tables_in(inner)


def unread(tables: Mapping[type, set[str]], modules: list[str]) -> list[str]:
    """Return the figures of some tables that no module reads of something that holds them."""
    trees = [ast.parse(text) for text in modules]
    said = texts(trees)
    reads = [read for tree in trees for read in read_attributes(tree, said)]
    hinted = [hint for tree in trees for hint in hints_in(tree)]
    top = {kind for kind, holders in tables.items() if not holders}
    left = []
    for kind, holders in tables.items():
        carriers = holders | {name for name, words in hinted if kind.__name__ in words}
        for name in figures_of(kind):
            if not any(read == name and (kind in top or words & carriers) for read, words in reads):
                left.append(f"{kind.__name__}.{name}")
    return sorted(left)


def figures_of(kind: type) -> Iterator[str]:
    """Yield the fields of a table that are figures: no table in it, and neither its id nor its source."""
    hints = get_type_hints(kind, include_extras=True)
    for field in fields(kind):  # all of them are dataclasses
        if field.name not in ("id", "source") and not any(tables_in(hints[field.name])):
            yield field.name


def hints_in(tree: ast.AST) -> Iterator[tuple[str, set[str]]]:
    """Yield what a module says of which class something is: parameters, fields, what functions return."""
    for node in ast.walk(tree):
        match node:
            case ast.arg(arg=name, annotation=ast.expr() as hint):
                yield name, words_of(hint)
            case ast.AnnAssign(target=ast.Name(id=name), annotation=hint):
                yield name, words_of(hint)
            case ast.FunctionDef(name=name, returns=ast.expr() as hint):
                yield name, words_of(hint)


def read_attributes(tree: ast.AST, said: Mapping[str, set[str]]) -> Iterator[tuple[str, set[str]]]:
    """Yield every attribute that is read, with the words that stand before it, and those of which they were made.

    Of `getattr(numbers, order.figure)` that is every text that some module says a `figure` is.
    """
    made: dict[str, set[str]] = defaultdict(set)
    for name, value in assigned(tree):
        made[name] |= words_of(value)
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=value, attr=name, ctx=ast.Load()):
                names = {name}
            case ast.Call(func=ast.Name(id="getattr"), args=[value, ast.Attribute(attr=name) | ast.Name(id=name), *_]):
                names = said.get(name, set())
            case _:
                continue
        words = words_of(value)
        words = words.union(*(made[word] for word in words if word in made))
        yield from ((each, words) for each in names)


def assigned(tree: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names that a module gives to something, with what that is or comes from."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)) if len(names) == len(values):
                pairs = list(zip(names, values, strict=True))
            case ast.Assign(targets=[target], value=value) | ast.NamedExpr(target=target, value=value):
                pairs = [(target, value)]
            case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
                pairs = [(target, value)]
            case _:
                continue
        for target, value in pairs:
            yield from ((inner.id, value) for inner in ast.walk(target) if isinstance(inner, ast.Name))


def texts(trees: list[ast.Module]) -> Mapping[str, set[str]]:
    """Return the texts that some modules give names to, by name."""
    found: dict[str, set[str]] = defaultdict(set)
    for tree in trees:
        for name, value in assigned(tree):
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                found[name].add(value.value)
    return found


def words_of(node: ast.expr) -> set[str]:
    """Return the names in an expression, of attributes and functions as well."""
    inside = list(ast.walk(node))
    names = {inner.id for inner in inside if isinstance(inner, ast.Name)}
    return names | {inner.attr for inner in inside if isinstance(inner, ast.Attribute)}
