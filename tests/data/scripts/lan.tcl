# Three nodes on a LAN; one of them sends bursts.
set ns [new Simulator]
set f [open lan.tr w]
$ns trace-all $f
set nodes {}
for {set i 0} {$i < 3} {incr i} {
    lappend nodes [$ns node]
}
$ns newLan $nodes 1Mb 1ms LL Queue/DropTail Mac/802_3
set udp [new Agent/UDP]
set null [new Agent/Null]
$ns attach-agent [lindex $nodes 0] $udp
$ns attach-agent [lindex $nodes 2] $null
$ns connect $udp $null
set source [new Application/Traffic/Pareto]
$source set rate_ 200k
$source attach-agent $udp
$ns at 0.1 "$source start"
$ns at 1.0 "finish"
proc finish {} {
    global ns f
    $ns flush-trace
    close $f
    exit 0
}
$ns run
