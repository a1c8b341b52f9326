# What objects answer when their variables are read and set, when they are made, and when they are
# asked for commands that nobody has.
set ns [new Simulator]

# What a script gives, or its error. A message may hold a script that failed; its start is enough.
proc ask {script} {
    set status [catch {uplevel #0 $script} result]
    puts "$script: $status [string range $result 0 200]"
}

# Of a command that no class has, the calls that led to it.
proc ask_calls {script} {
    catch {uplevel #0 $script}
    puts "$script: $::errorInfo"
}

set tcp [new Agent/TCP]
foreach variable {
    window_ cwnd_ packetSize_ fid_ nosuch {a b} var args self class proc ::global "" a-b 1
} {
    ask [list $tcp set $variable]
    ask [list $tcp set $variable 7]
    ask [list $tcp set $variable]
    ask [list $tcp set $variable 3 4]
    ask [list $tcp set $variable]
}
foreach value {2.5 abc 1e3 0x10 -1 {} {1 2} true 9999999999} {
    foreach variable {window_ cwnd_ maxburst_ bugFix_ own} {
        ask [list $tcp set $variable $value]
        ask [list $tcp set $variable]
    }
}
ask {$tcp set}
ask {$tcp set dst_}
ask {$tcp set numbers(a) 3}
ask {$tcp set numbers(a)}
ask {$tcp set numbers}
ask {$tcp set numbers(b)}
ask {$tcp set window_(a) 3}
ask {$tcp array names numbers}
ask {lsort [$tcp info vars]}

# Variables that are bound at once, that are rates or times, and that no C++ object has.
ask {set source [new Application/Traffic/CBR]; $source set rate_ 1Mb}
ask {$source set rate_}
ask {$source set rate_ 64kB; $source set rate_}
ask {set red [new Queue/RED]; list [$red set thresh_] [$red set limit_ 9] [$red set limit_]}
ask {set hash [new Classifier/Hash/Dest 32]; $hash set default_}
ask {$hash set shift_ zz; $hash set shift_}
ask {set random [new RandomVariable/Exponential]; $random set avg_ 3; $random set avg_}
ask {$ns set nosuch}
ask {$ns set own 4}
Class Plain -superclass SplitObject
ask {Plain create plain}

# Defaults: of classes of one's own, changed ones, and of a class that is no ancestor.
Agent/TCP set window_ 11
ask {[new Agent/TCP] set window_}
ask {[new Agent/TCP/Newreno] set window_}
Agent/TCP/Newreno set window_ 12
ask {[new Agent/TCP/Newreno] set window_}
Class Agent/TCP/Mine -superclass {Agent/TCP/Newreno}
ask {[new Agent/TCP/Mine] set window_}
Agent/TCP/Mine set window_ 13
Agent/TCP/Mine set own_ 14
Agent/TCP/Mine instproc set args {
    puts "set $args"
    return [eval $self next $args]
}
ask {set mine [new Agent/TCP/Mine]; $mine set window_}
ask {$mine set own_}
ask {$mine nosuch 1 {2 3}}
Agent/TCP/Mine instproc unknown args {return "mine: $args"}
ask {$mine nosuch 1 {2 3}}
ask {new Agent/NoSuch}

# Commands that fail, and what fails within.
ask {$tcp nosuch}
ask {$tcp nosuch a {b c} \{}
ask {$tcp attach-app}
ask {$ns nosuch a}
ask_calls {$tcp nosuch a {b c}}
ask_calls {[$ns node] nosuch}
$tcp proc done {} {error inside}
ask {$tcp done}
proc both {} {
    $::tcp set within_ 4
    return [list [$::tcp set within_] [$::tcp set window_] [info locals]]
}
ask both
ask {lsort [info globals h*]}

# A command may make names of an object's variables known where it is executed. That is no place of
# the caller's: neither outside of procedures, nor in one that has such a name itself.
ask {set srm [new Agent/SRM]; $srm tracevar C1_}
ask {info exists C1_}
proc traced {} {
    set D1_ mine
    $::srm tracevar D1_
    $::srm tracevar C2_
    return [list $D1_ [lsort [info locals]] [info level]]
}
ask traced
ask {$srm set C1_ 2.5; list [$srm set C1_] [$srm set D1_ 0.5] [$srm set C2_]}
ask {$srm tracevar nosuch}
