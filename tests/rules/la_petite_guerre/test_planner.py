"""LPG-SOLO: what an automated man does, by the stance of his company; each line of each list decides once."""

from typing import Any

import pytest

from sim.play.tally import Exit
from sim.rules.la_petite_guerre.orders.order import FIRST_MOVE
from sim.rules.la_petite_guerre.solo.planner import STANCES
from sim.rules.la_petite_guerre.state import ActionTaken, LpgPosition
from tests.rules.la_petite_guerre.deciding import decide, ordered, stage
from tests.rules.la_petite_guerre.table import E, N, W, man, with_cells

pytestmark = pytest.mark.rule("LPG-SOLO")

EVERYWHERE = {"stance": "advance", "goal": "E10"}
MOVED = (ActionTaken("move"),)
BLIND = "fire blind at an enemy who can hardly be seen"
AWAY = {"skirmish": "too close to skirmish: move away", "delay": "a charge is near: move away"}


def taken(scene: LpgPosition, **words: Any) -> str:
    """Return the innermost option that gave the first order."""
    return decide(scene, **words).taken[-1][1]


def facing(at: str = "K10", mine: dict[str, Any] | None = None, **words: Any) -> LpgPosition:
    """One automated man who faces east, and an enemy in front of him at F10 unless said otherwise."""
    enemy = words.pop("enemy", {})
    return stage(man("a1", "A10", E, **(mine or {})), man("p1", at, W, **enemy), **words)


# -- every stance ----------------------------------------------------------------------------------------------------


def test_there_is_a_list_for_every_stance() -> None:
    """There are four stances."""
    assert set(STANCES) == {"defend", "advance", "skirmish", "delay"}


def test_a_man_of_no_company_defends() -> None:
    """A man whose company has no orders stays and looks out."""
    assert ordered(facing(companies={"none": None})) == "Acquire p1"  # type: ignore[dict-item]


def test_a_stunned_man_falls_prone() -> None:
    """A stunned man with an enemy near drops."""
    assert ordered(facing(mine={"stunned": 4, "left": 1})) == "LieDown"


def test_a_stunned_rider_gets_off() -> None:
    """A stunned rider with an enemy near gets off his horse."""
    assert ordered(facing(mine={"stunned": 4, "left": 1, "mounted": True})) == "Mount"


def test_a_stunned_man_far_from_the_enemy_stays_up() -> None:
    """With no enemy within twelve inches a stunned man waits to come to himself."""
    assert ordered(facing("T10", mine={"stunned": 4, "left": 1})) == "Wait"


def test_nobody_orders_against_hidden_men() -> None:
    """Who lies hidden is not known, and nothing is done about him."""
    assert ordered(facing("D10", enemy={"hidden": True})) == "Wait"


def test_hidden_men_change_nothing() -> None:
    """The planner decides as if hidden men were not there at all."""
    seen = man("p1", "K10", W)
    without = stage(man("a1", "A10", E), seen)
    hidden = stage(man("a1", "A10", E), seen, man("p2", "D10", W, hidden=True))
    assert decide(without).text == decide(hidden).text


# -- who acts next ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("HOUSE-NEXT")
def test_men_act_in_the_order_of_the_roll() -> None:
    """Of two men who can act the first of the roll is named."""
    scene = stage(man("a1", "A10", E), man("a2", "A12", E), man("p1", "K10", W))
    assert "a1" in decide(scene, unit=None).text.split("who acts next")[1]


@pytest.mark.rule("HOUSE-NEXT")
def test_leaders_act_last() -> None:
    """A man is named before his leader, who is before him in the roll."""
    scene = stage(man("a1", "A10", E, command=1), man("a2", "A12", E), man("p1", "D12", W), man("p2", "D10", W))
    found = decide(scene, unit=None)
    assert (found.decided_by("who acts next"), found.sifted("who acts next").chosen) == ("not a leader", 1)


def test_who_has_no_actions_left_is_passed_over() -> None:
    """A man without actions is not named."""
    scene = stage(man("a1", "A10", E, left=0), man("a2", "A12", E), man("p1", "D12", W))
    assert ordered(scene, unit=None) == "Fire p1"


# -- defend ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("HOUSE-BACK")
def test_defend_steps_back_when_outnumbered() -> None:
    """With two enemies against four inches and no friend a defender goes back."""
    scene = stage(man("a1", "K10", E), man("p1", "N10", W), man("p2", "N11", W))
    assert ordered(scene) == "RollMove 1"


