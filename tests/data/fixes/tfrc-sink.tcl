# What a TFRC receiver that received 37 GB counts.
set ns [new Simulator]
set a [$ns node]
set b [$ns node]
$ns duplex-link $a $b 100Gb 1ms DropTail
set tfrc [new Agent/TFRC]
$tfrc set packetSize_ 1000000000
set sink [new Agent/TFRCSink]
$ns attach-agent $a $tfrc
$ns attach-agent $b $sink
$ns connect $tfrc $sink
$ns at 0 "$tfrc start"
$ns at 3 {
    puts [$sink set bytes_]
    exit 0
}
$ns run
