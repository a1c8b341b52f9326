"""Which metrics a study computes for its runs.

There are nstrace's, those here in ``metrics/``, which several studies share and which know what a
run's parameters mean, and a study's own in ``reports/STUDY/metrics/``. Every metric of every run
takes time and room, so a study names what its pages, claims and published values ask for. A study
that names none gets all.
"""

from pathlib import Path
from types import MappingProxyType

from ns2studies import layout
from ns2studies.errors import ConfigError
from nstrace.errors import NstraceError
from nstrace.metrics.catalogue import Catalogue, Metric, catalogue

SHARED = Path(__file__).parent / "metrics"
"""Metrics that several studies share."""

NAMED = MappingProxyType(
    {
        "cases": (
            "ceas_drops",
            "ceas_loops",
            "ceas_micro_loops",
            "event_time",
            "tcp_connect_time",
            "tcp_connected",
            "tcp_drops",
            "tcp_goodput",
            "tcp_out_of_order",
            "tcp_phase_throughput",
            "tcp_rate_deviation",
            "tcp_retransmitted",
            "tcp_series",
            "tcp_throughput",
            "tcp_timeouts",
        ),
        "ceas": (
            "ceas_drops",
            "ceas_long_path_share",
            "ceas_mean_probability",
            "ceas_micro_loops",
            "ceas_revisits",
            "ceas_settlings",
            "event_time",
            "micro_loop_series",
            "pheromone_series",
            "stabilization_ants",
            "stabilization_reached",
            "stabilization_time",
            "tcp_drops",
            "tcp_full_rate_reached",
            "tcp_goodput",
            "tcp_out_of_order",
            "tcp_peak_rate",
            "tcp_phase_throughput",
            "tcp_rate_deviation",
            "tcp_recoveries",
            "tcp_retransmitted",
            "tcp_series",
            "tcp_throughput",
            "tcp_time_from_resuming_to_full_rate",
            "tcp_time_to_full_rate",
            "tcp_time_to_resume",
            "tcp_timeouts",
            "tcp_window_cuts",
            "tcp_windows",
        ),
        "mpls": (
            "cwnd_series",
            "delay_series",
            "delay_variance",
            "goodput",
            "label_operations",
            "mean_cwnd_over_time",
            "mean_cwnd_whole_buffers",
            "mean_delay",
            "mean_delay_up_to_packet",
            "packets_dropped",
            "packets_received",
            "packets_retransmitted",
            "packets_sent",
            "throughput_percent",
        ),
        "recovery": (
            "cwnd_series",
            "cwnd_steps",
            "least_cwnd_after_loss",
            "mean_cwnd_over_time",
            "packets_dropped",
            "packets_retransmitted",
            "recovery_packets",
            "response_time",
            "time_to_regrow_cwnd",
        ),
        "sync": (
            "arrival_phases",
            "cwnd_series",
            "departure_interval",
            "goodput_in_order",
            "overflow_share",
            "packets_dropped",
            "packets_sent",
            "queue_occupancy",
        ),
        "tcpeval": (
            "bottleneck_delay",
            "bottleneck_loss",
            "bottleneck_queue",
            "bottleneck_series",
            "bottleneck_utilisation",
            "class_delay",
            "class_delay_variation",
            "class_fairness",
            "class_flow_share",
            "class_flow_throughput",
            "class_goodput",
            "class_loss",
            "class_mean_throughput",
            "class_retransmission_share",
            "class_series",
            "class_throughput",
            "class_timeouts",
            "class_window_cuts",
            "convergence_reached",
            "convergence_time",
            "mean_delay_variation",
            "one_way_delay_percentile",
            "web_goodput",
            "web_response_time",
            "web_responses_completed",
        ),
    }
)


def catalogue_of(study: str) -> Catalogue:
    """All metrics that a study may name.

    Raises:
        ConfigError: if a metric's file is not what it must be.
    """
    try:
        return catalogue(SHARED, layout.REPORTS / study / "metrics")
    except NstraceError as error:
        raise ConfigError(error.message, error.hint) from error


def metrics_of(study: str) -> list[Metric]:
    """The metrics that a study computes, sorted by name.

    Raises:
        ConfigError: if a metric's file is not what it must be, or there is no such metric.
    """
    known = catalogue_of(study)
    try:
        chosen = known.select(NAMED.get(study))
    except NstraceError as error:
        raise ConfigError(error.message, error.hint) from error
    return sorted(chosen, key=lambda metric: metric.name)
