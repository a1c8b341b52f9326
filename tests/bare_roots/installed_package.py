"""Run by the Python of an environment into which pip has put nstrace: what came with it.

Fails if anything is missing. Without pytest, which the environment does not have.
"""

import sys
from importlib.metadata import distribution
from pathlib import Path

STABLE_SINCE = (3, 12)
"""The first Python whose stable ABI suffices for nanobind: from there on, one wheel is for all."""


def main() -> None:
    found = distribution("nstrace")
    assert found.files
    names = {str(file) for file in found.files}
    assert {"nstrace/py.typed", "nstrace/_native.pyi"} < names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    wheel = found.read_text("WHEEL") or ""
    this = f"cp{sys.version_info.major}{sys.version_info.minor}"
    tag = "cp312-abi3" if sys.version_info >= STABLE_SINCE else f"{this}-{this}"
    assert f"\nTag: {tag}-linux_" in wheel, wheel
    stable = any(name.endswith("_native.abi3.so") for name in names)
    assert stable == (sys.version_info >= STABLE_SINCE)
    # Not the checkout's, in whose folder this is called.
    import nstrace

    assert Path(nstrace.__file__).is_relative_to(sys.prefix)
    assert nstrace.__version__ == found.version


if __name__ == "__main__":
    main()
