# A TCP sender and bursts of UDP share a link of 1 Mb/s.
set val(rate) 200k
set val(queue) DropTail

set ns [new Simulator]
set trace [open out.tr w]
$ns trace-all $trace

foreach node {a b c} {set $node [$ns node]}
$ns duplex-link $a $b 10Mb 5ms DropTail
$ns duplex-link $b $c 1Mb 20ms $val(queue)
$ns queue-limit $b $c 20

set tcp [new Agent/TCP/Newreno]
set sink [new Agent/TCPSink]
$ns attach-agent $a $tcp
$ns attach-agent $c $sink
$ns connect $tcp $sink
set ftp [new Application/FTP]
$ftp attach-agent $tcp

set udp [new Agent/UDP]
set null [new Agent/Null]
$udp set fid_ 1
$ns attach-agent $a $udp
$ns attach-agent $c $null
$ns connect $udp $null
set bursts [new Application/Traffic/Exponential]
$bursts set rate_ $val(rate)
$bursts attach-agent $udp

proc finish {} {
    global ns trace
    $ns flush-trace
    close $trace
    exit 0
}
$ns at 0.1 "$ftp start"
$ns at 0.5 "$bursts start"
$ns at 10 finish
$ns run
