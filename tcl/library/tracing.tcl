# What is written while a scenario runs, and its end.

uses check simulation topology traffic

namespace eval tracing {
    variable channels {}
}

# A file in the run's folder that is closed at the end; returns Tcl's channel.
proc tracing::open_file {output_folder name} {
    variable channels
    set channel [open [file join $output_folder $name] w]
    lappend channels $channel
    return $channel
}

# The same as records (ns2-patches/records): no text is written.
proc tracing::open_records {output_folder name} {
    variable channels
    set channel [[simulation::ns] trace-records [file join $output_folder $name]]
    lappend channels $channel
    return $channel
}

# What each flow does in each width_s seconds, as flows.csv; no line is written. Pass what this
# returns to tracing::sent, tracing::received and the like.
proc tracing::open_bins {output_folder width_s} {
    variable channels
    if {[check::number width_s $width_s 0] == 0} {
        check::refuse width_s "a time above 0" $width_s
    }
    set channel [[simulation::ns] flow-bins [file join $output_folder flows.csv] $width_s]
    lappend channels $channel
    return $channel
}

# Every event of every link that is created from now on.
proc tracing::everything {channel} {
    [simulation::ns] trace-all $channel
}

# A link in one direction: enqueue, dequeue, receive and drop. Returns what writes the lines of all
# but drops, as the next ones do.
proc tracing::link {channel from to} {
    set link [topology::link $from $to]
    [simulation::ns] trace-queue [topology::node $from] [topology::node $to] $channel
    return [lmap trace {enqT_ deqT_ rcvT_} {$link set $trace}]
}

# Only the drops of a link in one direction, including those while it is down. ns sends all of
# them through the link's "drophead", so the trace is inserted after that.
proc tracing::drops {channel from to} {
    set link [topology::link $from $to]
    set head [$link set drophead_]
    set ends [list [topology::node $from] [topology::node $to]]
    set trace [[simulation::ns] create-trace Drop $channel {*}$ends]
    $trace target [$head target]
    $head target $trace
    [$link queue] drop-target $head
    $link linkfail-drop-trace
}

# What computing rates needs of the first link of a path: the packets that enter it, and drops.
proc tracing::sent {channel from to} {
    set link [topology::link $from $to]
    set ends [list [topology::node $from] [topology::node $to]]
    set trace [[simulation::ns] create-trace Enque $channel {*}$ends]
    $link add-to-head $trace
    drops $channel $from $to
    return $trace
}

# What it needs of the last link of a path: the packets that leave it, and drops.
proc tracing::received {channel from to} {
    set link [topology::link $from $to]
    set ends [list [topology::node $from] [topology::node $to]]
    set trace [[simulation::ns] create-trace Recv $channel {*}$ends]
    set end [$link set ttl_]
    $trace target [$end target]
    $end target $trace
    drops $channel $from $to
    return $trace
}

# A sender's variables, a line for each change: cwnd_, ssthresh_, rtt_, srtt_, rto_ and others
# that ns traces.
proc tracing::variables {channel sender names} {
    foreach name [check::filled variable $names] {
        if {![regexp {^[a-z][a-zA-Z0-9]*_$} $name]} {
            check::refuse variable "a name such as cwnd_" $name
        }
    }
    $sender attach $channel
    foreach name $names {
        $sender trace $name
    }
}

# Close the traces and leave the simulator at the given time. The file "complete" comes
# last: a run without it did not finish, whatever other files there are.
proc tracing::end_at {output_folder time_s} {
    check::number time_s $time_s 0
    [simulation::ns] at $time_s [list tracing::finish $output_folder]
}

proc tracing::finish {output_folder} {
    variable channels
    set ns [simulation::ns]
    $ns flush-trace
    foreach channel $channels {
        close $channel
    }
    set marker [open [file join $output_folder complete] w]
    puts $marker "end_s [$ns now]"
    puts $marker "peak_memory_kib [peak_memory_kib]"
    close $marker
    exit 0
}

# The largest resident set of this process so far. The figure that the operating system gives the
# parent process would include the parent's own memory from before ns was started.
proc tracing::peak_memory_kib {} {
    set channel [open /proc/self/status r]
    set status [read $channel]
    close $channel
    regexp {VmHWM:\s+(\d+) kB} $status whole kib
    return $kib
}

# The links that the parameters name as packets.tr, in ns' own format:
#   tracing.links.N.from/.to   directions of links that are traced
#   tracing.links.N.events     all (the default: enqueue, dequeue, receive and drop), sent (enqueue
#                              and drop) or received (receive and drop)
#   tracing.links.N.until_s    no line after this time, but of drops
# Of every other link drops are traced, so that the trace has every lost packet.
proc tracing::packets {output_folder} {
    links [open_file $output_folder packets.tr]
}

# The same packets as bins of tracing.bin_s seconds, flows.csv. What is lost while a link is down
# counts as lost by that.
proc tracing::bins {output_folder} {
    set channel [open_bins $output_folder [parameters::number tracing.bin_s]]
    links $channel
    foreach link $topology::links {
        states $channel {*}$link
        states $channel {*}[lreverse $link]
    }
}

