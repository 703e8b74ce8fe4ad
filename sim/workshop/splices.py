"""A TOML text of which parts are replaced, and all else stays: keys, lines of tables, items of lists."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from sim.board.mapfile.text import WIDTH, key_text, list_text
from sim.files.toml_spans import Span, TomlStatement


class Splices:
    """A text, and what is to stand in it instead."""

    def __init__(self, text: str, found: Sequence[TomlStatement]) -> None:
        self.text = text
        self.statements = found
        self._parts: list[tuple[int, int, str]] = []
        self._gone: set[int] = set()
        """The statements that are taken out, by number."""
        self._added: defaultdict[str, list[str]] = defaultdict(list)
        """Lines for tables, by header, that the text has no place for yet."""
        self._moved: set[str] = set()
        """Tables in one line or dotted that are taken out, and written below a header of their own."""

    # -- statements --------------------------------------------------------------------------------------

    def _at(self, *path: str | int) -> tuple[int, TomlStatement] | None:
        """Return a key with its number."""
        numbered = enumerate(self.statements)
        return next(((n, found) for n, found in numbered if found.path == path and not found.is_header), None)

    def _has_header(self, name: str) -> bool:
        return any(found.is_header and found.path == (name,) for found in self.statements)

    def _put(self, span: Span, text: str) -> None:
        if span.of(self.text) != text:
            self._parts.append((*span, text))

    def _take_out(self, number: int) -> None:
        self._gone.add(number)

    def _lines(self, found: TomlStatement) -> Span:
        """Return the whole lines of a statement, with the comment behind it."""
        start = self.text.rfind("\n", 0, found.span.start) + 1
        end = self.text.find("\n", found.span.end)
        return Span(start, len(self.text) if end < 0 else end + 1)

    def _set(self, header: str, key: str, value: str) -> None:
        """Give a key of the head or of a table a value."""
        path = (header, key) if header else (key,)
        found = self._at(*path)
        if found is not None and found[1].value is not None:
            self._put(found[1].value, value)
        else:
            self._added[header].append(f"{key_text(key)} = {value}\n")

    def _joined(self) -> str:
        """Return the text with everything in its place."""
        found = self.statements
        for n in self._gone:
            self._parts.append((*self._lines(found[n]), ""))
        emptied = [
            n
            for n, each in enumerate(found)
            if each.is_header
            and len(each.path) == 1
            and str(each.path[0]) not in self._added
            and (inside := [m for m, other in enumerate(found) if other.header == each.path and not other.is_header])
            and self._gone.issuperset(inside)
        ]
        self._parts += [(*self._lines(found[n]), "") for n in emptied if n not in self._gone]
        at_end = ""
        for header, lines in self._added.items():
            place = self._end_of(header)
            if place is None:
                at_end += f"\n[{header}]\n" + "".join(lines)
            else:
                before = "" if place == 0 or self.text[place - 1] == "\n" else "\n"
                self._parts.append((place, place, before + "".join(lines)))
        text, at = [], 0
        for start, end, new in sorted(self._parts, key=lambda part: (part[0], part[1])):
            text += [self.text[at : max(start, at)], new]
            at = max(end, at)
        whole = "".join((*text, self.text[at:]))
        return whole if not at_end else whole.rstrip("\n") + "\n" + at_end

    def _end_of(self, header: str) -> int | None:
        """Return where a line more of a table stands; None where the text has no such table."""
        ends = [
            self._lines(each).end
            for each in self.statements
            if (each.header == ((header,) if header else ()))
            and (len(each.path) == len(each.header) + (not each.is_header))
        ]
        if header and not self._has_header(header):
            return None
        return max(ends, default=0)

    # -- lists -------------------------------------------------------------------------------------------

    def _list(self, table: str, kind: str, keeps: Sequence[bool], added: Sequence[str], *, inline: bool = True) -> None:
        """Have a list of a table keep some of its items, and have others besides."""
        found = None if table in self._moved else self._at(table, kind)
        if found is None or found[1].value is None:
            if added:
                self._added[table].append(f"{key_text(kind)} = {_array(added, inline=inline)}\n")
            return
        number, statement = found
        assert statement.value is not None
        if all(keeps) and not added:
            return
        if not any(keeps) and not added:
            self._take_out(number)
            return
        text = statement.value.of(self.text)
        items = [item.of(self.text) for item in statement.items]
        if "\n" not in text or not any(keeps):
            kept = [item for item, stays in zip(items, keeps, strict=True) if stays]
            self._put(statement.value, _array([*kept, *added], inline=inline))
            return
        self._change_items(statement, keeps, added)

    def _change_items(self, statement: TomlStatement, keeps: Sequence[bool], added: Sequence[str]) -> None:
        """Change a list over several lines: what stands between its items stays."""
        assert statement.value is not None
        text, closing = self.text, statement.value.end - 1
        for item, stays in zip(statement.items, keeps, strict=True):
            if stays:
                continue
            end = item.end
            while text[end] in " \t":
                end += 1
            end = end + 1 if text[end] == "," else item.end
            start, line_end = text.rfind("\n", 0, item.start) + 1, end
            while text[line_end] in " \t":
                line_end += 1
            if not text[start : item.start].strip() and text[line_end] == "\n":
                self._parts.append((start, line_end + 1, ""))
            else:
                self._parts.append((item.start, line_end if text[line_end] != "\n" else end, ""))
        if not added:
            return
        last = [item for item, stays in zip(statement.items, keeps, strict=True) if stays][-1]
        after = _after_comma(text, last.end, closing)
        if after is None:
            self._parts.append((last.end, last.end, ","))
        line = text.rfind("\n", 0, last.start) + 1
        indent = text[line : line + len(text[line:]) - len(text[line:].lstrip(" \t"))] or "    "
        start = text.rfind("\n", 0, closing) + 1
        lines = "".join(f"{indent}{line}\n" for line in _wrapped(added, WIDTH - len(indent)))
        if text[start:closing].strip():  # the bracket closes on the line of the last item
            self._parts.append((closing, closing, f"\n{lines}"))
        else:
            self._parts.append((start, start, lines))


def _array(items: Sequence[str], *, inline: bool) -> str:
    if inline or len(items) == 1:
        return list_text(items)
    return "[\n    " + ",\n    ".join(items) + ",\n]"


def _wrapped(items: Sequence[str], width: int) -> list[str]:
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + len(item) + 2 <= width:
            lines[-1] += f" {item},"
        else:
            lines.append(f"{item},")
    return lines


def _after_comma(text: str, at: int, end: int) -> int | None:
    """Return where a list goes on after the comma behind an item; None where there is no comma."""
    while at < end:
        if text[at] == ",":
            return at + 1
        if text[at] == "#":
            at = text.index("\n", at)
        elif not text[at].isspace():
            return None
        at += 1
    return None
