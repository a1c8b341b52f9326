# Known endings of ns: what is printed or happens, and a sentence on its cause and remedy, those
# first that say more. A sentence may name what the pattern's parentheses have found (\1).
namespace eval endings {
    # What was said of an error that ns ends for by "exit".
    variable said ""
    # The command of "$ns at" during which ns crashed.
    variable executing ""
    # The folder of files that drive a script, and are none of its places.
    variable driver ""
    variable causes {
        {couldn't execute "(nam|xgraph|gnuplot)"}
        {\1 is not installed, which shows results: the traces are complete up to here.}
        {couldn't execute "([^"]+)"}
        {The script starts \1, which is not installed, or not beside the script.}
        {couldn't (?:open|read file) "([^"]+)": no such file}
        {There is no file \1: put it beside the script; an experiment lists it under files.}
        {couldn't open "([^"]+)": (?:permission denied|is a directory)}
        {\1 can't be written: choose a file in a folder of yours.}
        {invalid command name "(Agent/(?:AODV|DSR|DSDV|OLSR|AOMDV|GPSR|ZRP)\S*)"}
        {This ns has no \1: it belongs to an extension that this build lacks, or is misspelt.}
        {invalid command name "((?:Agent|Queue|Mac|Phy|Application|Trace|Propagation)/\S+)"}
        {This ns has no class \1: it is misspelt, or belongs to an extension of ns.}
        {invalid command name "(_o\d+|)"$}
        {An object is used that was deleted, or a variable that is empty.}
        {can(?:'t| ?not) find channel named|channel "[^"]*" wasn't opened for writing}
        {A file is used after it was closed: close it last, after flush-trace.}
        {can't read "(?:argv|argc)|can't read "opt\(|[Uu]sage:? }
        {The script expects arguments: give them behind its name; an experiment has "arguments".}
        {can't set "([^"]+)": variable is(?:n't)? an? ?array}
        {\1 is an array in one place and none in the other: name elements, such as val(rate).}
        {_o\d+ cmd port-dmux}
        {The routing agent lacks port-dmux, as TORA does in ns-2.35: no node can use it.}
        {^(?:[^\n]*: )?\n    \(_o\d+ cmd line 1\)\n[^\n]*\n"_o\d+ cmd ([^\s"]+)}
        {The object has no method \1: it is misspelt, has other arguments, or is of another class.}
        {can't read "agent_(?:addr|port)_"}
        {"connect" takes two agents, and one of these is none.}
        {can't read "ns_?": no such variable}
        {A procedure uses the simulator without "global ns".}
        {can't read "([^"(]+)\(([^")]*)\)": no such}
        {\1(\2) is read before it is set: a name is misspelt, or a node has no such number.}
        {can't read "([^"]+)": no such variable}
        {\1 is read before it is set; in a procedure, "global \1" makes it known.}
        {wrong # args: should be "([^"]+)"}
        {A command has too few or too many arguments: its form is \1.}
        {can't schedule command in past}
        {A time given to "$ns at" lies before the present one.}
        {no-slot (?:-1|4294967295)}
        {A packet has no route: the network is in two parts, or its destination is no node.}
        {no-slot}
        {A packet arrived where no agent is attached: see which agents are connected, and to what.}
        {Event UID not valid}
        {An event was scheduled twice: a timer, or an agent's packet, is used before it is free.}
        {going backwards in time|negative delay}
        {An event has a negative delay: a link or a timer has a delay below zero.}
        {divide by zero|floating-point value too large|domain error}
        {An expression of the script has no number as its result: see what it divides by.}
        {bad value|Setting random number seed to known bad}
        {A seed must be between 1 and 2^31-2.}
        {attach_network}
        {An agent has to be attached to a node before it is connected.}
        {unknown (?:packet )?type|invalid packet type}
        {A packet is of a type that this ns does not know: an extension of ns has to name it.}
        {bad_alloc|unable to (?:re)?alloc|out of memory}
        {There is no memory left: trace or simulate less.}
        {abort TORA}
        {TORA works with few settings only, and stops where a route ends that it needs.}
        {abort .*Tmix}
        {Tmix stops at connection vectors that it can't read, or that have the other format.}
        {abort}
        {ns stopped itself at a state that it does not allow.}
        {SIG(?:SEGV|BUS) .*Application/\S+ (?:start|send)\M}
        {This source has no agent: it needs "attach-agent" before it starts.}
        {SIG(?:SEGV|BUS) .*DSR Queue/DropTail/PriQueue}
        {DSR needs the interface queue CMUPriQueue, not Queue/DropTail/PriQueue.}
        {SIG(?:SEGV|BUS)}
        {Usual causes: a source without an agent, an agent without a node, or not connected.}
        {SIGFPE link (\S+)}
        {Link \1 has a bandwidth of 0: a number is missing, as in "Mb" without one.}
        {SIGFPE}
        {A division by zero within ns: a bandwidth, packet size or rate of zero.}
    }
}

proc endings::cause text {
    variable causes
    foreach {pattern sentence} $causes {
        set places [regexp -inline -indices -- $pattern $text]
        if {$places ne ""} {
            set found [lmap place $places {string range $text {*}$place}]
            set names [list "\\1" [lindex $found 1] "\\2" [lindex $found 2]]
            return [string map $names $sentence]
        }
    }
    return ""
}

# Called when ns ends early: by a signal (SIGSEGV), by "abort" or a text of its own, or by "exit"
# with another status than 0. Writes one sentence, if there is anything to say.
proc endings::explain ending {
    variable said
    set text ""
    if {$ending ne "exit"} {
        set text [circumstances $ending]
    } elseif {$said ne ""} {
        set text $said
    } elseif {[info exists ::errorInfo] && [regexp {\(file "[^"]+" line \d+\)$} $::errorInfo]} {
        set text $::errorInfo
    } elseif {$::argv eq "" && [line_with {[Uu]sage}] ne ""} {
        set text "usage: "
    }
    if {$text eq ""} {
        return
    }
    set parts [list [place $text] [cause $text]]
    set parts [lsearch -all -inline -not -exact $parts ""]
    if {$parts ne ""} {
        puts stderr "ns: [join $parts ": "]"
    }
}

# What is known of a crash beside its signal: links without a bandwidth, settings of nodes, the
# class of the object and the method of the command of "$ns at".
proc endings::circumstances ending {
    variable executing
    set words [list $ending]
    set simulator [Simulator info instances]
    if {$simulator ne ""} {
        if {$ending eq "SIGFPE" && [set link [idle_link [lindex $simulator 0]]] ne ""} {
            return "SIGFPE link $link"
        }
        foreach name {routingAgent_ ifqType_} {
            if {![catch {[lindex $simulator 0] set $name} value]} {
                lappend words $value
            }
        }
    }
    if {![catch {[lindex $executing 0] info class} class]} {
        lappend words $class
    }
    return [join [concat $words [lrange $executing 1 1]]]
}

# The nodes of a link whose bandwidth is 0, such as 0-1; nothing if there is none.
proc endings::idle_link simulator {
    foreach name [$simulator array names link_] {
        if {![catch {[$simulator set link_($name)] bw} bandwidth] && $bandwidth == 0} {
            return [string map {: -} $name]
        }
    }
    return ""
}

# Where in the script an error or a crash happened, such as "a.tcl, line 5"; nothing if unknown.
proc endings::place text {
    variable executing
    foreach {frame owner name line} \
        [regexp -all -inline {\((\S+) (?:instproc )?("[^"]+"|\S+) line (\d+)\)} $text] {
        set name [string trim $name \"]
        if {$owner eq "file"} {
            return "$name, line $line"
        }
        set first [line_with "^\\s*(?:\\S+ +inst)?proc\\s+[escaped $name]\\s"]
        if {$first ne ""} {
            return "$::argv0, line [expr {$first + $line - 1}]"
        }
    }
    if {[set place [frame_of_script]] ne ""} {
        return $place
    }
    if {[string match "SIGFPE link *" $text]} {
        set line [line_with {link\s+\S+\s+\S+\s+[[:alpha:]]}]
        return [expr {$line eq "" ? "" : "$::argv0, line $line"}]
    }
    foreach name [names_of [lindex $executing 0]] {
        set rest [escaped [lrange $executing 1 1]]
        set line [line_with "\\$\\{?[escaped $name]\\}?\\s+$rest\\M"]
        if {$line ne ""} {
            return "$::argv0, line $line"
        }
    }
    return ""
}

# The place of the innermost command of a file that is being executed; none within "$ns run".
proc endings::frame_of_script {} {
    variable driver
    for {set level [expr {[info frame] - 1}]} {$level > 0} {incr level -1} {
        set frame [info frame $level]
        if {[dict get $frame type] ne "source"} {
            continue
        }
        if {[regexp {\mrun$} [dict get $frame cmd]]} {
            break
        }
        set file [dict get $frame file]
        if {[file dirname $file] ne $driver} {
            if {$file eq [file normalize $::argv0]} {
                set file $::argv0
            }
            return "$file, line [dict get $frame line]"
        }
    }
    return ""
}

proc endings::escaped text {
    return [regsub -all {\W} $text {\\&}]
}

# The number of the script's first line that a pattern fits; nothing if there is none.
proc endings::line_with pattern {
    if {[catch {open $::argv0} script]} {
        return ""
    }
    set lines [split [read $script] \n]
    close $script
    set index [lsearch -regexp $lines $pattern]
    return [expr {$index < 0 ? "" : $index + 1}]
}

# The global variables, and elements of arrays, that hold an object.
proc endings::names_of object {
    set names {}
    foreach name [info globals] {
        if {![array exists ::$name]} {
            if {[info exists ::$name] && [set ::$name] eq $object} {
                lappend names $name
            }
        }
    }
    return $names
}

# Errors in commands of "$ns at": as they were, but that their cause is told.
proc tkerror message {
    global errorInfo
    set ::endings::said $errorInfo
    puts -nonewline "$message: "
    puts $errorInfo
    exit 1
}

Classifier instproc no-slot slot \
    "set ::endings::said \"no-slot \$slot\"\n[Classifier info instbody no-slot]"

# Tcl's own random numbers, told of once where somebody looks on: without a seed, or with the time
# as one, no run can be repeated.
proc endings::told_of_random {name args} {
    set place [frame_of_script]
    set command ""
    catch {set command [dict get [info frame -1] cmd]}
    foreach each {rand srand} {
        interp alias {} ::tcl::mathfunc::$each {}
        rename ::endings::$each ::tcl::mathfunc::$each
    }
    if {$name eq "rand" || [regexp {clock|pid} $command]} {
        set told "${name}() gives other numbers in each run; \"new RNG\" repeats them."
        puts stderr "ns: $place: $told"
    }
    return [::tcl::mathfunc::$name {*}$args]
}

if {[Endings watched]} {
    foreach each {rand srand} {
        rename ::tcl::mathfunc::$each ::endings::$each
        interp alias {} ::tcl::mathfunc::$each {} ::endings::told_of_random $each
    }
}