def test_defend_steps_back_once() -> None:
    """One move back a turn is enough: then he fires."""
    scene = stage(man("a1", "K10", E, did=MOVED, left=1), man("p1", "N10", W), man("p2", "N11", W))
    assert ordered(scene).startswith("Fire")


def test_defend_stays_when_not_outnumbered() -> None:
    """With as many friends as enemies against four inches a defender stays and fires."""
    scene = stage(man("a1", "K10", E), man("a2", "K11", E), man("p1", "N10", W), man("p2", "N11", W))
    assert ordered(scene).startswith("Fire")


def test_defend_gets_up_to_step_back() -> None:
    """A prone man who is to go back stands up first."""
    scene = stage(man("a1", "K10", E, prone=True), man("p1", "N10", W), man("p2", "N11", W))
    assert ordered(scene) == "StandUp"


@pytest.mark.rule("HOUSE-SHOOT")
def test_defend_fires_at_an_acquired_enemy() -> None:
    """An enemy whom he has acquired is fired at."""
    assert ordered(facing(mine={"acquired": ("p1",)})) == "Fire p1"


@pytest.mark.rule("HOUSE-READY")
def test_defend_reloads() -> None:
    """An empty musket is loaded."""
    assert ordered(facing(mine={"acquired": ("p1",), "weapon": "musket", "loaded": False})) == "Reload"


@pytest.mark.rule("HOUSE-TURN")
def test_defend_turns_to_the_enemy() -> None:
    """An enemy in range behind his back makes him turn."""
    scene = stage(man("a1", "K10", W, acquired=("p1",)), man("p1", "R10", W))
    assert ordered(scene) == "Face e"


@pytest.mark.rule("HOUSE-LOOK")
def test_defend_looks_out() -> None:
    """An enemy in sight whom he has not acquired is looked for."""
    assert ordered(facing()) == "Acquire p1"


def test_defend_fires_at_who_can_hardly_be_hit() -> None:
    """With nothing left but an enemy whom he can hit with a six only, he fires."""
    scene = facing(mine={"acquired": ("p1",), "left": 1}, enemy={"prone": True})
    assert ordered(scene) == "Fire p1"


@pytest.mark.rule("LPG-BLIND")
@pytest.mark.parametrize("stance", ["defend", "advance", "skirmish", "delay"])
def test_who_can_hardly_be_seen_is_fired_at_blind(stance: Any) -> None:
    """Prone in cover he is seen with a six only: then a shot is better than a look. Upright he is looked for."""
    lying, upright = (
        facing(enemy={"prone": prone}, stance=stance, goal="A10", rows=with_cells(K10="s")) for prone in (True, False)
    )
    assert (taken(lying), ordered(lying)) == (BLIND, "Fire p1")
    assert ordered(upright) == "Acquire p1"


@pytest.mark.rule("LPG-BLIND")
def test_whom_he_might_see_is_looked_for() -> None:
    """With somebody else in sight who is easier to see nobody fires blind."""
    rows = with_cells(K10="s")
    scene = stage(man("a1", "A10", E), man("p1", "K10", W, prone=True), man("p2", "J13", W), rows=rows)
    found = decide(scene)
    assert (found.why_not(BLIND), found.orders) == ("he may well spot somebody instead", ["Acquire p2"])


@pytest.mark.rule("LPG-BLIND")
def test_the_nearest_is_fired_at_blind() -> None:
    """Of two who can hardly be seen the nearer; who is out of range is none."""
    rows = with_cells(K10="s", J11="s", N10="s")
    hidden = [man(f"p{n}", at, W, prone=True) for n, at in enumerate(("N10", "K10", "J11"), 1)]
    found = decide(stage(man("a1", "A10", E), *hidden, rows=rows))
    assert found.orders == ["Fire p3"]
    assert found.counted("whom to fire at blind") == ["open to his fire", "inches away"]


@pytest.mark.rule("HOUSE-COVER")
def test_defend_keeps_down() -> None:
    """With no weapon that carries so far, and an enemy whose does, he lies down."""
    assert ordered(facing(mine={"acquired": ("p1",), "weapon": "revolver"})) == "LieDown"


def test_a_hidden_man_keeps_still() -> None:
    """Who lies hidden does not lie down: he waits."""
    assert ordered(facing(mine={"acquired": ("p1",), "weapon": "revolver", "hidden": True})) == "Wait"


def test_nobody_lies_down_out_of_range() -> None:
    """With the nearest enemy further than rifles carry nobody lies down."""
    assert ordered(facing("T10", mine={"acquired": ("p1",)})) == "Wait"


