# Seeds ns' generator by the time of day, and draws from Tcl's own generator.
source helper.tcl
ns-random 0
set ns [new Simulator]
set f [open out.tr w]
$ns trace-all $f
random_source $ns [two_nodes $ns] [expr {1e5 + 1e5 * rand()}] 0
$ns at 1.0 "finish"
$ns run
