# Random numbers. Replication N uses substream N of each stream: of ns' default generator, and of
# every generator that the script makes by "new RNG". Replication 1 has the numbers that the script
# has by itself.
#
# A script that seeds a generator leaves its substream, so that all replications are equal. With
# seeding "substream" it goes on in substream N from that seed. A seed of 0, by which ns takes the
# time of day, is ignored: a run can be repeated.

namespace eval drive {
    # The state of each generator before anything was drawn from it.
    variable generators
    array set generators {}
    variable drawn 0
}

proc drive::start_random_numbers {} {
    variable settings
    add_generator $::defaultRNG
    add_to_end RNG init {drive::add_generator $self}
    RNG instproc seed {args} {
        return [drive::seed $self $args]
    }
    rename ::ns-random ::drive::random_as_before
    proc ::ns-random {args} {
        if {![llength $args]} {
            return [drive::random_as_before]
        }
        drive::seed $::defaultRNG $args
        return [lindex $args 0]
    }
    set _ [expr {srand($settings(replication))}]
    watch_function rand drive::rand_called
    watch_function srand drive::srand_called
    rename ::clock ::drive::clock_as_before
    proc ::clock {args} {
        if {[lindex $args 0] in {seconds clicks milliseconds microseconds}} {
            drive::note_once clock {*}[drive::place]
        }
        tailcall drive::clock_as_before {*}$args
    }
}

# Call a procedure before a function of Tcl's expressions, the first time that it is used.
proc drive::watch_function {name procedure} {
    rename ::tcl::mathfunc::$name ::drive::function_$name
    interp alias {} ::tcl::mathfunc::$name {} ::drive::first_call $name $procedure
}

proc drive::rand_called {} {
    variable drawn
    set drawn 1
}

proc drive::srand_called {} {
    note_once seeded {*}[place]
}

proc drive::first_call {name procedure args} {
    $procedure
    rename ::tcl::mathfunc::$name {}
    rename ::drive::function_$name ::tcl::mathfunc::$name
    tailcall ::tcl::mathfunc::$name {*}$args
}

proc drive::add_generator {generator} {
    move_to_substream $generator
    remember_state $generator
}

proc drive::move_to_substream {generator} {
    variable settings
    for {set index 1} {$index < $settings(replication)} {incr index} {
        $generator next-substream
    }
}

proc drive::remember_state {generator} {
    variable generators
    set generators($generator) [$generator all-seeds]
}

# "$generator seed", "$generator seed VALUE" and "$generator seed KIND VALUE".
proc drive::seed {generator arguments} {
    variable settings
    if {![llength $arguments]} {
        return [$generator cmd seed]
    }
    set kind [lindex $arguments 0]
    set has_value [scan [lindex $arguments end] %d value]
    if {$kind eq "heuristic" || $has_value != 1 || ($value == 0 && $kind ne "predef")} {
        note_once clock_seed {*}[place]
        return
    }
    note_once seeded {*}[place]
    look_for_draws $generator
    $generator cmd seed {*}$arguments
    if {$settings(seeding) eq "substream"} {
        move_to_substream $generator
    }
    remember_state $generator
}

proc drive::look_for_draws {generator} {
    variable generators
    variable drawn
    # The script may have deleted it.
    if {![catch {$generator all-seeds} state] && $state ne $generators($generator)} {
        set drawn 1
    }
}

proc drive::has_drawn {} {
    variable generators
    variable drawn
    foreach generator [array names generators] {
        look_for_draws $generator
    }
    return $drawn
}
