"""Positions as text: a scenario, and what is otherwise in it, in lines that a person writes and reads.

    scenario farm_at_kamenka
    germans: "Rifles Kern" E4 ne spent | "HMG Weber" D5 n hit:soft_pinned
    soviets: Maxim C2 s
    set turn:3 mover:soviets
    dice 4 3

The position is the first state of the scenario with everything changed that the lines name. `sandtable decide` reads
it, `sandtable position --text` writes it, and the rules are tested by it (tests/README.md). The grammar, and what each
line means, stands in scenarios/README.md under "Positions as text".

Nothing is read here that a scenario file, a map file or a position file could not say as well: lines about the scenario
and its map change the data of those files before they are read, lines about the state go through the same codec and the
same checks as a position file. So a mistake is told in the same words, with the line on which it stands here.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, get_args, get_type_hints

from sim.engine.codec import Codec, Unfit
from sim.engine.record import Scribe
from sim.engine.ruleset import Ruleset
from sim.engine.state import State
from sim.files import (
    Document,
    FileLocation,
    FileMistakes,
    KeyPath,
    Mistake,
    TomlDocument,
    did_you_mean,
    one_of,
    parse_toml,
    path_within,
    read_text,
    shown,
)
from sim.resources import UnknownName, find_shipped_scenario
from sim.scenario.envelope import Opened, look_over
from sim.scenario.scenario import Scenario, map_source_of, read_scenario
from sim.scenario.statements import (
    CELL,
    DRAWN,
    MARKED,
    NUMBER,
    TABLES,
    Statement,
    statements,
    toml_text,
    unquoted,
    value,
)
from sim.scenario.systems import system_of_id

LONGEST = 4 << 20
"""Characters of a text; it may carry a scenario and a map along."""
MOST = 2_000
"""Parts of lines: several for each unit that a battle can have."""
BELOW = "below"
"""The name of a scenario that the text itself carries along, at its end."""
COMPASS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
"""The directions of all grids; which of them a map has, is known once it is read."""


# -- reading ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ChangedFile(TomlDocument):
    """The data of a file with what a text says of it, and the lines of that text."""

    lines: Mapping[KeyPath, int] = field(default_factory=dict)
    below: TomlDocument | None = field(default=None, repr=False)
    """The file itself, whose own mistakes are told of it."""

    def line_of(self, path: KeyPath) -> int | None:
        """Give the line that says something of a value, or of what is around it; what the file says has none."""
        return _line_of(self.lines, path)

    def at(self, path: KeyPath, row: int | None = None) -> FileLocation:
        """Point at a value: here if it is said here, else in the file."""
        if self.line_of(path) is None and self.below is not None:
            return self.below.at(path, row)
        return super().at(path, row)


@dataclass(frozen=True)
class TextDocument(Document):
    """A text whose state is looked over as that of a position file is."""

    lines: Mapping[KeyPath, int] = field(default_factory=dict)

    def line_of(self, path: KeyPath) -> int | None:
        """Give the line that says something of a value, or of what is around it."""
        return _line_of(self.lines, path)


def _line_of(lines: Mapping[KeyPath, int], path: KeyPath) -> int | None:
    return next((lines[path[:end]] for end in range(len(path), -1, -1) if path[:end] in lines), None)


@dataclass(frozen=True)
class Sheet:
    """The scenario that a text begins with."""

    name: str
    document: TomlDocument
    map_source: str

    @property
    def ruleset(self) -> Ruleset[Any, Any]:
        """The system, which must be known before anything can be said of its units."""
        named = self.document.data.get("system")
        ruleset = system_of_id(named) if isinstance(named, str) else None
        if ruleset is None:
            raise FileMistakes([self.document.at(("system",)).mistake(shown(named), "the id of a system")])
        return ruleset


def parse_position(text: str, file: str, folder: Path | None = None) -> Opened:
    """Read a position from its text; a scenario that is given as a file lies in or below `folder`."""
    if len(text) > LONGEST:
        raise FileMistakes([FileLocation(file).mistake(f"{len(text):,} characters", f"at most {LONGEST:,}")])
    body, *sections = re.split(r"^--- (scenario|map)[ \t]*\n", text.replace("\r\n", "\n"), flags=re.MULTILINE)
    carried = dict(zip(sections[::2], sections[1::2], strict=True))
    said = list(islice(statements(enumerate(body.splitlines(), 1), file), MOST + 1))
    if len(said) > MOST:
        raise FileMistakes([FileLocation(file, said[-1].line).mistake(f"more than {MOST:,} statements", "fewer")])
    below = [each for each in said if each.words == ("scenario", BELOW)]
    if bool(below) != bool(sections) or (sections and [*carried] != ["scenario", "map"]):
        line = below[-1].line if below else None
        expected = f"scenario {BELOW} at the beginning, and --- scenario and --- map at the end, or none of them"
        raise FileMistakes([FileLocation(file, line, "scenario").mistake("", expected)])
    if not sections:
        return opened(said, file, folder)
    document = parse_toml(carried["scenario"], f"{file}: scenario")
    return opened(said, file, folder, Sheet(Path(file).stem, document, carried.get("map", "")))


def opened(said: Sequence[Statement], file: str, folder: Path | None = None, sheet: Sheet | None = None) -> Opened:
    """Set up the battle that statements describe, those that come later over those before."""
    return _Setting(said, file, sheet or _sheet_named(said, file, folder)).opened()


def _sheet_named(said: Sequence[Statement], file: str, folder: Path | None) -> Sheet:
    """Find the scenario that the last line about one names: a shipped one, or a file beside the text."""
    named = [each for each in said if each.about == "scenario"]
    if not named or len(named[-1].words) != 2:
        spot = FileLocation(file, named[-1].line if named else None, "scenario")
        found = f"{len(named[-1].words) - 1} names" if named else "nothing"
        raise FileMistakes([spot.mistake(found, "scenario NAME: one that is shipped, or a file beside this one")])
    name, spot = unquoted(named[-1].words[1]), FileLocation(file, named[-1].line, "scenario")
    try:
        is_file = folder is not None and name.endswith(".toml")
        path = path_within(folder, name, lambda: spot) if folder and is_file else find_shipped_scenario(name)
        return _sheet(path, path.stat().st_mtime_ns)
    except (UnknownName, OSError):
        expected = "the name of a shipped scenario, or a file beside this one that ends in .toml"
        raise FileMistakes([spot.mistake(shown(name), expected)]) from None


@lru_cache(maxsize=32)
def _sheet(path: Path, changed: int) -> Sheet:
    """Read a scenario file, once as long as nobody changes it."""
    document = parse_toml(read_text(path), str(path))
    return Sheet(path.stem, document, map_source_of(document, path.parent))


def _fields_of(kind: Any) -> Mapping[str, Any]:
    """Return the fields of a table of a file, of a unit, of a kind or of a state, with what each can hold."""
    if hasattr(kind, "model_fields"):
        return {name: each.annotation for name, each in kind.model_fields.items()}
    hints = get_type_hints(kind)
    return {each.name: hints[each.name] for each in fields(kind)}


hints_of: Callable[[Any], Mapping[str, Any]] = cache(_fields_of)


_PLACED = ("id", "profile", "at", "facing", "count")
"""What an entry says in words of its own, as the cell and the direction of a unit are."""


def _holds_records(hint: Any) -> bool:
    """Say whether a field holds things with fields of their own."""
    return is_dataclass(hint) or any(map(_holds_records, get_args(hint)))


def _column(letters: str) -> int:
    """Return the number of a column by its letters: A is 0, AA follows on Z."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


