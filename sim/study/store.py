"""The file of a study: SQLite, which anybody can read; what each table holds is in README.md.

Games come in chunks, and a chunk is written whole or not at all. What a file lacks is what is still to be played: a run
that was stopped or killed goes on where it was.
"""

from __future__ import annotations

import errno
import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from sim.study.plan import Arm
from sim.study.played import DecidedBy, Played

APPLICATION = 0x53414E44
"""By this an SQLite file says that it is a study: "SAND"."""
FORMAT = 1

PAGE = 1024
"""Bytes of a page of the file: rows of `game` are two or three thousand, and half of larger pages would be empty."""

_TABLES = """
CREATE TABLE study (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE arm (id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, scenario TEXT NOT NULL, players TEXT NOT NULL,
    settings TEXT NOT NULL, text TEXT NOT NULL, map TEXT NOT NULL);
CREATE TABLE game (arm INTEGER, number INTEGER, seed INTEGER NOT NULL, winner TEXT, reason TEXT NOT NULL,
    turn INTEGER NOT NULL, activations INTEGER NOT NULL, turning_points TEXT NOT NULL, clauses TEXT NOT NULL,
    PRIMARY KEY (arm, number));
CREATE TABLE side (arm INTEGER, number INTEGER, side TEXT, points INTEGER, fielded INTEGER, lost INTEGER,
    throws INTEGER, expected REAL, good INTEGER, PRIMARY KEY (arm, number, side)) WITHOUT ROWID;
CREATE TABLE loss (arm INTEGER, number INTEGER, unit TEXT, side TEXT, turn INTEGER, cell TEXT,
    PRIMARY KEY (arm, number, unit)) WITHOUT ROWID;
CREATE TABLE points (arm INTEGER, number INTEGER, turn INTEGER, side TEXT, points INTEGER,
    PRIMARY KEY (arm, number, turn, side)) WITHOUT ROWID;
CREATE TABLE place (arm INTEGER, number INTEGER, turn INTEGER, cell TEXT, side TEXT,
    PRIMARY KEY (arm, number, turn, cell)) WITHOUT ROWID;
CREATE TABLE cell (arm INTEGER, winner TEXT, what TEXT, side TEXT, turn INTEGER, cell TEXT, count INTEGER NOT NULL,
    PRIMARY KEY (arm, winner, what, side, turn, cell)) WITHOUT ROWID;
CREATE TABLE clause (id TEXT PRIMARY KEY, kind TEXT NOT NULL, rule TEXT NOT NULL, text TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE broken (arm INTEGER, number INTEGER, seed INTEGER NOT NULL, error TEXT NOT NULL, bundle TEXT NOT NULL,
    PRIMARY KEY (arm, number)) WITHOUT ROWID;
"""
TABLES = ("study", "arm", "game", "side", "loss", "points", "place", "cell", "clause", "broken")

_KNOWN = {"clause": "ON CONFLICT DO NOTHING", "cell": "ON CONFLICT DO UPDATE SET count = count + excluded.count"}
"""What becomes of a row that is there already: a clause is the same, and counts of a cell add up over games."""


class NotAStudy(Exception):
    """Tell why a file is no study, or not this one."""


@dataclass(frozen=True)
class Broken:
    """A game that broke a rule or the program: what was said, and the file that shows it again."""

    error: str
    bundle: str


@dataclass(frozen=True)
class GamePlayed:
    """A game of an arm, and what is kept of it."""

    number: int
    seed: int
    kept: Played | Broken


@lru_cache(maxsize=16384)
def clause_id(clause: DecidedBy) -> str:
    """Return the key of a clause: the same in every study, whichever game came first."""
    return sha256("\0".join(clause).encode()).hexdigest()[:10]


