# Study recovery: how Reno, NewReno and SACK recover from lost packets, from a link that goes
# down, and from congestion (Subedi 2008). This script only puts the library's pieces together.

uses simulation topology losses failures traffic downloads tracing

# Senders whose timeouts end with a tick of a clock (ns2-patches/agents/slow-timer): when it ticks.
# And a file that takes the connection of its request: its sender opens none.
proc prepare_senders {} {
    if {[parameters::has clock.first_tick_s]} {
        set first_s [parameters::number clock.first_tick_s]
        for {set flow 0} {[parameters::has flows.$flow.source]} {incr flow} {
            [traffic::sender $flow] set first_tick_ $first_s
        }
    }
    if {[parameters::has answer.opens_connection]} {
        set opens [parameters::flag answer.opens_connection]
        foreach variable {syn_ delay_growth_} {
            [traffic::sender 0] set $variable $opens
        }
    }
}

proc run_scenario {output_folder} {
    simulation::create tcp
    topology::from_parameters 0
    downloads::from_parameters
    prepare_senders
    losses::discarder_from_parameters
    failures::from_parameters
    tracing::packets $output_folder
    tracing::congestion_windows $output_folder
    tracing::end_at $output_folder [parameters::number end_s]
    parameters::require_all_read
    [simulation::ns] run
}
