"""Elements of a page, of which nothing that comes from a file can be more than text.

Whatever is put into an element is escaped unless it is an element itself, so that no place can forget it: titles, ids
of units and reasons are written by whoever wrote the scenario.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

ALONE = {"meta", "img", "br", "use", "path", "rect", "line", "circle", "polyline"}
"""Elements without an end, while nothing is in them."""


class Html(str):
    """Text that is markup already."""

    __slots__ = ()


def element(name: str, /, *content: object, **attributes: Any) -> Html:
    """Return an element; a name of an attribute that Python keeps for itself has `_` behind it, None leaves one out.

    >>> element("td", "a < b", element("br"), class_="wide", data_cell="A1", title=None)
    '<td class="wide" data-cell="A1">a &lt; b<br></td>'
    """
    given = "".join(
        f" {key.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{escape(_text(value))}"')
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    inside = joined(content)
    # In SVG, which is XML at heart, what has no end must say so; HTML takes the stroke for nothing.
    stroke = "/" if name in ALONE - {"meta", "img", "br"} else ""
    return Html(f"<{name}{given}{stroke}>" if name in ALONE and not inside else f"<{name}{given}>{inside}</{name}>")


def joined(parts: Iterable[object], between: str = "") -> Html:
    """Return parts one after the other, each escaped unless it is markup."""
    return Html(between.join(part if isinstance(part, Html) else escape(_text(part)) for part in parts))


def table(caption: str, head: Iterable[object], rows: Iterable[Iterable[object]], class_: str | None = None) -> Html:
    """Return a table; the first cell of each row heads it, and figures stand to the right."""
    heading = element("tr", *(element("th", each, scope="col") for each in head))
    lines = []
    for first, *rest in rows:
        cells = (element("td", each, class_="figure" if _is_figure(each) else None) for each in rest)
        lines.append(element("tr", element("th", first, scope="row"), *cells))
    body = element("thead", heading), element("tbody", *lines)
    return element("table", element("caption", caption) if caption else "", *body, class_=class_)


def page(title: str, style: Path, script: Path | None, *body: object) -> str:
    """Return a page that is whole in itself: of all that it holds only this script can run, and nothing is fetched."""
    code = script.read_text(encoding="utf-8") if script else ""
    runs = f"'sha256-{b64encode(sha256(code.encode()).digest()).decode()}'" if script else "'none'"
    policy = (
        f"default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src {runs}; "
        "base-uri 'none'; form-action 'none'"
    )
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        element("style", Html(style.read_text(encoding="utf-8"))),
    )
    runs_last = element("script", Html(code)) if script else ""
    return f"<!DOCTYPE html>\n{element('html', head, element('body', *body, runs_last), lang='en')}\n"


def data_script(data: object, **attributes: Any) -> Html:
    """Return data for the script of a page.

    In a script nothing is escaped by entities; without this one sign nothing in it can end it or begin another.
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return element("script", Html(text), type="application/json", **attributes)


def _is_figure(cell: object) -> bool:
    return isinstance(cell, int | float) or (
        isinstance(cell, str) and not isinstance(cell, Html) and cell[:1] in "0123456789+-–"
    )


def _text(value: object) -> str:
    """Write a figure with no more digits than are seen."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