class Store:
    """A study's file, open for reading and, by whoever runs it, for writing."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self.connection, self._path = connection, path

    @classmethod
    def begun(cls, path: Path, base: int, *, paired: bool = False) -> Store:
        """Open a study to go on with, or begin one; a file that is anything else is left as it is.

        The arms of one are all `paired`, or none is.
        """
        is_there = path.exists()
        store = cls(_connected(path, "rw" if is_there else "rwc"), path)
        try:
            if not is_there or store._is_empty:
                store._write_head(base, paired)
            store._check()
            if (found := store.base) != base:
                raise NotAStudy(f"{path} is a study with the base seed {found}, and not {base}")
            if store.is_paired != paired:
                other = "study rulings" if store.is_paired else "study run"
                raise NotAStudy(f"{path} is a study of another kind: `sandtable {other}` goes on with it")
        except BaseException as refused:
            store.close()
            if not is_there:
                path.unlink(missing_ok=True)
            if isinstance(refused, sqlite3.OperationalError):
                raise _refusal(refused, path) from None
            raise
        return store

    @classmethod
    def read(cls, path: Path) -> Store:
        """Open a study to read it."""
        store = cls(_connected(path, "ro"), path)
        try:
            store._check()
        except (
            sqlite3.OperationalError
        ):  # it lies where nothing can be written, not even who reads it: nobody writes it
            store = cls(_connected(path, "ro&immutable=1"), path)
            store._check()
        return store

    def _write_head(self, base: int, paired: bool) -> None:
        self.connection.execute(f"PRAGMA page_size = {PAGE}")
        self.connection.execute("PRAGMA journal_mode = WAL")
        with self._writing() as writing:
            for statement in f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {FORMAT}; {_TABLES}".split(
                ";"
            ):
                writing.execute(statement)
            writing.execute("INSERT INTO study VALUES ('base seed', ?)", (str(base),))
            if paired:
                writing.execute("INSERT INTO study VALUES ('paired', 'readings')")

    @property
    def _is_empty(self) -> bool:
        """Whether nobody has written anything: a run was killed before it could."""
        try:
            return not self.connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]
        except sqlite3.DatabaseError:
            return False

    def _check(self) -> None:
        try:
            (application,) = self.connection.execute("PRAGMA application_id").fetchone()
            (version,) = self.connection.execute("PRAGMA user_version").fetchone()
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            raise NotAStudy(f"{self._path} is no study: it is no SQLite file") from None
        if application != APPLICATION:
            raise NotAStudy(f"{self._path} is no study: it is a database of something else")
        if version != FORMAT:
            raise NotAStudy(f"{self._path} is a study of format {version}, and this release reads format {FORMAT}")

    def close(self) -> None:
        """Close the file; what is in the log beside it goes into it."""
        self.connection.close()

    # -- writing -----------------------------------------------------------------------------------------

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Give the connection for what is written whole or not at all; what the system refuses is said of the file."""
        try:
            with self.connection as writing:
                writing.execute("BEGIN IMMEDIATE")
                yield writing
        except sqlite3.OperationalError as refused:
            raise _refusal(refused, self._path) from None

    def arm(self, arm: Arm) -> int:
        """Return the number of an arm in this file; one that is new is written down."""
        with self._writing() as writing:
            row = (arm.digest, arm.name, _json(arm.players), _json(arm.settings), arm.text, arm.map_text)
            columns = "digest, scenario, players, settings, text, map"
            writing.execute(f"INSERT OR IGNORE INTO arm ({columns}) VALUES (?, ?, ?, ?, ?, ?)", row)
        (id_,) = self.connection.execute("SELECT id FROM arm WHERE digest = ?", (arm.digest,)).fetchone()
        return int(id_)

    def missing(self, arm: int, games: int) -> list[int]:
        """Return the numbers of an arm's games, of so many, that have not been played."""
        played = {number for (number,) in self.connection.execute("SELECT number FROM game WHERE arm = ?", (arm,))}
        played |= {number for (number,) in self.connection.execute("SELECT number FROM broken WHERE arm = ?", (arm,))}
        return [number for number in range(games) if number not in played]

    def add(self, arm: int, games: Sequence[GamePlayed]) -> None:
        """Write a chunk of games: all of it or nothing, and nothing twice."""
        with self._writing() as writing:
            missing = set(self.missing(arm, 1 + max((game.number for game in games), default=0)))
            for game in (game for game in games if game.number in missing):  # another run may have been quicker
                key = (arm, game.number)
                if isinstance(game.kept, Broken):
                    row = (*key, game.seed, game.kept.error, game.kept.bundle)
                    writing.execute("INSERT INTO broken VALUES (?, ?, ?, ?, ?)", row)
                else:
                    for table, rows in _rows(key, game.seed, game.kept).items():
                        width = len(self.connection.execute(f"SELECT * FROM {table} LIMIT 0").description)
                        marks, known = ", ".join("?" * width), _KNOWN.get(table, "")
                        writing.executemany(f"INSERT INTO {table} VALUES ({marks}) {known}", rows)

    # -- reading -----------------------------------------------------------------------------------------

    @property
    def base(self) -> int:
        """The base seed."""
        (found,) = self.connection.execute("SELECT value FROM study WHERE key = 'base seed'").fetchone()
        return int(found)

    @property
    def is_paired(self) -> bool:
        """Whether the games of its arms have the same seeds, number by number."""
        return bool(self.connection.execute("SELECT 1 FROM study WHERE key = 'paired'").fetchone())

    def arms(self) -> Iterator[tuple[int, Arm]]:
        """Yield every arm with its number."""
        paired = self.is_paired
        for id_, name, players, settings, text, map_ in self.connection.execute(
            "SELECT id, scenario, players, settings, text, map FROM arm ORDER BY id"
        ):
            yield id_, Arm(name, text, map_, json.loads(players), json.loads(settings), paired)

    def columns(self, table: str) -> list[tuple[str, str]]:
        """Return the names of a table's columns, each with the type it has: INTEGER, REAL or TEXT."""
        return [(name, kind) for _, name, kind, *_ in self.connection.execute(f"PRAGMA table_info({table})")]

    def dump(self, table: str) -> Iterator[tuple[Any, ...]]:
        """Yield the names of a table's columns, and then its rows, always in the same order."""
        cursor = self.connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2")
        yield tuple(column[0] for column in cursor.description)
        yield from cursor


