"""The games for the algorithms of OpenSpiel.

>>> from parlour.openspiel import load
>>> game = load("gridlock", size="2x2")
>>> state = game.new_initial_state()
>>> len(state.legal_actions()), state.action_to_string(0)
(8, 'red 0,0')

Numbers of actions are those of `Position.action`; what luck does is numbered in the order of
`Position.odds`. What is dealt or hidden before the first move comes from `seed`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

import parlour

__all__ = ["load"]

_LONGEST = 10_000


def load(game: str, seed: int = 0, longest: int = _LONGEST, **setup: Any) -> pyspiel.Game:
    """The game with a setup; one of more than `longest` steps is not expected."""
    return _Game(parlour.game(game).start(seed, **setup), longest)


class _Game(pyspiel.Game):
    def __init__(self, start: parlour.Position, longest: int) -> None:
        self.start = start
        entry = start.game
        kind = pyspiel.GameType
        game_type = pyspiel.GameType(
            short_name=f"parlour_{entry.id}",
            long_name=entry.title,
            dynamics=kind.Dynamics.SEQUENTIAL,
            chance_mode=(
                kind.ChanceMode.EXPLICIT_STOCHASTIC
                if entry.has_luck
                else kind.ChanceMode.DETERMINISTIC
            ),
            information=(
                kind.Information.PERFECT_INFORMATION
                if entry.is_open
                else kind.Information.IMPERFECT_INFORMATION
            ),
            utility=kind.Utility.ZERO_SUM if start.seats == 2 else kind.Utility.GENERAL_SUM,
            reward_model=kind.RewardModel.TERMINAL,
            max_num_players=entry.seats[1],
            min_num_players=entry.seats[0],
            provides_information_state_string=True,
            provides_information_state_tensor=True,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={},
        )
        outcomes = len(start.odds) if start.is_chance else 0
        game_info = pyspiel.GameInfo(
            num_distinct_actions=start.actions,
            max_chance_outcomes=outcomes,
            num_players=start.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if start.seats == 2 else None,
            max_game_length=longest,
        )
        super().__init__(game_type, game_info, {})

    def new_initial_state(self) -> _State:
        return _State(self, self.start)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        if params:
            raise parlour.ParlourError("there are no parameters of observations")
        return _Observer(self.start)


class _State(pyspiel.State):
    def __init__(self, game: _Game, start: parlour.Position) -> None:
        super().__init__(game)
        self.played = parlour.Match(start)

    @property
    def position(self) -> parlour.Position:
        return self.played.position

    def current_player(self) -> int:
        if self.played.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        seat = self.played.seat
        return int(pyspiel.PlayerId.CHANCE) if seat is None else seat

    def _legal_actions(self, player: int) -> list[int]:
        return np.flatnonzero(self.position.action_mask).tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(at, float(chance)) for at, chance in enumerate(self.position.odds.values())]

    def _apply_action(self, action: int) -> None:
        position = self.position
        self.played.play(list(position.odds)[action] if position.is_chance else action)

    def _action_to_string(self, player: int, action: int) -> str:
        position = self.position
        return list(position.odds)[action] if position.is_chance else position.move_of(action)

    def is_terminal(self) -> bool:
        return self.played.is_over

    def returns(self) -> list[float]:
        return self.played.rewards

    def __str__(self) -> str:
        return self.position.text


class _Observer:
    """What a seat sees, as the array and the text that the games have for it."""

    def __init__(self, start: parlour.Position) -> None:
        self.tensor = np.zeros(int(np.prod(start.observation_shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(start.observation_shape)}

    def set_from(self, state: _State, player: int) -> None:
        self.tensor[:] = state.position.observation(player).ravel()

    def string_from(self, state: _State, player: int) -> str:
        return state.position.view(player)
