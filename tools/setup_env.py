"""Make the checkout ready to run, once, so that one command is all it takes to play or to test.

Shared by the tools. Nothing but the standard library, since nothing else is there yet::

    .venv missing or broken          -> make it
    project, lock or Python changed  -> install what is known to work, and the project, editable
    the kernels changed              -> compile them ahead of the first battle

What has been done is remembered in small stamp files inside `.venv`. A stamp is removed before its step and
written after it, so a step that was broken off is repeated; with all stamps in place nothing is run at all,
and no network is needed.

This file must parse on Python 3.6, for somebody has to say that it is too old.
"""

import sys

OLDEST = (3, 11)
NEWEST = (3, 14)


def python_complaint(version: "tuple[int, ...]") -> str:
    """Say what is wrong with a Python of this version; nothing, if all is well."""
    if OLDEST <= tuple(version[:2]) <= NEWEST:
        return ""
    return (
        f"Sandtable needs Python 3.11, 3.12, 3.13 or 3.14; this is Python {version[0]}.{version[1]}.\n"
        "Get one from https://www.python.org/downloads/ and start this again with it, for example:\n"
        "    python3.13 tools/play.py"
    )


# Before anything else is imported or defined: what follows needs the Python that is being asked for.
if python_complaint(sys.version_info[:2]):
    sys.exit(python_complaint(sys.version_info[:2]))

import os
import signal

IS_STARTED = sys.path[:1] == [os.path.dirname(os.path.abspath(__file__))]  # noqa: PTH100, PTH120 - pathlib is large
"""Whether a tool is what Python was started with: then Ctrl-C is ours to answer, and never with a traceback."""


def on_ctrl_c(answer: "signal._HANDLER") -> None:
    """Have something called at Ctrl-C, unless whoever started us has it ignored."""
    if IS_STARTED and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, answer)


# Before anything large is imported: as long as nothing has been begun, there is nothing to put in order.
on_ctrl_c(lambda *_: os._exit(130))

import hashlib
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
LOCK = "requirements.lock"
"""The versions that are known to work; `lock.py` makes it."""
BUILDER = "hatchling"
"""What makes the editable install. It is installed beforehand, for pip would fetch its newest release."""
NOT_FROM_HERE = "-P"
"""For a Python that is started in the folder somebody works in: a `pip`, a `venv` or a `sim` there is not ours. The
checkout itself is: what is started there may be found there."""

VERSION_QUESTION = """\
import os, sys
if os.path.samefile(sys.prefix, sys.argv[1]):
    print(*sys.version_info[:2], sep=".")
"""

NO_VENV = """\
Python could not make a virtual environment. Most often the part of Python that does it is missing:
    Debian, Ubuntu   sudo apt install python3-venv
    elsewhere        install Python from https://www.python.org/downloads/
Then start this again. What Python said:
"""


class SetupFailed(Exception):
    """Tell why the set-up cannot go on; the text is for the person at the keyboard."""


def say(text: str) -> None:
    """Report progress on stderr, so that whatever is started afterwards has stdout to itself."""
    print(text, file=sys.stderr, flush=True)


def fingerprint(*parts: bytes | str) -> str:
    """Return a short text that changes when any part does."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(b"%d:" % len(data) + data)
    return digest.hexdigest()


@dataclass(frozen=True)
class Environment:
    """The virtual environment of one checkout."""

    checkout: Path

    @property
    def folder(self) -> Path:
        """Return where the environment lives."""
        return self.checkout / ".venv"

    @property
    def python(self) -> Path:
        """Return the environment's own Python."""
        return self.folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

    def stamp(self, step: str) -> Path:
        """Return the file that says with which fingerprint a step was last finished."""
        return self.folder / f"sandtable-{step}.stamp"

    def is_stamped(self, step: str, mark: str) -> bool:
        """Say whether a step was finished, and for the same things as now."""
        try:
            return self.stamp(step).read_text(encoding="ascii") == mark
        except (OSError, ValueError):
            return False

    def version(self) -> str:
        """Ask the environment's Python for its version, such as 3.11; empty if there is none that works.

        Two numbers, not three: a bug-fix release of Python keeps what is installed, and must not send
        somebody without a network back to pip. A Python that takes itself for the system's does not count:
        pip would install into the system.
        """
        try:
            words: list[str | Path] = [self.python, NOT_FROM_HERE, "-c", VERSION_QUESTION, self.folder]
            answer = subprocess.run(words, capture_output=True, text=True)
        except OSError:
            return ""
        return answer.stdout.strip() if answer.returncode == 0 else ""


