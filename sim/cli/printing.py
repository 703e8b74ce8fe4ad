"""Print what a command has to say: as text for people, or as JSON for scripts."""

import json
import sys

import click

as_json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")


def echo(text: str, err: bool = False) -> None:
    """Print text, and write what the terminal cannot show as it is shown in Python."""
    encoding = getattr(sys.stderr if err else sys.stdout, "encoding", None) or "utf-8"
    click.echo(text.encode(encoding, "backslashreplace").decode(encoding), err=err)


def echo_json(data: object) -> None:
    """Print data as JSON, in ASCII alone, which no terminal can misread."""
    click.echo(json.dumps(data, indent=2))
