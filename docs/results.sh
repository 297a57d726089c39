#!/bin/sh
# Plays the arenas of docs/results.md again, with all bots that there are, and
# writes that page anew. Takes some minutes:
#
#     cargo build --release && docs/results.sh > results.new && mv results.new docs/results.md
#
# PARLOUR is the program, if it is not target/release/parlour.
set -eu
cd "$(dirname "$0")/.."
parlour=${PARLOUR:-target/release/parlour}

# The bots of a game, strongest first.
bots() {
    "$parlour" games --json | sed -n "s/^{\"id\":\"$1\".*\"bots\":\[\(.*\)\]}/\1/p" |
        tr -d '"' | tr ',' '\n' | sed '1!G;h;$!d' | tr '\n' ' '
}

# A command, and what it prints.
arena() {
    # What is given is words on purpose.
    # shellcheck disable=SC2086
    set -- $*
    printf '\n```sh\nparlour arena %s\n```\n\n```text\n' "$*"
    "$parlour" arena "$@"
    printf '```\n'
}

cat <<'END'
# Our bots against each other

Made by `docs/results.sh`, which plays everything again and prints this page; with
equal seeds and numbers of positions it prints the same numbers, however many games
are played at once. Bots differ in how much a *position* costs them: these tables say
who is better with so many positions per move, not with so much time.

How to read them:

* **Luck is paired.** The same dice, the same hidden ships, the same deal are played
  again with the seats swapped, or rotated if there are more than two. Games
  without luck begin with two random moves, and each opening is played from both
  sides. These pairs are counted, not single games.
* **Elo** is the difference in strength: 0 is equal, +100 wins 64 % of the points, +200
  76 %, +400 91 %. Between two players it comes from their pairs of games
  (pentanomial); between more it is the rating that explains all results best
  (Bradley and Terry, or Plackett and Luce at tables of three and four), with a mean of
  0, and everybody also has half a drawn game against a player of mean strength.
* **95 %** is the 95 % confidence interval. The examples that other programs
  publish, and thousands of simulated matches, are in the tests.

A short one, played by the tests each time:

```console
$ parlour arena ur greedy random --pieces 2 --games 40 --nodes 1 --seed 1
The Royal Game of Ur: 40 games, 1 position a move, seed 1
...
likelihood that greedy is better than random: [..] %
...

```
END
printf '\n## Gridlock\n\nOn a board of 4x4.\n'
arena gridlock $(bots gridlock) --size 4x4 --games 100 --nodes 20000 --seed 1
printf '\n## The Royal Game of Ur\n\nWith four pieces, for which perfect play is computed at once.\n'
arena ur perfect level-9 expectimax-4 level-7 expectimax-2 level-5 greedy level-1 random --pieces 4 --games 400 --nodes 1000 --seed 1
printf '\n## Ships\n\nThe searcher with fewer guesses for the same ships wins the pair. The bot that guesses\nanything is left out: it needs thousands.\n'
arena ships best entropy expected consistent --games 100 --nodes 100 --seed 1
printf '\n## Labyrinth\n'
arena labyrinth $(bots labyrinth) --games 60 --nodes 2000 --seed 1
printf '\nThree at a table:\n'
arena labyrinth $(bots labyrinth) random --players 3 --games 30 --nodes 2000 --seed 1
printf '\n## Ploy\n'
arena ploy $(bots ploy) --games 20 --nodes 5000 --seed 1
