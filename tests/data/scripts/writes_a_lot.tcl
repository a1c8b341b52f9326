# Prints without end.
set ns [new Simulator]
proc chatter {} {
    global ns
    puts [string repeat chatter 1000]
    $ns at [expr {[$ns now] + 0.001}] "chatter"
}
$ns at 0.0 "chatter"
$ns run
