"""PettingZoo, Gymnasium and OpenSpiel take the games for their own."""

import copy
import pickle

import numpy as np
import pytest

import parlour

pytest.importorskip("pettingzoo")

import gymnasium  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

import parlour.gym  # noqa: E402
from parlour.pettingzoo import env  # noqa: E402

SETUPS = [
    ("gridlock", {"size": "4x3"}),
    ("ur", {"pieces": 2}),
    ("ships", {"target": "random"}),
    ("labyrinth", {"players": 1}),
    ("labyrinth", {"players": 4}),
    ("ploy", {}),
]


@pytest.mark.parametrize("game, setup", SETUPS)
def test_pettingzoo_takes_it(game, setup):
    api_test(env(game, **setup), num_cycles=100)
    seed_test(lambda: env(game, **setup), num_cycles=60)


def go_on(table, rng, steps):
    """Random play, and what is seen of it."""
    seen = []
    for _ in range(steps):
        observation, reward, terminated, truncated, _ = table.last()
        if terminated or truncated:
            break
        action = rng.choice(np.flatnonzero(observation["action_mask"]))
        table.step(action)
        seen.append((int(action), reward, table.position.text))
    return seen


@pytest.mark.parametrize("game, setup", SETUPS)
def test_a_game_is_copied_and_pickled_in_the_middle(game, setup):
    table = env(game, **setup)
    table.reset(seed=3)
    go_on(table, np.random.default_rng(1), 7)
    others = [copy.deepcopy(table), pickle.loads(pickle.dumps(table))]
    went = go_on(table, np.random.default_rng(2), 9)
    for other in others:
        assert go_on(other, np.random.default_rng(2), 9) == went


def test_illegal_actions_are_told():
    table = env("gridlock")
    table.reset(seed=1)
    table.step(0)
    with pytest.raises(parlour.IllegalMove, match="already painted"):
        table.step(0)
    assert table.agent_selection == "player_1"


@pytest.mark.parametrize("name", ["Gridlock", "Ur", "Ships", "Labyrinth", "Ploy"])
def test_gymnasium_takes_it(name):
    def whole_game(seed):
        table = gymnasium.make(f"parlour/{name}-v1", opponent="random", seat=None)
        observation, info = table.reset(seed=seed)
        rng = np.random.default_rng(seed)
        for _ in range(60):
            assert table.observation_space.contains(observation)
            action = int(rng.choice(np.flatnonzero(info["action_mask"])))
            observation, reward, terminated, _, info = table.step(action)
            if terminated:
                assert reward in (-1, 0, 1)
                break
        return table.unwrapped.played.steps

    assert whole_game(4) == whole_game(4)


def play_on(table, info, steps):
    """The first legal moves, and what comes of them."""
    seen = []
    for _ in range(steps):
        observation, reward, over, _, info = table.step(int(info["action_mask"].argmax()))
        seen.append((observation["observation"].tolist(), reward, over))
        if over:
            break
    return seen, table.unwrapped.played.steps


@pytest.mark.parametrize("opponent", ["random", "medium"])
@pytest.mark.parametrize(
    "game, setup",
    [("Gridlock", {"size": "7x7"}), ("Ur", {}), ("Labyrinth", {}), ("Ploy", {})],
)
def test_a_game_against_a_bot_is_copied_and_pickled_in_the_middle(game, setup, opponent):
    table = gymnasium.make(f"parlour/{game}-v1", opponent=opponent, nodes=100, **setup)
    _, info = table.reset(seed=5)
    for _ in range(3):
        *_, info = table.step(int(info["action_mask"].argmax()))
    others = [copy.deepcopy(table), pickle.loads(pickle.dumps(table))]
    others.append(copy.deepcopy(others[0]))
    went = play_on(table, info, 6)
    for other in others:
        assert play_on(other, info, 6) == went


def test_it_is_told_where_the_next_game_begins():
    mode = gymnasium.vector.AutoresetMode
    assert parlour.gym.OneSeat.metadata["autoreset_mode"] is mode.DISABLED
    assert mode(parlour.Tables.metadata["autoreset_mode"]) is mode.SAME_STEP


def test_openspiel_takes_it():
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import cfr, expected_game_score, mcts

    from parlour.openspiel import load

    # The second player wins 2x2 with two colours, and CFR finds out.
    game = load("gridlock", size="2x2")
    solver = cfr.CFRSolver(game)
    for _ in range(3):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    score = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert score[0] == -score[1] and abs(score[0]) > 0.5
    # MCTS plays a game with dice to its end.
    rng = np.random.RandomState(1)
    game = load("ur", pieces=1)
    bot = mcts.MCTSBot(game, 2, 20, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes())
            state.apply_action(int(rng.choice(actions, p=chances)))
        else:
            state.apply_action(bot.step(state))
    assert sorted(state.returns()) == [-1, 1]
    assert isinstance(state, pyspiel.State)
