"""`sandtable decide`: what an automated side does in a position, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import click

from sim.cli.battles import (
    explain_option,
    eyes_option,
    made_up_seed,
    players_option,
    position_called,
    reader_called,
    seed_option,
    with_players,
)
from sim.cli.output import ExitCode, Refused, as_json_option, echo_json

if TYPE_CHECKING:
    from sim.engine.chance import Scripted, Source
    from sim.engine.decide import Decision
    from sim.engine.game import Ordered
    from sim.engine.notes import Note
    from sim.engine.reader import Reader
    from sim.engine.session import Session
    from sim.scenario.envelope import Opened


def _numbers(context: click.Context, option: click.Parameter, text: str | None) -> tuple[int, ...] | None:
    """Read dice as people write them: 4,2."""
    if text is None:
        return None
    parts = text.replace(",", " ").split()
    if not all(part.isascii() and part.isdigit() and len(part) < 6 for part in parts):
        raise click.BadParameter(f"'{text}' is not a list of dice; write the faces with commas, as in 4,2")
    return tuple(map(int, parts))


def _cards(context: click.Context, option: click.Parameter, text: str | None) -> tuple[str, ...] | None:
    return None if text is None else tuple(part.strip() for part in text.split(",") if part.strip())


@click.command("decide")
@click.argument("name", metavar="POSITION")
@click.option("--dice", metavar="4,2", callback=_numbers, help="The dice in the order in which they are asked for.")
@click.option("--cards", metavar="17,...", callback=_cards, help="The cards in the order in which they are asked for.")
@seed_option
@players_option
@click.option("--whole", is_flag=True, help="Play the whole activation, and show what comes of it.")
@explain_option
@eyes_option
@as_json_option
def decide_command(
    name: str, dice: tuple[int, ...] | None, cards: tuple[str, ...] | None, seed: int | None, **settings: Any
) -> ExitCode:
    """Say what the automated side decides in a position.

    POSITION is a position file, as JSON or as text, or a scenario, which is asked at its start. Dice and cards are
    those of --dice and --cards, or of the text, or made from --seed, or else those that would have come up in the
    battle of the position.
    """
    from sim.cli.telling import say

    if seed is not None and (dice is not None or cards is not None):
        raise click.UsageError("--seed cannot be used with --dice or --cards")
    position = with_players(position_called(name), settings.pop("players"))
    if seed is None:
        dice, cards = position.dice if dice is None else dice, position.cards if cards is None else cards
    known = position.seed if seed is None else seed
    luck = position.new_luck if seed is None else ()
    chance = DecisionDice(dice, cards, made_up_seed() if known is None else known, position.requests, luck)
    if known is None and not chance.is_scripted and not settings["as_json"]:
        say(f"seed {chance.seed}")
    if position.dispute is not None and not settings["as_json"]:
        say(str(position.dispute))
    reader = reader_called(position.battle, position.players, position.state.outcome is not None, settings.pop("eyes"))
    return decision_shown(position, chance, DecisionOptions(reader=reader, **settings))


@dataclass(frozen=True)
class DecisionDice:
    """Where the dice of one decision come from: written down by somebody, or made from a seed."""

    dice: tuple[int, ...] | None
    cards: tuple[str, ...] | None
    seed: int
    requests: int
    new_luck: tuple[tuple[int, int], ...]

    @property
    def is_scripted(self) -> bool:
        """Say whether somebody has written down the dice."""
        return self.dice is not None or self.cards is not None

    @cached_property
    def script(self) -> Scripted:
        """The list that somebody has written down; it gets shorter."""
        from sim.engine.chance import Scripted

        return Scripted(self.dice or (), self.cards or ())

    @property
    def source(self) -> Source:
        """What answers requests, counted from the position on."""
        from sim.engine.chance import Seeded

        return self.script if self.is_scripted else Seeded(self.seed, self.new_luck, self.requests)

    def data(self) -> dict[str, Any]:
        """Return it as data."""
        return {"seed": None if self.is_scripted else self.seed}


@dataclass(frozen=True)
class DecisionOptions:
    """What is shown of a decision, and to whom."""

    reader: Reader
    whole: bool
    explain: bool
    as_json: bool


def decision_shown(position: Opened, chance: DecisionDice, shown: DecisionOptions) -> ExitCode:
    """Print the decision; what stands in its way is invalid input, not a bug."""
    from sim.cli.bundles import battle_bundle
    from sim.engine.chance import ChanceRefused
    from sim.engine.decide import NoDecision

    with battle_bundle(lambda: broken(position, chance), position.scenario, None):
        try:
            return (_whole if shown.whole else _first_order)(position, chance, shown)
        except NoDecision as refused:
            raise Refused(str(refused)) from None
        except ChanceRefused as refused:
            if not chance.is_scripted:
                raise  # A seed refuses nothing that the rules have a right to ask for.
            raise Refused(str(refused)) from None


def broken(position: Opened, chance: DecisionDice) -> Session[Any, Any]:
    """Play again up to the bug, so that its record can be kept: with the dice as if they had been typed in."""
    session = _session(position, replace(chance))
    with suppress(Exception):
        session.advance()
    return session


def _session(position: Opened, chance: DecisionDice) -> Session[Any, Any]:
    from sim.engine.session import Session

    return Session(position.battle, position.state, position.players, chance.source)


# -- one order ----------------------------------------------------------------------------------------------------


def _first_order(position: Opened, chance: DecisionDice, shown: DecisionOptions) -> ExitCode:
    """Print the first order that an automated side gives."""
    from sim.cli.telling import say
    from sim.engine.decide import decide

    decision = decide(position.battle, position.state, position.players, chance.source)
    if chance.is_scripted:
        chance.script.finish()
    decision = shown.reader.decision(decision, position.state)
    if shown.as_json:
        echo_json({**chance.data(), **decision_data(position, decision)})
    else:
        say(decision_lines(position, decision, shown.explain))
    return ExitCode.OK


def decision_lines(position: Opened, decision: Decision, explain: bool) -> Iterator[str]:
    """Yield the dice and cards, what happened before the order, and the order."""
    from sim.cli.telling import LogFormatter
    from sim.engine.words import UNSEEN
    from sim.solo.explain import ALL

    formatter = LogFormatter(position.battle)
    if explain:
        yield from formatter.reasons(decision.notes, listed=ALL)
    else:
        yield from chance_lines(position, decision.notes)
        yield from (f"event: {formatter.event(frame.state, frame.event)}" for frame in decision.frames)
    if decision.is_unseen:
        yield f"order: {UNSEEN}"
        return
    if decision.order is None:
        yield "order: none; the activation ends without one"
        return
    yield f"asked: {formatter.ask(decision.order.ask)}"
    yield f"order: {order_text(position, decision, decision.order)}"


def order_text(position: Opened, decision: Decision, order: Ordered) -> str:
    """Put the order in words, as things stand when it is given."""
    from sim.cli.telling import LogFormatter

    state = decision.frames[-1].state if decision.frames else position.state
    return LogFormatter(position.battle).order(state, order.intent)


def chance_lines(position: Opened, notes: Iterable[Note]) -> Iterator[str]:
    """Yield every die and card among notes, in the order in which they were noted."""
    from sim.cli.telling import LogFormatter
    from sim.engine.notes import Drawn, Rolled, walk

    formatter = LogFormatter(position.battle)
    for note in walk(tuple(notes)):
        match note:
            case Rolled():
                yield f"dice: {next(formatter.reasons((note,)))}"
            case Drawn():
                yield f"card: {next(formatter.reasons((note,)))}"


def decision_data(position: Opened, decision: Decision) -> dict[str, Any]:
    """Return a decision as data."""
    from sim.cli.telling import LogFormatter
    from sim.engine.orders import Ask, Intent

    formatter, scribe = LogFormatter(position.battle), position.scribe
    order = decision.order
    return {
        "ask": None if order is None else scribe.codec.encode(Ask, order.ask),
        "order": None if order is None else scribe.codec.encode(Intent, order.intent),
        "by": None if order is None else order.by,
        "text": None if order is None else order_text(position, decision, order),
        "chance": list(chance_lines(position, decision.notes)),
        "frames": [formatter.frame_data(scribe, frame) for frame in decision.frames],
        **formatter.reasons_data(scribe, decision.notes),
    }


# -- a whole activation -------------------------------------------------------------------------------------------


def _whole(position: Opened, chance: DecisionDice, shown: DecisionOptions) -> ExitCode:
    """Play one activation, and print its log; a player who has to be asked ends it early."""
    from sim.cli.telling import LogFormatter, say
    from sim.engine.decide import NoDecision

    if position.state.outcome is not None:
        raise NoDecision(f"the battle is over: {position.state.outcome.reason}")
    session = _session(position, chance)
    if session.advance() and chance.is_scripted:
        chance.script.finish()
    if shown.as_json:
        echo_json({**chance.data(), **_activation_data(position, session, shown)})
    else:
        frames = list(shown.reader.frames(session.frames))[1:]
        say(LogFormatter(position.battle).log(frames, shown.explain, position.state.turn))
    if session.wanted is None:
        return ExitCode.OK
    say(f"sandtable: the next decision is a player's: {shown.reader.wanted(session)}", to_err=True)
    return ExitCode.INVALID_INPUT


def _activation_data(position: Opened, session: Session[Any, Any], shown: DecisionOptions) -> dict[str, Any]:
    from sim.cli.telling import LogFormatter, outcome_data
    from sim.engine.game import Frame, Ordered
    from sim.engine.orders import Intent

    formatter, scribe = LogFormatter(position.battle), position.scribe
    entries = list(shown.reader.entries(session.entries[1:], position.state))
    orders = [entry for entry in entries if isinstance(entry, Ordered)]
    frames = [entry for entry in entries if isinstance(entry, Frame)]
    return {
        "orders": [{"order": scribe.codec.encode(Intent, each.intent), "by": each.by} for each in orders],
        "frames": [formatter.frame_data(scribe, frame, shown.explain) for frame in frames],
        "wanted": None if session.wanted is None else str(shown.reader.wanted(session)),
        "outcome": outcome_data(session.state.outcome),
    }
