"""The rule index finds every marker, and every rule that none of them names."""

import json
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from sim.engine.rulebook import Rule, Rulebook
from tests.tools.loading import TOOLS, load

TOOL = TOOLS / "rule_index.py"

index = load("rule_index")

PICKET = Rulebook(
    "picket",
    "Picket",
    "PKT",
    tuple(Rule(id, f"Title of {id}", "Something is done.", "section 1") for id in ("PKT-1", "PKT-2")),
)
RULEBOOK_FILE = dedent("""
    format = 1
    system = "picket"
    title = "Picket"
    prefix = "PKT"
    rule = [{ id = "PKT-1", title = "First move", text = "Roll for it.", source = "section 1" }]
""")


@pytest.fixture
def tests(tmp_path: Path) -> Path:
    """Make an empty folder of tests."""
    folder = tmp_path / "tests"
    folder.mkdir()
    return folder


def plant(tests: Path, source: str, file: str = "test_it.py") -> None:
    """Write a test file."""
    path = tests / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(dedent(source), encoding="utf-8")


def unreadable(tests: Path) -> list[str]:
    """Return what is said of that which cannot be read."""
    return [str(each) for each in index.collected(tests) if isinstance(each, index.Unreadable)]


def proof_of(*ids: str) -> str:
    """Write a test that carries these ids."""
    return f"import pytest\n\n@pytest.mark.rule({', '.join(map(repr, ids))})\ndef test_it(): ...\n"


# -- collecting ---------------------------------------------------------------------------------------------------


IN_CLASSES = """
    @pytest.mark.rule("A")
    class TestOuter:
        def test_one(self): ...

        class TestInner:
            @pytest.mark.rule("B")
            def test_two(self): ...
"""
OF_CLASS = """
    class TestIt:
        pytestmark = pytest.mark.rule("A")
        def test_in(self): ...

    def test_out(): ...
"""
OF_MODULE = "def test_one(): ...\n{}\nclass TestIt:\n    def test_two(self): ...\n"
INNER = "TestOuter::TestInner::test_two"
MARKED = {
    "a decorator": (proof_of("A"), "A test_it"),
    "a decorator of several ids counts for all": (proof_of("A", "B"), "A test_it, B test_it"),
    "with mark imported alone": ("@mark.rule('A')\ndef test_it(): ...\n", "A test_it"),
    "an id given by its name": ("@pytest.mark.rule(id='A')\ndef test_it(): ...\n", "A test_it"),
    "an id in three quotes": ("@pytest.mark.rule('''A''')\ndef test_it(): ...\n", "A test_it"),
    "a coroutine is a test too": ("@pytest.mark.rule('A')\nasync def test_it(): ...\n", "A test_it"),
    "of a class, and of one within it": (IN_CLASSES, f"A TestOuter::test_one, A {INNER}, B {INNER}"),
    "of a module": (OF_MODULE.format("pytestmark = pytest.mark.rule('A')"), "A test_one, A TestIt::test_two"),
    "in a list": (
        OF_MODULE.format("pytestmark = [pytest.mark.long, pytest.mark.rule('A')]"),
        "A test_one, A TestIt::test_two",
    ),
    "with a type": (OF_MODULE.format("pytestmark: list = [pytest.mark.rule('A')]"), "A test_one, A TestIt::test_two"),
    "pytestmark in a class says nothing of its neighbours": (OF_CLASS, "A TestIt::test_in"),
    "of one parameter": (
        "@pytest.mark.parametrize('n', [1, pytest.param(2, marks=pytest.mark.rule('A'))])\ndef test_it(n): ...\n",
        "A test_it",
    ),
    "a function that is no test": ("@pytest.mark.rule('A')\ndef checks_it(): ...\n", ""),
    "a class that is no test": ("@pytest.mark.rule('A')\nclass Cases:\n    def test_it(self): ...\n", ""),
    "a text": ("TEXT = '''\n@pytest.mark.rule('A')\ndef test_it(): ...\n'''\n", ""),
    "a comment": ("# @pytest.mark.rule('A')\ndef test_it(): ...\n", ""),
    "another marker": ("@pytest.mark.ruler('A')\ndef test_it(): ...\n", ""),
    "a file that would fail at import, for nothing is imported": (f"raise SystemExit\n{proof_of('A')}", "A test_it"),
}


