"""The page of a battle: true to its record, whole in itself, silent of what is hidden, run by its own script alone."""

import json
import re
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from sim.cli.explain import verdict_lines
from sim.cli.telling import notes_of
from sim.engine.chance import Seeded
from sim.engine.notes import Selection, walk
from sim.engine.session import Session, led_to
from sim.resources import find_scenario
from sim.scenario.records import Record, load_record, write_record
from sim.scenario.scenario import load_scenario, parse_scenario
from sim.share.reasons import NAME
from tests.cli.commands import Command
from tests.cli.test_eyes import _record
from tests.contract.battles import scenario
from tests.contract.test_secrets import DOORS

HOSTILE = "</script></title><script>document.title='ran'</script><img src=x onerror=\"document.title='ran'\">'&"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Page(HTMLParser):
    """The elements of a page, and the data of its script."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text, self.elements = text, list[tuple[str, dict[str, str | None]]]()
        self.feed(text)
        found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
        assert found
        self.data: dict[str, Any] = json.loads(found[1])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep an element."""
        self.elements.append((tag, dict(attrs)))

    def verdicts(self, begun: int, frame: int, of_cells: bool, subject: str) -> Iterator[str]:
        """Yield what became of somebody in every choice from one frame to another, as the script looks it up."""
        data = self.data
        names = data["names"] if of_cells else data["called"]
        for each in data["frames"][begun : frame + 1]:
            for _, _, _, (is_of_cells, subjects, fates, stranger) in (row for row in each.get("why", ()) if row[3:]):
                if is_of_cells == of_cells:
                    known = [names[place] for place in subjects]
                    fate = fates[known.index(subject)] if subject in known else stranger
                    yield data["fates"][fate][2].replace(NAME, subject)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> tuple[Record, Path]:
    """A tutorial whose title and briefing want to run something, played to its end, and its page."""
    from sim.cli.main import main

    folder, told = tmp_path_factory.mktemp("shared"), load_scenario(find_scenario("tutorial"))
    text = told.text.replace(json.dumps(told.title), json.dumps(HOSTILE)).replace(
        "The miller", HOSTILE.replace('"', "'")
    )
    hostile = parse_scenario(text, "tutorial.toml", map_text=told.map_text)
    session: Session[Any, Any] = Session(
        hostile.battle, hostile.state, {"soviets": "commander", "germans": "solo"}, Seeded(1)
    )
    while session.advance():
        pass
    write_record(folder / "battle.jsonl", hostile, session, 1)
    assert not main(["share", str(folder / "battle.jsonl"), "--out", str(folder / "battle.html")])
    return load_record(folder / "battle.jsonl"), folder / "battle.html"


def test_units_stand_where_the_record_has_them_and_the_log_says_what_happened(shared: tuple[Record, Path]) -> None:
    """Step by step the differences add up to every state."""
    record, file = shared
    page = Page(file.read_text(encoding="utf-8"))
    data, standing, grid = page.data, dict[int, int](), record.header.battle.map.grid
    entries = re.findall(r'<li id="f\d+"[^>]*><a href="#frame=(\d+)">(.*?)</a>', page.text)
    assert [int(number) for number, _ in entries] == list(range(len(record.frames)))
    for frame, each in zip(record.frames, data["frames"], strict=True):
        standing.update(each.get("units", ()))
        found = {data["units"][unit][0]: data["shown"][look] for unit, look in standing.items() if look >= 0}
        placed = {unit.id: unit for unit in frame.state.units if unit.cell is not None}
        assert {id_: data["names"][shown[0]] for id_, shown in found.items()} == {
            id_: grid.name(unit.place) for id_, unit in placed.items()
        }
        for id_, (*_, words) in found.items():
            assert f"faces {grid.directions[placed[id_].facing]}" in words


def test_why_not_is_answered_as_explain_answers(shared: tuple[Record, Path]) -> None:
    """Of everybody who was a candidate somewhere, at every decision of the battle, and of one who was none."""
    record, file = shared
    page, battle = Page(file.read_text(encoding="utf-8")), record.header.battle
    asked = 0
    for frame in record.frames:
        activation = led_to(record.entries, frame.number)
        notes = notes_of(activation)
        subjects = {each for note in walk(notes) if isinstance(note, Selection) for each in note.candidates}
        for subject in (*subjects, battle.map.cells[0]) if subjects else ():
            of_cells = not isinstance(subject, str)
            called = battle.map.grid.name(subject) if not isinstance(subject, str) else subject
            told = list(page.verdicts(activation[0].number, frame.number, of_cells, called))
            none = f"{called}: no choice among {'cells' if of_cells else 'units'} was made here"
            assert (told or [none]) == list(verdict_lines(battle, notes, subject))
            asked += 1
    assert asked > 50
    begins = [number for number, each in enumerate(page.data["frames"]) if each.get("begins")]
    assert begins == sorted({led_to(record.entries, frame.number)[0].number for frame in record.frames})


