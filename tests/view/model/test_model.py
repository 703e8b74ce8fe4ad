"""What one viewer sees of a battle: no more than the side they play may know, and names and words that are safe."""

from typing import Any

import pytest

from sim.engine.chance import Seeded
from sim.engine.events import CardTaken
from sim.engine.game import Frame
from sim.engine.notes import Opposed, Rolled
from sim.engine.orders import Ask
from sim.engine.reader import Reader
from sim.engine.ruleset import HUMAN
from sim.engine.session import Session
from sim.resources import find_scenario
from sim.scenario.scenario import load_scenario
from sim.view.model.model import Model, concerned
from tests.picket.rules import Shot, Stay, Stepped, Walk
from tests.picket_positions import AMES, AUTOMATED, HOTSEAT, HUMAN_PICKET, RED, Stand
from tests.view.battle.bot import model_of, picket, picketed, stepped

LURKER = Stand("red-9", "E5", 5, hidden=True)


def model(players: dict[str, str] = HUMAN_PICKET, *men: Stand) -> Model:
    """Return the viewer's side of a battle with one hidden raider."""
    return model_of(picket(*(men or (AMES, RED, LURKER))).session(Seeded(1), players))


def to_question(shown: Model) -> Ask:
    """Go on until somebody is asked."""
    while stepped(shown.playback):
        pass
    assert isinstance(shown.playback.wanted, Ask)
    return shown.playback.wanted


def to_side(shown: Model, side: str) -> None:
    """Go on until a side is asked; everybody else stays where he is."""
    for _ in range(60):
        ask = to_question(shown)
        if ask.side == side:
            return
        shown.playback.answer(Stay(str(ask.unit)))
    raise AssertionError(f"{side} was never asked")


# -- who sees what ----------------------------------------------------------------------------------------


def test_the_player_does_not_see_hidden_enemies_and_where_nobody_plays_everything_is_shown() -> None:
    """The hidden raider is nowhere on the map, at any frame; whoever only watches is told all."""
    shown = model()
    to_question(shown)
    for number in range(len(shown.playback.frames)):
        assert "red-9" not in shown.position_at(number).state.units
        assert shown.where("red-9") is None
    assert "red-9" in model(AUTOMATED).position.state.units


def test_two_people_at_one_screen_see_what_the_one_who_sits_there_may_know() -> None:
    """The picket is asked: the raider is hidden; the raiders are asked: he is there once they have taken over. While
    neither is asked, what both know is shown: else whoever looks on would see what the other hides."""
    shown = model(HOTSEAT)
    to_side(shown, "picket")
    shown.seat()
    assert "red-9" not in shown.position.state.units
    to_side(shown, "raiders")
    assert shown.hands_over_to == "raiders" and "red-9" not in shown.position.state.units
    shown.seat()
    assert shown.hands_over_to is None and "red-9" in shown.position.state.units
    shown = model(HOTSEAT)
    shown.session.wanted = None
    assert shown.reader.sides == ("picket", "raiders")
    assert "red-9" not in shown.position.state.units


def test_after_the_battle_everything_is_shown() -> None:
    """Nothing is secret any more, at whatever moment: not even the man whom nobody ever found."""
    start = picket(AMES, Stand("red-1", "H4", 1), Stand("red-9", "H6", 1, hidden=True), turns=1)
    session: Session[Any, Any] = start.session(Seeded(1), HOTSEAT)
    session.play_out()
    while isinstance(session.wanted, Ask):
        session.answer(Stay(str(session.wanted.unit)))
        session.play_out()
    session.players["raiders"] = "solo"
    ended = model_of(session)
    assert ended.eyes == "picket" and session.over
    assert "red-9" in ended.position.state.units
    assert "red-9" in ended.position_at(1).state.units


