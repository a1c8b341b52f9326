# Files. The run's folder looks like the script's: it has links to a copy of the files there. What
# the script writes takes the place of a link; what it would write elsewhere is written to the
# folder "elsewhere" of the run. What it reads and the folder lacks is looked for beside the script.
# Programs that show results are not started.
#
# Many scripts close a trace while packets are on their way, or before "flush-trace". ns writes on
# to the closed file then, and crashes or not, by chance. So files that ns writes to stay open until
# ns ends, and are cut then to the size that they had when the script closed them.

namespace eval drive {
    variable viewers {nam xgraph gnuplot}
    # The paths of files that have been opened for writing, by channel.
    variable written_files
    array set written_files {}
    # The channels that ns writes to, with the size at which the script has closed each.
    variable traces
    array set traces {}
}

proc drive::watch_files {} {
    variable settings
    rename ::open ::drive::open_as_before
    interp alias {} ::open {} ::drive::open_file
    rename ::source ::drive::source_as_before
    interp alias {} ::source {} ::drive::source_file
    rename ::exec ::drive::exec_as_before
    interp alias {} ::exec {} ::drive::exec_program
    rename ::close ::drive::close_as_before
    interp alias {} ::close {} ::drive::close_file
    add_to_start Simulator trace-all {drive::trace_file $file trace-all}
    add_to_start Simulator namtrace-all {drive::trace_file $file namtrace-all}
    add_to_start Simulator namtrace-queue {drive::trace_file $file}
    add_to_start Simulator monitor-queue {drive::trace_file $qtrace}
    add_to_start Trace attach {drive::trace_file $fp}
    add_to_start BaseTrace attach {drive::trace_file $fp}
    Agent/TCP instproc attach {file} {
        drive::trace_file $file
        return [$self cmd attach $file]
    }
    if {$settings(trace-all)} {
        add_to_end Simulator init {$self trace-all [open trace-all.tr w]}
    }
}

proc drive::open_file {name args} {
    variable written_files
    flush_traces
    if {[regexp {^\s*\|\s*(.*)$} $name _ command]} {
        if {[is_viewer [lindex $command 0]]} {
            note_once skipped [lindex $command 0] {*}[place]
            return [open_as_before /dev/null w]
        }
        return [open_as_before $name {*}$args]
    }
    set access [lindex $args 0]
    if {![regexp {[wa+]|WRONLY|RDWR} $access]} {
        set path [path_to_read $name]
        set channel [open_as_before $path {*}$args]
        note_once reads [inside $path]
        return $channel
    }
    set path [path_to_write $name [regexp {[ar]|APPEND} $access]]
    forget_closed $path
    set channel [open_as_before $path {*}$args]
    set written_files($channel) [inside $path]
    note_once writes $written_files($channel)
    return $channel
}

# The path at which a file is found: in the run's folder, else beside the script.
proc drive::path_to_read {name} {
    variable settings
    if {[file exists $name]} {
        return $name
    }
    set elsewhere [path_elsewhere $name]
    if {[file pathtype $name] ne "relative"} {
        return [expr {[file exists $elsewhere] ? $elsewhere : $name}]
    }
    set beside [file join $settings(origin) $name]
    return [expr {[file exists $beside] ? $beside : $name}]
}

# The path at which a file may be written. A link to a file of the user makes way for a file of the
# run, with the same content if the script is to go on from there.
proc drive::path_to_write {name keep} {
    variable settings
    set path [file normalize $name]
    if {[file exists $path] && [file type $path] in {characterSpecial fifo}} {
        return $name
    }
    if {[file pathtype [inside $path]] ne "relative"} {
        set other [path_elsewhere $name]
        file mkdir [file dirname $other]
        note_once moved $path [inside $other]
        return $other
    }
    if {![catch {file readlink $path} target]} {
        file delete $path
        if {$keep} {
            file copy $target $path
            file attributes $path -permissions u+w
        }
    }
    return $name
}

proc drive::path_elsewhere {name} {
    variable settings
    return [file join $settings(root) elsewhere [string map {/ _} [file normalize $name]]]
}

proc drive::source_file {args} {
    set path [path_to_read [lindex $args end]]
    note_once reads [inside $path]
    uplevel 1 [list ::drive::source_as_before {*}[lrange $args 0 end-1] $path]
}

proc drive::is_viewer {program} {
    variable viewers
    return [expr {[file tail $program] in $viewers}]
}

proc drive::exec_program {args} {
    flush_traces
    set words $args
    while {[string match -* [lindex $words 0]]} {
        set words [lrange $words 1 end]
    }
    if {[is_viewer [lindex $words 0]]} {
        note_once skipped [file tail [lindex $words 0]] {*}[place]
        return
    }
    return [exec_as_before {*}[redirected $args]]
}

# The words of "exec", with files that output goes to where they may be written.
proc drive::redirected {words} {
    set found {}
    set is_target 0
    foreach word $words {
        if {$is_target} {
            lappend found [path_to_write $word 0]
            set is_target 0
        } elseif {[regexp {^(2?>>?&?)([^@&].*)?$} $word _ sign target]} {
            lappend found $sign
            set is_target [expr {$target eq ""}]
            if {!$is_target} {
                lappend found [path_to_write $target 0]
            }
        } else {
            lappend found $word
        }
    }
    return $found
}

# ns is given a channel to trace to: all links, for nam, or one of them.
proc drive::trace_file {channel {role ""}} {
    variable written_files
    variable traces
    if {[info exists written_files($channel)]} {
        set traces($channel) ""
        if {$role ne ""} {
            note_once role $role $written_files($channel)
        }
    }
}

# What the script reads of its own traces, by itself or by a program, must be whole. ns sees to that
# for Tcl's own commands.
proc drive::flush_traces {} {
    variable traces
    foreach channel [array names traces] {
        flush $channel
    }
}

proc drive::close_file {channel args} {
    variable written_files
    variable traces
    if {[info exists traces($channel)]} {
        flush $channel
        set traces($channel) [tell $channel]
        return
    }
    unset -nocomplain written_files($channel)
    return [close_as_before $channel {*}$args]
}

# The script opens a file anew that it has closed: what ns still writes must not reach it.
proc drive::forget_closed {path} {
    variable written_files
    variable traces
    foreach channel [array names traces] {
        if {$traces($channel) ne "" && $written_files($channel) eq [inside $path]} {
            # The same content in a file of its own.
            file rename $path $path.closed
            file copy $path.closed $path
            file delete $path.closed
            set traces($channel) ""
        }
    }
}

proc drive::cut_closed_files {} {
    variable traces
    foreach channel [array names traces] {
        if {$traces($channel) ne ""} {
            flush $channel
            chan truncate $channel $traces($channel)
        }
    }
}
