"""Read an order as it stands on a card, so that a player can type in the cards of the boxed game.

    Highest FP  AI  in cover  closest to  Lowest DV  Unit  in the open  ->  Fire
    '------------ who ------' '-distance' '------- target -----------'      action

Capitals, articles, commas, hyphens and a full stop at the end make no difference, and what describes an AI or a target
may stand before or behind it. "Counteraction" and "Mission Order" stand alone, or with a number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, Generic, Literal, TypeVar, get_args

from sim.files import did_you_mean, one_of, shown
from sim.memo import KeepsAnswers

# -- what an order can mean, and in which words ----------------------------------------------------------------


_Either = Literal["highest_fp", "fresh", "spent", "unhit", "hit", "foot", "vehicle", "in_open"]
"""What is said of AIs and of targets."""
_OfAi = Literal["lowest_fp", "mg", "mortar", "gun", "in_cover", "in_fire_zone", "in_close_combat", "on_objective"]
_OfTarget = Literal["lowest_dv", "adjacent", "player_controlled"]
AiFilter = _Either | _OfAi
TargetFilter = _Either | _OfTarget
Distance = Literal["closest", "farthest"]
TargetKind = Literal["Unit", "Objective"]
_Fires = Literal["fire", "long_range_fire", "group_fire", "close_combat"]
_Moves = Literal["move", "low_risk_move", "move_to_cover"]
Action = _Fires | _Moves | Literal["rally", "disengage", "pivot", "counteraction", "mission_order"]


@dataclass(frozen=True)
class Target:
    """COH-5.0-obj: What an order is aimed at."""

    kind: TargetKind
    filters: tuple[TargetFilter, ...] = ()


@dataclass(frozen=True)
class CardOrder(KeepsAnswers):
    """COH-5.0: One line of an order card.

    Orders that mean the same are equal, however they are worded. So filters stand in the order of the tables below:
    "hit MG AI" and "MG AI, hit" call for the same counters.
    """

    text: str = field(compare=False)
    """As the card has it, for the trace."""
    who: tuple[AiFilter, ...]
    """Empty: any AI."""
    distance: Distance | None
    target: Target | None
    action: Action
    number: int = 0
    """Which of the mission's counteractions or mission orders; 0 leaves it to the mission."""

    @cached_property
    def _hash(self) -> int:
        return hash((self.who, self.distance, self.target, self.action, self.number))

    def __hash__(self) -> int:
        """Return the hash, worked out once: orders are keys to all that is kept of what they mean in a position."""
        return self._hash


class OrderMistake(ValueError):
    """What is wrong in the text of an order, or in the numbers of a deck's part, and where.

    >>> print(OrderMistake('"Rall" at character 8', "one of Rally, Pivot", 'did you mean "Rally"?', 8))
    found "Rall" at character 8, expected one of Rally, Pivot; did you mean "Rally"?
    """

    def __init__(self, found: str, expected: str, hint: str = "", place: int = 1) -> None:
        super().__init__(found, expected, hint, place)
        self.found = found
        self.expected = expected
        self.hint = hint
        self.place = place
        """The character, counted from 1, at which the wrong word begins."""

    def __str__(self) -> str:
        return f"found {self.found}, expected {self.expected}" + (f"; {self.hint}" if self.hint else "")


