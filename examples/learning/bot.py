#!/usr/bin/env python3
"""Plays by what `learner.py` learned, in the line protocol of docs/protocol.md.

    parlour arena ur 'exec:python examples/learning/bot.py ur.npz' perfect --pieces 3 --nodes 1
"""
import sys

from learner import load

import parlour


def position_of(game: parlour.Game, text: str) -> parlour.Position:
    start, _, moves = text.partition(" moves ")
    position = game.position(start)
    for move in filter(None, map(str.strip, moves.split(";"))):
        position = position.play(move)
    return position


def main() -> None:
    network, about = load(sys.argv[1])
    game = parlour.game(about["game"])
    move, waiting = "", False
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "parlour":
            if rest.split()[1] != game.id:
                print(f"error it has learned {game.id}", flush=True)
                return
            print(f"id name Learned {game.id}\nparlourok", flush=True)
        elif word == "isready":
            print("readyok", flush=True)
        elif word == "position":
            position = position_of(game, rest)
            obs, mask = position.observation(), position.action_mask
            if obs.size + mask.size != len(network.weights[0]):
                print(f"error it has learned {about['setup']}", flush=True)
                return
            move = position.move_of(network.values(obs[None], mask[None])[0].argmax())
        elif word == "go" and "infinite" in rest.split():
            waiting = True
        elif word == "go" or word == "stop" and waiting:
            waiting = False
            print(f"bestmove {move}", flush=True)
        elif word == "quit":
            return


if __name__ == "__main__":
    main()
