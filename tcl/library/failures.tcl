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

# Prepare a link for failures now; ns would do so when the simulation starts. Traces of the link
# that are created after this show its failures and the packets lost by them.
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

# A link that alternates between flapping and being stable, from first_s until until_s: for
# on_for_s it is in turn down for down_for_s and up for up_for_s, then it stays up for off_for_s.
proc failures::flap_periods {from to first_s until_s down_for_s up_for_s on_for_s off_for_s} {
    check::number first_s $first_s 0
    check::number until_s $until_s $first_s
    foreach name {down_for_s up_for_s on_for_s} {
        if {[check::number $name [set $name] 0] == 0} {
            check::refuse $name "a time above 0" [set $name]
        }
    }
    set period_s [expr {$on_for_s + [check::number off_for_s $off_for_s 0]}]
    # Times are multiples of a count: adding up periods would accumulate rounding errors.
    for {set period 0} {$first_s + $period * $period_s < $until_s} {incr period} {
        set start_s [expr {$first_s + $period * $period_s}]
        set end_s [expr {min($start_s + $on_for_s, $until_s)}]
        for {set flap 0} {1} {incr flap} {
            set down_s [expr {$start_s + $flap * ($down_for_s + $up_for_s)}]
            # What rounding leaves at the end of a period is too short to be a failure.
            if {$down_s > $end_s - 1e-9} {
                break
            }
            link_outage $from $to $down_s [expr {min($down_s + $down_for_s, $end_s)}]
        }
    }
}

# A link that fails again and again until until_s, first at first_s: times down and times up are
# uniformly distributed between the least and the most given, in seconds. It is up at the end.
# generator: see simulation::generator.
proc failures::unsteady {from to first_s until_s down_for_s up_for_s generator} {
    set at_s [check::number first_s $first_s 0]
    check::number until_s $until_s $first_s
    foreach {name range} [list down $down_for_s up $up_for_s] {
        lassign $range least most
        check::number "least ${name}_for_s" $least 0
        if {[check::number "most ${name}_for_s" $most $least] == 0} {
            check::refuse "most ${name}_for_s" "a time above 0" $most
        }
        set $name [simulation::uniform $least $most $generator]
    }
    while {$at_s < $until_s} {
        set up_s [expr {min($at_s + [$down value], $until_s)}]
        link_outage $from $to $at_s $up_s
        set at_s [expr {$up_s + [$up value]}]
    }
}

# A link that fails at random until until_s: it is up and down for times from exponential
# distributions with these means, in seconds, and up at the end. generator: see
# simulation::generator. At from_s the link is up, until its first failure.
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

# Every link that the parameters say fails:
#   outages.N.from/.to, .down_s, .up_s       one failure; without .up_s it is permanent
#   flaps.N.from/.to, .first_s, .until_s, .down_for_s, .up_for_s, .on_for_s, .off_for_s
#                                            see failures::flap_periods
#   unsteady.N.from/.to, .first_s, .until_s, .least_down_s, .most_down_s, .least_up_s, .most_up_s
#                                            see failures::unsteady
# generator: for the random times; see simulation::generator.
proc failures::from_parameters {{generator ""}} {
    for {set index 0} {[parameters::has outages.$index.from]} {incr index} {
        set outage outages.$index
        set down_s [parameters::number $outage.down_s]
        if {[parameters::has $outage.up_s]} {
            link_outage {*}[ends_of $outage] $down_s [parameters::number $outage.up_s]
        } else {
            link_down {*}[ends_of $outage] $down_s
        }
    }
    for {set index 0} {[parameters::has flaps.$index.from]} {incr index} {
        flap_periods {*}[ends_of flaps.$index] {*}[times_of flaps.$index \
            {first_s until_s down_for_s up_for_s on_for_s off_for_s}]
    }
    for {set index 0} {[parameters::has unsteady.$index.from]} {incr index} {
        set link unsteady.$index
        unsteady {*}[ends_of $link] {*}[times_of $link {first_s until_s}] \
            [times_of $link {least_down_s most_down_s}] \
            [times_of $link {least_up_s most_up_s}] $generator
    }
}

proc failures::ends_of {key} {
    return [list [parameters::integer $key.from] [parameters::integer $key.to]]
}

proc failures::times_of {key names} {
    return [lmap name $names {parameters::number $key.$name}]
}
