# What a script of a study with Hybla does: variables of the class set before a sender is made,
# applications that count what arrives, NewReno beside Hybla over a bottleneck.
#   ns two-flows.tcl DELAY QUEUE RTT0
lassign $argv delay queue reference

Class Counter -superclass Application
Counter instproc init {args} {
    $self set bytes 0
    eval $self next $args
}
Counter instproc recv {count} {
    $self instvar bytes
    incr bytes $count
}

Agent/TCP/Hybla set p_algo_ 0
Agent/TCP/Hybla set r_rtt_ $reference
set ns [new Simulator]
$ns use-scheduler Calendar
for {set id 0} {$id < 6} {incr id} {
    set node($id) [$ns node]
}
$ns duplex-link $node(0) $node(2) 100Mb 5ms DropTail
$ns duplex-link $node(1) $node(2) 100Mb $delay DropTail
$ns duplex-link $node(2) $node(3) 1000kb 1ms DropTail
$ns duplex-link $node(3) $node(4) 100Mb 5ms DropTail
$ns duplex-link $node(3) $node(5) 100Mb $delay DropTail
$ns queue-limit $node(2) $node(3) $queue

foreach {from to class start} {0 4 Agent/TCP/Newreno 20 1 5 Agent/TCP/Hybla 0} {
    set sender [new $class]
    $sender set windowOption_ 1
    $sender set ttl_ 64
    $ns attach-agent $node($from) $sender
    set receiver [new Agent/TCPSink/Sack1]
    $ns attach-agent $node($to) $receiver
    set counter($to) [new Counter]
    $counter($to) attach-agent $receiver
    $ns connect $sender $receiver
    $sender set fid_ $from
    set source [new Application/FTP]
    $source attach-agent $sender
    $ns at 20.0 "$counter($to) start"
    $ns at $start "$source start"
}
$ns at 200.0 {
    puts "[$counter(5) set bytes] [$counter(4) set bytes]"
    exit 0
}
$ns run
