"""The marks of TOML, and a first look at a text that tells whether to parse it at all.

The parser of the standard library is trusted with what a text means, not with how long it takes: it
recurses into nested values, and its work on a dotted key grows with the square of its parts. The first
look runs over the marks that give a text its structure, at the speed of one regular expression.
"""

from __future__ import annotations

import re

from sim.files.document import FileLimits

# The closing three quotes may follow one or two that belong to the text, so up to five end it. Every loop is
# possessive: text that fits nowhere fails at once instead of being tried in every division.
MULTILINE_BASIC = r'"""(?:[^"\\]++|\\.|"{1,2}(?!"))*+"{3,5}'
MULTILINE_LITERAL = r"'''(?:[^']++|'{1,2}(?!'))*+'{3,5}"
BASIC = r'"(?:[^"\\\n]++|\\[^\n])*+"'
LITERAL = r"'[^'\n]*+'"
MULTILINE = f"{MULTILINE_BASIC}|{MULTILINE_LITERAL}"
STRING = f"{MULTILINE}|{BASIC}|{LITERAL}"

_LONGEST_WORD = 200
_COMMENT = r"\#[^\n]*+"
_LINE_ENDS = rf"(?:{_COMMENT})?\n(?:[ \t\r]*+(?:{_COMMENT})?\n)*+"
# A quote where no string fits begins one without end.
_MARK = re.compile(
    rf"{MULTILINE}|(?!\"{{3}}|'{{3}})(?:{BASIC}|{LITERAL})|(?P<endless>[\"'])"
    rf"|{_LINE_ENDS}|{_COMMENT}|[\[\]{{}}.,=]|[A-Za-z0-9_+:-]++",
    re.DOTALL,
)
_RUN_TOGETHER = re.compile(r"\n[ \t]*[A-Za-z0-9_-]{1,60}[ \t]*=[ \t]*(?:\"{3}|'{3})\Z")


def overgrowth(text: str, limits: FileLimits) -> tuple[int, str, str] | None:
    """Find where a text outgrows its limits: the offset, what was found there, what was expected.

    It need not be valid TOML. Up to its first error this reading agrees with the parser's, and after
    that the parser reads no further.

    >>> overgrowth("a = [[1]]", FileLimits(size=99, depth=2, values=9, tables=9)) is None
    True
    >>> overgrowth("a = [[[1]]]", FileLimits(size=99, depth=2, values=9, tables=9))
    (6, 'more than 2 levels of nesting', 'fewer')
    """
    if len(text) > limits.size:
        return 0, f"{len(text)} characters", f"at most {limits.size}"
    depth = values = 0
    dots = [0]  # For each open bracket the dots of the key being read: `a.b.c` nests as brackets do.
    for token in _MARK.finditer(text):
        start, end = token.span()
        mark = text[start]
        if mark in "[{":
            values, depth = values + 1, depth + 1
            dots.append(0)
        elif mark in "]}":
            if len(dots) == 1:
                return None  # One closed that was never opened: the parser will say where.
            depth -= 1 + dots.pop()
        elif mark == ".":
            values, depth = values + 1, depth + 1
            dots[-1] += 1
        elif mark in ",\n#":
            values, depth = values + (mark == ","), depth - dots[-1]
            dots[-1] = 0
        elif mark == "=":
            values += 1
        elif token["endless"]:
            return None  # Likewise.
        elif end - start > _LONGEST_WORD and mark not in "\"'":
            return start, f"a word or number of {end - start} characters", f"at most {_LONGEST_WORD}"
        if depth > limits.depth:
            return start, f"more than {limits.depth} levels of nesting", "fewer"
        if values > limits.values:
            return start, f"more than {limits.values} keys and values", "fewer"
    return None


def unclosed_text(text: str, place: int) -> int | None:
    """Find where the text begins whose missing end made the parser stop at `place`; None if that is not the cause.

    A text in triple quotes ends at the next three, which may be those that should have opened another: then the line
    on which it ends looks like a key, and the parser stops right after it.

    >>> unclosed_text('a = 1\\nb = "x\\n', 13), unclosed_text("rows = '''\\n..\\nheights = '''\\n..\\n'''", 28)
    (10, 7)
    """
    stop = len(text[:place].rstrip())
    for token in _MARK.finditer(text):
        start, end = token.span()
        if start > place:
            return None
        if token["endless"]:
            return start
        if end == stop and text[start] in "\"'" and _RUN_TOGETHER.search(text, start + 3, end):
            return start
    return None
