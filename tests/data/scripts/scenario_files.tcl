# Sources a file with traffic for each seed.
source helper.tcl
set opt(traffic) traffic-1.txt
set ns [new Simulator]
set f [open out.tr w]
$ns trace-all $f
set udp [two_nodes $ns]
set cbr [new Application/Traffic/CBR]
$cbr attach-agent $udp
source $opt(traffic)
$ns at 1.0 "finish"
$ns run
