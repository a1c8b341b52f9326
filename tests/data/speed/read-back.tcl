# A trace that the script reads while it is being written: prints how many lines "exec" and "open"
# find, and how many there are in the end.

set ns [new Simulator]
set trace [open out.tr w]
$ns trace-all $trace
set here [$ns node]
set there [$ns node]
$ns duplex-link $here $there 10Mb 1ms DropTail
set source [new Agent/UDP]
set sink [new Agent/Null]
$ns attach-agent $here $source
$ns attach-agent $there $sink
$ns connect $source $sink
set traffic [new Application/Traffic/CBR]
$traffic set interval_ 0.01
$traffic attach-agent $source

proc lines_read {} {
    set file [open out.tr]
    set lines [split [string trim [read $file]] \n]
    close $file
    return [llength $lines]
}

$ns at 0.0 "$traffic start"
$ns at 1.0 {puts "exec [string trim [exec wc -l < out.tr]]"}
$ns at 2.0 {puts "open [lines_read]"}
$ns at 3.0 {
    close $trace
    puts "end [lines_read]"
    exit 0
}
$ns run
