# What a loss monitor that received 6 GB counts.
set ns [new Simulator]
set a [$ns node]
set b [$ns node]
$ns simplex-link $a $b 1000Gb 1ms DropTail
set sink [new Agent/LossMonitor]
set udp [new Agent/UDP]
$udp set packetSize_ 1000000000
$ns attach-agent $a $udp
$ns attach-agent $b $sink
$ns connect $udp $sink
for {set i 0} {$i < 6} {incr i} {
    $ns at [expr {0.1 * $i}] "$udp send 1000000000"
}
$ns at 1 {
    puts [$sink set bytes_]
    exit 0
}
$ns run
