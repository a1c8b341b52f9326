# A network whose trace exercises a reader: 48 TCP flows of seven variants and 12 UDP flows
# over six routers, queues that overflow, a lossy link, and links that go down and up.
#
# usage: ns trace.tcl OUTPUT BYTES SEED ?headers?
#
# With `headers`, lines of packets end with the header of TCP.
# The run stops at the first tenth of a second at which the trace holds BYTES bytes. Where a
# flow starts, and which packets the lossy link drops, depends on SEED alone.

lassign $argv output bytes seed headers
if {$argc ni {3 4} || ![string is wideinteger -strict $bytes] ||
    ![string is integer -strict $seed] || $headers ni {"" headers}} {
    puts stderr "usage: ns trace.tcl OUTPUT BYTES SEED ?headers?"
    exit 2
}

set routers 6
set hosts_per_router 8
ns-random $seed
source [file join [file dirname [info script]] until_full.tcl]
Queue/RED set setbit_ true
if {$headers ne ""} {Trace set show_tcphdr_ 1}
set ns [new Simulator]
$ns rtproto DV
set trace [open $output w]
fconfigure $trace -buffersize 1000000
$ns trace-all $trace

proc make_routers {} {
    global ns routers router
    for {set i 0} {$i < $routers} {incr i} {set router($i) [$ns node]}
    # A ring with two chords, so that a failed link always leaves another way.
    set links {
        0 1 40 3 DropTail    1 2 30 5 RED    2 3 40 4 DropTail    3 4 30 6 DropTail
        4 5 40 3 DropTail    5 0 30 5 RED    0 3 50 9 DropTail    1 4 45 7 DropTail
    }
    foreach {a b mbps ms queue} $links {
        $ns duplex-link $router($a) $router($b) ${mbps}Mb ${ms}ms $queue
        $ns queue-limit $router($a) $router($b) 30
        $ns queue-limit $router($b) $router($a) 30
    }
}

# Hosts are attached to their router by links that are no bottleneck.
proc make_hosts {} {
    global ns routers hosts_per_router router host
    for {set i 0} {$i < $routers * $hosts_per_router} {incr i} {
        set host($i) [$ns node]
        $ns duplex-link $host($i) $router([expr {$i % $routers}]) 100Mb 1ms DropTail
    }
}

proc make_lossy {from to rate} {
    global ns
    set errors [new ErrorModel]
    $errors set rate_ $rate
    $errors unit pkt
    $errors ranvar [new RandomVariable/Uniform]
    $ns lossmodel $errors $from $to
}

proc start_tcp {flow from to} {
    global ns starts
    set variants {"" /Reno /Newreno /Sack1 /Vegas /Fack /Linux}
    set variant [lindex $variants [expr {$flow % [llength $variants]}]]
    set sack [expr {$variant in {/Sack1 /Fack /Linux}}]
    set source [new Agent/TCP$variant]
    set sink [new Agent/TCPSink[expr {$sack ? "/Sack1" : ""}]]
    $source set fid_ $flow
    $source set window_ 64
    $source set ecn_ [expr {$flow % 3 == 0}]
    $source set packetSize_ [lindex {1000 1460 536 960} [expr {$flow % 4}]]
    $ns attach-agent $from $source
    $ns attach-agent $to $sink
    $ns connect $source $sink
    set application [new Application/FTP]
    $application attach-agent $source
    $ns at [$starts value] "$application start"
}

proc start_udp {flow from to} {
    global ns starts
    set source [new Agent/UDP]
    set sink [new Agent/Null]
    $source set fid_ $flow
    $ns attach-agent $from $source
    $ns attach-agent $to $sink
    $ns connect $source $sink
    set application [new Application/Traffic/CBR]
    $application set packetSize_ [lindex {200 512 1000} [expr {$flow % 3}]]
    $application set rate_ 600kb
    $application set random_ 1
    $application attach-agent $source
    $ns at [$starts value] "$application start"
}

proc make_flows {} {
    global host routers hosts_per_router
    set hosts [expr {$routers * $hosts_per_router}]
    for {set flow 0} {$flow < 60} {incr flow} {
        # Offsets that are no multiple of the number of routers: each flow crosses the core.
        set from $host([expr {$flow % $hosts}])
        set to $host([expr {($flow + 1 + 6 * ($flow % 5) + $flow / 12) % $hosts}])
        if {$flow % 5 == 4} {start_udp $flow $from $to} else {start_tcp $flow $from $to}
    }
}

# Four core links fail in turn: each for 0.3 s of every 2 s. One model a link, since ns
# writes a line of the trace for each model that a link has.
proc make_failures {} {
    global ns router
    set start 0.1
    foreach {a b} {1 2  4 5  0 3  5 0} {
        $ns rtmodel Deterministic "$start 1.7 0.3 -" $router($a) $router($b)
        set start [expr {$start + 0.5}]
    }
}

make_routers
make_hosts
make_lossy $router(2) $router(3) 0.002
make_flows
make_failures
$ns at $stop_check stop_when_full
$ns run