# When a link in one direction fails and returns, if it does; after failures are scheduled.
proc tracing::states {channel from to} {
    set link [topology::link $from $to]
    if {[$link info vars dynamics_] eq ""} {
        return
    }
    set traces [expr {[$link info vars dynT_] eq "" ? {} : [$link set dynT_]}]
    lappend traces [[simulation::ns] create-trace Generic $channel \
        [topology::node $from] [topology::node $to]]
    $link set dynT_ $traces
}

proc tracing::links {channel} {
    set traced [traced_links]
    foreach link $topology::links {
        foreach direction [list $link [lreverse $link]] {
            if {[dict exists $traced $direction]} {
                traced_link $channel $direction [dict get $traced $direction]
            } else {
                drops $channel {*}$direction
            }
        }
    }
}

proc tracing::traced_link {channel direction key} {
    set procedure link
    if {[parameters::has $key.events]} {
        set procedure [parameters::choice $key.events {all link sent sent received received}]
    }
    set traces [$procedure $channel {*}$direction]
    if {[parameters::has $key.until_s]} {
        set until_s [check::number "parameter $key.until_s" [parameters::raw $key.until_s] 0]
        foreach trace $traces {
            [simulation::ns] at $until_s [list $trace detach]
        }
    }
}

# The links that the parameters name, each with the key of what they say of it.
proc tracing::traced_links {} {
    set found {}
    for {set index 0} {[parameters::has tracing.links.$index.from]} {incr index} {
        set key tracing.links.$index
        set direction [list [parameters::integer $key.from] [parameters::integer $key.to]]
        dict set found $direction $key
    }
    return $found
}

# The congestion windows of senders as cwnd.tr:
#   tracing.sampled_flows.N, tracing.sample_interval_s    of these flows (numbers from 0), a
#                                                         line each interval
# Without these, of every sender, a line for each change.
proc tracing::congestion_windows {output_folder} {
    set channel [open_file $output_folder cwnd.tr]
    if {[parameters::has tracing.sample_interval_s]} {
        sampled_flows $channel cwnd_
        return
    }
    foreach sender $traffic::senders {
        variables $channel $sender cwnd_
    }
}

# Variables of the flows tracing.sampled_flows.N, each tracing.sample_interval_s.
proc tracing::sampled_flows {channel names} {
    set interval_s [parameters::number tracing.sample_interval_s]
    for {set index 0} {[parameters::has tracing.sampled_flows.$index]} {incr index} {
        set flow [parameters::integer tracing.sampled_flows.$index]
        samples $channel [traffic::sender $flow] $names $interval_s
    }
}

# A sender's variables at regular times, in the form of tracing::variables: for runs in which a
# line for each change would be too much.
proc tracing::samples {channel sender names interval_s} {
    if {[check::number interval_s $interval_s 0] == 0} {
        check::refuse interval_s "a time above 0" $interval_s
    }
    foreach name [check::filled variable $names] {
        if {![regexp {^[a-z][a-zA-Z0-9]*_$} $name]} {
            check::refuse variable "a name such as cwnd_" $name
        }
    }
    set ends [lmap end {agent_addr_ agent_port_ dst_addr_ dst_port_} {$sender set $end}]
    sample $channel $sender [format "%d %d %d %d" {*}$ends] $names $interval_s
}

proc tracing::sample {channel sender ends names interval_s} {
    set ns [simulation::ns]
    set now [$ns now]
    foreach name $names {
        puts $channel [format "%.5f %s %s %.3f" $now $ends $name [$sender set $name]]
    }
    $ns at [expr {$now + $interval_s}] \
        [list tracing::sample $channel $sender $ends $names $interval_s]
}

# When the first data of each TCP flow arrives, as first-arrivals.csv.
proc tracing::first_arrivals {output_folder} {
    set channel [open_file $output_folder first-arrivals.csv]
    puts $channel "time_ns,flow"
    foreach sender $traffic::senders receiver $traffic::receivers {
        if {![string match Agent/TCPSink* [$receiver info class]]} {
            continue
        }
        set application [new Tracing/FirstArrival]
        $application set channel_ $channel
        $application set flow_ [$sender set fid_]
        $application set receiver_ $receiver
        $application attach-agent $receiver
        $application start
    }
}

# The application at a receiver: ns calls it with what has arrived, until it has written a line.
Class Tracing/FirstArrival -superclass Application

# The 40 bytes that open the connection are no data.
Tracing/FirstArrival instproc recv {bytes} {
    $self instvar channel_ flow_ receiver_
    if {$bytes > 40} {
        puts $channel_ [format %.0f,%d [expr {[[simulation::ns] now] * 1e9}] $flow_]
        # From now on a plain application takes the bytes, which has no such method to call.
        [new Application] attach-agent $receiver_
    }
}
