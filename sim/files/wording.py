"""Put a pydantic error into the words of the file: what was found, what was expected, what was meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import StringConstraints
from pydantic_core import ErrorDetails

from sim.files.kinds import ErrorPlace, choices, described, item_of, keys_of, tags
from sim.files.mistakes import KeyPath, did_you_mean, one_of, shown

_WRONG_TYPE = {
    "int": "a whole number",
    "float": "a number",
    "string": "a text",
    "bool": "true or false",
    "list": "an array",
    "tuple": "an array",
    "set": "an array",
    "frozen_set": "an array",
    "dict": "a table",
    "mapping": "a table",
    "model": "a table",
    "model_attributes": "a table",
    "dataclass": "a table",
    "date": "a date",
    "time": "a time",
    "datetime": "a date and time",
}

_BOUNDS = {
    "greater_than": "more than {gt}",
    "greater_than_equal": "at least {ge}",
    "less_than": "less than {lt}",
    "less_than_equal": "at most {le}",
    "multiple_of": "a multiple of {multiple_of}",
    "finite_number": "a finite number",
    "string_too_short": "a text of at least {min_length} {characters}",
    "string_too_long": "a text of at most {max_length} {characters}",
    "string_pattern_mismatch": "{words}",
    "too_short": "at least {min_length}",
    "too_long": "at most {max_length}",
}


_FORMS: dict[str, str] = {}


def formed(pattern: str, words: str) -> StringConstraints:
    """Constrain a text to a pattern, which mistakes give in words: few who draw maps read regular expressions."""
    _FORMS[pattern] = words
    return StringConstraints(pattern=pattern)


@dataclass(frozen=True)
class Phrase:
    """The words of one mistake; `further` leads from the place of the error to the key it is really about."""

    found: str
    expected: str
    hint: str = ""
    further: KeyPath = ()


def worded(error: ErrorDetails, place: ErrorPlace) -> Phrase:
    """Word one error."""
    found, context = error["input"], error.get("ctx", {})
    match error["type"]:
        case "missing":
            return Phrase("nothing", _wanted(place))
        case "extra_forbidden" | "unexpected_keyword_argument":
            return _unknown_key(place)
        case "literal_error" | "enum":
            known = choices(place.kind) or _quoted_in(context["expected"]) or [context["expected"]]
            return _not_among(found, known, is_key=place.is_key)
        case "union_tag_invalid" | "union_tag_not_found":
            return _wrong_tag(error, place)
        case "value_error" | "assertion_error":
            return Phrase("", str(context["error"]))
        case bound if bound in _BOUNDS:
            pattern = context.get("pattern", "")
            words = _FORMS.get(pattern, f"a text of the form {pattern}")
            one = 1 in (context.get("min_length"), context.get("max_length"))
            characters = "character" if one else "characters"
            expected = _BOUNDS[bound].format(**context, words=words, characters=characters)
            return Phrase(shown(found), expected.removesuffix(".0"))
        case other:
            return _wrong_type(other, error, place)


def _unknown_key(place: ErrorPlace) -> Phrase:
    known = list(keys_of(place.owner)) if place.owner else []
    expected = one_of(known, like=place.path[-1]) if known else "only keys that are known here"
    return Phrase("an unknown key", expected, did_you_mean(place.path[-1], known))


def _not_among(found: Any, known: Sequence[Any], is_key: bool = False) -> Phrase:
    words = [word for word in known if isinstance(word, str)]
    return Phrase(("the key " if is_key else "") + shown(found), one_of(known, like=found), did_you_mean(found, words))


def _wrong_tag(error: ErrorDetails, place: ErrorPlace) -> Phrase:
    """Word the case of a table that should tell by one key which of several kinds it is."""
    context, table = error.get("ctx", {}), error["input"]
    keys = _quoted_in(context["discriminator"])
    if len(keys) != 1 or not isinstance(table, dict):
        return Phrase(shown(table), "a table of a known kind")
    key = keys[0]
    known = tags(place.kind, key) or _quoted_in(context.get("expected_tags", ""))
    if key not in table:
        return Phrase("nothing", one_of(known), further=(key,))
    phrase = _not_among(table[key], known)
    return Phrase(phrase.found, phrase.expected, phrase.hint, further=(key,))


def _wanted(place: ErrorPlace) -> str:
    """Say what is missing. A table at the top of a file is shown by its header."""
    wanted = described(place.kind)
    return f"{wanted} [{place.path[0]}]" if wanted == "a table" and len(place.path) == 1 else wanted


def _wrong_type(name: str, error: ErrorDetails, place: ErrorPlace) -> Phrase:
    value = error["input"]
    found = f"the text {shown(value)}" if isinstance(value, str) and not place.is_key else shown(value)
    wanted = _WRONG_TYPE.get(re.sub("_(type|parsing|from_float|parsing_size)$", "", name))
    if wanted:
        hint = _bracketed(value, place) if wanted == "an array" else ""
        wanted = described(place.kind) if wanted == "a table" and place.kind else wanted
        return Phrase(f"the key {found}" if place.is_key else found, wanted, hint)
    # Pydantic knows a hundred ways to be wrong, of which our files meet a dozen.
    return Phrase(shown(value), error["msg"].removeprefix("Input should be "))


def _bracketed(value: object, place: ErrorPlace) -> str:
    """Show how one thing is written where a list of such things belongs, if that is all that is wrong."""
    match value, described(item_of(place.kind)), place.path:
        case str(), "a text", (*_, str()):
            return f"write [{shown(value)}]"
        case dict(), "a table", (str(key),):
            return f"write [[{key}]]"
    return ""


def _quoted_in(text: str) -> list[str]:
    """Take the words out of pydantic's lists, as in `'wall', 'hedge' or 'gate'`."""
    return re.findall(r"'((?:[^'\\]|\\.)*)'", text)
