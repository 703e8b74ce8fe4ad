"""Regold: `python3 tools/regold.py [--write] [NAME …]` shows how battles differ from the golden ones, or rewrites
them.

Without `--write` nothing is changed, and the exit code is 1 if anything differs. Read the difference before writing: a
golden battle is what somebody has looked at and found right.
"""

import argparse
import sys
from difflib import unified_diff
from pathlib import Path

import setup_env


def main(arguments: "list[str]") -> int:
    """Show the differences, in the checkout's own environment wherever this was started from."""
    environment = setup_env.Environment(setup_env.CHECKOUT)
    if not setup_env.is_inside(environment):
        return setup_env.start(environment, [str(Path(__file__).resolve()), *arguments], extra="test")
    sys.path.insert(0, str(setup_env.CHECKOUT))
    parser = argparse.ArgumentParser(prog="regold.py", description="Show how battles differ from the golden ones.")
    parser.add_argument("--write", action="store_true", help="rewrite the golden battles as they are now")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only the battles of these scenarios, such as eleven")
    asked = parser.parse_args(arguments)
    return compare(write=asked.write, names=asked.names)


def compare(write: bool, names: "list[str]") -> int:
    """Print every difference, of all battles or of those named; with `write`, take it over."""
    from tests.contract.battles import FILES
    from tests.contract.golden import FOLDER, golden_file, golden_files, told

    unknown = sorted(set(names) - {file.stem for file in FILES})
    if unknown:
        print(f"no scenario is called {', '.join(unknown)}")
        return 2
    files = [file for file in FILES if not names or file.stem in names]
    differing = [change for file in files if (change := difference(golden_file(file), told(file)))]
    left_over = sorted(set(FOLDER.rglob("*.txt")) - set(golden_files()))
    for path, text, lines in differing:
        print("".join(lines))
        if write:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    for path in left_over:
        print(f"{path.relative_to(setup_env.CHECKOUT)} belongs to no scenario")
        if write:
            path.unlink()
    count = len(differing) + len(left_over)
    what = "are as they were" if not count else "are rewritten" if write else "differ"
    print(f"{count or 'all'} golden battles {what}")
    return int(bool(count) and not write)


def difference(path: Path, text: str) -> "tuple[Path, str, list[str]] | None":
    """Return what differs between a golden file and the battle as it is now; None if nothing does."""
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    if old == text:
        return None
    name = path.relative_to(setup_env.CHECKOUT).as_posix()
    lines = unified_diff(old.splitlines(True), text.splitlines(True), f"{name} (golden)", f"{name} (now)")
    return path, text, list(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
