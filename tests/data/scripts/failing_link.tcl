# A link fails at a random time, and routes change with it.
set ns [new Simulator]
set f [open routes.tr w]
$ns trace-all $f
$ns rtproto Session
foreach node {a b c} {set $node [$ns node]}
$ns duplex-link $a $b 1Mb 5ms DropTail
$ns duplex-link $b $c 1Mb 5ms DropTail
$ns duplex-link $a $c 1Mb 30ms DropTail
$ns rtmodel-at [uniform 1.0 2.0] down $a $c
set tcp [new Agent/TCP/Sack1]
set sink [new Agent/TCPSink/Sack1]
$ns attach-agent $a $tcp
$ns attach-agent $c $sink
$ns connect $tcp $sink
$tcp set window_ 4
set ftp [$tcp attach-app FTP]
$ns at 0.5 "$ftp start"
$ns at 3.0 {$ns flush-trace; close $f; exit 0}
$ns run
