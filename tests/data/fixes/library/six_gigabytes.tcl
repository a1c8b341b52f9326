# Six packets of 1 GB from one node to another, `sink` being the receiver's agent. Both nodes
# and their link must be there.
proc send_six_gigabytes {ns from to sink} {
    set udp [new Agent/UDP]
    $udp set packetSize_ 1000000000
    $ns attach-agent $from $udp
    $ns attach-agent $to $sink
    $ns connect $udp $sink
    for {set i 0} {$i < 6} {incr i} {
        $ns at [expr {0.1 * $i}] "$udp send 1000000000"
    }
}
