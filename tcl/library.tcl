# Loads library files by name:  source library.tcl; uses topology traffic …

set tcl_folder [file dirname [file normalize [info script]]]

# Source library files, each once.
proc uses {args} {
    global tcl_folder loaded
    foreach name $args {
        if {![info exists loaded($name)]} {
            set loaded($name) 1
            uplevel #0 [list source [file join $tcl_folder library $name.tcl]]
        }
    }
}
