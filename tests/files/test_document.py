from typing import Any

import pytest

from sim.files import FileMistakes, UnsupportedVersion, parse_json, parse_toml, require_version


def test_the_version_is_given_back() -> None:
    """A loader learns which it has, wherever it is written; one that is newer, or read no more, is unsupported."""
    assert require_version(parse_toml("format = 2", "x.toml"), supported=(1, 2)) == 2
    document: Any = parse_json('{"version": 1}', "x.tmj")
    assert require_version(document, key="version") == 1
    with pytest.raises(UnsupportedVersion) as caught:
        require_version(parse_toml("\nformat = 7", "x.toml"))
    assert str(caught.value) == "x.toml:2: format: found 7, expected 1; written by a newer Sandtable?"
    with pytest.raises(UnsupportedVersion) as caught:
        require_version(parse_toml("format = 1", "x.toml"), supported=(2, 3))
    assert str(caught.value) == "x.toml:1: format: found 1, expected 2 or 3"


@pytest.mark.parametrize(
    ("text", "found"), [("", "nothing"), ("format = '1'", '"1"'), ("format = true", "true"), ("format = 1.0", "1.0")]
)
def test_a_file_without_a_proper_version_is_a_mistake(text: str, found: str) -> None:
    """No version, or none that is a whole number, is no newer format; JSON that is no table has none either."""
    with pytest.raises(FileMistakes, match=f"format: found {found}, expected the format version, 1") as caught:
        require_version(parse_toml(text, "x.toml"))
    assert not isinstance(caught.value, UnsupportedVersion)
    for json in ("[]", "1", "null"):
        with pytest.raises(FileMistakes, match="expected a table"):
            require_version(parse_json(json, "x.json"))
