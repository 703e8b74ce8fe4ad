"""A report of a study: one page that needs nothing beside it, for the screen and for paper.

Everything on it can be read without a script: tables, charts, and the first heat map. The script only changes which
heat map is shown; the page names it by its digest, and a browser runs no other (Content-Security-Policy).
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from sim.files import FileMistakes
from sim.files.markup import Html, element, page, table
from sim.resources import UnknownName, find_scenario
from sim.scenario.scenario import Scenario, automated, load_scenario
from sim.share.map_picture import MapPicture
from sim.study.charts import Bar, bars, columns, legend, lines
from sim.study.comparing import NOBODY, ArmFigures, arm_figures
from sim.study.figures import ArmTables, ByTurn, ClauseCount, GameRow
from sim.study.heatmap import HeatMap, shared_by_arms
from sim.study.plan import Arm
from sim.study.rates import Average, Rate
from sim.study.store import Store

SHOWN = 12
"""Rows of a long table that are seen before it is opened."""
BARS = 20
"""How many bars stand together, so that paper can be turned between them."""
KINDS = {
    "line": "line of a list",
    "option": "option taken",
    "row": "row of a table",
    "die": "die between equals",
    "rule": "",
}
_SCRIPT, _STYLE = (Path(__file__).with_name(f"report.{ending}") for ending in ("js", "css"))


def report(store: Store, file: Path, drawn: Callable[[Scenario], MapPicture]) -> str:
    """Return the page; `drawn` is asked for the picture of each map once."""
    arms = [each for each in (ReportedArm(store, file, id_, arm) for id_, arm in store.arms()) if each.figures.games]
    pictures: dict[str, tuple[str, MapPicture]] = {}
    shared, sections = [], []
    for each in arms:
        if each.arm.map_text not in pictures:
            key, picture = pictures[each.arm.map_text] = f"map{len(pictures)}", drawn(each.scenario)
            shared.append(shared_by_arms(key, picture, each.scenario.battle.map))
        sections.append(each.section(*pictures[each.arm.map_text]))
    games = sum(each.figures.games for each in arms)
    header = element(
        "header",
        element("h1", f"Study: {file.name}"),
        element("p", f"{_count(games, 'game')} of {_count(len(arms), 'arm')}, base seed {store.base}. ", INTERVALS),
        _overview(arms) if len(arms) > 1 else "",
    )
    maps = element("svg", *shared, width=0, height=0, class_="shared", aria_hidden="true")
    return page(f"Study: {file.name}", _STYLE, _SCRIPT, maps, element("main", header, *sections))


INTERVALS = (
    "In brackets, and as thin lines over bars, stands the interval in which the true figure lies with 95 %: "
    "Wilson's for shares, Student's for means."
)


def _overview(arms: Iterable[ReportedArm]) -> Html:
    rows = []
    for each in arms:
        wins = [f"{side} {rate}" for side, rate in each.figures.wins.items() if rate.won or side != NOBODY]
        rows.append(
            [element("a", f"{each.id}. {each.called}", href=f"#arm{each.id}"), each.figures.games, ", ".join(wins)]
        )
    return table("The arms", ("arm", "games", "wins"), rows)


class ReportedArm:
    """One arm of a study as the report shows it."""

    def __init__(self, store: Store, file: Path, id_: int, arm: Arm) -> None:
        self.id, self.arm, self._file = id_, arm, file
        self.tables = ArmTables(store, id_)
        self.figures: ArmFigures = arm_figures(store, id_, arm)
        self.called = f"{arm.name} ({arm.shown_settings})" if arm.settings else arm.name

    @cached_property
    def scenario(self) -> Scenario:
        """The scenario of the arm."""
        return self.arm.scenario()

    @cached_property
    def colours(self) -> dict[str, str]:
        """A colour of the page for every side, and for nobody."""
        sides = [side for side in self.figures.wins if side != NOBODY]
        return {**{side: f"s{number % 8}" for number, side in enumerate(sides)}, NOBODY: "none"}

    def section(self, key: str, picture: MapPicture) -> Html:
        """Return all that the page says of the arm."""
        title = self.scenario.title or self.arm.name
        players = ", ".join(f"{side}: {player}" for side, player in self.arm.players.items())
        about = f"{self.scenario.ruleset.title}; {self.called}; {players}; {_count(self.figures.games, 'game')}"
        return element(
            "section",
            element("h2", f"{self.id}. {title}"),
            element("p", about, class_="about"),
            *self._part("Who wins", self._winning()),
            element(
                "div",
                *self._part("How long it lasts", self._length()),
                *self._part("Turning points", self._turning()),
                *self._part("Losses by turn", self._losing()),
                *self._part("Points by turn", self._scoring()),
                class_="pairs",
            ),
            *self._part("Over the map", HeatMap(key, picture, self.scenario.battle.map, self.tables).shown()),
            *self._part("Units that survive", self._survival()),
            *self._part("Games to look at", self._telling()),
            *self._part("What decided", self._deciding()),
            id=f"arm{self.id}",
        )

    def _part(self, title: str, content: Iterable[Html]) -> Iterator[Html]:
        inside = list(content)
        if inside:
            yield element("div", element("h3", title), *inside, class_="part")

    # -- figures and charts ------------------------------------------------------------------------------------

    def _winning(self) -> Iterator[Html]:
        figures, luck = self.figures, self.tables.luck
        wins = {side: rate for side, rate in figures.wins.items() if rate.won or side != NOBODY}
        yield element("p", _evenness(wins))
        yield bars("Who wins", [_bar(side, rate, self.colours[side]) for side, rate in wins.items()])
        rows = []
        for side in figures.lost:
            throws, expected, good = luck.get(side, (0, 0.0, 0))
            dice = f"{good} of {throws}, {expected:.0f} expected" if throws else "–"
            share = _average(figures.lost[side], ".0%")
            rows.append([side, str(figures.wins[side]), share, _average(figures.points[side], ".1f"), dice])
        yield table(
            "What becomes of each side", ("side", "wins", "loses of its units", "points", "dice that succeed"), rows
        )
        reasons = [[who, why, often, f"{often / figures.games:.0%}"] for who, why, often in self.tables.reasons]
        yield from _long_table("How it ends", ("winner", "reason", "games", "share"), reasons)
        if broken := self.tables.broken:
            yield table("Games that broke", ("game", "seed", "error", "file that shows it again"), broken)

    def _length(self) -> Iterator[Html]:
        found = self.tables.last_turns
        ends = {who: found[who] for who in self.colours if who in found}
        yield element("p", f"{_average(self.figures.turns, '.1f')} turns on average. By the last turn, and who won:")
        yield columns("Games by their last turn", ends, self.colours, "games")
        yield legend({who: self.colours[who] for who in ends})

    def _losing(self) -> Iterator[Html]:
        yield from self._over_turns("What part of its units a side has lost", self.tables.losses, is_share=True)

    def _scoring(self) -> Iterator[Html]:
        if any(figure for own in self.tables.points.values() for figure in own.values()):
            yield from self._over_turns("How many points a side has", self.tables.points, is_share=False)

    def _over_turns(self, what: str, figures: ByTurn, is_share: bool) -> Iterator[Html]:
        """Yield a chart of figures at the end of each turn."""
        own = {side: figures[side] for side in self.colours if side in figures}
        if own:
            yield element("p", f"{what} by the end of a turn, over all games:")
            yield lines(what, own, self.colours, "share lost" if is_share else "points", is_share)
            yield legend({side: self.colours[side] for side in own})

    def _turning(self) -> Iterator[Html]:
        if points := self.tables.turning_points:
            yield element("p", "In how many games a turn held one of the moments that changed most:")
            yield columns("Turning points by turn", {"games": points}, {"games": "plain"}, "games")

    def _survival(self) -> Iterator[Html]:
        placed = {
            (unit.side, unit.id): self.tables.survival((unit.side, unit.id)) for unit in self.scenario.state.units
        }
        for side, colour in self.colours.items():
            own = [(unit, rate) for (of, unit), rate in placed.items() if of == side]
            if own:
                own.sort(key=lambda row: (-row[1].share, row[0]))
                yield element("h4", side)
                for begin in range(0, len(own), BARS):
                    shown = [_bar(unit, rate, colour) for unit, rate in own[begin : begin + BARS]]
                    yield bars(f"Units of {side} that survive", shown)
        lost = sorted(self.tables.lost_units.items(), key=lambda row: (-row[1], row[0]))
        later = [(f"{unit} ({side})", often) for (side, unit), often in lost if (side, unit) not in placed]
        yield from _long_table("Lost of those who came later", ("unit", "lost in games"), later)

    # -- games and clauses -------------------------------------------------------------------------------------

    def _telling(self) -> Iterator[Html]:
        rows = []
        for why, game in self.tables.telling_games:
            ended = f"{game.winner} in turn {game.turn}" + (f": {game.reason}" if game.reason else "")
            rows.append([why, game.number, ended, element("code", self.command(game))])
        yield table("", ("the game", "number", "won by", "to see it again"), rows, class_="games")

    def command(self, game: GameRow) -> str:
        """Return what to type to see a game again; one that no shipped scenario gives is played from the study."""
        usual = self._usual_players
        if usual is None:
            return f"sandtable study game {shlex.quote(f'{self._file}:{self.id}')} {game.number}"
        others = ",".join(f"{side}={player}" for side, player in self.arm.players.items() if usual.get(side) != player)
        played_by = f" --players {shlex.quote(others)}" if others else ""
        return f"sandtable run {self.arm.name} --seed {game.seed}{played_by}"

    @cached_property
    def _usual_players(self) -> dict[str, str] | None:
        """Who plays in `sandtable run` if nobody is named; None where that would play something else."""
        try:
            there = load_scenario(find_scenario(self.arm.name))
        except (OSError, UnknownName, FileMistakes):
            return None
        is_same = (there.text, there.map_text) == (self.arm.text, self.arm.map_text) and not self.arm.settings
        return automated(there.players) if is_same else None

    def _deciding(self) -> Iterator[Html]:
        book, clauses = self.scenario.ruleset.rulebook, self.tables.clauses
        printed = {rule.id for rule in book}
        decided = [each for each in clauses if each.kind != "rule"]
        head = ("rule", "clause", "kind", "times", "games")
        rows = [self._clause(each) for each in decided if each.rule in printed]
        yield from _long_table("Printed clauses that decided", head, rows)
        rows = [self._clause(each) for each in decided if each.rule not in printed]
        yield from _long_table("Ideas of commanders that decided", head, rows)
        rows = [self._clause(each) for each in clauses if each.kind == "rule" and each.rule in printed]
        yield from _long_table("Rules that reasons name", ("rule", "title", "", "times", "games"), rows)
        named = {each.rule for each in clauses}
        never = [[rule.id, rule.title] for rule in book if rule.id not in named]
        took_part = f"{len(book) - len(never)} of the {len(book)} rules of {book.title} took part in some game."
        yield element("p", took_part)
        yield from _long_table("Rules that never came into it", ("rule", "title"), never)

    def _clause(self, clause: ClauseCount) -> list[object]:
        book = self.scenario.ruleset.rulebook
        title = book.rule(clause.rule).title if clause.rule in book else ""
        words = clause.text or title
        games = f"{clause.games} ({clause.games / self.figures.games:.0%})"
        kind = KINDS.get(clause.kind, clause.kind)
        return [element("span", clause.rule, title=title), words, kind, clause.count, games]


# -- small things -------------------------------------------------------------------------------------------------


def _long_table(caption: str, head: tuple[str, ...], rows: Sequence[Sequence[object]]) -> Iterator[Html]:
    """Yield a table; of a long one the beginning, and all of it to be opened."""
    if rows:
        yield table(caption, head, rows[:SHOWN])
    if len(rows) > SHOWN:
        yield element("details", element("summary", f"and {len(rows) - SHOWN} more"), table("", head, rows[SHOWN:]))


def _bar(label: str, rate: Rate, colour: str) -> Bar:
    low, high = rate.interval
    return Bar(label, rate.share, low, high, colour, f"{rate.share:.0%} ({low:.0%} to {high:.0%})")


def _evenness(wins: Mapping[str, Rate]) -> str:
    """Say whether one side wins more often than the others do together, as far as the games with a winner can tell.

    >>> _evenness({"blue": Rate(60, 100), "red": Rate(40, 100)})
    'Wins more often than all others, and by more than chance: blue.'
    >>> _evenness({"blue": Rate(30, 100), "red": Rate(2, 100), NOBODY: Rate(68, 100)})
    'Wins more often than all others, and by more than chance: blue.'
    >>> _evenness({"blue": Rate(6, 10), "red": Rate(4, 10)})
    'No side can be told to win more often than all others, by 10 games that somebody won.'
    """
    won = {side: rate.won for side, rate in wins.items() if side != NOBODY}
    decided, side = sum(won.values()), max(won, key=lambda each: won[each])
    if Rate(won[side], decided).interval[0] > 0.5:
        return f"Wins more often than all others, and by more than chance: {side}."
    return f"No side can be told to win more often than all others, by {_count(decided, 'game')} that somebody won."


def _average(average: Average, style: str) -> str:
    low, high = average.interval
    return f"{average.mean:{style}} ({low:{style}} to {high:{style}})"


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
