# A wired node sends to a wireless one by way of a base station, at random times.
set ns [new Simulator]
$ns node-config -addressType hierarchical
AddrParams set domain_num_ 2
AddrParams set cluster_num_ {1 1}
AddrParams set nodes_num_ {1 2}
set f [open mixed.tr w]
$ns trace-all $f
set topo [new Topography]
$topo load_flatgrid 200 200
create-god 2

set wired [$ns node 0.0.0]
$ns node-config -adhocRouting DSDV -llType LL -macType Mac/802_11 \
    -ifqType Queue/DropTail/PriQueue -ifqLen 20 -antType Antenna/OmniAntenna \
    -propType Propagation/TwoRayGround -phyType Phy/WirelessPhy \
    -channel [new Channel/WirelessChannel] -topoInstance $topo \
    -wiredRouting ON -agentTrace ON -routerTrace OFF -macTrace OFF
set base [$ns node 1.0.0]
$base random-motion 0
$ns node-config -wiredRouting OFF
set mobile [$ns node 1.0.1]
$mobile base-station [AddrParams addr2id [$base node-addr]]
foreach {node x} [list $base 50 $mobile 100] {
    $node set X_ $x
    $node set Y_ 100.0
    $node set Z_ 0.0
}
$ns duplex-link $wired $base 1Mb 5ms DropTail

set udp [new Agent/UDP]
set null [new Agent/Null]
$ns attach-agent $wired $udp
$ns attach-agent $mobile $null
$ns connect $udp $null
set source [new Application/Traffic/Exponential]
$source set rate_ 100k
$source attach-agent $udp
$ns at 0.5 "$source start"
$ns at 2.0 {$ns flush-trace; close $f; $ns halt}
$ns run
