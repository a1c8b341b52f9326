# TCP flows and what feeds them.
#   flows.N.source/.destination        node numbers; N = 0, 1, … in the order of creation
#   flows.N.variant                    tahoe, reno, newreno, sack or vegas
#   flows.N.clock_tick_s               granularity of the sender's clock (tcpTick_)
#   flows.N.newreno_changes1           ns' newreno_changes1_: restart the retransmission timer
#                                      at the first partial acknowledgement only
#   tcp.*                              the same for every sender; tcp.sack_stop_rule chooses
#                                      ns' rule for the end of a transfer (ns2-patches/0010)
#   traffic.application                ftp (always something to send) or cbr
#   traffic.cbr_packet_bytes/.cbr_rate_bps
#   traffic.start_s/.stop_s
# Flow N carries flow identifier N + 1.

namespace eval traffic {
    variable senders {}
    variable sender_classes {
        tahoe Agent/TCP
        reno Agent/TCP/Reno
        newreno Agent/TCP/Newreno
        sack Agent/TCP/Sack1
        vegas Agent/TCP/Vegas
    }
    variable sink_classes {
        tahoe Agent/TCPSink
        reno Agent/TCPSink
        newreno Agent/TCPSink
        sack Agent/TCPSink/Sack1
        vegas Agent/TCPSink
    }
}

proc traffic::create {ns} {
    variable senders
    for {set index 0} {[parameters::has flows.$index.source]} {incr index} {
        set sender [create_sender $index]
        connect $ns $index $sender
        lappend senders $sender
        schedule $ns [create_application $sender]
    }
}

proc traffic::create_sender {index} {
    variable sender_classes
    set sender [new [parameters::choice flows.$index.variant $sender_classes]]
    $sender set fid_ [expr {$index + 1}]
    $sender set tcpTick_ [parameters::number flows.$index.clock_tick_s]
    $sender set packetSize_ [parameters::integer tcp.packet_bytes]
    $sender set window_ [parameters::integer tcp.window_packets]
    $sender set windowInit_ [parameters::integer tcp.initial_window_packets]
    $sender set maxcwnd_ [parameters::integer tcp.max_cwnd_packets]
    $sender set minrto_ [parameters::number tcp.min_rto_s]
    set_variant_parameters $index $sender
    return $sender
}

# Parameters that only some variants have; the others still read them, as they stand in
# every scenario's file.
proc traffic::set_variant_parameters {index sender} {
    set newreno_changes1 [parameters::flag flows.$index.newreno_changes1]
    set stop_rule [parameters::choice tcp.sack_stop_rule {ns-2.35 0 earlier 1}]
    set alpha [parameters::number tcp.vegas_alpha_packets]
    set beta [parameters::number tcp.vegas_beta_packets]
    set gamma [parameters::number tcp.vegas_gamma_packets]
    switch -exact -- [parameters::word flows.$index.variant] {
        newreno { $sender set newreno_changes1_ $newreno_changes1 }
        sack { $sender set stopWhenAllSent_ $stop_rule }
        vegas {
            $sender set v_alpha_ $alpha
            $sender set v_beta_ $beta
            $sender set v_gamma_ $gamma
        }
    }
}

proc traffic::connect {ns index sender} {
    variable sink_classes
    set sink [new [parameters::choice flows.$index.variant $sink_classes]]
    $ns attach-agent [topology::node [parameters::integer flows.$index.source]] $sender
    $ns attach-agent [topology::node [parameters::integer flows.$index.destination]] $sink
    $ns connect $sender $sink
}

proc traffic::create_application {sender} {
    set rate [parameters::number traffic.cbr_rate_bps]
    set bytes [parameters::integer traffic.cbr_packet_bytes]
    set application [new [parameters::choice traffic.application {
        ftp Application/FTP
        cbr Application/Traffic/CBR
    }]]
    $application attach-agent $sender
    if {[parameters::word traffic.application] eq "cbr"} {
        $application set rate_ $rate
        $application set packetSize_ $bytes
    }
    return $application
}

proc traffic::schedule {ns application} {
    $ns at [parameters::number traffic.start_s] [list $application start]
    $ns at [parameters::number traffic.stop_s] [list $application stop]
}
