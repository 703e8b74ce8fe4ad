"""Pages over the map: handing over the screen, the lines of a battle, the rules, the briefing, and the end."""

import pygame

from sim.engine.grade import grade_of
from sim.engine.orders import Ask
from sim.engine.reader import Reader
from sim.engine.summary import summary_of
from sim.engine.words import paragraphs
from sim.scenario.following import next_battle
from sim.view.battle.pages import AfterBattle
from sim.view.battle.screen import BattleScreen
from sim.view.blocks.kinds import Button, Do, Field, TextLine, Title
from sim.view.screen import ScreenDone
from sim.view.ui.palette import theme
from tests.view.battle.bot import asked, click_named, ended, everybody_human, keys, opened, page, passed, picketed, sent

ORLOVKA = "conflict_of_heroes/orlovka_street"


def texts(screen: BattleScreen) -> str:
    """Return everything that stands in the panels."""
    passed(screen)
    return "\n".join(str(block) for panel in screen.panels.values() for block in panel.blocks)


def typed(screen: BattleScreen, text: str) -> None:
    """Type letters, each as a key and as text."""
    for letter in text:
        screen.handle(pygame.event.Event(pygame.KEYDOWN, key=ord(letter), mod=0, unicode=letter))
        sent(screen, pygame.TEXTINPUT, text=letter)
    passed(screen)


# -- two people at one screen ------------------------------------------------------------------------------


def covered() -> BattleScreen:
    """Return a battle of two people, of whom one lies hidden, at its first question."""
    screen = opened(ORLOVKA, players=everybody_human(ORLOVKA))
    passed(screen, 60, 0.6)
    return screen


def test_the_map_is_covered_until_the_one_who_is_asked_takes_over() -> None:
    """Nothing but the page is drawn, nobody is offered an order; Enter shows the map to the one who is asked."""
    screen = covered()
    wanted = screen.model.playback.wanted
    assert isinstance(wanted, Ask) and screen.model.hands_over_to == wanted.side
    assert screen.pages.window is not None and screen.ordering.menu is None
    surface = screen.stage.surface()
    corner = surface.subsurface((0, 0, surface.get_width(), screen.panels["window"].rect.top))
    assert pygame.transform.average_color(corner)[:3] == theme().table[:3]
    assert page(keys(screen, "return")) == "" and screen.model.reader.sides == (wanted.side,)
    assert asked(screen).ordering.menu is not None


def test_nothing_hidden_is_told_while_the_screen_is_handed_over() -> None:
    """Log, reasons and what lies under the cursor are what both sides know, whatever key is pressed."""
    screen = keys(covered(), "return")
    first = asked(screen).model.at_screen
    screen.ordering.choose_side_order("pass")
    while screen.model.hands_over_to is None:  # an order is shown to whoever gave it until the other is asked
        assert screen.model.eyes == first
        screen.tick(0.02)
    passed(screen, 20, 0.6)
    other = screen.model.hands_over_to
    assert first is not None and other != first
    hidden = Reader(screen.session.battle, (first,)).hidden(screen.session.state)
    assert hidden, "nobody is hidden: another battle is needed"
    for key in ("w", "a", "home", ",", "escape", "escape", "f2"):
        keys(screen, key)
        assert set(screen.model.reader.sides) == {first, other}
        assert not [unit for unit in hidden if unit in texts(screen)]
        assert not screen.looking.counter_spots
    click_named(keys(screen, "escape"), "take_over")
    assert screen.model.eyes == other and hidden <= {unit.id for unit in screen.model.position.state.units}


def test_where_nobody_hides_nobody_gets_up() -> None:
    """Two people with all units in the open are never stopped, and each is asked in turn."""
    name = "conflict_of_heroes/farm_at_kamenka"
    screen = asked(opened(name, players=everybody_human(name)))
    question = screen.ordering.menu
    assert page(screen) == "" and question is not None and screen.model.at_screen == question.ask.side


# -- lines -------------------------------------------------------------------------------------------------


def advised(screen: BattleScreen) -> BattleScreen:
    """Give three orders as the commander would."""
    for _ in range(3):
        asked(screen).model.playback.answer_as_advised()
    return asked(screen)


def lines_of(screen: BattleScreen) -> list[str]:
    """Return what the page of lines says."""
    window = keys(screen, "f8").pages.window
    assert window is not None
    return [block.text for block in window.blocks if isinstance(block, Title | TextLine | Button)]


def branched(key: str) -> BattleScreen:
    """Return a battle with three orders on one line, and three on another with the same luck or with new luck."""
    screen = asked(opened("outlaws/saloon_brawl"))
    start = screen.model.playback.cursor
    advised(screen).timing.jump(start)
    return advised(keys(screen, key))