FILTER_WORDS: Mapping[Any, tuple[str, ...]] = {
    "lowest_dv": ("Lowest DV", "Lowest Defence Value", "Lowest Defense Value"),
    "highest_fp": ("Highest FP", "Highest Firepower"),
    "lowest_fp": ("Lowest FP", "Lowest Firepower"),
    "fresh": ("Fresh",),
    "spent": ("Spent",),
    "unhit": ("Unhit", "Un-hit"),
    "hit": ("Hit",),
    "adjacent": ("Adjacent",),
    "foot": ("Foot",),
    "vehicle": ("Vehicle",),
    "mg": ("MG",),
    "mortar": ("Mortar",),
    "gun": ("Gun",),
    "player_controlled": ("Player-controlled", "Player"),
    "in_open": ("in the open", "in open ground"),
    "in_cover": ("in cover",),
    "in_fire_zone": ("in a Fire Zone", "in an FZ"),
    "in_close_combat": ("in Close Combat", "in CC"),
    "on_objective": ("on an Objective", "at an Objective"),
}
AI_WORDS: Mapping[AiFilter, tuple[str, ...]] = {
    each: words for each, words in FILTER_WORDS.items() if each not in get_args(_OfTarget)
}
TARGET_WORDS: Mapping[TargetFilter, tuple[str, ...]] = {
    each: words for each, words in FILTER_WORDS.items() if each not in get_args(_OfAi)
}
DISTANCE_WORDS: Mapping[Distance, tuple[str, ...]] = {
    "closest": ("closest to", "closest", "nearest to", "nearest"),
    "farthest": ("farthest from", "farthest", "furthest from", "furthest"),
}
KIND_WORDS: Mapping[TargetKind, tuple[str, ...]] = {
    "Unit": ("Unit", "Units"),
    "Objective": ("Objective", "Objectives", "Control Marker", "Control Markers"),
}
ACTION_WORDS: Mapping[Action, tuple[str, ...]] = {
    "fire": ("Fire",),
    "long_range_fire": ("Long Range Fire", "Fire Long Range"),
    "group_fire": ("Group Fire",),
    "move": ("Move",),
    "low_risk_move": ("Low Risk Move", "Move Low Risk"),
    "move_to_cover": ("Move to Cover",),
    "close_combat": ("Close Combat", "CC"),
    "rally": ("Rally",),
    "disengage": ("Disengage",),
    "pivot": ("Pivot",),
    "counteraction": ("Counteraction",),
    "mission_order": ("Mission Order",),
}
"""Long range fire may also be fire at a shorter range, since an AI never does the one unless told; close combat is the
attack on a Unit in the same hex, or the step into the hex of one next to it; a pivot turns towards the target."""
AI_NOUNS = ("AI", "AIs")
ARROWS = ("->", "→", "=>")
IGNORED = frozenset({"a", "an", "the", "any", "and", "with"})

MISSION_ACTIONS: frozenset[Action] = frozenset({"counteraction", "mission_order"})
"""COH-4.4: What the mission defines; the card only calls for it."""
FIRES: frozenset[Action] = frozenset(get_args(_Fires))
AIMED: frozenset[Action] = FIRES | {*get_args(_Moves), "pivot"}
"""What cannot be done without a target to do it to or towards."""

OPPOSITES: tuple[set[str], ...] = (
    {"fresh", "spent"}, {"hit", "unhit"}, {"foot", "vehicle"}, {"highest_fp", "lowest_fp"},
    {"mg", "mortar", "gun"}, {"in_open", "in_cover"},
)  # fmt: skip
"""Of each of these a counter is at most one."""
FILTERS_OF: Mapping[TargetKind, tuple[TargetFilter, ...]] = {
    "Unit": tuple(each for each in TARGET_WORDS if each != "player_controlled"),
    "Objective": ("player_controlled", "adjacent"),
}
"""What can be said of each kind of target: every Unit is the player's, and an objective is neither hit nor fresh."""

MOST_NUMBERED = 9
"""A mission that had more counteractions could not print them on its page."""
LONGEST_ORDER = 200
"""Twice the longest line that makes sense; a card has no room for more."""

_WORD = re.compile(r"[-=\u2010-\u2015]*>|→|=|[^\s,=>→\u2010-\u2015-]+")
"""An arrow, however it is drawn, or what stands between spaces, commas and hyphens."""

Phrase = tuple[str, ...]
Value = TypeVar("Value")
Filter = TypeVar("Filter", bound=str)
Noun = TypeVar("Noun", bound=str)


# -- words and phrases --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Word:
    """A word of the text, or an arrow, and the character at which it begins."""

    text: str
    place: int

    @property
    def folded(self) -> str:
        """The word without regard to capitals; all arrows are one."""
        return ARROWS[0] if self.text[-1] in ">→" else self.text.casefold()

    def mistake(self, expected: str, hint: str = "", why: str = "") -> OrderMistake:
        """Tell that this word is wrong, and why if that is not plain."""
        return OrderMistake(f"{shown(self.text)} at character {self.place}{why}", expected, hint, self.place)


def words_of(text: str) -> list[Word]:
    """Cut a text into words; those that mean nothing here are left out.

    >>> [word.text for word in words_of("The AI, in a low-risk hex→fire.")]
    ['AI', 'in', 'low', 'risk', 'hex', '→', 'fire']
    """
    words = [Word(found[0], found.start() + 1) for found in _WORD.finditer(text.rstrip(". \t\r\n"))]
    return [word for word in words if word.folded not in IGNORED]


class Vocabulary(Generic[Value]):
    """The phrases that may stand at one place of an order, and what they mean."""

    def __init__(self, table: Mapping[Value, tuple[str, ...]]) -> None:
        self.printed = [wordings[0] for wordings in table.values()]
        """One wording of each meaning, for lists of what would be right."""
        self.wordings = {_phrase(wording): wording for wordings in table.values() for wording in wordings}
        self.meanings = {_phrase(wording): value for value, wordings in table.items() for wording in wordings}
        self.lengths = sorted({len(phrase) for phrase in self.meanings}, reverse=True)


