# Twenty packets by SACK, two of them lost; the argument is stopWhenAllSent_.
set ns [new Simulator]
set a [$ns node]
set b [$ns node]
$ns duplex-link $a $b 1Mb 10ms DropTail
$ns trace-queue $a $b [open /dev/stdout w]
set loss [new ErrorModel/List]
$loss droplist {12 13}
$loss drop-target [new Agent/Null]
$ns link-lossmodel $loss $a $b
set tcp [new Agent/TCP/Sack1]
set sink [new Agent/TCPSink/Sack1]
if {$argc > 0} {$tcp set stopWhenAllSent_ [lindex $argv 0]}
$ns attach-agent $a $tcp
$ns attach-agent $b $sink
$ns connect $tcp $sink
$ns at 0 "$tcp advance 20"
$ns at 10 "exit 0"
$ns run
