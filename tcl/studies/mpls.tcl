# Study mpls: TCP variants over an IP network and over the same network with label
# switching (Kazmi 2009). This script only puts the library's pieces together.

uses tracing topology mpls losses traffic

proc run_scenario {output_folder} {
    set ns [new Simulator]
    topology::create $ns [mpls::wanted]
    set label_trace_s [parameters::number mpls.label_trace_s]
    if {[mpls::wanted]} {
        mpls::set_up $ns $output_folder $label_trace_s
    }
    losses::create $ns
    traffic::create $ns
    tracing::packets $ns $output_folder
    tracing::congestion_windows $output_folder
    tracing::end_at $ns $output_folder [parameters::number end_s]
    parameters::require_all_read
    $ns run
}
