# Two TCP flows and a CBR flow over a link that loses packets and fails once. Words on the
# command line change what is written: tcphdr, tagged, hierarchical.
#   packets.tr   every packet, link event and annotation      packets.nam  the same for nam
#   variables.tr traced variables of TCP, one a line          states.tr    all of them in each line
#   red.tr       what a RED queue traces of itself            queue.tr     samples of the queue
#   lengths.tr   every change of the queue                    flows.tr     what a flow monitor counts
#   events.tr    events of TCP

set ns [new Simulator]
if {"hierarchical" in $argv} {
    $ns set-address-format hierarchical
    AddrParams set domain_num_ 2
    AddrParams set cluster_num_ {1 1}
    AddrParams set nodes_num_ {3 2}
    set addresses {0.0.0 0.0.1 0.0.2 1.0.0 1.0.1}
} else {
    set addresses {{} {} {} {} {}}
    $ns rtproto DV
}
if {"tcphdr" in $argv} {
    Trace set show_tcphdr_ 1
}

proc output {name} {
    global channels
    set channel [open $name w]
    lappend channels $channel
    return $channel
}

if {"tagged" in $argv} {
    $ns use-taggedtrace
}
$ns trace-all [output packets.tr]
$ns namtrace-all [output packets.nam]
$ns color 1 Blue
$ns color 2 Red
if {"events" in $argv} {
    $ns eventtrace-all [output events.tr]
}

for {set i 0} {$i < 5} {incr i} {
    set address [lindex $addresses $i]
    set node($i) [expr {$address eq {} ? [$ns node] : [$ns node $address]}]
}
$node(0) label "sender one"
$node(1) color green
$node(2) shape hexagon
foreach {from to rate delay queue} {
    0 2 10Mb 2ms DropTail
    1 2 10Mb 3ms DropTail
    2 3 1.5Mb 10ms RED
    2 4 2Mb 15ms DropTail
    4 3 2Mb 15ms DropTail
} {
    $ns duplex-link $node($from) $node($to) $rate $delay $queue
}
$ns duplex-link-op $node(2) $node(3) orient right
$ns duplex-link-op $node(2) $node(3) queuePos 0.5
$ns queue-limit $node(2) $node(3) 12

set red [[$ns link $node(2) $node(3)] queue]
$red set thresh_ 3
$red set maxthresh_ 9
$red set setbit_ true
$red trace curq_
$red trace ave_
$red trace prob1_
$red attach [output red.tr]
$ns monitor-queue $node(2) $node(3) [output queue.tr] 0.1
$ns at 0 "[$ns link $node(2) $node(3)] queue-sample-timeout"
$ns monitor-queue $node(4) $node(3) [output lengths.tr]
$ns at 0 "[$ns link $node(4) $node(3)] start-tracing"
set monitor [$ns makeflowmon Fid]
$ns attach-fmon [$ns link $node(0) $node(2)] $monitor
$monitor attach [output flows.tr]
$ns at 1.5 "$monitor dump"

set loss [new ErrorModel]
$loss set rate_ 0.01
$loss unit pkt
$loss ranvar [new RandomVariable/Uniform]
$loss drop-target [new Agent/Null]
$ns lossmodel $loss $node(2) $node(3)

proc connect {ns number source sink kind} {
    set tcp [new $kind]
    $tcp set fid_ $number
    $tcp set window_ 30
    $tcp set ecn_ 1
    $ns attach-agent $source $tcp
    set end [new Agent/TCPSink]
    $ns attach-agent $sink $end
    $ns connect $tcp $end
    set ftp [new Application/FTP]
    $ftp attach-agent $tcp
    $ns at [expr {0.1 * $number}] "$ftp start"
    return $tcp
}
set one [connect $ns 1 $node(0) $node(3) Agent/TCP/Newreno]
set two [connect $ns 2 $node(1) $node(3) Agent/TCP/Sack1]
foreach variable {cwnd_ ssthresh_ rtt_ srtt_ rttvar_ backoff_ maxseq_ ack_ t_seqno_ dupacks_} {
    $one trace $variable
}
$one attach [output variables.tr]
set owned [new Trace/Var]
$owned attach [output owned.tr]
$one trace ncwndcuts_ $owned
$one trace t_seqno_ $owned
$two set trace_all_oneline_ true
$two trace cwnd_
$two trace maxseq_
$two attach [output states.tr]

set udp [new Agent/UDP]
$udp set fid_ 3
$ns attach-agent $node(4) $udp
set null [new Agent/Null]
$ns attach-agent $node(0) $null
$ns connect $udp $null
set cbr [new Application/Traffic/CBR]
$cbr set interval_ 0.0123
$cbr attach-agent $udp
$ns at 0.05 "$cbr start"

$ns rtmodel-at 0.8 down $node(2) $node(3)
$ns rtmodel-at 1.2 up $node(2) $node(3)
$ns at 0.4 {$ns trace-annotate "flow two joins {soon}"}
$ns at 0.9 "$node(2) color red"
$ns at 1.0 {puts [lindex $channels 0] "script: half time"}
$ns at 2.0 finish
proc finish {} {
    global ns channels
    $ns flush-trace
    foreach channel $channels {
        close $channel
    }
    exit 0
}
$ns run
