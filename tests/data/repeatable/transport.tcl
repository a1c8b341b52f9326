# SCTP in the air, where frames get lost and are sent once more, through a base station; DCCP and
# Fack on wires. Whatever of this is written must not depend on what memory held before.
set ns [new Simulator]
$ns node-config -addressType hierarchical
AddrParams set domain_num_ 2
AddrParams set cluster_num_ {1 1}
AddrParams set nodes_num_ {2 3}
$ns trace-all [open all.tr w]
set topography [new Topography]
$topography load_flatgrid 500 500
create-god 3
foreach index {0 1} {
    set wired($index) [$ns node 0.0.$index]
}

proc losses {} {
    set model [new ErrorModel]
    $model unit pkt
    $model set rate_ 0.1
    $model ranvar [new RandomVariable/Uniform]
    return $model
}

$ns node-config -adhocRouting DSDV -llType LL -macType Mac/802_11 \
    -ifqType Queue/DropTail/PriQueue -ifqLen 5 -antType Antenna/OmniAntenna \
    -propType Propagation/TwoRayGround -phyType Phy/WirelessPhy \
    -channel [new Channel/WirelessChannel] -topoInstance $topography \
    -agentTrace ON -routerTrace ON -macTrace ON -wiredRouting ON -IncomingErrProc losses
foreach index {0 1 2} {
    set mobile($index) [$ns node 1.0.$index]
    $mobile($index) random-motion 0
    $mobile($index) set X_ [expr {10 + 100 * $index}]
    $mobile($index) set Y_ 10
    $mobile($index) set Z_ 0
    if {$index > 0} {
        $mobile($index) base-station [AddrParams addr2id [$mobile(0) node-addr]]
    }
    $ns node-config -wiredRouting OFF
}
$ns duplex-link $wired(0) $wired(1) 5Mb 2ms DropTail
$ns duplex-link $wired(1) $mobile(0) 5Mb 2ms DropTail
Trace set show_sctphdr_ 1

proc connect {kind from to sink_kind} {
    global ns
    set agent [new Agent/$kind]
    set sink [new Agent/$sink_kind]
    $ns attach-agent $from $agent
    $ns attach-agent $to $sink
    $ns connect $agent $sink
    return [list $agent $sink]
}

foreach {kind from to} [list SCTP $mobile(1) $wired(0) SCTP/CMT $wired(0) $mobile(2)] {
    lassign [connect $kind $from $to $kind] agent sink
    $agent set trace_all_ 1
    $agent attach [open [string map {/ -} $kind].tr w]
    $agent trace cwnd_
    $agent trace frCount_
    $ns at 1.0 "[$agent attach-app FTP] start"
}
foreach kind {DCCP/TCPlike DCCP/TFRC} {
    lassign [connect $kind $wired(0) $wired(1) $kind] agent sink
    set source [$agent attach-app Traffic/CBR]
    $source set rate_ 2Mb
    $ns at 0.9 "$sink listen"
    $ns at 1.0 "$source start"
}
lassign [connect TCP/Fack $wired(1) $wired(0) TCPSink/Sack1] agent sink
$ns at 1.0 "[$agent attach-app FTP] start"
$ns at 1.3 "exit 0"
$ns run
