"""What only the page of study ``toy`` draws."""

from ns2studies.report.blocks import Block
from ns2studies.report.charts.sweeps import Heading, means
from ns2studies.report.page import with_queries
from ns2studies.report.pages.study import StudyPage
from nstrace.pages.axes import Axis, Series

LIMIT = Axis("limit_packets", "Length of the queues", "packets")
THROUGHPUT = Axis("value", "Throughput", "Mbit/s")


@with_queries
def throughput(study: StudyPage) -> Block:
    """Draw the throughput of distinct data over the length of the queues."""
    heading = Heading("Figure 1", "Throughput and queues", "Both queues have this length. ")
    variant = Series("variant", "Variant", ["NewReno"])
    return means(study.rows("throughput"), LIMIT, THROUGHPUT, variant, heading, joined=True)
