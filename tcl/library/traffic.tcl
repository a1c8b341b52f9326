# Flows and their traffic sources. Flow N (from 0, in the order of creation) carries flow
# identifier N + 1 in the traces.

uses check simulation topology

namespace eval traffic {
    variable senders {}
    variable receivers {}
    variable variants {
        tahoe {Agent/TCP Agent/TCPSink}
        reno {Agent/TCP/Reno Agent/TCPSink}
        newreno {Agent/TCP/Newreno Agent/TCPSink}
        sack {Agent/TCP/Sack1 Agent/TCPSink/Sack1}
        vegas {Agent/TCP/Vegas Agent/TCPSink}
        full-reno {Agent/TCP/FullTcp Agent/TCP/FullTcp}
        full-newreno {Agent/TCP/FullTcp/Newreno Agent/TCP/FullTcp/Newreno}
        full-sack {Agent/TCP/FullTcp/Sack Agent/TCP/FullTcp/Sack}
        hybla {Agent/TCP/Hybla Agent/TCPSink}
        hybla-sack {Agent/TCP/Hybla/Sack Agent/TCPSink/Sack1}
        linux-hybla {Agent/TCP/Linux Agent/TCPSink/Sack1}
    }
    variable hybla_options {
        hybla_rtt {check::integer p_algo_}
        hybla_reference_s {check::number r_rtt_}
        hybla_rho {check::number p_}
        hybla_rho_floor {check::number rho_floor_}
        hybla_scale_initial {check::flag scale_initial_}
        hybla_pacing {check::flag pacing_}
    }
    variable tcp_options {
        packet_bytes {check::integer packetSize_}
        window_packets {check::integer window_}
        initial_window_packets {check::integer windowInit_}
        max_cwnd_packets {check::integer maxcwnd_}
        min_rto_s {check::number minrto_}
        clock_tick_s {check::number tcpTick_}
        window_rule {check::integer windowOption_}
        timestamps {check::flag timestamps_}
        fractional_window {check::flag precisionReduce_}
        initial_rto_s {check::number rtxcur_init_}
        smoothed_variance {check::flag updated_rttvar_}
        overhead_s {check::number overhead_}
        time_to_live {check::integer ttl_}
        sack_receiver {check::flag}
        delayed_ack_s {check::not_negative}
        initial_ssthresh_packets {check::integer}
    }
    # What is not a variable of the sender.
    variable other_options {sack_receiver delayed_ack_s initial_ssthresh_packets}
    # These exist in one variant only.
    variable variant_options {
        newreno {newreno_changes1 {check::flag newreno_changes1_}}
        sack {stop_when_all_sent {check::flag stopWhenAllSent_}}
        vegas {
            vegas_alpha_packets {check::number v_alpha_}
            vegas_beta_packets {check::number v_beta_}
            vegas_gamma_packets {check::number v_gamma_}
        }
        full-reno {packet_bytes {check::integer segsize_}}
        full-newreno {packet_bytes {check::integer segsize_}}
        full-sack {packet_bytes {check::integer segsize_}}
    }
    dict set variant_options hybla $hybla_options
    dict set variant_options hybla-sack $hybla_options
    variable cbr_options {
        max_packets {check::integer maxpkts_}
        random {check::flag random_}
    }
}

