# Study tcpeval: TCP variants in a common suite of networks and traffic (the study of SACK PR, after
# draft-irtf-tmrg-ns2-tcp-tool).

uses suite simulation topology tracing

# Besides what suite.tcl and topology.tcl read:
#   tracing.bin_s, .links.N.*     bins of flows, of these links (tracing::bins)
#   tracing.sample_interval_s     samples of the bottlenecks' queues
#   measured_from_s               when senders' counters are written first
proc run_scenario {output_folder} {
    set end_s [parameters::number end_s]
    simulation::create tcp udp
    simulation::replicate [parameters::integer seed]
    topology::from_parameters 0
    suite::traffic_from_parameters $output_folder $end_s
    set bins [tracing::open_bins $output_folder [parameters::number tracing.bin_s]]
    tracing::links $bins
    suite::bottlenecks_from_parameters $bins
    suite::packets $output_folder
    samples $output_folder $end_s
    tracing::end_at $output_folder $end_s
    parameters::require_all_read
    [simulation::ns] run
}

# Counters of queues and senders, and web responses, as senders.rec.
proc samples {output_folder end_s} {
    set channel [tracing::open_records $output_folder senders.rec]
    suite::sample_queues $channel [parameters::number tracing.sample_interval_s]
    set ns [simulation::ns]
    foreach time_s [list [parameters::number measured_from_s] $end_s] {
        $ns at $time_s [list suite::write_senders $channel]
    }
    $ns at $end_s [list suite::write_responses $channel $output_folder]
}
