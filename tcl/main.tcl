# Runs one scenario:  ns main.tcl PARAMETER-FILE OUTPUT-FOLDER
#
# The parameter file holds one "key<TAB>value" a line. Its values are data: they are
# checked when they are read (library/parameters.tcl) and never evaluated. The study's own
# script names the library files it needs with "uses"; what it can reach through them is
# exactly what a run of that study depends on.

source [file join [file dirname [file normalize [info script]]] library.tcl]

proc main {arguments} {
    global tcl_folder
    if {[llength $arguments] != 2} {
        error "usage: ns main.tcl PARAMETER-FILE OUTPUT-FOLDER"
    }
    lassign $arguments parameter_file output_folder
    uses parameters
    parameters::read $parameter_file
    if {[parameters::has agents.0.file]} {
        uses agents
        agents::from_parameters
    }
    set study [parameters::word study]
    uplevel #0 [list source [file join $tcl_folder studies $study.tcl]]
    run_scenario $output_folder
}

# For some errors ns would exit with status 0. The call stack goes to the log only.
if {[catch {main $argv} message]} {
    puts stderr "scenario error: $message"
    puts stderr $errorInfo
    exit 1
}