@pytest.mark.parametrize(("source", "marked"), MARKED.values(), ids=MARKED)
def test_markers_are_found_under_the_names_that_pytest_gives_to_tests(tests: Path, source: str, marked: str) -> None:
    """However they are written; what pytest would not run proves nothing."""
    plant(tests, source)
    markers = index.collected(tests)
    assert all(isinstance(marker, index.Marker) for marker in markers)
    assert ", ".join(f"{marker.id} {marker.test.removeprefix('tests/test_it.py::')}" for marker in markers) == marked


def test_only_test_files_are_read(tests: Path) -> None:
    """In folders of any depth, by the names that pytest looks for."""
    plant(tests, proof_of("A"), "rules/coh/test_a.py")
    plant(tests, proof_of("B"), "b_test.py")
    plant(tests, proof_of("C"), "drawn.py")
    assert [marker.id for marker in index.collected(tests)] == ["B", "A"]


@pytest.mark.parametrize("value", ["RULE", "f'A-{n}'", "*RULES", "3"])
def test_an_id_that_is_no_plain_text_is_reported(tests: Path, value: str) -> None:
    """With its line and what to write instead; guessing would hide a rule without a test."""
    plant(tests, f"@pytest.mark.rule({value})\ndef test_it(): ...\n")
    assert unreadable(tests) == [f"tests/test_it.py::test_it: line 1: {value} is no plain text: write the id itself"]


def test_a_marker_without_an_id_is_reported(tests: Path) -> None:
    """Somebody meant to write one."""
    plant(tests, "@pytest.mark.rule()\ndef test_it(): ...\n")
    (said,) = unreadable(tests)
    assert "line 1: a rule marker without an id" in said


@pytest.mark.parametrize(
    ("source", "said"), [(b"def (", "tests/test_it.py:1: not valid Python"), (b"'\xe9'", "not UTF-8")]
)
def test_a_file_that_cannot_be_read_is_reported(tests: Path, source: bytes, said: str) -> None:
    """Its markers would be missed without a word."""
    (tests / "test_it.py").write_bytes(source)
    (told,) = unreadable(tests)
    assert said in told


# -- held against a rulebook --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ids", "faults"), [(["PKT-1"], ["PKT-2: no test proves it"]), (["PKT-1", "PKT-2"], [])])
def test_a_rule_without_a_test_is_a_fault(tests: Path, ids: list[str], faults: list[str]) -> None:
    """The one that has a test is none, and if every rule has one there is nothing to mend."""
    plant(tests, proof_of(*ids))
    assert index.report_on([PICKET], tests).faults == faults


@pytest.mark.parametrize("id", ["PKT-3", "pkt-1", "PKT_1"])
def test_an_unknown_id_of_a_known_system_is_a_fault(tests: Path, id: str) -> None:
    """Capital letters count here: the trace and the test must show the same id."""
    plant(tests, proof_of("PKT-1", "PKT-2", id))
    (fault,) = index.report_on([PICKET], tests).faults
    assert fault.startswith(f'tests/test_it.py::test_it: no rule is called "{id}"; did you mean')


@pytest.mark.parametrize("id", ["COH-5.3", "PKTX-1"])
def test_an_id_of_an_unknown_system_is_told_and_no_fault(tests: Path, id: str) -> None:
    """Its system may not be registered yet."""
    plant(tests, proof_of("PKT-1", "PKT-2", id))
    report = index.report_on([PICKET], tests)
    assert [marker.id for marker in report.unknown] == [id]
    assert report.faults == []


def test_a_test_is_listed_once_for_an_id(tests: Path) -> None:
    """Though class and decorator name the same rule; a marker that cannot be read is a fault, whatever else is well."""
    plant(tests, f"pytestmark = pytest.mark.rule('PKT-1')\n{proof_of('PKT-1')}")
    assert index.report_on([PICKET], tests).tests_of("PKT-1") == ["tests/test_it.py::test_it"]
    plant(tests, proof_of("PKT-1", "PKT-2"))
    plant(tests, "@pytest.mark.rule(X)\ndef test_it(): ...\n", "test_other.py")
    (fault,) = index.report_on([PICKET], tests).faults
    assert "X is no plain text" in fault


# -- told ---------------------------------------------------------------------------------------------------------


