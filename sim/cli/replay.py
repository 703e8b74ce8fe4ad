"""`sandtable replay`: print the log of a record, or play it again and compare."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from sim.cli.battles import explain_option, eyes_option, record_called, record_read
from sim.cli.output import ExitCode, Refused, as_json_option, echo_json

if TYPE_CHECKING:
    from sim.engine.game import Frame
    from sim.scenario.records import Record


@click.command("replay")
@click.argument("name", metavar="RECORD")
@click.option("--verify", is_flag=True, help="Play it again instead, and show where that differs from the record.")
@explain_option
@eyes_option
@click.option("--from", "first", type=int, metavar="N", help="Begin with this frame.")
@click.option("--to", "last", type=int, metavar="N", help="End with this frame.")
@as_json_option
def replay_command(
    name: str, verify: bool, explain: bool, eyes: str | None, first: int | None, last: int | None, as_json: bool
) -> ExitCode:
    """Print the log of a record or a save.

    --verify plays it again with its dice and the orders of people: the automated sides must decide as they did. If they
    do not, the first line that differs is shown, and the exit code is 7.
    """
    if verify and (explain or eyes is not None or first is not None or last is not None):
        raise click.UsageError("--verify prints no log: leave out --explain, --eyes, --from and --to")
    from sim.cli.bundles import noting

    record = record_called(name) if verify else record_read(name, eyes)
    with noting(lambda: f"to see the error again, keep {name} and run the same command"):
        if verify:
            return verified(record, as_json)
        show(record, frames_between(record, first, last), explain, as_json)
    return ExitCode.OK


# -- watching -----------------------------------------------------------------------------------------------------


def frames_between(record: Record, first: int | None, last: int | None) -> tuple[Frame, ...]:
    """Return the frames that are asked for."""
    end = len(record.frames) - 1
    first, last = 0 if first is None else first, end if last is None else last
    if not 0 <= first <= last <= end:
        raise Refused(f"there are no frames {first} to {last}: the record has frames 0 to {end}")
    return record.frames[first : last + 1]


def show(record: Record, frames: tuple[Frame, ...], explain: bool, as_json: bool) -> None:
    """Print frames as they stand in the record: its events are folded, and no rules are run."""
    from sim.cli.battles import players_text
    from sim.cli.telling import LogFormatter, ending, ending_data, say

    formatter = LogFormatter(record.header.battle)
    if as_json:
        data = {
            "scenario": record.scenario.name,
            "system": record.scenario.ruleset.id,
            "seed": record.seed,
            "players": record.players,
            "over": record.over,
            **ending_data(record.scenario, record.session()),
            "frames": [formatter.frame_data(record.header.scribe, frame, explain) for frame in frames],
        }
        echo_json(data)
        return
    dice = "dice typed in" if record.seed is None else f"seed {record.seed}"
    title = record.scenario.title or record.scenario.name
    say(f"{title} ({record.scenario.ruleset.title}), {dice}; {players_text(record.players)}")
    say(f"{rule}, read otherwise than usual: {told}" for rule, told in record.scenario.battle.otherwise.items())
    say(formatter.log(frames, explain))
    if frames[-1] is record.frames[-1]:
        say(ending(record.scenario, record.session()))


# -- verifying ----------------------------------------------------------------------------------------------------


def verified(record: Record, as_json: bool) -> ExitCode:
    """Play a record again, and print whether it came out the same."""
    from sim.cli.telling import say
    from sim.scenario.records import departure

    gone = departure(record)
    if gone is None:
        _play_on(record)
    if as_json:
        echo_json({"verified": gone is None, **counted(record), "departure": None if gone is None else vars(gone)})
    elif gone is None:
        say(f"verified: {count_text(**counted(record))}")
    else:
        say(f"differs at {gone}")
    return ExitCode.OK if gone is None else ExitCode.REPLAY_DIVERGED


def _play_on(record: Record) -> None:
    """Go one activation further than a record that breaks off: the bug that broke it off comes to light again.

    From the beginning, and not from the last checkpoint: a battle that goes round in circles is noticed by its past.
    """
    from sim.engine.game import Answered, Ordered
    from sim.engine.orders import Ask
    from sim.engine.ruleset import HUMAN
    from sim.engine.session import Checkpoint, Session

    if record.over:
        return
    header = record.header
    orders = iter([entry for entry in record.entries if isinstance(entry, Ordered) and entry.by == HUMAN])
    results = iter([entry for entry in record.entries if isinstance(entry, Answered)])
    last = sum(isinstance(entry, Checkpoint) for entry in record.entries) - 1
    session: Session[Any, Any] = Session(header.battle, header.state, header.players, header.source)
    while session.checkpoint.number <= last and not session.over:
        if session.wanted is None:
            session.advance()
            continue
        known = next(orders, None) if isinstance(session.wanted, Ask) else next(results, None)
        if known is None:
            return  # The record waits for somebody, and so does this.
        session.answer(known.intent if isinstance(known, Ordered) else known.result)


def count_text(frames: int, dice: int, cards: int) -> str:
    """Put into words what a record holds.

    >>> count_text(73, 32, 26), count_text(1, 1, 1)
    ('73 frames, 32 dice, 26 cards', '1 frame, 1 die, 1 card')
    """
    words = ((frames, "frame", "frames"), (dice, "die", "dice"), (cards, "card", "cards"))
    return ", ".join(f"{count} {one if count == 1 else many}" for count, one, many in words)


def counted(record: Record) -> dict[str, Any]:
    """Count what a record holds: frames, throws and cards."""
    from sim.engine.game import Answered

    answers = [entry.result for entry in record.entries if isinstance(entry, Answered)]
    cards = sum(isinstance(result, str) for result in answers)
    return {"frames": len(record.frames), "dice": len(answers) - cards, "cards": cards}
