# A network whose traces hold what the studies' don't: links that fail, other routes, UDP.
#
#   ns awk_network.tcl FOLDER [WORD ...]
#
#   0 ---.       .--- 3 ---.       .--- 6      flow 1: NewReno 0 to 6
#         >- 2 -<           >- 5 -<            flow 2: SACK 1 to 7
#   1 ---'       '--- 4 ---'       '--- 7      flow 3: CBR over UDP 0 to 7
#                                              flow 4: Reno 2 to 6
#
# FOLDER gets packets.tr and cwnd.tr. Each WORD changes something:
#   DV, Session    routing; otherwise routes stay as they are
#   2-3, 3-5       the link that is down from 3 s to 6 s
#   one-way        no links to node 4
#   headers        TCP's header in the packets' lines
#   hierarchical   addresses of three levels
#   one-number     all flows have the number 0
#   one-file       windows stand in packets.tr, too

set folder [lindex $argv 0]
set words [lrange $argv 1 end]

proc asked {word} {
    global words
    return [expr {$word in $words}]
}

proc make_nodes {ns} {
    global node
    set addresses {0.0.0 0.0.1 0.0.2 0.0.3 0.0.4 1.0.0 1.0.1 1.0.2}
    if {[asked hierarchical]} {
        $ns node-config -addressType hierarchical
        AddrParams set domain_num_ 2
        AddrParams set cluster_num_ {1 1}
        AddrParams set nodes_num_ {5 3}
    }
    for {set number 0} {$number < 8} {incr number} {
        set address [expr {[asked hierarchical] ? [lindex $addresses $number] : ""}]
        set node($number) [$ns node {*}$address]
    }
}

proc make_links {ns} {
    global node
    set links {0 2 10 2 1 2 10 2 2 3 1 10 3 5 1 10 5 6 10 2 5 7 10 2}
    if {![asked one-way]} {
        lappend links 2 4 1 15 4 5 1 15
    }
    foreach {from to megabits delay_ms} $links {
        $ns duplex-link $node($from) $node($to) ${megabits}Mb ${delay_ms}ms DropTail
    }
    foreach link {2-3 3-5} {
        if {[asked $link]} {
            lassign [split $link -] from to
            $ns rtmodel-at 3.0 down $node($from) $node($to)
            $ns rtmodel-at 6.0 up $node($from) $node($to)
        }
    }
}

proc connect {ns sender receiver from to flow} {
    global node
    $ns attach-agent $node($from) $sender
    $ns attach-agent $node($to) $receiver
    $ns connect $sender $receiver
    $sender set fid_ [expr {[asked one-number] ? 0 : $flow}]
}

proc send {ns application start_s} {
    $ns at $start_s "$application start"
    $ns at 9.0 "$application stop"
}

proc make_file_transfer {ns kind sink from to flow windows} {
    set sender [new Agent/TCP/$kind]
    connect $ns $sender [new Agent/$sink] $from $to $flow
    $sender attach $windows
    $sender trace cwnd_
    set application [new Application/FTP]
    $application attach-agent $sender
    send $ns $application [expr {0.1 * $flow}]
}

proc make_constant_rate {ns from to flow} {
    set sender [new Agent/UDP]
    connect $ns $sender [new Agent/Null] $from $to $flow
    set application [new Application/Traffic/CBR]
    $application set rate_ 200kb
    $application set packetSize_ 500
    $application attach-agent $sender
    send $ns $application 0.5
}

proc finish {ns channels} {
    $ns flush-trace
    foreach channel $channels {
        close $channel
    }
    exit 0
}

Trace set show_tcphdr_ [asked headers]
set ns [new Simulator]
foreach routing {DV Session} {
    if {[asked $routing]} {
        $ns rtproto $routing
    }
}
set packets [open [file join $folder packets.tr] w]
set windows [open [file join $folder cwnd.tr] w]
$ns trace-all $packets
make_nodes $ns
make_links $ns
set window_file [expr {[asked one-file] ? $packets : $windows}]
make_file_transfer $ns Newreno TCPSink 0 6 1 $window_file
make_file_transfer $ns Sack1 TCPSink/Sack1 1 7 2 $window_file
make_constant_rate $ns 0 7 3
make_file_transfer $ns Reno TCPSink 2 6 4 $window_file
$ns at 5.0 "$ns trace-annotate {half of the outage is over}"
$ns at 10.0 [list finish $ns [list $packets $windows]]
$ns run
