# Writes traces in a folder, under several names, of links, windows, queues and its own columns.
source helper.tcl
file mkdir results
set ns [new Simulator]
set f [open results/all.txt w]
set nf [open results/out.nam w]
set wf [open "results/window" w]
set qf [open results/queue.tr w]
set own [open results/own.xg w]
set report [open results/report.txt w]
$ns trace-all $f
$ns namtrace-all $nf
set a [$ns node]
set b [$ns node]
$ns duplex-link $a $b 500Kb 10ms DropTail
$ns queue-limit $a $b 5
$ns trace-queue $a $b $qf
set tcp [new Agent/TCP]
set sink [new Agent/TCPSink]
$ns attach-agent $a $tcp
$ns attach-agent $b $sink
$ns connect $tcp $sink
$tcp attach $wf
$tcp trace cwnd_
set ftp [new Application/FTP]
$ftp attach-agent $tcp

proc record {} {
    global ns tcp own
    puts $own "[$ns now] [$tcp set cwnd_]"
    $ns at [expr {[$ns now] + 0.1}] "record"
}

$ns at 0.05 "record"
$ns at [expr {0.1 + [uniform 0 0.1]}] "$ftp start"
$ns at 1.0 {puts $report "It went well."; foreach each {f nf wf qf own report} {close [set $each]}}
$ns at 1.0 "exec xgraph results/own.xg -geometry 800x400 &; exit 0"
$ns run
