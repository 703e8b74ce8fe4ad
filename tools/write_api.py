"""Rewrite the lower part of API.md from the code, after a change to what programs may use.

Run it with the Python of the checkout: `.venv/bin/python tools/write_api.py`. A test compares the two, so that no name
and no signature of the public surface changes unseen.
"""

import dataclasses
import inspect
import re
import sys
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).resolve().parent.parent
PAGE = CHECKOUT / "API.md"
MARK = "<!-- From here on tools/write_api.py writes. -->\n"


def main() -> int:
    """Write the page, and say whether that changed anything."""
    sys.path.insert(0, str(CHECKOUT))  # this checkout's code, whatever else is installed
    before = PAGE.read_text(encoding="utf-8")
    text = before.partition(MARK)[0] + MARK + written()
    PAGE.write_text(text, encoding="utf-8", newline="\n")
    print(f"API.md: {'unchanged' if text == before else 'rewritten'}")
    return 0


def written() -> str:
    """Return what the code says of the public surface: its functions in their order, then its nouns."""
    from sim import surface

    parts, told = [], set[str]()
    for heading, names in _sections(Path(surface.__file__ or "").read_text(encoding="utf-8")):
        functions = [name for name in names if name in surface.__all__ and name.islower()]
        told |= {*functions}
        if functions:
            parts += [
                f"\n## {heading[0].upper()}{heading[1:]}\n",
                *(_function(getattr(surface, name)) for name in functions),
            ]
    nouns = [name for name in surface.__all__ if name not in told]
    parts += ["\n## The nouns\n", *(_noun(getattr(surface, name)) for name in nouns)]
    return "".join(parts)


def _sections(source: str) -> Iterator[tuple[str, list[str]]]:
    """Yield every heading of a module with the functions below it."""
    for part in re.split(r"^# -- ", source, flags=re.MULTILINE)[1:]:
        yield part.partition(" ---")[0].strip(" -\n"), re.findall(r"^def (\w+)", part, flags=re.MULTILINE)


def _function(of: Any) -> str:
    text, _, example = (inspect.getdoc(of) or "").partition("\n\n>>> ")
    shown = f"\n```python\n>>> {example}\n\n```\n" if example else ""
    return f"\n### {of.__name__}\n\n```\n{_broken(of.__name__ + _signature(of))}\n```\n\n{text}\n{shown}"


def _broken(signature: str) -> str:
    """Break a long signature before what is given by name."""
    return signature if len(signature) <= 120 else signature.replace("*, ", "*,\n    ")


class _Bare(str):
    """An annotation as it stands in the code, without the quotes around it."""

    def __repr__(self) -> str:
        return str(self)


def _signature(of: Any, without_self: bool = False) -> str:
    """Write a signature as it stands in the code."""
    signature = inspect.signature(of)
    given = [
        each.replace(annotation=_Bare(each.annotation)) if each.annotation is not each.empty else each
        for each in list(signature.parameters.values())[without_self:]
    ]
    return str(signature.replace(parameters=given, return_annotation=_Bare(signature.return_annotation)))


def _noun(of: type) -> str:
    """Tell a class: what it is, and what can be asked of it, in a line each."""
    own = [
        each
        for each in reversed(of.__mro__)
        if each.__module__.startswith("sim.") and not each.__name__.startswith("_")
    ]
    lines = dict[str, str]()
    for each in own:
        source = inspect.getsource(each)
        fields = dict(re.findall(r'^    (\w+): [^\n]+\n    """([^"]+?)"""', source, re.MULTILINE))
        for name in getattr(each, "__annotations__", {}):
            if not name.startswith("_") and dataclasses.is_dataclass(of):
                lines[name] = f"- `{name}`{_said(fields.get(name))}"
        for name, doc in re.findall(r'^        self\.([a-z]\w*)[^\n]+\n        """([^"]+?)"""', source, re.MULTILINE):
            lines[name] = f"- `{name}`{_said(doc)}"
        for name, member in vars(each).items():
            if not name.startswith("_") and (told := _member(name, member)):
                lines[name] = told
    doc = (inspect.getdoc(of) or "").partition("\n\n")[0] if of.__doc__ else ""
    return f"\n### {of.__name__}\n\n{doc}\n" + ("\n" + "\n".join(lines.values()) + "\n" if lines else "")


def _member(name: str, member: Any) -> str:
    match member:
        case property() | cached_property():
            return f"- `{name}`{_said(inspect.getdoc(member.fget if isinstance(member, property) else member.func))}"
        case classmethod():
            return f"- `{name}{_signature(member.__func__, True)}`{_said(inspect.getdoc(member))}"
        case _ if inspect.isfunction(member):
            return f"- `{name}{_signature(member, True)}`{_said(inspect.getdoc(member))}"
    return ""


def _said(doc: str | None) -> str:
    """Return the first paragraph of a docstring, as it goes on in a line."""
    first = " ".join((doc or "").partition("\n\n")[0].split())
    start = first[:1] if first.startswith("None") else first[:1].lower()
    return f": {start}{first[1:]}" if first else ""


if __name__ == "__main__":
    sys.exit(main())