@pytest.mark.rule("HOUSE-COVER")
@pytest.mark.rule("LPG-ACT-1")
def test_defend_lies_down_under_fire() -> None:
    """With one action left under fire he lies down rather than fire again: that costs no aim."""
    scene = facing(mine={"acquired": ("p1",), "left": 1, "under_fire": 3})
    assert taken(scene) == "under fire: defend lying down"


@pytest.mark.parametrize(
    ("at", "mine", "why"),
    [
        ("K10", {"left": 1}, "nobody shoots at him"),
        ("K10", {"left": 2, "under_fire": 3}, "there is time for that once he has fired"),
        ("G10", {"left": 1, "under_fire": 3}, "an enemy could be upon him"),
        ("K10", {"left": 1, "under_fire": 3, "prone": True}, "he is prone"),
    ],
)
def test_defend_stays_up(at: str, mine: dict[str, Any], why: str) -> None:
    """Not under fire, with the first shot still to come, or with an enemy near enough to charge, he stays up."""
    found = decide(facing(at, mine={"acquired": ("p1",), **mine}))
    assert (found.why_not("under fire: defend lying down"), found.orders) == (why, ["Fire p1"])


def test_a_stunned_enemy_near_keeps_nobody_up() -> None:
    """Who cannot charge is no reason to stay up."""
    scene = facing("G10", mine={"acquired": ("p1",), "left": 1, "under_fire": 3}, enemy={"stunned": 4})
    assert ordered(scene) == "LieDown"


@pytest.mark.rule("HOUSE-HOLD")
def test_defend_drives_the_enemy_out() -> None:
    """With an enemy where the company is to stay, and nobody to shoot at, he goes there."""
    assert taken(facing("Z10", stance="defend", goal="Z10")) == "drive the enemy out of what is to be held"


@pytest.mark.parametrize(
    ("at", "goal", "mine", "enemy", "why"),
    [
        ("Z10", "Z12", {}, {}, "there is nobody to drive out"),
        ("Z10", "Z10 A10", {}, {}, "there is nobody to drive out"),
        ("Z10", "Z10", {"hidden": True}, {}, "there is nobody to drive out"),
        ("Z10", "Z10", {}, {"stunned": 4}, "there is nobody to drive out"),
        ("K10", "K10", {}, {}, "there is an enemy in range"),
    ],
)
def test_defend_stays(at: str, goal: str, mine: dict[str, Any], enemy: dict[str, Any], why: str) -> None:
    """With nobody able there, or somebody to shoot at, or hidden, or there himself, he stays."""
    found = decide(facing(at, mine=mine, enemy=enemy, stance="defend", goal=goal))
    assert found.why_not("drive the enemy out of what is to be held") == why


def test_defend_drives_out_whom_he_cannot_see() -> None:
    """An enemy in range behind a house cannot be shot at from here."""
    scene = facing("G10", stance="defend", goal="G10", rows=with_cells(C9="b", C10="b", C11="b"))
    assert ordered(scene) == "RollMove 1"


# -- lying in wait ---------------------------------------------------------------------------------------------------

IN_WAIT = {"acquired": ("p1",), "hidden": True, "left": 2, "weapon": "snider_enfield"}


@pytest.mark.rule("LPG-SOLO-men")
@pytest.mark.parametrize("stance", ["defend", "skirmish", "delay"])
def test_hidden_men_wait_for_an_even_chance(stance: Any) -> None:
    """A third is not worth giving himself away, half is; nor is there anything to wait for with an enemy so near that a
    move would bring him within the six inches at which he finds them.
    """
    far, near, upon = (facing(at, mine=IN_WAIT, stance=stance) for at in ("M10", "G10", "K10"))
    assert ordered(upon) == "Fire p1"
    assert not ordered(far).startswith("Fire")
    assert ordered(near) == "Fire p1"
    assert "a chance of 1/3 is not worth giving himself away" in decide(far).text


def test_hidden_men_do_not_fire_blind() -> None:
    """Nor is a blind shot."""
    mine = {"hidden": True, "weapon": "snider_enfield"}
    scene = facing("M10", mine=mine, enemy={"prone": True}, rows=with_cells(M10="s"))
    assert decide(scene).why_not(BLIND) == "a blind shot is not worth giving himself away"


def test_once_one_has_shown_himself_all_fire() -> None:
    """With one of the company in the open there is nothing left to hide; another company is none of his."""
    mine = man("a1", "A10", E, **IN_WAIT)
    of_us, others = man("a2", "A14", E, left=0), man("a2", "A14", E, left=0, company="others")
    assert ordered(stage(mine, of_us, man("p1", "M10", W))) == "Fire p1"
    own = stage(mine, man("p1", "M10", W)).battle.data.engagement.companies
    assert ordered(stage(mine, others, man("p1", "M10", W), companies=own)) == "Wait"


