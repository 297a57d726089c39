"""What games, bots and checks answer: values that compare, and can be copied and pickled."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Advice", "Diagnostic", "Outcome", "Survey"]


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    winner: int | None
    """The seat that has won; `None` in a draw."""
    rewards: tuple[float, ...]
    """What each seat gets: 1 for winning, -1 for losing, 0 for a draw."""

    @property
    def is_draw(self) -> bool:
        """Whether nobody has won."""
        return self.winner is None


@dataclass(frozen=True)
class Advice:
    """What a bot thinks."""

    move: str
    """The move that it would make."""
    value: float | None
    """What the position is worth to the seat to move, in the game's own measure."""
    reason: str | None
    """Why, in words."""
    considered: tuple[tuple[str, float], ...]
    """Moves that it compared, each with its value."""
    line: tuple[str, ...]
    """How it expects the game to go on."""
    depth: int | None
    """How many moves it looked ahead."""
    nodes: int | None
    """How many positions it looked at."""


@dataclass(frozen=True)
class Survey:
    """Several moves compared."""

    figures: dict[str, float]
    """Figures about the position, by name."""
    moves: tuple[tuple[str, float, dict[str, float]], ...]
    """The moves, best first: each with its value and further figures."""


@dataclass(frozen=True)
class Diagnostic:
    """A finding in a text."""

    severity: str
    """`error`, `warning` or `note`."""
    code: str
    """Its kind, as a word that programs can rely on."""
    message: str
    """What is wrong."""
    span: tuple[int, int]
    """Where it is, in bytes of the file."""
    line: int
    """Its line, from 1."""
    column: int
    """Its column, from 1."""
    label: str
    """What to say at the place."""
    help: str | None
    """What to do about it."""

    def __str__(self) -> str:
        place = f"{self.line}:{self.column}: {self.severity}[{self.code}]: {self.message}"
        return f"{place}\n  help: {self.help}" if self.help else place
