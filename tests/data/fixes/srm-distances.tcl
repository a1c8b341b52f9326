# Every member's distance, once session messages have told it.
set ns [new Simulator -multicast on]
set group [Node allocaddr]
foreach i {0 1 2} {set n($i) [$ns node]}
$ns duplex-link $n(0) $n(1) 1Mb 10ms DropTail
$ns duplex-link $n(1) $n(2) 1Mb 10ms DropTail
$ns mrtproto DM
foreach i {0 1 2} {
    set srm($i) [new Agent/SRM]
    $srm($i) set dst_addr_ $group
    $srm($i) set dst_port_ 0
    $ns attach-agent $n($i) $srm($i)
    $ns at 0.1 "$srm($i) start"
}
$ns at 4.0 {
    puts [expr {[llength [$srm(0) distances?]] / 2}]
    exit 0
}
$ns run
