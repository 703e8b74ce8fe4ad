"""`sandtable dispute`: one activation in a file, with what somebody thinks would have been right."""

from __future__ import annotations

from pathlib import Path

import click

from sim.cli.battles import force_option, frame_option, record_called
from sim.cli.output import Refused, echo


@click.command("dispute")
@click.argument("name", metavar="RECORD")
@frame_option
@click.option(
    "--expect", "expected", required=True, metavar="TEXT", help="What would have been right, as a log tells it."
)
@click.option("--out", type=click.Path(path_type=Path), required=True, metavar="FILE", help="The file to write.")
@force_option
def dispute_command(name: str, frame: int, expected: str, out: Path, force: bool) -> None:
    """Put a moment in dispute into one file: map, position, dice, readings, reasons, and what you think is right.

    Send it to whoever should look at it. `play`, `replay --explain`, `decide` and `share` open it, and in the folder
    tests/disputes it is a test: met when what you expect is told among what the program does with the same dice.
    """
    from sim.cli.map_files import check_targets
    from sim.cli.telling import say
    from sim.files import write_atomically
    from sim.scenario.disputes import dispute_text, done_now, is_met
    from sim.scenario.envelope import LONGEST_EXPECTED

    check_targets([out], force)
    if not expected.strip() or len(expected) > LONGEST_EXPECTED:
        raise Refused(f"--expect needs a sentence of 1 to {LONGEST_EXPECTED} characters")
    try:
        text = dispute_text(record_called(name), frame, expected.strip())
    except LookupError as error:
        raise Refused(str(error)) from None
    write_atomically(out, text.encode())
    told = list(done_now(record_called(str(out))))
    echo(f"wrote {out}")
    say((f"expected: {expected.strip()}", *(f"the program: {line}" for line in told)))
    say("that is the same" if is_met(expected.strip(), told) else "that is in dispute")