def _connected(path: Path, mode: str) -> sqlite3.Connection:
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "is a folder", str(path))
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "is no file that can hold a study", str(path))
    if mode != "rwc" and not path.is_file():
        raise FileNotFoundError(errno.ENOENT, "there is no such file", str(path))
    if not path.absolute().parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder", str(path.parent))
    try:
        return sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=30)
    except sqlite3.OperationalError as refused:
        raise _refusal(refused, path) from None


def _refusal(refused: sqlite3.OperationalError, path: Path) -> OSError:
    return OSError(errno.EIO, f"cannot be read or written: {refused}", str(path))


def _rows(key: tuple[int, int], seed: int, kept: Played) -> dict[str, list[tuple[Any, ...]]]:
    """Return what is kept of a game as rows by table."""
    counts = {clause_id(clause): count for clause, count in kept.clauses.items()}
    game = (kept.winner, kept.reason, kept.turn, kept.activations, _json(kept.turning_points), _json(counts))
    return {
        "game": [(*key, seed, *game)],
        "side": [(*key, *side) for side in kept.sides],
        "loss": [(*key, *lost) for lost in kept.lost],
        "points": [(*key, *points) for points in kept.points],
        "place": [(*key, *place) for place in kept.places],
        "cell": [
            (key[0], kept.winner or "", counted.what, counted.side, counted.turn, cell, count)
            for counted in kept.cells
            for cell, count in counted.cells.items()
        ],
        "clause": [(clause_id(clause), *clause) for clause in kept.clauses],
    }


def _json(data: Mapping[str, Any] | tuple[Any, ...]) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)
