# A label switching router with three neighbours has three LDP agents.
set ns [new Simulator]
foreach i {0 1 2 3} {set n($i) [$ns mpls-node]}
foreach i {1 2 3} {
    $ns duplex-link $n(0) $n($i) 1Mb 10ms DropTail
    $ns LDP-peer $n(0) $n($i)
}
foreach agent [[$n(0) get-module MPLS] get-ldp-agents] {puts [$agent info class]}
