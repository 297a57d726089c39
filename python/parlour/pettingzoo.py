"""The games as PettingZoo environments, in which the seats act one after the other.

>>> from parlour.pettingzoo import env
>>> game = env("ur", pieces=3)
>>> game.reset(seed=1)
>>> observation, reward, terminated, truncated, info = game.last()
>>> observation["observation"].shape, int(observation["action_mask"].sum()) > 0
((38,), True)
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.utils import seeding
from pettingzoo import AECEnv

import parlour

__all__ = ["Env", "env"]


def env(game: str, *, render_mode: str | None = None, **setup: Any) -> Env:
    """The environment of a game; `setup` are its options, as in `Game.start`."""
    return Env(game, render_mode=render_mode, **setup)


class Env(AECEnv):
    """A game for one to four agents, `player_0` and so on by seats.

    An observation is a dictionary of `observation`, what the agent's seat sees, and
    `action_mask`, all zeros while others move. The winner gets 1, the others -1, in the step that
    ends the game. Luck and deals come from the seed of `reset`. An illegal action raises
    `parlour.IllegalMove`, and nothing has happened.
    """

    def __init__(self, game: str, *, render_mode: str | None = None, **setup: Any) -> None:
        super().__init__()
        self.game = parlour.game(game)
        self._setup = setup
        start = self.game.start(**setup)
        modes = ["ansi", "human"]
        self.metadata = {
            "name": f"{game}_v{self.game.encoding}",
            "render_modes": modes,
            "is_parallelizable": False,
        }
        if render_mode is not None and render_mode not in modes:
            raise parlour.ParlourError(f"there is no render mode {render_mode}: ansi or human")
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(start.seats)]
        shape, actions = start.observation_shape, start.actions
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": gymnasium.spaces.Box(-128, 127, shape, np.int8),
                    "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(actions) for agent in self.possible_agents
        }
        self.np_random, _ = seeding.np_random(None)

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    @property
    def position(self) -> parlour.Position:
        """The present position, with everything in it."""
        return self.played.position

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self.np_random, _ = seeding.np_random(seed)
        self.played = parlour.Match(self.game.start(self.np_random, **self._setup))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._go_on()

    def observe(self, agent: str) -> dict[str, npt.NDArray[np.int8]]:
        seat = self.possible_agents.index(agent)
        position = self.position
        is_mover = self.played.seat == seat
        return {
            "observation": position.observation(seat),
            "action_mask": position.action_mask if is_mover else np.zeros(position.actions, np.int8),
        }

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise parlour.ParlourError(f"{agent} is to move: an action is wanted, not None")
        self.played.play(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._go_on()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _go_on(self) -> None:
        """Lets luck do its part, up to a decision or the end."""
        while self.played.is_chance:
            self.played.roll(self.np_random)
        seat = self.played.seat
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]
        else:
            self.rewards = dict(zip(self.agents, self.played.rewards, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)

    def render(self) -> str | None:
        board = str(self.position)
        if self.render_mode == "ansi":
            return board
        print(board)
        return None

    def close(self) -> None:
        pass
