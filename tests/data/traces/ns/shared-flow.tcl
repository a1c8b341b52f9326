# Two TCP connections with ns' default flow id, 0, over three links; the one in the middle overflows,
# and fails with packets in its queue, at a time that packet traces round down.
#   packets.tr  every packet and link event     packets.nam  the same for nam
set ns [new Simulator]
$ns rtproto Session
$ns trace-all [set trace [open packets.tr w]]
$ns namtrace-all [set nam [open packets.nam w]]
for {set i 0} {$i < 4} {incr i} {
    set node($i) [$ns node]
}
$ns duplex-link $node(0) $node(1) 2Mb 5ms DropTail
$ns duplex-link $node(1) $node(2) 500kb 10ms DropTail
$ns duplex-link $node(2) $node(3) 2Mb 5ms DropTail
$ns queue-limit $node(1) $node(2) 4
foreach start {0.1 0.15} {
    set tcp [new Agent/TCP]
    $ns attach-agent $node(0) $tcp
    set sink [new Agent/TCPSink]
    $ns attach-agent $node(3) $sink
    $ns connect $tcp $sink
    set ftp [new Application/FTP]
    $ftp attach-agent $tcp
    $ns at $start "$ftp start"
}
$ns rtmodel-at 0.40000041 down $node(1) $node(2)
$ns rtmodel-at 0.5 up $node(1) $node(2)
$ns at 0.62 {
    $ns flush-trace
    close $trace
    close $nam
    exit 0
}
$ns run
