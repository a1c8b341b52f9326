# Two terminals and a geostationary satellite.
set ns [new Simulator]
set f [open sat.out w]
$ns trace-all $f
$ns node-config -satNodeType geo -llType LL/Sat -ifqType Queue/DropTail -ifqLen 50 \
    -macType Mac/Sat -phyType Phy/Sat -channelType Channel/Sat -downlinkBW 2Mb -wiredRouting OFF
set sat [$ns node]
$sat set-position -95
$ns node-config -satNodeType geo-repeater -phyType Phy/Repeater -channelType Channel/Sat \
    -downlinkBW 2Mb
$ns node-config -satNodeType terminal
set t1 [$ns node]
$t1 set-position 42.3 -71.1
set t2 [$ns node]
$t2 set-position 37.8 -122.4
$t1 add-gsl geo LL/Sat Queue/DropTail 50 Mac/Sat 2Mb Phy/Sat [$sat set downlink_] \
    [$sat set uplink_]
$t2 add-gsl geo LL/Sat Queue/DropTail 50 Mac/Sat 2Mb Phy/Sat [$sat set downlink_] \
    [$sat set uplink_]
$ns trace-all-satlinks $f
set udp [new Agent/UDP]
$ns attach-agent $t1 $udp
set null [new Agent/Null]
$ns attach-agent $t2 $null
$ns connect $udp $null
set traffic [new Application/Traffic/Exponential]
$traffic set burst_time_ 100ms
$traffic set idle_time_ 100ms
$traffic attach-agent $udp
$ns at 0.1 "$traffic start"
set satrouteobject_ [new SatRouteObject]
$satrouteobject_ compute_routes
$ns at 1.5 "close $f; exit 0"
$ns run
