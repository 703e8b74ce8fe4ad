"""`sandtable aid`: the tables of a printed AI as a chart for the table."""

from __future__ import annotations

from pathlib import Path

import click

from sim.cli.battles import force_option
from sim.cli.output import Refused, echo


@click.command("aid")
@click.argument("system")
@click.option("--out", type=click.Path(path_type=Path), required=True, metavar="FILE.html", help="The page to write.")
@force_option
def aid_command(system: str, out: Path, force: bool) -> None:
    """Write a player aid: all tables of the AI of a system as charts, and the rules that they cite, for A4.

    It is made of the tables that the program itself works down, so that it says what the program does.
    """
    from sim.cli.map_files import check_targets
    from sim.files import did_you_mean, one_of, shown, write_atomically
    from sim.scenario.systems import find_rulebook, rulebooks, system_of_id
    from sim.share.aid import aid_page

    check_targets([out], force)
    ruleset = system_of_id(system)
    if ruleset is None:
        known = [book.system for book in rulebooks()]
        told = f"there is no system {shown(system)}: expected {one_of(known)}; {did_you_mean(system, known)}"
        raise Refused(told.rstrip("; "))
    write_atomically(out, aid_page(find_rulebook(ruleset.id), ruleset.printed_tables()).encode())
    echo(f"wrote {out}")
