from dataclasses import dataclass
from datetime import date
from enum import Enum, IntEnum
from typing import Annotated, Any, ClassVar, Literal

import pytest
from pydantic import BaseModel, Discriminator, Field, RootModel, Tag, field_validator, model_validator

from sim.files import Document, FileMistakes, parse_json, parse_toml
from sim.files.strict import Strict, StrictTable, validated
from sim.files.wording import formed


class Kind(Enum):
    WALL = "wall"
    HEDGE = "hedge"


class Level(IntEnum):
    LOW = 1


class Edge(Strict):
    kind: Literal["wall", "low_wall", "hedge"]
    between: tuple[str, str]
    height: int = Field(default=1, ge=1, le=3)


class Circle(Strict):
    shape: Literal["circle"]
    radius: float = Field(gt=0)


class Box(Strict):
    shape: Literal["box", "square"]
    sides: list[int]
    circle: int = 0


class Place(Strict):
    name: str
    within: tuple["Place", ...] = ()


class Names(RootModel[list[str]]):
    pass


class Fence(RootModel[list[Edge]]):
    pass


class Aliased(Strict):
    long_name: int = Field(alias="long-name")


class Checked(Strict):
    low: int
    high: int

    @field_validator("low")
    @classmethod
    def low_is_even(cls, low: int) -> int:
        if low % 2:
            raise AssertionError("low must be even")
        return low

    @model_validator(mode="after")
    def in_order(self) -> "Checked":
        if self.low > self.high:
            raise ValueError("low is above high")
        return self


def shape_of(data: Any) -> str:
    """Tell the kind of a shape by its keys."""
    return "round" if isinstance(data, dict) and "radius" in data else "angular"


Found = Annotated[Annotated[Circle, Tag("round")] | Annotated[Box, Tag("angular")], Discriminator(shape_of)]


class Fog(Strict):
    shape: Literal["fog"]
    outline: Literal["circle", "box"] = "circle"


class Sheet(Strict):
    """One field for each thing that can go wrong."""

    whole: int = 0
    number: float = 0.0
    text: str = ""
    flag: bool = False
    short: str = Field(default="ab", min_length=2, max_length=3, pattern="^[a-z]+$")
    letter: str = Field(default="a", min_length=1, max_length=1)
    few: tuple[int, ...] = Field(default=(1,), min_length=1, max_length=2)
    even: int = Field(default=2, multiple_of=2)
    below: int = Field(default=0, lt=5)
    day: date = date(1943, 1, 1)
    kind: Kind = Kind.WALL
    level: Level | None = None
    chosen: Literal[1, 2] = 1
    marks: frozenset[str] = frozenset()
    costs: dict[Literal["road", "field"], int] = Field(default={})
    edges: tuple[Edge, ...] = ()
    shapes: list[Annotated[Circle | Box, Field(discriminator="shape")]] = Field(default=[])
    found: Found | None = None
    either: int | Literal["any"] | None = None
    edge: Edge | None = None
    mixed: Edge | Checked | None = None
    place: Place | None = None
    names: Names | None = None
    fence: Fence | None = None
    pair: tuple[int, str] = (1, "a")
    aliased: Aliased | None = None
    checked: Checked | None = None
    by_name: dict[str, Edge] = Field(default={})
    named: dict[str, Edge] | bool = False
    ground: Annotated[Fog | Circle, Field(discriminator="shape")] | None = None
    odd: list[list[int] | dict[str, int]] | bool = False
    cells: str | tuple[str, ...] = ""
    code: Annotated[str, formed("^[a-z]{3}$", "three small letters")] = "abc"
    truth: Literal[True, 2] = 2


def sheet(text: str) -> Sheet:
    """Read a sheet from TOML."""
    return validated(Sheet, parse_toml(text, "x.toml"))


def told(text: str) -> list[str]:
    """Give the mistakes in a sheet, without the name of the file."""
    with pytest.raises(FileMistakes) as caught:
        sheet(text)
    return [line.removeprefix("x.toml:") for line in str(caught.value).splitlines()]


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("number = 3", "number", 3.0),
        ("few = [1, 2]", "few", (1, 2)),
        ("kind = 'hedge'", "kind", Kind.HEDGE),
        ("marks = ['a', 'b']", "marks", frozenset("ab")),
        ("day = 1944-06-06", "day", date(1944, 6, 6)),
        ("truth = true", "truth", True),
        ("costs = {road = 1}", "costs", {"road": 1}),
        ("names = ['a']", "names", Names(["a"])),
        ("edge = {kind = 'wall', between = ['a', 'b']}", "edge", Edge(kind="wall", between=("a", "b"))),
        ("place = {name = 'a', within = [{name = 'b'}]}", "place", Place(name="a", within=(Place(name="b"),))),
    ],
)
def test_what_a_file_can_say_is_read(text: str, name: str, value: object) -> None:
    """Arrays become tuples and sets, texts become members of enums, whole numbers become numbers."""
    assert getattr(sheet(text), name) == value


