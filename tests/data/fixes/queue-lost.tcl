# A queue that loses 6 GB: what its monitor counts.
source [file join [file dirname [info script]] library six_gigabytes.tcl]
set ns [new Simulator]
set a [$ns node]
set b [$ns node]
$ns simplex-link $a $b 1Mb 1ms DropTail
$ns queue-limit $a $b 1
set monitor [$ns monitor-queue $a $b ""]
send_six_gigabytes $ns $a $b [new Agent/Null]
$ns at 1 {
    puts [list [$monitor set pdrops_] [$monitor set bdrops_]]
    exit 0
}
$ns run