class _Setting:
    """One position while it is being set up."""

    def __init__(self, said: Sequence[Statement], file: str, sheet: Sheet) -> None:
        self._said, self._file, self._sheet = said, file, sheet
        self._ruleset = sheet.ruleset
        self._data: dict[str, Any] = copy.deepcopy(sheet.document.data)
        self._map: dict[str, Any] = {}
        self._drawn: dict[str, list[list[str]]] = {}
        """The drawn map, letter by letter, once something is drawn on it."""
        self._lines: dict[KeyPath, int] = {}
        self._map_lines: dict[KeyPath, int] = {}
        self._mistakes: list[Mistake] = []
        self._changes: list[tuple[Statement, str, list[str]]] = []
        """What is said of the state of units: by whom it is said, of whom, and what."""
        self._directions: Sequence[str] = ()

    def opened(self) -> Opened:
        """Return the battle and its state, or raise every mistake."""
        try:
            for each in self._said:
                self._say(each)
            self._settle()
            scenario = self._scenario()
        except (AttributeError, KeyError, TypeError):
            # A file that is not of the form which the lines take for granted says by itself what is wrong with it.
            read_scenario(self._sheet.document, self._sheet.name, self._sheet.map_source)
            raise
        battle, state, lines = self._state(scenario)
        document = TextDocument(self._file, None, lines)
        look_over(document, replace(scenario, battle=battle), state)
        dice = [int(word) for each in self._about("dice") for word in each.words[1:]]
        cards = [unquoted(word) for each in self._about("cards") for word in each.words[1:]]
        given = bool(dice or cards)
        return Opened(
            *(replace(scenario, battle=battle), Scribe(battle), dict(scenario.players), None, 0, 0, state),
            dice=tuple(dice) if given else None,
            cards=tuple(cards) if given else None,
        )

    def _about(self, word: str) -> list[Statement]:
        """Return the last statement of a kind of which only the last counts."""
        return [each for each in self._said if each.about == word][-1:]

    def _settle(self) -> None:
        if self._mistakes:
            raise FileMistakes(self._mistakes)

    def _wrong(self, said: Statement, found: str, expected: str, hint: str = "") -> None:
        self._mistakes.append(FileLocation(self._file, said.line, said.words[0]).mistake(found, expected, hint))

    # -- the scenario and its map ------------------------------------------------------------------------

    def _say(self, said: Statement) -> None:
        word, rest = said.about, said.words[1:]
        if not word:
            self._say_unit(said)
        elif word == "ground" or (word in DRAWN and rest):
            self._redraw(said, "heights" if word == "heights" else "rows")
        elif word in DRAWN:
            self._draw(said, "rows" if word == "map" else word, "\n".join(said.rows))
        elif word in (*MARKED, "ways"):
            self._mark(said)
        elif word in TABLES:
            name = self._ruleset.id if word == "rules" else word
            self._fill((name,), said, rest, hints_of(getattr(self._ruleset, "extras" if word == "rules" else word)))
        elif word == "turns":
            if len(rest) != 1:
                self._wrong(said, f"{len(rest)} words", "the number of turns, as in turns 6")
            self._put(("limits", "turns"), self._read(said, "".join(rest), "".join(rest), int), said.line)
        elif word == "players":
            for each in rest:
                side, colon, player = each.partition(":")
                if not colon or side not in self._data["sides"]:
                    self._wrong(said, shown(each), f"SIDE:PLAYER, with a side ({one_of(self._data['sides'])})")
                    continue
                self._put(("sides", side, "player"), player, said.line)
        elif word == "objective":
            self._objective(said)
        elif word == "dice" and not all(map(NUMBER.fullmatch, rest)):
            self._wrong(said, shown(" ".join(rest)), "the faces of the dice, as in dice 4 2")

    def _put(self, way: KeyPath, entry: Any, line: int) -> None:
        """Write an entry into the data of the scenario; tables that are not there are made."""
        table: Any = self._data
        for step in way[:-1]:
            table = table.setdefault(step, {})
        table[way[-1]] = entry
        self._lines[way] = line

    def _fill(self, way: KeyPath, said: Statement, entries: Iterable[str], hints: Mapping[str, Any]) -> None:
        for entry in entries:
            key, _, text = entry.partition(":")
            self._put((*way, key), self._read(said, entry, text or "true", hints.get(key)), said.line)

    def _read(self, said: Statement, word: str, text: str, hint: Any) -> Any:
        try:
            return value(text, hint)
        except ValueError:
            self._wrong(said, shown(word), "a value: a word, a number, a list with commas, or JSON")
            return None

    def _objective(self, said: Statement) -> None:
        if len(said.words) < 3:
            self._wrong(said, " ".join(said.words), "objective ID CELL, and points:N, holder:SIDE if need be")
            return
        id_, at, *more = said.words[1:]
        listed = self._data.setdefault("objectives", [])
        listed[:] = [each for each in listed if each.get("id") != unquoted(id_)] + [{}]
        way: KeyPath = ("objectives", len(listed) - 1)
        self._lines[way] = said.line
        listed[-1].update(id=unquoted(id_), at=unquoted(at))
        for entry in more:
            key, _, text = entry.partition(":")
            listed[-1][key] = self._read(said, entry, text, None)

    def _draw(self, said: Statement, key: str, rows: str) -> None:
        if key == "rows":
            for other in ("size", "fill"):
                self._map_data.pop(other, None)
        self._drawn[key] = [list(row) for row in rows.splitlines()]
        self._map_data[key] = rows
        self._map_lines[key,] = said.line

    @property
    def _map_data(self) -> dict[str, Any]:
        """The data of the map, once something is said of it."""
        if not self._map:
            self._map = copy.deepcopy(parse_toml(self._sheet.map_source, f"{self._file}: map").data)
        return self._map

    def _redraw(self, said: Statement, key: str) -> None:
        """Draw cells anew, by their letters; two corners with a colon stand for all that lie between them.

        Where no heights are drawn, all is level.
        """
        if key not in self._drawn:
            ground = str(self._map_data.get("rows", "")).strip("\n")
            drawing = str(self._map_data.get(key, "")).strip("\n") or re.sub(r"[^\n]", ".", ground)
            self._draw(said, key, drawing)
        rows = self._drawn[key]
        for word in said.words[1:]:
            name, letter = word[:-2], word[-1:] if word[-2:-1] == ":" else ""  # A colon may be a letter of a legend.
            corners = [CELL.fullmatch(corner) for corner in name.split(":", 1)]
            places = [(_column(found[1]), int(found[2]) - 1) for found in corners if found]
            there = (0 <= row < len(rows) and 0 <= column < len(rows[row]) for column, row in places)
            if len(letter) != 1 or len(places) < len(corners) or not all(there):
                self._wrong(said, shown(word), "CELL:LETTER, a cell of the drawn map and a letter of its legend")
                continue
            (left, right), (top, bottom) = (sorted(pair) for pair in zip(places[0], places[-1], strict=True))
            for row in rows[top : bottom + 1]:
                row[left : right + 1] = letter * (right + 1 - left)
        self._map_lines[key,] = said.line

    def _mark(self, said: Statement) -> None:
        """Add what a map file lists by kind; a chain of cells that a way follows is written C1-C5."""
        table, kind = self._map_data.setdefault(said.about, {}), ""
        for word in said.words[1:]:
            if not CELL.match(word):
                kind = unquoted(word)
                self._map_lines[said.about, kind] = said.line
            elif not kind:
                self._wrong(said, shown(word), "a kind before its cells, as in edges wall C2/s D2/s")
            else:
                listed = table[kind] if isinstance(table.get(kind), list) else [table[kind]] if kind in table else []
                listed.append(word.split("-") if said.about == "ways" else word)
                table[kind] = listed
        if len(said.words) < 3 or not CELL.match(said.words[-1]):
            self._wrong(said, " ".join(said.words), "a kind and its cells, as in edges wall C2/s D2/s")

    # -- units -------------------------------------------------------------------------------------------

    def _say_unit(self, said: Statement) -> None:
        """Take what is said of a unit: as an entry of the scenario if it brings it in, else of its state."""
        id_, words, entry = unquoted(said.words[0]), list(said.words[1:]), {}
        own = hints_of(self._ruleset.entry)
        kind = words.pop(0) if words and said.side and self._is_kind(words[0], own) else ""
        sides = self._data.get("sides", {})
        if said.side and said.side not in sides:
            self._wrong(said, shown(said.side), one_of(sides), did_you_mean(said.side, sides))
            return
        if not kind:
            self._changes.append((said, id_, self._entry_changed(said, id_, words, own)))
            return
        entry = {"id": id_, "profile": unquoted(kind)}
        left = []
        for word in words:
            key, colon, text = word.partition(":")
            if CELL.fullmatch(word):
                entry["at"] = word
            elif word in COMPASS:
                entry["facing"] = word
            elif (name := key.removeprefix("-")) in own and name not in ("id", "profile"):
                plain = text if colon else "false" if key.startswith("-") else "true"
                entry[name] = self._read(said, word, plain, own[name])
            elif word != "off":
                left.append(word)
        for table in sides.values():
            table["units"] = [each for each in table.get("units", ()) if each.get("id") != id_]
        self._changes = [change for change in self._changes if change[1] != id_]
        units = sides[said.side]["units"]
        units.append(entry)
        self._lines["sides", said.side, "units", len(units) - 1] = said.line
        self._changes.append((said, id_, left))

    def _entry_changed(self, said: Statement, id_: str, words: list[str], own: Mapping[str, Any]) -> list[str]:
        """Change the entry that brings a unit in by what only an entry can say; return the words for its state."""
        state, left = hints_of(self._ruleset.unit_type), []
        entries = {
            entry.get("id"): ("sides", side, "units", place)
            for side, table in self._data.get("sides", {}).items()
            for place, entry in enumerate(table.get("units", ()))
        }
        for word in words:
            key, colon, text = word.partition(":")
            name = key.removeprefix("-")
            # What both have is of the state, but for records that are only named: carried:knife.
            named = name in state and colon and text[:1] not in "[{" and _holds_records(state[name])
            if id_ not in entries or name not in own or (name in state and not named) or name in _PLACED:
                left.append(word)
                continue
            _, side, _, place = entries[id_]
            plain = text if colon else "false" if key.startswith("-") else "true"
            self._data["sides"][side]["units"][place][name] = self._read(said, word, plain, own[name])
            self._lines[entries[id_]] = said.line
        return left

    def _is_kind(self, word: str, own: Mapping[str, Any]) -> bool:
        """Tell the kind of a unit that is brought in from where an old one stands and how it is."""
        name = word.removeprefix("-").partition(":")[0]
        known = (*own, *hints_of(self._ruleset.unit_type), "off")
        return not (CELL.fullmatch(word) or word in COMPASS or name in known)

    def _scenario(self) -> Scenario:
        for key, drawing in self._drawn.items():
            self._map_data[key] = "\n".join(map("".join, drawing))
        sheet, source = self._sheet, toml_text(self._map) if self._map else self._sheet.map_source
        text = toml_text(self._data) if self._lines else sheet.document.text
        document = ChangedFile(self._file, self._data, text, self._lines, sheet.document)
        try:
            return read_scenario(document, sheet.name, source)
        except FileMistakes as mistakes:
            # A map that is drawn here has its lines here, and not in a file.
            raise FileMistakes([self._placed(each) for each in mistakes.mistakes], unlisted=mistakes.unlisted) from None

    def _placed(self, mistake: Mistake) -> Mistake:
        if not mistake.file.endswith(": map") or not self._map_lines:
            return mistake
        key = mistake.where.split(",")[0].split(".")[0]
        lines = [line for way, line in self._map_lines.items() if way[0] == key] or [*self._map_lines.values()]
        return replace(mistake, file=self._file, line=lines[-1])

    # -- the state ---------------------------------------------------------------------------------------

    def _state(self, scenario: Scenario) -> tuple[Any, State[Any], dict[KeyPath, int]]:
        battle, lines = scenario.battle, dict[KeyPath, int]()
        self._directions = battle.map.grid.directions
        profiles = dict(battle.profiles)
        data = Scribe(battle).state_data(scenario.state)
        units, told = {unit["id"]: unit for unit in data["units"]}, dict[str, int]()
        for each in (each for each in self._said if each.about == "unit"):
            for written in (self._read(each, word, word, None) for word in each.words[1:]):
                kind = written.get("profile") if isinstance(written, dict) else None
                if isinstance(kind, str) and kind in profiles and isinstance(written.get("id"), str):
                    units[written["id"]] = written
                    told[written["id"]] = each.line
                else:
                    expected = "a table as JSON, as position files have it, with an id and a known profile"
                    self._wrong(each, shown(written), expected)
        for said, id_, words in self._changes:
            if id_ not in units:
                self._wrong(said, shown(id_), f"a unit of the battle ({one_of(units)})", did_you_mean(id_, units))
                continue
            told[id_] = said.line
            self._change(said, units[id_], words, profiles, Scribe(battle).codec)
        for each in (each for each in self._said if each.about in ("gone", "order")):
            for id_ in (unquoted(word) for word in each.words[1:] if unquoted(word) not in units):
                self._wrong(each, shown(id_), f"a unit of the battle ({one_of(units)})", did_you_mean(id_, units))
        gone = {unquoted(word) for each in self._said if each.about == "gone" for word in each.words[1:]}
        order = {unquoted(word): place for each in self._about("order") for place, word in enumerate(each.words)}
        data["units"] = [unit for id_, unit in units.items() if id_ not in gone]
        data["units"].sort(key=lambda unit: order.get(unit["id"], len(order) + 1))
        lines |= {
            ("state", "units", place): told[unit["id"]]
            for place, unit in enumerate(data["units"])
            if unit["id"] in told
        }
        for each in self._said:
            if each.about == "set":
                self._set(each, data, hints_of(self._ruleset.state_type), each.words[1:])
                lines |= {("state", word.partition(":")[0]): each.line for word in each.words[1:]}
            elif each.about == "deck" and (place := self._deck(each, data)) is not None:
                lines["state", "decks", place] = each.line
        self._settle()
        battle = replace(battle, profiles=profiles) if len(profiles) > len(battle.profiles) else battle
        try:
            return battle, Scribe(battle).state(data), lines
        except Unfit as wrong:
            raise FileMistakes([wrong.mistake(TextDocument(self._file, None, lines), ("state",))]) from None

    def _change(
        self, said: Statement, unit: dict[str, Any], words: Iterable[str], profiles: dict[str, Any], codec: Codec
    ) -> None:
        """Write what is said of a unit into its data; what only its kind has makes a kind of its own for it."""
        hints, kind = hints_of(self._ruleset.unit_type), profiles[unit["profile"]]
        printed, directions, fixed = hints_of(type(kind)), self._directions, ("id", "side", "profile")
        others: dict[str, Any] = {}
        for word in words:
            key, colon, text = word.partition(":")
            name = key.removeprefix("-")
            if CELL.fullmatch(word):
                unit["cell"] = word
            elif word in directions:
                unit["facing"] = directions.index(word)
            elif word == "off":
                unit.pop("cell", None)
            elif name == "profile":
                unit["profile"] = meant = self._read(said, word, text, str)
                if meant not in profiles:
                    self._wrong(said, shown(meant), "the profile of a kind", did_you_mean(meant, profiles))
            elif name in hints and name not in fixed:
                self._set(said, unit, hints, [word])
            elif name in printed and name not in fixed:
                plain = text if colon else str(not key.startswith("-")).lower()
                try:
                    others[name] = codec.decode(printed[name], self._read(said, word, plain, printed[name]))
                except Unfit as wrong:
                    self._wrong(said, shown(word), wrong.expected, wrong.hint)
            else:
                known = [each for each in hints if each not in fixed]
                expected = f"a cell, a direction ({one_of(directions)}), off, or one of {', '.join(known)}"
                self._wrong(said, shown(word), expected, did_you_mean(name, (*known, *printed)))
        if others:
            own = replace(kind, **others, id=f"{kind.id} of {unit['id']}")
            profiles[own.id], unit["profile"] = own, own.id

    def _set(self, said: Statement, data: dict[str, Any], hints: Mapping[str, Any], words: Iterable[str]) -> None:
        for word in words:
            key, colon, text = word.partition(":")
            name = key.removeprefix("-")
            known = [each for each in hints if each not in ("units", "decks")]
            if name not in known:
                self._wrong(said, shown(name), one_of(known), did_you_mean(name, known))
            elif (plain := text if colon else str(not key.startswith("-")).lower()) == "none":
                data[name] = None
            else:
                data[name] = self._read(said, word, plain, hints[name])

    def _deck(self, said: Statement, data: dict[str, Any]) -> int | None:
        """Take what is said of a deck, and return which it is."""
        decks = {deck["name"]: deck for deck in data.get("decks", ())}
        name = unquoted(said.words[1]) if len(said.words) > 1 else ""
        if name not in decks:
            self._wrong(said, shown(name), f"a deck of the battle ({one_of(decks)})", did_you_mean(name, decks))
            return None
        for word in said.words[2:]:
            pile, _, cards = word.partition(":")
            if pile not in ("left", "discarded", "removed"):
                self._wrong(said, shown(word), "left:CARDS, discarded:CARDS or removed:CARDS")
                continue
            decks[name][pile] = self._read(said, word, cards or "[]", tuple[str, ...])
        return [*decks].index(name)
