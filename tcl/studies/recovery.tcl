# Study recovery: how Reno, NewReno and SACK recover from lost packets, from a link that goes
# down, and from congestion (Subedi 2008). This script only puts the library's pieces together.

uses simulation topology losses failures traffic downloads tracing

proc run_scenario {output_folder} {
    simulation::create tcp
    topology::from_parameters 0
    downloads::from_parameters
    losses::discarder_from_parameters
    failures::from_parameters
    tracing::packets $output_folder
    tracing::congestion_windows $output_folder
    tracing::end_at $output_folder [parameters::number end_s]
    parameters::require_all_read
    [simulation::ns] run
}
