"""Say what is wrong in a file: what was found, where, and what would be right.

A loader gathers every mistake before it gives up, because a map drawer who has to run the check once for
each slip soon stops running it. Files come from strangers, so no text of theirs reaches the terminal
unescaped or at full length.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

LISTED = 40
"""How many mistakes the text of a `FileMistakes` lists; a screen holds no more."""

KEPT = 1000
"""How many mistakes a `FileMistakes` keeps. A spoilt file of a megabyte can hold many times as many."""

KeyPath = tuple[str | int, ...]
"""The way to a value from the top of a document: keys of tables and indices of arrays."""

_AT_A_GLANCE = 8
"""How many words are seen at a glance, in the order in which they are known."""
_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def printable(text: str, longest: int = 80) -> str:
    r"""Shorten `text` to `longest` characters and escape all that is not plainly visible.

    Whatever `str.isprintable` refuses is escaped: colour codes that would repaint the terminal, marks that
    turn the reading direction, halves of surrogate pairs that cannot be printed at all.

    >>> printable("red \x1b[31m")
    'red \\x1b[31m'
    >>> printable("a" * 50, longest=10)
    'aaaaaaaaa…'
    """
    cut = text[:longest]
    if not cut.isprintable():
        cut = "".join(mark if mark.isprintable() else _escaped(mark) for mark in cut)
    if len(text) <= longest and len(cut) <= longest:
        return cut
    return cut[: longest - 1] + "…"


def _escaped(mark: str) -> str:
    code = ord(mark)
    return _ESCAPES.get(mark) or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")


def shown(value: object) -> str:
    """Show a value from a file in the words of a mistake.

    Arrays and tables are counted, not listed: a mistake is one line.

    >>> shown("wal"), shown(True), shown([1, 2, 3]), shown({})
    ('"wal"', 'true', 'an array of 3', 'an empty table')
    """
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return '"' + printable(value.replace("\\", "\\\\").replace('"', '\\"'), 60) + '"'
        case int() if value.bit_length() > 64:
            # Python refuses to write out the digits of a very long number.
            return "a number beyond 64 bits"
        case list() | tuple():
            return f"an array of {len(value)}" if value else "an empty array"
        case dict():
            return f"a table of {len(value)}" if value else "an empty table"
        case _:
            return printable(str(value), 60)


def counted(number: int, noun: str) -> str:
    """Count things, in whatever is said about a file or a battle.

    >>> counted(1, "point"), counted(3, "point")
    ('1 point', '3 points')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def written(path: KeyPath) -> str:
    """Write a path as a reader of the file would point at it.

    >>> written(("edges", 3, "kind")), written(("terrain", "long grass", "cost"))
    ('edges[3].kind', 'terrain."long grass".cost')
    """
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        else:
            bare = step.replace("_", "").replace("-", "").isalnum() and step.isascii()
            text += ("." if text else "") + (printable(step, 40) if bare else shown(step))
    return text


def one_of(known: Collection[object], most: int = 100, like: object = None) -> str:
    """List what would be right, the first `most` of it; in a long list, first what is like the word that was found.

    >>> one_of(["wall", "hedge"]), one_of(["wall"]), one_of(range(100), most=3)
    ('one of wall, hedge', '"wall"', 'one of 0, 1, 2, … (100 in all)')
    >>> one_of(["road", "trail", "rail", "path", "track", "lane", "alley", "street", "ford"], like="rial")
    'one of rail, trail, road, path, track, lane, alley, street, ford'
    """
    near = _near(like, [word for word in known if isinstance(word, str)]) if len(known) > _AT_A_GLANCE else []
    ordered = [*near, *(word for word in known if word not in near)] if near else known
    words = [printable(str(word), 40) for word, _ in zip(ordered, range(most), strict=False)]
    if len(known) > most:
        words.append(f"… ({len(known)} in all)")
    if not words:
        return "nothing"
    return shown(*known) if len(words) == 1 else "one of " + ", ".join(words)


def closest(word: object, known: Iterable[str]) -> str | None:
    """Find the known word that `word` was most likely meant to be, or None if there is none like it.

    >>> closest("wal", ["hedge", "wall", "low_wall"])
    'wall'
    >>> closest("HEDGE", ["hedge", "wall"])
    'hedge'
    >>> closest("tank", ["hedge", "wall"]) is None
    True
    """
    return next(iter(_near(word, known)), None)


