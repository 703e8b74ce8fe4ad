"""`sandtable position`: take a position out of a record, to be edited and asked for decisions."""

from __future__ import annotations

from pathlib import Path

import click

from sim.cli.battles import force_option, frame_option, record_called
from sim.cli.exits import Refused
from sim.cli.printing import echo_json


@click.command("position")
@click.argument("name", metavar="RECORD")
@frame_option
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Write it into this file.")
@force_option
def position_command(name: str, frame: int, out: Path | None, force: bool) -> None:
    """Write the position of one frame of a record.

    Play can start from a checkpoint only: inside an activation the position is that of the checkpoint before it.
    Without --out it is printed.
    """
    from sim.cli.map_files import check_targets
    from sim.cli.telling import say
    from sim.scenario.envelope import sealed
    from sim.scenario.positions import position_at, write_position

    if out is not None:
        check_targets([out], force)
    record = record_called(name)
    try:
        contents = position_at(record, frame)
    except LookupError as error:
        raise Refused(str(error)) from None
    if contents.frame != frame:
        told = f"frame {frame} lies inside an activation; this is the position of frame {contents.frame}"
        say(f"sandtable: {told}, the checkpoint before it", to_err=True)
    if out is None:
        echo_json(sealed("position", record.scenario, record.header.scribe, contents))
        return
    write_position(out, record.header, contents)
    say(f"wrote {out}")
