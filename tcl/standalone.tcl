# Stands for main.tcl in a script that "./reproduce scenario" has written. The parameters, the
# library and the study's procedure are in that same script, so nothing is sourced.

namespace eval standalone {}

# Hand the parameters, a "key value" a line, to the library, which checks each value when it is
# used. Lines are read as Tcl lists: that evaluates nothing, whatever a value holds. Empty lines
# and those that begin with # are left out.
proc standalone::take_parameters {text} {
    foreach line [split $text \n] {
        set line [string trim $line]
        if {$line eq "" || [string index $line 0] eq "#"} {
            continue
        }
        if {[catch {llength $line} words] || $words != 2} {
            error "parameters: expected a key and a value, found \"$line\""
        }
        lassign $line key value
        if {[info exists parameters::values($key)]} {
            error "parameters: $key is there twice"
        }
        set parameters::values($key) $value
    }
}

# Load the compiled library of an agent: the file that agents.NUMBER.file names.
proc standalone::load_agent {number name} {
    set key agents.$number.file
    set file [parameters::raw $key]
    if {![file isfile $file]} {
        error "parameter $key: there is no file \"$file\".\
            \"./reproduce agents $name\" compiles the library and says where it is"
    }
    agents::load $file {}
}

# Run the scenario. Files are written to the folder that is named after the script, or the
# current one.
proc standalone::main {arguments} {
    if {[llength $arguments] > 1} {
        error "expected at most one word after the script: the folder for what it writes"
    }
    set output_folder [expr {[llength $arguments] ? [lindex $arguments 0] : "."}]
    file mkdir $output_folder
    if {[parameters::has agents.0.file]} {
        agents::from_parameters
    }
    run_scenario $output_folder
}

# For some errors ns would exit with status 0.
proc standalone::try {args} {
    if {[catch {uplevel #0 $args} message]} {
        puts stderr "scenario error: $message"
        puts stderr $::errorInfo
        exit 1
    }
}
