# Reads options from its command line into an array, as many scripts do.
array set opt {rate 100k start 0.1}

proc getopt {argc argv} {
    global opt
    for {set i 0} {$i < $argc} {incr i} {
        set arg [lindex $argv $i]
        if {[string range $arg 0 0] != "-"} continue
        set name [string range $arg 1 end]
        set opt($name) [lindex $argv [expr {$i + 1}]]
    }
}

getopt $argc $argv
source helper.tcl
set ns [new Simulator]
set f [open out.tr w]
$ns trace-all $f
random_source $ns [two_nodes $ns] $opt(rate) 0
$ns at 1.0 "finish"
$ns run
puts "not reached"