UNKNOWN = "found an unknown key, expected one of"
NO_HEIGHT = f'{UNKNOWN} kind, between, height; did you mean "height"?'
WALL = "kind = 'wall'\nbetween = ['a', 'b']\n"


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        # a wrong type
        ("whole = '3'", '1: whole: found the text "3", expected a whole number'),
        ("whole = 3.0", "1: whole: found 3.0, expected a whole number"),
        ("whole = true", "1: whole: found true, expected a whole number"),
        ("whole = [1, 2]", "1: whole: found an array of 2, expected a whole number"),
        ("number = '3'", '1: number: found the text "3", expected a number'),
        ("number = true", "1: number: found true, expected a number"),
        ("text = 3", "1: text: found 3, expected a text"),
        ("text = 1944-06-06", "1: text: found 1944-06-06, expected a text"),
        ("flag = 1", "1: flag: found 1, expected true or false"),
        ("flag = 'true'", '1: flag: found the text "true", expected true or false'),
        ("day = '1944-06-06'", '1: day: found the text "1944-06-06", expected a date'),
        ("few = 3", "1: few: found 3, expected an array"),
        ("marks = 'a'", '1: marks: found the text "a", expected an array; write ["a"]'),
        ("costs = []", "1: costs: found an empty array, expected a table"),
        ("edge = 3", "1: edge: found 3, expected a table"),
        ("few = [1,\n'a']", '2: few[1]: found the text "a", expected a whole number'),
        ("names = ['a',\n3]", "2: names[1]: found 3, expected a text"),
        # what is out of bounds: the bound that was broken is what would be right
        ("short = 'a'", '1: short: found "a", expected a text of at least 2 characters'),
        ("short = 'abcd'", '1: short: found "abcd", expected a text of at most 3 characters'),
        ("letter = ''", '1: letter: found "", expected a text of at least 1 character'),
        ("letter = 'ab'", '1: letter: found "ab", expected a text of at most 1 character'),
        ("short = 'A1'", '1: short: found "A1", expected a text of the form ^[a-z]+$'),
        ("few = []", "1: few: found an empty array, expected at least 1"),
        ("few = [1, 2, 3]", "1: few: found an array of 3, expected at most 2"),
        ("even = 3", "1: even: found 3, expected a multiple of 2"),
        ("below = 5", "1: below: found 5, expected less than 5"),
        ("edge = {kind = 'wall', between = ['a', 'b'], height = 4}", "1: edge.height: found 4, expected at most 3"),
        ("edge = {kind = 'wall', between = ['a', 'b'], height = 0}", "1: edge.height: found 0, expected at least 1"),
        ("edge = {kind = 'wall', between = ['a']}", "1: edge.between[1]: found nothing, expected a text"),
        ("pair = [1]", "1: pair[1]: found nothing, expected a text"),
        (
            "edge = {kind = 'wall', between = ['a', 'b', 'c']}",
            "1: edge.between: found an array of 3, expected at most 2",
        ),
        ("shapes = [{shape = 'circle', radius = 0}]", "1: shapes[0].radius: found 0, expected more than 0"),
        # a wrong choice: all are listed, and the likely one is asked for
        ("kind = 'hegde'", '1: kind: found "hegde", expected one of wall, hedge; did you mean "hedge"?'),
        ("kind = 3", "1: kind: found 3, expected one of wall, hedge"),
        ("chosen = 3", "1: chosen: found 3, expected one of 1, 2"),
        ("chosen = true", "1: chosen: found true, expected one of 1, 2"),
        ("chosen = 1.0", "1: chosen: found 1.0, expected one of 1, 2"),
        (
            "costs = {raod = 1}",
            '1: costs.raod: found the key "raod", expected one of road, field; did you mean "road"?',
        ),
        ("either = 'all'", '1: either: found the text "all", expected a whole number, or "any"'),
        # the words of a validator are the message
        ("checked = {low = 4, high = 2}", "1: checked: low is above high"),
        ("checked = {low = 3, high = 4}", "1: checked.low: low must be even"),
        # a pattern that has words is told by them
        ("code = 'Fen'", '1: code: found "Fen", expected three small letters'),
        # enums of numbers would take true for 1
        ("level = 1", "1: level: found 1, expected an instance of Level"),
        # [edges] is one table, [[edges]] one of a list
        ("[edges]\nkind = 'wall'", "1: edges: found a table of 1, expected an array; write [[edges]]"),
        # what is missing has the line of the table it is missing from
        ("\n[[edges]]\nkind = 'wall'\n", "2: edges[0].between: found nothing, expected an array"),
        # keys and words of tables, also under free names, in bare arrays and in their own kind, to any depth
        (
            f"[[edges]]\n{WALL}" * 3 + f"[[edges]]\n{WALL}".replace("wall", "wal"),
            '11: edges[3].kind: found "wal", expected one of wall, low_wall, hedge; did you mean "wall"?',
        ),
        (f"[[edges]]\n{WALL}hieght = 2\n", f"4: edges[0].hieght: {NO_HEIGHT}"),
        (f"[by_name.north]\n{WALL}hieght = 2\n", f"4: by_name.north.hieght: {NO_HEIGHT}"),
        (f"[[fence]]\n{WALL}hight = 1", f"4: fence[0].hight: {NO_HEIGHT}"),
        (
            "[place]\nname = 'a'\n[[place.within]]\nname = 'b'\nwithin = [\n{nam = 3}]\n",
            "6: place.within[0].within[0].name: found nothing, expected a text\n"
            f'6: place.within[0].within[0].nam: {UNKNOWN} name, within; did you mean "name"?',
        ),
        # keys go by the name that the file has
        (
            "aliased = {long_name = 1}",
            "1: aliased.long-name: found nothing, expected a whole number\n"
            '1: aliased.long_name: found an unknown key, expected "long-name"; did you mean "long-name"?',
        ),
        # where a key tells the kind of a table, only that kind's keys count, and no path shows the machinery
        (
            "shapes = [{shape = 'cirlce', radius = 1}]",
            '1: shapes[0].shape: found "cirlce", expected one of circle, box, square; did you mean "circle"?',
        ),
        ("shapes = [{radius = 1}]", "1: shapes[0].shape: found nothing, expected one of circle, box, square"),
        ("shapes = [{shape = 3}]", "1: shapes[0].shape: found 3, expected one of circle, box, square"),
        ("shapes = [3]", "1: shapes[0]: found 3, expected a table"),
        ("shapes = [{shape = 'circle', radius = 'x'}]", '1: shapes[0].radius: found the text "x", expected a number'),
        (
            "shapes = [{shape = 'box', sides = [1, 'x']}]",
            '1: shapes[0].sides[1]: found the text "x", expected a whole number',
        ),
        (
            "shapes = [{shape = 'square', sides = [], circle = 'x'}]",
            '1: shapes[0].circle: found the text "x", expected a whole number',
        ),
        (
            "ground = {shape = 'circle', radius = 1, rdius = 2}",
            f'1: ground.rdius: {UNKNOWN} shape, radius; did you mean "radius"?',
        ),
        # nor where a function tells it, nor where there are alternatives, however deep: a bad item is its own
        (
            "found = {radius = 'x', shape = 'circle', shap = 1}",
            '1: found.radius: found the text "x", expected a number\n'
            f'1: found.shap: {UNKNOWN} shape, radius; did you mean "shape"?',
        ),
        ("cells = ['A1', 3]", "1: cells[1]: found 3, expected a text"),
    ],
)
def test_a_wrong_value_is_told(text: str, mistake: str) -> None:
    """Nothing is converted, and the mistake is in the words and at the place of the file."""
    assert told(text) == mistake.split("\n")


