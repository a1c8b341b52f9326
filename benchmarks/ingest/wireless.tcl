# A wireless network whose trace exercises a reader: nodes on a grid with 802.11 and AODV, and
# flows over several hops that compete for the channel.
#
# usage: ns wireless.tcl OUTPUT BYTES SEED KIND
#
# KIND: `tcp`, `cbr` and `energy` write the old format, with packets of TCP, of constant bit rate,
# and of TCP with the energy of the nodes; `new` writes the new format, with packets of both.
#
# The run stops at the first tenth of a second at which the trace holds BYTES bytes. When a flow
# starts depends on SEED alone.

lassign $argv output bytes seed kind
if {$argc != 4 || ![string is wideinteger -strict $bytes] || ![string is integer -strict $seed] ||
    $kind ni {tcp cbr energy new}} {
    puts stderr "usage: ns wireless.tcl OUTPUT BYTES SEED tcp|cbr|energy|new"
    exit 2
}

set columns 5
set rows 5
set spacing 150
set flows 12
ns-random $seed
source [file join [file dirname [info script]] until_full.tcl]
set ns [new Simulator]
if {$kind eq "new"} {$ns use-newtrace}
set trace [open $output w]
fconfigure $trace -buffersize 1000000
$ns trace-all $trace

proc configure_nodes {} {
    global ns kind columns rows spacing
    set topography [new Topography]
    $topography load_flatgrid [expr {$columns * $spacing}] [expr {$rows * $spacing}]
    create-god [expr {$columns * $rows}]
    $ns node-config -adhocRouting AODV -llType LL -macType Mac/802_11 \
        -ifqType Queue/DropTail/PriQueue -ifqLen 50 -antType Antenna/OmniAntenna \
        -propType Propagation/TwoRayGround -phyType Phy/WirelessPhy \
        -channel [new Channel/WirelessChannel] -topoInstance $topography \
        -agentTrace ON -routerTrace ON -macTrace [expr {$kind eq "cbr" ? "OFF" : "ON"}] \
        -movementTrace OFF
    if {$kind eq "energy"} {
        $ns node-config -energyModel EnergyModel -initialEnergy 100000 -rxPower 0.3 -txPower 0.6
    }
}

proc make_nodes {} {
    global ns columns rows spacing node
    for {set i 0} {$i < $columns * $rows} {incr i} {
        set node($i) [$ns node]
        $node($i) random-motion 0
        $node($i) set X_ [expr {10.25 + $spacing * ($i % $columns)}]
        $node($i) set Y_ [expr {10.5 + $spacing * ($i / $columns)}]
        $node($i) set Z_ 0
    }
}

proc start_flow {flow} {
    global ns kind columns rows node starts
    set from $node([expr {$flow * 7 % ($columns * $rows)}])
    set to $node([expr {($flow * 11 + 3) % ($columns * $rows)}])
    set constant [expr {$kind eq "cbr" || ($kind eq "new" && $flow % 2)}]
    set source [new Agent/[expr {$constant ? "UDP" : "TCP/Newreno"}]]
    set sink [new Agent/[expr {$constant ? "Null" : "TCPSink"}]]
    $source set fid_ $flow
    $ns attach-agent $from $source
    $ns attach-agent $to $sink
    $ns connect $source $sink
    set application [new Application/[expr {$constant ? "Traffic/CBR" : "FTP"}]]
    if {$constant} {
        $application set packetSize_ 512
        $application set interval_ 0.05
        $application set random_ 1
    }
    $application attach-agent $source
    $ns at [$starts value] "$application start"
}

configure_nodes
make_nodes
for {set flow 0} {$flow < $flows} {incr flow} {start_flow $flow}
$ns at $stop_check stop_when_full
$ns run
