"""Ctrl-C, from the first moment of a command to the last: it ends in 130, with one word, and never in a traceback.

There are three times. While the command is being loaded there is nothing to put in order, and the process ends at
once. While it runs, Ctrl-C is a `KeyboardInterrupt`, as everywhere in Python, so that battles are saved and what is
half written is removed. Only in the middle of an import, or of a class that pydantic makes, it waits until that is
done: they make other errors of an interrupt (`RuntimeError`, `ImportError`, `SchemaError`, a panic), or swallow it.
Once the command is over, nothing is left to be stopped.

What Python does before it comes to the first line of ours is out of reach; `tools/play.py`, which starts us, keeps
Ctrl-C back until then.
"""

import os
import signal
import sys
from _thread import get_ident, interrupt_main, start_new_thread
from time import monotonic, sleep
from types import FrameType
from typing import Any, NoReturn

from sim.cli.main import INTERRUPTED

STOPPED = b"sandtable: stopped\n"
_AGAIN = 0.02
"""Seconds after which an interrupt that waits, or got lost, comes once more."""
_PATIENCE = 5.0
"""Seconds that it waits at most: an import that hangs can be stopped, too."""
_MAIN_THREAD = get_ident()
"""Which is the one that loads us, and the one that Python answers signals in."""
_waits_since: float | None = None


def while_loading() -> bool:
    """End the process at once from now on; say whether Ctrl-C is ours to answer.

    It is not where whoever started us has it ignored, as shells do for what runs in the background.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return False
    signal.signal(signal.SIGINT, lambda *_: leave(STOPPED))
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    return True


def while_running() -> None:
    """Raise `KeyboardInterrupt` from now on where it stays one, and again where it was raised in vain."""
    sys.unraisablehook = _unraisable
    signal.signal(signal.SIGINT, _interrupt)


def when_over() -> None:
    """Pay no attention from now on, not even when Python has taken down all that answers signals.

    One that still waits came while the command ran, and is raised: what it was pressed for is to be told. In two steps:
    one that has come in and was not answered yet is a mistake to Python once signals are ignored.
    """
    if _waits_since is not None:
        raise KeyboardInterrupt
    signal.signal(signal.SIGINT, _pay_no_attention)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def leave(word: bytes = b"") -> NoReturn:
    """End the process, with nothing left to be done.

    Not by `sys.exit`: if the interrupt came up in code that was being made, as a dataclass is, Python takes it for
    unhandled to the end, whoever has handled it, and ends by a signal.
    """
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, AttributeError, RuntimeError):
            continue
    try:
        os.write(2, word)
    finally:
        os._exit(INTERRUPTED)


def _interrupt(_: int, frame: FrameType | None) -> None:
    global _waits_since
    since = monotonic() if _waits_since is None else _waits_since
    waits = _would_be_lost(frame) and monotonic() - since < _PATIENCE
    _waits_since = since if waits else None
    if not waits:
        raise KeyboardInterrupt
    _press_again()


def _would_be_lost(frame: FrameType | None) -> bool:
    """Say whether a module is being imported, or something made by pydantic, by whoever is at work in this frame."""
    while frame is not None:
        if frame.f_code.co_filename == "<frozen importlib._bootstrap>":
            return True
        if str(frame.f_globals.get("__name__")).startswith("pydantic."):
            return True
        frame = frame.f_back
    return False


def _press_again() -> None:
    """Have the same signal come a moment later, also to a main thread that sleeps or reads by then."""
    start_new_thread(_press_later, ())


def _press_later() -> None:
    sleep(_AGAIN)
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(_MAIN_THREAD, signal.SIGINT)
    else:
        interrupt_main()


def _pay_no_attention(_: int, __: FrameType | None) -> None:
    pass


def _unraisable(what: Any) -> None:
    """Let an interrupt come again that nobody could be told of: it came up while an object was taken away, or inside a
    library that had no way to hand it on."""
    global _waits_since
    if issubclass(what.exc_type, KeyboardInterrupt):
        _waits_since = monotonic()
        _press_again()
    else:
        sys.__unraisablehook__(what)
