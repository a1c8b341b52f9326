# Files that a server sends over TCP because a client asked for them.
#
# ns' one-way TCP sends in one direction only, so a client's request is a flow of its own from
# the client to the server: its connection is opened, then one segment carries the request. When
# that has arrived, the server opens the flow with the file. FTP with its two connections does
# the same.

uses check simulation topology traffic

namespace eval downloads {}

# The application at the server: ns calls recv with the bytes that arrived.
Class Downloads/Server -superclass Application

# The 40 bytes that open the connection count as having arrived, too.
Downloads/Server instproc recv {bytes} {
    $self instvar sender_ packets_
    if {$bytes > 40 && [info exists sender_]} {
        downloads::send $sender_ $packets_
        unset sender_
    }
}

# At at_s the client asks for a file of so many packets, which the sender then sends: the other
# way around, from the sender's node to its receiver's. Options are those of traffic::tcp, for
# the request's flow.
proc downloads::request {client server sender packets at_s args} {
    check::integer packets $packets 1
    check::number at_s $at_s 0
    set asking [traffic::tcp $client $server reno {*}$args]
    set application [new Downloads/Server]
    $application set sender_ $sender
    $application set packets_ $packets
    $application attach-agent [lindex $traffic::receivers end]
    $application start
    [simulation::ns] at $at_s [list downloads::send $asking 1]
}

# Send so many packets more. Two-way TCP counts bytes.
proc downloads::send {sender packets} {
    check::integer packets $packets
    if {[string match Agent/TCP/FullTcp* [$sender info class]]} {
        set bytes [expr {$packets * [$sender set segsize_]}]
        $sender advance-bytes [check::integer "bytes of a file" $bytes]
    } else {
        $sender advanceby $packets
    }
}

# File after file over one connection, from start_s on, with a pause after each file, once all of
# it is acknowledged. Sizes of files in packets (rounded up) and pauses in seconds come from
# exponential distributions with these means. generator: see simulation::generator.
proc downloads::session {sender start_s mean_packets mean_pause_s generator} {
    check::number start_s $start_s 0
    foreach name {mean_packets mean_pause_s} {
        if {[check::number $name [set $name] 0] == 0} {
            check::refuse $name "a number above 0" [set $name]
        }
    }
    set next [list downloads::pause $sender \
        [simulation::exponential $mean_packets $generator] \
        [simulation::exponential $mean_pause_s $generator]]
    $sender proc done {} $next
    [simulation::ns] at $start_s $next
}

proc downloads::pause {sender packets pause} {
    set ns [simulation::ns]
    $ns at [expr {[$ns now] + [$pause value]}] \
        [list downloads::send $sender [expr {int(ceil([$packets value]))}]]
}

# Create what the parameters describe:
#   flows.N.source/.destination   server and client; N = 0, 1, … in the order of creation
#   flows.N.variant, flows.N.*, tcp.*    as in traffic::from_parameters
#   flows.N.file_packets, .request_at_s  one download; request.* are options of traffic::tcp for
#                                        the flow that asks for it
#   flows.N.start_s, .mean_file_packets, .mean_pause_s    or one download after another, with
#                                        a random number generator of its own; "seed" is the
#                                        replication number
# The flows of the requests are created after all of these.
proc downloads::from_parameters {} {
    set replication [parameters::integer seed]
    set options [parameters::options $traffic::tcp_options request]
    set count 0
    while {[parameters::has flows.$count.source]} {
        traffic::tcp {*}[ends_of $count] [traffic::variant_of $count] \
            {*}[traffic::tcp_options_of $count]
        incr count
    }
    for {set index 0} {$index < $count} {incr index} {
        lassign [ends_of $index] server client
        set sender [traffic::sender $index]
        set flow flows.$index
        if {[parameters::has $flow.file_packets]} {
            request $client $server $sender [parameters::integer $flow.file_packets] \
                [parameters::number $flow.request_at_s] {*}$options
        } else {
            session $sender [parameters::number $flow.start_s] \
                [parameters::number $flow.mean_file_packets] \
                [parameters::number $flow.mean_pause_s] [simulation::generator $replication]
        }
    }
}

proc downloads::ends_of {index} {
    return [list [parameters::integer flows.$index.source] \
        [parameters::integer flows.$index.destination]]
}
