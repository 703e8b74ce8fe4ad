"""Which rule a refusal follows, where the rulebook file has one: much of what is refused the base games say."""

from __future__ import annotations

from collections.abc import Mapping

from sim.engine.words import cited


def rule_of(reason: str, rules: Mapping[str, str]) -> str:
    """Return the rule of the first words that a reason contains; empty if it has none of them.

    >>> rule_of("Maxim is spent", {"is spent": "COH-3.1"}), rule_of("Maxim is hidden", {"is spent": "COH-3.1"})
    ('COH-3.1', '')
    """
    return next((rule for words, rule in rules.items() if words in reason), "")


def with_rule(reason: str | None, rules: Mapping[str, str]) -> str:
    """Return a reason with the rule that it follows; empty where there is none."""
    return cited(reason or "", rule_of(reason or "", rules))
