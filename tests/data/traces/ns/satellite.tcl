# Two terminals that talk over a geostationary satellite: packets.tr. The word tcphdr adds columns.
# With the word hdlc the satellite switches packets, and links repeat frames that are lost.
set ns [new Simulator]
if {"tcphdr" in $argv} {
    Trace set show_tcphdr_ 1
}
set trace [open packets.tr w]
$ns trace-all $trace
set repeats [expr {"hdlc" in $argv}]
set layer [expr {$repeats ? "LL/Sat/HDLC" : "LL/Sat"}]
set of_links "-llType $layer -ifqType Queue/DropTail -ifqLen 20 -macType Mac/Sat -phyType Phy/Sat"
set common "-channelType Channel/Sat -downlinkBW 2Mb -wiredRouting [expr {$repeats ? {ON} : {OFF}}]"
if {$repeats} {
    $ns rtproto Static
    $ns node-config -satNodeType geo {*}$of_links {*}$common
} else {
    $ns node-config -satNodeType geo-repeater -phyType Phy/Repeater {*}$common
}
set satellite [$ns node]
$satellite set-position -95
$ns node-config -satNodeType terminal {*}$of_links {*}$common
set east [$ns node]
$east set-position 40.9 -73.9
set west [$ns node]
$west set-position 37.8 -122.4
$east add-gsl geo $layer Queue/DropTail 20 Mac/Sat 2Mb Phy/Sat [$satellite set downlink_] \
    [$satellite set uplink_]
$west add-gsl geo $layer Queue/DropTail 20 Mac/Sat 2Mb Phy/Sat [$satellite set downlink_] \
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