def _phrase(wording: str) -> Phrase:
    return tuple(word.folded for word in words_of(wording))


_AI_FILTERS = Vocabulary(AI_WORDS)
_AI = Vocabulary({"AI": AI_NOUNS})
_DISTANCES = Vocabulary(DISTANCE_WORDS)
_TARGET_FILTERS = Vocabulary(TARGET_WORDS)
_KINDS = Vocabulary(KIND_WORDS)
_ARROW = Vocabulary({"->": ARROWS})
_ACTIONS = Vocabulary(ACTION_WORDS)
_MISSION = Vocabulary({action: words for action, words in ACTION_WORDS.items() if action in MISSION_ACTIONS})
_ORDINARY = Vocabulary({action: words for action, words in ACTION_WORDS.items() if action not in MISSION_ACTIONS})

_ELSEWHERE: tuple[tuple[Vocabulary[Any], str], ...] = (
    (_MISSION, "it stands alone, or with a number"),
    (_ACTIONS, 'the action stands behind "->"'),
    (_KINDS, 'a target stands behind "closest to" or "farthest from"'),
    (_DISTANCES, 'it stands once, before "->"'),
    (_AI, 'the AI stands once, before "closest to" and "->"'),
    (_AI_FILTERS, 'that is said of the AI, before "closest to" and "->"'),
    (_TARGET_FILTERS, 'that is said of a target, behind "closest to" or "farthest from"'),
)
"""Where a phrase would be right that is wrong where it stands."""


class OrderReader:
    """Goes through the words of one order."""

    def __init__(self, text: str) -> None:
        self.words = words_of(text)
        self.folded = tuple(word.folded for word in self.words)
        self.at = 0
        self.end = Word(">", len(text) + 1)
        """Stands for the end of the text."""

    @property
    def here(self) -> Word:
        """The word to be read next."""
        return self.words[self.at] if self.at < len(self.words) else self.end

    def take(self, vocabulary: Vocabulary[Value]) -> Value | None:
        """Read one phrase of a vocabulary, the longest that fits, and return what it means; None if none fits."""
        phrase = self.seen(vocabulary) or ()
        self.at += len(phrase)
        return vocabulary.meanings[phrase] if phrase else None

    def seen(self, vocabulary: Vocabulary[Any]) -> Phrase | None:
        """Return the longest phrase of a vocabulary that begins here."""
        here = (self.folded[self.at : self.at + length] for length in vocabulary.lengths)
        return next((phrase for phrase in here if phrase in vocabulary.meanings), None)

    def _agreeing(self, phrase: Phrase) -> int:
        """Count the words of a phrase that stand here, up to the first that does not."""
        here = self.folded[self.at : self.at + len(phrase)]
        pairs = enumerate(zip(phrase, here, strict=False))
        return next((place for place, (wanted, found) in pairs if wanted != found), min(len(phrase), len(here)))

    def lost(self, *vocabularies: Vocabulary[Any]) -> OrderMistake:
        """Tell that none of the phrases that may stand here does; the wrong word may be the second of one begun."""
        wordings = {phrase: each.wordings[phrase] for each in vocabularies for phrase in each.wordings}
        begun = max(self._agreeing(phrase) for phrase in wordings)
        if begun:
            likely = {phrase: wording for phrase, wording in wordings.items() if self._agreeing(phrase) == begun}
            self.at += begun
            expected, hint = one_of(list(likely.values())), ""
            words = [phrase[begun] for phrase in likely]
        else:
            expected = one_of([wording for each in vocabularies for wording in each.printed], most=30)
            hint, words = self._elsewhere(), [words_of(wording)[0].text for wording in wordings.values()]
        if self.here is self.end:
            return OrderMistake("the end of the order", expected, place=self.end.place)
        return self.here.mistake(expected, hint or did_you_mean(self.here.text, words))

    def _elsewhere(self) -> str:
        return next((hint for vocabulary, hint in _ELSEWHERE if self.seen(vocabulary)), "")

    def finish(self, after: str) -> None:
        """Refuse words that are left over."""
        if self.here is not self.end:
            raise self.here.mistake(f"nothing behind {after}", self._elsewhere())


# -- the order ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Described(Generic[Filter, Noun]):
    """A noun with all that is said of it, each with its first word."""

    noun: Noun
    noun_word: Word
    filters: Mapping[Filter, Word]