# A TCP flow between two nodes; returns its sender. A variant full-… is two-way TCP, with a
# handshake and sequence numbers in bytes. Options, with ns' defaults:
#   -packet_bytes 1000            payload of a segment
#   -window_packets 20            window of the receiver
#   -initial_window_packets 2     window at the start
#   -max_cwnd_packets 0           limit of the congestion window; 0 for none
#   -min_rto_s 0.2                shortest retransmission timeout
#   -clock_tick_s 0.01            granularity of the sender's clock
#   -window_rule 1                windowOption_: how the window grows; 1 is 1/cwnd for each
#                                 acknowledgement
#   -timestamps false             round trip times from timestamps, one for each acknowledgement
#   -fractional_window true       precisionReduce_: half of a window may have a fraction; false,
#                                 ns' default before 2006: it is cut off
#   -initial_rto_s 3.0            retransmission timeout before the first round trip time
#   -smoothed_variance true       updated_rttvar_: the variance of round trip times as RFC 6298
#                                 has it; the default before 2006 was false
#   -overhead_s 0                 largest random delay before each packet
#   -time_to_live 32              hops
#   -sack_receiver true           acknowledgements say what arrived out of order; the default is
#                                 true for sack and false for the others
#   -delayed_ack_s 0              the receiver acknowledges every second packet, or after this time,
#                                 and what comes out of order at once; 0: each packet at once
#   -initial_ssthresh_packets N   where slow start ends at first; the receiver's window
#   -hybla_…                      hybla, hybla-sack: ns2-patches/hybla/README.md
#   linux-hybla                   the implementation in Agent/TCP/Linux, with an RTT0 of 25 ms
#   -newreno_changes1 true        newreno: restart the retransmission timer at the first
#                                 partial acknowledgement only
#   -stop_when_all_sent false     sack: the stop rule before ns-2.35 (ns2-patches/0010)
#   -vegas_alpha_packets 1, -vegas_beta_packets 3, -vegas_gamma_packets 1    vegas
proc traffic::tcp {source destination variant args} {
    variable variants
    variable other_options
    simulation::require tcp
    lassign [check::choice variant $variant $variants] sender_class sink_class values
    set table [tcp_table $variant]
    set options [check::options $args $table]
    if {[dict exists $options sack_receiver]} {
        set sink_class [expr {
            [dict get $options sack_receiver] ? "Agent/TCPSink/Sack1" : "Agent/TCPSink"
        }]
    }
    set sender [new $sender_class]
    dict for {name value} $values {
        check::assign $sender $name $value
    }
    check::apply $sender [dict remove $options {*}$other_options] $table
    set receiver [receiver_of_class $sink_class $options]
    if {$variant eq "linux-hybla"} {
        prepare_linux $sender $receiver hybla
    }
    if {[string match full-* $variant]} {
        check::apply $receiver $options $table
        $receiver listen
    }
    if {[dict exists $options initial_ssthresh_packets]} {
        [simulation::ns] at 0.0 \
            [list $sender set ssthresh_ [dict get $options initial_ssthresh_packets]]
    }
    return [connect $source $destination $sender $receiver]
}

# A further variant: classes of its sender and receiver, and values of the sender's variables.
proc traffic::add_variant {name sender_class sink_class values} {
    variable variants
    dict set variants $name [list $sender_class $sink_class $values]
}

# A receiver, which may delay its acknowledgements.
proc traffic::receiver_of_class {class options} {
    if {![dict exists $options delayed_ack_s] || [dict get $options delayed_ack_s] == 0} {
        return [new $class]
    }
    if {$class ni {Agent/TCPSink Agent/TCPSink/Sack1}} {
        check::refuse delayed_ack_s "0 for this variant" [dict get $options delayed_ack_s]
    }
    set receiver [new $class/DelAck]
    $receiver set interval_ [dict get $options delayed_ack_s]
    return $receiver
}

# What Agent/TCP/Linux needs: a congestion control, and a receiver that returns timestamps.
proc traffic::prepare_linux {sender receiver control} {
    $sender set timestamps_ true
    $receiver set ts_echo_rfc1323_ true
    [simulation::ns] at 0.0 [list $sender select_ca $control]
}

# The options that a variant has.
proc traffic::tcp_table {variant} {
    variable tcp_options
    variable variant_options
    if {[dict exists $variant_options $variant]} {
        return [dict merge $tcp_options [dict get $variant_options $variant]]
    }
    return $tcp_options
}

