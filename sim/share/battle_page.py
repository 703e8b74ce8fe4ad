"""A battle as one page: map, counters, log and reasons, to be watched step by step in any browser, without a network.

All that a rule has to say is worked out here; the script lays counters where it is told, and shows the words that it
is given. The log stands on the page as text, so that it can be read, searched and printed without a script.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import degrees
from pathlib import Path
from typing import Any

from sim.engine.insight import Marker
from sim.files.markup import Html, data_script, element, page, table
from sim.grid import Cell, Edge
from sim.share.moments import ShownBattle, ShownMoment, ShownSide, ShownUnit
from sim.share.reasons import KINDS, Numbered, ReasonRows, rules_in

_SCRIPT, _STYLE = (Path(__file__).with_name(f"battle.{ending}") for ending in ("js", "css"))
_NOTHING = -1


def battle_page(battle: ShownBattle) -> str:
    """Return the page; whatever is not on it, whoever gets it cannot find out."""
    frames, log = _Frames(battle), list[Html]()
    turn = None
    for number, moment in enumerate(battle.moments):
        if moment.turn != turn:
            turn = moment.turn
            log.append(element("li", element("h3", f"Turn {turn}"), class_="turn", data_turn=number))
        log.append(_entry(number, moment))
        frames.add(moment)
    data = frames.data()
    symbols = element("defs", *battle.symbols(), element("path", d=battle.picture.outline(battle.map), id="cell"))
    return page(
        battle.title,
        _STYLE,
        _SCRIPT,
        element("a", "Skip to the log", href="#log", class_="skip"),
        element("svg", symbols, width=0, height=0, class_="shared", aria_hidden="true"),
        _header(battle),
        element("main", _stage(battle), _time(len(data["frames"])), _aside(battle, log)),
        element("dialog", element("div", id="rule-text"), _button("close-rule", "Close", "Close"), id="rule"),
        element("noscript", element("p", "The log stands below; the map moves only with scripts.")),
        data_script(data, id="data"),
    )


# -- the parts of the page -----------------------------------------------------------------------------------------


def _header(battle: ShownBattle) -> Html:
    sides = (element("span", _emblem(side), f"{side.name} ({side.player})", class_="side") for side in battle.sides)
    briefing = element("details", element("summary", "Briefing"), *(element("p", each) for each in battle.briefing))
    return element(
        "header",
        element("h1", battle.title),
        element("p", *(element("span", each) for each in battle.about), *sides, class_="about"),
        briefing if battle.briefing else "",
    )


def _emblem(side: ShownSide) -> Html:
    return element(
        "svg", element("rect", width=10, height=10, fill=side.colour), viewBox="0 0 10 10", aria_hidden="true"
    )


def _stage(battle: ShownBattle) -> Html:
    picture = battle.picture
    layers = ("ground", "markers", "choice", "trail", "units", "pointed")
    drawing = element(
        "svg",
        element("title", f"The map of {battle.title}"),
        element("desc", "Where every unit stands is told under Units, and what happens in the log."),
        element("image", href=picture.uri, width=picture.width, height=picture.height),
        *(element("g", id=each) for each in layers),
        viewBox=f"0 0 {picture.width} {picture.height}",
        role="img",
        id="map",
    )
    zoom = element(
        "div",
        _button("closer", "+", "Closer"),
        _button("farther", "−", "Farther"),
        _button(
            "whole", _icon("M1 1h5v2H3v3H1zM10 1h5v5h-2V3h-3zM1 10h2v3h3v2H1zM13 10h2v5h-5v-2h3z"), "The whole map"
        ),
        class_="zoom",
    )
    return element("section", drawing, zoom, element("div", id="tip", hidden=True), id="stage", aria_label="Map")


def _time(count: int) -> Html:
    steps = (
        ("first", _icon("M3 2h2v12H3zM14 2v12L6 8z"), "To the beginning (Home)"),
        ("earlier-decision", _icon("M8 2v12L1 8zM15 2v12L8 8z"), "Decision before (Shift and left arrow)"),
        ("earlier", _icon("M12 2v12L4 8z"), "Step back (left arrow)"),
        ("play", "▶ Play", "Play or pause (space)"),
        ("later", _icon("M4 2v12l8-6z"), "Step on (right arrow)"),
        ("later-decision", _icon("M1 2v12l7-6zM8 2v12l7-6z"), "Next decision (Shift and right arrow)"),
        ("last", _icon("M11 2h2v12h-2zM2 2v12l8-6z"), "To the end (End)"),
    )
    speeds = (element("option", name, value=ms, selected=name == "normal") for name, ms in _SPEEDS.items())
    return element(
        "section",
        element("p", id="line", aria_live="polite", aria_atomic="true"),
        element(
            "div",
            element(
                "input", type="range", min=0, max=count - 1, value=0, id="scrub", aria_label="Moment of the battle"
            ),
            element("div", id="turns", aria_hidden="true"),
            class_="scrubber",
        ),
        element(
            "div",
            *(_button(*step) for step in steps),
            element("label", "Speed ", element("select", *speeds, id="speed")),
            element("output", id="number"),
            class_="buttons",
        ),
        id="time",
        aria_label="Time line",
    )


_SPEEDS = {"slow": 2600, "normal": 1300, "fast": 450, "very fast": 120}
"""Milliseconds that a moment stays."""


def _aside(battle: ShownBattle, log: list[Html]) -> Html:
    why_not = element(
        "form",
        element("label", "Cell or unit ", element("input", id="subject", list="subjects", autocomplete="off", size=8)),
        element("button", "Why not here?", type="submit"),
        id="ask",
    )
    search = element("label", "Search ", element("input", type="search", id="search", autocomplete="off"))
    over = element("li", *(element("p", each) for each in battle.ending), class_="turn")
    return element(
        "div",
        _panel(
            "why", "Why", element("div", id="reasons"), why_not, element("div", id="verdicts", aria_live="polite"),
            element("datalist", id="subjects"),
        ),
        _panel("log-panel", "Log", search, element("output", id="found"), element("ol", *log, over, id="log")),
        element("details", element("summary", "Units"), element("div", id="roster"), id="units-panel"),
        element("details", element("summary", "Keys"), table("", ("key", "what it does"), _KEYS)),
        id="panels",
    )  # fmt: skip


_KEYS = (
    ("← →", "a step back, a step on"),
    ("Shift with ← →", "to the decision before, to the next"),
    ("Home, End", "to the beginning, to the end"),
    ("Space", "play or pause"),
    ("+ − 0", "closer, farther, the whole map; or the wheel, or two fingers"),
    ("/", "search the log"),
    ("click", "why not here? of a cell or a counter"),
)


def _panel(id_: str, title: str, *content: object) -> Html:
    return element("section", element("h2", title), *content, id=id_, aria_label=title)


def _icon(way: str) -> Html:
    return element("svg", element("path", d=way), viewBox="0 0 16 16", class_="icon", aria_hidden="true")


def _button(id_: str, text: object, label: str) -> Html:
    return element("button", text, type="button", id=id_, title=label, aria_label=label)


def _entry(number: int, moment: ShownMoment) -> Html:
    kinds = " ".join(name for name, so in (("decision", moment.is_decision), ("why", bool(moment.notes))) if so)
    return element("li", element("a", moment.text, href=f"#frame={number}"), id=f"f{number}", class_=kinds or None)


# -- the data for the script ---------------------------------------------------------------------------------------


class _Frames:
    """What changes from moment to moment, with every word, counter and cell named by its place in a table."""

    def __init__(self, battle: ShownBattle) -> None:
        self._battle = battle
        self._cells = {cell: place for place, cell in enumerate(battle.map.cells)}
        self._reasons = ReasonRows(battle.naming, self._cells)
        self._units, self._looks, self._shown = Numbered(), Numbered(), Numbered()
        self._frames: list[dict[str, Any]] = []
        self._last: dict[str, ShownUnit] = {}
        self._ground: tuple[Any, ...] = ()
        self._markers: tuple[Marker, ...] = ()

    def add(self, moment: ShownMoment) -> None:
        """Take in the next moment: only what is otherwise than before it is kept, and what is empty is left out."""
        frame: dict[str, Any] = {
            "units": list(self._changed({unit.id: unit for unit in moment.units})),
            "begins": int(moment.begins),
            "why": list(self._reasons.rows(moment.notes)),
            "ways": [[self._cells[cell] for cell in way] for way in moment.ways],
            "shot": moment.shot and [self._cells[moment.shot[0]], self._cells[moment.shot[1]], moment.shot[2]],
            "at": [self._cells[cell] for cell in moment.concerned],
        }
        if moment.ground != self._ground:
            self._ground = moment.ground
            frame["ground"] = [[*self._spot(spot), words] for spot, words in moment.ground]
        if moment.markers != self._markers:
            self._markers = moment.markers
            frame["markers"] = [[self._cells[m.cell], m.kind, m.text, m.side] for m in moment.markers]
        always = ("ground", "markers")
        self._frames.append({key: value for key, value in frame.items() if value or key in always})

    def _changed(self, units: dict[str, ShownUnit]) -> Iterator[list[int]]:
        """Yield unit and look of everybody who is not as before; those who are known of no more look like nothing."""
        for id_ in self._last.keys() - units.keys():
            yield [self._units.place((id_, self._last[id_].side)), _NOTHING]
        for id_, unit in units.items():
            if self._last.get(id_) != unit:
                yield [self._units.place((id_, unit.side)), self._shown.place(self._look(unit))]
        self._last = units

    def _look(self, unit: ShownUnit) -> tuple[Any, ...]:
        cell = _NOTHING if unit.cell is None else self._cells[unit.cell]
        turned = None if unit.angle is None else round(degrees(unit.angle))
        return cell, self._looks.place(unit.look), turned, unit.wedge, unit.words

    def _spot(self, spot: Cell | Edge) -> tuple[int, list[float] | None]:
        """Return a cell, or beside it the ends of one of its sides in the picture."""
        if isinstance(spot, Cell):
            return self._cells[spot], None
        grid, picture = self._battle.map.grid, self._battle.picture
        x, y = grid.point(spot.second)
        nearest = sorted(grid.outline(spot.first), key=lambda corner: (corner[0] - x) ** 2 + (corner[1] - y) ** 2)[:2]
        ends = [(right * picture.scale - picture.left, down * picture.scale - picture.top) for right, down in nearest]
        return self._cells[spot.first], [round(value, 1) for end in ends for value in end]

    def data(self) -> dict[str, Any]:
        """Return all that the script is given."""
        battle, reasons = self._battle, self._reasons
        places = (battle.picture.place(battle.map, cell) for cell in self._cells)
        lines, fates = list(reasons.lines), [list(fate) for fate in reasons.fates]
        return {
            "names": [battle.naming(cell) for cell in self._cells],
            "places": [round(value) for place in places for value in place],
            "counter": round(battle.picture.scale * battle.counter, 1),
            "cell": round(battle.picture.scale, 1),
            "sides": {side.id: [side.name, side.colour] for side in battle.sides},
            "units": [[battle.naming(id_), side] for id_, side in self._units],
            "looks": [[look.under, look.turning, *map(round, look.pivot), look.over] for look in self._looks],
            "shown": list(self._shown),
            "kinds": KINDS,
            "lines": lines,
            "called": list(reasons.names),
            "fates": fates,
            "rules": rules_in((line for line in (*lines, *(fate[2] for fate in fates))), battle.rulebook),
            "frames": self._frames,
        }