@cache
def parse_order(text: str) -> CardOrder:
    """COH-5.0: Read one order, or raise an `OrderMistake`. Many cards say the same, and each is read to be checked.

    >>> order = parse_order("Highest FP AI closest to Lowest DV Unit → Fire")
    >>> order.who, order.distance, order.target, order.action
    (('highest_fp',), 'closest', Target(kind='Unit', filters=('lowest_dv',)), 'fire')
    """
    if len(text) > LONGEST_ORDER:
        raise OrderMistake(f"a text of {len(text)} characters", f"at most {LONGEST_ORDER}")
    reader = OrderReader(text)
    if not reader.words:
        raise OrderMistake("an empty order", 'one as in "AI closest to Unit -> Fire"')
    if called := reader.take(_MISSION):
        return CardOrder(text, (), None, None, called, _number(reader, ACTION_WORDS[called][0]))
    who = _described(reader, _AI_FILTERS, _AI, _DISTANCES, _ARROW)
    distance = reader.take(_DISTANCES)
    aimed = _described(reader, _TARGET_FILTERS, _KINDS, _ARROW) if distance else None
    reader.take(_ARROW)
    action_word, action = reader.here, reader.take(_ACTIONS)
    if action is None:
        raise reader.lost(_ORDINARY)
    if action in MISSION_ACTIONS:
        name = ACTION_WORDS[action][0]
        raise reader.words[0].mistake(f"{shown(name)} alone, or with a number", "the mission says who acts")
    reader.finish("the action")
    _check_action(action, action_word, aimed)
    target = Target(aimed.noun, tuple(each for each in TARGET_WORDS if each in aimed.filters)) if aimed else None
    return CardOrder(text, tuple(each for each in AI_WORDS if each in who.filters), distance, target, action)


def _number(reader: OrderReader, action: str) -> int:
    """COH-4.4: Read which of the mission's counteractions or mission orders is meant."""
    word = reader.here
    if word is reader.end:
        return 0
    if word.text not in map(str, range(1, MOST_NUMBERED + 1)):
        raise word.mistake(f"a number from 1 to {MOST_NUMBERED} or nothing behind {shown(action)}")
    reader.at += 1
    reader.finish(f"the number of the {action}")
    return int(word.text)


def _described(
    reader: OrderReader, filters: Vocabulary[Filter], nouns: Vocabulary[Noun], *ends: Vocabulary[Any]
) -> _Described[Filter, Noun]:
    """Read a noun and what is said of it, up to one of the words that end it."""
    said: dict[Filter, Word] = {}
    noun: tuple[Noun, Word] | None = None
    others: tuple[Vocabulary[Any], ...] = (nouns, _MISSION) if reader.at == 0 else (nouns,)
    while not any(reader.seen(end) for end in ends):
        word = reader.here
        each = reader.take(filters)
        if each is not None:
            _check_filter(each, word, said)
            said[each] = word
            others = ends if noun else (nouns,)
        elif (kind := reader.take(nouns)) is None:
            raise reader.lost(*others) if reader.here is reader.end else reader.lost(filters, *others)
        elif noun:
            raise word.mistake(f"{shown(noun[0])} once", f"it stands at character {noun[1].place} as well")
        else:
            noun, others = (kind, word), ends
    if noun is None:
        raise reader.here.mistake(f"{' or '.join(map(shown, nouns.printed))} before it")
    return _Described(*noun, said)


def _check_filter(new: Filter, word: Word, said: Mapping[Filter, Word]) -> None:
    """Refuse what was said before, and what cannot be true along with it."""
    if new in said:
        raise word.mistake("it once", f"it stands at character {said[new].place} as well")
    for group in OPPOSITES:
        for before in (said[each] for each in said if {each, new} <= group):
            why = f", though {shown(before.text)} stands at character {before.place}"
            raise word.mistake("one of the two", "no counter is both", why)


def _check_action(action: Action, word: Word, aimed: _Described[TargetFilter, TargetKind] | None) -> None:
    """Refuse an action that has no target and needs one, or cannot be done to the one it has."""
    name = ACTION_WORDS[action][0]
    if aimed is None:
        if action in AIMED:
            expected = '"closest to" or "farthest from" and a target before "->"'
            raise word.mistake(expected, f'as in "AI closest to Unit -> {name}"', " without a target")
        return
    if action in FIRES and aimed.noun != "Unit":
        raise aimed.noun_word.mistake('"Unit"', f"the action is {name}")
    fitting = FILTERS_OF[aimed.noun]
    for each, spot in aimed.filters.items():
        if each not in fitting:
            expected = one_of([TARGET_WORDS[other][0] for other in fitting])
            raise spot.mistake(expected, f"it cannot be said of {shown(aimed.noun)}")
