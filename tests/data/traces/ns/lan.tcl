# Four nodes on an Ethernet with an error model, and one beyond it: packets.tr, packets.nam.
set ns [new Simulator]
set trace [open packets.tr w]
set nam [open packets.nam w]
$ns trace-all $trace
$ns namtrace-all $nam
for {set i 0} {$i < 5} {incr i} {
    set node($i) [$ns node]
}
set lan [$ns newLan "$node(1) $node(2) $node(3) $node(4)" 1Mb 2ms LL Queue/DropTail Mac/802_3]
$ns duplex-link $node(0) $node(1) 1Mb 5ms DropTail
foreach {from to} {2 4 3 4} {
    set udp [new Agent/UDP]
    $ns attach-agent $node($from) $udp
    set null [new Agent/Null]
    $ns attach-agent $node($to) $null
    $ns connect $udp $null
    set cbr [new Application/Traffic/CBR]
    $cbr set interval_ 0.004
    $cbr attach-agent $udp
    $ns at 0.2 "$cbr start"
}
set tcp [new Agent/TCP]
$ns attach-agent $node(0) $tcp
set sink [new Agent/TCPSink]
$ns attach-agent $node(3) $sink
$ns connect $tcp $sink
set ftp [new Application/FTP]
$ftp attach-agent $tcp
$ns at 0.1 "$ftp start"
$ns at 1.0 {
    $ns flush-trace
    close $trace
    close $nam
    exit 0
}
$ns run
