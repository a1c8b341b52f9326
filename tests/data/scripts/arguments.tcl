# Reads its command line: ns arguments.tcl RATE SEED
if {$argc != 2} {
    puts "Usage: ns arguments.tcl RATE SEED"
    exit 1
}
set rate [lindex $argv 0]
set seed [lindex $argv 1]
source helper.tcl
set ns [new Simulator]
set f [open out-$rate.tr w]
$ns trace-all $f
set udp [two_nodes $ns]
random_source $ns $udp $rate $seed
$ns at 1.0 "finish"
$ns run