def test_nothing_is_fetched_and_only_its_own_script_runs(shared: tuple[Record, Path]) -> None:
    """What the page refers to is on it; the policy names the script by its hash; markup in a title is text."""
    page = Page(shared[1].read_text(encoding="utf-8"))
    links = [own[key] or "" for _, own in page.elements for key in ("src", "href", "data", "action") if key in own]
    assert links and all(link.startswith(("#", "data:image/jpeg;base64,")) for link in links)
    ids = {own["id"] for _, own in page.elements if "id" in own}
    assert {link[1:] for link in links if re.match("#(?!frame=)", link)} <= ids
    assert not re.search(r"@import|url\(|https?://(?!www\.w3\.org/2000/svg)", page.text)
    assert [own.get("type") for tag, own in page.elements if tag == "script"] == ["application/json", None]
    script = page.text.rpartition("<script>")[2].partition("</script>")[0]
    policy = next(own["content"] or "" for tag, own in page.elements if tag == "meta" and "http-equiv" in own)
    assert f"script-src 'sha256-{b64encode(sha256(script.encode()).digest()).decode()}';" in policy
    assert "default-src 'none'" in policy and "unsafe" not in policy.partition("script-src")[2]
    assert "img" not in {tag for tag, _ in page.elements}
    assert not [key for _, own in page.elements for key in own if key.startswith("on")]
    assert unescape(page.text).count(HOSTILE) >= 3


@pytest.mark.parametrize(("file", "side"), [door for door in DOORS if door.id == "acquisition-militia"])
def test_no_byte_tells_of_who_is_hidden(sandtable: Command, tmp_path: Path, file: Path, side: str) -> None:
    """Neither name nor kind nor cell, but for the list of all cells; and to whoever may know all, all is told."""
    kept, out = tmp_path / "kept.jsonl", tmp_path / "kept.html"
    secrets, battle_map = _record(scenario(file), side, kept), scenario(file).battle.map
    for eyes, is_silent in ((), True), (("--eyes", "all"), False):
        assert not sandtable("share", str(kept), "--out", str(out), "--force", *eyes).code
        text = out.read_text(encoding="utf-8")
        names = json.dumps(Page(text).data["names"], ensure_ascii=False, separators=(",", ":"))
        assert json.loads(names) == [battle_map.grid.name(cell) for cell in battle_map.cells]
        told = re.sub(r"data:image/jpeg;base64,[^\"]*", "", text.replace(names, "[]"))
        assert bool(secrets.leaks(told)) is not is_silent


def test_mistakes_are_one_sentence(sandtable: Command, tmp_path: Path, shared: tuple[Record, Path]) -> None:
    """A page that is there, eyes that nobody has, a file that is no record."""
    record, file = shared
    for given, said in (
        ((record.file, "--out", str(file)), "--force"),
        ((record.file, "--out", str(tmp_path / "x.html"), "--eyes", "nobody"), 'there is no side "nobody"'),
        ((find_scenario("tutorial"), "--out", str(tmp_path / "x.html")), "is a scenario, but a record is needed"),
    ):
        result = sandtable("share", *map(str, given))
        assert result.code and said in result.err and not (tmp_path / "x.html").exists()


@pytest.mark.skipif(CHROMIUM is None, reason="needs chromium, which is not installed")
def test_a_browser_steps_to_the_end_and_opens_reasons(shared: tuple[Record, Path], tmp_path: Path) -> None:
    """Every moment is shown, forwards and back; candidates and rules open; and nothing that a title holds has run."""
    record, file = shared
    walk_through = (Path(__file__).parent / "walk_through.js").read_text(encoding="utf-8")
    page = file.read_text(encoding="utf-8")
    hash_of = f"'sha256-{b64encode(sha256(walk_through.encode()).digest()).decode()}'"
    allowed = page.replace("script-src ", f"script-src {hash_of} ", 1)
    (driven := tmp_path / "driven.html").write_text(
        allowed.replace("</body>", f"<script>{walk_through}</script></body>"), encoding="utf-8"
    )
    quiet = "headless no-sandbox disable-gpu no-first-run disable-background-networking disable-component-update"
    quiet += " disable-sync enable-logging=stderr"
    options = [f"--{option}" for option in (*quiet.split(), f"user-data-dir={tmp_path / 'profile'}")]
    command = [str(CHROMIUM), *options, "--virtual-time-budget=20000", "--dump-dom", f"{driven.as_uri()}#frame=3"]
    shown = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=120)
    complaints = [line for line in shown.stderr.splitlines() if ":CONSOLE" in line]
    assert not complaints, complaints[:3]
    found = re.search(r'<pre id="walked">(.*?)</pre>', shown.stdout, re.S)
    assert found
    told = json.loads(unescape(found[1]))
    last, grid = record.frames[-1], record.header.battle.map.grid
    assert told["title"] == HOSTILE
    assert told["first"] == 3 and told["steps"] == len(record.frames) - 1 and told["back"] == told["there"]
    assert told["hash"] == f"#frame={len(record.frames) - 1}"
    at_end = {unit.id: grid.name(unit.place) for unit in last.state.units if unit.cell is not None}
    assert told["roster"] == at_end and len(told["counters"]) == len(at_end)
    assert told["widest"] < 260  # letters lie on their counters, of which half a side is 200, and the wedge beside it
    assert told["candidates"] > 1 and told["marks"] == told["candidates"] and told["rule"] in told["book"]
    assert told["verdicts"] and all(told["asked"] in verdict for verdict in told["verdicts"])
    assert 0 < told["found"] < len(record.frames) and told["line"] and told["live"] == "polite"
