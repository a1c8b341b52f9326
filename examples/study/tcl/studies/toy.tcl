# Study toy: one FTP flow over three nodes.

uses simulation topology tracing

proc run_scenario {output_folder} {
    set ns [simulation::create tcp]
    simulation::replicate [parameters::integer seed]
    topology::from_parameters false
    set sender [new Agent/TCP/Newreno]
    $sender set fid_ 1
    $ns attach-agent [topology::node 0] $sender
    set receiver [new Agent/TCPSink]
    $ns attach-agent [topology::node 2] $receiver
    $ns connect $sender $receiver
    set file [new Application/FTP]
    $file attach-agent $sender
    $ns at 0.1 [list $file start]
    tracing::packets $output_folder
    tracing::end_at $output_folder [parameters::number end_s]
    parameters::require_all_read
    $ns run
}
