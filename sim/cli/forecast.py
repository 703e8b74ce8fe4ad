"""`sandtable forecast`: what an automated side may do next, with exact probabilities."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import click

from sim.cli.battles import eyes_option, players_option, position_called, reader_called, with_players
from sim.cli.output import Refused, as_json_option, echo_json

if TYPE_CHECKING:
    from sim.engine.forecast import Forecast, ForecastOutcome
    from sim.scenario.envelope import Opened


@click.command("forecast")
@click.argument("name", metavar="POSITION")
@click.option("--whole", is_flag=True, help="Follow the activation to its end instead of to the next order.")
@click.option("--runs", type=click.IntRange(1), metavar="N", help="Give up after this many branches.")
@players_option
@eyes_option
@as_json_option
def forecast_command(
    name: str, whole: bool, runs: int | None, players: str | None, eyes: str | None, as_json: bool
) -> None:
    """List everything that the automated side may do next, the likeliest first.

    POSITION is a position file, or a scenario, which is asked at its start. Every result of every die, card and tie is
    followed; nothing is sampled, so the probabilities are exact.
    """
    from sim.cli.telling import say
    from sim.engine.forecast import RUNS, ForecastRefused, TooManyWays, forecast

    position = with_players(position_called(name), players)
    reader = reader_called(position.battle, position.players, position.state.outcome is not None, eyes)
    try:
        upto: Literal["order", "activation"] = "activation" if whole else "order"
        everything = forecast(position.battle, position.state, position.players, upto, runs or RUNS)
        found = reader.forecast(everything, position.state)
    except TooManyWays as refused:
        raise Refused(f"{refused}; --runs N follows more of them") from None
    except ForecastRefused as refused:
        raise Refused(str(refused)) from None
    if as_json:
        echo_json(forecast_data(position, found, whole))
    else:
        say(forecast_lines(position, found, whole))


def merged(position: Opened, found: Forecast, whole: bool) -> dict[str, ForecastOutcome]:
    """Return what may come by its words, the likeliest first.

    What reads the same is one thing to whoever asks, such as the four cards of one name: their probabilities are added
    up, and the likeliest of them stands for all.
    """
    alike: dict[str, ForecastOutcome] = {}
    for prospect in found.prospects:
        text = prospect_text(position, prospect, whole)
        first = alike.setdefault(text, prospect)
        if first is not prospect:
            alike[text] = replace(first, probability=first.probability + prospect.probability)
    return dict(sorted(alike.items(), key=lambda each: -each[1].probability))


def forecast_lines(position: Opened, found: Forecast, whole: bool) -> Iterator[str]:
    """Yield a line for each prospect: its probability as a fraction and in percent, then what it is."""
    prospects = merged(position, found, whole)
    widest = max((len(str(prospect.probability)) for prospect in prospects.values()), default=0)
    for text, prospect in prospects.items():
        yield f"{prospect.probability!s:>{widest}}  {float(prospect.probability * 100):5.1f} %  {text}"


def prospect_text(position: Opened, prospect: ForecastOutcome, whole: bool) -> str:
    """Put the order in words; of a whole activation, or of one without an order, tell what happens."""
    from sim.cli.telling import LogFormatter

    formatter = LogFormatter(position.battle)
    if prospect.asks and not prospect.orders:
        return f"a player decides: {formatter.ask(prospect.asks)}"
    if prospect.orders and not whole:
        order = prospect.orders[-1]
        return f"{formatter.ask(order.ask)}: {formatter.order(position.state, order.intent)}"
    return "; ".join(told(position, prospect)) or "nothing happens"


def told(position: Opened, prospect: ForecastOutcome) -> Iterator[str]:
    """Tell the events of a prospect one after the other, each in the state that it leads to."""
    from sim.cli.telling import LogFormatter

    formatter, state = LogFormatter(position.battle), position.state
    for event in prospect.events:
        state = event.apply(state)
        yield formatter.event(state, event)


def forecast_data(position: Opened, found: Forecast, whole: bool) -> dict[str, Any]:
    """Return a forecast as data; the probabilities as fractions, because they are exact."""
    from sim.cli.telling import event_data
    from sim.engine.orders import Ask, Intent

    encode = position.scribe.codec.encode
    prospects = [
        {
            "probability": str(prospect.probability),
            "percent": float(prospect.probability * 100),
            "text": text,
            "orders": [
                {"ask": encode(Ask, order.ask), "order": encode(Intent, order.intent), "by": order.by}
                for order in prospect.orders
            ],
            "asks": encode(Ask | None, prospect.asks),
            "events": [event_data(position.scribe, event) for event in prospect.events],
            "chance": [{"asked": each.asked, "result": each.result} for each in prospect.answers],
        }
        for text, prospect in merged(position, found, whole).items()
    ]
    return {"runs": found.runs, "prospects": prospects}
