# Has no end.
source helper.tcl
set ns [new Simulator]
set udp [two_nodes $ns]
set cbr [new Application/Traffic/CBR]
$cbr attach-agent $udp
$ns at 0.1 "$cbr start"
$ns run
