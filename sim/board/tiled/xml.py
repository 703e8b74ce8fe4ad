"""Read Tiled's XML (`.tmx`, `.tsx`) as the tables that its JSON has.

Tiled says the same in both: what is an attribute or an element in one is a key in the other. So a map in XML is turned
into the tables of a map in JSON, and read by the same code with the same mistakes.
"""

from __future__ import annotations

from typing import Any

from sim.files import FileLimits, FileLocation, FileMistakes, JsonDocument
from sim.files.xml_document import Element, parse_xml

Table = dict[str, Any]

_WHOLE = frozenset(
    ("width", "height", "tilewidth", "tileheight", "hexsidelength", "firstgid", "tilecount", "columns", "id", "gid")
)
_NUMBERS = frozenset(("x", "y", "rotation", "offsetx", "offsety", "opacity"))
_MEASURED = frozenset(("width", "height"))
"""Whole numbers of maps and layers, but of objects measures in pixels."""
_LAYERS = {"layer": "tilelayer", "objectgroup": "objectgroup", "imagelayer": "imagelayer", "group": "group"}


def tables_of(text: str, file: str, limits: FileLimits) -> JsonDocument:
    """Return a map or tileset in XML as the document that Tiled would have written in JSON.

    >>> from sim.files import JSON_LIMITS
    >>> tables_of('<map width="3" infinite="0"/>', "x.tmx", JSON_LIMITS).data
    {'width': 3, 'infinite': False, 'type': 'map', 'layers': [], 'tilesets': []}
    """
    top = parse_xml(text, file, limits)
    match top.name:
        case "map":
            data = _head(top) | {"type": "map", "layers": _layers(top)}
            data["tilesets"] = [_tileset(each) for each in top.all("tileset")]
        case "tileset":
            data = _tileset(top) | {"type": "tileset"}
        case other:
            raise FileMistakes([FileLocation(file).mistake(f"<{other}>", "<map>, as Tiled saves it")])
    return JsonDocument(file, data)


def _head(element: Element, numbers: frozenset[str] = _NUMBERS) -> Table:
    """Return the attributes of an element as JSON has them, and its properties."""
    table: Table = {}
    for name, value in element.attributes.items():
        if name == "infinite" and value in ("0", "1"):
            table[name] = value == "1"
        elif name in numbers:
            table[name] = _number(value)
        else:
            table[name] = _whole(value) if name in _WHOLE else value
    properties = element.first("properties")
    if properties is not None:
        table["properties"] = [_property(each) for each in properties.all("property")]
    return table


def _whole(value: str) -> int | str:
    """Return a whole number; what is none stays as it is, to be refused by whoever wants a number."""
    return int(value) if len(value) <= 11 and value.removeprefix("-").isdecimal() else value


def _number(value: str) -> float | str:
    try:
        return float(value) if len(value) <= 40 else value
    except ValueError:
        return value


def _property(element: Element) -> Table:
    said = element.attributes
    # A text of several lines stands within the element.
    value: Any = said.get("value", element.text)
    match said.get("type", "string"):
        case "int" | "object":
            value = _whole(value)
        case "float":
            value = _number(value)
        case "bool" if value in ("true", "false"):
            value = value == "true"
    return {"name": said.get("name", ""), "type": said.get("type", "string"), "value": value}


def _tileset(element: Element) -> Table:
    tiles = [_head(tile) for tile in element.all("tile")]
    return _head(element) | ({"tiles": tiles} if tiles else {})


def _layers(parent: Element) -> list[Table]:
    """Return the layers in their order, those in groups within them."""
    found = []
    for element in parent.inner:
        if element.name not in _LAYERS:
            continue
        table = _head(element) | {"type": _LAYERS[element.name]}
        table.setdefault("name", "")
        match element.name:
            case "layer":
                table |= _data(element)
            case "objectgroup":
                table["objects"] = [_object(each) for each in element.all("object")]
            case "group":
                table["layers"] = _layers(element)
        found.append(table)
    return found


def _data(layer: Element) -> Table:
    data = layer.first("data")
    if data is None:
        return {}
    if data.first("chunk") is not None:
        return {"chunks": []}
    return {"encoding": "xml", **data.attributes, "data": data.text.strip()}


def _object(element: Element) -> Table:
    table = _head(element, _NUMBERS | _MEASURED)
    for form in element.inner:
        match form.name:
            case "polygon" | "polyline":
                table[form.name] = [_point(each) for each in form.attributes.get("points", "").split()]
            case "ellipse" | "point":
                table[form.name] = True
            case "text":
                table["text"] = {"text": form.text}
    return table


def _point(text: str) -> Table:
    x, _, y = text.partition(",")
    return {"x": _number(x), "y": _number(y)}
