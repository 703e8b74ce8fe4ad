"""Systems that are not shipped: found by entry point and by name, looked over, and left out where they are faulty."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sim import kit
from sim.scenario.adopting import mistakes_of
from sim.scenario.systems import SystemRefused, adopt
from tests.picket import PICKET, Picket, rules, solo

CHECKOUT = Path(__file__).parent.parent.parent


def sandtable(tmp_path: Path, words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own, far from the checkout."""
    path = os.pathsep.join([str(tmp_path), str(CHECKOUT)])
    env = {**os.environ, "SANDTABLE_HOME": str(tmp_path / "home"), "PYTHONPATH": path, **variables}
    command = [sys.executable, "-m", "sim", *words.split()]
    return subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True)


def test_a_module_that_is_named_brings_its_system_scenarios_and_records(tmp_path: Path) -> None:
    """`SANDTABLE_SYSTEMS` is all that plain `sandtable` needs; one that cannot be imported is named and left out."""
    named = {"SANDTABLE_SYSTEMS": "tests.picket, missing_one"}
    listed = sandtable(tmp_path, "list scenarios", **named)
    assert "picket/ford" in listed.stdout
    assert listed.stderr.count("left out") == 1
    assert 'the system "missing_one" (missing_one, named in SANDTABLE_SYSTEMS) is left out: ' in listed.stderr
    played = sandtable(tmp_path, "run yard --seed 1 --record kept.jsonl", **named)
    assert (played.returncode, "The yard (Picket)" in played.stdout) == (0, True)
    assert sandtable(tmp_path, "replay kept.jsonl --verify", **named).stdout.startswith("verified")
    without = sandtable(tmp_path, "replay kept.jsonl")
    assert (without.returncode, 'found "picket"' in without.stderr) == (3, True)


@pytest.mark.long
def test_an_installed_package_is_found_by_its_entry_point(tmp_path: Path) -> None:
    """Its name is the id; other processes know it, too: here those that play a study."""
    about = tmp_path / "picket_game-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: picket-game\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[sandtable.systems]\npicket = tests.picket:PICKET\n", encoding="utf-8")
    assert "Picket" in sandtable(tmp_path, "list systems").stdout
    study = sandtable(tmp_path, "study run picket/yard --games 2 --out study.db")
    assert (study.returncode, study.stderr.count("left out")) == (0, 0), study.stderr


def test_a_player_of_the_system_can_be_named(tmp_path: Path) -> None:
    """Whoever it has plans of plays, by name; the record knows him, and another name is told."""
    (tmp_path / "drilled.py").write_text(
        "from tests.picket import Picket, PicketShow, rules, solo\n"
        "class Drilled(Picket):\n"
        "    id, title = 'drilled', 'Drilled'\n"
        "    plans = {**solo.PLANS, 'drill': solo.PLANS['commander']}\n"
        "    rulebook = Picket.rulebook\n"
        "DRILLED = Drilled()\n",
        encoding="utf-8",
    )
    ford = (CHECKOUT / "tests/picket/scenarios/ford.toml").read_text(encoding="utf-8")
    (tmp_path / "ford.toml").write_text(ford.replace('"picket"', '"drilled"', 1).replace("[picket.", "[drilled."))
    named = {"SANDTABLE_SYSTEMS": "drilled:DRILLED"}
    played = sandtable(tmp_path, "run ford.toml --seed 1 --players picket=drill --record kept.jsonl", **named)
    assert "picket: drill" in played.stdout, played.stderr
    assert sandtable(tmp_path, "replay kept.jsonl --verify", **named).stdout.startswith("verified")
    wrong = sandtable(tmp_path, "run ford.toml --players picket=dril", **named)
    assert 'did you mean "drill"' in wrong.stderr


def faulty(**parts: Any) -> Picket:
    """Return Picket with some parts of it exchanged."""
    one = Picket()
    vars(one).update(parts)
    return one


LOST = kit.Option("-".join(("PKT", "LOST")), "run", solo.stay)


@pytest.mark.parametrize(
    ("ruleset", "told"),
    [
        (faulty(intents=[rules.Stay]), "`intents` is a list: a tuple is needed"),
        (faulty(own_events=(rules.Shot,)), "the event Stepped of tests.picket.rules is not among its events"),
        (faulty(plans={kit.SOLO: LOST}), "the plan of solo has no occasion"),
        (faulty(plans={kit.SOLO: {rules.SNAP: LOST}}), 'nobody has a plan for "action", on which Walk can be ordered'),
        (faulty(plans={kit.SOLO: {rules.ACTION: LOST}}), 'the option "run" of solo, action cites "PKT-LOST"'),
        (faulty(plans={kit.SOLO: {rules.ACTION: LOST}}), 'asks on "snap shot", for which nobody has a plan'),
        (faulty(id="The Picket"), 'its id is "The Picket": small letters'),
    ],
)
def test_a_mistake_is_told_when_a_system_is_looked_over(ruleset: Picket, told: str) -> None:
    """A sentence for each, in time."""
    assert any(told in each for each in mistakes_of(ruleset)), [*mistakes_of(ruleset)]
    if ruleset.id != "picket":
        with pytest.raises(SystemRefused, match="its id is"):
            adopt(ruleset)


def test_a_note_that_cites_an_unknown_rule_is_found_in_the_source(tmp_path: Path, monkeypatch: Any) -> None:
    """With file and line, and with what was probably meant."""
    for name in ("__init__.py", "men.py", "rules.py", "solo.py", "men.toml", "rulebook.toml"):
        text = (CHECKOUT / "tests/picket" / name).read_text(encoding="utf-8").replace("tests.picket", "miscited")
        (tmp_path / "miscited").mkdir(exist_ok=True)
        (tmp_path / "miscited" / name).write_text(text.replace('rule="PKT-CARD"', 'rule="PKT-CART"'), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    import miscited  # type: ignore[import-not-found]

    (told,) = mistakes_of(miscited.PICKET)
    assert told.startswith("rules.py, line 1") and 'cites "PKT-CART"' in told and "PKT-CARD" in told


def test_a_sound_system_has_no_mistakes() -> None:
    """Else every test above could pass by chance."""
    assert [*mistakes_of(PICKET)] == []
