# Traffic of a TCP evaluation suite: long-lived FTP, web, streaming video and interactive voice over
# bottlenecks that lose packets at random. The models are those that Wang, Xia and Harrison describe
# (draft-irtf-tmrg-ns2-tcp-tool, 2007); config/tcpeval.yaml says which value is whose.
#
# Every random number is one of the replication's, and each purpose has a stream of its own: sources
# start, speakers talk and browsers connect at the same times with every TCP and error rate.

uses check simulation topology traffic losses tracing

namespace eval suite {
    # A flow number that no other flow has; the library's flows are numbered from 1.
    variable web_flow 0
    variable monitors {}
    variable counters {parrivals_ pdrops_ bdepartures_ pkts_}
}

# --- traffic ----------------------------------------------------------------------------

# Create the traffic that the parameters describe, until end_s:
#   flows.N.source/.destination/.variant    long-lived FTP; options as in traffic::from_parameters
#   streams.N.source/.destination, .kind    video or voice, one way
#   video.rate_bps, .packet_bytes           constant bit rate, intervals a little random
#   voice.rate_bps, .packet_bytes, .talk_spurts    constant like video, or, if talk_spurts is true:
#   voice.mean_on_s, .mean_off_s            talking and silent, exponential times
#   web.rate_per_s, web.pairs.N.client/.server    as suite::web
#   start.least_s/.most_s                   each source starts at a time between these
#   flows.N.start_s                         but for this flow, if it is there
#   red.marks                               whether all TCP senders use ECN
#   seed                                    the replication, from 1
# The role of a flow or stream is for metrics, which group by it; nothing here depends on it.
proc suite::traffic_from_parameters {output_folder end_s} {
    set replication [parameters::integer seed]
    if {[parameters::has red.marks] && [parameters::flag red.marks]} {
        Agent/TCP set ecn_ 1
    }
    set start [simulation::uniform [parameters::number start.least_s] \
        [parameters::number start.most_s] [simulation::generator $replication]]
    for {set index 0} {[parameters::has flows.$index.source]} {incr index} {
        parameters::word flows.$index.role
        set sender [traffic::tcp {*}[ends_of flows.$index] [traffic::variant_of $index] \
            {*}[traffic::tcp_options_of $index]]
        set start_s [$start value]
        if {[parameters::has flows.$index.start_s]} {
            set start_s [parameters::number flows.$index.start_s]
        }
        traffic::active [traffic::ftp $sender] $start_s $end_s
    }
    set generator [simulation::generator $replication]
    for {set index 0} {[parameters::has streams.$index.source]} {incr index} {
        parameters::word streams.$index.role
        traffic::active [stream $index $generator] [$start value] $end_s
    }
    set pairs {}
    for {set index 0} {[parameters::has web.pairs.$index.client]} {incr index} {
        lappend pairs [parameters::integer web.pairs.$index.client] \
            [parameters::integer web.pairs.$index.server]
    }
    set rate_per_s [parameters::number web.rate_per_s]
    if {[llength $pairs]} {
        web $pairs $rate_per_s [$start value] $replication [web_file $output_folder]
    }
}

proc suite::ends_of {key} {
    return [list [parameters::integer $key.source] [parameters::integer $key.destination]]
}

# The source of stream N.
proc suite::stream {index generator} {
    set kind [parameters::choice streams.$index.kind {video video voice voice}]
    set packet_bytes [parameters::integer $kind.packet_bytes]
    set rate_bps [parameters::number $kind.rate_bps]
    set sender [traffic::udp {*}[ends_of streams.$index] $packet_bytes]
    if {$kind eq "voice"} {
        set means [list [parameters::number voice.mean_on_s] [parameters::number voice.mean_off_s]]
        if {[parameters::flag voice.talk_spurts]} {
            return [traffic::exponential $sender $rate_bps $packet_bytes {*}$means $generator]
        }
    }
    return [traffic::cbr $sender $rate_bps $packet_bytes -random true]
}

# Web traffic by ns' PackMime, HTTP/1.1, from at_s on: clients open rate_per_s connections to
# servers and ask for one or more objects over each; sizes and intervals are those of its model
# (Cao and others, INFOCOM 2004). pairs: client, server, client, server … in turn.
# PackMime takes a substream for each of its purposes, as simulation::generator does. It writes a
# line for each response to the file.
proc suite::web {pairs rate_per_s at_s replication file} {
    simulation::require tcp
    check::number at_s $at_s 0
    check::integer replication $replication 1
    if {[check::number rate_per_s $rate_per_s 0] == 0} {
        check::refuse rate_per_s "a number above 0" $rate_per_s
    }
    set web [new PackMimeHTTP]
    foreach {client server} [check::filled pairs $pairs] {
        $web set-client [topology::node $client]
        $web set-server [topology::node $server]
    }
    $web set-rate $rate_per_s
    $web set-http-1.1
    $web set-run [expr {$replication - 1}]
    $web set-outfile $file
    [simulation::ns] at $at_s [list $web start]
    return $web
}

# PackMime's own output; not kept, since suite::write_responses takes what is needed from it.
proc suite::web_file {output_folder} {
    return [file join $output_folder web.dat]
}

# All connections count as one flow. ns would number them from 0, as other flows are.
PackMimeHTTP instproc setup-tcp {tcp fid} {
    $tcp set fid_ $suite::web_flow
    $tcp proc done {} [list $self done $tcp]
}

