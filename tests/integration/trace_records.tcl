# A network with a bottleneck, traced to where the first word says: `text`, `records` or `bins`;
# the second names the file. The other words are pairs of an option and its value.

lassign $argv kind file
array set option {
    queue DropTail limit 15 ecn false tcp Agent/TCP/Newreno sink Agent/TCPSink flows 2
    udp CBR rate 0.4Mb routing Static fail false loss 0 mpls false hierarchical false
    trace all variables {} show "" tagged false stop 3 delay 10ms bottleneck 1.5Mb width 0.1
    nodedrops false ttl 32 cut 0
}
array set option [lrange $argv 2 end]

proc open_output {ns kind file} {
    switch $kind {
        text {return [open $file w]}
        records {return [$ns trace-records $file]}
        bins {return [$ns flow-bins $file $::option(width)]}
    }
    error "no such kind of output: $kind"
}

set ns [new Simulator]
if {$option(hierarchical)} {
    $ns set-address-format hierarchical
    AddrParams set domain_num_ 2
    AddrParams set cluster_num_ {1 1}
    AddrParams set nodes_num_ {3 2}
    set addresses {0.0.0 0.0.1 0.0.2 1.0.0 1.0.1}
} elseif {$option(routing) ne "Static"} {
    $ns rtproto $option(routing)
}
if {$option(show) ne ""} {
    Trace set $option(show) 1
}
if {$option(tagged)} {
    $ns use-taggedtrace
}
set output [open_output $ns $kind $file]
if {$option(trace) eq "all"} {
    $ns trace-all $output
}
for {set i 0} {$i < 5} {incr i} {
    if {$option(mpls)} {
        $ns node-config -MPLS [expr {$i >= 2 ? "ON" : "OFF"}]
    }
    if {$option(hierarchical)} {
        set node($i) [$ns node [lindex $addresses $i]]
    } else {
        set node($i) [$ns node]
    }
}
foreach {from to rate delay queue} [list \
    0 2 10Mb 2ms DropTail \
    1 2 10Mb 3ms DropTail \
    2 3 $option(bottleneck) $option(delay) $option(queue) \
    2 4 2Mb 15ms DropTail \
    4 3 2Mb 15ms DropTail] {
    $ns duplex-link $node($from) $node($to) $rate $delay $queue
    $ns queue-limit $node($from) $node($to) $option(limit)
}
if {$option(queue) eq "RED"} {
    set red [[$ns link $node(2) $node(3)] queue]
    $red set thresh_ 3
    $red set maxthresh_ 9
    $red set setbit_ $option(ecn)
}
if {$option(mpls)} {
    foreach {a b} {2 3 2 4 4 3} {$ns LDP-peer $node($a) $node($b)}
    foreach i {2 3 4} {
        [$node($i) get-module MPLS] enable-data-driven
    }
}
switch $option(trace) {
    one {$ns trace-queue $node(2) $node(3) $output}
    drops {
        set drops [$ns create-trace Drop $output $node(2) $node(3)]
        $drops target [$ns set nullAgent_]
        $ns drop-trace $node(2) $node(3) $drops
    }
}
if {$option(loss) > 0} {
    set model [new ErrorModel]
    $model set rate_ $option(loss)
    $model unit pkt
    $model ranvar [new RandomVariable/Uniform]
    $model drop-target [new Agent/Null]
    $ns link-lossmodel $model $node(2) $node(3)
    set before [new ErrorModel]
    $before set rate_ $option(loss)
    $before unit pkt
    $before ranvar [new RandomVariable/Uniform]
    $before drop-target [new Agent/Null]
    $ns lossmodel $before $node(1) $node(2)
}

for {set i 1} {$i <= $option(flows)} {incr i} {
    set tcp [new $option(tcp)]
    $tcp set fid_ $i
    $tcp set window_ 40
    $tcp set ecn_ $option(ecn)
    $ns attach-agent $node([expr {$i % 2}]) $tcp
    set end [new $option(sink)]
    $ns attach-agent $node(3) $end
    $ns connect $tcp $end
    if {[string match *FullTcp* $option(tcp)]} {
        $end listen
    }
    if {$option(tcp) eq "Agent/TFRC"} {
        $ns at [expr {0.1 * $i}] "$tcp start"
    } else {
        set ftp [new Application/FTP]
        $ftp attach-agent $tcp
        $ns at [expr {0.1 * $i}] "$ftp start"
    }
    foreach variable $option(variables) {
        $tcp trace $variable
    }
    if {$option(variables) ne ""} {
        $tcp attach $output
    }
}
set udp [new Agent/UDP]
$udp set fid_ 99
$udp set ttl_ $option(ttl)
$ns attach-agent $node(4) $udp
set null [new Agent/Null]
$ns attach-agent $node(0) $null
$ns connect $udp $null
set source [new Application/Traffic/$option(udp)]
$source set rate_ $option(rate)
$source attach-agent $udp
$ns at 0.05 "$source start"

if {$option(fail)} {
    $ns rtmodel-at 1.0 down $node(2) $node(3)
    $ns rtmodel-at 1.7312345678 up $node(2) $node(3)
    $ns rtmodel-at 2.3456785 down $node(2) $node(4)
    $ns rtmodel-at 2.6 up $node(2) $node(4)
}
if {$option(cut)} {
    $ns rtmodel-at 1.2 down $node(0) $node(2)
    $ns rtmodel-at $option(cut) up $node(0) $node(2)
}
if {$option(nodedrops)} {
    $ns trace-node-drops $output
}
$ns at 0.5 {$ns trace-annotate "half a second, \{ and an odd \$text"}
$ns at 0.75 {
    puts $output "a line of the script's"
    puts -nonewline $output "and one "
    puts $output "in two parts"
    $ns flush-trace
}
$ns at $option(stop) {
    $ns flush-trace
    close $output
    exit 0
}
$ns run
