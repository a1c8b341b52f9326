# What the monitor that ns-1's scripts know counts of flow 0.
source [file join [file dirname [info script]] library six_gigabytes.tcl]
set ns [new Simulator]
set a [$ns node]
set b [$ns node]
$ns simplex-link $a $b 1000Gb 1ms DropTail
set monitor [new QueueMonitor/Compat]
[$ns link $a $b] attach-monitors \
    [new SnoopQueue/In] [new SnoopQueue/Out] [new SnoopQueue/Drop] $monitor
send_six_gigabytes $ns $a $b [new Agent/Null]
$ns at 1 {
    puts [list [$monitor pkts 0] [$monitor bytes 0]]
    exit 0
}
$ns run
