# Study mpls: TCP variants over an IP network and over the same network with label
# switching (Kazmi 2009). This script only puts the library's pieces together.

uses simulation topology mpls losses traffic tracing

proc run_scenario {output_folder} {
    simulation::create tcp {*}[expr {[mpls::wanted] ? "mpls" : ""}]
    topology::from_parameters [mpls::wanted]
    mpls::from_parameters $output_folder
    losses::from_parameters
    traffic::from_parameters
    tracing::packets $output_folder
    tracing::congestion_windows $output_folder
    tracing::end_at $output_folder [parameters::number end_s]
    parameters::require_all_read
    [simulation::ns] run
}
