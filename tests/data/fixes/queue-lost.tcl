# A queue that loses 6 GB: what its monitor counts.
set ns [new Simulator]
set a [$ns node]
set b [$ns node]
$ns simplex-link $a $b 1Mb 1ms DropTail
$ns queue-limit $a $b 1
set monitor [$ns monitor-queue $a $b ""]
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
    puts [list [$monitor set pdrops_] [$monitor set bdrops_]]
    exit 0
}
$ns run
