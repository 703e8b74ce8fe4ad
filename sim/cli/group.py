"""The commands of `sandtable`, named in a table and imported when one of them is called.

`sandtable --help` and a mistyped command must answer at once, so nothing here imports more than click; the table
holds the help text of each command as well.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple

import click

from sim import __version__
from sim.startup import seldom_collected


class Subcommand(NamedTuple):
    """Name a command without importing it."""

    where: str
    """`module:attribute` of the click command."""
    summary: str
    """The line shown by `sandtable --help`; here, because reading it there would import the module."""
    opens_window: bool = False
    """Whether the collector of garbage is the window's to command."""


SUBCOMMANDS = {
    "play": Subcommand("sim.cli.play:play_command", "Choose a scenario and play it in a window.", opens_window=True),
    "view": Subcommand("sim.cli.view:view_command", "Open a map in the viewer.", opens_window=True),
    "edit": Subcommand("sim.cli.edit:edit_command", "Draw a map in a window.", opens_window=True),
    "shot": Subcommand("sim.cli.play:shot_command", "Draw one moment of a battle as a picture."),
    "list": Subcommand("sim.cli.listing:list_command", "List systems, scenarios and maps."),
    "run": Subcommand("sim.cli.run:run_command", "Let a scenario play by itself, and print what happens."),
    "study": Subcommand("sim.cli.study:study_group", "Play many battles, and see what they say of a scenario."),
    "dataset": Subcommand("sim.cli.dataset:dataset_command", "Write every decision of many battles as data."),
    "table": Subcommand("sim.cli.table:table_command", "Run the automated side of a battle on a real table."),
    "replay": Subcommand("sim.cli.replay:replay_command", "Print the log of a record, or verify it."),
    "share": Subcommand("sim.cli.share:share_command", "Write a battle as one web page."),
    "explain": Subcommand("sim.cli.explain:explain_command", "Show the reasons behind one moment of a record."),
    "dispute": Subcommand("sim.cli.dispute:dispute_command", "Put a moment in dispute into one file."),
    "position": Subcommand("sim.cli.position:position_command", "Extract a position from a record."),
    "decide": Subcommand("sim.cli.decide:decide_command", "Say what the automated side decides in a position."),
    "forecast": Subcommand("sim.cli.forecast:forecast_command", "List everything it may decide, with exact odds."),
    "aid": Subcommand("sim.cli.aid:aid_command", "Write the AI's tables as a chart for the table."),
    "solve": Subcommand("sim.cli.solve:solve_command", "Find the exact value of best play in a small battle."),
    "check": Subcommand("sim.cli.check:check_command", "Check files of any kind for mistakes."),
    "new": Subcommand("sim.cli.new:new_group", "Begin a map or a scenario of your own."),
    "map": Subcommand("sim.cli.maps:map_group", "Work with map files."),
    "los": Subcommand("sim.cli.los:los_command", "Say whether one cell of a map sees another, and why."),
    "rules": Subcommand("sim.cli.rules:rules_command", "Show the rules of a system, by id."),
    "rulings": Subcommand("sim.cli.rulings:rulings_command", "List the clauses that can be read in two ways."),
}


class LazyGroup(click.Group):
    """Offer commands from a table, in the table's order, and import only the one that is called."""

    def __init__(self, *args: Any, subcommands: Mapping[str, Subcommand], **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.subcommands = subcommands

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the table: the everyday ones first, not the alphabet's."""
        return list(self.subcommands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of one command."""
        entry = self.subcommands.get(cmd_name)
        if entry is None:
            return None
        module, _, attribute = entry.where.partition(":")
        command = getattr(import_module(module), attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{entry.where} is not a click command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands from the table alone."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in self.subcommands.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Answer a mistyped name with the likely one; click knows only commands it has imported."""
        name = args[0]
        if name not in self.subcommands and not name.startswith("-"):
            ctx.fail(f"No such command '{name}'.{_did_you_mean(name, self.subcommands)}")
        if name in self.subcommands and not self.subcommands[name].opens_window:
            ctx.with_resource(seldom_collected())  # before the command is imported, which makes objects by the thousand
        return super().resolve_command(ctx, args)


def _did_you_mean(name: str, names: Mapping[str, object]) -> str:
    from difflib import get_close_matches  # only needed once something has gone wrong

    near = get_close_matches(name.casefold(), names, n=2)
    return f" Did you mean {' or '.join(near)}?" if near else ""


@click.group(
    cls=LazyGroup,
    subcommands=SUBCOMMANDS,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, "-V", "--version", message="sandtable %(version)s")
def sandtable() -> None:
    """Play printed solo wargames on hexes and squares, and see why the AI did what it did."""
