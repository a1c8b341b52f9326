# Calls of 64 kb/s over a link of 256 kb/s that loses packets. Usage: ns voice.tcl CALLS SEED
if {$argc != 2} {
    puts "usage: ns voice.tcl CALLS SEED"
    exit 1
}
lassign $argv calls seed
ns-random $seed

set ns [new Simulator]
set trace [open voice.tr w]
$ns trace-all $trace
set a [$ns node]
set b [$ns node]
$ns duplex-link $a $b 256k 30ms DropTail
$ns queue-limit $a $b 15

set errors [new ErrorModel]
$errors set rate_ 0.01
$errors drop-target [new Agent/Null]
$ns link-lossmodel $errors $a $b

for {set i 0} {$i < $calls} {incr i} {
    set udp [new Agent/UDP]
    set null [new Agent/Null]
    $udp set fid_ $i
    $ns attach-agent $a $udp
    $ns attach-agent $b $null
    $ns connect $udp $null
    set voice [new Application/Traffic/CBR]
    $voice set packetSize_ 160
    $voice set rate_ 64k
    $voice set random_ 1
    $voice attach-agent $udp
    $ns at [expr {0.01 * $i}] "$voice start"
}
$ns at 10 "finish"

proc finish {} {
    global ns trace calls
    $ns flush-trace
    close $trace
    puts "Calls: $calls"
    exit 0
}
$ns run
