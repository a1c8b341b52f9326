# Ends since nothing is left to do, and then looks at the time.
source helper.tcl
set ns [new Simulator]
set f [open out.tr w]
$ns trace-all $f
random_source $ns [two_nodes $ns] 200k 0
$ns at 0.3 {puts "the last command"}
$ns at 0.7 {$ns halt}
$ns run
puts "Ended at [$ns now]"
