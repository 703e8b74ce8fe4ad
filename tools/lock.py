"""Lock: `python3 tools/lock.py [PYTEST ARGUMENTS]` renews `requirements.lock`, and runs the tests with what it says.

The lock names one version of everything that the game and its tests need, for every Python and system that we support,
so that a fresh machine gets what is known to work, and not what was released this morning. `play.py` and `test.py`
hand it to pip as constraints; whoever installs the package alone is bound by pyproject.toml only.

For each Python and system uv is asked by itself, and may take nothing but wheels: what it names can be installed there
without a compiler. Where the answers differ, the lines of the lock say where they hold. No hashes: pip would refuse
wheels that a distribution or a company has built for itself, and a line that nobody can use locks nobody in. Nor does
the lock say where things come from: that is for pip's own settings.
"""

import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterable, Iterator, Sequence
from difflib import unified_diff
from itertools import product
from pathlib import Path

import setup_env

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = {
    "x86_64-unknown-linux-gnu": ("linux", "x86_64"),
    "aarch64-unknown-linux-gnu": ("linux", "aarch64"),
    "x86_64-apple-darwin": ("darwin", "x86_64"),
    "aarch64-apple-darwin": ("darwin", "arm64"),
    "x86_64-pc-windows-msvc": ("win32", "AMD64"),
}
"""What uv calls a system, and what Python calls it there: `sys_platform` and `platform_machine`."""
PLACES = tuple(product(PYTHONS, SYSTEMS))
Place = tuple[str, str]

HEAD = """\
# The versions that are known to work, for every Python and system that is supported: tools/lock.py makes this file.
# tools/play.py and tools/test.py install these; what else may be installed, pyproject.toml says.
"""


def answers(uv: Path, project: Path) -> Iterator[tuple[Place, str]]:
    """Ask uv for every place what is to be installed there, and yield its answers."""
    settings = ["--no-config", "--only-binary", ":all:", "--no-header", "--no-annotate", "--quiet"]
    for python, system in PLACES:
        words = [uv, "pip", "compile", project, "--extra", "test", *settings]
        words += ["--python-version", python, "--python-platform", system]
        answer = subprocess.run([str(word) for word in words], capture_output=True, encoding="utf-8")
        if answer.returncode != 0:
            raise setup_env.SetupFailed(f"Nothing fits Python {python} on {system}:\n{answer.stderr}")
        yield (python, system), answer.stdout


def lock_text(found: Iterable[tuple[Place, str]]) -> str:
    """Return the lock that follows from what was answered for each place."""
    places: dict[str, list[Place]] = {}
    for place, answer in found:
        for line in answer.split("\n"):
            if line.strip():
                places.setdefault(line.strip(), []).append(place)
    lines = (f"{line} ; {marker}" if (marker := marker_of(places[line])) else line for line in sorted(places))
    return HEAD + "".join(f"{line}\n" for line in lines)


def marker_of(places: Collection[Place]) -> str:
    """Return the condition under which a line holds; nothing, if it does everywhere."""
    systems_of: dict[tuple[str, ...], list[str]] = {}
    for system in SYSTEMS:
        if pythons := tuple(python for python in PYTHONS if (python, system) in places):
            systems_of.setdefault(pythons, []).append(system)
    return _either(_both(_of_pythons(pythons), _of_systems(systems)) for pythons, systems in systems_of.items())


def _of_pythons(pythons: Sequence[str]) -> str:
    return "" if len(pythons) == len(PYTHONS) else _either(f"python_version == '{python}'" for python in pythons)


def _of_systems(systems: Collection[str]) -> str:
    """Name the machines only of a system of which some are left out."""
    if len(systems) == len(SYSTEMS):
        return ""
    machines: dict[str, list[str]] = {}
    for system, (platform, machine) in SYSTEMS.items():
        if system in systems:
            machines.setdefault(platform, []).append(machine)
    return _either(_of_platform(platform, machines[platform]) for platform in machines)


def _of_platform(platform: str, machines: Sequence[str]) -> str:
    known = [machine for other, machine in SYSTEMS.values() if other == platform]
    named = "" if len(machines) == len(known) else _either(f"platform_machine == '{machine}'" for machine in machines)
    return _both(f"sys_platform == '{platform}'", named)


def _either(parts: Iterable[str]) -> str:
    return " or ".join(parts)


def _both(*parts: str) -> str:
    some = [part for part in parts if part]
    return " and ".join(f"({part})" if " or " in part and len(some) > 1 else part for part in some)


def renewed(folder: Path) -> str:
    """Return a new lock, made by a uv that is installed for this alone."""
    setup_env.say("Getting uv, which resolves for other systems than this one…")
    environment = setup_env.Environment(folder)
    setup_env.make_venv(environment)
    setup_env.run_pip(environment, ["uv"])
    setup_env.say(f"Asking what fits each of {len(PLACES)} Pythons and systems…")
    uv = next(file for file in environment.python.parent.iterdir() if file.stem == "uv")
    return lock_text(answers(uv, setup_env.CHECKOUT / "pyproject.toml"))


def main(arguments: "list[str]") -> int:
    """Renew the lock, show what has changed, and run the tests with it."""
    if {"-h", "--help"} & set(arguments):
        print(__doc__.strip())
        return 0
    lock = setup_env.CHECKOUT / setup_env.LOCK
    before = lock.read_text(encoding="utf-8") if lock.exists() else ""
    try:
        with tempfile.TemporaryDirectory() as folder:
            text = renewed(Path(folder))
    except setup_env.SetupFailed as failure:
        setup_env.say(str(failure))
        return 1
    lock.write_text(text, encoding="utf-8", newline="\n")
    changes = list(unified_diff(before.splitlines(), text.splitlines(), "before", "now", n=0, lineterm=""))
    print("\n".join(changes) if changes else "Nothing has changed.")
    code = setup_env.run_child([sys.executable, Path(__file__).with_name("test.py"), *arguments])
    if code != 0:
        setup_env.say(f"The tests fail with these versions; `git checkout {setup_env.LOCK}` takes them back.")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
