from pathlib import Path

import pytest

from sim.resources import shipped_scenarios
from sim.view.browser.shelf import OWN, ShelfEntry, entry_of, groups, shelf, shown, system_words
from tests.picket import SCENARIOS


def test_every_shipped_scenario_is_on_the_shelf() -> None:
    """None is missing or broken; the head of a file gives title, system and difficulty, unread as it is."""
    entries = shelf()
    assert {entry.path for entry in entries} == set(shipped_scenarios())
    assert [entry for entry in entries if entry.broken] == []
    entry = next(entry for entry in entries if entry.name.endswith("farm_at_kamenka"))
    assert (entry.title, entry.system, entry.difficulty) == ("The farm at Kamenka", "conflict_of_heroes", 1)


def test_scenarios_stand_under_the_titles_of_their_games_the_easy_ones_first() -> None:
    """As the rulebooks write them; behaviours come after those of their system, what is of no known difficulty last."""
    found = groups(shelf())
    titles = [group.title for group in found]
    assert {"OUTLAWS! Adventures in the Old West", "La Cucaracha and Beyond the Empire", "Ambush Alley"} <= set(titles)
    assert titles.index("Conflict of Heroes") < titles.index("Conflict of Heroes: behaviour")
    assert all(entry.is_behaviour == group.is_behaviour for group in found for entry in group.entries)
    levels = [entry.difficulty or 9 for entry in found[titles.index("Conflict of Heroes")].entries]
    assert levels == sorted(levels)


def test_named_files_come_before_all() -> None:
    """Whoever names a file wants to see it."""
    found = groups(shelf(SCENARIOS))
    assert found[0].title == OWN
    assert {entry.path for entry in found[0].entries} == set(SCENARIOS)


@pytest.mark.parametrize(("filter_", "least"), [("kamenka", 1), ("KAMENKA  farm", 1), ("conflict", 4), ("atlantis", 0)])
def test_a_filter_leaves_what_has_all_its_words(filter_: str, least: int) -> None:
    """In title, name or system, whatever the case."""
    found = list(shown(groups(shelf(), filter_), frozenset()))
    assert len(found) >= least
    assert all(word in f"{e.title} {e.name}".casefold() for e in found for word in filter_.casefold().split())


def test_folded_groups_show_nothing_and_a_shelf_without_a_folder_is_empty(tmp_path: Path) -> None:
    """Of the former only the heading is seen; an installation may have no scenarios."""
    found = groups(shelf())
    assert list(shown(found, frozenset(group.title for group in found))) == []
    assert shelf(folder=tmp_path / "none") == ()
    assert groups(()) == ()


BAD: dict[str, bytes] = {
    "empty": b"",
    "no TOML": b"= = =",
    "no text": b"\xff\xfe\x00",
    "titles of a wrong kind": b"title = 3\nsystem = []\ndifficulty = true\n",
    "a difficulty out of range": b"title = 'x'\ndifficulty = 99\n",
    "control characters": b'title = "a\\u001b[31mb"\n',
}


@pytest.mark.parametrize("data", BAD.values(), ids=BAD)
def test_any_file_is_an_entry(data: bytes, tmp_path: Path) -> None:
    """Whatever lies in it, it can be listed in plain letters."""
    file = tmp_path / "odd_one.toml"
    file.write_bytes(data)
    entry = entry_of(file, own=True)
    assert entry.title.isprintable()
    assert entry.difficulty is None
    assert "\n" not in entry.broken


def test_what_is_known_of_a_file_is_what_it_says_now(tmp_path: Path) -> None:
    """One that is gone is named after its file, with a reason; one that says nothing of its system has a heading."""
    file = tmp_path / "mine_own.toml"
    gone = entry_of(file, own=True)
    assert gone.title == "Mine own" and gone.broken
    for title in ("Before", "Afterwards"):
        file.write_text(f'title = "{title}"\n', encoding="utf-8")
        assert entry_of(file, own=True).title == title
    assert system_words("") == ShelfEntry(Path("x"), "x", "X").group == "Unknown System"