@pytest.mark.parametrize("men", [(AMES, RED), (AMES, RED, LURKER)])
def test_who_looks_on_later_is_told_as_if_he_had_looked_on_from_the_start(
    men: tuple[Stand, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What he reads as the one before is not told again; what was hidden from the one before is."""
    shown, told = model(HUMAN_PICKET, *men), list[Frame]()
    to_question(shown)
    numbers, everybody, tell = range(len(shown.playback.frames)), Reader(shown.session.battle), shown.tell
    before = [shown.told(number) for number in numbers]

    def watched(read: Frame) -> str:
        told.append(read)
        return tell(read)

    monkeypatch.setattr(shown, "tell", watched)
    shown._read_by = everybody
    after = [shown.told(number) for number in numbers]
    assert after == [Model(shown.scenario, shown.playback, everybody).told(number) for number in numbers]
    assert (not told and after == before) if LURKER not in men else told


def test_the_log_does_not_give_hidden_enemies_away() -> None:
    """What happens to somebody the player knows nothing of is not told by name or place."""
    shown = model()
    for _ in range(6):
        ask = to_question(shown)
        if "red-9" in shown.session.known_to("picket").state.units:
            break
        for line in map(shown.told, range(len(shown.playback.frames))):
            assert "red-9" not in line and "E5" not in line
        shown.playback.answer(Stay(str(ask.unit)))


# -- words ------------------------------------------------------------------------------------------------


def test_another_line_has_its_own_words_and_men() -> None:
    """After a branch log and map show what happened there, not what happened on the line that was left."""
    shown = model(HUMAN_PICKET, AMES, RED)  # one pair of eyes, so that nothing is told anew for somebody else
    man, at = str(to_question(shown).unit), shown.playback.cursor
    shown.playback.answer(Stay(man))
    assert "goes to" not in shown.told(at + 1)
    here = shown.position_at(at + 1).state.unit(man).place
    shown.playback.jump(at)
    shown.playback.branch()
    beside = here.plus(shown.session.battle.map.grid.steps[0])
    to_question(shown)
    shown.playback.answer(Walk(man, (beside,)))
    assert "goes to" in shown.told(at + 1)
    assert shown.position_at(at + 1).state.unit(man).place == beside


# -- what an event speaks of ------------------------------------------------------------------------------


def test_an_event_points_at_its_units_and_cells() -> None:
    """A step has a man and a cell, a shot two men; words that are no unit's are left alone."""
    cell = picket().map.cell("C4")
    assert concerned(Stepped("ames", cell, 0), ["ames", "red-1"]) == (frozenset({"ames"}), frozenset({cell}))
    assert concerned(Shot("ames", "red-1", True, 0), ["ames", "red-1"])[0] == {"ames", "red-1"}
    assert concerned(CardTaken("moods", "bold-1"), ["ames"]) == (frozenset(), frozenset())


def test_the_log_tells_what_was_rolled() -> None:
    """Behind the words of the system, which say only what came of it; of a brawl both dice. No line is empty, and each
    begins with a capital letter."""
    session = picket(Stand("ames", "B3", 2), Stand("red-1", "D3", 5)).session(Seeded(1), AUTOMATED)
    session.play_out()
    shown = model_of(session)
    shots = [frame for frame in session.frames if isinstance(frame.event, Shot)]
    assert shots and not any(shown.told(n)[:1].islower() or not shown.told(n) for n in range(len(session.frames)))
    for frame in shots:
        total = next(note.total for note in frame.why if isinstance(note, Rolled))
        assert shown.told(frame.number).endswith(f"({total} on 2D6)")
    scenario = load_scenario(find_scenario("outlaws/saloon_brawl"))
    players = {side: "commander" if player == HUMAN else player for side, player in scenario.players.items()}
    session = Session(scenario.battle, scenario.state, players, Seeded(1))
    session.play_out()
    shown = model_of(session, scenario)
    blows = [(n, note) for n, frame in enumerate(session.frames) for note in frame.why if isinstance(note, Opposed)]
    assert blows
    for n, note in blows:
        assert shown.told(n).endswith(f"({note.one.total} on D6 against {note.other.total})")


def test_a_side_has_a_small_article_in_the_middle_of_a_sentence() -> None:
    """As a label it keeps the capital; men and cells are called the same everywhere."""
    shown = picketed()
    model = shown.model
    assert [model.naming("picket"), model.mentioning("picket")] == ["The picket", "the picket"]
    assert [model.mentioning("ames"), model.mentioning(model.position.map.cell("B3"))] == ["ames", "B3"]
    shown.looking.cycle_fire()
    assert shown.message == "Fire zones of the raiders"
