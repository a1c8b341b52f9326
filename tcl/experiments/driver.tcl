# Runs a script of a user as one run of an experiment:  ns driver.tcl SETTINGS
#
# The script is not changed and does not know of this. Before it is sourced, these files
#   variables.tcl  give the experiment's parameters to global variables, whatever the script sets
#   chance.tcl     give the run's random numbers, and note who seeds a generator
#   files.tcl      keep what is written in the run's folder, and skip programs that show results
#   progress.tcl   write how far the simulation is
#
# SETTINGS has a line for each setting, its words separated by tabs; tabs, line ends and backslashes
# are escaped by backslashes. No value is ever evaluated. What the driver notices goes to the file
# that the setting "notes" names, in lines of the same form; src/ns2studies/experiments/notes.py
# lists them.

namespace eval drive {
    variable folder [file dirname [file normalize [info script]]]
    variable settings
    array set settings {argument {} variable {} seeding script trace-all 0 replication 1}
    # The places and names that notes have been written for, so that each is written once.
    variable noted
    array set noted {}
}

# Read the settings. Of "variable" and "argument" there may be several.
proc drive::read_settings {path} {
    variable settings
    set channel [open $path]
    fconfigure $channel -encoding utf-8
    foreach line [split [string trimright [read $channel] \n] \n] {
        set words [lmap word [split $line \t] {unescaped $word}]
        set key [lindex $words 0]
        switch $key {
            argument {lappend settings(argument) [lindex $words 1]}
            variable {lappend settings(variable) [lrange $words 1 2]}
            default {set settings($key) [lindex $words 1]}
        }
    }
    close $channel
}

proc drive::unescaped {word} {
    return [string map {\\\\ \\ \\t \t \\n \n \\r \r} $word]
}

# Write a note: a kind, and words.
proc drive::note {args} {
    variable notes
    puts $notes [join [lmap word $args {string map {\\ \\\\ \t \\t \n \\n \r \\r} $word}] \t]
    flush $notes
}

# Write a note unless the same has been written.
proc drive::note_once {args} {
    variable noted
    if {![info exists noted($args)]} {
        set noted($args) 1
        note {*}$args
    }
}

# The file and line of the script that is being executed: the innermost one that is not of this
# folder. An empty name and 0 where there is none, as in a command of "$ns at".
proc drive::place {} {
    variable folder
    for {set level [expr {[info frame] - 1}]} {$level > 0} {incr level -1} {
        set frame [info frame $level]
        if {[dict get $frame type] eq "source"} {
            set file [dict get $frame file]
            if {[file dirname $file] ne $folder} {
                return [list [inside $file] [dict get $frame line]]
            }
        }
    }
    return [list "" 0]
}

# A path relative to the run's folder if it lies there.
proc drive::inside {path} {
    variable settings
    set path [file normalize $path]
    set root [file normalize $settings(root)]/
    if {[string equal -length [string length $root] $root $path]} {
        return [string range $path [string length $root] end]
    }
    return $path
}

# Add code to the beginning of a method of a class of ns.
proc drive::add_to_start {class method code} {
    $class instproc $method [arguments_of $class $method] \
        "$code\n[$class info instbody $method]"
}

# Add code to the end of a method whose result nobody uses.
proc drive::add_to_end {class method code} {
    $class instproc $method [arguments_of $class $method] \
        "[$class info instbody $method]\n$code"
}

# The arguments of a method, with their defaults.
proc drive::arguments_of {class method} {
    return [lmap name [$class info instargs $method] {
        expr {[$class info instdefault $method $name default] ? [list $name $default] : $name}
    }]
}

# Note how the run ended. Called when the script ends, calls "exit", or fails.
proc drive::ended {status} {
    cut_closed_files
    note ended $status {*}[progress]
    note drawn [has_drawn]
    note names {*}[script_variables]
}

proc drive::failed {message trace} {
    note error $message $trace [endings::cause $trace] {*}[progress]
}

# ns calls it for errors in commands of "$ns at".
proc drive::event_failed {message} {
    failed [regsub {^[^:]*: } $message ""] $::errorInfo
    event_failed_as_before $message
}

proc drive::prepare {settings_path} {
    variable settings
    variable notes
    variable folder
    set ::endings::driver $folder
    read_settings $settings_path
    set notes [open $settings(notes) w]
    fconfigure $notes -encoding utf-8
    foreach part {variables chance files progress} {
        uplevel #0 [list source [file join $folder $part.tcl]]
    }
    rename ::tkerror ::drive::event_failed_as_before
    interp alias {} ::tkerror {} ::drive::event_failed
    rename ::exit ::drive::exit_as_before
    proc ::exit {{status 0}} {
        drive::ended $status
        drive::exit_as_before $status
    }
    set ::argv0 $settings(script)
    set ::argv $settings(argument)
    set ::argc [llength $::argv]
    force_variables
    start_random_numbers
    watch_files
    watch_progress
}

drive::prepare [lindex $argv 0]
if {[catch {uplevel #0 [list source $::drive::settings(script)]}]} {
    drive::failed [lindex [split $::errorInfo \n] 0] $::errorInfo
    puts stderr $::errorInfo
    exit 1
}
exit
