# Crashes: no bandwidth.
set ns [new Simulator]
set a [$ns node]
set b [$ns node]
$ns duplex-link $a $b Mb 10ms DropTail
set udp [new Agent/UDP]
set null [new Agent/Null]
$ns attach-agent $a $udp
$ns attach-agent $b $null
$ns connect $udp $null
set cbr [new Application/Traffic/CBR]
$cbr attach-agent $udp
$ns at 0.1 "$cbr start"
$ns at 1.0 "exit 0"
$ns run
