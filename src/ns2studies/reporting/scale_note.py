"""What a page says of its scale, where that decides how results are to be read."""

from ns2studies.basics.scales import DECIDE
from ns2studies.database.stopping import AT_MOST, CONFIDENCE_OF_A_LOOK, LOOKS
from ns2studies.reporting.markup import Block

_DECIDED = f"""

**Made by `./reproduce decide`.** Runs were added until each statement was decided, or the scenarios
that it needs had {AT_MOST}. So that this favours no outcome, each interval here is one of
{100 * CONFIDENCE_OF_A_LOOK:.4g} %: it holds with 95 % at all of {len(LOOKS)} looks, with
{", ".join(map(str, LOOKS[:-1]))} and {LOOKS[-1]} runs of a scenario. Where nothing hung on more of
them, there are those of quick scale. Where tables and charts say 95 %, these intervals are meant.

"""


def scale_note(scale: str) -> Block:
    """How the numbers of runs were found; nothing where they were fixed beforehand."""
    return Block(_DECIDED if scale == DECIDE else "")
