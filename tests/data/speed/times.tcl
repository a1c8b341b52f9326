# Packets at the times that a file lists: what a trace says about each, and the very time.
#
#   ns times.tcl FILE     prints the time of each packet with 17 digits; writes out.tr, out.nam

set file [open [lindex $argv 0]]
set times [read $file]
close $file
set ns [new Simulator]
set trace [open out.tr w]
set animation [open out.nam w]
$ns trace-all $trace
$ns namtrace-all $animation
set sender [$ns node]
set receiver [$ns node]
$ns duplex-link $sender $receiver 1Gb 1ms DropTail
$ns queue-limit $sender $receiver 10000
set udp [new Agent/UDP]
set null [new Agent/Null]
$ns attach-agent $sender $udp
$ns attach-agent $receiver $null
$ns connect $udp $null

proc tick {} {
    global ns udp
    puts [format %.17g [$ns now]]
    $udp send 100
}

foreach time $times {
    $ns at $time tick
}
$ns at [expr {[lindex $times end] + 1}] finish

proc finish {} {
    global ns trace animation
    $ns flush-trace
    close $trace
    close $animation
    exit 0
}
$ns run
