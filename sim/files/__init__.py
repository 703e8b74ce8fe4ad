"""Read and write the files that people share: maps, scenarios, saves, rule data.

Any bytes given to a loader end, soon and in bounded memory, in a document or in `FileMistakes`, which say
what is wrong, where, and what would be right. This layer knows TOML, JSON and folders; what a map or a
scenario *is* stands in the layers above, as models made with `sim.files.strict`. That module is not imported
here, because pydantic takes long to load and many commands do without it.
"""

from sim.files.document import JSON_LIMITS, TOML_LIMITS, Document, FileLimits, require_version
from sim.files.json_document import JsonDocument, parse_json, read_json
from sim.files.mistakes import (
    FileLocation,
    FileMistakes,
    KeyPath,
    Mistake,
    UnsupportedVersion,
    closest,
    counted,
    did_you_mean,
    one_of,
    printable,
    shown,
    written,
)
from sim.files.paths import path_within
from sim.files.reading import decoded, read_bytes, read_text
from sim.files.toml_document import TomlDocument, parse_toml, read_toml
from sim.files.writing import remove_strays, write_atomically

__all__ = [
    "JSON_LIMITS",
    "TOML_LIMITS",
    "Document",
    "FileLimits",
    "FileLocation",
    "FileMistakes",
    "JsonDocument",
    "KeyPath",
    "Mistake",
    "TomlDocument",
    "UnsupportedVersion",
    "closest",
    "counted",
    "decoded",
    "did_you_mean",
    "one_of",
    "parse_json",
    "parse_toml",
    "path_within",
    "printable",
    "read_bytes",
    "read_json",
    "read_text",
    "read_toml",
    "remove_strays",
    "require_version",
    "shown",
    "write_atomically",
    "written",
]
