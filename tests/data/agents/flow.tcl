# One sender, maybe among others, over a link whose losses, queue and delay the words after the
# script's name choose.   ns flow.tcl TCL-FOLDER COMPILED-AGENT NAME VALUE ...
source [file join [lindex $argv 0] library.tcl]
uses agents
agents::load [file join [lindex $argv 1] agent.so] [glob [file join [lindex $argv 1] *.tcl]]
array set option {
    sender Agent/TCP/Sack1      settings {}         window 1000
    bandwidth 10Mb              delay 40ms          queue 1000      discipline DropTail
    error_rate 0                drops {}            swap_s 0        swapped_delay 40ms
    packets -1                  end 30              others 0        access 100Mb
    marks {}                    sink Agent/TCPSink/Sack1            sink_settings {}
    events {}                   counters {}         threshold {}
    ack_drops {}
}
array set option [lrange $argv 2 end]

set ns [new Simulator]
foreach name {a b c d} {
    set $name [$ns node]
}
$ns duplex-link $a $b $option(access) 1ms DropTail
$ns duplex-link $b $c $option(bandwidth) $option(delay) $option(discipline)
$ns duplex-link $c $d $option(access) 1ms DropTail
$ns queue-limit $a $b 100000
$ns queue-limit $b $c $option(queue)
set packets [open packets.tr w]
$ns trace-queue $a $b $packets
$ns trace-queue $b $c $packets

# Losses: at random, or the packets of these numbers in the order of their arrival.
if {$option(error_rate) > 0} {
    set losses [new ErrorModel]
    $losses set rate_ $option(error_rate)
    $losses unit pkt
} elseif {$option(drops) ne ""} {
    set losses [new ErrorModel/List]
    $losses droplist $option(drops)
}
if {[info exists losses]} {
    $losses drop-target [new Agent/Null]
    $ns lossmodel $losses $b $c
}
if {$option(ack_drops) ne ""} {
    set ack_losses [new ErrorModel/List]
    $ack_losses droplist $option(ack_drops)
    $ack_losses drop-target [new Agent/Null]
    $ns lossmodel $ack_losses $c $b
}

# ECN: the packets of these numbers, without those lost before, are marked.
if {$option(marks) ne ""} {
    set marks [new ErrorModel/List]
    $marks set markecn_ true
    $marks droplist $option(marks)
    $ns lossmodel $marks $c $d
}

# Two delays in turn: what is sent with the shorter one overtakes.
proc swap_delays {now_delay other_delay} {
    global ns b c option
    $ns delay $b $c $now_delay
    $ns after $option(swap_s) [list swap_delays $other_delay $now_delay]
}
if {$option(swap_s) > 0} {
    $ns at 1.0 [list swap_delays $option(swapped_delay) $option(delay)]
}

proc new_flow {class sink sink_settings settings window packets start} {
    global ns a d
    set sender [new $class]
    set receiver [new $sink]
    $sender set window_ $window
    foreach {name value} $settings {
        $sender set $name $value
    }
    foreach {name value} $sink_settings {
        $receiver set $name $value
    }
    $ns attach-agent $a $sender
    $ns attach-agent $d $receiver
    $ns connect $sender $receiver
    set source [new Application/FTP]
    $source attach-agent $sender
    if {$packets < 0} {
        $ns at $start "$source start"
    } else {
        $ns at $start "$source produce $packets"
    }
    return [list $sender $receiver $source]
}

set done {}
lassign [new_flow $option(sender) $option(sink) $option(sink_settings) $option(settings) \
    $option(window) $option(packets) 0.1] sender receiver source
foreach {time_s event} $option(events) {
    $ns at $time_s "$source $event"
}
if {$option(threshold) ne ""} {
    $ns at 0.05 "$sender set ssthresh_ $option(threshold)" ;# agents are reset at the start
}
$sender proc done {} {
    lappend ::done [$::ns now]
}
set windows [open windows.tr w]
$sender attach $windows
$sender trace cwnd_
$sender trace ssthresh_
for {set other 0} {$other < $option(others)} {incr other} {
    new_flow Agent/TCP/Sack1 $option(sink) {} {} $option(window) -1 \
        [expr {0.2 + 0.05 * $other}]
}

$ns at $option(end) {
    puts "acknowledged [$sender set ack_]"
    puts "bytes [$receiver set bytes_]"
    puts "retransmitted [$sender set nrexmitpack_]"
    puts "timeouts [$sender set nrexmit_]"
    puts "cuts [$sender set ncwndcuts_]"
    puts "done [llength $done]"
    foreach name $option(counters) {
        puts "$name [$sender set $name]"
    }
    $ns flush-trace
    close $windows
    exit 0
}
$ns run
