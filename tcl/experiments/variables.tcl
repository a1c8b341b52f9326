# Parameters are global variables, or elements of global arrays. Each has its value before the
# script starts, and gets it back whenever the script sets it: by "set", "array set", "incr",
# through "upvar" or "global", from its command line.

namespace eval drive {
    variable forced
    array set forced {}
    variable globals_before {}
}

proc drive::force_variables {} {
    variable settings
    variable forced
    variable globals_before
    set globals_before [info globals]
    foreach pair $settings(variable) {
        lassign $pair name value
        set forced($name) $value
        if {[set space [namespace qualifiers [regsub {\(.*} $name ""]]] ne ""} {
            namespace eval ::$space {}
        }
        set ::$name $value
        watch_variable $name
    }
}

proc drive::watch_variable {name} {
    trace add variable ::$name read [list drive::variable_read $name]
    trace add variable ::$name write [list drive::variable_written $name]
    trace add variable ::$name unset [list drive::variable_unset $name]
}

proc drive::variable_written {name args} {
    variable forced
    set ::$name $forced($name)
    note_once set $name
}

# Unsetting a variable removes its traces, and the script may set it anew.
proc drive::variable_unset {name args} {
    watch_variable $name
}

proc drive::variable_read {name args} {
    trace remove variable ::$name read [list drive::variable_read $name]
    note_once read $name
}

# The names of the script's global variables and of elements of its arrays, without very large
# ones: of use where a parameter is misspelt.
proc drive::script_variables {} {
    variable globals_before
    set names {}
    foreach name [info globals] {
        if {$name in $globals_before || [string match auto_* $name]} {
            continue
        }
        if {![array exists ::$name]} {
            lappend names $name
        } elseif {[array size ::$name] <= 200} {
            foreach element [array names ::$name] {
                lappend names ${name}($element)
            }
        }
    }
    return $names
}
