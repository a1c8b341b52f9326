# A queue that loses 6 GB: the line that a flow monitor writes of the one flow.
set ns [new Simulator]
set a [$ns node]
set b [$ns node]
$ns simplex-link $a $b 1Mb 1ms DropTail
$ns queue-limit $a $b 1
set flows [$ns makeflowmon Fid]
$ns attach-fmon [$ns link $a $b] $flows
set sink [new Agent/Null]
set udp [new Agent/UDP]
$udp set packetSize_ 1000000000
$ns attach-agent $a $udp
$ns attach-agent $b $sink
$ns connect $udp $sink
for {set i 0} {$i < 6} {incr i} {
    $ns at [expr {0.1 * $i}] "$udp send 1000000000"
}
$ns at 1 {
    $flows attach [open /dev/stdout w]
    $flows dump
    exit 0
}
$ns run
