# What a loss monitor that received 6 GB counts.
source [file join [file dirname [info script]] library six_gigabytes.tcl]
set ns [new Simulator]
set a [$ns node]
set b [$ns node]
$ns simplex-link $a $b 1000Gb 1ms DropTail
set sink [new Agent/LossMonitor]
send_six_gigabytes $ns $a $b $sink
$ns at 1 {
    puts [$sink set bytes_]
    exit 0
}
$ns run
