# Writes to files beside it, and to a place outside; reads what it has put together a name of.
source helper.tcl
set log [open history.txt a]
puts $log "another run"
close $log
set old [open old.tr w]
puts $old "0.1 1"
close $old
set n 7
set name data
append name $n .txt
set data [open $name]
gets $data rate
close $data
set far [open /nowhere/far.txt w]
puts $far "far away"
close $far
exec echo over > listed.txt
set ns [new Simulator]
set f [open out.tr w]
$ns trace-all $f
random_source $ns [two_nodes $ns] $rate 0
$ns at 1.0 "finish"
$ns run
