# A queue that forwards 6 GB: what its monitor counts.
source [file join [file dirname [info script]] library six_gigabytes.tcl]
set ns [new Simulator]
set a [$ns node]
set b [$ns node]
$ns simplex-link $a $b 1000Gb 1ms DropTail
set monitor [$ns monitor-queue $a $b ""]
send_six_gigabytes $ns $a $b [new Agent/Null]
$ns at 1 {
    foreach counter {parrivals_ barrivals_ pdepartures_ bdepartures_} {
        puts [$monitor set $counter]
    }
    exit 0
}
$ns run
