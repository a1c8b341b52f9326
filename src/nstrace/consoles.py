"""The console for tables and messages."""

from typing import NoReturn

from rich.console import Console


class OutputConsole(Console):
    """Standard output; a broken pipe is handled by the command line, as for other output."""

    def on_broken_pipe(self) -> NoReturn:
        """Raise the error again, since :class:`rich.console.Console` would exit with status 1.

        Raises:
            BrokenPipeError: always.
        """
        raise BrokenPipeError
