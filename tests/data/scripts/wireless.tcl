# Nodes that move send by AODV or DSDV. Parameters: val(rp), val(speed).
set val(rp) AODV
set val(nn) 4
set val(speed) 5
set val(stop) 3.0

set ns_ [new Simulator]
set tracefd [open simple.tr w]
$ns_ trace-all $tracefd
set namtrace [open simple.nam w]
$ns_ namtrace-all-wireless $namtrace 300 300
set topo [new Topography]
$topo load_flatgrid 300 300
create-god $val(nn)

$ns_ node-config -adhocRouting $val(rp) -llType LL -macType Mac/802_11 \
    -ifqType Queue/DropTail/PriQueue -ifqLen 20 -antType Antenna/OmniAntenna \
    -propType Propagation/TwoRayGround -phyType Phy/WirelessPhy \
    -channelType Channel/WirelessChannel -topoInstance $topo \
    -agentTrace ON -routerTrace ON -macTrace OFF -movementTrace OFF

for {set i 0} {$i < $val(nn)} {incr i} {
    set node_($i) [$ns_ node]
    $node_($i) random-motion 0
    $node_($i) set X_ [expr {10.0 + 90.0 * $i}]
    $node_($i) set Y_ 100.0
    $node_($i) set Z_ 0.0
    $ns_ initial_node_pos $node_($i) 20
}
$ns_ at 0.5 "$node_(1) setdest 150.0 200.0 $val(speed)"

set udp [new Agent/UDP]
set sink [new Agent/LossMonitor]
$ns_ attach-agent $node_(0) $udp
$ns_ attach-agent $node_(3) $sink
$ns_ connect $udp $sink
set cbr [new Application/Traffic/CBR]
$cbr set packetSize_ 200
$cbr set interval_ 0.1
$cbr attach-agent $udp
$ns_ at 0.2 "$cbr start"

proc stop {} {
    global ns_ tracefd namtrace
    $ns_ flush-trace
    close $tracefd
    close $namtrace
    exec nam simple.nam &
}

for {set i 0} {$i < $val(nn)} {incr i} {
    $ns_ at $val(stop) "$node_($i) reset"
}
$ns_ at $val(stop) "stop"
$ns_ at [expr {$val(stop) + 0.01}] {puts "NS EXITING..."; $ns_ halt}
$ns_ run
