# Runs scenarios one after the other:  ns runs.tcl
#
# Each goes on from here in a process of its own, with what main.tcl does: ns loads its library
# once, not for each run. A line of the standard input is the folder of a run, which holds its
# parameter file. When it has ended, a line of the standard output says its wait status and CPU
# seconds.

namespace eval runs {
    variable main [file join [file dirname [file normalize [info script]]] main.tcl]
}

proc runs::serve {} {
    while {[gets stdin folder] >= 0} {
        set log [file join $folder ns.log]
        if {[catch {Apart run $log} ended]} {
            set ended [not_started $log $ended]
        }
        if {$ended eq ""} {
            go_on $folder
        }
        puts $ended
        flush stdout
    }
}

proc runs::go_on {folder} {
    variable main
    cd $folder
    set ::argv [list [file join $folder parameters.tsv] $folder]
    uplevel #0 [list source $main]
    exit
}

# The wait status and CPU seconds of a run that there was no process for.
proc runs::not_started {log message} {
    set channel [open $log a]
    puts $channel "scenario error: $message"
    close $channel
    return {256 0}
}

runs::serve
