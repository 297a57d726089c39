"""Five board games with bots, records and pictures, for Python and for programs that learn.

>>> import parlour
>>> ur = parlour.game("ur")
>>> position = ur.start(pieces=3)
>>> position.is_chance, position.odds["roll 2"]
(True, Fraction(3, 8))
>>> position = position.play("roll 2")
>>> list(position.moves)
['start']
>>> parlour.game("gridlock").start(size="3x3").play("red 0,0").play("red 0,0")
Traceback (most recent call last):
    ...
parlour.errors.IllegalMove: (0,0) is already painted red
  red 0,0
  ^^^^^^^
help: choose an empty cell

Everything is told in `docs/python.md`. `parlour.pettingzoo`, `parlour.gym`, `parlour.openspiel`
and `parlour.ray` need the packages that they are named after.
"""

from collections.abc import Sequence as _Sequence

from parlour._arena import arena
from parlour._parlour import (
    Arena,
    Bot,
    Game,
    Match,
    Moves,
    Position,
    Record,
    Results,
    Review,
    ReviewedStep,
    SetupOption,
    Tables,
    __version__,
    check,
    game,
    games,
)
from parlour.errors import (
    BadPosition,
    BadRecord,
    BadSetup,
    IllegalAction,
    IllegalMove,
    Lacks,
    MissingFile,
    ParlourError,
    UnknownGame,
)
from parlour.values import Advice, Diagnostic, Outcome, Survey

_Sequence.register(Moves)

__all__ = [
    "Advice",
    "Arena",
    "BadPosition",
    "BadRecord",
    "BadSetup",
    "Bot",
    "Diagnostic",
    "Game",
    "IllegalAction",
    "IllegalMove",
    "Lacks",
    "MissingFile",
    "Match",
    "Moves",
    "Outcome",
    "ParlourError",
    "Position",
    "Record",
    "Results",
    "Review",
    "ReviewedStep",
    "SetupOption",
    "Survey",
    "Tables",
    "UnknownGame",
    "__version__",
    "arena",
    "check",
    "game",
    "games",
]
