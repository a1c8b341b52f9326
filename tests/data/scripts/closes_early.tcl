# Closes its trace while packets are on their way.
source helper.tcl
set ns [new Simulator]
set f [open out.tr w]
$ns trace-all $f
set udp [two_nodes $ns]
set cbr [new Application/Traffic/CBR]
$cbr attach-agent $udp
$ns at 0.1 "$cbr start"
$ns at 0.5 {close $f}
$ns at 0.8 {$ns halt}
$ns run
