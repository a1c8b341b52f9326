# Study mpls: TCP variants over an IP network and over the same network with label
# switching (Kazmi 2009). This script only puts the library's pieces together.

uses tracing topology mpls losses traffic

proc run_scenario {output_folder} {
    set ns [new Simulator]
    topology::create $ns [mpls::wanted]
    if {[mpls::wanted]} {
        mpls::set_up $ns $output_folder
    }
    losses::create $ns
    traffic::create $ns
    tracing::packets $ns $output_folder
    tracing::congestion_windows $output_folder
    tracing::end_at $ns [parameters::number end_s]
    parameters::require_all_read
    $ns run
}
