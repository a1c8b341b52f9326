# What a delay box says of the packets that it holds back.
set ns [new Simulator]
foreach name {source box sink} {
    set n($name) [expr {$name eq "box" ? [$ns DelayBox] : [$ns node]}]
}
$ns duplex-link $n(source) $n(box) 100Mb 1ms DropTail
$ns duplex-link $n(box) $n(sink) 100Mb 1ms DropTail
set delay [new RandomVariable/Constant]
$delay set val_ 20
set loss [new RandomVariable/Constant]
$loss set val_ 0
$n(box) add-rule [$n(source) id] [$n(sink) id] $delay $loss
$n(box) set-debug 2
set sender [new Agent/TCP/FullTcp]
set receiver [new Agent/TCP/FullTcp]
$ns attach-agent $n(source) $sender
$ns attach-agent $n(sink) $receiver
$ns connect $sender $receiver
$receiver listen
$ns at 0.1 "$sender advance 1"
$ns at 1.0 "exit 0"
$ns run
