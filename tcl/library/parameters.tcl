# A scenario's parameters, read as data.
#
# Each accessor says what it expects of a value and stops the run with the key's name if
# it finds something else. parameters::require_all_read catches a parameter that the
# script never read, and which therefore has no effect.

uses check

namespace eval parameters {
    variable values
    variable seen
    array set values {}
    # Parameters that only metrics use; scripts need not read them.
    array set seen {measured_from_s 1}
}

# Read the file: one "key<TAB>value" a line.
proc parameters::read {path} {
    variable values
    set channel [open $path r]
    fconfigure $channel -encoding utf-8 -translation lf
    set number 0
    while {[gets $channel line] >= 0} {
        incr number
        set tab [string first "\t" $line]
        if {$tab < 1} {
            error "$path, line $number: expected key<TAB>value"
        }
        set values([string range $line 0 $tab-1]) [string range $line $tab+1 end]
    }
    close $channel
}

# The value of a key exactly as the file has it.
proc parameters::raw {key} {
    variable values
    variable seen
    if {![info exists values($key)]} {
        error "parameter $key is missing"
    }
    set seen($key) 1
    return $values($key)
}

# A finite number.
proc parameters::number {key} {
    return [check::number "parameter $key" [raw $key]]
}

# A whole number that ns can hold.
proc parameters::integer {key} {
    return [check::integer "parameter $key" [raw $key]]
}

# 1 or 0, from "true" or "false".
proc parameters::flag {key} {
    return [check::flag "parameter $key" [raw $key]]
}

# A lower-case name such as "newreno" or "control-driven".
proc parameters::word {key} {
    return [check::word "parameter $key" [raw $key]]
}

# What a choice stands for: the entry of a dictionary that the value names.
proc parameters::choice {key meanings} {
    return [check::choice "parameter $key" [raw $key] $meanings]
}

# Is the parameter there at all?
proc parameters::has {key} {
    variable values
    return [info exists values($key)]
}

# The first of some keys that is there; the last one if none is, for the message.
proc parameters::first {args} {
    foreach key $args {
        if {[has $key]} {
            return $key
        }
    }
    return $key
}

# Options "-name value …" for a procedure whose table of options (check::options) is given: for
# each name the value under the first prefix that has one, and none if no prefix has.
proc parameters::options {table args} {
    set found {}
    dict for {name entry} $table {
        set key [first {*}[lmap prefix $args {string cat $prefix . $name}]]
        if {[has $key]} {
            [lindex $entry 0] "parameter $key" [raw $key]
            lappend found -$name [raw $key]
        }
    }
    return $found
}

proc parameters::require_all_read {} {
    variable values
    variable seen
    foreach key [lsort [array names values]] {
        if {![info exists seen($key)]} {
            error "parameter $key has no effect in this study's script"
        }
    }
}