def test_the_report_lists_the_tests_of_each_rule(tests: Path) -> None:
    """Or says that there is none; then strangers and faults. The summary is a line a system; data say the same."""
    plant(tests, proof_of("PKT-1", "COH-1"))
    assert list(index.lines(index.report_on([PICKET], tests), summary=False)) == [
        "Picket: 1 of 2 rules with tests, 1 without",
        "  PKT-1  Title of PKT-1",
        "    tests/test_it.py::test_it",
        "  PKT-2  Title of PKT-2",
        "    no test",
        "Ids of no known system:",
        "  COH-1  tests/test_it.py::test_it",
        "To be mended:",
        "  PKT-2: no test proves it",
    ]
    plant(tests, proof_of("PKT-1", "PKT-2"))
    said = list(index.lines(index.report_on([PICKET], tests), summary=True))
    assert said == ["Picket: 2 of 2 rules with tests, 0 without"]
    plant(tests, proof_of("PKT-1", "PKT-9"))
    data = json.loads(json.dumps(index.data(index.report_on([PICKET], tests))))
    (system,) = data["systems"]
    assert system["rules"][0] == {"id": "PKT-1", "title": "Title of PKT-1", "tests": ["tests/test_it.py::test_it"]}
    assert system["untested"] == ["PKT-2"]
    assert data["unknown"] == [{"id": "PKT-9", "test": "tests/test_it.py::test_it", "known_prefix": True}]
    assert len(data["faults"]) == 2


def test_no_text_of_a_rulebook_repaints_the_terminal(tests: Path) -> None:
    """Titles are shown escaped."""
    book = Rulebook("x", "\x1b[31mred", "X", (Rule("X-1", "\x1b]0;owned", "Text.", "source"),))
    assert all(line.isprintable() for line in index.lines(index.report_on([book], tests), summary=False))


# -- run ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("id", "code"), [("PKT-1", 0), ("PKT-2", 1)])
def test_the_exit_code_says_whether_all_is_well(
    tests: Path, id: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """0 if every rule has its test, else 1."""
    plant(tests, proof_of(id))
    rulebook = tests / "rulebook.toml"
    rulebook.write_text(RULEBOOK_FILE, encoding="utf-8")
    assert index.main(["--rulebook", str(rulebook), "--tests", str(tests), "--summary"]) == code
    assert capsys.readouterr().out.startswith("Picket: ")


def test_the_real_tool_runs_by_itself(tests: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """From any folder, as a script, with nothing on the path; a bad rulebook ends in 2, with its mistakes."""
    plant(tests, proof_of("PKT-1"))
    (tests / "rulebook.toml").write_text(RULEBOOK_FILE, encoding="utf-8")
    command = [sys.executable, str(TOOL), "--json", "--rulebook", "rulebook.toml", "--tests", str(tests)]
    answer = subprocess.run(command, cwd=tests, capture_output=True, text=True)
    assert (answer.returncode, json.loads(answer.stdout)["faults"], answer.stderr) == (0, [], "")
    rulebook = tests / "rulebook.toml"
    rulebook.write_text("format = 1\n", encoding="utf-8")
    assert index.main(["--rulebook", str(rulebook), "--tests", str(tests)]) == 2
    assert "system: found nothing, expected a text" in capsys.readouterr().err


def test_the_page_of_a_system_leads_to_code_and_tests(tests: Path) -> None:
    """Functions by file, and files of tests; a text that speaks of a rule counts if nothing else does."""
    plant(tests, proof_of("PKT-1"))
    plant(tests, proof_of("PKT-MOVE"), "rules/picket/test_moving.py")
    ids = {"PKT-1": "A | B", "PKT-MOVE": "Where to", "PKT-MAN": "Men"}
    book = Rulebook("picket", "Picket", "PKT", tuple(Rule(id, title, "It is.", "1") for id, title in ids.items()))
    text = index.page(index.report_on([book], tests), book, index.CHECKOUT / "tests" / "picket")
    assert text.splitlines()[-3:] == [
        "| PKT-1 | A / B |  | tests/test_it.py |",
        "| PKT-MOVE | Where to | `solo.py: CELL, nearer` | test_moving.py |",
        "| PKT-MAN | Men | `men.py: ManProfile` |  |",
    ]
