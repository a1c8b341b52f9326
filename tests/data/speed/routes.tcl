# A network whose links flap and whose routes follow.
#
#   ns routes.tcl PROTOCOL MULTIPATH     prints routes now and then; every packet is in out.tr

lassign $argv protocol several
Node set multiPath_ $several
set ns [new Simulator]
$ns rtproto $protocol
$ns trace-all [open out.tr w]

# A ring of ten with spokes from the middle, and a tail.
for {set id 0} {$id < 12} {incr id} {
    set node($id) [$ns node]
}
set links {}
for {set id 0} {$id < 10} {incr id} {
    lappend links [list $id [expr {($id + 1) % 10}]]
}
lappend links {10 0} {10 3} {10 5} {10 8} {9 11}
foreach link $links {
    lassign $link one other
    $ns duplex-link $node($one) $node($other) 1Mb 5ms DropTail
}
$ns cost $node(10) $node(3) 3
$ns cost $node(3) $node(10) 3

proc cost_all {cost} {
    global ns node links
    foreach link $links {
        lassign $link one other
        $ns cost $node($one) $node($other) $cost
        $ns cost $node($other) $node($one) $cost
    }
}

proc flow {from to} {
    global ns node
    set sender [new Agent/UDP]
    set receiver [new Agent/Null]
    $ns attach-agent $node($from) $sender
    $ns attach-agent $node($to) $receiver
    $ns connect $sender $receiver
    set source [new Application/Traffic/CBR]
    $source set rate_ 100kb
    $source set packetSize_ 500
    $source attach-agent $sender
    $ns at 1.0 "$source start"
}
foreach {from to} {11 4 4 11 0 5 2 7 6 1} {
    flow $from $to
}

proc fail {time up one other} {
    global ns node
    $ns rtmodel-at $time down $node($one) $node($other)
    $ns rtmodel-at $up up $node($one) $node($other)
}
for {set turn 0} {$turn < 12} {incr turn} {
    fail [expr {3 + $turn * 1.1}] [expr {3.4 + $turn * 1.1}] 10 5
    fail [expr {3.2 + $turn * 1.7}] [expr {4.1 + $turn * 1.7}] 0 1
}
$ns rtmodel-at 16.0 down $node(10)
$ns rtmodel-at 18.5 up $node(10)
# The tail is cut off, so that its metrics count up to infinity; links cost more meanwhile, since a
# minute of counting in small steps would show no more.
$ns at 19.0 "cost_all 6"
fail 20.0 24.0 9 11
$ns at 24.5 "cost_all 1"
$ns at 25.0 "$ns cost $node(10) $node(3) 1; $ns cost $node(3) $node(10) 9"
fail 26.0 27.0 4 5

proc show {} {
    global ns node
    foreach id {0 2 4 10 11} {
        foreach to {1 5 7 11} {
            set hops {}
            foreach link [[$node($id) rtObject?] nextHop? $node($to)] {
                lappend hops [[$link set toNode_] id]
            }
            puts "[$ns now] $id $to [[$node($id) rtObject?] metric? $node($to)] $hops"
        }
    }
    $ns at [expr {[$ns now] + 0.73}] show
}
$ns at 2.0 show
$ns at 30.0 "$ns flush-trace; exit 0"
$ns run
