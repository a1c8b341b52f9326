# Packets lost on a link, in one direction. Lost packets count as dropped there in the traces.

uses check simulation topology

namespace eval losses {}

# Each packet is lost with the probability rate (0 to 1). generator: see
# simulation::generator. The first draws_skipped random numbers are not used.
proc losses::random {from to rate generator {draws_skipped 0}} {
    if {[check::number rate $rate 0] > 1} {
        check::refuse rate "a probability" $rate
    }
    check::integer draws_skipped $draws_skipped 0
    set uniform [new RandomVariable/Uniform]
    $uniform use-rng $generator
    set model [new ErrorModel]
    $model unit pkt
    $model set rate_ $rate
    $model ranvar $uniform
    if {$rate > 0} {
        insert $from $to $model
    }
    [simulation::ns] at 0.0 [list losses::skip $uniform $draws_skipped]
}

# The packets to be lost are given by their position in the order of arrival at the link, from 0.
proc losses::listed {from to places} {
    foreach place [check::filled place $places] {
        check::integer place $place 0
    }
    set model [new ErrorModel/List]
    $model droplist [lsort -integer -unique $places]
    insert $from $to $model
}

# Losses in bursts: in turn, all packets pass and all are lost; the numbers of packets come
# from exponential distributions with these means.
proc losses::bursts {from to mean_passed_packets mean_lost_packets generator} {
    check::number mean_passed_packets $mean_passed_packets 0
    check::number mean_lost_packets $mean_lost_packets 0
    set variables {}
    foreach mean [list $mean_passed_packets $mean_lost_packets] {
        lappend variables [simulation::exponential $mean $generator]
    }
    insert $from $to [new ErrorModel/TwoState {*}$variables pkt]
}

# Every packet that arrives at the link from one time to another is lost, in seconds.
proc losses::everything {from to from_s until_s} {
    check::number from_s $from_s 0
    check::number until_s $until_s $from_s
    set certain [new RandomVariable/Constant]
    $certain set val_ 0
    set model [new ErrorModel]
    $model unit pkt
    $model set rate_ 0
    $model ranvar $certain
    insert $from $to $model
    set ns [simulation::ns]
    $ns at $from_s [list $model set rate_ 1]
    $ns at $until_s [list $model set rate_ 0]
}

proc losses::insert {from to model} {
    topology::link $from $to
    [simulation::ns] lossmodel $model [topology::node $from] [topology::node $to]
}

proc losses::skip {uniform draws} {
    for {set index 0} {$index < $draws} {incr index} {
        $uniform value
    }
}

# What the parameters describe:
#   losses.packet_error_rate     probability that a packet is lost, 0 to 1
#   losses.from/.to              the link, in the direction of the data
#   losses.random_stream         substream: the replication's substream of a stream of its own
#                                default: ns' default generator with its default seed
#   losses.draws_skipped         random numbers taken from the stream before it is used
#   seed                         the replication number, from 1
proc losses::from_parameters {} {
    set replication [parameters::integer seed]
    if {[parameters::choice losses.random_stream {default 1 substream 0}]} {
        set generator $::defaultRNG
    } else {
        set generator [simulation::generator $replication]
    }
    random \
        [parameters::integer losses.from] [parameters::integer losses.to] \
        [parameters::number losses.packet_error_rate] $generator \
        [parameters::integer losses.draws_skipped]
}

# A packet discarder, if the parameters describe one:
#   discarder.from/.to          the link, in the direction of what is lost
#   discarder.places.N          packets by their place in the order of arrival, from 0
#   discarder.from_s/.until_s   all packets between these times
proc losses::discarder_from_parameters {} {
    if {![parameters::has discarder.from]} {
        return
    }
    set link [list [parameters::integer discarder.from] [parameters::integer discarder.to]]
    set places {}
    for {set index 0} {[parameters::has discarder.places.$index]} {incr index} {
        lappend places [parameters::integer discarder.places.$index]
    }
    if {[llength $places]} {
        listed {*}$link $places
    }
    if {[parameters::has discarder.from_s]} {
        everything {*}$link \
            [parameters::number discarder.from_s] [parameters::number discarder.until_s]
    }
}
