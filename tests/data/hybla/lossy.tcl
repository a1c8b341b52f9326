# Two senders of the classes that the command line names, over a slow link whose queue
# overflows; everything that happens is traced.   ns lossy.tcl CLASS SINK "SETTING VALUE ..."
lassign $argv class sink settings
foreach {name value} $settings {
    $class set $name $value
}
set ns [new Simulator]
set trace [open out.tr w]
$ns trace-all $trace
foreach name {a b c d} {
    set $name [$ns node]
}
$ns duplex-link $a $c 10Mb 5ms DropTail
$ns duplex-link $b $c 10Mb 12ms DropTail
$ns duplex-link $c $d 500kb 20ms DropTail
$ns queue-limit $c $d 12
foreach {node start} [list $a 0.0 $b 1.0] {
    set sender [new $class]
    set receiver [new $sink]
    $ns attach-agent $node $sender
    $ns attach-agent $d $receiver
    $ns connect $sender $receiver
    $sender attach $trace
    $sender trace cwnd_
    set source [new Application/FTP]
    $source attach-agent $sender
    $ns at $start "$source start"
}
$ns at 60.0 {
    $ns flush-trace
    close $trace
    exit 0
}
$ns run
