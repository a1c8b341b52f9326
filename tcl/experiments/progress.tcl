# How far the simulation is: a file with the simulated time and the number of events scheduled,
# about twice a second, for messages about runs that are stopped or killed.
#
# An event of our own looks at the clock. It must not keep a simulation alive that has nothing left
# to do: it comes again only before the last time for which the script has scheduled a command, or
# if anything else was scheduled since it came last, then after 0.2 s at least. So a simulation that
# ends since nothing is left to do may seem to end that much, or 2 %, later; no trace shows it.

namespace eval drive {
    variable simulator ""
    variable last_command_s 0
    variable step_s 0.01
    variable pulse_uid 0
    variable written_ms 0
    variable pulse_ms 0
}

proc drive::watch_progress {} {
    add_to_start Simulator at {drive::command_at [lindex $args 0]}
    add_to_start Simulator run {drive::start_pulses $self}
}

proc drive::command_at {time_s} {
    variable last_command_s
    if {[string is double -strict $time_s] && $time_s > $last_command_s} {
        set last_command_s $time_s
    }
}

proc drive::start_pulses {running} {
    variable simulator
    variable pulse_ms
    variable written_ms
    if {$simulator eq ""} {
        set simulator $running
        set pulse_ms [clock_as_before milliseconds]
        set written_ms $pulse_ms
        schedule_pulse 0
    }
}

proc drive::schedule_pulse {now_s} {
    variable simulator
    variable pulse_uid
    variable step_s
    set scheduler [$simulator set scheduler_]
    set pulse_uid [$scheduler at [expr {$now_s + $step_s}] drive::pulse]
}

# Called by the event. Steps of simulated time are such that it comes some times a second, and at
# most a fiftieth of what is known to come, or has been: a quiet beginning says nothing of the rest.
proc drive::pulse {} {
    variable simulator
    variable last_command_s
    variable step_s
    variable pulse_uid
    variable pulse_ms
    set now_ms [clock_as_before milliseconds]
    set took_ms [expr {$now_ms - $pulse_ms}]
    set pulse_ms $now_ms
    if {$took_ms < 250} {
        set step_s [expr {2 * $step_s}]
    } elseif {$took_ms > 1000} {
        set step_s [expr {$step_s / 2}]
    }
    set now_s [$simulator now]
    set step_s [expr {min($step_s, max($last_command_s, $now_s) / 50.0)}]
    set uid_before $pulse_uid
    write_progress $now_ms
    if {$now_s >= $last_command_s} {
        set step_s [expr {max($step_s, 0.2)}]
    }
    if {$now_s + $step_s > $last_command_s && $now_s < $last_command_s} {
        set step_s [expr {$last_command_s - $now_s}]
    }
    schedule_pulse $now_s
    if {$now_s >= $last_command_s && $pulse_uid == $uid_before + 1} {
        [$simulator set scheduler_] cancel $pulse_uid
        set simulator ""
    }
}

proc drive::write_progress {now_ms} {
    variable written_ms
    variable settings
    if {$now_ms - $written_ms < 500} {
        return
    }
    set written_ms $now_ms
    set channel [open_as_before $settings(progress) w]
    puts $channel [progress]
    close $channel
}

# The simulated time in seconds, and the number of events scheduled; nothing if there is none.
proc drive::progress {} {
    variable pulse_uid
    if {[catch {[Simulator instance] now} now_s]} {
        return {}
    }
    return [list $now_s $pulse_uid]
}
