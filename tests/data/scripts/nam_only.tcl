# Writes nothing but a file for nam.
source helper.tcl
set ns [new Simulator]
set f [open anim.nam w]
$ns namtrace-all $f
random_source $ns [two_nodes $ns] 200k 0
$ns at 1.0 "finish"
$ns run
