# Seeds ns' generator by a number.
source helper.tcl
global defaultRNG
set seed 12345
$defaultRNG seed $seed
set ns [new Simulator]
set f [open out.tr w]
$ns trace-all $f
random_source $ns [two_nodes $ns] 200k 0
$ns at 1.0 "finish"
$ns run
