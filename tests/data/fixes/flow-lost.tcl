# A queue that loses 6 GB: the line that a flow monitor writes of the one flow.
source [file join [file dirname [info script]] library six_gigabytes.tcl]
set ns [new Simulator]
set a [$ns node]
set b [$ns node]
$ns simplex-link $a $b 1Mb 1ms DropTail
$ns queue-limit $a $b 1
set flows [$ns makeflowmon Fid]
$ns attach-fmon [$ns link $a $b] $flows
send_six_gigabytes $ns $a $b [new Agent/Null]
$ns at 1 {
    $flows attach [open /dev/stdout w]
    $flows dump
    exit 0
}
$ns run
