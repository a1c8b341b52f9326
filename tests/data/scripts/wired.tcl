# Two senders share a link; one sends at random times. Parameters: val(rate), val(queue).
array set val {rate 0.01 queue DropTail stop 2}
set ns [new Simulator]
set f [open out.tr w]
$ns trace-all $f

proc finish {} {
    global ns f
    $ns flush-trace
    close $f
    exit 0
}

set a [$ns node]
set b [$ns node]
set c [$ns node]
$ns duplex-link $a $b 2Mb 5ms DropTail
$ns duplex-link $b $c 500Kb 10ms $val(queue)
$ns queue-limit $b $c 8

set tcp [new Agent/TCP]
set sink [new Agent/TCPSink]
$ns attach-agent $a $tcp
$ns attach-agent $c $sink
$ns connect $tcp $sink
set ftp [new Application/FTP]
$ftp attach-agent $tcp

set em [new ErrorModel]
$em set rate_ $val(rate)
$em ranvar [new RandomVariable/Uniform]
$em drop-target [new Agent/Null]
$ns lossmodel $em $b $c

$ns at 0.1 "$ftp start"
$ns at $val(stop) "finish"
$ns run
