"""A simulator small enough to build in a second, by the same way as the real one."""

import hashlib
import io
import tarfile
from dataclasses import dataclass
from pathlib import Path

from ns2studies.simulator import build as building
from ns2studies.simulator.build import Simulator

FILES = {
    "Makefile.in": "NS_TCL_LIB_STL = tcl/lib/extra.tcl\n",
    "ns.cc": 'int main() {\n\treturn 1;\n}\nconst char* note = "first";\n',
    "tcl/lib/ns-lib.tcl": "# library\nsource ns-autoconf.tcl\n\tset a 1\n",
    "tcl/lib/extra.tcl": "set b 2\n",
}

MAKEFILE = """\
ns: ns.cc
\t@g++ -w -O0 -o $@ $<
\t@echo compiled ns.o
objects:
\t@echo ns.o
"""

PATCH = """\
Return success

The explanation may be edited freely.

--- a/ns.cc
+++ b/ns.cc
@@ -1,3 +1,3 @@
 int main() {
-\treturn 1;
+\treturn 0;
 }
"""


@dataclass(frozen=True)
class Workshop:
    """A folder of patches, a tarball, and a place for builds."""

    patches: Path
    tarball: Path
    build_root: Path

    def build(self) -> Simulator:
        """Build, as the real one is."""
        return building.build(
            self.tarball,
            lambda *_: None,
            patches=self.patches,
            build_root=self.build_root,
        )

    def find(self) -> Simulator | None:
        """The finished build, if there is one."""
        return building.simulator(patches=self.patches, build_root=self.build_root)

    def leftovers(self) -> list[str]:
        """What an unfinished build left behind."""
        home = self.build_root / "simulator"
        return sorted(path.name for path in home.glob(".unfinished-*"))


def make_workshop(root: Path) -> Workshop:
    """A workshop in ``root`` with one patch in its series."""
    patches = root / "ns2 patches"
    patches.mkdir(parents=True)
    for name, text in {
        "Makefile": MAKEFILE,
        "batches.awk": "",
        "flags.mk": "",
        "autoconf.h": "",
        "prelude.h": "",
        "ns-autoconf.tcl": "set PERL perl\n",
        "series": "0001-return-success.patch\n",
        "0001-return-success.patch": PATCH,
        "source.sha256": manifest(FILES),
    }.items():
        (patches / name).write_text(text)
    tarball = write_tarball(root / "ns-src.tar.gz", FILES)
    return Workshop(patches, tarball, root / "build")


def manifest(files: dict[str, str]) -> str:
    """The list of ``files`` as `sha256sum` writes it."""
    return "".join(
        f"{hashlib.sha256(text.encode()).hexdigest()}  {name}\n" for name, text in files.items()
    )


def write_tarball(
    path: Path,
    files: dict[str, str],
    top: str = "ns-2.35",
    odd: tuple[tarfile.TarInfo, ...] = (),
) -> Path:
    """Write ``files`` below the folder ``top``, and the odd members as they are."""
    writer = tarfile.TarFile.xzopen if path.suffix == ".xz" else tarfile.TarFile.gzopen
    with writer(str(path), "w") as archive:
        for member in odd:
            archive.addfile(member)
        for name, text in files.items():
            member = tarfile.TarInfo(f"{top}/{name}")
            member.size = len(text.encode())
            archive.addfile(member, io.BytesIO(text.encode()))
    return path
