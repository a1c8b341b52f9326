# Agents that are not part of ns: shared libraries (C++) that a run loads, and their protocols.

uses check parameters traffic

namespace eval agents {}

# Load a library and source its scripts, which set defaults.
proc agents::load {library scripts} {
    ::load $library Agent
    foreach script $scripts {
        uplevel #0 [list source $script]
    }
}

# Register a protocol with traffic::tcp: the class of its sender, its receiver (plain, or sack: with
# selective acknowledgements), and values of variables as a dictionary.
proc agents::protocol {name sender receiver variables} {
    check::word name $name
    if {![regexp {^Agent/TCP(/[A-Z][A-Za-z0-9]*)+$} $sender]} {
        check::refuse sender "a class such as Agent/TCP/Name" $sender
    }
    if {![llength [info commands $sender]]} {
        error "protocol $name: its library has no class $sender"
    }
    set sink [check::choice receiver $receiver {
        plain Agent/TCPSink
        sack Agent/TCPSink/Sack1
    }]
    dict for {variable value} $variables {
        check::variable "protocol $name" $variable
        check::number $variable $value
    }
    traffic::add_variant $name $sender $sink $variables
}

# What the parameters describe:
#   agents.N.file                      the library
#   agents.N.scripts.K                 Tcl files that go with it
#   protocols.N.name/.sender/.receiver
#   protocols.N.variables.K.name/.value
proc agents::from_parameters {} {
    for {set index 0} {[parameters::has agents.$index.file]} {incr index} {
        set scripts {}
        for {set k 0} {[parameters::has agents.$index.scripts.$k]} {incr k} {
            lappend scripts [parameters::raw agents.$index.scripts.$k]
        }
        load [parameters::raw agents.$index.file] $scripts
    }
    for {set index 0} {[parameters::has protocols.$index.name]} {incr index} {
        protocol [parameters::word protocols.$index.name] \
            [parameters::raw protocols.$index.sender] \
            [parameters::word protocols.$index.receiver] \
            [variables_of protocols.$index.variables]
    }
}

proc agents::variables_of {prefix} {
    set found {}
    for {set k 0} {[parameters::has $prefix.$k.name]} {incr k} {
        dict set found [parameters::raw $prefix.$k.name] [parameters::number $prefix.$k.value]
    }
    return $found
}
