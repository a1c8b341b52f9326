# Seeds ns' generator by the time of day, and draws from Tcl's own generator.
source helper.tcl
ns-random 0
set ns [new Simulator]
set f [open out.tr w]
$ns trace-all $f
# tclint-disable-next-line expr-format
set rate [expr {1e5 + 1e5 * rand()}]
random_source $ns [two_nodes $ns] $rate 0
$ns at 1.0 "finish"
$ns run