def test_the_same_luck_has_the_same_orders_lead_to_the_same_dice_and_new_luck_parts_by_its_dice() -> None:
    """B plays on from there, and whoever orders the same has the same battle; with Shift B there are other dice, and
    the tree says where the lines part, and what fell in each."""
    told = lines_of(branched("b"))
    assert told[1].startswith("The same up to turn 1") and not [text for text in told if "They part" in text]
    screen = branched("shift-b")
    _, parting, here, standing, there, other, _ = lines_of(screen)
    assert parting.startswith("They part in turn 1, frame ")
    assert here != there and here.partition(" on ")[2] == there.partition(" on ")[2] != ""
    assert standing.startswith("You are here: turn 1") and other.startswith("Go to this line: turn 1")
    before = screen.session
    click_named(screen, "switch_line")
    assert screen.session is not before and page(screen) == ""


def test_a_line_parts_by_the_order_that_was_given() -> None:
    """Whoever orders something else on the other line reads both orders side by side."""
    screen = asked(opened("conflict_of_heroes/farm_at_kamenka"))
    start = screen.model.playback.cursor
    screen.ordering.choose_side_order("pass")
    asked(screen).timing.jump(start)
    asked(keys(screen, "b")).model.playback.answer_as_advised()
    asked(screen)
    orders = [text for text in lines_of(screen) if text.startswith("Rearguard of the 2nd Battalion: ")]
    assert len(orders) == 2 and orders[0] != orders[1] and orders[1].endswith(": pass")


def test_the_lines_tell_of_nothing_that_was_not_shown_yet() -> None:
    """What was computed ahead of the frame that was shown last gives away what comes."""
    screen = asked(picketed())
    playback = screen.model.playback
    playback.answer(next(choice for choice in screen.ordering.menu.choices if choice.is_open).offer.intent)  # type: ignore[union-attr]
    assert playback.shown < len(playback.frames)
    screen.pages.show_lines()
    assert f"frame {playback.shown - 1}" in texts(screen)


# -- rules -------------------------------------------------------------------------------------------------


def test_rules_are_found_by_typing_and_read_with_the_arrows() -> None:
    """F4 lists all rules of the system; words narrow them down, the first is read, and arrows go on."""
    screen = asked(opened("conflict_of_heroes/farm_at_kamenka"))
    book = screen.session.ruleset.rulebook
    keys(screen, "f4")
    assert all(rule.title in texts(screen) for rule in book)
    typed(screen, "wall coh")
    told = {rule: f"{rule.id} {rule.title} {rule.text}".casefold() for rule in book}
    found = [rule for rule in book if "wall" in told[rule] and "coh" in told[rule]]
    assert 1 < len(found) < len(book) and found[0].text in texts(screen)
    keys(screen, "down")
    assert sum(rule.text in texts(screen) for rule in found) == 1 and found[0].text not in texts(screen)
    assert page(keys(screen, "escape")) == ""


def test_a_rule_that_is_cited_opens_the_rulebook_at_it() -> None:
    """From there any other rule can be read by a click. Ctrl A marks a field, and the next letter replaces it."""
    screen = asked(picketed())
    first, second = list(screen.session.ruleset.rulebook)[:2]
    screen.do(Do("show_rule", (second.id,)))
    assert second.text in texts(screen) and first.text not in texts(screen)
    click_named(screen, "show_rule", first.id)
    assert first.text in texts(screen)
    typed(keys(screen, "escape f4"), "zzz")
    keys(screen, "ctrl-a")
    assert any(isinstance(block, Field) and block.marked for block in screen.panels["window"].blocks)
    typed(screen, "c")
    assert [block.text for block in screen.panels["window"].blocks if isinstance(block, Field)] == ["c"]


# -- the beginning and the end -----------------------------------------------------------------------------


def test_the_battle_begins_when_the_briefing_is_closed() -> None:
    """Until then nothing happens; what only the other side is told is not in it."""
    screen = opened(ORLOVKA)
    screen.pages.brief()
    passed(screen, 20, 0.6)
    assert screen.model.playback.cursor == 0
    (ours,) = screen.model.humans
    told, briefings = texts(screen), screen.scenario.side_briefings
    assert [side for side, text in briefings.items() if text and " ".join(text.split())[:40] in told] == [ours]
    passed(keys(screen, "return"), 5, 0.6)
    assert page(screen) == "" and screen.model.playback.cursor > 0


def test_the_end_has_a_grade_and_an_epilogue_and_leads_on() -> None:
    """Both are the engine's and the scenario's own; the buttons open the battle again, or the next one."""
    name = "conflict_of_heroes/farm_at_kamenka"
    screen = opened(name, players={"soviets": "commander", "germans": "solo"})
    went: list[str] = []

    def gone(name: str) -> BattleScreen:
        went.append(name)
        return screen

    screen.pages.onward = AfterBattle(lambda _: gone("again"), lambda following, _: gone(following))
    keys(ended(screen), "f3")
    outcome, told = screen.session.state.outcome, texts(screen)
    assert outcome is not None
    grade = grade_of(summary_of(screen.session), "soviets")
    assert grade is not None and f"{grade.name.capitalize()} for Rearguard" in told
    assert all(paragraph in told for paragraph in paragraphs(screen.scenario.epilogue("soviets", outcome)))
    for key in "an":
        keys(screen, key)
        assert isinstance(screen.next, ScreenDone) and screen.next.then is not None
        screen.next.then()
    assert went == ["again", next_battle(name)]
