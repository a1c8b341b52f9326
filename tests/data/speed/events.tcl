# Chains of events with delays that come again and again or never, some of them cancelled.
#
#   ns events.tcl SCHEDULER     prints time and number of each event
#
# Delays are multiples of 1/65536 s, so that many events have the same time.

set ns [new Simulator]
$ns use-scheduler [lindex $argv 0]
set scheduler [$ns set scheduler_]
set random 1
set left 20000
set waiting {}

proc draw {limit} {
    global random
    set random [expr {($random * 1103515245 + 12345) % 2147483648}]
    return [expr {($random >> 8) % $limit}]
}

# One of two hundred delays that all chains share, any, none, or the chain's own.
proc delay {chain} {
    switch [draw 8] {
        0 {return [expr {[draw 200] / 1024.0}]}
        1 {return [expr {[draw 20000] / 65536.0}]}
        2 {return 0.0}
        default {return [expr {($chain % 23) / 1024.0}]}
    }
}

proc later {delay command} {
    global scheduler
    if {$delay == 0} {
        return [$scheduler at-now $command]
    }
    # A negative time is one from now on, exactly.
    return [$scheduler at -$delay $command]
}

proc follow {chain} {
    global ns scheduler left waiting
    puts "[$ns now] $chain"
    if {[incr left -1] <= 0} {
        exit 0
    }
    lappend waiting [later [delay $chain] "follow $chain"]
    if {[draw 4] == 0} {
        set doomed [lindex $waiting [draw [llength $waiting]]]
        later [delay $chain] "follow [expr {$chain + 1}]"
        $scheduler cancel $doomed
    }
    set waiting [lrange $waiting end-30 end]
}

for {set chain 0} {$chain < 60} {incr chain} {
    $ns at [expr {[draw 100] / 1024.0}] "follow $chain"
}
$ns run
