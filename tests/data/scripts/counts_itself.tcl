# Counts lines of its own trace by a program and by itself, before it closes the trace.
source helper.tcl
set ns [new Simulator]
set f [open out.tr w]
$ns trace-all $f
random_source $ns [two_nodes $ns] 200k 0

proc count {} {
    puts "by a program: [exec wc -l < out.tr]"
    set trace [open out.tr]
    puts "by itself: [llength [split [read $trace] \n]]"
    close $trace
    exit 0
}

$ns at 1.0 "count"
$ns run
