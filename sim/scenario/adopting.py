"""Look a system over before it is played: mistakes that would show late, or never, are told at once.

Each is a sentence that says what is wrong and what would be right. What can only be seen in play, the tests in
tests/contract find.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from inspect import isabstract
from pathlib import Path
from typing import Any

from sim.engine.citations import sources
from sim.engine.events import Event
from sim.engine.ruleset import Ruleset
from sim.files import FileMistakes, did_you_mean, shown
from sim.solo.plans import options

_ID = re.compile(r"[a-z][a-z0-9_]{1,39}")


def mistakes_of(ruleset: Ruleset[Any, Any]) -> Iterator[str]:
    """Yield what is wrong with a system, a sentence for each."""
    try:
        lacking = [name for name in _NEEDED if not hasattr(ruleset, name)]
    except FileMistakes as wrong:
        yield f"its rulebook cannot be read: {wrong.mistakes[0]}"
        return
    yield from (f"it has no `{name}`: {_NEEDED[name]}" for name in lacking)
    if lacking:
        return
    if not _ID.fullmatch(ruleset.id):
        yield f"its id is {shown(ruleset.id)}: small letters, digits and _ are needed, a letter first"
    if not len(ruleset.rulebook):
        yield "its rulebook has no rule: every decision has to cite one"
    yield from _lists(ruleset)
    yield from _unlisted_events(ruleset)
    yield from _plans(ruleset)
    for file, tree in _trees(ruleset):
        yield from _unknown_rules(ruleset, file, tree)
        yield from _unplanned(ruleset, file, tree)


_NEEDED = {
    "id": "a name in small letters, as scenarios write it",
    "title": "what players call the game",
    "rulebook": "a file rulebook.toml beside the module is read by itself",
    "state_type": "the class of its states",
    "unit_type": "the class of its units",
    "own_events": "a tuple of its events",
    "intents": "a tuple of its orders",
}


def _lists(ruleset: Ruleset[Any, Any]) -> Iterator[str]:
    for name in ("own_events", "intents"):
        if not isinstance(getattr(ruleset, name), tuple):
            yield f"`{name}` is a {type(getattr(ruleset, name)).__name__}: a tuple is needed"
    declared = [(kind, "on") for kind in ruleset.intents] + [(kind, "takes") for kind in ruleset.own_events]
    for kind, name in declared:
        if isinstance(found := getattr(kind, name, ()), str | list | set):
            yield f"`{name}` of {kind.__name__} is {found!r}: a tuple is needed, with a comma after each"
    kept: tuple[type[Any], ...] = (ruleset.state_type, ruleset.unit_type)
    for each in kept:
        for name, field in getattr(each, "__dataclass_fields__", {}).items():
            if (told := getattr(field.type, "__name__", str(field.type))).startswith(("list", "dict", "set")):
                yield f"`{name}` of {each.__name__} is a {told}: states never change, so a tuple is needed"


def _unlisted_events(ruleset: Ruleset[Any, Any]) -> Iterator[str]:
    """Yield events of the system's package that would be refused by a record."""
    package = _package(ruleset)
    known = {each.__name__ for each in ruleset.events}
    for kind in _deriving(Event):
        is_own = f"{kind.__module__}.".startswith(f"{package}.") and not isabstract(kind)
        if is_own and (kind.says or not kind.__subclasses__()) and kind.__name__ not in known:
            yield f"the event {kind.__name__} of {kind.__module__} is not among its events: a record could not be read"


def _plans(ruleset: Ruleset[Any, Any]) -> Iterator[str]:
    plans: Mapping[str, Any] = getattr(ruleset, "plans", {})
    occasions = {each for own in plans.values() if isinstance(own, Mapping) for each in own}
    for player, own in plans.items():
        if not isinstance(own, Mapping):
            yield f"the plan of {player} has no occasion: write {{OCCASION: plan}}, even if there is one only"
            continue
        for kind in ruleset.intents:
            for each in getattr(kind, "on", ()):
                if each not in occasions:
                    yield f"nobody has a plan for {shown(each)}, on which {kind.__name__} can be ordered"
        for occasion, plan in own.items():
            for option in options(plan):
                if option.rule not in ruleset.rulebook:
                    yield _unknown(ruleset, option.rule, f"the option {shown(option.text)} of {player}, {occasion}")
    for kind in ruleset.intents:
        if (rule := getattr(kind, "rule", "")) and rule not in ruleset.rulebook:
            yield _unknown(ruleset, rule, f"the order {kind.__name__}")


def _trees(ruleset: Ruleset[Any, Any]) -> Iterator[tuple[Path, ast.Module]]:
    """Yield the files of a system, as far as they can be read."""
    module = sys.modules[_package(ruleset)]
    home = getattr(module, "__path__", None)
    for file in sources(Path(next(iter(home)) if home else module.__file__ or "")):
        with suppress(OSError, SyntaxError, ValueError):
            yield file, ast.parse(file.read_bytes())


def _unknown_rules(ruleset: Ruleset[Any, Any], file: Path, tree: ast.Module) -> Iterator[str]:
    """Yield rules that the source gives to notes, checks and refusals, and that the book does not have."""
    prefix = re.compile(rf"{re.escape(ruleset.rulebook.prefix)}-[A-Za-z0-9]+(?:[.-][A-Za-z0-9]+)*")
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(id_)) if prefix.fullmatch(id_) and id_ not in ruleset.rulebook:
                yield _unknown(ruleset, id_, f"{file.name}, line {node.lineno},")


def _unplanned(ruleset: Ruleset[Any, Any], file: Path, tree: ast.Module) -> Iterator[str]:
    """Yield occasions on which the source asks somebody, and for which nobody has a plan."""
    plans: Mapping[str, Any] = getattr(ruleset, "plans", {})
    planned = {occasion for own in plans.values() if isinstance(own, Mapping) for occasion in own}
    named = next((vars(each) for each in [*sys.modules.values()] if getattr(each, "__file__", None) == str(file)), {})
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="Ask") | ast.Attribute(attr="Ask"), args=[_, asked, *_]):
                occasion = named.get(asked.id) if isinstance(asked, ast.Name) else getattr(asked, "value", None)
                if planned and isinstance(occasion, str) and occasion not in planned:
                    yield f"{file.name}, line {node.lineno}, asks on {shown(occasion)}, for which nobody has a plan"


def _unknown(ruleset: Ruleset[Any, Any], rule: str, who: str) -> str:
    guess = did_you_mean(rule, [each.id for each in ruleset.rulebook])
    return f"{who} cites {shown(rule)}, which its rulebook does not have{f'; {guess}' if guess else ''}"


def _package(ruleset: Ruleset[Any, Any]) -> str:
    """Return the package that a system is written in; a system of one module is that."""
    module = sys.modules[type(ruleset).__module__]
    return module.__name__ if hasattr(module, "__path__") else module.__package__ or module.__name__


def _deriving(kind: type[Any]) -> Iterator[Any]:
    for each in kind.__subclasses__():
        yield each
        yield from _deriving(each)
