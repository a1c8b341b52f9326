# SCTP over two streams and a lossy link: packets.tr, a line for each chunk.
Trace set show_sctphdr_ 1
set ns [new Simulator]
set channel [open packets.tr w]
$ns trace-all $channel
set left [$ns node]
set right [$ns node]
$ns duplex-link $left $right 0.5Mb 50ms DropTail
$ns queue-limit $left $right 8
set sender [new Agent/SCTP]
$sender set numOutStreams_ 2
$sender set oneHeartbeatTimer_ 0
$sender set mtu_ 1500
$sender set dataChunkSize_ 468
$ns attach-agent $left $sender
set receiver [new Agent/SCTP]
$ns attach-agent $right $receiver
$ns connect $sender $receiver
set ftp [new Application/FTP]
$ftp attach-agent $sender
$ns at 0.5 "$ftp start"
$ns at 4.0 {
    $ns flush-trace
    close $channel
    exit 0
}
$ns run