# A UDP flow between two nodes; returns its sender. Packets are packet_bytes long.
proc traffic::udp {source destination packet_bytes} {
    simulation::require udp
    set sender [new Agent/UDP]
    $sender set packetSize_ [check::integer packet_bytes $packet_bytes 1]
    return [connect $source $destination $sender [new Agent/LossMonitor]]
}

# Give a flow its number and attach its agents to their nodes.
proc traffic::connect {source destination sender receiver} {
    variable senders
    variable receivers
    set ns [simulation::ns]
    $sender set fid_ [expr {[llength $senders] + 1}]
    $ns attach-agent [topology::node $source] $sender
    $ns attach-agent [topology::node $destination] $receiver
    $ns connect $sender $receiver
    lappend senders $sender
    lappend receivers $receiver
    return $sender
}

# ns' object at the sending end of flow N.
proc traffic::sender {index} {
    variable senders
    if {[check::integer index $index 0] >= [llength $senders]} {
        error "there is no flow $index"
    }
    return [lindex $senders $index]
}

# ns' object at the receiving end of flow N; of UDP, a LossMonitor.
proc traffic::receiver {index} {
    variable receivers
    if {[check::integer index $index 0] >= [llength $receivers]} {
        error "there is no flow $index"
    }
    return [lindex $receivers $index]
}

# A source that always has something to send.
proc traffic::ftp {sender} {
    return [source_of $sender Application/FTP]
}

# Packets at a constant rate. Options: -max_packets N to stop after N; -random true to vary
# the intervals a little.
proc traffic::cbr {sender rate_bps packet_bytes args} {
    variable cbr_options
    check::number rate_bps $rate_bps 0
    check::integer packet_bytes $packet_bytes 1
    set options [check::options $args $cbr_options]
    set source [source_of $sender Application/Traffic/CBR]
    $source set rate_ $rate_bps
    $source set packetSize_ $packet_bytes
    # An option of our ns that changes nothing but the time it takes (ns2-patches/sleeping).
    $source set may_sleep_ true
    check::apply $source $options $cbr_options
    return $source
}

# Packets at times of a Poisson process, rate_packets a second on average.
proc traffic::poisson {sender rate_packets packet_bytes generator} {
    if {[check::number rate_packets $rate_packets] <= 0} {
        check::refuse rate_packets "a number above 0" $rate_packets
    }
    # On periods have length 0: every burst is one packet.
    set mean_off_s [expr {1.0 / $rate_packets}]
    return [exponential $sender 1e12 $packet_bytes 0 $mean_off_s $generator]
}

# An on-off source: lengths of on and off periods come from exponential distributions with these
# means, in seconds; during an on period it sends packets at rate_bps.
# generator: see simulation::generator.
proc traffic::exponential {sender rate_bps packet_bytes mean_on_s mean_off_s generator} {
    set source [on_off $sender Exponential $rate_bps $packet_bytes $mean_on_s $mean_off_s]
    $source use-rng $generator
    return $source
}

# The same with times from Pareto distributions; shape is above 1 for the means to exist.
proc traffic::pareto {sender rate_bps packet_bytes mean_on_s mean_off_s shape generator} {
    check::number shape $shape 1
    set source [on_off $sender Pareto $rate_bps $packet_bytes $mean_on_s $mean_off_s]
    $source set shape_ $shape
    $source use-rng $generator
    return $source
}

proc traffic::on_off {sender kind rate_bps packet_bytes mean_on_s mean_off_s} {
    check::number rate_bps $rate_bps 0
    check::integer packet_bytes $packet_bytes 1
    check::number mean_on_s $mean_on_s 0
    check::number mean_off_s $mean_off_s 0
    set source [source_of $sender Application/Traffic/$kind]
    $source set rate_ $rate_bps
    $source set packetSize_ $packet_bytes
    $source set burst_time_ $mean_on_s
    $source set idle_time_ $mean_off_s
    return $source
}

