# Study ceas: the Cross Entropy Ant System, with TCP and without, beside link state and distance
# vector (Tamrakar 2009, chapter 4). This script only puts the library's pieces together.
#   random.first_seed      ns' seed of replication k, from 1, is this plus k - 1 (Table 3.1)
#   routing.protocol       ceas, link-state or distance-vector
#   routing.delay_s, .hold_s    link-state: see simulation::shortest_path_wait
#   flows.N.*, tcp.*, traffic.*    TCP, if there is any

uses simulation topology ceas failures traffic tracing

proc run_scenario {output_folder} {
    simulation::seed [expr {
        [parameters::integer random.first_seed] + [parameters::integer seed] - 1
    }]
    set protocol [parameters::choice routing.protocol {
        ceas ceas link-state link-state distance-vector distance-vector
    }]
    simulation::create tcp udp $protocol
    route_by $protocol
    topology::from_parameters 0
    failures::from_parameters
    traffic_from_parameters $output_folder
    if {$protocol eq "ceas"} {
        ceas::from_parameters $output_folder
    }
    tracing::end_at $output_folder [parameters::number end_s]
    parameters::require_all_read
    [simulation::ns] run
}

proc route_by {protocol} {
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

# TCP, what it competes with, and what both do. Nothing if there is no flow.
proc traffic_from_parameters {output_folder} {
    if {![parameters::has flows.0.source]} {
        return
    }
    traffic::from_parameters
    background_from_parameters
    tracing::bins $output_folder
    tracing::sampled_flows [tracing::open_records $output_folder senders.rec] \
        {cwnd_ ncwndcuts_ nrexmit_}
}

# A constant rate without congestion control:
#   background.source/.destination, .rate_bps, .packet_bytes, .time_to_live, .start_s
proc background_from_parameters {} {
    if {![parameters::has background.source]} {
        return
    }
    set packet_bytes [parameters::integer background.packet_bytes]
    set sender [traffic::udp \
        [parameters::integer background.source] \
        [parameters::integer background.destination] $packet_bytes]
    $sender set ttl_ [parameters::integer background.time_to_live]
    traffic::active \
        [traffic::cbr $sender [parameters::number background.rate_bps] $packet_bytes] \
        [parameters::number background.start_s] [parameters::number end_s]
}
