# Fails while it runs: nobody has set the variable.
source helper.tcl
set ns [new Simulator]
random_source $ns [two_nodes $ns] 200k 0

proc finish {} {
    global ns
    $ns flush-trace
    puts "Average: $average"
}

$ns at 0.25 "finish"
$ns run
