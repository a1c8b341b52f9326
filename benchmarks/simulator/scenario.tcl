# A SACK flow of about 75 Mb/s over five hops, acknowledged along the same links.
#
#   ns scenario.tcl TRACE SECONDS SCHEDULER FILE
#
#   TRACE      what is traced: none, link (node 2 to node 3 and back), all (trace-all),
#              nam (trace-all and namtrace-all), records (trace-all as records), bins (flow
#              bins of 0.1 s), bins-cwnd (and the congestion window in them), bins-exact (each
#              value of that as records)
#   SECONDS    simulated time
#   SCHEDULER  Calendar, Heap, List, Splay or Map
#   FILE       traces go to FILE.tr, FILE.nam, FILE.rec and FILE.csv
#
# Prints what the sender counted and how many events were scheduled.

lassign $argv trace seconds scheduler file

set ns [new Simulator]
$ns use-scheduler $scheduler
set files {}
if {$trace in {all nam}} {
    lappend files [open $file.tr w]
    $ns trace-all [lindex $files 0]
}
if {$trace eq "nam"} {
    lappend files [open $file.nam w]
    $ns namtrace-all [lindex $files 1]
}

switch $trace {
    records {lappend files [$ns trace-records $file.rec]}
    bins - bins-cwnd - bins-exact {lappend files [$ns flow-bins $file.csv 0.1]}
}
if {$trace in {records bins bins-cwnd bins-exact}} {
    $ns trace-all [lindex $files 0]
}

for {set i 0} {$i < 11} {incr i} {
    set node($i) [$ns node]
}
for {set i 0} {$i < 10} {incr i} {
    set j [expr {$i + 1}]
    $ns duplex-link $node($i) $node($j) 100Mb 1ms DropTail
    $ns queue-limit $node($i) $node($j) 100
}
if {$trace eq "link"} {
    lappend files [open $file.tr w]
    $ns trace-queue $node(2) $node(3) [lindex $files 0]
    $ns trace-queue $node(3) $node(2) [lindex $files 0]
}

# 67 segments of 1500 bytes a round trip of 10.7 ms: 75 Mb/s.
set tcp [new Agent/TCP/Sack1]
$tcp set packetSize_ 1460
$tcp set window_ 67
set sink [new Agent/TCPSink/Sack1/DelAck]
$ns attach-agent $node(0) $tcp
$ns attach-agent $node(5) $sink
$ns connect $tcp $sink
if {$trace eq "bins-exact"} {
    lappend files [$ns trace-records $file.rec]
}
if {$trace in {bins-cwnd bins-exact}} {
    $tcp attach [lindex $files end]
    $tcp trace cwnd_
}
set ftp [new Application/FTP]
$ftp attach-agent $tcp
$ns at 0.0 "$ftp start"
$ns at $seconds finish

proc finish {} {
    global ns tcp files
    $ns flush-trace
    foreach file $files {
        close $file
    }
    # The number that the scheduler gives to an event: how many there have been.
    puts "segments [$tcp set ndatapack_] resent [$tcp set nrexmitpack_]\
          cwnd [$tcp set cwnd_] events [$ns at-now {}]"
    exit 0
}

$ns run
