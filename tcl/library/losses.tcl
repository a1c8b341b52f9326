# Random packet loss on one link.
#   losses.packet_error_rate     probability that a packet is lost, 0 to 1
#   losses.from/.to              the link, in the direction of the data
#   losses.random_stream         substream: replication number N uses substream N of a
#                                stream of its own, so that replications are independent
#                                default: ns' default generator with its default seed
#   losses.draws_skipped         random numbers taken from the stream before it is used
#   seed                         the replication number, from 1

namespace eval losses {}

proc losses::create {ns} {
    set rate [parameters::number losses.packet_error_rate]
    set uniform [new RandomVariable/Uniform]
    $uniform use-rng [generator]
    set model [new ErrorModel]
    $model unit pkt
    $model set rate_ $rate
    $model ranvar $uniform
    set from [topology::node [parameters::integer losses.from]]
    set to [topology::node [parameters::integer losses.to]]
    if {$rate > 0} {
        $ns lossmodel $model $from $to
    }
    $ns at 0.0 [list losses::skip $uniform [parameters::integer losses.draws_skipped]]
}

proc losses::generator {} {
    set replication [parameters::integer seed]
    if {[parameters::choice losses.random_stream {default 1 substream 0}]} {
        return [ns-default-rng]
    }
    set generator [new RNG]
    for {set index 1} {$index < $replication} {incr index} {
        $generator next-substream
    }
    return $generator
}

proc ns-default-rng {} {
    global defaultRNG
    return $defaultRNG
}

proc losses::skip {uniform draws} {
    for {set index 0} {$index < $draws} {incr index} {
        $uniform value
    }
}