# --- bottlenecks ------------------------------------------------------------------------

# Links that lose packets at random, in both directions, and whose queues are counted:
#   bottlenecks.N.from/.to     each stands for both directions
#   losses.packet_error_rate   0 to 1
#   adaptive_red               whether RED queues adapt their largest probability
#   red.marks, red.least_probability    of RED queues: see mark
# channel: where the losses are traced. Call this after all else that is inserted into these links.
proc suite::bottlenecks_from_parameters {channel} {
    set rate [parameters::number losses.packet_error_rate]
    set adaptive [parameters::flag adaptive_red]
    for {set index 0} {[parameters::has bottlenecks.$index.from]} {incr index} {
        set ends [list [parameters::integer bottlenecks.$index.from] \
            [parameters::integer bottlenecks.$index.to]]
        foreach direction [list $ends [lreverse $ends]] {
            set queue [topology::queue {*}$direction]
            if {[$queue info class] eq "Queue/RED"} {
                $queue set adaptive_ $adaptive
                mark $queue
            }
            monitor {*}$direction
            lose_packets $channel {*}$direction $rate \
                [simulation::generator [parameters::integer seed]]
        }
    }
}

# Let a RED queue mark packets of ECN senders, or drop them, and bound its largest probability.
proc suite::mark {queue} {
    $queue set setbit_ [parameters::flag red.marks]
    $queue set bottom_ [parameters::number red.least_probability]
}

# Packets are lost before they reach the queue, and counted separately: they are neither among the
# queue's arrivals nor among its drops.
proc suite::lose_packets {channel from to rate generator} {
    if {$rate == 0} {
        return
    }
    losses::random $from $to $rate $generator
    set trace [[simulation::ns] create-trace Drop $channel \
        [topology::node $from] [topology::node $to]]
    $trace target [[simulation::ns] set nullAgent_]
    [[topology::link $from $to] set errmodule_] drop-target $trace
}

# Count what comes to the queue of a link in one direction.
proc suite::monitor {from to} {
    variable monitors
    topology::link $from $to
    set monitor [[simulation::ns] monitor-queue [topology::node $from] [topology::node $to] ""]
    lappend monitors [list $from $to $monitor]
}

# --- what is written --------------------------------------------------------------------

# Write a value in the format of senders' variables (tracing::samples); the link FROM-TO is written
# like a sender at node FROM, port 0.
proc suite::put_value {channel time_s from to port name value} {
    puts $channel [format "%.5f %d %d %d %d %s %.3f" \
        $time_s $from $port $to $port $name $value]
}

# Counters of the monitored queues, every interval_s from now on:
#   parrivals_, pdrops_      packets that arrived at the queue, and those that it dropped
#   bdepartures_             bytes that left it
#   pkts_                    packets in it now
#   packet_seconds_          the time integral of that
proc suite::sample_queues {channel interval_s} {
    variable monitors
    variable counters
    set now [[simulation::ns] now]
    foreach entry $monitors {
        lassign $entry from to monitor
        set integrator [$monitor get-pkts-integrator]
        $integrator newpoint $now [$monitor set pkts_]
        foreach name $counters {
            put_value $channel $now $from $to 0 $name [$monitor set $name]
        }
        put_value $channel $now $from $to 0 packet_seconds_ [$integrator set sum_]
    }
    [simulation::ns] at [expr {$now + $interval_s}] \
        [list suite::sample_queues $channel $interval_s]
}

# What the long-lived flows have counted so far; the port is the flow's number:
#   ncwndcuts_    how often the window was reduced
#   nrexmit_      retransmission timeouts
proc suite::write_senders {channel} {
    set now [[simulation::ns] now]
    for {set index 0} {[parameters::has flows.$index.source]} {incr index} {
        set sender [traffic::sender $index]
        foreach name {ncwndcuts_ nrexmit_} {
            put_value $channel $now {*}[ends_of flows.$index] [$sender set fid_] \
                $name [$sender set $name]
        }
    }
}

# The responses that web clients have received completely, all written under the first client's
# number: response_ms_, from the request to the last byte, and response_bytes_.
proc suite::write_responses {channel output_folder} {
    set file [web_file $output_folder]
    if {![file exists $file]} {
        return
    }
    set ends [list [parameters::integer web.pairs.0.client] \
        [parameters::integer web.pairs.0.server]]
    set lines [open $file r]
    while {[gets $lines line] >= 0} {
        lassign $line time_s request_bytes bytes duration_ms
        put_value $channel $time_s {*}$ends 0 response_ms_ $duration_ms
        put_value $channel $time_s {*}$ends 0 response_bytes_ $bytes
    }
    close $lines
}

# Packets of some links one by one, as records: tracing.packets.N.from/.to/.events, which is sent or
# received, as in tracing.links.
proc suite::packets {output_folder} {
    if {![parameters::has tracing.packets.0.from]} {
        return
    }
    set channel [tracing::open_records $output_folder packets.tr]
    for {set index 0} {[parameters::has tracing.packets.$index.from]} {incr index} {
        set key tracing.packets.$index
        tracing::[parameters::choice $key.events {sent sent received received}] $channel \
            [parameters::integer $key.from] [parameters::integer $key.to]
    }
}
