# TCP where routes are found by ants, link state or distance vector: what the studies ceas and
# cases have in common (Tamrakar 2009).

uses simulation topology ceas failures traffic tracing

namespace eval routed_tcp {}

# Run the scenario that the parameters describe:
#   random.first_seed      ns' seed of replication k, from 1, is this plus k - 1 (Table 3.1)
#   routing.protocol       ceas, link-state or distance-vector
#   routing.delay_s, .hold_s    link-state: see simulation::shortest_path_wait
#   flows.N.*, tcp.*, traffic.*, background.N.*    TCP and background traffic, if there is any
#   tracing.first_arrivals      whether to write when the first data of each flow arrives
proc routed_tcp::run {output_folder} {
    simulation::seed [expr {
        [parameters::integer random.first_seed] + [parameters::integer seed] - 1
    }]
    set protocol [parameters::choice routing.protocol {
        ceas ceas link-state link-state distance-vector distance-vector
    }]
    simulation::create tcp udp $protocol
    # Created before all other generators, so that links fail at the same times with any routing.
    set failing {}
    if {[parameters::has unsteady.0.from]} {
        set failing [simulation::generator 1]
    }
    route_by $protocol
    topology::from_parameters 0
    failures::from_parameters $failing
    connections $output_folder
    if {$protocol eq "ceas"} {
        ceas::from_parameters $output_folder
    }
    tracing::end_at $output_folder [parameters::number end_s]
    parameters::require_all_read
    [simulation::ns] run
}

proc routed_tcp::route_by {protocol} {
    if {$protocol eq "ceas"} {
        ceas::routing_from_parameters
        return
    }
    if {$protocol eq "link-state"} {
        simulation::shortest_path_wait \
            [parameters::number routing.delay_s] [parameters::number routing.hold_s]
    }
    simulation::routing $protocol
}

# TCP flows, background traffic and the traces of both. Without a flow, what links are to be traced
# is traced packet by packet: what routing itself sends.
proc routed_tcp::connections {output_folder} {
    if {![parameters::has flows.0.source]} {
        if {[parameters::has tracing.links.0.from]} {
            tracing::packets $output_folder
        }
        return
    }
    traffic::from_parameters
    if {[parameters::has tracing.first_arrivals]
            && [parameters::flag tracing.first_arrivals]} {
        tracing::first_arrivals $output_folder
    }
    traffic::background_from_parameters [parameters::number end_s]
    tracing::bins $output_folder
    tracing::sampled_flows [tracing::open_records $output_folder senders.rec] \
        {cwnd_ ncwndcuts_ nrexmit_}
}