proc traffic::source_of {sender class} {
    set source [new $class]
    $source attach-agent $sender
    return $source
}

# Let a source send from start_s to stop_s, in seconds since the simulation's beginning.
proc traffic::active {source start_s stop_s} {
    check::number start_s $start_s 0
    check::number stop_s $stop_s $start_s
    set ns [simulation::ns]
    $ns at $start_s [list $source start]
    $ns at $stop_s [list $source stop]
}

# Create what the parameters describe:
#   flows.N.source/.destination        node numbers; N = 0, 1, … in the order of creation
#   flows.N.variant                    one of traffic::variants
#   flows.N.*                          options of traffic::tcp for one flow
#   tcp.*                              options for every flow that has no value of its own;
#                                      tcp.sack_stop_rule chooses the stop rule: ns-2.35 or
#                                      earlier
#   flows.N.start_s/.stop_s            or, for every flow:
#   traffic.start_s/.stop_s
#   traffic.application                ftp or cbr
#   flows.N.cbr_packet_bytes/.cbr_rate_bps    for cbr only, or, for every flow:
#   traffic.cbr_packet_bytes/.cbr_rate_bps
proc traffic::from_parameters {} {
    for {set index 0} {[parameters::has flows.$index.source]} {incr index} {
        set sender [tcp \
            [parameters::integer flows.$index.source] \
            [parameters::integer flows.$index.destination] \
            [variant_of $index] \
            {*}[tcp_options_of $index]]
        active [application_of $sender $index] \
            [parameters::number [parameters::first flows.$index.start_s traffic.start_s]] \
            [parameters::number [parameters::first flows.$index.stop_s traffic.stop_s]]
    }
}

proc traffic::variant_of {index} {
    variable variants
    parameters::choice flows.$index.variant $variants
    return [parameters::raw flows.$index.variant]
}

# The options of flow N. The file may hold options of every variant: those of other variants count
# as read, and are left out.
proc traffic::tcp_options_of {index} {
    variable tcp_options
    variable variant_options
    set every [dict merge $tcp_options {*}[dict values $variant_options]]
    set all {}
    if {[parameters::has tcp.sack_stop_rule]} {
        # First: what a flow says itself comes behind it, and counts.
        lappend all -stop_when_all_sent \
            [parameters::choice tcp.sack_stop_rule {ns-2.35 false earlier true}]
    }
    lappend all {*}[parameters::options $every flows.$index tcp]
    set table [tcp_table [variant_of $index]]
    return [dict filter $all script {option value} {
        dict exists $table [string range $option 1 end]
    }]
}

proc traffic::application_of {sender index} {
    set is_cbr [parameters::choice traffic.application {ftp 0 cbr 1}]
    set rate [parameters::first flows.$index.cbr_rate_bps traffic.cbr_rate_bps]
    set size [parameters::first flows.$index.cbr_packet_bytes traffic.cbr_packet_bytes]
    if {$is_cbr || [parameters::has $rate]} {
        set rate_bps [parameters::number $rate]
        set packet_bytes [parameters::integer $size]
    }
    return [expr {$is_cbr ? [cbr $sender $rate_bps $packet_bytes] : [ftp $sender]}]
}

# Constant bit rate flows over UDP, until stop_s:
#   background.N.source/.destination, .rate_bps, .packet_bytes, .time_to_live, .start_s
proc traffic::background_from_parameters {stop_s} {
    for {set index 0} {[parameters::has background.$index.source]} {incr index} {
        set flow background.$index
        set packet_bytes [parameters::integer $flow.packet_bytes]
        set sender [udp [parameters::integer $flow.source] \
            [parameters::integer $flow.destination] $packet_bytes]
        $sender set ttl_ [parameters::integer $flow.time_to_live]
        active [cbr $sender [parameters::number $flow.rate_bps] $packet_bytes] \
            [parameters::number $flow.start_s] $stop_s
    }
}
