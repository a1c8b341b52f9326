# What a TCP receiver that received 6 GB, and 240 bytes of headers, counts.
set ns [new Simulator]
set a [$ns node]
set b [$ns node]
$ns duplex-link $a $b 100Gb 1ms DropTail
set tcp [new Agent/TCP]
$tcp set packetSize_ 1000000000
set sink [new Agent/TCPSink]
$ns attach-agent $a $tcp
$ns attach-agent $b $sink
$ns connect $tcp $sink
$ns at 0 "$tcp advance 6"
$ns at 10 {
    puts [$sink set bytes_]
    exit 0
}
$ns run
