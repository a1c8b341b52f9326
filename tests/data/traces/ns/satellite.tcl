# Two terminals that talk over a geostationary satellite: packets.tr. The word tcphdr adds columns.
set ns [new Simulator]
if {"tcphdr" in $argv} {
    Trace set show_tcphdr_ 1
}
set trace [open packets.tr w]
$ns trace-all $trace
$ns node-config -satNodeType geo-repeater -phyType Phy/Repeater -channelType Channel/Sat \
    -downlinkBW 2Mb -wiredRouting OFF
set satellite [$ns node]
$satellite set-position -95
$ns node-config -satNodeType terminal -llType LL/Sat -ifqType Queue/DropTail -ifqLen 20 \
    -macType Mac/Sat -phyType Phy/Sat -channelType Channel/Sat -downlinkBW 2Mb -wiredRouting OFF
set east [$ns node]
$east set-position 40.9 -73.9
set west [$ns node]
$west set-position 37.8 -122.4
$east add-gsl geo LL/Sat Queue/DropTail 20 Mac/Sat 2Mb Phy/Sat [$satellite set downlink_] \
    [$satellite set uplink_]
$west add-gsl geo LL/Sat Queue/DropTail 20 Mac/Sat 2Mb Phy/Sat [$satellite set downlink_] \
    [$satellite set uplink_]
$ns trace-all-satlinks $trace
set tcp [new Agent/TCP]
$ns attach-agent $east $tcp
set sink [new Agent/TCPSink]
$ns attach-agent $west $sink
$ns connect $tcp $sink
set ftp [new Application/FTP]
$ftp attach-agent $tcp
$ns at 0.5 "$ftp start"
set routes [new SatRouteObject]
$routes compute_routes
$ns at 5.0 {
    $ns flush-trace
    close $trace
    exit 0
}
$ns run
