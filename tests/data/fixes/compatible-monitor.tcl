# What the monitor that ns-1's scripts know counts of flow 0.
set ns [new Simulator]
set a [$ns node]
set b [$ns node]
$ns simplex-link $a $b 1000Gb 1ms DropTail
set monitor [new QueueMonitor/Compat]
[$ns link $a $b] attach-monitors \
    [new SnoopQueue/In] [new SnoopQueue/Out] [new SnoopQueue/Drop] $monitor
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
    puts [list [$monitor pkts 0] [$monitor bytes 0]]
    exit 0
}
$ns run
