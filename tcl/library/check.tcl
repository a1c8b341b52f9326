# Validation of values. Every procedure of this library checks its arguments with these before
# ns gets them, since ns evaluates some arguments as Tcl: a value such as "[exec rm x]" is refused
# here, by name, and never executed.

namespace eval check {}

proc check::refuse {name expected value} {
    error "$name: expected $expected, found \"$value\""
}

# A finite number; not below the minimum, if one is given.
proc check::number {name value {minimum ""}} {
    if {![regexp {^-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?$} $value]} {
        refuse $name "a number" $value
    }
    if {abs($value) > 1.7976931348623157e308} {
        refuse $name "a number not above 1.7976931348623157e308" $value
    }
    if {$minimum ne "" && $value < $minimum} {
        refuse $name "a number not below $minimum" $value
    }
    return $value
}

# For tables of options, which name a procedure and nothing else.
proc check::not_negative {name value} {
    return [number $name $value 0]
}

proc check::positive_integer {name value} {
    return [integer $name $value 1]
}

# A number between 0 and 1, and neither of them.
proc check::fraction {name value} {
    if {[number $name $value] <= 0 || $value >= 1} {
        refuse $name "a number between 0 and 1" $value
    }
    return $value
}

# A whole number without leading zeros, from the minimum to the maximum. ns holds integers in 32
# bits, and wraps around without an error.
proc check::integer {name value {minimum -2147483648} {maximum 2147483647}} {
    if {![regexp {^-?(0|[1-9][0-9]*)$} $value]} {
        refuse $name "an integer" $value
    }
    if {$value < $minimum} {
        refuse $name "an integer not below $minimum" $value
    }
    if {$value > $maximum} {
        refuse $name "an integer not above $maximum" $value
    }
    return $value
}

# 1 or 0, from "true" or "false".
proc check::flag {name value} {
    switch -exact -- $value {
        true {return 1}
        false {return 0}
    }
    refuse $name "true or false" $value
}

# A list that is not empty.
proc check::filled {name value} {
    if {![string is list $value] || ![llength $value]} {
        refuse $name "a list" $value
    }
    return $value
}

# A lower-case name such as "newreno" or "control-driven".
proc check::word {name value} {
    if {![regexp {^[a-z][a-z0-9-]*$} $value]} {
        refuse $name "a lower-case name" $value
    }
    return $value
}

# The name of an object's variable, such as "rule_".
proc check::variable {name value} {
    if {![regexp {^[a-z][A-Za-z0-9_]*$} $value]} {
        refuse $name "the name of a variable" $value
    }
    return $value
}

# What a choice stands for: the entry of a dictionary that the value names.
proc check::choice {name value meanings} {
    if {![dict exists $meanings $value]} {
        refuse $name "one of [join [lsort [dict keys $meanings]] {, }]" $value
    }
    return [dict get $meanings $value]
}

# Options "-name value …" as a dictionary. The table gives for each name the procedure that checks
# its value (such as check::number), and what else the caller keeps there.
proc check::options {arguments table} {
    if {[llength $arguments] % 2} {
        error "[lindex $arguments end]: expected -option value …"
    }
    set found {}
    foreach {option value} $arguments {
        set name [string range $option 1 end]
        if {[string index $option 0] ne "-" || ![dict exists $table $name]} {
            refuse option "one of -[join [lsort [dict keys $table]] {, -}]" $option
        }
        dict set found $name [[lindex [dict get $table $name] 0] $name $value]
    }
    return $found
}

# Set ns' variables of an object from such options; the table's second column names them.
proc check::apply {object options table} {
    dict for {name value} $options {
        assign $object [lindex [dict get $table $name] 1] $value
    }
}

# Set one of ns' variables of an object, and see that it holds the value: an integer's holds no
# fraction, and nothing beyond 32 bits.
proc check::assign {object variable value} {
    $object set $variable $value
    set held [$object set $variable]
    if {$held != $value} {
        refuse $variable "a number that ns can hold; it would take $held for it" $value
    }
}
