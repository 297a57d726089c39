"""What can go wrong, with the words that the command line has for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parlour.values import Diagnostic


class ParlourError(ValueError):
    """Something that was asked for cannot be done; the message says what, and what to do."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class UnknownGame(ParlourError, KeyError):
    """There is no such game."""


class _Pointing(ParlourError):
    """An error at a place in a text."""

    def __init__(
        self,
        message: str,
        code: str,
        span: tuple[int, int],
        help: str | None = None,
        text: str = "",
    ) -> None:
        super().__init__(message, code, span, help, text)
        self.message = message
        """What is wrong."""
        self.code = code
        """Its kind, as a word that programs can rely on."""
        self.span = tuple(span)
        """Where in the text, in characters."""
        self.help = help
        """What to do about it."""
        self.text = text
        """The text at fault."""

    def __str__(self) -> str:
        lines = [self.message]
        start, end = self.span
        if "\n" not in self.text and 0 <= start < end <= len(self.text):
            lines += [f"  {self.text}", "  " + " " * start + "^" * (end - start)]
        if self.help:
            lines.append(f"help: {self.help}")
        return "\n".join(lines)


class IllegalMove(_Pointing):
    """A move that cannot be made, or a text that is not a move."""


class BadPosition(_Pointing):
    """A text that is not a position."""


class IllegalAction(ParlourError):
    """A number that is not a legal action at one of many tables."""

    def __init__(self, message: str, table: int, action: int) -> None:
        super().__init__(message, table, action)
        self.table = table
        self.action = action


class BadSetup(ParlourError):
    """A setup that cannot be played."""

    def __init__(self, message: str, option: str) -> None:
        super().__init__(message, option)
        self.option = option
        """The option at fault."""

    def __str__(self) -> str:
        return f"{self.option}: {self.args[0]}"


class BadRecord(ParlourError):
    """A file that is not a record; `diagnostics` says what is wrong with it."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        super().__init__(diagnostics)
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        return "\n".join(str(finding) for finding in self.diagnostics)


class Lacks(ParlourError):
    """A bot that needs a file which must be computed first."""

    def __init__(self, message: str, bot: str, file: str, command: str) -> None:
        super().__init__(message, bot, file, command)
        self.bot = bot
        self.file = file
        """The name of the file in the folder of computed files."""
        self.command = command
        """The command that makes it."""


MissingFile = Lacks
