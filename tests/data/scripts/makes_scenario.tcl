# Writes a file of traffic at random times, as cbrgen does, and sources it.
source helper.tcl
set ns [new Simulator]
set f [open out.tr w]
$ns trace-all $f
set udp [two_nodes $ns]
set cbr [new Application/Traffic/CBR]
$cbr set interval_ 0.1
$cbr attach-agent $udp
set made [open made.txt w]
for {set i 0} {$i < 3} {incr i} {
    set at [expr {0.2 * $i + [uniform 0.0 0.1]}]
    puts $made "\$ns at $at {\$cbr start}\n\$ns at [expr {$at + 0.1}] {\$cbr stop}"
}
close $made
source made.txt
$ns at 1.0 "finish"
$ns run