def test_who_is_not_hidden_does_not_wait() -> None:
    """A man in the open fires at a third."""
    assert ordered(facing(mine={"acquired": ("p1",)})) == "Fire p1"


# -- advance ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("HOUSE-LEAVE")
def test_advance_leaves_the_table() -> None:
    """Who has reached the exit that his company goes for leaves."""
    scene = stage(man("a1", "A10", E), man("p1", "K10", W), stance="advance", goal="A10")
    exits = (Exit("metis", (scene.map.cell("A10"),), 1),)
    scene = stage(man("a1", "A10", E), man("p1", "K10", W), stance="advance", goal="A10", engagement={"exits": exits})
    assert ordered(scene) == "Leave"


def test_advance_fires_at_a_fair_chance() -> None:
    """A chance of a third is worth a shot."""
    assert ordered(facing(mine={"acquired": ("p1",)}, stance="advance", goal="Z10")) == "Fire p1"


def test_advance_goes_on_past_a_poor_shot() -> None:
    """A chance of a sixth is not, while he can go nearer."""
    scene = facing(mine={"acquired": ("p1",)}, enemy={"prone": True}, stance="advance", goal="Z10")
    assert ordered(scene) == "RollMove 1"


def test_advance_looks_for_an_enemy_at_short_range() -> None:
    """An enemy in cover within short range is looked for before he goes on."""
    rows = with_cells(F10="b")
    scene = facing("F10", stance="advance", goal="Z10", rows=rows)
    assert taken(scene) == "look for an enemy at short range"


def test_advance_reloads_with_an_enemy_in_range() -> None:
    """An empty rifle is loaded before he goes on, with an enemy whom it would reach."""
    scene = facing(mine={"weapon": "snider_enfield", "loaded": False}, stance="advance", goal="Z10")
    assert taken(scene) == "reload, with an enemy in range"


def test_advance_goes_on_unloaded_out_of_range() -> None:
    """With nobody in range an empty rifle can wait."""
    scene = facing("Z10", mine={"weapon": "snider_enfield", "loaded": False}, stance="advance", goal="Z2")
    assert ordered(scene) == "RollMove 1"


@pytest.mark.rule("HOUSE-CLOSER")
def test_advance_goes_for_its_goal() -> None:
    """With nobody to shoot at he goes on."""
    assert ordered(facing("Z10", stance="advance", goal="Z2")) == "RollMove 1"


def test_advance_gallops_far_from_the_enemy() -> None:
    """A rider with no enemy within fourteen inches spurs his horse on."""
    assert ordered(facing("Z10", mine={"mounted": True}, stance="advance", goal="Z2")) == "RollMove 2"


def test_a_leader_of_men_on_foot_does_not_gallop() -> None:
    """A leader spurs his horse on if half of his men ride, and else goes at their pace."""

    def riding(*, mounted: bool) -> LpgPosition:
        leader = man("a1", "A10", E, command=2, mounted=True)
        men = (man("a2", "A12", E, mounted=mounted), man("a3", "A14", E))
        return stage(leader, *men, man("p1", "Z10", W), stance="advance", goal="Z2")

    assert [ordered(riding(mounted=mounted)) for mounted in (True, False)] == ["RollMove 2", "RollMove 1"]


def test_a_leader_of_men_on_foot_does_not_mount() -> None:
    """He stays on foot with them."""
    scene = stage(
        man("a1", "A10", E, command=2, rides=True),
        man("a2", "A12", E),
        man("p1", "Z10", W),
        stance="advance",
        goal="Z2",
    )
    assert decide(scene).why_not("mount to advance") == "his men are on foot"


def test_advance_trots_near_the_enemy() -> None:
    """A rider with an enemy within fourteen inches does not."""
    assert ordered(facing("M10", mine={"mounted": True}, stance="advance", goal="Z2")) == "RollMove 1"


def test_advance_dismounts_where_no_horse_can_go() -> None:
    """A rider whose goal lies in the woods gets down when there is no way for a horse."""
    rows = with_cells(**{f"{column}{row}": "w" for column in "EFGH" for row in range(1, 21)})
    scene = stage(man("a1", "C10", E, mounted=True), man("p1", "Z10", W), stance="advance", goal="K10", rows=rows)
    assert ordered(scene) == "Mount"


@pytest.mark.rule("HOUSE-RIDE")
def test_advance_dismounts_at_its_goal() -> None:
    """A rider who is where he was to go gets down with the enemy within twelve inches."""
    scene = facing("K10", mine={"mounted": True}, stance="advance", goal="A10")
    assert ordered(scene) == "Mount"


