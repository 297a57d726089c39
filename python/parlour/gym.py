"""The games as Gymnasium environments: one seat against a bot.

>>> import gymnasium, parlour.gym
>>> game = gymnasium.make("parlour/Ur-v1", opponent="random", pieces=3)
>>> observation, info = game.reset(seed=1)
>>> observation["observation"].shape, int(info["action_mask"].sum()) > 0
((38,), True)

The number at the end changes when numbers of actions, observations or rules do.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

import parlour

__all__ = ["OneSeat"]


class _Opponent:
    """A bot in the middle of a game, which can be copied and pickled.

    What a bot remembers is inside of it. Equal seeds make equal bots: so a copy makes its own bot
    when it is first asked, and asks it again what the other one was asked.
    """

    def __init__(self, game: parlour.Game, name: str, seed: int, data: str | None) -> None:
        self._kind = game, name, seed, data
        self._asked: list[tuple[int, int]] = []
        self._bot: parlour.Bot | None = None

    def move(self, played: parlour.Match, nodes: int) -> str:
        if self._bot is None:
            game, name, seed, data = self._kind
            self._bot = game.bot(name, seed, data=data)
            then, steps = parlour.Match(played.start), played.steps
            for at, earlier in self._asked:
                for step in steps[len(then) : at]:
                    then.play(step)
                self._bot.advise(then, nodes=earlier)
        self._asked.append((len(played), nodes))
        return self._bot.advise(played, nodes=nodes).move

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_bot": None}


class OneSeat(gymnasium.Env[dict[str, Any], np.int64]):
    """One seat of a game; bots have the others.

    `seat` is where the agent sits, or `None` for a different seat in every game. Bots look at `nodes`
    positions for a move, so that a seed gives the same game everywhere. The reward is 1 for
    winning, -1 for losing, and 0 otherwise. Files that a bot needs are in the folder `data`. It can
    be copied and pickled in the middle of a game; bots of the copy think once more about what they
    were asked before.
    """

    metadata = {
        "render_modes": ["ansi", "human"],
        # A game that is over stays so until `reset`.
        "autoreset_mode": gymnasium.vector.AutoresetMode.DISABLED,
    }

    def __init__(
        self,
        game: str,
        opponent: str = "medium",
        seat: int | None = 0,
        nodes: int = 1000,
        data: str | None = None,
        render_mode: str | None = None,
        **setup: Any,
    ) -> None:
        self.game = parlour.game(game)
        self._setup = setup
        self._opponent, self._nodes, self._data = opponent, nodes, data
        self.render_mode = render_mode
        start = self.game.start(**setup)
        if seat is not None and not 0 <= seat < start.seats:
            raise parlour.ParlourError(f"there is no seat {seat}: seats are 0 to {start.seats - 1}")
        self._wanted_seat = seat
        self.game.bot(opponent, data=data)  # complains about one that is not there
        self.action_space = gymnasium.spaces.Discrete(start.actions)
        self.observation_space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(
                    -128, 127, start.observation_shape, np.int8
                ),
                "action_mask": gymnasium.spaces.Box(0, 1, (start.actions,), np.int8),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        while True:
            start = self.game.start(self.np_random, **self._setup)
            wanted = self._wanted_seat
            self.seat = int(self.np_random.integers(start.seats)) if wanted is None else wanted
            self.played = parlour.Match(start)
            self._bots = [
                _Opponent(self.game, self._opponent, int(self.np_random.integers(2**63)), self._data)
                for _ in range(start.seats)
            ]
            self._go_on()
            if not self.played.is_over:
                return self._seen()

    def step(
        self, action: np.int64
    ) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        self.played.play(action)
        self._go_on()
        observation, info = self._seen()
        reward = self.played.rewards[self.seat]
        if self.render_mode == "human":
            self.render()
        return observation, reward, self.played.is_over, False, info

    def _go_on(self) -> None:
        """Lets luck and the bots do their part."""
        while not self.played.is_over and (seat := self.played.seat) != self.seat:
            if seat is None:
                self.played.roll(self.np_random)
            else:
                self.played.play(self._bots[seat].move(self.played, self._nodes))

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        position = self.played.position
        mask = position.action_mask
        if self.played.is_over:
            mask = np.zeros_like(mask)
        observation = {"observation": position.observation(self.seat), "action_mask": mask}
        return observation, {"action_mask": mask}

    def render(self) -> str | None:
        board = self.played.position.draw(self.seat)
        if self.render_mode == "ansi":
            return board
        print(board)
        return None


for _game in parlour.games():
    _id = f"parlour/{_game.id.capitalize()}-v{_game.encoding}"
    if _id not in gymnasium.registry:
        gymnasium.register(
            id=_id, entry_point="parlour.gym:OneSeat", kwargs={"game": _game.id}
        )
