# Traces nothing.
source helper.tcl
set ns [new Simulator]
random_source $ns [two_nodes $ns] 200k 0
$ns at 1.0 "exit 0"
$ns run
