# Study tcpeval: TCP variants in a common suite of networks and traffic (study 003, after
# draft-irtf-tmrg-ns2-tcp-tool).

uses suite simulation topology tracing

proc run_scenario {output_folder} {
    set end_s [parameters::number end_s]
    simulation::create tcp udp
    simulation::replicate [parameters::integer seed]
    topology::from_parameters 0
    suite::traffic_from_parameters $end_s
    set bins [tracing::open_bins $output_folder [parameters::number tracing.bin_s]]
    tracing::links $bins
    suite::bottlenecks_from_parameters $bins
    suite::packets $output_folder
    set samples [tracing::open_records $output_folder senders.rec]
    suite::sample_queues $samples [parameters::number tracing.sample_interval_s]
    foreach time_s [list [parameters::number measured_from_s] $end_s] {
        [simulation::ns] at $time_s [list suite::write_senders $samples]
    }
    [simulation::ns] at $end_s [list suite::write_responses $samples]
    tracing::end_at $output_folder $end_s
    parameters::require_all_read
    [simulation::ns] run
}
