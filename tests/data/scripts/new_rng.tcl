# Draws from a generator of its own.
source helper.tcl
set ns [new Simulator]
set f [open out.tr w]
$ns trace-all $f
set udp [two_nodes $ns]
set cbr [new Application/Traffic/CBR]
$cbr set interval_ 0.05
$cbr attach-agent $udp
set times [new RandomVariable/Uniform]
$times set min_ 0.1
$times set max_ 0.5
$times use-rng [new RNG]
$ns at [$times value] "$cbr start"
$ns at 1.0 "finish"
$ns run
