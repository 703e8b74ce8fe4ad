"""The public surface is what API.md says, in names and signatures, and costs nobody anything who does not use it."""

import ast
import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import sim
from sim import surface
from sim.engine.chance import Seeded
from tests.tools.loading import load

CHECKOUT = Path(__file__).parent.parent


def test_the_page_says_what_the_code_says() -> None:
    """Names, signatures and words of the lower part are those of the code: `tools/write_api.py` renews them."""
    api = load("write_api")
    written = api.written()
    assert api.PAGE.read_text(encoding="utf-8").partition(api.MARK)[2] == written
    assert {name for name in surface.__all__ if f"\n### {name}\n" not in written} == set()


@pytest.mark.parametrize("page", ["API.md", "README.md"])
def test_the_examples_of_the_page_run(page: str) -> None:
    """As they stand there, in one sitting, with everything public at hand."""
    names = {name: getattr(sim, name) for name in surface.__all__}
    failed, run = doctest.testfile(str(CHECKOUT / page), module_relative=False, encoding="utf-8", globs=names)
    assert (failed, run > 2) == (0, True)


def test_importing_sim_brings_nothing_along() -> None:
    """Nor does an import of one of its modules; a name brings what it needs, and an unknown one says so."""
    code = (
        "import sim, sys; from sim import resources; print('sim.surface' in sys.modules, 'numpy' in sys.modules);"
        "print(hasattr(sim, 'nonsense'), hasattr(sim, 'load_map'), 'start' in dir(sim))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=CHECKOUT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False", "False", "True", "True"]


def test_the_kit_hands_every_name_on() -> None:
    """As `Unit as Unit`: checks of types in packages of other people take no other for handed on."""
    tree = ast.parse((CHECKOUT / "sim" / "kit.py").read_text(encoding="utf-8"))
    names = [name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for name in node.names]
    assert len(names) > 100 and [name.name for name in names if name.asname != name.name] == []


def test_a_battle_is_kept_and_goes_on(tmp_path: Path) -> None:
    """A record that is saved and loaded verifies, and plays on to where the battle would have come."""
    scenario = sim.load_scenario("target_choice")
    session = sim.start(scenario, seed=3, automatic=True)
    session.advance()
    sim.save_record(tmp_path / "kept.jsonl", scenario, session)
    session.play_out()
    record = sim.load_record(tmp_path / "kept.jsonl")
    again = record.session()
    again.play_out()
    assert (sim.verify(record), again.state) == (None, session.state)
    assert sim.why_not(record, "rifles bauer", record.frames[-1]) == []


def test_a_decision_is_that_of_the_session_itself() -> None:
    """Without other dice `decide` foretells what `advance` does next."""
    session = sim.start("target_choice", seed=5, automatic=True)
    session.advance()
    told = sim.tell(session, sim.decide(session))
    assert isinstance(session.source, Seeded)
    number = len(session.frames)
    session.advance()
    assert told.split(" at ")[0].split(" ")[0] in sim.tell(session, session.frames[number + 1])


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: sim.load_map("nowhere"), "there is neither a file 'nowhere'"),
        (lambda: sim.start("target_choice", players={"german": "solo"}), 'did you mean "germans"'),
        (lambda: sim.reach(sim.load_scenario("target_choice"), "Maxime"), "did you mean"),
        (lambda: sim.sight(sim.load_map("zimovets_ridge"), "C4", "?"), "?"),
        (lambda: sim.rulebook("chess"), 'there is no system "chess"'),
    ],
)
def test_a_wrong_name_is_told(call: object, told: str) -> None:
    """In one sentence that says what would be right."""
    assert callable(call)
    with pytest.raises((sim.UnknownName, ValueError)) as wrong:
        call()
    assert told in str(wrong.value)
