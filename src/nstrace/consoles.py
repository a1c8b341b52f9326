"""Where tables and sentences for people go."""

from typing import NoReturn

from rich.console import Console


class OutputConsole(Console):
    """Standard output. That nobody reads it any more is for the command to handle, as elsewhere."""

    def on_broken_pipe(self) -> NoReturn:
        """Called while the error is handled.

        Raises:
            BrokenPipeError: always; a console would end the program as if something were wrong.
        """
        raise BrokenPipeError
