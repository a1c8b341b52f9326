# Nothing in it is random.
source helper.tcl
set ns [new Simulator]
set f [open out.tr w]
$ns trace-all $f
set udp [two_nodes $ns]
set cbr [new Application/Traffic/CBR]
$cbr attach-agent $udp
$ns at 0.1 "$cbr start"
$ns at 0.5 "finish"
$ns run
