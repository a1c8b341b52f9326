# Sources of a constant rate over TCP, mostly with more to send than gets through.
#
#   ns sources.tcl SENDER RECEIVER SLEEP [WAIT]     every packet is in out.tr; prints how many
#                                                   events there were before the end
#
# With WAIT, senders do nothing at acknowledgements that came too late: what these allow is sent as
# soon as there is more to send.

lassign $argv sender_class receiver_class sleep wait
if {$wait ne ""} {
    Agent/TCP set aggressive_maxburst_ 0
}
set ns [new Simulator]
$ns trace-all [open out.tr w]
set one [$ns node]
set other [$ns node]
$ns duplex-link $one $other 1Mb 20ms DropTail
$ns queue-limit $one $other 12
set errors [new ErrorModel]
$errors set rate_ 0.01
$errors ranvar [new RandomVariable/Uniform]
$ns lossmodel $errors $one $other

proc sender {window} {
    global ns one other sender_class receiver_class
    set sender [new Agent/$sender_class]
    set receiver [new Agent/$receiver_class]
    $sender set window_ $window
    $ns attach-agent $one $sender
    $ns attach-agent $other $receiver
    $ns connect $sender $receiver
    if {$receiver_class eq "TCP/FullTcp"} {
        $receiver listen
    }
    return $sender
}

proc cbr_source {sender rate bytes} {
    global sleep
    set source [new Application/Traffic/CBR]
    if {$sleep} {
        $source set may_sleep_ true
    }
    $source set rate_ $rate
    $source set packetSize_ $bytes
    $source attach-agent $sender
    return $source
}

# One far too fast, one that stops and starts, one that ends by itself.
$ns at 0.5 "[cbr_source [sender 30] 20Mb 1000] start"
set pausing [cbr_source [sender 8] 3Mb 700]
foreach {from to} {1.0 3.0 3.5 9.0 20.0 21.0} {
    $ns at $from "$pausing start"
    $ns at $to "$pausing stop"
}
set ending [cbr_source [sender 20] 4Mb 2500]
$ending set maxpkts_ 1200
$ns at 2.0 "$ending start"
# One that mostly has nothing to send, and one whose times vary.
$ns at 0.1 "[cbr_source [sender 20] 100kb 500] start"
set varying [cbr_source [sender 20] 2Mb 1000]
$varying set random_ true
$ns at 4.0 "$varying start"
# Two that share a sender, and one whose sender is followed.
set shared [sender 20]
$ns at 5.0 "[cbr_source $shared 2Mb 1000] start"
$ns at 6.0 "[cbr_source $shared 1.7Mb 900] start"
set followed [sender 20]
$followed attach [open variables.tr w]
$followed trace seqno_
$ns at 7.0 "[cbr_source $followed 2Mb 1000] start"
# Three of one rate that start together, so that their packets come at the same times.
foreach window {10 25 15} {
    $ns at 8.0 "[cbr_source [sender $window] 1.5Mb 1000] start"
}

# Let senders from here on have a link of their own that loses some of their packets.
proc lossy_link {loss_rate} {
    global ns one other
    set one [$ns node]
    set other [$ns node]
    $ns duplex-link $one $other 10Mb 20ms DropTail
    set errors [new ErrorModel]
    $errors set rate_ $loss_rate
    $errors ranvar [new RandomVariable/Uniform]
    $ns lossmodel $errors $one $other
}

# For a while, let acknowledgements of senders from here on overtake others now and then.
proc overtake {from to every_s for_s} {
    global ns one other
    for {set time $from} {$time < $to} {set time [expr {$time + $every_s}]} {
        $ns at $time "$ns delay $other $one 60ms"
        $ns at [expr {$time + $for_s}] "$ns delay $other $one 20ms"
    }
}

# Sources that catch up after each loss, of which two or all send at the same times, the one that
# sends most often first.
lossy_link 0.06
overtake 11.0 25.0 0.1 0.05
foreach kilobits {512 256 128 256 512} {
    $ns at 10.0 "[cbr_source [sender 4] ${kilobits}kb 1000] start"
}

# Sources that are always behind.
lossy_link 0.01
overtake 10.0 30.0 0.2 0.025
foreach window {300 60} {
    $ns at 10.0 "[cbr_source [sender $window] 30Mb 1000] start"
}

$ns at 40.0 "puts \[$ns at 41.0 {}\]; $ns flush-trace; exit 0"
$ns run
