"""Entry point of ``python -m ns2studies``, which ``./reproduce`` calls on a prepared machine."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from ns2studies.basics.errors import StudyError
from ns2studies.simulator.identity import simulator
from nstrace.streams import fill_closed_streams, show_any_text


def become_ns(arguments: Sequence[str]) -> None:
    """Replace this process by our ns; return if it has to be built first.

    The check is here because importing the rest of the command line takes several times as long.
    """
    try:
        ready = simulator()
    except StudyError:
        return  # the command line reports the error
    if ready:
        # The command line reports a file that can't be executed.
        with suppress(OSError):
            os.execv(ready.ns, [str(ready.ns), *arguments])


if __name__ == "__main__":
    fill_closed_streams()
    show_any_text()
    if sys.argv[1:2] == ["ns"] and sys.argv[2:3] not in (["-h"], ["--help"]):
        become_ns(sys.argv[2:])
    from ns2studies.basics.processes import heed_signals
    from ns2studies.cli.main import main

    heed_signals()
    sys.exit(main())
