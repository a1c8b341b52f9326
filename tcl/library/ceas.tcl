# The Cross Entropy Ant System: routing by ants. ns2-patches/ceas/README.md explains the
# parameters and where their defaults come from.

uses check simulation topology traffic

namespace eval ceas {
    variable routing_options {
        beta {check::fraction beta_}
        rho {check::fraction rho_}
        ant_rate_per_s {check::not_negative antRate_}
        least_ant_rate_per_s {check::not_negative leastAntRate_}
        explorer_ratio {check::not_negative explorerRatio_}
        initial_phase_s {check::not_negative initialPhase_}
        initial_ant_rate_per_s {check::not_negative initialAntRate_}
        ant_bytes {check::positive_integer antSize_}
        ant_ttl {check::positive_integer antTtl_}
        elite {ceas::elite eliteSelection_}
        cycles {ceas::cycles cycleTreatment_}
        step_back {check::flag stepBack_}
        forget_on_failure {check::flag forgetOnFailure_}
        piggyback {check::flag piggyback_}
    }
    variable forwarding_options {
        previous_hop_memory {check::flag previousHopMemory_}
        route_record {check::flag routeRecord_}
        marked_only {check::flag markedOnly_}
        processing_delay_s {check::not_negative processingDelay_}
    }
    variable traces {ants 0 pheromones 0 colonies 1 data 1}
}

# Route by ants, in all nodes. Call it before nodes are created. Options, with their defaults:
#   -ant_rate_per_s 1             normal ants of each colony, per second
#   -least_ant_rate_per_s 0       the rate tunes itself: so many while all ants return; 0: never
#   -explorer_ratio 0.1           explorers, as a share of that rate, besides
#   -initial_phase_s 50           at first there are explorers only, for so many seconds
#   -initial_ant_rate_per_s 100   and so many of them per second
#   -beta 0.98                    memory of temperatures and pheromones, between 0 and 1
#   -rho 0.01                     search focus, between 0 and 1
#   -elite all                    which ants must be good to return: all, explorers-exempt
#                                 (normal ants only) or none
#   -cycles allow                 cycles in a path: allow, remove or subpath
#   -step_back false              ants may go straight back to where they came from
#   -ant_bytes 64, -ant_ttl 32    of their packets
#   -previous_hop_memory false    data does not go straight back if there is another neighbour
#   -route_record false           data does not go where it has been if there is another neighbour
#   -marked_only false            data goes only where pheromones are, and is dropped if nowhere
#   -forget_on_failure false      pheromones of a link are lost when it fails
#   -piggyback false              normal ants ride on data packets
#   -processing_delay_s 0         of every packet at every node
proc ceas::routing {args} {
    variable routing_options
    variable forwarding_options
    simulation::require ceas
    set table [dict merge $routing_options $forwarding_options]
    dict for {name value} [check::options $args $table] {
        set variable [lindex [dict get $table $name] 1]
        if {[dict exists $routing_options $name]} {
            Agent/rtProto/CEAS set $variable $value
        } else {
            Classifier/CEAS set $variable $value
        }
    }
    [simulation::ns] rtproto CEAS
}

proc ceas::elite {name value} {
    return [check::choice $name $value {
        all all explorers-exempt explorers-exempt none none
    }]
}

proc ceas::cycles {name value} {
    return [check::choice $name $value {allow allow remove remove subpath subpath}]
}

# Random numbers of the ants, and of data packets at each node: results of
# simulation::generator. Without this, each purpose gets a generator of its own.
proc ceas::generators {ants data} {
    [simulation::ns] ceas-rng ants $ants
    [simulation::ns] ceas-rng data $data
}

# Ants from one node for another, from start_s on, and routes for data in this direction.
proc ceas::colony {from to {start_s 0}} {
    check::number start_s $start_s 0
    if {$from == $to} {
        check::refuse to "another node than $from" $to
    }
    [simulation::ns] ceas-colony [topology::node $from] [topology::node $to] $start_s
}

# The colonies that the flows of traffic::tcp and traffic::udp need: in both directions for TCP,
# whose acknowledgements travel, too. Not those between neighbours, if neighbours is false:
# such packets take their link without ants.
proc ceas::colonies_for_flows {{start_s 0} {neighbours true}} {
    set wanted {}
    foreach sender $traffic::senders receiver $traffic::receivers {
        set from [[$sender set node_] id]
        set to [[$receiver set node_] id]
        if {![check::flag neighbours $neighbours] && [are_neighbours $from $to]} {
            continue
        }
        dict set wanted [list $from $to] 1
        if {[string match Agent/TCP* [$sender info class]]} {
            dict set wanted [list $to $from] 1
        }
    }
    foreach pair [dict keys $wanted] {
        colony {*}$pair $start_s
    }
}

proc ceas::are_neighbours {from to} {
    return [expr {[list $from $to] in $topology::links || [list $to $from] in $topology::links}]
}

# Write OUTPUT-FOLDER/WHAT.csv:
#   ants                       what happens to each ant
#   pheromones                 of each node: every interval_s seconds or, if that is 0, when a
#                              probability has changed by least_change since the last row
#   colonies, data             ants and data packets so far, every interval_s seconds
proc ceas::trace {output_folder what {interval_s 0} {least_change 0}} {
    variable traces
    set sampled [check::choice what $what $traces]
    check::number interval_s $interval_s 0
    check::number least_change $least_change 0
    if {$sampled && $interval_s == 0} {
        check::refuse interval_s "a time above 0" $interval_s
    }
    if {$what eq "ants" && $interval_s > 0} {
        check::refuse interval_s "0 for ants" $interval_s
    }
    set file [file join $output_folder $what.csv]
    [simulation::ns] ceas-trace $what $file $interval_s $least_change
}

# Routing as the parameters describe it; before nodes are created:
#   ceas.NAME                    for each option of ceas::routing
proc ceas::routing_from_parameters {} {
    variable routing_options
    variable forwarding_options
    set options {}
    foreach name [dict keys [dict merge $routing_options $forwarding_options]] {
        lappend options -$name [parameters::raw ceas.$name]
    }
    routing {*}$options
}

# What the parameters describe, once the nodes are there:
#   colonies.N.from/.to          N = 0, 1, …
#   tracing.pheromones_change    of a probability, that is worth a row; 0: every one. Without it
#                                there is no trace of pheromones
#   tracing.pheromones_from_s    when the trace of pheromones begins
#   tracing.colonies_interval_s, tracing.data_interval_s    between two samples
proc ceas::from_parameters {output_folder} {
    for {set index 0} {[parameters::has colonies.$index.from]} {incr index} {
        colony [parameters::integer colonies.$index.from] [parameters::integer colonies.$index.to]
    }
    foreach what {colonies data} {
        trace $output_folder $what [parameters::number tracing.${what}_interval_s]
    }
    if {![parameters::has tracing.pheromones_change]} {
        return
    }
    set change [parameters::number tracing.pheromones_change]
    [simulation::ns] at [parameters::number tracing.pheromones_from_s] \
        [list ceas::trace $output_folder pheromones 0 $change]
}
