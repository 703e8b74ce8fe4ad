"""Ctrl-C, from the first moment of a command to the last: it ends in 130, with one word, and never in a traceback.

There are three times. While the command is being loaded there is nothing to put in order, and the process ends at once:
an exception that comes up in the middle of an import can be taken for something else by whoever is importing. While it
runs, Ctrl-C is a `KeyboardInterrupt`, as everywhere in Python, so that battles are saved and half-written files are
removed. Once it is over, nothing is left to be stopped.

What Python does before it comes to the first line of ours is out of reach; `tools/play.py`, which starts us, keeps
Ctrl-C back until then.
"""

import os
import signal
import sys
import threading
from _thread import interrupt_main
from types import FrameType
from typing import Any, NoReturn

from sim.cli.main import INTERRUPTED

STOPPED = b"sandtable: stopped\n"
_AGAIN = 0.02
"""Seconds after which an interrupt that got lost is raised once more."""


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
    """Raise `KeyboardInterrupt` from now on, and again where it was raised in vain."""
    sys.unraisablehook = _unraisable
    signal.signal(signal.SIGINT, signal.default_int_handler)


def when_over() -> None:
    """Pay no attention from now on, not even when Python has taken down all that answers signals.

    In two steps: one that has come in and was not answered yet is a mistake to Python once signals are ignored.
    """
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


def _pay_no_attention(_: int, __: FrameType | None) -> None:
    pass


def _unraisable(what: Any) -> None:
    """Raise an interrupt again that nobody could be told of: it came up while an object was taken away, or inside a
    library that had no way to hand it on."""
    if issubclass(what.exc_type, KeyboardInterrupt):
        again = threading.Timer(_AGAIN, interrupt_main)
        again.daemon = True
        again.start()
    else:
        sys.__unraisablehook__(what)
