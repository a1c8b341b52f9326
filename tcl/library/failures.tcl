# Links and nodes that fail and return. While a link is down, in both directions, its queues
# are flushed and what is sent over it is lost. Routes follow only if routing is not static
# (simulation::routing). Times are seconds since the simulation's beginning.

uses check simulation topology

namespace eval failures {}

proc failures::link_down {from to at_s} {
    fail_and_return $from $to $at_s down
}

proc failures::link_up {from to at_s} {
    fail_and_return $from $to $at_s up
}

# ns makes a link one that can fail when the simulation starts. Done now, traces of the link that
# are asked for from now on hold its failures and what is lost by them.
proc failures::fail_and_return {from to at_s state} {
    foreach ends [list [list $from $to] [list $to $from]] {
        [topology::link {*}$ends] dynamic
    }
    [simulation::ns] rtmodel-at [check::number at_s $at_s 0] $state \
        [topology::node $from] [topology::node $to]
}

# One failure of a link.
proc failures::link_outage {from to down_s up_s} {
    check::number down_s $down_s 0
    check::number up_s $up_s $down_s
    link_down $from $to $down_s
    link_up $from $to $up_s
}

# One failure of a node: of all links that it has now.
proc failures::node_outage {id down_s up_s} {
    check::number down_s $down_s 0
    check::number up_s $up_s $down_s
    [simulation::ns] rtmodel-at $down_s down [topology::node $id]
    [simulation::ns] rtmodel-at $up_s up [topology::node $id]
}

# A link that fails again and again: first at first_s, then down for down_for_s and up for
# up_for_s in turn, count times.
proc failures::flaps {from to first_s down_for_s up_for_s count} {
    set at_s [check::number first_s $first_s 0]
    check::number down_for_s $down_for_s 0
    check::number up_for_s $up_for_s 0
    check::integer count $count 1
    for {set index 0} {$index < $count} {incr index} {
        link_outage $from $to $at_s [expr {$at_s + $down_for_s}]
        set at_s [expr {$at_s + $down_for_s + $up_for_s}]
    }
}

# A link that fails at random until until_s: it is up and down for times from exponential
# distributions with these means, in seconds, and up at the end. generator: see
# simulation::generator. The first failure follows a time of being up from from_s on.
proc failures::random {from to from_s until_s mean_up_s mean_down_s generator} {
    set at_s [check::number from_s $from_s 0]
    check::number until_s $until_s $from_s
    foreach name {mean_up_s mean_down_s} {
        if {[check::number $name [set $name] 0] == 0} {
            check::refuse $name "a time above 0" [set $name]
        }
    }
    set up [simulation::exponential $mean_up_s $generator]
    set down [simulation::exponential $mean_down_s $generator]
    while {[set at_s [expr {$at_s + [$up value]}]] < $until_s} {
        set up_s [expr {min($at_s + [$down value], $until_s)}]
        link_outage $from $to $at_s $up_s
        set at_s $up_s
    }
}

# Every outages.N.from/.to of the parameters is a link that fails at .down_s and is back at .up_s.
proc failures::from_parameters {} {
    for {set index 0} {[parameters::has outages.$index.from]} {incr index} {
        link_outage \
            [parameters::integer outages.$index.from] [parameters::integer outages.$index.to] \
            [parameters::number outages.$index.down_s] [parameters::number outages.$index.up_s]
    }
}
