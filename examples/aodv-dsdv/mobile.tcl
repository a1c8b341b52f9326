# Twelve nodes move about at random; three of them send to three others.
set val(rp) AODV
set val(speed) 5
set val(stop) 40

set ns [new Simulator]
set trace [open mobile.tr w]
$ns trace-all $trace
set topography [new Topography]
$topography load_flatgrid 600 600
create-god 12

$ns node-config -adhocRouting $val(rp) -llType LL -macType Mac/802_11 \
    -ifqType Queue/DropTail/PriQueue -ifqLen 50 -antType Antenna/OmniAntenna \
    -propType Propagation/TwoRayGround -phyType Phy/WirelessPhy \
    -channel [new Channel/WirelessChannel] -topoInstance $topography \
    -agentTrace ON -routerTrace ON -macTrace OFF -movementTrace OFF

set place [new RandomVariable/Uniform]
$place set min_ 10
$place set max_ 590

for {set i 0} {$i < 12} {incr i} {
    set node($i) [$ns node]
    $node($i) set X_ [$place value]
    $node($i) set Y_ [$place value]
    $node($i) set Z_ 0
    for {set t 1} {$t < $val(stop)} {incr t 10} {
        $ns at $t "$node($i) setdest [$place value] [$place value] $val(speed)"
    }
}

for {set i 0} {$i < 3} {incr i} {
    set udp [new Agent/UDP]
    set null [new Agent/Null]
    $udp set fid_ $i
    $ns attach-agent $node($i) $udp
    $ns attach-agent $node([expr {$i + 6}]) $null
    $ns connect $udp $null
    set cbr [new Application/Traffic/CBR]
    $cbr set packetSize_ 512
    $cbr set interval_ 0.25
    $cbr attach-agent $udp
    $ns at [expr {2 + $i}] "$cbr start"
}
$ns at $val(stop) "$ns halt"
$ns run
close $trace
