"""`sandtable rulings`: the register of readings, and the same readings wherever a rule is shown."""

import json

import pytest

from sim.cli.output import ExitCode
from sim.scenario.systems import systems
from tests.cli.commands import Command

ABEAM = (
    "COH-FLANK-abeam Exactly abeam [base game, facing] On which side of a counter those hexes lie that are exactly to "
    'its left or right. abeam = "front" (usual): They lie in its front arc. abeam = "flank": '
)


def test_every_clause_of_every_system_is_listed(sandtable: Command) -> None:
    """By system, with the question, the citation, and the usual reading first; numbers stand without marks."""
    said = sandtable("rulings")
    assert said.code == ExitCode.OK
    for ruleset in systems():
        for rule in ruleset.rulebook.rulings:
            assert f"\n{rule.id}  {rule.title} [{rule.source}]\n" in said.out
    assert ABEAM in " ".join(said.out.split()) and "  hex_front = 120 (usual): " in said.out
    assert ABEAM in " ".join(sandtable("rulings", "conflict_of_heroes").out.split())
    assert "hex_front" not in sandtable("rulings", "conflict_of_heroes").out


def test_one_clause_is_shown_in_full_by_its_id_or_its_setting(sandtable: Command) -> None:
    """As `sandtable rules` shows it: with the reason for the usual reading."""
    said = sandtable("rulings", "conflict_of_heroes", "abeam")
    assert said.out == sandtable("rulings", "conflict_of_heroes", "coh-flank-abeam").out
    assert said.out == sandtable("rules", "conflict_of_heroes", "COH-FLANK-abeam").out
    assert 'Why "front": The front arc is drawn' in said.out and "Source: base game, facing" in said.out


def test_as_data(sandtable: Command) -> None:
    """The shape is that of `sandtable rules`."""
    data = json.loads(sandtable("rulings", "outlaws", "no_way", "--json").out)
    (rule,) = data["rules"]
    assert (rule["id"], rule["setting"]) == ("OUT-READ-no-way", "no_way")
    assert [reading["value"] for reading in rule["readings"]] == ["waits", "goes nearer"]
    assert [book["system"] for book in json.loads(sandtable("rulings", "--json").out)] == [s.id for s in systems()]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("outlaws", "tie"), 'has no clause "tie" that can be read in two ways'),
        (("outlaws", "OUT-CUP"), "OUT-CUP can be read in one way only"),
        (("chess",), 'there is no system "chess"'),
    ],
)
def test_what_is_not_there_is_said(sandtable: Command, arguments: tuple[str, ...], told: str) -> None:
    """With the command that lists what there is."""
    assert told in sandtable("rulings", *arguments).refused()