def test_every_mistake_is_told() -> None:
    """Mistakes of all kinds come together, in the order of the file."""
    text = "whole = 'x'\nnonsense = 1\n[edge]\nkind = 'wal'\n[by_name.x]\nkind = 'wall'\nbetween = [1, 'b']\n"
    assert [line.split(": found")[0] for line in told(text)] == [
        "1: whole",
        "2: nonsense",
        "3: edge.between",
        "4: edge.kind",
        "7: by_name.x.between[0]",
    ]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("mixed = {low = 2, hihg = 3}", {f"1: mixed.{key}" for key in ("kind", "between", "low", "hihg", "high")}),
        ("odd = [['x'], {a = 'y'}]", {"1: odd[0][0]", "1: odd[1].a"}),
        (f"[named.north]\n{WALL}hieght = 2\n", {"4: named.north.hieght"}),
    ],
)
def test_what_may_be_of_several_kinds_names_real_paths(text: str, places: set[str]) -> None:
    """Without a key that tells the kind, each refuses it, at paths that are in the file."""
    assert {line.split(": found")[0] for line in told(text)} == places


def test_a_missing_table_is_shown_by_its_header() -> None:
    """Who has never seen a table learns how one is written."""

    class Map(Strict):
        grid: Edge

    with pytest.raises(FileMistakes, match=r"x.toml: grid: found nothing, expected a table \[grid\]"):
        validated(Map, parse_toml("", "x.toml"))