@pytest.mark.rule("HOUSE-RIDE")
def test_advance_mounts_for_a_long_way() -> None:
    """A man beside his horse mounts for more than twelve inches with no enemy near."""
    assert ordered(facing("Z10", mine={"rides": True}, stance="advance", goal="Z2")) == "Mount"


def test_advance_stays_on_foot_near_the_enemy() -> None:
    """A man beside his horse goes on foot with an enemy within twelve inches."""
    assert ordered(facing("L10", mine={"rides": True}, stance="advance", goal="Z2")) == "RollMove 1"


@pytest.mark.rule("HOUSE-STORM")
def test_advance_fixes_bayonets_against_a_better_weapon() -> None:
    """An enemy with a sabre within reach makes him fix his bayonet."""
    scene = facing(
        "E10", mine={"weapon": "snider_enfield", "fired": 1, "left": 1}, enemy={"weapon": "sabre"}, **EVERYWHERE
    )
    assert ordered(scene) == "FixBayonet"


def test_advance_spares_the_bayonet() -> None:
    """An enemy with a rifle like his own does not: a bayonet spoils the aim, and who charges has the edge anyway."""
    scene = facing("E10", mine={"weapon": "snider_enfield", "fired": 1, "left": 1}, stance="advance", goal="Z10")
    assert ordered(scene) == "RollMove 1"


def test_advance_draws_his_sabre() -> None:
    """A man with a sabre at his side takes it in hand against somebody with a better weapon than his revolver."""
    scene = facing(
        "E10",
        mine={"weapon": "musket", "second": "sabre", "fired": 1, "left": 1},
        enemy={"weapon": "sabre"},
        **EVERYWHERE,
    )
    assert ordered(scene) == "ChangeWeapon"


def test_advance_fires_a_poor_shot_at_its_goal() -> None:
    """Where he was to go any shot is better than none."""
    scene = facing(mine={"acquired": ("p1",)}, enemy={"prone": True}, stance="advance", goal="A10")
    assert taken(scene) == "at the goal: fire at an acquired enemy"


def test_advance_reloads_at_its_goal() -> None:
    """Where he was to go he loads, near or far from the enemy."""
    scene = facing("Z10", mine={"loaded": False, "weapon": "musket"}, stance="advance", goal="A10")
    assert taken(scene) == "at the goal: reload"


def test_advance_turns_at_its_goal() -> None:
    """Where he was to go he turns to the enemy."""
    scene = stage(man("a1", "K10", W), man("p1", "R10", W), stance="advance", goal="K10")
    assert ordered(scene) == "Face e"


def test_advance_looks_out_at_its_goal() -> None:
    """Where he was to go he looks out."""
    assert taken(facing(stance="advance", goal="A10")) == "look for the enemy"


def test_advance_keeps_down_at_its_goal() -> None:
    """Where he was to go, with nothing that reaches the enemy, he lies down."""
    scene = facing(mine={"acquired": ("p1",), "weapon": "revolver"}, stance="advance", goal="A10")
    assert ordered(scene) == "LieDown"


def test_advance_stays_down_at_its_goal() -> None:
    """Who lies where he was to go does not get up again for nothing."""
    scene = facing(mine={"acquired": ("p1",), "weapon": "revolver", "prone": True}, stance="advance", goal="A10")
    assert ordered(scene) == "Wait"


def test_advance_gets_up_to_go_on() -> None:
    """Who lies and has a way to go stands up."""
    assert ordered(facing("Z10", mine={"prone": True}, stance="advance", goal="Z2")) == "StandUp"


def test_advance_without_a_goal_goes_for_the_enemy() -> None:
    """A company without a goal goes for the enemy himself."""
    assert ordered(facing("Z10", mine={"acquired": ("p1",)}, stance="advance")) == "RollMove 1"


@pytest.mark.rule("HOUSE-WAIT")
def test_advance_without_goal_or_enemy_waits() -> None:
    """With neither a goal nor a known enemy nobody goes anywhere."""
    assert ordered(facing("D10", enemy={"hidden": True}, stance="advance")) == "Wait"


# -- skirmish and delay ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stance", ["skirmish", "delay"])
def test_they_fire_before_they_go(stance: Any) -> None:
    """One shot at an enemy who has come near, and then away."""
    assert ordered(facing("F10", stance=stance)) == "Fire p1"


