# Traffic of a TCP evaluation suite: long-lived FTP, web, streaming video and interactive voice over
# bottlenecks that lose packets at random. The models are those that Wang, Xia and Harrison describe
# (draft-irtf-tmrg-ns2-tcp-tool, 2007); config/tcpeval.yaml says which value is whose.
#
# Every random number is one of the replication's: first the times at which sources start, then
# each bottleneck's losses, voice, and ns' web traffic.

uses check simulation topology traffic losses tracing

namespace eval suite {
    # A number that no other flow has; those of the library begin at 1.
    variable web_flow 0
    variable monitors {}
    variable counters {parrivals_ pdrops_ bdepartures_ pkts_}
}

# Create the traffic that the parameters describe:
#   flows.N.source/.destination/.variant    long-lived FTP; options as in traffic::from_parameters
#   streams.N.source/.destination, .kind    video or voice, one way
#   web.rate_per_s, web.pairs.N.client/.server    web, if there is any
#   start.least_s/.most_s                   each source starts at a time between these
# A role of flows and streams says what they are counted as; nothing here depends on it.
proc suite::traffic_from_parameters {end_s} {
    set replication [parameters::integer seed]
    set start [simulation::uniform [parameters::number start.least_s] \
        [parameters::number start.most_s] [simulation::generator $replication]]
    for {set index 0} {[parameters::has flows.$index.source]} {incr index} {
        parameters::word flows.$index.role
        set sender [traffic::tcp {*}[ends_of flows.$index] [traffic::variant_of $index] \
            {*}[traffic::tcp_options_of $index]]
        traffic::active [traffic::ftp $sender] [$start value] $end_s
    }
    set generator [simulation::generator $replication]
    for {set index 0} {[parameters::has streams.$index.source]} {incr index} {
        parameters::word streams.$index.role
        set create [parameters::choice streams.$index.kind {video video voice voice}]
        traffic::active [$create {*}[ends_of streams.$index] $generator] [$start value] $end_s
    }
    if {[parameters::has web.pairs.0.client]} {
        [simulation::ns] at [$start value] [list [web $replication] start]
    }
}

proc suite::ends_of {key} {
    return [list [parameters::integer $key.source] [parameters::integer $key.destination]]
}

# Streaming video: a constant rate, with ns' random part in the distances of packets:
#   video.rate_bps, .packet_bytes
proc suite::video {source destination generator} {
    set packet_bytes [parameters::integer video.packet_bytes]
    return [traffic::cbr [traffic::udp $source $destination $packet_bytes] \
        [parameters::number video.rate_bps] $packet_bytes -random true]
}

# One direction of a conversation: talking and listening for exponential times:
#   voice.rate_bps, .packet_bytes, .mean_on_s, .mean_off_s
proc suite::voice {source destination generator} {
    set packet_bytes [parameters::integer voice.packet_bytes]
    return [traffic::exponential [traffic::udp $source $destination $packet_bytes] \
        [parameters::number voice.rate_bps] $packet_bytes \
        [parameters::number voice.mean_on_s] [parameters::number voice.mean_off_s] $generator]
}

# ns' PackMime, HTTP/1.1: clients open connections to servers, web.rate_per_s in all, and ask for
# one object or several over each; sizes and distances are those of the model. Its random numbers
# are the substream of the replication, as those of simulation::generator.
proc suite::web {replication} {
    simulation::require tcp
    set web [new PackMimeHTTP]
    for {set index 0} {[parameters::has web.pairs.$index.client]} {incr index} {
        set pair web.pairs.$index
        $web set-client [topology::node [parameters::integer $pair.client]]
        $web set-server [topology::node [parameters::integer $pair.server]]
    }
    $web set-rate [parameters::number web.rate_per_s]
    $web set-http-1.1
    $web set-run [expr {$replication - 1}]
    $web set-outfile [web_file]
    return $web
}

# Where PackMime writes a line for each response; no part of the run's results.
proc suite::web_file {} {
    return web.dat
}

# All connections count as one flow. ns would number them from 0, as other flows are.
PackMimeHTTP instproc setup-tcp {tcp fid} {
    $tcp set fid_ $suite::web_flow
    $tcp proc done {} [list $self done $tcp]
}

# Links that lose packets at random, in both directions, and whose queues are counted:
#   bottlenecks.N.from/.to     each stands for both directions
#   losses.packet_error_rate   0 to 1
#   adaptive_red               whether RED queues adapt their largest probability
# channel: where the losses are told. A lost packet does not reach the queue.
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
            }
            monitor {*}$direction
            lose_packets $channel {*}$direction $rate
        }
    }
}

# Errors come before the queue's counters and have a trace of their own, so that the queue's
# drops are the queue's.
proc suite::lose_packets {channel from to rate} {
    # Made at a rate of 0, too: what else is random is the same at every rate.
    set generator [simulation::generator [parameters::integer seed]]
    if {$rate == 0} {
        return
    }
    losses::random $from $to $rate $generator
    set trace [[simulation::ns] create-trace Drop $channel \
        [topology::node $from] [topology::node $to]]
    $trace target [[simulation::ns] set nullAgent_]
    [[topology::link $from $to] set errmodule_] drop-target $trace
}

proc suite::monitor {from to} {
    variable monitors
    topology::link $from $to
    set monitor [[simulation::ns] monitor-queue [topology::node $from] [topology::node $to] ""]
    lappend monitors [list $from $to $monitor]
}

# What the counters of the monitored queues say, each tracing.sample_interval_s from 0 on, in the
# form of senders' variables: of the link FROM-TO, as from port 0 of one node to port 0 of the other.
#   parrivals_, pdrops_      packets that came to the queue, and those that it did not take
#   bdepartures_             bytes that left it
#   pkts_                    packets in it now
#   packet_seconds_          the time integral of that
proc suite::sample_queues {channel interval_s} {
    variable monitors
    variable counters
    set now [[simulation::ns] now]
    foreach entry $monitors {
        lassign $entry from to monitor
        set packets [$monitor set pkts_]
        set integrator [$monitor get-pkts-integrator]
        $integrator newpoint $now $packets
        foreach name $counters {
            put_value $channel $now $from $to 0 $name [$monitor set $name]
        }
        put_value $channel $now $from $to 0 packet_seconds_ [$integrator set sum_]
    }
    [simulation::ns] at [expr {$now + $interval_s}] \
        [list suite::sample_queues $channel $interval_s]
}

proc suite::put_value {channel time_s from to port name value} {
    puts $channel [format "%.5f %d %d %d %d %s %.3f" \
        $time_s $from $port $to $port $name $value]
}

# What the long-lived flows have counted so far, in the same form; the port is the flow's number:
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

# The responses that clients got whole, in the same form, at the end of the run: response_ms_, from
# the request to the last byte, and response_bytes_.
proc suite::write_responses {channel} {
    if {![parameters::has web.pairs.0.client] || ![file exists [web_file]]} {
        return
    }
    set ends [list [parameters::integer web.pairs.0.client] \
        [parameters::integer web.pairs.0.server]]
    set lines [open [web_file] r]
    while {[gets $lines line] >= 0} {
        lassign $line time_s request_bytes bytes duration_ms
        put_value $channel $time_s {*}$ends 0 response_ms_ $duration_ms
        put_value $channel $time_s {*}$ends 0 response_bytes_ $bytes
    }
    close $lines
}

# Packets of single flows, one by one, besides the bins: tracing.packets.N.from/.to/.events, as
# tracing.links. They are written as records.
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
