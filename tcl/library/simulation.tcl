# The simulator itself: which packet headers there are, routing, random numbers.
#
# ns gives every packet room for the headers of all its protocols, 4.6 KB, unless it is told
# which ones are used. If a header that an agent needs is missing, the agent overwrites another
# header, and ns reports no error; so each procedure of this library requires its own headers.

uses check

namespace eval simulation {
    variable features {}
    variable headers {
        tcp TCP
        udp RTP
        mpls {MPLS LDP}
        distance-vector rtProtoDV
        link-state rtProtoLS
        ceas CEAS
    }
    variable protocols {
        static Static
        session Session
        distance-vector DV
        link-state LS
    }
}

# Create the simulator with the packet headers of some features: tcp, udp, mpls,
# distance-vector, link-state, ceas. Returns ns' Simulator object.
proc simulation::create {args} {
    variable features
    variable headers
    set needed {Flags IP}
    foreach feature $args {
        lappend needed {*}[check::choice feature $feature $headers]
    }
    set features $args
    remove-all-packet-headers
    add-packet-header {*}$needed
    return [new Simulator]
}

# The Simulator object.
proc simulation::ns {} {
    return [Simulator instance]
}

# Stop unless the feature was named when the simulator was created.
proc simulation::require {feature} {
    variable features
    if {$feature ni $features} {
        error "this scenario uses $feature: name it in simulation::create"
    }
}

# How routes are found: static (once), session (anew when a link fails or returns, at once and
# everywhere), distance-vector or link-state (by messages between the nodes).
proc simulation::routing {protocol} {
    variable protocols
    set name [check::choice protocol $protocol $protocols]
    if {$protocol in {distance-vector link-state}} {
        require $protocol
    }
    [ns] rtproto $name
}

# Routers with link-state routing wait before they compute routes: delay_s from a change to the
# computation, and at least hold_s from one computation to the next, in seconds. ns' default is
# to do it at once (ns2-patches/0050).
proc simulation::shortest_path_wait {delay_s hold_s} {
    require link-state
    Agent/rtProto/LS set spfDelay_ [check::number delay_s $delay_s 0]
    Agent/rtProto/LS set spfHold_ [check::number hold_s $hold_s 0]
}

# Set the seed of ns' default random number generator, 1 to 2147483646; call it before any
# generator is created.
# Streams of different seeds are not known to be disjoint; those of simulation::generator are.
proc simulation::seed {seed} {
    global defaultRNG
    $defaultRNG seed [check::integer seed $seed 1 2147483646]
}

# Let ns' own random numbers (of RED queues, of the senders' delays) be those of a replication,
# from 1: substream N of ns' default generator. Replication 1 uses the generator as ns starts it.
proc simulation::replicate {replication} {
    check::integer replication $replication 1
    for {set index 1} {$index < $replication} {incr index} {
        $::defaultRNG next-substream
    }
}

# A separate random number generator for one purpose. Replication N (from 1) uses substream
# N of the stream, so that replications are independent; each call takes the next stream.
proc simulation::generator {replication} {
    check::integer replication $replication 1
    set generator [new RNG]
    for {set index 1} {$index < $replication} {incr index} {
        $generator next-substream
    }
    return $generator
}

# Random numbers from an exponential distribution with this mean: "$result value" is the next.
proc simulation::exponential {mean generator} {
    set variable [new RandomVariable/Exponential]
    $variable set avg_ $mean
    $variable use-rng $generator
    return $variable
}

# The same from a uniform distribution between two numbers.
proc simulation::uniform {least most generator} {
    set variable [new RandomVariable/Uniform]
    $variable set min_ $least
    $variable set max_ $most
    $variable use-rng $generator
    return $variable
}