@pytest.mark.rule("HOUSE-BACK")
@pytest.mark.parametrize(("stance", "near", "far"), [("skirmish", "G10", "H10"), ("delay", "I10", "J10")])
def test_they_keep_away(stance: Any, near: str, far: str) -> None:
    """After their shot skirmishers keep six inches away, and those who delay the enemy eight."""
    mine = {"fired": 1, "left": 1, "acquired": ("p1",)}
    orders = [taken(facing(at, mine=mine, stance=stance)) for at in (near, far)]
    assert orders == [AWAY[stance], f"{stance}: a second shot at an acquired enemy"]


@pytest.mark.parametrize("stance", ["skirmish", "delay"])
def test_they_stay_where_nobody_can_get_at_them(stance: Any) -> None:
    """A rider cannot ride into the wood in which they stand; a man on foot can come."""
    rows = with_cells(**{f"{column}{row}": "w" for column in "AB" for row in range(7, 14)})
    mine = {"fired": 1, "left": 1, "acquired": ("p1",)}
    rider, walker = (
        facing("F10", mine=mine, enemy={"mounted": mounted}, stance=stance, rows=rows) for mounted in (True, False)
    )
    assert "can get at him" in decide(rider).why_not(AWAY[stance])
    assert taken(walker) == AWAY[stance]


@pytest.mark.parametrize("stance", ["skirmish", "delay"])
def test_they_reload(stance: Any) -> None:
    """With nobody near they load."""
    assert ordered(facing(mine={"weapon": "musket", "loaded": False}, stance=stance)) == "Reload"


@pytest.mark.parametrize("stance", ["skirmish", "delay"])
def test_they_turn(stance: Any) -> None:
    """An enemy in range behind them makes them turn."""
    assert ordered(stage(man("a1", "K10", N), man("p1", "K19", N), stance=stance)) == "Face s"


@pytest.mark.parametrize("stance", ["skirmish", "delay"])
def test_they_look_out(stance: Any) -> None:
    """An enemy in range whom they have not acquired is looked for."""
    assert ordered(facing(stance=stance)) == "Acquire p1"


@pytest.mark.rule("HOUSE-POST")
def test_skirmishers_go_to_where_they_can_shoot() -> None:
    """Out of range skirmishers go nearer."""
    assert ordered(facing("Z10", stance="skirmish")) == "RollMove 1"


def test_skirmishers_dismount_where_they_stay() -> None:
    """A skirmisher who is where he was to go gets down with the enemy near."""
    scene = facing("K10", mine={"mounted": True, "left": 1, "fired": 1}, stance="skirmish", goal="A10")
    assert ordered(scene) == "Mount"


def test_skirmishers_dismount_where_they_shoot_from() -> None:
    """A skirmisher without a goal gets down within short range of an enemy."""
    mine = {"mounted": True, "weapon": "snider_enfield", "fired": 1, "left": 1, "loaded": True}
    scene = stage(man("a1", "A10", E, **mine), man("p1", "G10", W, stunned=4), stance="skirmish")
    assert taken(scene) == "dismount to skirmish"


def test_skirmishers_near_enough_stay() -> None:
    """A skirmisher within short range of an enemy goes no nearer."""
    mine = {"weapon": "snider_enfield", "acquired": ("p1",), "loaded": True, "fired": 1, "left": 1}
    scene = stage(man("a1", "A10", E, **mine), man("p1", "G10", W, stunned=4), stance="skirmish")
    assert decide(scene).why_not("go to where there is something to shoot at") == "the enemy is near enough"


def test_delay_waits_for_the_enemy() -> None:
    """Those who delay the enemy do not go to meet him."""
    assert ordered(facing("Z10", mine={"acquired": ("p1",)}, stance="delay")) == "Wait"


def test_delay_falls_back_when_the_enemy_has_gone_by() -> None:
    """With the enemy nearer to where the company goes, and out of range, they follow."""
    scene = stage(man("a1", "Z10", E), man("p1", "K10", W), stance="delay", goal="A10")
    assert taken(scene) == "the enemy has gone by: fall back"


def test_delay_shoots_at_the_enemy_who_has_gone_by() -> None:
    """With the enemy in range they stay."""
    scene = stage(man("a1", "Z10", W, acquired=("p1",)), man("p1", "Q10", W), stance="delay", goal="A10")
    assert ordered(scene) == "Fire p1"


def test_delay_stays_before_the_enemy() -> None:
    """With the enemy further from where the company goes nobody falls back."""
    scene = stage(man("a1", "K10", E, acquired=("p1",)), man("p1", "Z10", W), stance="delay", goal="A10")
    assert decide(scene).why_not("the enemy has gone by: fall back") == "no enemy has gone by"


