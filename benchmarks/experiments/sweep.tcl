# Two senders and a lossy link, as a newcomer writes it. Usage: ns sweep.tcl RATE SEED
set val(rate) [lindex $argv 0]
set val(seed) [lindex $argv 1]
set val(stop) 50
ns-random $val(seed)

set ns [new Simulator]
set trace [open out.tr w]
$ns trace-all $trace

foreach node {a b c d} {set $node [$ns node]}
$ns duplex-link $a $c 5Mb 5ms DropTail
$ns duplex-link $b $c 5Mb 5ms DropTail
$ns duplex-link $c $d 1Mb 20ms DropTail
$ns queue-limit $c $d 20

set errors [new ErrorModel]
$errors set rate_ $val(rate)
$errors drop-target [new Agent/Null]
$ns link-lossmodel $errors $c $d

set tcp [new Agent/TCP/Newreno]
set sink [new Agent/TCPSink]
$ns attach-agent $a $tcp
$ns attach-agent $d $sink
$ns connect $tcp $sink
set ftp [new Application/FTP]
$ftp attach-agent $tcp

set udp [new Agent/UDP]
set null [new Agent/Null]
$udp set fid_ 1
$ns attach-agent $b $udp
$ns attach-agent $d $null
$ns connect $udp $null
set bursts [new Application/Traffic/Exponential]
$bursts set rate_ 300k
$bursts attach-agent $udp

proc finish {} {
    global ns trace
    $ns flush-trace
    close $trace
    exit 0
}
$ns at 0.1 "$ftp start"
$ns at 0.5 "$bursts start"
$ns at $val(stop) finish
$ns run
