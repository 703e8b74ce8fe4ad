"""Test: `python3 tools/test.py [PYTEST ARGUMENTS]` does all set-up itself and runs the tests.

`python3 tools/test.py --changed [REVISION]` runs those that can be reached by what has changed since a commit, or since
the last one: by who imports whom, and of a system those that name it. Before a change is handed in, run them all.

Style and types are tests among the others. Paths are those of the checkout, wherever this is run from.
"""

import os
import subprocess
import sys

import setup_env

EVERYDAY = ["-n", "auto", "--dist", "loadfile"]
"""On all processors; `tests/sharing.py` says who runs what, so that what is slow to make is made once. Whoever gives
arguments of their own wants one test or another, and its output as it comes."""


def keep_bytecode() -> None:
    """Let Python keep what it compiles, as it does unless it is told not to.

    Dozens of tests start Python again, and pytest compiles every test in every process: a machine on which nothing is
    kept does all of that anew each time, and is kept waiting for it longer than for most of the tests.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def changed_since(revision: str) -> "list[str]":
    """Return the files that are not as they were in a commit, new ones included, but none that is gone."""
    asked = (["diff", "--name-only", "--diff-filter=d", revision], ["ls-files", "--others", "--exclude-standard"])
    found = []
    for words in asked:
        answer = subprocess.run(
            ["git", *words], cwd=setup_env.CHECKOUT, capture_output=True, text=True, encoding="utf-8", check=False
        )
        if answer.returncode:
            sys.exit(answer.stderr.strip() or f"git does not know {revision}")
        found += answer.stdout.splitlines()
    return found


def reached_since(revision: str) -> "list[str]":
    """Return what pytest is asked for to run the tests that a change can reach."""
    # Not above: what it reads takes a while, and everybody else does without.
    import imports

    changed = changed_since(revision)
    if not changed:
        sys.exit(f"Nothing has changed since {revision}.")
    chosen = imports.Selection(imports.Graph(setup_env.CHECKOUT), [setup_env.CHECKOUT / each for each in changed])
    if chosen.everything:
        print(f"All tests are run: {chosen.everything}.", flush=True)
        return EVERYDAY
    print(f"{len(changed)} changed files reach {len(chosen.files)} files with tests.", flush=True)
    systems = [f"--systems={','.join(sorted(chosen.systems))}"] if chosen.systems else []
    return [*EVERYDAY, *systems, *chosen.files]


def main(arguments: "list[str]") -> int:
    """Run pytest at the top of the checkout, where its settings are."""
    keep_bytecode()
    environment = setup_env.Environment(setup_env.CHECKOUT)
    if arguments[:1] == ["--changed"]:
        arguments = [*reached_since((arguments[1:] or ["HEAD"])[0]), *arguments[2:]]
    words = ["-m", "pytest", *(arguments or EVERYDAY)]
    return setup_env.start(environment, words, extra="test", cwd=setup_env.CHECKOUT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
