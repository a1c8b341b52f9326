"""Reading of regular files only, since opening a pipe would block forever."""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

from nstrace.errors import NstraceError


def open_plain(path: Path | str) -> BinaryIO:
    """Open a file to read its bytes.

    Raises:
        OSError: naming the file, if it can't be opened, or is a folder, a pipe or a device.
    """
    return open(path, "rb", opener=_opened)


def _opened(name: str, flags: int) -> int:
    file = os.open(name, flags | os.O_NONBLOCK)
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise OSError(errno.EINVAL, "not a plain file", name)
    return file


def read_text(path: Path) -> str:
    """Return the text of a regular file, with line ends converted to line feeds.

    Raises:
        NstraceError: naming the file, if it can't be read, or is not in UTF-8.
    """
    try:
        with open_plain(path) as stream:
            text = stream.read().decode("utf-8")
    except OSError as error:
        raise NstraceError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise NstraceError(f"{path}: not a text file in UTF-8 ({error})") from error
    return text.replace("\r\n", "\n").replace("\r", "\n")
