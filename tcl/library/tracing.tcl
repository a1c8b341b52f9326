# What is written while a scenario runs.
#   tracing.links.N.from/.to   links traced in full: enqueue, dequeue, receive and drop
# Every other link writes its drops, so that no lost packet goes unseen.
#   packets.tr   ns' own packet trace
#   cwnd.tr      congestion window of every sender, a line for each change

namespace eval tracing {
    variable channels {}
}

proc tracing::open_file {output_folder name} {
    variable channels
    set channel [open [file join $output_folder $name] w]
    lappend channels $channel
    return $channel
}

proc tracing::packets {ns output_folder} {
    set channel [open_file $output_folder packets.tr]
    set full [full_links]
    foreach link $topology::links {
        lassign $link from to
        foreach direction [list [list $from $to] [list $to $from]] {
            trace_direction $ns $channel $direction [expr {$direction in $full}]
        }
    }
}

proc tracing::trace_direction {ns channel direction in_full} {
    lassign $direction from to
    if {$in_full} {
        $ns trace-queue [topology::node $from] [topology::node $to] $channel
    } else {
        trace_drops $ns $channel [topology::node $from] [topology::node $to]
    }
}

proc tracing::full_links {} {
    set found {}
    for {set index 0} {[parameters::has tracing.links.$index.from]} {incr index} {
        lappend found [list \
            [parameters::integer tracing.links.$index.from] \
            [parameters::integer tracing.links.$index.to]]
    }
    return $found
}

# A link's drops pass through its "drophead"; put a trace behind it.
proc tracing::trace_drops {ns channel from to} {
    set link [$ns link $from $to]
    set head [$link set drophead_]
    set trace [$ns create-trace Drop $channel $from $to]
    $trace target [$head target]
    $head target $trace
    [$link queue] drop-target $head
}

proc tracing::congestion_windows {output_folder} {
    set channel [open_file $output_folder cwnd.tr]
    foreach sender $traffic::senders {
        $sender attach $channel
        $sender trace cwnd_
    }
}

# Close the traces and leave the simulator at the given time. The file "complete" comes
# last: a run without it was cut short, however it looks otherwise.
proc tracing::end_at {ns output_folder time_s} {
    $ns at $time_s [list tracing::finish $ns $output_folder]
}

proc tracing::finish {ns output_folder} {
    variable channels
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

# The largest resident set of this process so far. What the operating system tells the parent
# would count the parent's own memory from before the start, too.
proc tracing::peak_memory_kib {} {
    set channel [open /proc/self/status r]
    set status [read $channel]
    close $channel
    regexp {VmHWM:\s+(\d+) kB} $status whole kib
    return $kib
}
