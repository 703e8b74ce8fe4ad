"""The page of a study: true to its file, whole in itself, and with nothing on it that runs but its own script."""

import json
import re
import shlex
import shutil
import subprocess
from contextlib import closing
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from sim.cli.main import main
from sim.cli.output import ExitCode
from sim.resources import find_scenario
from sim.scenario.scenario import load_scenario
from sim.study.figures import ArmTables
from sim.study.plan import Arm
from sim.study.running import Processes, run
from sim.study.store import Store

TUTORIAL = load_scenario(find_scenario("tutorial"))
HOSTILE = "</title><script>document.title='ran'</script><img src=x onerror=alert(1)>"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Parsed(HTMLParser):
    """The elements of a page, with their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep an element."""
        self.elements.append((tag, dict(attrs)))

    @property
    def colours(self) -> list[str]:
        """The colour of every cell of the heat map, in order; empty for none."""
        return [own.get("class") or "" for tag, own in self.elements if tag == "use" and "x" in own]


def made(folder: Path, text: str = TUTORIAL.text, spoiling: str = "", **settings: Any) -> tuple[Path, str]:
    """Play four games of the tutorial with this text, and return the file of the study and its page."""
    arm = Arm(TUTORIAL.name, text, TUTORIAL.map_text, {"soviets": "commander", "germans": "solo"}, settings)
    path, page = folder / "tutorial.study", folder / "page.html"
    with closing(Store.begun(path, 7)) as store:
        run(store, [arm], 4, Processes(1))
        store.connection.executescript(spoiling)
    assert main(["study", "report", str(path), "--out", str(page)]) == ExitCode.OK
    return path, page.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A title that wants to run something; and what a scenario refuses, but a file that was passed on may hold."""
    names = ("loss.unit", "loss.side", "game.reason", "cell.side", "clause.text", "clause.rule", "clause.kind")
    columns = (name.split(".") for name in names)
    mark = HOSTILE.replace("'", "''")
    spoiling = "".join(f"UPDATE {table} SET {column} = '{mark}' || {column};" for table, column in columns)
    return made(tmp_path_factory.mktemp("hostile"), TUTORIAL.text.replace(TUTORIAL.title, HOSTILE), spoiling)


@pytest.mark.parametrize(("settings", "command"), [({}, "run"), ({"fire_zone": "normal"}, "study game")])
def test_the_page_says_what_the_file_says(
    settings: dict[str, str], command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Wins, units, rules that had no part, and commands that show a game again, under settings from the study."""
    path, page = made(tmp_path, **settings)
    with closing(Store.read(path)) as store:
        tables = ArmTables(store, 1)
        clauses, (_, game), won = {each.rule for each in tables.clauses}, tables.telling_games[0], tables.games
    for told in (f"{won['soviets'] / 4:.1%} (", *(unit.id for unit in TUTORIAL.state.units)):
        assert told in unescape(page)
    never = page.partition("Rules that never came into it")[2]
    for rule in TUTORIAL.ruleset.rulebook:
        assert (f'<th scope="row">{rule.id}</th>' in never) == (rule.id not in clauses)
    typed = unescape(re.findall(rf"<code>(sandtable {command} .*?)</code>", page)[0])
    capsys.readouterr()
    assert main([*shlex.split(typed)[1:], "--quiet", "--json"]) == ExitCode.OK
    again = json.loads(capsys.readouterr().out)
    assert (again["seed"], again["activations"]) == (game.seed, game.activations)


def test_nothing_is_fetched_and_nothing_that_a_file_says_runs(hostile: tuple[Path, str]) -> None:
    """What the page refers to is on it; a title and a unit with markup in them are text."""
    elements = Parsed(hostile[1]).elements
    links = [own[key] or "" for _, own in elements for key in ("src", "href", "data", "action") if key in own]
    assert links and all(link.startswith(("#", "data:image/png;base64,")) for link in links)
    assert not re.search(r"://|@import|url\(", hostile[1])
    assert [own.get("type") for tag, own in elements if tag == "script"] == ["application/json", None]
    assert "img" not in {tag for tag, _ in elements}
    assert not [key for _, own in elements for key in own if key.startswith("on")]
    assert unescape(hostile[1]).count(HOSTILE) > 50


def expected(path: Path, page: str, what: str) -> list[str]:
    """Return the colours of a heat map by their definition: five steps of the root of the share of the most."""
    cells = json.loads(page.partition('class="counts">')[2].partition("</script>")[0])["cells"]
    with closing(Store.read(path)) as store:
        question = "SELECT cell, SUM(count) FROM cell WHERE what = ? GROUP BY 1"
        counts = dict(store.connection.execute(question, (what,)).fetchall())
    limits = [max(counts.values()) * (step / 5) ** 2 for step in range(6)]
    return [next(f"h{n}" if n else "" for n in range(6) if counts.get(cell, 0) <= limits[n] + 1e-9) for cell in cells]


def test_the_first_heat_map_is_there_without_a_script(hostile: tuple[Path, str]) -> None:
    """Fire taken, by all and in all turns."""
    assert Parsed(hostile[1]).colours == expected(*hostile, "fire taken")


@pytest.mark.skipif(CHROMIUM is None, reason="needs chromium, which is not installed")
def test_a_browser_shows_the_heat_map_that_is_chosen(hostile: tuple[Path, str], tmp_path: Path) -> None:
    """With "lost" chosen it is another map than before; and what a title wanted to run has not run."""
    path, page = hostile
    chosen = page.replace(" selected>fire taken", ">fire taken").replace('value="lost">', 'value="lost" selected>')
    (file := tmp_path / "chosen.html").write_text(chosen, encoding="utf-8")
    quiet = "headless no-sandbox disable-gpu no-first-run disable-background-networking disable-component-update"
    options = [f"--{option}" for option in (*quiet.split(), "disable-sync", f"user-data-dir={tmp_path / 'profile'}")]
    command = [str(CHROMIUM), *options, "--dump-dom", file.as_uri()]
    shown = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=60).stdout
    assert Parsed(shown).colours == expected(path, page, "lost") != Parsed(page).colours
    assert "lost, any side, all turns, all games" in shown and "<title>Study: tutorial.study</title>" in shown