def run_quietly(command: Sequence[str | Path], cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command and keep what it says, both streams in one, for the case that it fails."""
    return subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )


def ready_venv(environment: Environment) -> str:
    """Make the environment unless there is a sound one, and return the version of its Python."""
    version = environment.version()
    complaint = venv_complaint(environment, version)
    if complaint:
        say(complaint)
        make_venv(environment)
        version = environment.version()
    if not version:
        raise SetupFailed(f"{environment.python} was made but does not run; remove {environment.folder}")
    return version


def venv_complaint(environment: Environment, version: str) -> str:
    """Say why an environment has to be made (again); nothing, if it can stay.

    When the system's Python is upgraded, the environment's link points at the new one while the installed
    packages still lie in the folder of the old: it runs, and finds nothing.
    """
    if not environment.folder.exists():
        return "Making a virtual environment in .venv…"
    if not version:
        return ".venv has no Python that works; making it anew…"
    if python_complaint(tuple(int(number) for number in version.split("."))):
        return f".venv is of Python {version}, which is not supported; making it anew…"
    if not any(environment.folder.glob(site_packages(version))):
        return f".venv was made for another Python than {version}; making it anew…"
    return ""


def site_packages(version: str) -> str:
    """Return the pattern of the folder that a Python of this version installs into."""
    return "Lib/site-packages" if os.name == "nt" else f"lib*/python{version}/site-packages"


def make_venv(environment: Environment) -> None:
    """Make the environment with the Python that runs this, removing what is left of an earlier one."""
    answer = run_quietly([sys.executable, NOT_FROM_HERE, "-m", "venv", "--clear", environment.folder])
    if answer.returncode != 0:
        raise SetupFailed(NO_VENV + answer.stdout)


def install(environment: Environment, version: str, extra: str = "") -> None:
    """Install the project with what it needs, unless that was done for this pyproject.toml, lock and Python.

    Whoever has the test tools has all that the game needs, so the stamp for them serves for both.
    """
    lock = environment.checkout / LOCK
    project = (environment.checkout / "pyproject.toml").read_bytes()
    mark = fingerprint(project, lock.read_bytes(), version, str(environment.checkout))
    enough = ("install-test",) if extra == "test" else ("install", "install-test")
    if any(environment.is_stamped(step, mark) for step in enough):
        return
    for step in ("install", "install-test"):
        environment.stamp(step).unlink(missing_ok=True)
    say("Installing Sandtable and what it needs into .venv, this takes a minute or two…")
    run_pip(environment, ["--constraint", lock, BUILDER])
    target = f".[{extra}]" if extra else "."
    run_pip(environment, ["--constraint", lock, "--no-build-isolation", "--editable", target], environment.checkout)
    environment.stamp(enough[0]).write_text(mark, encoding="ascii")


def run_pip(environment: Environment, words: "Sequence[str | Path]", cwd: "Path | None" = None) -> None:
    """Have pip install something; it is silent unless it fails."""
    pip: list[str | Path] = [environment.python, NOT_FROM_HERE, "-m", "pip"]
    if run_quietly([*pip, "--version"]).returncode != 0:
        answer = run_quietly([environment.python, NOT_FROM_HERE, "-m", "ensurepip", "--default-pip"])
        if answer.returncode != 0:
            raise SetupFailed(NO_VENV + answer.stdout)
    answer = run_quietly([*pip, "install", "--disable-pip-version-check", "--no-input", *words], cwd=cwd)
    if answer.returncode != 0:
        raise SetupFailed(f"{answer.stdout}\npip could not install Sandtable; what it said is above.")


def compile_kernels(environment: Environment, version: str) -> None:
    """Compile the array kernels ahead, unless that was done for these kernels.

    A failure is told and passed over: without compiled kernels everything runs, only slower. The times of the
    files belong to the mark because numba goes by them, and compiles again after a fresh checkout.
    """
    kernels = sorted((environment.checkout / "sim" / "board").glob("*kernels.py"))
    if not kernels:
        return
    times = (str(file.stat().st_mtime_ns) for file in kernels)
    mark = fingerprint(*(file.read_bytes() for file in kernels), *times, version)
    if environment.is_stamped("kernels", mark):
        return
    environment.stamp("kernels").unlink(missing_ok=True)
    say("Compiling the sight and movement kernels once, this takes about half a minute…")
    answer = run_quietly([environment.python, "-m", "sim.board.warm_up"], cwd=environment.checkout)
    if answer.returncode != 0:
        say(f"{answer.stdout}\nThe kernels could not be compiled ahead; going on, slower, without.")
        return
    environment.stamp("kernels").write_text(mark, encoding="ascii")


def set_up(environment: Environment, extra: str = "") -> None:
    """Do all that is still to be done before something can be run."""
    version = ready_venv(environment)
    install(environment, version, extra)
    compile_kernels(environment, version)


def run_child(command: Sequence[str | Path], cwd: Path | None = None, hold_back: bool = False) -> int:
    """Run a command with our own input and output, and return its exit code.

    Ctrl-C reaches the child as well; it decides what that means, and we wait for its answer. One that comes before the
    child could answer is held back, if the child lets it through by itself. A child ended by a signal gives what a
    shell would make of it.
    """
    on_ctrl_c(lambda *_: None)
    with held_back() if hold_back else nullcontext():
        child = subprocess.Popen([str(word) for word in command], cwd=cwd)
    code = child.wait()
    return 128 - code if code < 0 else code


@contextmanager
def held_back() -> Iterator[None]:
    """Hold Ctrl-C back, and let whatever is started meanwhile begin with it held back, where the system can do so."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def is_inside(environment: Environment) -> bool:
    """Say whether this Python is already the environment's."""
    return environment.folder.exists() and environment.folder.samefile(sys.prefix)


def start(
    environment: Environment, words: Sequence[str], extra: str = "", cwd: Path | None = None, hold_back: bool = False
) -> int:
    """Set everything up, run the environment's Python with these words, and return the exit code."""
    try:
        on_ctrl_c(signal.default_int_handler)
        set_up(environment, extra)
        on_ctrl_c(lambda *_: None)
    except SetupFailed as failure:
        say(str(failure))
        return 1
    except OSError as refused:
        say(f"The set-up could not be finished: {refused}")
        return 1
    except KeyboardInterrupt:
        on_ctrl_c(lambda *_: None)
        say("\nStopped; start again to go on with the set-up.")
        return 130
    return run_child([environment.python, *words], cwd=cwd, hold_back=hold_back)
