"""Call Snakemake on the project's Snakefile."""

import argparse
import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from ns2studies.basics import paths
from ns2studies.basics.errors import StudyError
from ns2studies.basics.processes import bound, end_descendants
from ns2studies.basics.sql import require_possible
from ns2studies.config.scenarios import Scale
from ns2studies.workflow.preflight import require_places
from ns2studies.workflow.profiles import Profile, load_profile
from nstrace.files import write_text_whole
from nstrace.scratch import private_folder

_CONFIG: Final = paths.RESULTS / "plan" / "snakemake.json"
"""File with the settings of a command; jobs on a cluster read it, too."""

_CANCEL_S: Final = 60.0
"""Seconds in which Snakemake cancels the jobs of a cluster."""


def run_snakemake(
    scales: Mapping[str, Scale],
    arguments: argparse.Namespace,
    targets: Sequence[str] = (),
    experiments: Sequence[Path] = (),
) -> int:
    """Make the results of some studies and experiments; return Snakemake's exit status.

    Args:
        scales: the studies, with the scale of each.
        arguments: ``cores``, ``profile``, ``renderer`` and ``source``.
        targets: files or rules; by default all results.
        experiments: their files.

    Raises:
        StudyError: if results can't be stored, the profile does not exist, or Snakemake was killed.
    """
    profile = load_profile(arguments.profile)
    if arguments.renderer == "quarto":
        from ns2studies.report.renderers.choice import install_quarto

        install_quarto()
    require_possible(paths.RESULTS)
    require_places()
    config: dict[str, Any] = {"scales": dict(scales), "renderer": arguments.renderer}
    if experiments:
        config["experiments"] = [str(path) for path in experiments]
    if arguments.source:
        config["ns2_source"] = str(arguments.source.resolve())
    # In a file, since Snakemake would parse a value on its command line as YAML.
    write_text_whole(_CONFIG, json.dumps(config))
    # Temporary files of jobs are removed with the command, however they end.
    with private_folder("ns2studies-work-") as (scratch, lock):
        process = subprocess.Popen(
            # Killed with this command; on a cluster interrupted, so that it cancels its jobs.
            bound(_command(targets, arguments.cores, profile), "INT" if profile.jobs else "KILL"),
            cwd=paths.ROOT,
            env=_environment(scratch),
            stdin=subprocess.DEVNULL,
            pass_fds=(lock,),
        )
        try:
            status = process.wait()
        except BaseException:
            _stop(process, profile)
            raise
    if status < 0:
        raise StudyError(f"Snakemake was ended by signal {-status}", "Run the same command again.")
    return status


def _command(targets: Sequence[str], cores: int, profile: Profile) -> list[str]:
    return [
        *(sys.executable, "-m", "snakemake"),
        *("--snakefile", str(paths.ROOT / "Snakefile")),
        *("--directory", str(paths.ROOT)),
        # On top of profiles/default, which Snakemake finds by itself.
        *(["--profile", str(profile.folder)] if profile.folder else []),
        *("--cores", str(cores), "--local-cores", str(cores)),
        *("--configfile", str(_CONFIG.relative_to(paths.ROOT))),
        *("--", *targets),
    ]


def _environment(scratch: Path) -> dict[str, str]:
    """Return the environment of Snakemake and its jobs.

    The profile that a user has set for other workflows is removed, and caches stay inside the
    checkout.
    """
    environment = {key: value for key, value in os.environ.items() if key != "SNAKEMAKE_PROFILE"}
    cache = str(paths.BUILD / "cache")
    return {**environment, "XDG_CACHE_HOME": cache, "TMPDIR": str(scratch)}


def _stop(process: "subprocess.Popen[bytes]", profile: Profile) -> None:
    """End Snakemake and its jobs; on a cluster give it time to cancel them."""
    if profile.jobs:
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(_CANCEL_S)
    # Its jobs end with it, without messages, since the user has requested that.
    process.kill()
    end_descendants()
    process.wait()
