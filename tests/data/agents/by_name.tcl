# A flow of a protocol that a parameter file names, as the runs of studies make it.
#   ns by_name.tcl TCL-FOLDER PARAMETER-FILE PROTOCOL
source [file join [lindex $argv 0] library.tcl]
uses simulation topology traffic parameters agents
parameters::read [lindex $argv 1]
agents::from_parameters
set ns [simulation::create tcp]
foreach kind {plain plain} {
    topology::add_node $kind
}
topology::add_link 0 1 1e7 0.04 50
set sender [traffic::tcp 0 1 [lindex $argv 2] -window_packets 50]
$ns at 0.1 "$sender advanceby 400"
$ns at 5.0 {
    puts "[$sender info class] [$sender set ack_]"
    if {[string match */Sack1/PR [$sender info class]]} {
        puts [$sender set rule_]
    }
    exit 0
}
$ns run
