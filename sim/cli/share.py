"""`sandtable share`: a battle as one web page."""

from __future__ import annotations

import os
from pathlib import Path

import click

from sim.cli.battles import eyes_option, force_option, reader_called, record_called
from sim.cli.output import ExitCode, echo


@click.command("share")
@click.argument("name", metavar="RECORD")
@click.option("--out", type=click.Path(path_type=Path), required=True, metavar="FILE.html", help="The page to write.")
@eyes_option
@force_option
def share_command(name: str, out: Path, eyes: str | None, force: bool) -> ExitCode:
    """Write a battle as one web page, to be watched step by step in any browser.

    It is one file that needs nothing beside it and no network: map, counters, log, reasons with their candidates,
    rules, and "why not here?". What the reader may not know is not in it.
    """
    from sim.cli.map_files import check_targets
    from sim.files import write_atomically
    from sim.startup import report_pygame_clash

    check_targets([out], force)
    record = record_called(name)
    if report_pygame_clash():
        return ExitCode.INVALID_INPUT
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from sim.view.battle.sharing import shared_page
    from sim.view.model.model import Model
    from sim.view.model.playback import Playback

    said = () if record.header.dispute is None else (str(record.header.dispute),)
    reader = reader_called(record.header.battle, record.players, record.over, eyes)
    page = shared_page(Model(record.scenario, Playback(record.session()), reader), said=said).encode()
    write_atomically(out, page)
    echo(f"wrote {out}, {len(page) / 2**20:.1f} MiB")
    return ExitCode.OK
