"""What became of a battle: how it ended, losses, luck, and turning points to jump to."""

from __future__ import annotations

from collections.abc import Callable

from sim.engine.battle import mentioned
from sim.engine.chances import short
from sim.engine.grade import Grade
from sim.engine.summary import Losses, Luck, Summary, TurningPoint
from sim.engine.words import counted, paragraphs
from sim.solo.explain import Naming
from sim.view.blocks.kinds import Block, Button, Buttons, Divider, Do, Gauge, Row, SmallPrint, TextLine, Title, in_line

SideNaming = Callable[[str], str]
Telling = Callable[[int], str]
"""Tells what happened in a frame, by its number."""

_LISTED = 12


def summary_blocks(
    summary: Summary,
    naming: Naming,
    side_name: SideNaming,
    told: Telling,
    grade: Grade | None = None,
    epilogue: str = "",
    onward: tuple[Block, ...] = (),
) -> tuple[Block, ...]:
    """Return the window; for whoever played against printed opponents with a grade, and what the scenario tells him.

    How to go on stands above the figures, of which there may be more than fit.
    """
    blocks: list[Block] = [Title(_headline(summary, side_name))]
    if summary.outcome is not None:
        reason = summary.outcome.reason
        blocks.append(TextLine(reason[:1].upper() + reason[1:]))
        blocks += in_line(Row(side_name(side), counted(points, "point")) for side, points in summary.outcome.scores)
    if grade is not None:
        blocks += [Divider(), TextLine(f"{grade.name.capitalize()} for {mentioned(side_name(grade.side))}", bold=True)]
        blocks += [SmallPrint(str(part)) for part in grade.check.parts]
    blocks += [*map(TextLine, paragraphs(epilogue)), *onward]
    blocks += [Divider(), TextLine("Losses", "accent", bold=True)]
    blocks += in_line(_losses(losses, naming, side_name) for losses in summary.losses)
    if summary.luck:
        blocks += [Divider(), TextLine("Luck with the dice", "accent", bold=True)]
        names = tuple(side_name(luck.side) for luck in summary.luck)
        for luck in summary.luck:
            blocks += _luck(luck, side_name(luck.side), names)
    if summary.turning_points:
        blocks += [Divider(), TextLine("Turning points (click to go there)", "accent", bold=True)]
        blocks += [_point(point, naming, side_name, told) for point in summary.turning_points]
    return tuple(blocks)


def onward_blocks(following: str | None, title: str) -> tuple[Block, ...]:
    """Return how to go on from the end of a battle: the same again, the next one, a look back, or away."""
    look, leave = Button("Look back", Do("close_window"), "Esc"), Button("Leave", Do("leave_battle"), "Q")
    again = Button("Again", Do("play_again"), "A")
    if following is None:
        return Divider(), Buttons((again, look, leave), 3)
    on = Button("Next battle", Do("play_next", (following,)), "N")
    return Divider(), SmallPrint(f"The next battle: {title}"), Buttons((again, on, look, leave), 4)


def _headline(summary: Summary, side_name: SideNaming) -> str:
    if summary.outcome is None:
        return f"How things stand in turn {summary.turn}"
    if summary.outcome.winner is None:
        return "A draw"
    return f"{side_name(summary.outcome.winner)} won"


def _losses(losses: Losses, naming: Naming, side_name: SideNaming) -> Row:
    names = [naming(unit) for unit, _ in losses.lost]
    listed = ", ".join(names[:_LISTED]) + (f" and {len(names) - _LISTED} more" if len(names) > _LISTED else "")
    text = f"{len(names)} of {counted(losses.fielded, 'unit')}" + (f": {listed}" if names else "")
    return Row(side_name(losses.side), text)


def _luck(luck: Luck, side: str, names: tuple[str, ...]) -> list[Block]:
    throws = "1 throw" if luck.throws == 1 else f"{luck.throws} throws"
    figures = f"{luck.actual} of {throws} succeeded; {luck.expected:.1f} could be expected"
    return [
        Row(side, figures, among=names),
        Gauge("", luck.share, short(luck.share)),
        SmallPrint(f"Luckier than {short(luck.share)} of all battles with the same throws; 50 % is average."),
    ]


def _point(point: TurningPoint, naming: Naming, side_name: SideNaming, told: Telling) -> Block:
    """Say what made the difference: who was lost, else what the log says, and what it was worth."""
    parts = [f"{naming(unit)} lost" for unit in point.lost] or [told(point.frame)]
    parts += [f"{mentioned(side_name(side))} {change:+d}" for side, change in point.points]
    return TextLine(f"Turn {point.turn}: {', '.join(parts)}", do=Do("jump_and_close", (point.frame,)))
