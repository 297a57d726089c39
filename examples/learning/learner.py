"""Learns a game by playing against itself, in NumPy alone.

    python examples/learning/learner.py gridlock gridlock.npz size=3x3
    python examples/learning/learner.py ur ur.npz pieces=3

It is Q-learning: a small network says what every move is worth to the player who makes it, between
-1 and 1. What a move is worth is what comes of it: the result if it ends the game, otherwise what
the next position is worth to whoever moves there, by the network itself. `bot.py` plays by it.
"""
from __future__ import annotations

import argparse
import json
import os
import time

# The matrices are small: one processor is fast enough, and the other learns the other game.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

import parlour

ILLEGAL = np.float32(-1e9)


def inputs(obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """What the network sees: the board, and which moves are legal."""
    return np.hstack([obs.reshape(len(obs), -1), mask]).astype(np.float32)


class Network:
    """Two hidden layers. `weights` are three matrices and three rows of biases."""

    def __init__(self, weights: list[np.ndarray]):
        self.weights = weights

    @classmethod
    def new(cls, inputs: int, hidden: int, outputs: int, rng: np.random.Generator) -> Network:
        sides = [(inputs, hidden), (hidden, hidden), (hidden, outputs)]
        matrices = [rng.normal(0, np.sqrt(2 / a), (a, b)).astype(np.float32) for a, b in sides]
        matrices[2] *= 0.1
        return cls(matrices + [np.zeros(b, np.float32) for _, b in sides])

    def layers(self, x: np.ndarray) -> list[np.ndarray]:
        a, b, c, i, j, k = self.weights
        first = np.maximum(x @ a + i, 0)
        second = np.maximum(first @ b + j, 0)
        return [x, first, second, second @ c + k]

    def values(self, obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """What each move is worth, for many positions at once."""
        return np.where(mask, self.layers(inputs(obs, mask))[-1], ILLEGAL)

    def gradients(self, layers: list[np.ndarray], error: np.ndarray) -> list[np.ndarray]:
        """How the weights change the error, by which the outputs are wrong."""
        matrices, biases = [], []
        for layer in (2, 1, 0):
            matrices.insert(0, layers[layer].T @ error)
            biases.insert(0, error.sum(axis=0))
            error = (error @ self.weights[layer].T) * (layers[layer] > 0)
        return matrices + biases


class Adam:
    """Steps down the gradients, each weight at its own pace (Kingma and Ba, 2015)."""

    def __init__(self, weights: list[np.ndarray]):
        self.means = [np.zeros_like(w) for w in weights]
        self.squares = [np.zeros_like(w) for w in weights]
        self.steps = 0

    def step(self, weights: list[np.ndarray], gradients: list[np.ndarray], rate: float) -> None:
        self.steps += 1
        rate *= np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for w, g, mean, square in zip(weights, gradients, self.means, self.squares, strict=True):
            mean += 0.1 * (g - mean)
            square += 0.001 * (g * g - square)
            w -= rate * mean / (np.sqrt(square) + 1e-8)


def learn(game: str, steps: int, *, seed: int = 1, n: int = 512, hidden: int = 256,
          rate: float = 1e-3, watch=lambda step, network: None, **setup) -> Network:
    """Plays `n` games at once against itself for this many steps, and learns from every move."""
    tables = parlour.Tables(game, n, seed=seed, **setup)
    rng = np.random.default_rng(seed)
    network = Network.new(inputs(tables.obs, tables.mask).shape[1], hidden, tables.actions, rng)
    adam, rows = Adam(network.weights), np.arange(n)
    # At some tables the best move is played, at others mostly random ones: what goes wrong must be
    # seen, too.
    explore = np.linspace(0.2, 1, n)
    values = network.values(tables.obs, tables.mask)
    for step in range(steps):
        chosen = np.where(rng.random(n) < explore, tables.sample(), values.argmax(axis=1))
        layers = network.layers(inputs(tables.obs, tables.mask))
        seat = tables.seat.copy()
        tables.step(chosen)
        values = network.values(tables.obs, tables.mask)
        # The next to move may be the same player again.
        best = values.max(axis=1) * np.where(tables.seat == seat, 1, -1)
        worth = np.where(tables.done, tables.reward[rows, seat], best.clip(-1, 1))
        error = np.zeros_like(layers[-1])
        error[rows, chosen] = (layers[-1][rows, chosen] - worth) / n
        # Large steps first, small ones in the end.
        adam.step(network.weights, network.gradients(layers, error), rate * (1 - step / steps))
        watch(step, network)
    return network


def save(path: str, network: Network, game: str, setup: dict[str, str]) -> None:
    about = {"game": game, "setup": setup, "encoding": parlour.game(game).encoding}
    np.savez(path, *network.weights, about=json.dumps(about))


def load(path: str) -> tuple[Network, dict]:
    with np.load(path) as file:
        about = json.loads(str(file["about"]))
        network = Network([file[f"arr_{i}"] for i in range(6)])
    if parlour.game(about["game"]).encoding != about["encoding"]:
        raise SystemExit(f"{path} was learned with another numbering of moves")
    return network, about


def main() -> None:
    parser = argparse.ArgumentParser(description="Learns a game by playing against itself.")
    parser.add_argument("game")
    parser.add_argument("weights", help="the file that is written")
    parser.add_argument("setup", nargs="*", help="such as size=3x3")
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    setup = dict(option.split("=", 1) for option in asked.setup)
    begun = time.monotonic()

    def watch(step: int, _: Network) -> None:
        if step % 1000 == 999:
            print(f"step {step + 1} of {asked.steps}, {time.monotonic() - begun:.0f} s", flush=True)

    network = learn(asked.game, asked.steps, seed=asked.seed, watch=watch, **setup)
    save(asked.weights, network, asked.game, setup)


if __name__ == "__main__":
    main()
