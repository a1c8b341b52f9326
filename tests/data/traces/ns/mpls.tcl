# Label switching with messages of LDP: both are printed.
Classifier/Addr/MPLS set trace_mpls_ 1
Agent/LDP set trace_ldp_ 1
Classifier/Addr/MPLS set control_driven_ 1
set ns [new Simulator]
$ns rtproto DV
set n0 [$ns node]
$ns node-config -MPLS ON
foreach i {1 2 3 4} {
    set n$i [$ns node]
}
$ns node-config -MPLS OFF
set n5 [$ns node]
foreach {from to} {0 1 1 2 2 3 1 4 4 3 3 5} {
    $ns duplex-link [set n$from] [set n$to] 1Mb 10ms DropTail
}
foreach i {1 2 3 4} {
    foreach j {1 2 3 4} {
        if {$i < $j} {
            $ns LDP-peer [set n$i] [set n$j]
        }
    }
    set module [[set n$i] get-module MPLS]
    $module enable-reroute "new"
}
set udp [new Agent/UDP]
$ns attach-agent $n0 $udp
set null [new Agent/Null]
$ns attach-agent $n5 $null
$ns connect $udp $null
set cbr [new Application/Traffic/CBR]
$cbr set interval_ 0.02
$cbr attach-agent $udp
$ns at 0.3 "$cbr start"
$ns at 0.5 "[$n1 get-module MPLS] make-explicit-route 5 1_4_3_5 3000 -1"
$ns rtmodel-at 0.7 down $n2 $n3
$ns rtmodel-at 1.0 up $n2 $n3
$ns at 1.5 {exit 0}
$ns run
