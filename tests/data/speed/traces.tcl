# Trace lines of all kinds that a wired network writes.
#
#   ns traces.tcl OPTION     plain, header (with TCP's), tagged, levels (of addresses),
#                            callback or late (attached while running); writes out.tr, out.nam

set option [lindex $argv 0]
set ns [new Simulator]
if {$option eq "levels"} {
    $ns set-address-format hierarchical
    AddrParams set domain_num_ 2
    AddrParams set cluster_num_ {2 2}
    AddrParams set nodes_num_ {3 3 3 3}
}
if {$option eq "header"} {
    Trace set show_tcphdr_ 1
}
set trace [open out.tr w]
set animation [open out.nam w]
if {$option ne "late"} {
    $ns trace-all $trace
    $ns namtrace-all $animation
}
$ns color 1 red
foreach address {0.0.0 0.1.2 1.0.1 1.1.2} {
    lappend nodes [expr {$option eq "levels" ? [$ns node $address] : [$ns node]}]
}
lassign $nodes a b c d
if {$option ne "levels"} {
    $ns rtproto DV
}
$ns duplex-link $a $b 2Mb 3ms DropTail
$ns duplex-link $b $c 1Mb 7.3ms RED
$ns duplex-link $c $d 1.7Mb 1ms DropTail
$ns duplex-link $a $d 0.3Mb 11ms DropTail
$ns queue-limit $b $c 8
if {$option eq "tagged"} {
    foreach {from to} [list $a $b $b $c $c $d] {
        set link [$ns link $from $to]
        foreach kind {enqT_ deqT_ drpT_ rcvT_} {
            [$link set $kind] tagged true
        }
    }
}
if {$option eq "callback"} {
    [[$ns link $b $c] set enqT_] set callback_ 1
    Trace instproc handle line {
        puts "line: $line"
    }
}

set tcp [new Agent/TCP/Sack1]
$tcp set ecn_ 1
$tcp set fid_ 1
set sink [new Agent/TCPSink/Sack1]
$ns attach-agent $a $tcp
$ns attach-agent $c $sink
$ns connect $tcp $sink
[new Application/FTP] attach-agent $tcp
set udp [new Agent/UDP]
set null [new Agent/Null]
$ns attach-agent $d $udp
$ns attach-agent $b $null
$ns connect $udp $null
set cbr [new Application/Traffic/CBR]
$cbr set rate_ 700kb
$cbr set packetSize_ 173
$cbr set random_ 1
$cbr attach-agent $udp
$ns at 0.1 "$cbr start"
$ns at 0.2 "$tcp send -1"
$ns at 1.0 "$ns trace-annotate {a note}"
if {$option ne "levels"} {
    $ns rtmodel-at 2.0 down $b $c
    $ns rtmodel-at 3.0 up $b $c
}
if {$option eq "late"} {
    $ns at 1.5 "$ns trace-queue $a $b $trace"
}
$ns at 5.0 finish

proc finish {} {
    global ns trace animation
    $ns flush-trace
    close $trace
    close $animation
    exit 0
}
$ns run