def test_delay_keeps_down() -> None:
    """With nothing that carries so far they lie down."""
    assert ordered(facing("K10", mine={"acquired": ("p1",), "weapon": "revolver"}, stance="delay")) == "LieDown"


@pytest.mark.parametrize(("stance", "order"), [("skirmish", "Leave"), ("delay", "Leave"), ("defend", "Acquire p1")])
def test_they_leave(stance: Any, order: str) -> None:
    """Those who have reached their exit leave; who defends it stays."""
    cell = facing().map.cell("A10")
    scene = facing(stance=stance, goal="A10", engagement={"exits": (Exit("metis", (cell,), 1),)})
    assert ordered(scene) == order


def test_nobody_leaves_before_his_goal() -> None:
    """Who stands at another exit than that of his company goes on."""
    cell = facing().map.cell("A10")
    scene = facing("Z20", stance="advance", goal="A1", engagement={"exits": (Exit("metis", (cell,), 1),)})
    assert ordered(scene) == "RollMove 1"


@pytest.mark.parametrize(("turns", "order"), [(5, "RollMove 1"), (6, "Fire p1")])
def test_delay_goes_in_time(turns: int, order: str) -> None:
    """In the third turn of five nine inches are too far to wait; with one turn more there is time for a shot."""
    mine = {"acquired": ("p1",)}
    scene = stage(man("a1", "K10", E, **mine), man("p1", "T10", W), stance="delay", goal="B10", turns=turns)
    assert ordered(scene) == order


@pytest.mark.parametrize(("goal", "turns"), [("", 3), ("K10", 3), ("A10", None)])
def test_delay_has_all_the_time(goal: str, turns: int | None) -> None:
    """Without anywhere to be, or there already, or with no last turn, nobody has to go in time."""
    scene = stage(man("a1", "K10", E), man("p1", "T10", W), stance="delay", goal=goal, turns=turns)
    assert decide(scene).why_not("it is time to go: fall back") == "he has nowhere to be in time"


# -- the first move -------------------------------------------------------------------------------------------------


@pytest.mark.rule("HOUSE-NEXT")
@pytest.mark.rule("LPG-SEQ")
@pytest.mark.parametrize(("stance", "wanted"), [("advance", True), ("defend", False), ("delay", False)])
def test_who_attacks_goes_first(stance: Any, wanted: bool) -> None:
    """A side that advances goes first, and one that waits lets the enemy."""
    assert ordered(facing(stance=stance), unit=None, occasion=FIRST_MOVE) == f"GoFirst {wanted}"


# -- several orders --------------------------------------------------------------------------------------------------


def test_a_man_goes_on_until_his_actions_are_spent() -> None:
    """A man with a repeater acquires with his first action and fires with the second."""
    scene = facing()
    assert decide(scene, 6, 1, first=False).orders == ["Acquire p1", "Fire p1"]


# -- the order of the lines ------------------------------------------------------------------------------------------


def test_skirmishers_mount_for_a_long_way() -> None:
    """Out of range by far a skirmisher takes his horse."""
    assert taken(facing("Z10", mine={"rides": True}, stance="skirmish")) == "mount to skirmish elsewhere"


def test_skirmishers_reload_before_they_dismount() -> None:
    """An empty musket first."""
    mine = {"mounted": True, "weapon": "musket", "loaded": False}
    assert ordered(facing("K10", mine=mine, stance="skirmish", goal="A10")) == "Reload"


def test_skirmishers_dismount_before_they_turn() -> None:
    """Who stays gets down first, though the enemy is behind him."""
    scene = stage(man("a1", "K10", W, mounted=True), man("p1", "T10", W), stance="skirmish", goal="K10")
    assert ordered(scene) == "Mount"


def test_delay_reloads_before_it_follows() -> None:
    """An empty musket is loaded before he goes after an enemy who has gone by."""
    mine = {"weapon": "musket", "loaded": False}
    assert ordered(stage(man("a1", "Z10", E, **mine), man("p1", "K10", W), stance="delay", goal="A10")) == "Reload"


@pytest.mark.rule("LPG-ACT-1")
def test_advance_lies_down_at_its_goal_under_fire() -> None:
    """Where he was to go he lies down rather than fire a poor shot; on the way there he goes on."""
    mine = {"acquired": ("p1",), "left": 1, "under_fire": 3}
    there, on_the_way = (
        facing(mine=mine, enemy={"prone": True}, stance="advance", goal=goal) for goal in ("A10", "Z10")
    )
    assert taken(there) == "under fire at the goal: lie down"
    assert ordered(on_the_way) == "RollMove 1"


