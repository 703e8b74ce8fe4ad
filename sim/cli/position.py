"""`sandtable position`: take a position out of a record, to be edited and asked for decisions."""

from __future__ import annotations

from pathlib import Path

import click

from sim.cli.battles import force_option, frame_option, record_called
from sim.cli.output import Refused


@click.command("position")
@click.argument("name", metavar="RECORD")
@frame_option
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Write it into this file.")
@click.option("--text", "as_text", is_flag=True, help="Write it in lines that a person would write, not as JSON.")
@force_option
def position_command(name: str, frame: int, out: Path | None, as_text: bool, force: bool) -> None:
    """Write the position of one frame of a record.

    Play can start from a checkpoint only: inside an activation the position is that of the checkpoint before it.
    Without --out it is printed.
    """
    from sim.cli.map_files import check_targets
    from sim.cli.telling import say
    from sim.scenario.position_writing import Unwritable
    from sim.scenario.positions import position_at, position_written, write_position

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
    try:
        if out is None:
            click.echo(position_written(record.header, contents, as_text), nl=False)
            return
        write_position(out, record.header, contents, as_text)
    except Unwritable as error:
        raise Refused(str(error)) from None
    say(f"wrote {out}")