def test_values_are_what_they_are() -> None:
    """No infinity by any way, frozen instances, a whole number where a number is wanted."""
    with pytest.raises(FileMistakes, match="number: found inf, expected a finite number"):
        validated(Sheet, Document("x", {"number": float("inf")}))
    with pytest.raises(ValueError, match="frozen"):
        sheet("").whole = 3

    assert type(sheet("number = 3").number) is float


def test_very_many_mistakes_are_kept_to_a_thousand() -> None:
    """The first by line; the rest is counted, and beyond twenty thousand there is nothing to mend."""
    with pytest.raises(FileMistakes) as caught:
        sheet("nonsense = 1\nmarks = [\n" + "1,\n" * 1500 + "]")
    assert caught.value.mistakes[0].where == "nonsense"
    with pytest.raises(FileMistakes) as caught:
        sheet("marks = [" + "1," * 3000 + "]")
    assert (len(caught.value.mistakes), caught.value.unlisted) == (1000, 2000)
    with pytest.raises(FileMistakes) as caught:
        sheet("marks = [" + "1," * 30_000 + "]")
    assert str(caught.value) == "x.toml: 30000 mistakes, too many to list; is this the right file?"


def test_json_and_other_models_are_checked_alike() -> None:
    """Mistakes in JSON have a path and no line; any pydantic model will do."""
    with pytest.raises(FileMistakes) as caught:
        validated(Sheet, parse_json('{"few": [1, "a"]}', "x.json"))
    assert str(caught.value) == 'x.json: few[1]: found the text "a", expected a whole number'

    class Plain(BaseModel):
        size: int

    with pytest.raises(FileMistakes, match='size: found the text "x", expected a whole number'):
        validated(Plain, parse_toml("size = 'x'", "x.toml"))


@pytest.mark.parametrize("text", ["[]", "3", "null", '"x"'])
def test_json_that_is_no_table_is_one_mistake(text: str) -> None:
    """A JSON file can be anything at all."""
    with pytest.raises(FileMistakes, match=r"^x\.json: found .* expected a table$"):
        validated(Sheet, parse_json(text, "x.json"))


# -- dataclasses --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Item(StrictTable):
    unwritten: ClassVar = frozenset({"owner"})
    kind: str
    class_: Annotated[int, Field(alias="class", ge=1)] = 1
    between: tuple[str, ...] = ()
    owner: str = "nobody"


class Chest(Strict):
    items: tuple[str | Item, ...] = ()


def test_a_dataclass_is_read_as_it_stands() -> None:
    """Tables become it, arrays the tuples in it, and a key may be a word that no field can be called by."""
    found = validated(Item, parse_toml("kind = 'box'\nclass = 2\nbetween = ['A1', 'A2']", "x.toml"))
    assert found == Item("box", 2, ("A1", "A2"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("kind = 3", "x.toml:1: kind: found 3, expected a text"),
        ("class = 2", "x.toml: kind: found nothing, expected a text"),
        ("kind = 'box'\nclass = true", "x.toml:2: class: found true, expected a whole number"),
        ("kind = 'box'\nclass = 0", "x.toml:2: class: found 0, expected at least 1"),
        ("kind = 'box'\nowner = 'x'", "x.toml:2: owner: found an unknown key, expected one of kind, class, between"),
        (
            "kind = 'box'\nclas = 1",
            'x.toml:2: clas: found an unknown key, expected one of kind, class, between; did you mean "class"?',
        ),
    ],
)
def test_a_dataclass_is_as_strict_as_a_model(text: str, told: str) -> None:
    """What is wrong is told in the same words; what is not written is no key."""
    with pytest.raises(FileMistakes) as raised:
        validated(Item, parse_toml(text, "x.toml"))
    assert str(raised.value) == told


def test_a_dataclass_may_be_one_of_several_things_in_a_model() -> None:
    """A mistake within it is told of it, and not of the other things that may stand there."""
    assert validated(Chest, parse_toml("items = ['key', {kind = 'box'}]", "x.toml")).items == ("key", Item("box"))
    with pytest.raises(FileMistakes) as raised:
        validated(Chest, parse_toml("items = ['key', {kind = 'box', clas = 2}]", "x.toml"))
    assert str(raised.value) == (
        'x.toml:1: items[1].clas: found an unknown key, expected one of kind, class, between; did you mean "class"?'
    )