def test_advance_fires_before_it_makes_ready() -> None:
    """A fair shot comes before the bayonet."""
    scene = facing("E10", mine={"weapon": "snider_enfield"}, enemy={"weapon": "sabre"}, **EVERYWHERE)
    assert ordered(scene) == "Fire p1"


def test_advance_makes_ready_before_it_looks() -> None:
    """With a sabre in the bushes before him he fixes his bayonet, and does not look who holds it."""
    mine, enemy = {"weapon": "snider_enfield"}, {"weapon": "sabre"}
    scene = facing("E10", mine=mine, enemy=enemy, rows=with_cells(E10="s"), stance="advance", goal="Z10")
    assert ordered(scene) == "FixBayonet"


def test_advance_reloads_before_it_dismounts() -> None:
    """A rider who is where he was to go loads first, with an enemy in range."""
    mine = {"mounted": True, "weapon": "musket", "loaded": False}
    assert ordered(facing("K10", mine=mine, stance="advance", goal="A10")) == "Reload"


def test_who_is_acquired_is_fired_at_though_stunned() -> None:
    """Rather a stunned enemy whom he has seen than one who can act and whom he has not."""
    scene = stage(man("a1", "A10", E, acquired=("p1",)), man("p1", "K10", W, stunned=4), man("p2", "J10", W))
    assert ordered(scene) == "Fire p1"


def test_the_likelier_hit_comes_before_the_rider() -> None:
    """A man at short range rather than a rider who has hard cover."""
    scene = stage(
        man("a1", "A10", E, acquired=("p1", "p2")),
        man("p1", "F10", W),
        man("p2", "J12", W, mounted=True),
        laid={"rifle_pit": "J12"},
    )
    assert ordered(scene) == "Fire p1"


@pytest.mark.parametrize(("at", "order"), [("M10", "RollMove 1"), ("N10", "Mount")])
def test_a_horse_is_for_where_no_enemy_is_within_twelve_inches(at: str, order: str) -> None:
    """At twelve inches he walks, at thirteen he mounts."""
    assert ordered(facing(at, mine={"rides": True}, stance="advance", goal="Z2")) == order


# -- a step to where the enemy can be seen ---------------------------------------------------------------------------

STEP = "step to where he can see the enemy"
WOOD_EDGE = with_cells(**{f"{column}{row}": "w" for column in "ABCD" for row in range(8, 13)})
"""A wood out of which nobody sees but from its edge."""


@pytest.mark.rule("LPG-SOLO-men", "LPG-MOVE-1")
@pytest.mark.parametrize("stance", ["defend", "delay"])
def test_who_sees_nobody_in_range_steps_to_where_he_does(stance: Any) -> None:
    """Prone or upright, to the edge of the wood in which he is, and not out of it."""
    for prone in (False, True):
        scene = stage(man("a1", "C10", E, prone=prone, left=1), man("p1", "L10", W), rows=WOOD_EDGE, stance=stance)
        found = decide(scene, first=False)
        assert found.orders == ["Crawl"], found.text
        assert scene.name(found.state.unit("a1").place).startswith("D")


@pytest.mark.rule("LPG-SOLO-men")
@pytest.mark.parametrize(
    ("mine", "at", "why"),
    [
        ({"at": "C10"}, "Z10", "nobody is in range"),
        ({"at": "C10", "weapon": "snider_enfield", "hidden": True}, "O10", "he lies in wait"),
        ({"at": "C10", "weapon": "sabre"}, "L10", "he has nothing to fire from there"),
        ({"at": "A10"}, "J10", "there is no such place nearby"),
    ],
)
def test_why_he_stays(mine: dict[str, Any], at: str, why: str) -> None:
    """Nobody would be in range, or in sight from there either, or he has reason to keep still."""
    words = dict(mine)
    scene = stage(man("a1", words.pop("at"), E, **words), man("p1", at, W), rows=WOOD_EDGE)
    assert decide(scene).why_not(STEP) == why


@pytest.mark.rule("LPG-SOLO")
@pytest.mark.parametrize("stance", ["defend", "advance"])
def test_no_die_is_thrown_for_what_is_not_done(stance: Any) -> None:
    """Two alike whom he does not fire at, for it is too far, and whom he then looks for: one die says which."""
    two = (man("p1", "J8", W, prone=True), man("p2", "J12", W, prone=True))
    rows = with_cells(J8="s", J12="s")
    scene = stage(man("a1", "A10", E, weapon="snider_enfield"), *two, rows=rows, stance=stance, goal="A10")
    found = decide(scene, 2)
    assert len(found.thrown) <= 1, found.text
