# A single sender of Hybla on a path without losses or queues; its window is traced and rho printed.
#   ns growth.tcl DELAY_S SSTHRESH "SETTING VALUE ..." END_S
lassign $argv delay_s ssthresh settings end_s
Agent/TCP/Hybla set window_ 100000
foreach {name value} $settings {
    Agent/TCP/Hybla set $name $value
}
set ns [new Simulator]
set trace [open window.tr w]
set packets [open packets.tr w]
set a [$ns node]
set b [$ns node]
$ns duplex-link $a $b 10Gb $delay_s DropTail
$ns queue-limit $a $b 100000
$ns trace-queue $a $b $packets
set sender [new Agent/TCP/Hybla]
set receiver [new Agent/TCPSink]
$ns attach-agent $a $sender
$ns attach-agent $b $receiver
$ns connect $sender $receiver
$sender attach $trace
$sender trace cwnd_
set source [new Application/FTP]
$source attach-agent $sender
$ns at 0.0 "$source start"
$ns at 0.0 "$sender set ssthresh_ $ssthresh"
$ns at $end_s {
    $ns flush-trace
    close $trace
    close $packets
    puts [$sender set rho_]
    exit 0
}
$ns run
