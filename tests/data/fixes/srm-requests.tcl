# A member that lost two messages in a row asks for both.
set ns [new Simulator -multicast on]
set group [Node allocaddr]
foreach i {0 1 2} {
    set n($i) [$ns node]
}
foreach i {0 1} {
    set next [expr {$i + 1}]
    $ns duplex-link $n($i) $n($next) 1.5Mb 10ms DropTail
    set loss [new SRMErrorModel]
    $loss drop-packet 2 10 $next
    $loss drop-target [$ns set nullAgent_]
    $ns lossmodel $loss $n($i) $n($next)
}
set routing [$ns mrtproto CtrMcast {}]
$ns at 0.3 "$routing switch-treetype $group"
foreach i {0 1 2} {
    set srm($i) [new Agent/SRM/Deterministic]
    $srm($i) set dst_addr_ $group
    $srm($i) set dst_port_ 0
    $ns at 1.0 "$srm($i) start"
    $ns attach-agent $n($i) $srm($i)
}
Agent/SRM instproc request {sender args} {
    if {$self eq $::srm(2)} {
        puts $args
        exit 0
    }
}
set source [new Application/Traffic/CBR]
$source set packetSize_ 800
$source set interval_ 0.02
$source attach-agent $srm(0)
$srm(0) set tg_ $source
$srm(0) set app_fid_ 0
$srm(0) set packetSize_ 800
$ns at 3.5 "$srm(0) start-source"
$ns at 5.0 "exit 1"
$ns run
