# Four nodes of which one walks away, with a TCP and a CBR flow: packets.tr, packets.nam.
# Words on the command line: a routing protocol (AODV, DSDV, DSR, TORA, AOMDV), and new,
# tagged, energy, events, walk, phy, mac=NAME.
set routing AODV
set mac Mac/802_11
foreach word $argv {
    if {$word in {AODV DSDV DSR TORA AOMDV DumbAgent}} {
        set routing $word
    }
    regexp {^mac=(.*)} $word all mac
}
set queue [expr {$routing eq "DSR" ? "CMUPriQueue" : "Queue/DropTail/PriQueue"}]
set ns [new Simulator]
if {"new" in $argv} {
    $ns use-newtrace
}
if {"tagged" in $argv} {
    $ns use-taggedtrace
}
set trace [open packets.tr w]
set nam [open packets.nam w]
$ns trace-all $trace
$ns namtrace-all-wireless $nam 600 600
if {"events" in $argv} {
    $ns eventtrace-all
}
set topology [new Topography]
$topology load_flatgrid 600 600
create-god 4
set options {}
if {"energy" in $argv} {
    lappend options -energyModel EnergyModel -initialEnergy 0.6 -rxPower 0.3 -txPower 0.6 \
        -idlePower 0.01 -sleepPower 0.001 -transitionPower 0.2 -transitionTime 0.005
}
eval $ns node-config -adhocRouting $routing -llType LL -macType $mac -ifqType $queue -ifqLen 10 \
    -antType Antenna/OmniAntenna -propType Propagation/TwoRayGround -phyType Phy/WirelessPhy \
    {-channel [new Channel/WirelessChannel]} -topoInstance $topology -agentTrace ON \
    -routerTrace ON -macTrace ON -movementTrace ON -phyTrace [expr {"phy" in $argv ? "ON" : "OFF"}] \
    $options
foreach {i x y} {0 20.5 30 1 200 40.25 2 380 60 3 410 250} {
    set node($i) [$ns node]
    $node($i) random-motion 0
    $node($i) set X_ $x
    $node($i) set Y_ $y
    $node($i) set Z_ 0
    $ns initial_node_pos $node($i) 30
}
$ns at 1.0 "$node(3) setdest 560.0 590.0 15.5"
$ns at 6.0 "$node(1) setdest 20.0 590.0 40.0"
set tcp [new Agent/TCP/Newreno]
$ns attach-agent $node(0) $tcp
set sink [new Agent/TCPSink]
$ns attach-agent $node(2) $sink
$ns connect $tcp $sink
set ftp [new Application/FTP]
$ftp attach-agent $tcp
$ns at 1.0 "$ftp start"
$ns at 4.0 "$ftp stop"
set udp [new Agent/UDP]
$ns attach-agent $node(3) $udp
set null [new Agent/Null]
$ns attach-agent $node(0) $null
$ns connect $udp $null
set cbr [new Application/Traffic/CBR]
$cbr set packetSize_ 512
$cbr set interval_ 0.25
$cbr attach-agent $udp
$ns at 0.5 "$cbr start"
for {set i 0} {$i < 4} {incr i} {
    $ns at 12.0 "$node($i) reset"
}
if {"walk" in $argv} {
    $ns at 2.0 "$node(3) log-movement"
    $ns at 5.0 "$node(3) log-movement"
}
$ns at 12.0 {
    $ns flush-trace
    close $trace
    close $nam
    exit 0
}
$ns run
