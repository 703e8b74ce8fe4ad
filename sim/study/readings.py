"""How much a reading matters: each clause that can be read in two ways, read the other way in the same battles.

Every game of a reading has the seed of a game under the usual one: as long as the reading decides nothing, the same
dice fall for the same throws, and the two come out alike. What differs is what the reading did.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from sim.engine.rulebook import Reading, Rule
from sim.engine.words import counted
from sim.scenario.scenario import Scenario
from sim.study.plan import Arm
from sim.study.rates import PairedDifference
from sim.study.store import Store


def reading_arms(scenario: Scenario, players: Mapping[str, str]) -> Iterator[Arm]:
    """Yield the arm in which a scenario is read as its file says, and one for each other reading of each clause."""
    fixed = (scenario.name, scenario.text, scenario.map_text, players)
    yield Arm(*fixed, {}, paired=True)
    for rule in scenario.ruleset.rulebook.rulings:
        in_force = rule.reading(scenario.battle.settings)
        for reading in rule.readings:
            if reading is not in_force:
                yield Arm(*fixed, {rule.setting: reading.chosen}, paired=True)


@dataclass(frozen=True)
class ReadingFigures:
    """What another reading of one clause does to a battle."""

    rule: Rule
    usual: Reading
    """The reading that the scenario itself has."""
    reading: Reading
    wins: PairedDifference
    """Of the side that stands first in the scenario."""
    alike: int
    """Games in which nothing that is kept differs: the reading mattered in none of them."""

    @property
    def row(self) -> tuple[str, ...]:
        """The row of a table: clause, reading, games, alike, both rates, by how much it moves them, and what of it."""
        return (
            self.rule.id,
            f"{self.rule.setting} = {self.reading.typed}",
            str(self.wins.games),
            str(self.alike),
            str(self.wins.one),
            str(self.wins.other),
            "no game differs" if self.alike == self.wins.games else str(self.wins),
        )


HEAD = ("clause", "read otherwise", "games", "alike", "as in the file", "so", "difference")


@dataclass(frozen=True)
class ReadingsOfBattle:
    """A battle, and how much each reading moves it."""

    scenario: Scenario
    games: int
    side: str
    figures: tuple[ReadingFigures, ...]

    @property
    def title(self) -> str:
        """Say which battle, how many games, and whose wins are counted."""
        return f"{self.scenario.name}: {counted(self.games, 'game')} as in the file; wins of {self.side}"


def measured(store: Store) -> Iterator[ReadingsOfBattle]:
    """Yield every battle of a study in which readings were measured."""
    arms = list(store.arms())
    for id_, arm in arms:
        if arm.paired and not arm.settings:
            others = {key: other for key, other in arms if other.settings and other.battle == arm.battle}
            yield _measured(store, id_, arm, others)


def _measured(store: Store, usual: int, arm: Arm, others: Mapping[int, Arm]) -> ReadingsOfBattle:
    scenario = arm.scenario()
    side, games = next(iter(arm.players)), _kept(store, usual)
    found = []
    for rule in scenario.ruleset.rulebook.rulings:
        for reading in rule.readings:
            ids = [id_ for id_, other in others.items() if other.settings == {rule.setting: reading.chosen}]
            changed = _kept(store, ids[0]) if ids else {}
            if both := [(games[number], changed[number]) for number in games if number in changed]:
                wins = PairedDifference.of((one["winner"] == side, other["winner"] == side) for one, other in both)
                alike = sum(one == other for one, other in both)
                in_force = rule.reading(scenario.battle.settings)
                found.append(ReadingFigures(rule, in_force, reading, wins, alike))
    return ReadingsOfBattle(scenario, len(games), side, tuple(found))


def _kept(store: Store, arm: int) -> dict[int, dict[str, Any]]:
    """Return what is kept of every game of an arm, but for which rules were cited: readings are cited by their own."""
    ask = store.connection.execute
    games: dict[int, dict[str, Any]] = {
        number: {"winner": winner, "end": end}
        for number, winner, *end in ask(
            "SELECT number, winner, reason, turn, activations FROM game WHERE arm = ?", (arm,)
        )
    }
    for table, columns in (
        ("side", "side, points, fielded, lost, throws, expected, good"),
        ("loss", "unit, turn, cell"),
        ("points", "turn, side, points"),
        ("place", "turn, cell, side"),
    ):
        for number, *row in ask(f"SELECT number, {columns} FROM {table} WHERE arm = ? ORDER BY 1, 2, 3", (arm,)):
            games[number].setdefault(table, []).append(row)
    return games


# -- as text ------------------------------------------------------------------------------------------------------


def lines(battle: ReadingsOfBattle) -> Iterator[str]:
    """Yield a battle as a table for a terminal."""
    rows = [HEAD, *(each.row for each in battle.figures)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    yield battle.title
    for row in rows:
        yield "  " + "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()


_ABOUT = """\
Written by `{command}`: do not edit. With battles named, the same command goes on, and plays more of them. Every
clause that can be read in two ways (`sandtable rulings` says what each reading means) was read otherwise than in the
file, in the same battles with the same seeds: {games} of each reading so far. `alike` counts those that came out the
same in all that a study keeps: who won and how, dice, losses, points, places held. Rates are shares of games that the
side named won, with Wilson's interval; the difference is that of pairs, with the interval of Bonett and Price; both
are of 95 %. Of twenty differences about one is told from chance by chance alone, and few games tell only the largest:
where an interval is wide, nothing is known yet but what it leaves out.
"""


def page(battles: Iterable[ReadingsOfBattle], command: str) -> str:
    """Return the battles as a page in Markdown."""
    told = list(battles)
    fewest, most = min(each.games for each in told), max(each.games for each in told)
    games = counted(most, "game") if fewest == most else f"{fewest} to {counted(most, 'game')}"
    text = [
        "# How much a reading matters",
        "",
        *wrap(_ABOUT.format(games=games, command=command), 120),
    ]
    for battle in told:
        text += ["", f"## {battle.title}", "", _row(HEAD), _row(["---"] * len(HEAD))]
        text += [_row(each.row) for each in battle.figures]
    return "\n".join(text) + "\n"


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
