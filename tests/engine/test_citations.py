"""Which code stands behind a rule is read off its source."""

from pathlib import Path
from textwrap import dedent

from sim.engine.citations import citations, sources

KNOWN = {"PKT-1", "PKT-2", "PKT-2.1"}


def cited(tmp_path: Path, **modules: str) -> list[tuple[str, str, int, str]]:
    """Write modules of a package, and return what they cite."""
    folder = tmp_path / "game"
    folder.mkdir()
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(dedent(text), encoding="utf-8")
    found = citations(sources(folder), KNOWN)
    how = {each: "tells" if each.tells else "cites" if each.given else "speaks" for each in found}
    return [(each.rule, each.name, each.line, how[each]) for each in found]


def test_a_docstring_that_begins_with_an_id_tells_the_rule(tmp_path: Path) -> None:
    """Also with several; an id further on in it is merely spoken of, and one that no rulebook knows is nothing."""
    code = '''
        def one():
            """PKT-1, PKT-2: walk. PKT-2.1 says how; PKT-9 is not there."""
        '''
    assert cited(tmp_path, rules=code) == [
        ("PKT-1", "one", 2, "tells"),
        ("PKT-2", "one", 2, "tells"),
        ("PKT-2.1", "one", 2, "speaks"),
    ]


def test_a_method_cites_for_itself(tmp_path: Path) -> None:
    """The class has only what stands in it outside of its methods."""
    code = '''
        class Walk:
            rule, verb = "PKT-1", "walk"

            def resolve(self):
                """PKT-2: go."""
        '''
    assert cited(tmp_path, rules=code) == [("PKT-1", "Walk", 2, "cites"), ("PKT-2", "Walk.resolve", 5, "tells")]


def test_an_id_is_followed_through_a_constant(tmp_path: Path) -> None:
    """One of the same module, or one that another module imports under whatever name."""
    here = """
        RULE = "PKT-1"
        def one():
            return RULE
        """
    there = """
        from game.here import RULE as ITS
        def two():
            return ITS
        """
    found = cited(tmp_path, here=here, there=there)
    assert found == [("PKT-1", "RULE", 2, "cites"), ("PKT-1", "one", 3, "cites"), ("PKT-1", "two", 3, "cites")]


def test_a_file_that_is_no_python_cites_nothing(tmp_path: Path) -> None:
    """The others are read all the same."""
    assert cited(tmp_path, broken="def (", sound='X = "PKT-1"') == [("PKT-1", "X", 1, "cites")]


def test_a_table_is_called_by_its_constant(tmp_path: Path) -> None:
    """So that a printed table can be found by its name."""
    assert cited(tmp_path, solo='TABLE = [("2-3", "PKT-2")]\nprint("PKT-1")') == [
        ("PKT-2", "TABLE", 1, "cites"),
        ("PKT-1", "", 2, "cites"),
    ]
