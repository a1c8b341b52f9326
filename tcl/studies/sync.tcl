# Study sync: two flows that compete for a slow link while the delay of one path varies
# (Baesjou 2005). This script only puts the library's pieces together.

uses simulation topology traffic tracing

proc run_scenario {output_folder} {
    simulation::create tcp udp
    simulation::replicate [parameters::integer seed]
    topology::from_parameters 0
    random_drop_from_parameters
    traffic::from_parameters
    background_from_parameters
    tracing::packets $output_folder
    if {[parameters::flag tracing.congestion_windows]} {
        tracing::congestion_windows $output_folder
    }
    tracing::end_at $output_folder [parameters::number end_s]
    parameters::require_all_read
    [simulation::ns] run
}

# A RED queue that is full drops one of its packets, at random, instead of the one that arrives:
#   random_drop.from/.to     the direction of a link, both of whose queues are RED
proc random_drop_from_parameters {} {
    if {![parameters::has random_drop.from]} {
        return
    }
    set queue [topology::queue [parameters::integer random_drop.from] \
        [parameters::integer random_drop.to]]
    $queue set drop_tail_ false
    $queue set drop_rand_ true
}

# Small packets at random times, as of people who type:
#   background.source/.destination   node numbers
#   background.rate_packets          packets a second
#   background.packet_bytes          size of each
#   seed                             the replication number, from 1
proc background_from_parameters {} {
    if {![parameters::has background.source]} {
        return
    }
    set packet_bytes [parameters::integer background.packet_bytes]
    set sender [traffic::udp \
        [parameters::integer background.source] \
        [parameters::integer background.destination] $packet_bytes]
    set source [traffic::poisson $sender \
        [parameters::number background.rate_packets] $packet_bytes \
        [simulation::generator [parameters::integer seed]]]
    traffic::active $source 0 [parameters::number end_s]
}
