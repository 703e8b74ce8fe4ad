"""A module is imported in steps, with what Python would have made of it in one go."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from sim.importing import head, import_steps

FILES = {
    "__init__.py": '"""A package."""\nfrom __future__ import annotations\nimport stepped.told as told\n'
    "told.say('begun')\nfrom stepped.first import one\ndef later(one: Missing) -> int: return one\n"
    "if one == 1:\n    from .second import two\nelse:\n    from .third import two\nthree = one + two\n",
    "told.py": "said = []\nsay = said.append\n",
    "first.py": '"""If this were taken for a statement …\nif so: no import would be found\n"""\n'
    "# The package is half there:\nimport stepped\nfrom stepped import (\n    told,\n)\ntold.say('first')\none = 1\n",
    "second.py": "from . import inner\nfrom stepped.told import say\nsay('second')\ntwo = inner.two\n",
    "third.py": "raise AssertionError('nobody wants it')\n",
    "inner/__init__.py": "from stepped import told\nfrom stepped.inner.deep import two\ntold.say('inner')\n",
    "inner/deep.py": "two = 2\n",
    "broken.py": "import stepped.told\nimport stepped.first\nnothing.at_all\n",
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package that nobody has imported yet."""
    for name, text in FILES.items():
        file = tmp_path / "stepped" / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield
    for name in [name for name in sys.modules if name.partition(".")[0] == "stepped"]:
        del sys.modules[name]


def imported(name: str) -> list[int]:
    """Import a module in steps; return how many of its package are whole after each."""
    return [len(whole()) for _ in import_steps(name)]


def whole() -> list[str]:
    """Return the modules of the package that are no longer being imported."""
    return [name for name, module in sys.modules.items() if name.startswith("stepped") and type(module) is ModuleType]


def test_one_module_comes_after_the_other(package: None) -> None:
    """Each step brings one."""
    assert imported("stepped") == [1, 2, 3, 4, 5, 6]


def test_modules_are_executed_in_the_order_of_python(package: None) -> None:
    """A package says what it has to say before it imports on."""
    imported("stepped")
    import stepped.told  # type: ignore[import-not-found]

    assert stepped.told.said == ["begun", "first", "inner", "second"]


def test_what_was_imported_is_whole(package: None) -> None:
    """All names are there, modules hang on their packages, and none can be told from others."""
    imported("stepped")
    stepped = sys.modules["stepped"]
    assert (stepped.three, stepped.__doc__) == (3, "A package.")
    assert stepped.inner.deep is sys.modules["stepped.inner.deep"]
    assert stepped.later.__annotations__["one"] == "Missing"
    assert len(whole()) == len([name for name in sys.modules if name.startswith("stepped")])


def test_whoever_needs_a_module_that_is_half_there_gets_all_of_it(package: None) -> None:
    """The rest is imported at once; whoever goes on with the steps has nothing left to do."""
    steps = import_steps("stepped")
    next(steps)
    assert "three" not in vars(sys.modules["stepped"])
    from stepped import three

    assert (three, list(steps)) == (3, [])


def test_an_import_goes_on_where_it_was(package: None) -> None:
    """Whoever else imports the same in steps takes those that are left."""
    done = [*(len(whole()) for _ in zip(range(3), import_steps("stepped"), strict=False)), *imported("stepped")]
    assert done == [1, 2, 3, 4, 5, 6]


def test_a_module_that_cannot_be_imported_is_not_there(package: None) -> None:
    """As with any import, the error says why, and what it imported before stays."""
    with pytest.raises(NameError, match="nothing"):
        imported("stepped.broken")
    assert "stepped.broken" not in sys.modules
    assert "stepped.first" in sys.modules


def test_a_module_that_is_there_takes_no_step(package: None) -> None:
    """It is not executed again."""
    imported("stepped")
    assert imported("stepped.second") == []


def test_a_module_that_does_not_exist_is_passed_over() -> None:
    """Whoever imports it afterwards is told."""
    assert list(import_steps("no_such_module_anywhere")) == []


def test_the_imports_of_every_file_of_the_program_are_found() -> None:
    """Where the head of a file could not be told from the rest, all that it imports would come in one go."""
    for file in sorted((Path(__file__).parent.parent / "sim").rglob("*.py")):
        source = file.read_text(encoding="utf-8")
        first = next((line for line in source.splitlines() if line.startswith(("import ", "from "))), "")
        assert first in head(source), file
        compile(head(source), file, "exec")


def test_numba_comes_in_many_steps_and_works() -> None:
    """In a process of its own, where nobody has imported it: and no step imports more than some modules."""
    told = (
        "import sys, numpy; from sim.board.warm_up import warming; before, most = len(sys.modules), 0\n"
        "for _ in warming():\n"
        "    now = sum(name.startswith('numba') for name in sys.modules)\n"
        "    most, before = max(most, now - before), now\n"
        "from sim.board import kernels\n"
        "print(kernels.COMPILED, most, len(kernels.sight_row.signatures))"
    )
    answer = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    compiled, most, signatures = answer.stdout.split()
    assert (compiled, int(signatures)) == ("True", 1)
    assert int(most) < 20
