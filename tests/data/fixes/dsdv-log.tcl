# The routing table that a DSDV node says it sent, entry by entry.
set ns [new Simulator]
set topography [new Topography]
$topography load_flatgrid 200 200
create-god 2
Agent/DSDV set verbose_ 1
$ns node-config -adhocRouting DSDV -llType LL -macType Mac/802_11 \
    -ifqType Queue/DropTail/PriQueue -ifqLen 50 -antType Antenna/OmniAntenna \
    -propType Propagation/TwoRayGround -phyType Phy/WirelessPhy \
    -topoInstance $topography -channel [new Channel/WirelessChannel] \
    -agentTrace OFF -routerTrace ON -macTrace OFF
$ns trace-all [open /dev/stdout w]
foreach i {0 1} {
    set node($i) [$ns node]
    $node($i) set X_ [expr {10 + 50 * $i}]
    $node($i) set Y_ 10
    $node($i) set Z_ 0
}
$ns at 40.0 "exit 0"
$ns run