def _near(word: object, known: Iterable[str]) -> list[str]:
    """Return up to three of the known words that are spelt like this one, the likeliest first."""
    # Imported here because only a faulty file needs it, and every command imports this module.
    from difflib import get_close_matches

    if not isinstance(word, str) or len(word) > 64:
        return []
    folded = {choice.casefold(): choice for choice in known}
    return [folded[likely] for likely in get_close_matches(word.casefold(), folded, n=3)]


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """Phrase the closest known word as a question, or nothing at all.

    >>> did_you_mean("wal", ["hedge", "wall"])
    'did you mean "wall"?'
    """
    likely = closest(word, known)
    return "" if likely is None else f"did you mean {shown(likely)}?"


@dataclass(frozen=True)
class Mistake:
    """One thing wrong in a file, told in one line.

    `found` and `expected` are phrases, not values: `shown` makes one of a value. An empty `found` leaves
    `expected` to tell the whole story, as when a rule that spans several keys is broken.

    >>> print(Mistake("maps/x.toml", 12, "edges[3].kind", '"wal"', "one of wall, hedge"))
    maps/x.toml:12: edges[3].kind: found "wal", expected one of wall, hedge
    """

    file: str
    line: int | None
    where: str
    found: str
    expected: str
    hint: str = ""
    path: KeyPath = field(default=(), compare=False, repr=False)
    """The way to what is wrong, for whoever can go there."""

    def __str__(self) -> str:
        spot = printable(self.file, 200) + ("" if self.line is None else f":{self.line}")
        expected = printable(self.expected, 4200)
        fault = f"found {printable(self.found, 200)}, expected {expected}" if self.found else expected
        hint = f"; {printable(self.hint, 200)}" if self.hint else ""
        where = f"{printable(self.where, 200)}: " if self.where else ""
        return f"{spot}: {where}{fault}{hint}"


@dataclass(frozen=True)
class FileLocation:
    """A place in a file of which a mistake can be told.

    >>> spot = FileLocation("maps/x.toml", 12, "edges[3].kind")
    >>> print(spot.not_among("wal", ["wall", "hedge"]))
    maps/x.toml:12: edges[3].kind: found "wal", expected one of wall, hedge; did you mean "wall"?
    """

    file: str
    line: int | None = None
    where: str = ""
    path: KeyPath = field(default=(), compare=False, repr=False)

    def mistake(self, found: str, expected: str, hint: str = "") -> Mistake:
        """Tell what was found here and what would be right."""
        return Mistake(self.file, self.line, self.where, found, expected, hint, self.path)

    def not_among(self, word: object, known: Collection[str]) -> Mistake:
        """Tell that `word` is none of the known ones, and which was probably meant."""
        return self.mistake(shown(word), one_of(known, like=word), did_you_mean(word, known))


class FileMistakes(Exception):
    """All that is wrong in a file, in the order of its lines.

    `mistakes` keeps the first thousand and `unlisted` counts the others.

    >>> print(FileMistakes([Mistake("x.toml", 9, "b", "", "late"), Mistake("x.toml", 2, "a", "", "early")]))
    x.toml:2: a: early
    x.toml:9: b: late
    """

    def __init__(self, mistakes: Iterable[Mistake], unlisted: int = 0) -> None:
        ordered = sorted(mistakes, key=lambda mistake: (mistake.file, mistake.line or 0))
        if not ordered:
            raise ValueError("a file without mistakes is no error")
        self.mistakes: tuple[Mistake, ...] = tuple(ordered[:KEPT])
        self.unlisted = unlisted + len(ordered) - len(self.mistakes)
        # The base class keeps both, so that the error survives the way back from another process.
        super().__init__(self.mistakes, self.unlisted)

    def __str__(self) -> str:
        lines = [str(mistake) for mistake in self.mistakes[:LISTED]]
        more = len(self.mistakes) - len(lines) + self.unlisted
        return "\n".join([*lines, f"... and {more} more"] if more else lines)


class UnsupportedVersion(FileMistakes):
    """The file is of a format version that this Sandtable does not read.

    A class of its own because nothing in the file needs mending: the command line ends with another code.
    """
