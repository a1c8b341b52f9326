# Links that are busy now and idle then, with packets that come just when one becomes idle.
#
#   ns links.tcl SCHEDULER QUEUE OPTION    every packet is in out.tr; prints the time at its end
#
# Times to send and delays are multiples of 1/8192 s, so that many events have the same time.

lassign $argv scheduler queue option
set ns [new Simulator]
$ns use-scheduler $scheduler
if {$option eq "dynamic"} {
    $ns rtproto Session
}
if {$option eq "utilization"} {
    new Agent/QSAgent
}
Queue/DropTail set summarystats_ [expr {$option eq "summary"}]
if {$option eq "bytes"} {
    # 400 bytes: the largest packets find no room in an empty queue.
    Queue/DropTail set queue_in_bytes_ true
    Queue/DropTail set mean_pktsize_ 100
}
set limit [expr {$option eq "no-room" ? 1 : 4}]
$ns trace-all [open out.tr w]
set random 1

proc draw {limit} {
    global random
    set random [expr {($random * 1103515245 + 12345) % 2147483648}]
    return [expr {($random >> 8) % $limit}]
}

# Two hubs with leaves; 128 bytes take 1/512 s on a leaf's link, 1/256 s between the hubs.
for {set id 0} {$id < 8} {incr id} {
    set node($id) [$ns node]
}
proc link {one other rate delay} {
    global ns node queue limit option
    $ns duplex-link $node($one) $node($other) $rate $delay $queue
    $ns queue-limit $node($one) $node($other) $limit
    $ns queue-limit $node($other) $node($one) $limit
    if {$option eq "attached"} {
        foreach {from to} [list $one $other $other $one] {
            set packets [new PacketQueue/Semantic]
            $packets set acksfirst_ true
            [[$ns link $node($from) $node($to)] queue] packetqueue-attach $packets
        }
    }
}
foreach leaf {2 3 4} {
    link 0 $leaf 524288 [expr {1 / 512.0}]
}
foreach leaf {5 6 7} {
    link 1 $leaf 524288 [expr {3 / 1024.0}]
}
link 0 1 262144 0
if {$option eq "errors"} {
    set errors [new ErrorModel]
    $errors set rate_ 0.1
    $errors ranvar [new RandomVariable/Uniform]
    $ns lossmodel $errors $node(0) $node(1)
}

# Now and then a packet of one of three sizes.
proc send {sender left} {
    global ns
    $sender set packetSize_ [expr {128 << [draw 3]}]
    $sender send [$sender set packetSize_]
    if {$left > 0} {
        $ns after [expr {[draw 40] / 1024.0}] "send $sender [expr {$left - 1}]"
    }
}

proc connected {sender receiver from to} {
    global ns node
    $ns attach-agent $node($from) $sender
    $ns attach-agent $node($to) $receiver
    $ns connect $sender $receiver
    return $sender
}
foreach {from to} {2 5 3 6 4 7 5 3 6 4 0 1} {
    $ns at [expr {[draw 64] / 1024.0}] \
        "send [connected [new Agent/UDP] [new Agent/Null] $from $to] 1500"
}
if {$option ne "ends"} {
    set tcp [connected [new Agent/TCP/Newreno] [new Agent/TCPSink] 2 7]
    $tcp set packetSize_ 216
    $ns at 0.5 "$tcp send 300000"
    $ns at 40.0 "$ns flush-trace; puts \[$ns now\]; exit 0"
}
if {$option eq "dynamic"} {
    for {set turn 0} {$turn < 20} {incr turn} {
        $ns rtmodel-at [expr {1 + $turn}] down $node(0) $node(1)
        $ns rtmodel-at [expr {1 + $turn + [draw 100] / 1024.0}] up $node(0) $node(1)
    }
    $ns at 12.0 "[[$ns link $node(1) $node(0)] link] set bandwidth_ 131072"
}
# At its "ends", a simulation has come to the last of all events.
$ns run
$ns flush-trace
puts [$ns now]
